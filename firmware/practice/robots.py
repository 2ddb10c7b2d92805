"""Robots at the virtual table: they do with their hands what the table expects of the players.

For the demonstration, the attract mode and the tests. They see what people see: the dice as they lie, and the ribbon.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from firmware.games.choices.hands import throw_wanted
from firmware.games.choices.referee import READING, ChoiceReferee
from firmware.games.sabords.hands import Hands
from firmware.play.events import Corrected, Event, Picked, Pressed, player_button
from firmware.play.table import Table
from firmware.practice.virtual import VirtualMat
from rules import mille, series
from rules.game import SEA, Chance
from rules.record import Record
from rules.series.dice import there
from vision.seen import Zone

THINK_S = 0.4
TAP_S = 0.2  # from one press of an arrow to the next
Put = Callable[[Event], None]


class Robots:
    def __init__(self, table: Table, mat: VirtualMat, chance: Chance, put: Put) -> None:
        self._table = table
        self._mat = mat
        self._chance = chance
        self._put = put
        self._ready_at = 0.0
        self._touched_at = -1.0  # when dice were last touched: not before the camera has seen it is there more to do
        self._decide = self._bot if table.record.game.key != "aux" else Hands(table.record, chance).choice
        self._looked_for: Any = None  # the position in which somebody has already looked for a series

    def act(self, now: float) -> None:
        """Do the next thing, when the hands are free and the dice lie still."""
        seen = self._table.seen
        resting = seen is not None and seen.phase == "settled" and seen.at > self._touched_at
        if self._mat.busy or now < self._ready_at + THINK_S or not resting:
            return
        task = self._table.expects.task
        if task in {"jiggle", "ask", "fix"}:
            self._put_right(task, now)
        elif task != "over":
            plays = {"series": self._play_series, "mille": self._play_mille}
            plays.get(self._table.record.game.key, self._play_choices)(task, now)
        self._ready_at = max(self._ready_at, now)
        if self._mat.busy:
            self._touched_at = now

    # -- hands -----------------------------------------------------------------------------------------------------

    def _press(self, seat: int, at: float) -> None:
        self._put(Pressed(player_button(seat), at))

    def _cubes(self, ids: tuple[int, ...]) -> list[int]:
        """The virtual dice that the camera calls by these ids."""
        dice = {die.id: die for die in self._table.seen.dice} if self._table.seen else {}
        found = (self._mat.nearest(dice[each].x_mm, dice[each].y_mm) for each in ids if each in dice)
        return [number for number in found if number is not None]

    def _put_right(self, task: str, now: float) -> None:
        """A die that leans is laid flat, one that cannot be read is spoken for, one too many is taken away."""
        leaning = [number for number, die in self._mat.lying().items() if die.tilt]
        cubes = self._cubes(self._table.expects.dice)
        if leaning:
            for number in leaning:
                self._mat.tilt(number, 0.0)
            self._mat.wave(self._mat.lying()[leaning[0]].x, 150.0, 0.4)
        elif task == "ask" and cubes:
            face = self._mat.lying()[cubes[0]].face
            die = series.next_die(self._table.state) if isinstance(self._table.state, series.Race) else READING
            self._put(Corrected(die or 0, face.name, face.colour, now))
        elif task == "fix" and isinstance(self._table.state, mille.Mille) and self._table.state.turn.dice:
            self._lay_as_they_were(self._table.state.turn)
        elif task == "jiggle" and cubes:  # it only looked as if it leant
            self._nudge(*cubes)
        elif cubes:
            self._mat.lift(*cubes)
        elif self._mat.in_hand:
            self._mat.throw(self._mat.in_hand[0])

    def _lay_as_they_were(self, turn: mille.Turn) -> None:
        """A thrown die hit one that was to stay, say: what differs is turned back by hand to what the game knows. Where
        nothing differs, the camera may see better what is moved a little."""
        wanted = Counter((face.value, number in turn.laid) for number, face in enumerate(turn.dice))
        lying, differ = self._mat.lying(), []
        for number in range(len(self._mat.cubes)):
            die = lying.get(number)
            shown = (die.face.name, self._zone(number) == "island") if die else ("", False)
            wanted.subtract([shown])
            if wanted[shown] < 0:
                differ.append(number)
        for number, (face, laid) in zip(differ, (+wanted).elements(), strict=True):
            self._mat.put(number, face)
            if laid:
                self._mat.aside(number, "island")
        if not differ:
            self._nudge(self._chance.randrange(0, len(self._mat.cubes)))

    def _nudge(self, *numbers: int) -> None:
        for number in numbers:
            self._mat.aside(number, self._zone(number))

    def _zone(self, number: int) -> Zone:
        die = self._mat.lying()[number]
        zone = self._mat.mat.zone_of(die.x, die.y)
        return "track" if zone == "off" else zone

    # -- the treasure race -----------------------------------------------------------------------------------------

    def _play_series(self, task: str, now: float) -> None:
        state = self._table.state
        if task == "take":
            self._mat.lift(*self._cubes(self._table.expects.dice))
        elif task == "name":
            self._name(now)
        elif state.fresh and self._looked_for is not state and there(state.track) and self._chance.random() < 0.8:
            self._looked_for = state
            first = self._chance.randrange(0, len(state.players))
            self._press(first, now)
            if self._chance.random() < 0.5:  # somebody else saw it too, a little later
                self._press((first + 1) % len(state.players), now + 0.02 + 0.3 * self._chance.random())
        elif task == "claim":
            self._put(Picked("pass", now))
        elif task == "throw" and self._mat.in_hand:
            self._mat.throw(self._mat.in_hand[0])

    def _name(self, now: float) -> None:
        options = self._table.expects.options
        best = {f"series:{named.value}" for named in series.best_of(there(self._table.state.track))}
        chosen = {option.key for option in options if option.chosen}
        missing = sorted(best - chosen) or ["claim"]
        self._put(Picked(missing[0] if best else "series:skull", now))

    # -- games of choices: Pirates en Duel, Aux Sabords ------------------------------------------------------------

    def _play_choices(self, task: str, now: float) -> None:
        referee = self._table.referee
        assert isinstance(referee, ChoiceReferee)
        if task == "throw":
            throw_wanted(self._mat, referee, self._table.state)
        elif task == "choose" and self._table.expects.options:
            self._at_console(referee, now)

    def _at_console(self, referee: ChoiceReferee, now: float) -> None:
        """Arrows to what is meant, and choose; where there is only one thing to do, the player's own button does it."""
        record, expects = self._table.record, self._table.expects
        keys = [option.key for option in expects.options]
        if len(keys) == 1 and expects.seats:
            self._press(expects.seats[0], now)
            return
        if record.game.actor(record.state) is SEA:  # a real card was turned up: any
            meant = keys[self._chance.randrange(0, len(keys))]
        else:
            path = referee.customs.steps.path(record.state, self._decide(record))
            meant = next((pick for pick in path if pick in keys), keys[-1])
        ahead = (keys.index(meant) - self._table.cursor) % len(keys)
        way, steps = ("right", ahead) if ahead <= len(keys) - ahead else ("left", len(keys) - ahead)
        for step in range(steps):
            self._put(Pressed(way, now + step * TAP_S))
        self._ready_at = now + steps * TAP_S
        self._put(Pressed("choose", self._ready_at))

    def _bot(self, record: Record) -> Any:
        return record.game.bot(record.state, self._chance)

    # -- Mille Sabords ---------------------------------------------------------------------------------------------

    def _play_mille(self, task: str, now: float) -> None:
        state = self._table.state
        if task == "card":
            options = self._table.expects.options
            self._put(Picked(options[self._chance.randrange(0, len(options))].key, now))
        elif task == "throw":
            if self._mat.in_hand and len(self._mat.in_hand) < len(self._mat.cubes):
                self._mat.throw(*self._mat.in_hand)
            elif not state.turn.rolling and state.turn.dice:  # they lie there, and the camera does not see them
                self._lay_as_they_were(state.turn)
            elif state.turn.island:
                self._mat.throw(*self._showing([face for face in state.turn.dice if face != mille.Face.SKULL]))
            else:
                self._mat.throw(*range(len(self._mat.cubes)))
        elif task in {"choose", "guardian"}:
            self._choose(now)

    def _choose(self, now: float) -> None:
        state = self._table.state
        match mille.GAME.bot(state, self._chance):
            case mille.Rethrow(dice):
                self._mat.throw(*self._showing([state.turn.dice[number] for number in dice]))
            case mille.Lay(dice):
                for number in self._showing([state.turn.dice[die] for die in dice]):
                    self._mat.aside(number, "island")
            case _:
                self._press(state.turn.seat, now)

    def _showing(self, faces: list[Any]) -> list[int]:
        """Dice on the mat that show these faces, those on the track first."""
        zone_of = self._mat.mat.zone_of
        lying = sorted(self._mat.lying().items(), key=lambda item: zone_of(item[1].x, item[1].y) != "track")
        found: list[int] = []
        for face in faces:
            found += [number for number, die in lying if die.face.name == face and number not in found][:1]
        return found
