"""The cards at the virtual table: laid, turned up and taken away beside its mat, for its camera to see.

What lies open as the rules know it is laid out by itself, after a resume or an undo as well, and spent cards are put
away; that is what people's hands do between two turns.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from firmware.play.cards import Things
from firmware.play.events import Event, Tidied
from firmware.play.table import Table
from rules.game import Chance
from vision.seen import Card

if TYPE_CHECKING:  # it brings OpenCV
    from firmware.practice.virtual import VirtualMat

# Middles of cards, in the order they are filled: beside the mat, in the reserve and on the island, on the track.
PLACES = tuple((x, y) for x in (448.0, -28.0, 338.0, 90.0, 170.0, 250.0) for y in (48.0, 148.5, 249.0))
ASKEW_DEG = 3.0  # at most, as a hand lays them
LONGEST_S = 8.0  # the eyes are waited for; a card that they do not see is put right by hands


class Deck:
    def __init__(
        self, mat: VirtualMat, table: Table, things: Things[Any, Any], chance: Chance, put: Callable[[Event], None]
    ) -> None:
        self._mat, self._table, self._things, self._chance, self._put = mat, table, things, chance, put
        self._entries = -1  # of the record, when the cards were last held against it
        self._touched_at = self._told_at = float("-inf")

    def lay(self, now: float, *names: str) -> None:
        """Each into a place of its own."""
        marks = self._marks
        taken = {(x, y) for _, x, y, _ in self._mat.cards}
        free = [place for place in PLACES if place not in taken]
        for name, place in zip(names, free, strict=False):
            askew = (self._chance.random() * 2 - 1) * ASKEW_DEG
            self._mat.lay_card(marks[name], *place, askew)
        self._touched_at = now

    def take(self, now: float, *names: str) -> None:
        for name in names:
            self._mat.take_card(self._marks[name])
        self._touched_at = now

    @property
    def pending(self) -> bool:
        """Something was laid that the game has not taken up."""
        return bool(Counter(self._lying) - Counter(self._meant))

    def waits(self, now: float) -> bool:
        """For the eyes, to see the cards as they lie."""
        seen = self._table.cards
        if now - self._touched_at > LONGEST_S:
            return False
        return seen is None or Counter(card.number for card in seen) != Counter(self._lying)

    def tend(self, now: float) -> None:
        """Whenever something was done: the cards lie as the rules know them. Eyes that begin to look, or begin anew,
        need not guess which of them lay there before."""
        entries = len(self._table.record.entries)
        if entries != self._entries:
            self._entries = entries
            self.tidy(now)
        if self._table.cards is None and self._table.sees and now > self._told_at:
            self._tell(now)

    def tidy(self, now: float) -> None:
        lying, meant = Counter(self._lying), Counter(self._meant)
        spent, missing = lying - meant, meant - lying
        for number in spent.elements():
            self._mat.take_card(number)
        names = {number: name for name, number in self._marks.items()}
        if missing:
            self.lay(now, *(names[number] for number in missing.elements()))
            self._tell(now)
        if spent or missing:
            self._touched_at = now

    def _tell(self, now: float) -> None:
        meant, there = Counter(self._meant), list[Card]()
        for number, x, y, turn in self._mat.cards:
            if meant[number] > 0:  # what was laid and is not taken up yet is seen as new
                meant[number] -= 1
                there.append(Card(number, x, y, self._mat.mat.zone_of(x, y), turn))
        self._told_at = now
        self._put(Tidied(tuple(there), now))

    @property
    def _marks(self) -> dict[str, int]:
        return dict(self._things.numbers(self._table.state))

    @property
    def _lying(self) -> list[int]:
        return [number for number, *_ in self._mat.cards]

    @property
    def _meant(self) -> list[int]:
        marks = self._marks
        return [marks[name] for name in self._things.open(self._table.state)]
