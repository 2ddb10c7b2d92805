"""What deserves a picture and a sound in Pirates en Duel, told from the positions before and after an action."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from firmware.play.referee import Moment
from rules.duel import actions
from rules.duel.cards import COLOUR_NAMES, KIND_NAMES, Colour, Kind
from rules.duel.fight import lost_with, result, side_of
from rules.duel.state import Duel, Stage, cards, in_play, ship_of
from rules.duel.tell import fight_told, fight_winner, finished, loss_told, named, now_it_is, skill_die_told
from rules.game import Seat
from rules.say import Message

SAVED_BY_A_SHIP = {Stage.HELM_DIE: "dodged", Stage.RED_CROSS_DIE: "saved"}


def moments(before: Duel, action: actions.Action, after: Duel) -> Iterator[Moment]:
    seat, player = before.turn.seat, before.players[before.turn.seat]
    match action:
        case actions.Draw(name):
            yield _drawn(before, name, after)
        case actions.Attack(ship, target) if after.fight is not None or before.fight is None:
            colours = COLOUR_NAMES[ship], COLOUR_NAMES[target]
            said = Message("The {ship} ship attacks the {target} ship!", ship=colours[0], target=colours[1])
            yield Moment("fight", said, seat, (("ship", ship), ("target", target), ("kind", _kind(before, after))))
        case actions.ChangeFight():
            assert after.fight is not None
            kind = after.fight.kind
            yield Moment("changed", now_it_is(kind), data=(("kind", kind),))
        case actions.Swap(mine, theirs):
            said = Message("{mine} rows over, {theirs} comes back.", mine=mine, theirs=theirs)
            yield Moment("rowed", said, seat, (("mine", mine), ("theirs", theirs)))
        case actions.Impose(pirate):
            said = Message("{player} has to take {pirate}.", player=player, pirate=pirate)
            yield Moment("imposed", said, seat, (("pirate", pirate),))
        case actions.Throw():
            yield from _thrown(before, action)
        case actions.Overboard(pirate) if after.fight is not None:  # the last loss is told by the end of the fight
            yield from _overboard(before, pirate)
    if before.fight is not None and after.fight is None:
        yield from _ended(before, action, after)
    for each, (had, has) in enumerate(zip(before.gold, after.gold, strict=True)):
        if has != had:
            yield Moment("gold", _gold(before.players[each], has - had), each, (("change", has - had),))
    sunk = _sunk(before, after)
    for each, name in enumerate(before.players):
        if after.fight is None and before.gold[each] and not in_play(after, each) and each not in sunk:
            yield Moment("out", Message("{player} is out of the game.", player=name), each)


def _kind(before: Duel, after: Duel) -> Kind:
    if after.fight is not None:
        return after.fight.kind
    assert before.turn.card is not None
    return cards(before).combat[before.turn.card].kind


def _gold(player: str, change: int) -> Message:
    if change > 0:
        return Message("{player} gains one gold.", plural="{player} gains {n} gold.", player=player, n=change)
    return Message("{player} loses one gold.", plural="{player} loses {n} gold.", player=player, n=-change)


def _drawn(before: Duel, name: str, after: Duel) -> Moment:
    """A card that is no fight, or shows ships that do not sail, ends the turn at once: here it can be seen."""
    card, player = cards(before).combat[name], before.players[before.turn.seat]
    match card.kind:
        case Kind.FISHING:
            said = Message("{player} has gone fishing.", player=player)
        case Kind.STORM | Kind.BAD_ENCOUNTER:
            said = Message("{kind}: {player} pays one gold.", kind=KIND_NAMES[card.kind], player=player)
        case Kind.CAPTURE | Kind.PLUNDER:
            said = Message("{kind}: {player} gains one gold.", kind=KIND_NAMES[card.kind], player=player)
        case _ if after.stage is not Stage.TARGET:
            said = Message("{kind}: none of these ships sails any more.", kind=KIND_NAMES[card.kind])
        case _:
            said = Message("{kind}!", kind=KIND_NAMES[card.kind])
    return Moment("card", said, before.turn.seat, (("card", name),))


def _thrown(before: Duel, action: actions.Throw) -> Iterator[Moment]:
    """What a single die thrown for a skill has done."""
    said = skill_die_told(before, action)
    if said is None:
        return
    if before.fight is None:
        yield Moment("missed", said)
    else:
        name = SAVED_BY_A_SHIP.get(before.stage, "missed") if action.ships else "missed"
        yield Moment(name, said, side_of(before).seat, (("pirate", before.fight.saving),))


def _overboard(before: Duel, pirate: str) -> Iterator[Moment]:
    victim = named(before)
    name = "overboard" if lost_with(before, victim, pirate) else "marked"
    yield Moment(name, loss_told(before, pirate), victim.seat, (("pirate", pirate),))


# -- the end of a fight ----------------------------------------------------------------------------------------------


def _ended(before: Duel, action: actions.Action, after: Duel) -> Iterator[Moment]:
    fight = finished(before, action)
    if before.stage is Stage.HELM_DIE:  # nobody fought
        return
    winner = fight_winner(before, fight)
    seat = None if winner is None else winner.seat
    counts = tuple(result(replace(before, fight=fight), side) for side in fight.sides)
    yield Moment("result", fight_told(before, fight), seat, (("fight", fight), ("counts", counts), ("winner", seat)))
    for seat, colour in _sunk(before, after).items():
        said = Message("The {ship} ship goes down!", ship=COLOUR_NAMES[colour])
        if not in_play(after, seat):
            name = before.players[seat]
            said = Message(
                "The {ship} ship goes down! {player} is out of the game.", ship=COLOUR_NAMES[colour], player=name
            )
        yield Moment("sunk", said, seat, (("ship", colour),))


def _sunk(before: Duel, after: Duel) -> dict[Seat, Colour]:
    """The ships that the fight which has just ended left without a crew."""
    if before.fight is None or after.fight is not None:
        return {}
    return {side.seat: side.ship for side in before.fight.sides if not ship_of(after, side.ship).crew}
