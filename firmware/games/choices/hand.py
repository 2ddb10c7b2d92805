"""The hand at the virtual table in a game of choices: which of its dice are to be thrown now, which lie in the way."""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware.games.choices.referee import Action, ChoiceReferee, State
from firmware.practice.hand import THROW, Deed, Hand

if TYPE_CHECKING:  # it brings OpenCV
    from firmware.practice.virtual import VirtualMat


class ChoiceHand(Hand):
    def offered(self, task: str) -> tuple[Deed, ...]:
        """Dice that fell wrong are simply thrown anew."""
        return (THROW,) if task in ("throw", "enter", "fix") else ()

    def perform(self, key: str, at: float) -> None:
        assert isinstance(self.table.referee, ChoiceReferee)
        throw_wanted(self.mat, self.table.referee, self.table.state)


def throw_wanted(mat: VirtualMat, referee: ChoiceReferee[State, Action], state: State) -> None:
    """Throws what the game asks for; idle dice that lie about are taken up, and those to be kept are put back."""
    wanted = referee.customs.wanted(state)
    if wanted is None:
        return
    ours = [number for number, cube in enumerate(mat.cubes) if wanted.body in (None, cube.body)]
    lying = mat.lying()
    kept: list[int] = []
    for face in wanted.kept or ():
        number = next((n for n in ours if n not in kept and n in lying and lying[n].face.name == face), None)
        if number is None:  # it was taken up by mistake, or turned over
            number = next(n for n in reversed(ours) if n not in kept and (n not in lying or len(lying) == len(ours)))
            mat.put(number, face)
        kept.append(number)
    loose = [number for number in ours if number not in kept]
    loose.sort(key=lambda number: number not in lying)  # those that lie there go first: they are the throw before
    thrown = loose[: wanted.count]
    fight_begins = wanted.along is not None
    idle = [n for n in lying if n not in thrown and n not in kept and (fight_begins or n in ours)]
    mat.lift(*idle)
    mat.throw(*thrown)
