"""Every setting on the workshop's page does what it says: with another value the game at the table is another."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Future
from pathlib import Path
from random import Random
from typing import Any

import pytest

from app.workshop import Workshop
from firmware.books.journal import Journal
from firmware.clock import FakeClock
from firmware.config import Config, load
from firmware.panel.buttons import Buttons
from firmware.panel.gpio import PracticeFactory
from firmware.play.evening import Evening
from firmware.play.events import CameraLost, Corrected, Pressed, Tick, player_button
from rules import series
from rules.say import Message
from ui.gallery.games import Played
from ui.games.mille.screen import MilleScreen
from ui.look.theme import Layout
from ui.sound import Speaker
from ui.words.language import language
from ui.workshop.settings import SETTINGS, Setting


class Room:
    """A table whose settings are changed on the workshop's page, and then a game."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.clock, self.speaker = folder, FakeClock(), Speaker()
        self.journal = Journal.open(folder / "games", self.clock)
        config, _ = load()
        self.evening = Evening(config, self.clock, self.journal, Random(1))
        self.shop = Workshop(self.evening, self.speaker, _at_once, lambda: None, lambda: None, lambda: None)

    @property
    def config(self) -> Config:
        return self.evening.config

    def race(self) -> None:
        self.evening.begin("series", ("Anne", "Jack"))
        self.evening.hear(CameraLost(Message("no camera"), self.clock.now()))

    def throw(self, face: str, colour: str) -> None:
        assert self.evening.table is not None
        die = series.next_die(self.evening.table.state)
        assert die is not None
        self.evening.hear(Corrected(die, face, colour, self.clock.now()))

    def press(self, seat: int, at: float) -> None:
        self.evening.hear(Pressed(player_button(seat), at))

    @property
    def fuse(self) -> float:
        assert self.evening.table is not None
        expects = self.evening.table.expects
        assert expects.until is not None
        return round(expects.until - expects.since, 3)

    def close(self) -> None:
        self.journal.close()
        self.speaker.close()


def _at_once(work: Callable[[], Any]) -> Future[Any]:
    done: Future[Any] = Future()
    done.set_result(work())
    return done


@pytest.fixture
def room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Room]:
    monkeypatch.setenv("VIGIE_DATA", str(tmp_path))
    at = Room(tmp_path)
    yield at
    at.close()


def heard(room: Room) -> Any:
    """How loud a bell is."""
    room.speaker.play("bell")
    return room.speaker.volume, room.speaker.mute


def in_one_moment(room: Room) -> Any:
    """What becomes of two presses 12 milliseconds apart."""
    room.race()
    for _ in range(3):
        room.throw("palm", "red")
    now = room.clock.now()
    room.press(0, now)
    room.press(1, now + 0.012)
    room.evening.hear(Tick(room.clock.advance(1.0)))
    assert room.evening.table is not None
    return room.evening.table.expects.task


def time_to_name(room: Room) -> Any:
    room.race()
    for _ in range(3):
        room.throw("palm", "red")
    room.press(0, room.clock.now())
    room.evening.hear(Tick(room.clock.advance(1.0)))
    assert room.evening.table is not None and room.evening.table.expects.task == "name"
    return room.fuse


def time_to_claim(room: Room) -> Any:
    room.race()
    for _ in range(12):
        room.throw("palm", "red")
    assert room.evening.table is not None and room.evening.table.expects.task == "claim"
    return room.fuse


def advice(room: Room) -> Any:
    """Whether the screen of a game that is begun now has an adviser."""
    game = Played("mille", ("Anne", "Jack"), config=room.config)
    screen = game.watch(Layout(800, 480), language("en"))
    assert isinstance(screen, MilleScreen)
    return screen.adviser is not None


def buttons(room: Room) -> Any:
    """Which buttons are listened to."""
    open_ = Buttons(room.config, PracticeFactory(room.clock), room.clock, lambda event: None)
    try:
        return sorted(wire.name for wire in room.config.wires() if wire.use == "button"), len(open_.troubles)
    finally:
        open_.close()


OBSERVED: dict[str, Callable[[Room], Any]] = {
    "sound.volume": heard,
    "sound.mute": heard,
    "play.tie_window_ms": in_one_moment,
    "play.name_limit_s": time_to_name,
    "play.claim_limit_s": time_to_claim,
    "play.advice": advice,
    "players": buttons,
}


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: setting.key)
def test_a_setting_with_another_value_makes_another_game(setting: Setting, room: Room) -> None:
    assert setting.key in OBSERVED, "a new setting needs a word here of what it changes at the table"
    seen = []
    for value in (setting.values[0], setting.values[-1]):
        room.shop.change(setting.key, value)
        assert setting.now(room.config) == value
        seen.append(OBSERVED[setting.key](room))
    assert seen[0] != seen[1]


@pytest.mark.parametrize(("key", "value"), [("play.name_limit_s", 60), ("play.claim_limit_s", 120)])
def test_a_game_that_has_begun_keeps_its_times_also_after_a_power_cut(key: str, value: int, room: Room) -> None:
    room.race()
    assert room.evening.table is not None
    kept = room.evening.table.state.setup
    room.shop.change(key, value)
    assert room.evening.table.state.setup == kept
    assert room.evening.resume().state.setup == kept
    room.race()
    assert room.evening.table.state.setup != kept


def test_the_table_and_the_rules_agree_on_the_usual_times(room: Room) -> None:
    setup = series.Setup()
    assert (setup.naming_seconds, setup.redeal_seconds) == (
        room.config.play.name_limit_s,
        room.config.play.claim_limit_s,
    )


def test_the_usual_times_are_not_written_into_every_game(room: Room) -> None:
    room.race()
    assert not any(line.startswith("setup") for line in room.journal.unfinished() or ())


def test_what_a_running_game_keeps_is_said(room: Room) -> None:
    at_once = {setting.key for setting in SETTINGS if setting.counts is None}
    assert at_once == {"sound.volume", "sound.mute", "play.advice"}
