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
from vision.seen import Card


class Sitting(Desk):
    """A desk whose players do what the game's bot would do, with dice that chance throws."""

    def __init__(
        self,
        customs: Customs[Any, Any],
        players: tuple[str, ...],
        setup: Any,
        seed: int = 1,
        *,
        physical: bool = False,
        reads: bool = False,
    ) -> None:
        self.chance, self.customs = Random(seed), customs
        self.cards: list[Card] = []  # that lie in view
        self._places = 0
        referee = ChoiceReferee(customs, self.chance, physical, reads)
        super().__init__(customs.game, referee, players, setup)
        self.rest()
        if reads:
            self.look_at_cards()

    # -- cards that the eyes read ----------------------------------------------------------------------------------

    def look_at_cards(self) -> None:
        self.sees(*self.cards)

    def lay_cards(self, *names: str) -> None:
        """Printed ones, each in a place of its own, where the eyes see them."""
        assert self.customs.laying is not None
        numbers = self.customs.laying.things.numbers(self.state)
        for name in names:
            self._places += 1
            place = -30.0 + 67 * (self._places % 8), 50.0 + 90 * (self._places // 8 % 3)
            self.cards.append(Card(numbers[name], *place, "off"))
        self.look_at_cards()

    def take_cards(self, *names: str) -> None:
        assert self.customs.laying is not None
        numbers = self.customs.laying.things.numbers(self.state)
        for name in names:
            self.cards.remove(next(card for card in self.cards if card.number == numbers[name]))
        self.look_at_cards()

    @property
    def keys(self) -> list[str]:
        return [option.key for option in self.table.expects.options]

    # -- play ------------------------------------------------------------------------------------------------------

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
        elif self.keys[-1:] == ["by hand"]:
            sea = self.customs.game.actor(self.state) is SEA
            play = self.customs.game.sea if sea else self.customs.game.bot
            self.lay_for(play(self.state, self.chance))
        elif self.customs.game.actor(self.state) is SEA and self.table.expects.options:
            self.pick(self.table.expects.options[0].key)
        elif self.customs.game.actor(self.state) is SEA:
            self.table.hear(Tick(self.now))
        else:
            self.choose(self.customs.game.bot(self.state, self.chance))

    def lay_for(self, action: Any) -> None:
        """With cards, where it takes some; those that lay there before are put away first."""
        assert self.customs.laying is not None
        names = self.customs.laying.things.laid_by(self.state, action)
        if not names:
            self.choose(action)
            return
        open_ = self.customs.laying.open(self.state)
        called = self.customs.laying.names(self.state)
        self.cards = [card for card in self.cards if card.number is not None and called[card.number] in open_]
        self.look_at_cards()
        before = self.state
        self.lay_cards(*names)
        if self.state is before:
            self.press(self.table.players[self.table.expects.seats[0]])

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
