"""The hand at the virtual table in a game of choices: which of its dice are to be thrown now, which lie in the way."""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware.games.choices.referee import Action, ChoiceReferee, State
from firmware.play.cards import BY_HAND
from firmware.play.events import Picked
from firmware.practice.hand import TAKE_BACK, THROW, Deed, Hand
from rules.game import Chance

if TYPE_CHECKING:  # it brings OpenCV
    from firmware.practice.virtual import VirtualMat


class ChoiceHand(Hand):
    """A game with cards says which can be laid."""

    _laid = False  # cards that are all there are to be laid

    def offered(self, task: str) -> tuple[Deed, ...]:
        """Dice that fell wrong are simply thrown anew."""
        if task == "choose" and self.reads and self.deck is not None:
            return (TAKE_BACK,) if self.deck.pending else tuple(self.laying())
        return (THROW,) if task in ("throw", "enter", "fix") else ()

    def laying(self) -> dict[Deed, tuple[str, ...]]:
        """What can be laid or turned up now, and which cards that is."""
        return {}

    @property
    def reads(self) -> bool:
        """Cards are asked for that the eyes read."""
        return BY_HAND in self.table.expects.options

    def perform(self, key: str, at: float) -> None:
        assert isinstance(self.table.referee, ChoiceReferee)
        if self.table.expects.task != "choose":
            throw_wanted(self.mat, self.table.referee, self.table.state)
        elif self.deck is not None and key == TAKE_BACK.key:
            self.deck.tidy(at)
        elif self.deck is not None:
            self.deck.lay(at, *next(names for deed, names in self.laying().items() if deed.key == key))
            self._laid = True

    def tend(self, now: float) -> None:
        super().tend(now)
        meant = next((option for option in self.table.expects.options if option.chosen), None)
        if self._laid and meant is not None and self.reads:  # what was laid is all that was meant to be
            self.put(Picked(meant.key, now))
        self._laid = self._laid and self.deck is not None and (self.deck.pending or self.deck.waits(now))


def turned_up(referee: ChoiceReferee[State, Action], state: State, chance: Chance) -> tuple[str, ...]:
    """The cards that come off a pile now, as many as are asked for."""
    customs, names = referee.customs, list[str]()
    assert customs.laying is not None
    for _ in range(customs.laying.most(state)):
        action = customs.game.sea(state, chance)
        names += customs.laying.things.laid_by(state, action)
        state = customs.game.apply(state, action)
    return tuple(names)


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
