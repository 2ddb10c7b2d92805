"""The hand at the virtual table in the treasure race: it throws one die, and takes what was won."""

from __future__ import annotations

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

    def lies(self) -> tuple[Lies, ...]:
        track = (face for face in self.table.state.track if face is not None)
        return tuple(Lies(face.symbol.value, face.colour.value, "track") for face in track)
