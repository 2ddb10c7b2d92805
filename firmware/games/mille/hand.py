"""The hand at the virtual table in Mille Sabords: dice are marked to be thrown again, the others are laid aside, and
those that were won may be laid on the treasure island."""

from __future__ import annotations

from firmware.games.mille.marks import THINGS
from firmware.games.mille.mat import not_allowed
from firmware.play.cards import BY_HAND
from firmware.play.events import Lifted
from firmware.practice.hand import TAKE_BACK, THROW, Deed, Hand, Lies
from rules import mille
from rules.mille.score import DICE, Card, Face
from rules.mille.state import Lay, Mille, Rethrow
from rules.say import Message

ALL = Message("Throw all eight")
LAY = Message("To the island")
TURN = Deed("turn", Message("Turn over a card"), "card")
CHOOSING = ("choose", "guardian")


class MilleHand(Hand):
    @property
    def _state(self) -> Mille:
        state: Mille = self.table.state
        return state

    @property
    def markable(self) -> frozenset[int]:
        turn = self._state.turn
        if self.table.expects.task not in CHOOSING or turn.rolling or self.table.paused is not None:
            return frozenset()
        saved = turn.card is Card.GUARDIAN and not turn.guarded
        return frozenset(n for n, face in enumerate(turn.dice) if face is not Face.SKULL or saved)

    def offered(self, task: str) -> tuple[Deed, ...]:
        state, turn = self._state, self._state.turn
        if task == "card":
            if self.deck is None:
                return ()
            if self.deck.pending:
                return (TAKE_BACK,)
            return (TURN,) if BY_HAND in self.table.expects.options else ()
        if task in CHOOSING and self.marked:
            marked = tuple(sorted(self.marked))
            again = Message("Throw {n}", n=len(marked))
            deeds: tuple[Deed, ...] = (Deed(THROW.key, again, "cup", not_allowed(state, Rethrow(marked))),)
            if turn.card is Card.TREASURE_ISLAND and not_allowed(state, Lay(marked)) is None:
                deeds += (Deed("lay", LAY, "island"),)
            return deeds
        if task not in ("throw", "enter"):
            return ()
        many = len(turn.thrown) if turn.rolling else 0
        if turn.rolling and 0 < many < DICE:
            return (Deed(THROW.key, Message("Throw {n}", n=many), "cup"),)
        return (Deed(THROW.key, ALL, "cup"),)

    def perform(self, key: str, at: float) -> None:
        turn = self._state.turn
        if key == TAKE_BACK.key and self.deck is not None:
            self.deck.tidy(at)
            return
        if key == TURN.key and self.deck is not None:
            self.deck.lay(at, *THINGS.laid_by(self._state, mille.sea(self._state, self.chance)))
            return
        if key == "lay":
            for number in self.lying_as(sorted(self.marked)):
                self.mat.aside(number, "island")
            return
        if self.table.expects.task in CHOOSING:
            thrown = self._cubes(sorted(self.marked))
            self.put(Lifted(tuple(sorted(self.marked)), at))
        elif 0 < len(turn.thrown) < DICE and turn.rolling:
            kept = self._showing([turn.dice[n] for n in range(DICE) if n not in turn.thrown])
            thrown = [number for number in range(len(self.mat.cubes)) if number not in kept]
        else:
            thrown = list(range(len(self.mat.cubes)))
        self._aside(thrown)
        self.mat.throw(*thrown, clear=True)

    def _cubes(self, numbers: list[int]) -> list[int]:
        found = self.lying_as(numbers)
        if len(set(found)) == len(numbers):
            return found
        return self._showing([self._state.turn.dice[number] for number in numbers])

    def _showing(self, faces: list[Face]) -> list[int]:
        """Dice on the mat that show these, those laid aside first."""
        lying = sorted(self.mat.lying().items(), key=lambda item: self._on_track(item[0]))
        found: list[int] = []
        for face in faces:
            found += [number for number, die in lying if die.face.name == face and number not in found][:1]
        return found

    def _on_track(self, number: int) -> bool:
        die = self.mat.lying()[number]
        return self.mat.mat.zones["track"].holds(die.x, die.y)

    def _aside(self, thrown: list[int]) -> None:
        """What stays is laid where no thrown die can hit it."""
        for number in list(self.mat.lying()):
            if number not in thrown and self._on_track(number):
                self.mat.aside(number, "reserve")

    def lies(self) -> tuple[Lies, ...] | None:
        turn = self._state.turn
        if turn.card is None or not turn.dice:
            return None if turn.card is None else ()
        kept = [n for n in range(len(turn.dice)) if not (turn.rolling and n in turn.thrown)]
        return tuple(Lies(turn.dice[n].value, None, "island" if n in turn.laid else None) for n in kept)
