"""Who is expected to do what in the treasure race: the ribbon, the lamps and the options, from one answer."""

from __future__ import annotations

from firmware.games.series.mat import Memory, count, turned_over
from firmware.games.series.words import faces_of
from firmware.play.reconcile import Matched
from firmware.play.referee import JUDGE, Expects, Lamp, Option
from firmware.play.umpire import lamps
from rules import series
from rules.game import Seat
from rules.say import Message
from rules.series.dice import ALL_SERIES, NAMES
from rules.series.rules import Race

STANDS = "stands"
SERIES_BY_KEY = {f"series:{named.value}": named for named in ALL_SERIES}


def asks(state: Race, memory: Memory, aloud: bool) -> Expects:
    if memory.claimer is not None:
        return _naming(state, memory, memory.claimer, aloud)
    counted = count(state, memory)
    if memory.taking:
        return _taking(state, memory, counted)
    if counted is not None and (fix := _fixing(state, memory, counted)):
        return fix
    open_to = {seat: Lamp.STEADY for seat in range(len(state.players)) if state.fresh}
    judging = _judging(state, memory)
    if series.next_die(state) is None:
        message = Message("All dice are on the track: claim a series, or deal out again.")
        options = judging or (Option("pass", Message("Deal out again")),)
        return Expects("claim", message, (), lamps(state, open_to), options, until=memory.until)
    player, lit = state.players[state.turn], lamps(state, {**open_to, state.turn: Lamp.PULSING})
    if memory.camera:
        return Expects("throw", Message("{player}, throw one die!", player=player), (state.turn,), lit, judging)
    message = Message("{player}, throw one die and put in what it shows.", player=player)
    return Expects("enter", message, (state.turn,), lit)


def _judging(state: Race, memory: Memory) -> tuple[Option, ...]:
    """SR-11: a tie stands, unless somebody who judges says who was first."""
    if not memory.tied:
        return ()
    who = {seat: Message("{player} was first", player=state.players[seat]) for seat in memory.tied}
    return (Option(STANDS, Message("The tie stands")), *(Option(f"{JUDGE}{seat}", who[seat]) for seat in who))


def _naming(state: Race, memory: Memory, claimer: Seat, aloud: bool) -> Expects:
    player = state.players[claimer]
    options = tuple(
        Option(key, NAMES[named], named.value, named in memory.named, f"pad{number}")
        for number, (key, named) in enumerate(SERIES_BY_KEY.items(), 1)
    )
    if aloud and not memory.heard:
        message = Message("{player}, say your series! The others press when they have heard it.", player=player)
        options = (Option("heard", Message("We have heard it")),)
    elif aloud:
        message = Message("What did {player} say? Put it in.", player=player)
    else:
        message = Message("{player}, name your series!", player=player)
    if memory.named:
        options += (Option("claim", Message("That is it!")),)
    return Expects("name", message, (claimer,), lamps(state, {claimer: Lamp.STEADY}), options, until=memory.until)


def _taking(state: Race, memory: Memory, counted: Matched | None) -> Expects:
    if counted is not None and counted.missing:
        dice = faces_of(state, counted.missing)
        message = Message(
            "Put back {dice}: it does not belong to the series.",
            plural="Put back {dice}: they do not belong to the series.",
            n=len(counted.missing),
            dice=dice,
        )
    elif memory.dealing:
        message = Message("Take all the dice: {n} for each player.", n=state.hands[state.turn])
    else:
        message = Message("{player}, take these dice.", player=state.players[state.turn])
    options = () if memory.camera else (Option("taken", Message("They are taken")),)
    return Expects("take", message, (state.turn,), (), options, memory.taking)


def _fixing(state: Race, memory: Memory, counted: Matched) -> Expects | None:
    """SR-17: the count does not add up, or a die was turned; what to do, until it is right."""
    too_many = len(counted.extra) - len(counted.missing)
    turned = turned_over(state, counted.known)
    ids = tuple(die.id for die in counted.extra)
    options: tuple[Option, ...] = ()
    if too_many > 1:
        message = Message(
            "{player}, throw one die only: take one back.",
            plural="{player}, throw one die only: take {n} back.",
            player=state.players[state.turn],
            n=too_many - 1,
        )
    elif too_many == 1 and not memory.agreed:
        message = Message("One die more lies on the track than the game knows of: take it back.")
        options = (Option("counts", Message("It was just thrown")),)
    elif counted.missing:
        message = Message("Put back on the track: {dice}.", dice=faces_of(state, counted.missing))
    elif turned and too_many == 0:
        message = Message(
            "A die was turned over: turn it back to {dice}.",
            plural="Some dice were turned over: turn them back to {dice}.",
            n=len(turned),
            dice=faces_of(state, [hit.die for hit in turned]),
        )
        ids = tuple(counted.ids[hit.die] for hit in turned)
    else:
        return None
    return Expects("fix", message, (state.turn,), (), options, ids)
