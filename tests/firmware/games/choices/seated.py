"""Games of choices at a desk: players who do what the game's bot would do, with dice that chance throws."""

from __future__ import annotations

from random import Random
from typing import Any

from firmware.games.choices.referee import ChoiceReferee, Customs
from firmware.games.duel.customs import CUSTOMS as DUEL
from firmware.games.sabords.customs import CUSTOMS as AUX
from firmware.play.events import Tick
from rules import duel, sabords
from rules.game import SEA
from rules.sabords.state import Deal
from tests.firmware.games.desk import Desk


class Sitting(Desk):
    """A desk whose players do what the game's bot would do, with dice that chance throws."""

    def __init__(
        self, customs: Customs[Any, Any], players: tuple[str, ...], setup: Any, seed: int = 1, *, physical: bool = False
    ) -> None:
        self.chance, self.customs = Random(seed), customs
        super().__init__(customs.game, ChoiceReferee(customs, self.chance, physical), players, setup)
        self.rest()

    def faces(self) -> list[str]:
        throw = self.customs.game.sea(self.state, self.chance)
        if hasattr(throw, "pips"):
            return [str(throw.pips)]
        return ["skull"] * throw.skulls + ["ship"] * throw.ships + ["blank"] * throw.blanks

    def throw(self, faces: list[str], body: str | None) -> None:
        """All dice of that colour that do not stay are taken up and come down anew."""
        wanted = self.customs.wanted(self.state)
        assert wanted is not None
        stay = list(wanted.kept or ())
        for die in list(self.dice):
            if die.body == body and wanted.kept is not None and die.face in stay:
                stay.remove(str(die.face))
            elif die.body == body:
                self.lift(die.id)
        for face in faces:
            self.change(self.lay(face), body=body, x_mm=60 + 200 * self.chance.random())
        self.rest()

    def go_on(self) -> None:
        wanted = self.customs.wanted(self.state)
        if wanted is not None:
            self.throw(self.faces(), wanted.body)
        elif self.customs.game.actor(self.state) is SEA and self.table.expects.options:
            self.pick(self.table.expects.options[0].key)
        elif self.customs.game.actor(self.state) is SEA:
            self.table.hear(Tick(self.now))
        else:
            self.choose(self.customs.game.bot(self.state, self.chance))

    def choose(self, action: Any) -> None:
        """The picks that lead there, one after the other, as far as there is more than one way to go."""
        before = self.state
        for pick in self.customs.steps.path(before, action):
            if self.state is before:
                self.pick(pick)


def sat_down(game: str, seed: int = 1) -> Sitting:
    if game == "duel":
        return Sitting(DUEL, ("Anne", "Jack", "Zoé"), duel.Setup(level=3), seed)
    return Sitting(AUX, ("Anne", "Jack", "Zoé"), sabords.Setup(chests=2, cards=Deal.PHYSICAL), seed)


def until(desk: Sitting, there: Any) -> None:
    for _ in range(3000):
        if there(desk.state):
            return
        desk.go_on()
    raise AssertionError("never came to that")
