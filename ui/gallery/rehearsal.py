"""The house without a device, for pictures and tests: a workshop whose camera's pictures are rendered and read by the
real vision, a log book of games that robots played into a real journal, robots in full swing."""

from __future__ import annotations

import atexit
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from functools import cache
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from pygame import Surface

from firmware.books.history import Summary
from firmware.books.journal import Journal
from firmware.clock import FakeClock
from firmware.config import SHIPPED, Config, read
from firmware.play.evening import Evening
from firmware.play.events import Pressed
from rules import record as records
from rules.game import SEA, Game
from rules.record import Record
from rules.say import Message
from ui.gallery.folders import new_folder
from ui.games.staged import STAGED
from ui.look.theme import Layout
from ui.pages.attract import Submit
from ui.screen import Screen
from ui.sound import Speaker

if TYPE_CHECKING:
    from firmware.eyes.inspection import View
    from firmware.practice.hand import Hand
    from firmware.practice.session import Practice
    from firmware.practice.virtual import VirtualMat
    from vision.mat.calibrate import Calibration
    from vision.taught.profile import Profile


def at_once(work: Callable[[], Any]) -> Future[Any]:
    """A worker that has done it already."""
    future: Future[Any] = Future()
    try:
        future.set_result(work())
    except Exception as error:
        future.set_exception(error)
    return future


@cache
def thrown() -> Any:
    """Eight corsairs, thrown onto the virtual mat, one of them leaning."""
    from firmware.practice.house_dice import cubes_of
    from firmware.practice.virtual import VirtualCamera, VirtualMat
    from vision.mat import geometry

    clock = FakeClock()
    table = VirtualMat(cubes_of("corsair"), geometry.load(), clock, Random(4), (1280, 720))
    table.throw(*range(8))
    clock.advance(5)
    table.tilt(3, 25.0)
    return VirtualCamera(lambda: table).capture()


@cache
def looked_at() -> View:
    from firmware.eyes.inspection import inspect
    from firmware.practice.house_dice import profile_of
    from vision.mat import geometry

    return inspect(thrown(), geometry.load(), profile_of("corsair", geometry.load()))


@cache
def teaching_photos() -> Mapping[str, Any]:
    from firmware.practice.house_dice import photos
    from vision.mat import geometry

    return photos("corsair", geometry.load())


@cache
def history() -> Path:
    """A winter's games: robots play, the real journal keeps."""
    folder, chance, games = new_folder(), Random(7), list(STAGED.values())[:2]
    clock = FakeClock()
    journal = Journal.open(folder, clock)
    for number in range(9):
        staged = games[number % 2]
        game = staged.game
        players = chance.sample(("Anne", "Jack", "Zoé", "Louis"), 2 + number % 3)
        clock.advance(3 * 86400.0)
        record = _played(game, players, chance, clock.date().strftime("%Y-%m-%d %H:%M"))
        lines = records.write(record).rstrip("\n").split("\n")
        times = [min(6.0, chance.lognormvariate(-0.1, 0.55)) for _ in range(12 if staged.screen.RACED else 0)]
        journal.begin(lines)
        over = game.outcome(record.state)
        points = game.points(record.state) if game.points else ()
        journal.finish(
            Summary(
                game=game.key, players=tuple(players), scores=points, winners=over.winners if over else (),
                duration_s=1500.0 + 310 * number, claims_s=tuple(times),
            ).as_dict()
        )  # fmt: skip
    journal.close()
    return folder


def _played(game: Game[Any, Any], players: Sequence[str], chance: Random, date: str) -> Record:
    """A whole game between the game's own bots."""
    record = records.begin(game, players, None, date)
    while (actor := game.actor(record.state)) is not None:
        act = game.sea if actor is SEA else game.bot
        record = records.play(record, act(record.state, chance))
    return record


class Bench:
    """A workshop without a device: its camera shows one picture, its settings are not written down."""

    def __init__(self, picture: Callable[[], Any] = thrown) -> None:
        self.submit: Submit = at_once
        self.sounds: Speaker | None = None
        self.config: Config = read(SHIPPED)
        self.troubles: Mapping[str, Message] = {}
        self.picture = picture

    @property
    def games(self) -> Path:
        return history()

    def change(self, key: str, value: str | float | bool) -> None: ...
    def keep_dice(self, profile: Profile) -> None: ...
    def keep_lens(self, measured: Calibration) -> None: ...
    def power_off(self) -> None: ...

    def take_along(self, what: str) -> Message:
        return Message("Saved on the stick as {file}. It may be pulled out.", file="vigie/vigie-2026-11-18.parcel")

    def frame(self) -> Any:
        return self.picture()

    def inspect(self) -> View:
        return looked_at()

    def dice_in(self, photo: Any) -> int:
        from firmware.eyes.inspection import dice_in
        from vision.mat import geometry

        return dice_in(photo, geometry.load())

    def teach(self, kind: Any, photos: Mapping[str, Any]) -> Profile:
        from vision.mat import geometry
        from vision.taught.teach import teach

        return teach(photos, kind, "mine", geometry.load())

    def markers_in(self, photo: Any) -> int:
        from firmware.eyes.inspection import markers_in
        from vision.mat import geometry

        return markers_in(photo, geometry.load())

    def measure(self, shots: Sequence[Any]) -> Calibration:
        from vision.mat import calibrate, geometry

        return calibrate.measure({f"{n}": shot[:, :, 1].copy() for n, shot in enumerate(shots)}, geometry.load())


class House:
    """A host for the director: a real evening in a folder of its own, no device."""

    def __init__(self, folder: Path | None = None) -> None:
        folder = folder or new_folder()
        self.clock = FakeClock()
        self.journal = Journal.open(folder, self.clock)
        atexit.register(self.journal.close)
        self.evening = Evening(read(SHIPPED), self.clock, self.journal, Random(3))
        self.names_file = folder / "names.json"
        self.workshop = Bench()
        self.virtual: VirtualMat | None = None
        self.hand: Hand | None = None
        self.watched: list[str] = []
        self.connected: list[bool] = []

    def watch(self, game: str) -> None:
        self.watched.append(game)

    def put(self, event: Any) -> None:
        self.evening.hear(event)

    def live(self) -> Any:
        return None

    def connect(self, *, safe: bool = False) -> None:
        self.connected.append(safe)

    def submit(self, work: Callable[[], Any], /) -> Future[Any]:
        return at_once(work)

    def robots(self) -> Practice:
        return practice(next(iter(STAGED)))


@cache
def practice(game: str) -> Practice:
    """A game by robots in full swing."""
    from firmware.practice.session import Practice
    from vision.mat import geometry

    clock, chance = FakeClock(), Random(5)
    evening = Evening(read(SHIPPED), clock, Journal.open(new_folder(), clock), chance)
    evening.begin(game, ("Anne", "Jack", "Zoé"))
    robots = Practice(evening, clock, geometry.load(), chance)
    for _ in range(68):
        robots.step()
    return robots


def presses(button: str, count: int = 1) -> tuple[Pressed, ...]:
    return (Pressed(button, 0.0),) * count


def drawn(screen: Screen, layout: Layout, at: float) -> None:
    """A frame that nobody sees."""
    screen.draw(Surface((layout.width, layout.height)), at)
