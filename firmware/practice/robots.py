"""Robots at the virtual table: they do with their hands what the table expects of the players.

For the demonstration, the attract mode and the tests they play everybody; at a table with people (see companion.py)
only the seats that are theirs. They see what people see: the dice as they lie, and the ribbon. How a game is played
stands in its own room; what hands do in every game stands here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from firmware.play.events import READING, Corrected, Event, Pressed, player_button
from firmware.play.table import Table
from rules.game import Chance, Seat
from rules.record import Record
from rules.skill import skilled
from vision.seen import Zone

if TYPE_CHECKING:  # it brings OpenCV
    from firmware.practice.deck import Deck
    from firmware.practice.virtual import VirtualMat

THINK_S = 0.4
HUMAN_S = (0.6, 1.8)  # a robot at a table with people takes as long as they, so that they can follow
SAME_MM = 12.0  # a die lies so near to where it was seen; another, at least its edge away, may have been beside it
Put = Callable[[Event], None]


class Robot:
    """A game fills in `play`, and what it knows better than others of dice that lie wrong."""

    def __init__(self, table: Table, mat: VirtualMat | None, chance: Chance, put: Put) -> None:
        self.table = table
        self._mat = mat  # None: real dice, which it has no hands for
        self.chance = chance
        self.put = put
        self.ready_at = 0.0
        self.seats: Mapping[Seat, str] | None = None  # whom it plays, and how well; None: everybody, as well as it can
        self.deck: Deck | None = None  # cards that lie where the eyes read them
        self._waits: object = None  # what it was asked last
        self._touched_at = -1.0  # when dice were last touched: not before the camera has seen it is there more to do

    @property
    def mat(self) -> VirtualMat:
        assert self._mat is not None, "there are no dice here that a robot could touch"
        return self._mat

    @property
    def handless(self) -> bool:
        return self._mat is None

    def act(self, now: float) -> None:
        """Do the next thing, when the hands are free and the dice lie still."""
        if self.deck is not None:
            self.deck.tend(now)
            if self.deck.waits(now):
                return
        seen, busy = self.table.seen, not self.handless and self.mat.busy
        resting = seen is not None and seen.phase == "settled" and seen.at > self._touched_at
        if self.handless:
            resting = seen is None or seen.phase == "settled"
        if busy or now < self.ready_at + THINK_S or not resting or not self._asked(now):
            return
        task = self.table.expects.task
        if task in {"jiggle", "ask", "fix"}:
            if not self.handless:
                self._put_right(task, now)
        elif task != "over":
            self.play(task, now)
        self.ready_at = max(self.ready_at, now)
        if not self.handless and self.mat.busy:
            self._touched_at = now

    def _asked(self, now: float) -> bool:
        """Something is expected of a seat that it plays. At a table with people it thinks about it as long as they."""
        if self.seats is None:
            return True
        expects = self.table.expects
        if not self.answers(expects.seats):
            return False
        waits = (len(self.table.record.entries), expects.task, len(expects.options))
        if waits != self._waits:
            self._waits, self.ready_at = waits, now + HUMAN_S[0] + (HUMAN_S[1] - HUMAN_S[0]) * self.chance.random()
            return False
        return True

    def answers(self, asked: tuple[Seat, ...]) -> bool:
        """What is asked of these players is for it to do."""
        return self.seats is None or (bool(asked) and all(seat in self.seats for seat in asked))

    def decide(self, record: Record) -> Any:
        """The action of whoever's turn it is, as well as they play."""
        actor = record.game.actor(record.state)
        skill = self.seats.get(actor, "keen") if self.seats is not None and isinstance(actor, int) else "keen"
        return skilled(record.game, record.state, self.chance, skill)

    # -- for a game to fill in -------------------------------------------------------------------------------------

    def play(self, task: str, now: float) -> None:
        raise NotImplementedError

    def unread(self) -> int:
        """The game's number of the die that the players are asked about."""
        return READING

    def restore(self) -> bool:
        """Lays the dice as the game knows them; False where it knows nothing of how they should lie."""
        return False

    # -- hands -----------------------------------------------------------------------------------------------------

    def press(self, seat: int, at: float) -> None:
        self.put(Pressed(player_button(seat), at))

    def cubes(self, ids: tuple[int, ...]) -> list[int]:
        """The virtual dice that the camera calls by these ids."""
        return cubes(self.mat, self.table, ids)

    def nudge(self, *numbers: int) -> None:
        for number in numbers:
            self.mat.aside(number, self.zone(number))

    def zone(self, number: int) -> Zone:
        die = self.mat.lying()[number]
        zone = self.mat.mat.zone_of(die.x, die.y)
        return "track" if zone == "off" else zone

    def _put_right(self, task: str, now: float) -> None:
        """A die that leans is laid flat, one that cannot be read is spoken for, one too many is taken away."""
        leaning = [number for number, die in self.mat.lying().items() if die.tilt]
        cubes = self.cubes(self.table.expects.dice)
        if leaning:
            for number in leaning:
                self.mat.tilt(number, 0.0)
            self.mat.wave(self.mat.lying()[leaning[0]].x, 150.0, 0.4)
        elif task == "ask" and cubes:
            face = self.mat.lying()[cubes[0]].face
            self.put(Corrected(self.unread(), face.name, face.colour, now))
        elif task == "fix" and self.restore():
            return
        elif task == "jiggle" and cubes:  # it only looked as if it leant
            self.nudge(*cubes)
        elif cubes:
            self.mat.lift(*cubes)
        elif self.mat.in_hand:
            self.mat.throw(self.mat.in_hand[0])


def cubes(mat: VirtualMat, table: Table, ids: tuple[int, ...]) -> list[int]:
    """The virtual dice that the camera calls by these ids."""
    dice = {die.id: die for die in table.seen.dice} if table.seen else {}
    found = (mat.nearest(dice[each].x_mm, dice[each].y_mm, SAME_MM) for each in ids if each in dice)
    return [number for number in found if number is not None]
