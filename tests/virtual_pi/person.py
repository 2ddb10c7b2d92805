"""Somebody who plays at the machine by its console alone, and throws dice before its camera.

What to press is asked of a table of our own, which is brought to where the machine's journal says that the game stands:
the same rules and referees say what is expected, and in which order the console has it."""

from __future__ import annotations

import random
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol

from app.bench.people.sense import Sense
from firmware.books.journal import Journal
from firmware.clock import FakeClock
from firmware.config import SHIPPED, read
from firmware.games.choices.hand import throw_wanted
from firmware.games.choices.referee import ChoiceReferee
from firmware.games.hosted import HOSTED
from firmware.play.evening import Evening
from firmware.play.events import Picked
from firmware.play.table import Table
from firmware.practice.virtual import VirtualMat
from rules import series
from rules.sabords.state import Aux
from rules.series.dice import ALL_SERIES, there
from ui.games.sabords import secret

GAMES = tuple(HOSTED)


class Place(Protocol):
    """Where it is played: the machine, or a rehearsal of ours."""

    def press(self, *buttons: str) -> None: ...
    def journal(self) -> list[str]: ...
    def shown(self, before: Sequence[str], what: str) -> None:
        """Waits until the journal has another line than these, and a picture has come after it."""

    @property
    def laid(self) -> VirtualMat: ...


class Person:
    def __init__(self, place: Place, seed: int = 1) -> None:
        self.place, self.chance = place, random.Random(seed)
        self.sense = Sense(self.chance)
        self.did: list[str] = []  # one word for each thing done

    def begin(self, game: str) -> None:
        """From the title: play, the game, start."""
        before = self.place.journal()
        self.place.press("choose")
        self.place.press(*["right"] * GAMES.index(game), "choose")
        self.place.press("choose")
        self.place.shown(before, f"{game} begun")
        self.did = []

    def play(self, until: Callable[[list[str]], bool], most: int = 40) -> None:
        """One thing after the other, until that is true of what has been done."""
        for _ in range(most):
            if until(self.did):
                return
            self.step()
        raise AssertionError(f"not within {most} things done: {', '.join(self.did)}")

    def step(self) -> str:
        lines = self.place.journal()
        with standing(lines, self.chance) as (table, clock):
            word = self._do(table, clock)
        self.place.shown(lines, word)
        self.did.append(word)
        return word

    def _do(self, table: Table, clock: FakeClock) -> str:
        """What is expected now, done; one word for it."""
        state, task, laid = table.state, table.expects.task, self.place.laid
        if isinstance(state, series.Race):
            if task == "take":
                laid.lift(*laid.lying())
                return "take"
            if state.fresh and there(state.track):
                return self._claim(table)
            die = series.next_die(state)
            assert die is not None
            laid.throw(die, clear=True)
            return "throw"
        if isinstance(table.referee, ChoiceReferee):
            if task != "throw":
                return self._choose(table, clock)
            throw_wanted(laid, table.referee, state)
            return "throw"
        if task == "card":
            self.place.press("choose")
            return "card"
        if task == "throw":
            laid.throw(*range(len(laid.cubes)), clear=True)
            return "throw"
        self.place.press(f"player{table.expects.seats[0] + 1}")
        return "stop"

    def _claim(self, table: Table) -> str:
        """The first player's own button, and the best series is pointed at."""
        best = min(series.best_of(there(table.state.track)), key=ALL_SERIES.index)
        at = ALL_SERIES.index(best)
        self.place.press("player1")
        self.place.press(*["right"] * at, "choose")
        self.place.press(*["right"] * (len(ALL_SERIES) - at), "choose")
        return "claim"

    def _choose(self, table: Table, clock: FakeClock) -> str:
        """By the arrows to what is meant, as often as something is offered, until it is done."""
        entries, at = len(table.record.entries), 0
        if isinstance(table.state, Aux) and secret.asked(table.state) is not None:
            self.place.press("choose")  # cards lie covered, until whoever holds them wants to see them
        for _ in range(12):
            keys = [option.key for option in table.expects.options]
            meant = next((name for name in self.sense.wishes(table, frozenset()) if name in keys), keys[-1])
            self.place.press(*["right"] * ((keys.index(meant) - at) % len(keys)), "choose")
            table.hear(Picked(meant, clock.now()))
            if len(table.record.entries) > entries:
                return meant.split(":")[0].split()[0]
            stays = meant in [option.key for option in table.expects.options]
            at = keys.index(meant) if stays else 0
        raise AssertionError(f"nothing comes of {meant}")


@contextmanager
def standing(lines: Sequence[str], chance: random.Random) -> Iterator[tuple[Table, FakeClock]]:
    """A table of our own at which the game stands as these lines say."""
    clock = FakeClock()
    with tempfile.TemporaryDirectory() as folder:
        journal = Journal.open(Path(folder), clock)
        try:
            journal.begin(list(lines))
            yield Evening(read(SHIPPED), clock, journal, chance).resume(), clock
        finally:
            journal.close()
