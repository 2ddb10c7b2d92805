"""What is worth telling of a game of Aux Sabords at its end: who robbed the others, and how many ships went down."""

from __future__ import annotations

from rules.record import Record
from rules.sabords.state import Aux
from rules.say import Message


def robbed(state: Aux) -> tuple[int, ...]:
    """Chests of other players' colours in each player's ports."""
    owners = [ship.seat for ship in state.ships]
    taken = [0] * len(state.players)
    for ship in state.ships:
        taken[ship.seat] += sum(n for owner, n in zip(owners, ship.port, strict=True) if owner != ship.seat)
    return tuple(taken)


def sunk(record: Record) -> int:
    """How often a ship lost its ship card."""
    count, state = 0, record.first
    for step in record.steps:
        count += sum(was.card and not now.card for was, now in zip(state.ships, step.state.ships, strict=True))
        state = step.state
    return count


def tales(record: Record) -> list[tuple[str, Message]]:
    """A picture and a sentence each."""
    taken, down = robbed(record.state), sunk(record)
    lines = []
    if any(taken):
        most, name = max(taken), record.players[taken.index(max(taken))]
        said = Message("The boldest: {player}, one chest of the others.",
                       plural="The boldest: {player}, {n} chests of the others.", n=most, player=name)  # fmt: skip
        lines.append(("pirate", said))
    wrecks = Message("One ship went down.", plural="{n} ships went down.", n=down)
    lines.append(("galleon", wrecks if down else Message("Not a single ship went down.")))
    return lines
