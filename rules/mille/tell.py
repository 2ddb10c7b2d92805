"""The story of a game of Mille Sabords: one sentence for each action."""

from __future__ import annotations

from rules.mille.score import CARD_NAMES
from rules.mille.state import Action, Ended, Lay, Mille, Rethrow, Reveal
from rules.say import Message


def tell(before: Mille, action: Action, after: Mille) -> Message:
    player = before.players[before.turn.seat]
    match action:
        case Reveal(card):
            return Message("{player} reveals a card: {card}.", player=player, card=CARD_NAMES[card])
        case Rethrow(dice):
            return Message(
                "{player} throws one die again.", plural="{player} throws {n} dice again.", n=len(dice), player=player
            )
        case Lay(dice):
            return Message(
                "{player} lays one die on the Treasure Island.",
                plural="{player} lays {n} dice on the Treasure Island.",
                n=len(dice),
                player=player,
            )
    if after.last is not None and after.last is not before.last:
        return _turn_told(player, after.last)
    if after.turn.guardian_waits:
        return Message("{player} has three skulls: the guardian may throw one again.", player=player)
    if after.turn.island:
        return Message("{player} is on Skull Island with {n} skulls.", player=player, n=after.turn.skulls)
    return Message("{player} has dice for {points} points.", player=player, points=after.turn.worth.points)


def _turn_told(player: str, turn: Ended) -> Message:
    if turn.island:
        return Message(
            "{player} leaves Skull Island: every opponent loses {points}.", player=player, points=turn.penalty
        )
    if turn.points < 0:
        return Message("{player} loses the ship: {points} points off.", player=player, points=-turn.points)
    if turn.bust and turn.points:
        return Message(
            "Three skulls for {player}; the Treasure Island saves {points}.", player=player, points=turn.points
        )
    if turn.bust:
        return Message("Three skulls for {player}: no points.", player=player)
    return Message("{player} scores {points}.", player=player, points=turn.points)
