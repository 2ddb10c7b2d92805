"""A robot that plays games of choices with the console's three buttons."""

from __future__ import annotations

from typing import Any

from firmware.games.choices.hand import throw_wanted, turned_up
from firmware.games.choices.laid import OPEN
from firmware.games.choices.referee import ChoiceReferee
from firmware.play.cards import BY_HAND
from firmware.play.events import Picked, Pressed
from firmware.practice.deck import Deck
from firmware.practice.robots import Robot
from rules.game import SEA
from rules.record import Record

TAP_S = 0.2  # from one press of an arrow to the next


class ChoiceRobot(Robot):
    _meant: tuple[int, Any] | None = None  # what it decided, at which entry of the record

    def play(self, task: str, now: float) -> None:
        if task == "throw":
            assert isinstance(self.table.referee, ChoiceReferee)
            throw_wanted(self.mat, self.table.referee, self.table.state)
        elif (
            task == "choose"
            and self.table.expects.options
            and (self.deck is None or not self._with_cards(self.deck, now))
        ):
            self._at_console(now)

    def _with_cards(self, deck: Deck, now: float) -> bool:
        """Cards are turned up, laid and taken where the eyes see it; says whether that was all there was to do."""
        record, expects, referee = self.table.record, self.table.expects, self.table.referee
        assert isinstance(referee, ChoiceReferee) and referee.customs.laying is not None
        laying, state, sea = referee.customs.laying, record.state, record.game.actor(record.state) is SEA
        if BY_HAND not in expects.options:
            pirate = None if sea else laying.taken_by(self._decided(record))
            if pirate is None or f"{OPEN}{pirate}" not in [option.key for option in expects.options]:
                return False
            deck.take(now, pirate)
        elif any(option.chosen for option in expects.options):  # these are all
            self.press(expects.seats[0], now)
        elif deck.pending:  # nobody could tell what it is
            deck.tidy(now)
        else:
            action = None if sea else self._decided(record)
            names = turned_up(referee, state, self.chance) if sea else laying.things.laid_by(state, action)
            if not names:
                return False
            deck.lay(now, *names)
        return True

    def _decided(self, record: Record) -> Any:
        """The same as long as nothing is done: its cards may lie there already."""
        if self._meant is None or self._meant[0] != len(record.entries):
            self._meant = len(record.entries), self.decide(record)
        return self._meant[1]

    def _at_console(self, now: float) -> None:
        """Arrows to what is meant, and choose; where there is only one thing to do, the player's own button does it."""
        record, expects, referee = self.table.record, self.table.expects, self.table.referee
        assert isinstance(referee, ChoiceReferee)
        keys = [option.key for option in expects.options]
        if len(keys) == 1 and expects.seats:
            self.press(expects.seats[0], now)
            return
        if record.game.actor(record.state) is SEA:  # a real card was turned up: any
            meant = keys[self.chance.randrange(0, len(keys))]
        else:
            decided = self.decide(record) if self.deck is None else self._decided(record)
            path = referee.customs.steps.path(record.state, decided)
            meant = next((pick for pick in path if pick in keys), keys[-1])
        if self.seats is not None:  # people move the arrows of this console too
            self.put(Picked(meant, now))
            return
        ahead = (keys.index(meant) - self.table.cursor) % len(keys)
        way, steps = ("right", ahead) if ahead <= len(keys) - ahead else ("left", len(keys) - ahead)
        for step in range(steps):
            self.put(Pressed(way, now + step * TAP_S))
        self.ready_at = now + steps * TAP_S
        self.put(Pressed("choose", self.ready_at))
