"""The end of a turn of Mille Sabords as moments: what is worth a picture, a motion and a sound."""

from __future__ import annotations

from collections.abc import Iterator

from firmware.play.referee import Moment
from rules import mille
from rules.mille.score import CHEST, SHIPS, Card, counted, worth
from rules.mille.state import Ended, Mille, Won
from rules.say import Message


def end_of_turn(state: Mille, was_sudden: bool) -> tuple[Moment, ...]:
    """`was_sudden`: sudden death had begun before, so that it is announced once only."""
    return tuple(_moments(state, state.last, was_sudden)) if state.last else ()


def _moments(state: Mille, last: Ended, was_sudden: bool) -> Iterator[Moment]:
    player = state.players[last.seat]
    data = (("ended", last),)
    yield _result(player, last, data)
    if last.points > 0 and not last.bust:
        parts = worth(last.card, counted(last.dice)).parts
        if any(part.points == CHEST and part.label == Message("full chest") for part in parts):
            yield Moment("chest", Message("The chest is full: 500 more!"), last.seat, data)
        if last.card is Card.PIRATE:
            yield Moment("double", Message("The pirate doubles it all."), last.seat, data)
    if state.won is Won.MAGIC:
        yield Moment("magic", Message("Pirate magic!"), last.seat, data)
    if mille.outcome(state) is not None:
        return
    if state.opener == last.seat and state.turns_left == len(state.players) - 1:
        reached = Message("{player} has reached {target}: the last round!", player=player, target=state.setup.target)
        yield Moment("last_round", reached, last.seat, data)
    elif state.sudden_death and not was_sudden:
        yield Moment("sudden_death", Message("Nobody holds the target: the next to reach it wins."), None, data)


def _result(player: str, last: Ended, data: tuple[tuple[str, object], ...]) -> Moment:
    if last.island:
        lost = Message("Skull Island: everybody but {player} loses {points}.", player=player, points=last.penalty)
        return Moment("island_end", lost, last.seat, data)
    if last.card in SHIPS:
        if last.points > 0:
            won = Message("{player} wins the sea battle: {points} points.", player=player, points=last.points)
            return Moment("ship_won", won, last.seat, data)
        lost = Message("{player} loses the sea battle: {points} points.", player=player, points=last.points)
        return Moment("ship_lost", lost, last.seat, data)
    if last.bust and last.points:
        saved = Message(
            "Three skulls! The treasure island saves {points} points for {player}.", player=player, points=last.points
        )
        return Moment("saved", saved, last.seat, data)
    if last.bust:
        return Moment("bust", Message("Three skulls! {player} scores nothing.", player=player), last.seat, data)
    return Moment("scored", Message("{player} scores {points}.", player=player, points=last.points), last.seat, data)
