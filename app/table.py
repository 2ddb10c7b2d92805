"""The table put together: window, device, evening and director, and the one loop that drives them."""

from __future__ import annotations

import argparse
import os
import random
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from firmware.clock import RealClock
from firmware.config import Config, load
from firmware.evening import Evening
from firmware.events import Event, Pressed, Released, Tick
from firmware.journal import Journal
from firmware.referees import HOSTED
from firmware.watchdog import WELL_AFTER_S, Starts, Watchdog
from rules.say import Message, Trouble
from ui.director import Director
from ui.inputs import Closed, Input
from ui.language import Language, language
from ui.screen import Screen, Window
from ui.sound import Speaker
from ui.theme import Layout
from vision.places import data_dir

if TYPE_CHECKING:  # cv2 comes with these: not before the first picture is shown
    from firmware.cameras import Camera
    from firmware.device import Device
    from firmware.robots import Robots
    from firmware.virtual import VirtualMat

FRAME_S = 1 / 60
VIRTUAL_SIZE = (1280, 720)
VIRTUAL_FPS = 15.0


class Host:
    """What the screens reach of the program around them."""

    def __init__(self, evening: Evening, virtual: bool) -> None:
        self.evening = evening
        self.names_file = data_dir() / "names.json"
        self.virtual: VirtualMat | None = None
        self.device: Device | None = None
        self._wants_virtual = virtual

    def connect(self) -> None:
        """Buttons, lamps, camera and eyes: after the first picture, because loading them takes its time."""
        from firmware.cameras import make
        from firmware.device import Device
        from firmware.gpio import open_factory

        factory, fault = open_factory()
        if self._wants_virtual:
            self._lay_out("series")
            fault = None  # on the virtual table keys are the buttons, and nothing is missing
        camera = self._rendered if self._wants_virtual else lambda: make(self.evening.config.camera)
        self.device = Device(self.evening.config, self.evening.clock, factory, camera, fault)
        self.device.start()

    def watch(self, game: str) -> None:
        """Look for the dice of this game from now on."""
        from firmware.house_dice import profile_of
        from vision import mat, profile

        if self.device is None:
            return
        kind = HOSTED[game].dice
        if self._wants_virtual:
            self._lay_out(game)
            self.device.eyes.watch(profile_of(kind, mat.load()), mat.load())
            return
        try:
            taught = profile.load(getattr(self.evening.config.dice, kind))
            self.device.eyes.watch(taught, mat.load(self.evening.config.mat.file or None))
        except Trouble as trouble:  # dice nobody has taught yet: they are put in by hand, and it is said
            from firmware.events import CameraLost

            self.device.eyes.watch(None, mat.load())
            self.evening.hear(CameraLost(trouble.message, self.evening.clock.now()))

    def put(self, event: Event) -> None:
        self.evening.hear(event)

    def live(self) -> Any:
        """The newest picture of the mat, for those who want to see it."""
        frame = self.device.eyes.frame if self.device is not None else None
        return None if frame is None else frame.image

    def service(self, layout: Layout, words: Language, leave: Callable[[], None]) -> Screen:
        from ui.service import Service

        return Service(self, layout, words, leave)

    def _rendered(self) -> Camera:
        from firmware.virtual import VirtualCamera

        return VirtualCamera(self._mat, VIRTUAL_FPS)

    def _mat(self) -> VirtualMat:
        assert self.virtual is not None
        return self.virtual

    def _lay_out(self, game: str) -> None:
        from firmware.house_dice import cubes_of
        from firmware.virtual import VirtualMat
        from vision import mat

        cubes = cubes_of(HOSTED[game].dice)
        self.virtual = VirtualMat(cubes, mat.load(), self.evening.clock, self.evening.chance, VIRTUAL_SIZE)


def open_table(arguments: argparse.Namespace) -> int:
    config, troubles = load()
    clock = RealClock()
    starts = Starts.begin(data_dir())
    window = Window(_size(arguments))
    words = language(arguments.lang or spoken(config))
    journal = Journal.open(data_dir() / "games", clock)
    evening = Evening(config, clock, journal, random.Random(arguments.seed if arguments.demo else None))
    host = Host(evening, wants_virtual(config) or arguments.demo)
    speaker = Speaker(config.sound.volume, config.sound.mute)
    director = Director(host, window.layout, words, speaker)
    window.show(director, clock.now())
    print(words.say(window.report), file=sys.stderr)
    for trouble in troubles:
        print(words.say(trouble), file=sys.stderr)
    watchdog = Watchdog(clock)
    try:
        host.connect()
        if arguments.demo:
            _begin_demo(host, director, arguments)
        watchdog.ready()
        run(host, window, director, watchdog, starts, arguments)
    except Exception as error:
        starts.blame(str(error))
        raise
    finally:
        watchdog.stopping()
        if host.device is not None:
            host.device.close()
        journal.close()
        speaker.close()
        window.close()
    starts.well()
    return 0


def run(
    host: Host, window: Window, director: Director, watchdog: Watchdog, starts: Starts, arguments: argparse.Namespace
) -> None:
    """The loop. One thread: it hears, steps and draws; it never waits for a worker."""
    evening, device = host.evening, host.device
    assert device is not None
    sys.setswitchinterval(0.001)  # a press must not wait for a worker's turn at the interpreter
    began, robots = evening.clock.now(), _robots(host) if arguments.demo else None
    next_frame = began
    while True:
        pressed: list[Input] = []
        for event in device.events(wait=next_frame - evening.clock.now()):
            if isinstance(event, Pressed | Released):
                pressed.append(event)  # a real button and its key are one
            else:
                evening.hear(event)
        now = evening.clock.now()
        for each in pressed:
            director.handle(each)
        if evening.table is not None:
            device.show(evening.table.expects.lamps)
        if now < next_frame:
            continue
        next_frame = now + FRAME_S
        for typed in window.inputs(now):
            if isinstance(typed, Closed):
                return
            director.handle(typed)
        if robots is not None:
            robots.act(now)
        evening.hear(Tick(now))
        window.show(director, now)
        watchdog.feed(device.camera.beat)
        if now - began > WELL_AFTER_S:
            starts.well()
            began = float("inf")


def _begin_demo(host: Host, director: Director, arguments: argparse.Namespace) -> None:
    from app.play import NAMES

    host.evening.begin(arguments.game, NAMES[: arguments.players])
    director.play(arguments.game)


def _robots(host: Host) -> Robots:
    from firmware.robots import Robots

    assert host.evening.table is not None and host.virtual is not None
    return Robots(host.evening.table, host.virtual, host.evening.chance, host.put)


def wants_virtual(config: Config) -> bool:
    """No camera at all, and the settings do not ask for one by name: then the table is virtual."""
    if config.camera.kind == "virtual":
        return True
    if config.camera.kind != "auto":
        return False
    return not list(Path("/dev").glob("video*"))


def spoken(config: Config) -> str:
    if config.language != "auto":
        return config.language
    return "fr" if os.environ.get("LANG", "").lower().startswith("fr") else "en"


def _size(arguments: argparse.Namespace) -> tuple[int, int] | None:
    if arguments.size is None:
        return (1280, 800) if arguments.window else None
    found = re.fullmatch(r"(\d+)[x×](\d+)", arguments.size)
    if found is None:
        raise Trouble(Message("'{text}' is not a size like 1280x800.", text=arguments.size))
    return int(found[1]), int(found[2])
