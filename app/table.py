"""The table put together: window, device, evening and director, and the one loop that drives them."""

from __future__ import annotations

import argparse
import os
import random
import sys
import tempfile
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from copy import copy
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app import startup
from app.loop import Loop, at_the_ready
from app.play import language_of
from app.workshop import Workshop, kiosk, power_off_machine
from firmware import faults, refused
from firmware.books.journal import Journal, JournalTrouble
from firmware.clock import FakeClock, RealClock
from firmware.config import Config, load
from firmware.games.hosted import HOSTED
from firmware.play.evening import Evening
from firmware.play.events import Event
from firmware.watchdog import WELL_AFTER_S, Starts, Watchdog
from rules.say import Message
from ui.breath import listening
from ui.director import Director
from ui.games.staged import STAGED
from ui.pages.first import curtain
from ui.pages.people import DEFAULT_NAMES
from ui.screen import Window
from ui.sound import Speaker
from ui.words.language import language
from vision.log import LOG
from vision.places import data_dir

if TYPE_CHECKING:  # they take their time to load: not before the first picture is shown
    from firmware.device import Device
    from firmware.eyes.cameras import Camera
    from firmware.practice.companion import Companion
    from firmware.practice.hand import Hand
    from firmware.practice.robots import Robot
    from firmware.practice.session import Practice
    from firmware.practice.virtual import VirtualMat
    from vision.time.watch import Watcher

VIRTUAL_SIZE = (1280, 720)
# What is on record while a start may still fail: one that dies without a word died then.
AT_BUTTONS = Message("it ended without a word while the buttons were opened.")
AT_CAMERA = Message("it ended without a word after the camera was switched on.")


class Host:
    """What the screens reach of the program around them."""

    virtual_size = VIRTUAL_SIZE

    def __init__(self, evening: Evening, virtual: bool, sounds: Speaker | None = None) -> None:
        self.evening = evening
        self.names_file = data_dir() / "names.json"
        self.virtual: VirtualMat | None = None
        self.hand: Hand | None = None  # over it
        self.device: Device | None = None
        self.companion: Companion | None = None  # robots that sit at the table
        self.closing = False  # somebody chose to shut down
        self.buttons_failed = False  # the last starts died while they were opened
        self.opening: Callable[[Message], None] = lambda part: None  # is told what is opened next
        self._wants_virtual = virtual
        self._worker = ThreadPoolExecutor(1, "worker")
        self._stage: tuple[Journal, tempfile.TemporaryDirectory[str]] | None = None  # of the robots
        self.again = False  # to be started anew, which systemd does, and not switched off
        self.workshop = Workshop(evening, sounds, self.submit, lambda: self.device, self._shut_down, self._start_anew)

    def connect(self, *, safe: bool = False) -> None:
        """Buttons, lamps, camera and eyes: after the first picture, because loading them takes its time. `safe` leaves
        out the camera, and the buttons only if they failed: somebody must be able to choose how to go on."""
        from firmware.device import Device
        from firmware.eyes.cameras import make
        from firmware.panel.gpio import open_factory

        if self.device is not None:
            self.device.close()
        self.opening(AT_BUTTONS)
        factory, fault = (None, None) if safe and self.buttons_failed else open_factory()
        if self._wants_virtual:
            fault = None  # on the virtual table keys are the buttons, and nothing is missing
        camera = None if self._wants_virtual else partial(make, self.evening.config.camera)
        self.device = Device(self.evening.config, self.evening.clock, factory, _left_out if safe else camera, fault)
        self.evening.teach = self.device.eyes.learn
        if self._wants_virtual:
            self._lay_out(next(iter(HOSTED)))  # until a game is chosen
        self.opening(AT_CAMERA)
        self.device.start()

    def watch(self, game: str) -> None:
        """Look for the dice of this game from now on."""
        self.companion = None
        if self.device is not None:
            if self._wants_virtual:
                self._lay_out(game)
                self._take_seat(game)
            self.device.watch(self.dice_of(game), None if self._wants_virtual else game)
        evening = self.evening
        if evening.table is not None and evening.robots:
            from firmware.practice.companion import Companion

            mat = self.virtual if self._wants_virtual else None
            deck = self.hand.deck if self.hand is not None and mat is not None else None
            self.companion = Companion(evening.table, evening.robots, mat, evening.chance, self.put, deck)

    def _take_seat(self, game: str) -> None:
        table, mat = self.evening.table, self.virtual
        assert table is not None and mat is not None
        from firmware.practice.deck import Deck

        things, chance = HOSTED[game].things, self.evening.chance
        self.hand = HOSTED[game].hand(mat, table, chance, self.put)
        if things is not None and self.evening.house.reads_cards:
            self.hand.deck = Deck(mat, table, things, chance, self.put)
        self.hand.robots = frozenset(self.evening.robots)

    def dice_of(self, game: str) -> Callable[[], Watcher]:
        """How the eyes make their Watcher for this game's dice."""
        from firmware.eyes.watchers import house_dice, own_dice

        kind, config = HOSTED[game].dice, self.evening.config
        if self._wants_virtual:
            return partial(house_dice, kind)
        return partial(own_dice, getattr(config.dice, kind) or f"my-{kind}", config.mat.file, game)

    @property
    def beat(self) -> int:
        """Of whoever minds the eyes."""
        assert self.device is not None
        return self.device.eyes.beat

    def put(self, event: Event) -> None:
        self.evening.hear(event)

    def live(self) -> Any:
        """The newest picture of the mat, for those who want to see it."""
        return self.workshop.frame()

    def robots(self, game: str | None = None) -> Practice:
        """A game by robots on a table of their own, for the title page: any hosted game, with the house's dice."""
        from firmware.practice.onlooker import Onlooker
        from firmware.practice.session import Practice
        from vision.mat import geometry

        chance, clock = random.Random(), FakeClock()
        game = game or chance.choice([key for key in HOSTED if key in STAGED])
        self._clear_stage()
        folder = tempfile.TemporaryDirectory(prefix="vigie-robots-")
        journal = Journal.open(Path(folder.name), clock)
        self._stage = journal, folder
        evening = Evening(self.evening.config, clock, journal, chance)
        evening.begin(game, chance.sample(DEFAULT_NAMES, min(3, HOSTED[game].game.seats[-1])))
        return Practice(evening, clock, geometry.load(), chance, look=Onlooker().look)

    def submit(self, work: Callable[[], Any], /) -> Future[Any]:
        """Has something done by the worker: whatever takes longer than a frame."""
        return self._worker.submit(work)

    def close(self) -> None:
        if self.device is not None:
            self.device.close()
        self._worker.shutdown(cancel_futures=True)
        self._clear_stage()

    def _clear_stage(self) -> None:
        if self._stage is not None:
            journal, folder = self._stage
            journal.close()
            folder.cleanup()
            self._stage = None

    def _shut_down(self) -> None:
        self.closing = True

    def _start_anew(self) -> None:
        self.again = self.closing = True

    def _lay_out(self, game: str) -> None:
        from firmware.practice.virtual import VirtualMat
        from vision.mat import geometry
        from vision.synth.dice import SETS

        assert self.device is not None
        cubes, eyes = SETS[HOSTED[game].dice](), self.device.eyes
        laid = VirtualMat(cubes, geometry.load(), self.evening.clock, self.evening.chance, self.virtual_size)
        laid.changed = lambda: eyes.lay(copy(laid))
        laid.changed()
        self.virtual = laid


def _left_out() -> Camera:
    from firmware.eyes.cameras import CameraError

    raise CameraError(Message("Safe mode: the camera is left out. Enter the dice by hand."))


def open_table(
    arguments: argparse.Namespace, window: Window, starts: Starts, first_picture_s: float | None = None
) -> int:
    faults.keep(data_dir())
    config, troubles = load()
    clock = RealClock()
    words = language(language_of(arguments.lang, config.language))
    journal, lost = _journal(clock, arguments.kiosk)
    failed = words.say(lost) if lost is not None else starts.why if starts.safe else None
    evening = Evening(config, clock, journal, random.Random(arguments.seed if arguments.demo else None))
    speaker = Speaker(config.sound.volume, config.sound.mute)
    host = Host(evening, wants_virtual(config) or arguments.demo, speaker)
    director = Director(host, window.layout, words, speaker, failed)
    director.answer = lambda title: curtain(window.surface, window.layout, director.words.say(title))
    window.show(director, clock.now())
    print(words.say(window.report), file=sys.stderr)
    for trouble in troubles:
        print(words.say(trouble), file=sys.stderr)
    watchdog = Watchdog(clock)
    try:
        if failed is not None:
            told = Message("Safe mode: {why}", why=failed or words.say(Message("the last two starts failed.")))
            watchdog.status(words.say(told))
            print(words.say(told), file=sys.stderr)
        host.buttons_failed = starts.why == words.say(AT_BUTTONS)
        host.opening = lambda part: starts.blame(words.say(part))
        host.connect(safe=starts.safe and starts.why != words.say(startup.AT_SCREEN))
        if arguments.demo:
            _begin_demo(host, director, arguments)
        for kind in refused.KINDS if kiosk() else ():
            if (forbidden := refused.why(kind)) is not None:  # the camera says it on the banner, too; the doctor asks
                watchdog.status(words.say(forbidden))
                print(words.say(forbidden), file=sys.stderr)
        watchdog.ready()
        if first_picture_s is not None:
            print(words.say(startup.told(first_picture_s)), file=sys.stderr)
        run(host, window, director, watchdog, starts, arguments)
    except Exception as error:
        LOG.exception("The table ended.")
        startup.blamed(starts, error)
        raise
    finally:
        watchdog.stopping()
        host.close()
        journal.close()
        speaker.close()
        window.close()
    starts.well()
    if host.closing and not host.again and kiosk():
        power_off_machine()
    return 0


def _journal(clock: RealClock, kiosk: bool) -> tuple[Journal, Message | None]:
    """The games' journal. A table whose disk has failed has nobody at a terminal to be told: it plays on a journal in
    memory, and the message says on its screen what is lost."""
    try:
        return Journal.open(data_dir() / "games", clock), None
    except JournalTrouble as trouble:
        if not kiosk:
            raise
        memory = os.environ.get("RUNTIME_DIRECTORY")  # systemd's folder for us: in memory, whatever the card does
        return Journal.open(Path(tempfile.mkdtemp(prefix="games-", dir=memory)), clock), trouble.message


def run(
    host: Host, window: Window, director: Director, watchdog: Watchdog, starts: Starts, arguments: argparse.Namespace
) -> None:
    """Until somebody closes the window or shuts down."""
    at_the_ready()
    clock, loop = host.evening.clock, Loop(host, window, director)
    began, robot = clock.now(), _robot(host) if arguments.demo else None
    with listening(lambda: watchdog.breath(host.beat)):
        while not host.closing and loop.turn():
            if robot is not None:
                robot.act(clock.now())
            if host.companion is not None and host.companion.table is host.evening.table:
                host.companion.act(clock.now())
            watchdog.feed(host.beat)
            if clock.now() - began > WELL_AFTER_S:
                starts.well()
                host.opening = lambda part: None  # what is opened from now on is no part of the start
                began = float("inf")


def _begin_demo(host: Host, director: Director, arguments: argparse.Namespace) -> None:
    from app.play import NAMES

    host.evening.begin(arguments.game, NAMES[: arguments.players])
    director.play(arguments.game)


def _robot(host: Host) -> Robot:
    table = host.evening.table
    assert table is not None and host.virtual is not None
    return HOSTED[table.record.game.key].robot(table, host.virtual, host.evening.chance, host.put)


def wants_virtual(config: Config) -> bool:
    """No camera at all, and the settings do not ask for one by name: then the table is virtual."""
    if config.camera.kind == "virtual":
        return True
    if config.camera.kind != "auto":
        return False
    return not list(Path("/dev").glob("video*"))
