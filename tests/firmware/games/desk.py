"""A table for tests of the referees: says what the camera sees and who presses, in the words of the table."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from firmware.play.events import CardsSeen, Looked, Picked, Pressed, Tick, player_button
from firmware.play.referee import Lamp
from firmware.play.table import Table
from firmware.play.umpire import Umpire
from rules import record as records
from rules.game import Game
from vision.seen import Card, Die, Lying, Phase, Seen, Zone


class Desk:
    """`lines` is what went to disk."""

    def __init__(
        self, game: Game[Any, Any], referee: Umpire[Any, Any, Any], players: tuple[str, ...], setup: Any = None
    ) -> None:
        self.now = 100.0
        self.lines: list[str] = []
        self.dice: list[Die] = []
        self._next_id = 0
        record = records.begin(game, players, setup)
        self.table = Table(record, referee, self.lines.append, self.now)

    # -- what lies on the mat --------------------------------------------------------------------------------------

    def lay(self, face: str | None, colour: str | None = None, zone: Zone = "track", state: Lying = "flat") -> int:
        """One die more on the mat; says its id. Nothing is seen before `rest`."""
        self._next_id += 1
        where = 60.0 + 20 * (self._next_id % 11)
        self.dice.append(Die(face, colour, "white", where, 100.0, zone, state, 0.98, id=self._next_id))
        return self._next_id

    def change(self, die: int, **changes: Any) -> None:
        self.dice = [replace(each, **changes) if each.id == die else each for each in self.dice]

    def lift(self, *dice: int) -> None:
        self.dice = [each for each in self.dice if each.id not in dice]

    def _look(self, phase: Phase, dice: tuple[Die, ...]) -> None:
        self.table.hear(Looked(Seen(self.now, phase, dice)))

    def roll(self) -> None:
        self.later(0.1)
        self._look("moving", tuple(self.dice))

    def hand(self) -> None:
        """Somebody's hand is over the mat."""
        self.later(0.1)
        self._look("hand", tuple(self.dice))

    def rest(self) -> None:
        self.later(0.3)
        self._look("settled", tuple(self.dice))

    def sees(self, *cards: Card) -> None:
        """These cards lie in view now, and no others."""
        self.later(0.1)
        self.table.hear(CardsSeen(cards, self.now))

    # -- buttons and time ------------------------------------------------------------------------------------------

    def later(self, seconds: float) -> None:
        self.now += seconds
        self.table.hear(Tick(self.now))

    def press(self, player: str, after: float = 0.0) -> None:
        """A press whose edge came `after` seconds from now, without time moving on."""
        self.table.hear(Pressed(player_button(self.table.players.index(player)), self.now + after))

    def pick(self, *options: str) -> None:
        for option in options:
            self.table.hear(Picked(option, self.now))

    # -- what the table says ---------------------------------------------------------------------------------------

    @property
    def state(self) -> Any:
        return self.table.state

    @property
    def task(self) -> str:
        return self.table.expects.task

    @property
    def said(self) -> str:
        return str(self.table.expects.message)

    def lamp(self, player: str) -> Lamp:
        return self.table.expects.lamps[self.table.players.index(player)]

    def moments(self) -> list[str]:
        return [moment.name for moment in self.table.moments]
