"""Who pressed first. Decided by the times of the edges alone, never by which callback came first (SR-11)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from rules.game import Seat


@dataclass(frozen=True, slots=True)
class First:
    """One seat was ahead; `lead_us` is how far ahead of the next, None where nobody else pressed."""

    seat: Seat
    lead_us: int | None


@dataclass(frozen=True, slots=True)
class Tie:
    """These seats pressed at the same moment; `spread_us` lies between the first of them and the last."""

    seats: tuple[Seat, ...]
    spread_us: int


def decide(presses: Iterable[tuple[Seat, float]], window_ms: float) -> First | Tie | None:
    """Presses no further from the first one than the window are the same moment: a window of 0 ties only presses
    in the very same microsecond. A seat that pressed more than once counts with its first press."""
    first_of: dict[Seat, int] = {}
    for seat, at in presses:
        us = round(at * 1_000_000)  # whole microseconds, so that the edge of the window is exact
        first_of[seat] = min(us, first_of.get(seat, us))
    order = sorted((us, seat) for seat, us in first_of.items())
    if not order:
        return None
    begin, winner = order[0]
    within = [(us, seat) for us, seat in order if us - begin <= round(window_ms * 1000)]
    if len(within) > 1:
        return Tie(tuple(seat for _, seat in within), within[-1][0] - begin)
    return First(winner, order[1][0] - begin if len(order) > 1 else None)
