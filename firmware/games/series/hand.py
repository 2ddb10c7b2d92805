"""The hand at the virtual table in the treasure race: it throws one die, and takes what was won."""

from __future__ import annotations

from collections import Counter

from firmware.practice.hand import Deed, Hand, Lies
from rules.say import Message

TAKE = Deed("take", Message("Take the dice"), "hand")


class SeriesHand(Hand):
    def offered(self, task: str) -> tuple[Deed, ...]:
        if task == "take":
            return (TAKE,)
        return super().offered(task) if self.mat.in_hand else ()

    def perform(self, key: str, at: float) -> None:
        if key == TAKE.key:
            self.mat.lift(*self.seen_as(self.table.expects.dice))
        else:
            hand = self.mat.in_hand
            self.mat.throw(hand[self.chance.randrange(0, len(hand))])

    def astray(self) -> bool:
        """Also while dice are taken, one may be in a hand that was not won."""
        return super().astray() or (self.table.expects.task == "take" and self._missing())

    def _missing(self) -> bool:
        faces = (die.face for die in self.mat.lying().values())
        there = Counter((face.name, face.colour) for face in faces)
        return any(
            count > there[what] for what, count in Counter((lie.face, lie.colour) for lie in self.lies()).items()
        )

    def lies(self) -> tuple[Lies, ...]:
        track = (face for face in self.table.state.track if face is not None)
        return tuple(Lies(face.symbol.value, face.colour.value, "track") for face in track)
