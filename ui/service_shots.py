"""Pictures of everything around the games: title, menus, setting up, service, safe mode. The camera's pictures are
rendered and read by the real vision; the log book's games are played by robots and kept in a real journal."""

from __future__ import annotations

import atexit
import tempfile
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from functools import cache
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from firmware.clock import FakeClock
from firmware.config import SHIPPED, Config, read
from firmware.contact import Contact
from firmware.evening import Evening
from firmware.events import ButtonTrouble, Pressed, player_button
from firmware.history import Summary
from firmware.journal import Journal
from rules import record as records
from rules.game import SEA, Game
from rules.games import GAMES
from rules.record import Record
from rules.say import Message
from ui import first
from ui.attract import Submit
from ui.director import Director
from ui.gallery import Shown, exhibit
from ui.inputs import Input
from ui.language import Language
from ui.screen import Screen
from ui.service import Service
from ui.service_teach import CalibratePage, TeachPage, photos_of
from ui.sheets import Sheet
from ui.sound import Speaker
from ui.theme import Layout

if TYPE_CHECKING:
    from firmware.inspection import View
    from firmware.practice import Practice
    from firmware.virtual import VirtualMat
    from vision.calibrate import Calibration
    from vision.profile import Profile

_folder = tempfile.TemporaryDirectory(prefix="vigie-service-")
atexit.register(_folder.cleanup)


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
    from firmware.house_dice import cubes_of
    from firmware.virtual import VirtualCamera, VirtualMat
    from vision import mat

    clock = FakeClock()
    table = VirtualMat(cubes_of("corsair"), mat.load(), clock, Random(4), (1280, 720))
    table.throw(*range(8))
    clock.advance(5)
    table.tilt(3, 25.0)
    return VirtualCamera(lambda: table).capture()


@cache
def looked_at() -> View:
    from firmware.house_dice import profile_of
    from firmware.inspection import inspect
    from vision import mat

    return inspect(thrown(), mat.load(), profile_of("corsair", mat.load()))


@cache
def teaching_photos() -> Mapping[str, Any]:
    from firmware.house_dice import photos
    from vision import mat

    return photos("corsair", mat.load())


@cache
def history() -> Path:
    """A winter's games: robots play, the real journal keeps."""
    folder, chance = Path(tempfile.mkdtemp(dir=_folder.name)), Random(7)
    clock = FakeClock()
    journal = Journal.open(folder, clock)
    for number in range(9):
        game = GAMES["mille" if number % 2 else "series"]
        players = chance.sample(("Anne", "Jack", "Zoé", "Louis"), 2 + number % 3)
        clock.advance(3 * 86400.0)
        record = _played(game, players, chance, clock.date().strftime("%Y-%m-%d %H:%M"))
        lines = records.write(record).rstrip("\n").split("\n")
        times = [min(6.0, chance.lognormvariate(-0.1, 0.55)) for _ in range(12 if game.key == "series" else 0)]
        journal.begin([*lines, *(f"# claim 0 {time:.3f}" for time in times)])
        over = game.outcome(record.state)
        points = game.points(record.state) if game.points else ()
        journal.finish(
            Summary(
                game=game.key, players=tuple(players), scores=points, winners=over.winners if over else (),
                duration_s=1500.0,
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

    def frame(self) -> Any:
        return self.picture()

    def inspect(self) -> View:
        return looked_at()

    def dice_in(self, photo: Any) -> int:
        from firmware.inspection import dice_in
        from vision import mat

        return dice_in(photo, mat.load())

    def teach(self, kind: Any, photos: Mapping[str, Any]) -> Profile:
        from vision import mat
        from vision.teach import teach

        return teach(photos, kind, "mine", mat.load())

    def markers_in(self, photo: Any) -> int:
        from firmware.inspection import markers_in
        from vision import mat

        return markers_in(photo, mat.load())

    def measure(self, shots: Sequence[Any]) -> Calibration:
        from vision import calibrate, mat

        return calibrate.measure({f"{n}": shot[:, :, 1].copy() for n, shot in enumerate(shots)}, mat.load())


class House:
    """A host for the director: a real evening in a folder of its own, no device."""

    def __init__(self, folder: Path | None = None) -> None:
        folder = folder or Path(tempfile.mkdtemp(dir=_folder.name))
        self.clock = FakeClock()
        self.journal = Journal.open(folder, self.clock)
        atexit.register(self.journal.close)
        self.evening = Evening(read(SHIPPED), self.clock, self.journal, Random(3))
        self.names_file = folder / "names.json"
        self.workshop = Bench()
        self.virtual: VirtualMat | None = None
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
        return practice("series")


@cache
def practice(game: str) -> Practice:
    """A game by robots in full swing."""
    from firmware.practice import Practice
    from vision import mat

    clock, chance = FakeClock(), Random(5)
    evening = Evening(read(SHIPPED), clock, Journal.open(Path(tempfile.mkdtemp(dir=_folder.name)), clock), chance)
    evening.begin(game, ("Anne", "Jack", "Zoé"))
    robots = Practice(evening, clock, mat.load(), chance)
    for _ in range(68):
        robots.step()
    return robots


def _directed(layout: Layout, words: Language, *events: Input, house: House | None = None, **more: Any) -> Screen:
    director = Director(house or House(), layout, words, None, **more)
    for event in events:
        director.handle(event)
    return director.screen


def _press(button: str, count: int = 1) -> tuple[Pressed, ...]:
    return (Pressed(button, 0.0),) * count


@exhibit("start-first-picture")
def first_picture(layout: Layout, words: Language) -> Shown:
    from pygame import Surface

    ground = Surface((layout.width, layout.height))
    first.draw(ground, layout)
    return Shown(Sheet(layout, lambda canvas, now: None, ground))


@exhibit("start-upright-refused")
def refused(layout: Layout, words: Language) -> Shown:
    from pygame import Surface

    ground = first.lamplight((layout.width, layout.height))
    message = Message("This screen stands upright ({width}×{height}): turn it so that it is wider than high.",
                      width=str(layout.height), height=str(layout.width))  # fmt: skip
    upright = Surface((layout.height * 2 // 3, layout.height))
    first.page(upright, words.say(message))
    ground.blit(upright, upright.get_rect(center=ground.get_rect().center))
    return Shown(Sheet(layout, lambda canvas, now: None, ground))


@exhibit("start-title", lively=True)
def title(layout: Layout, words: Language) -> Shown:
    screen = _directed(layout, words)
    _draw(screen, layout, 0.0)
    return Shown(screen, at=3.0)


def _draw(screen: Screen, layout: Layout, at: float) -> None:
    from pygame import Surface

    screen.draw(Surface((layout.width, layout.height)), at)


@exhibit("start-attract")
def attract(layout: Layout, words: Language) -> Shown:
    """Robots play behind the name; here they hold their breath for the picture."""
    from ui.title import IDLE_S, Title

    def nothing() -> None: ...

    def robots_only(work: Callable[[], Any]) -> Future[Any]:
        return at_once(work) if work == house.robots else Future()

    house = House()
    screen = Title(layout, words, nothing, nothing, nothing, house.robots, robots_only)
    for at in (0.0, 0.1, IDLE_S + 1):
        _draw(screen, layout, at)
    screen._attract = None
    screen._coming = at_once(house.robots)
    return Shown(screen, at=IDLE_S + 1.0)


@exhibit("start-games")
def games(layout: Layout, words: Language) -> Shown:
    return Shown(_directed(layout, words, *_press("choose")))


@exhibit("start-explain-series")
def explain_series(layout: Layout, words: Language) -> Shown:
    return Shown(_directed(layout, words, *_press("choose"), *_press("left"), *_press("choose")))


@exhibit("start-explain-mille")
def explain_mille(layout: Layout, words: Language) -> Shown:
    return Shown(_directed(layout, words, *_press("choose"), *_press("left"), *_press("choose"), *_press("right")))


@exhibit("start-players")
def players(layout: Layout, words: Language) -> Shown:
    events = (*_press("choose"), *_press("right"), *_press("choose"), *_press("right", 2), *_press("choose", 3))
    return Shown(_directed(layout, words, *events))


@exhibit("start-rules")
def rules(layout: Layout, words: Language) -> Shown:
    events = (*_press("choose"), *_press("right"), *_press("choose"), *_press("right"), *_press("choose"))
    return Shown(_directed(layout, words, *events))


@exhibit("start-seat")
def seat(layout: Layout, words: Language) -> Shown:
    return Shown(_directed(layout, words, *_press("choose", 2), *_press("left"), *_press("choose")))


@exhibit("start-letters")
def letters(layout: Layout, words: Language) -> Shown:
    events = (*_press("choose", 2), *_press("left"), *_press("choose"), *_press("right", 2), *_press("choose", 2))
    return Shown(_directed(layout, words, *events))


@exhibit("start-resume")
def resume(layout: Layout, words: Language) -> Shown:
    house = House()
    house.evening.begin("mille", ("Anne", "Barthélemy", "Grand-père Louis"))
    return Shown(_directed(layout, words, house=house))


@exhibit("start-safe-mode")
def safe(layout: Layout, words: Language) -> Shown:
    why = "[Errno 5] Input/output error: '/dev/video0'"
    return Shown(_directed(layout, words, failed=why))


def _service(layout: Layout, words: Language, page: str | None = None, shop: Bench | None = None) -> Service:
    return Service(shop or Bench(), layout, words, lambda: None, lambda code: None, page)


@exhibit("service-menu")
def service_menu(layout: Layout, words: Language) -> Shown:
    return Shown(_service(layout, words))


@exhibit("service-camera")
def service_camera(layout: Layout, words: Language) -> Shown:
    return Shown(_service(layout, words, "camera"))


@exhibit("service-light")
def service_light(layout: Layout, words: Language) -> Shown:
    return Shown(_service(layout, words, "light"))


@exhibit("service-buttons")
def service_buttons(layout: Layout, words: Language) -> Shown:
    shop = Bench()
    (stuck,) = Contact("player4", 0.008, 20.0, down=True).poll(60.0)
    assert isinstance(stuck, ButtonTrouble) and stuck.message is not None
    shop.troubles = {stuck.button: stuck.message}
    page = _service(layout, words, "buttons", shop)
    for seat_, at in ((0, 1.0), (2, 1.004), (1, 1.063), (4, 2.5)):
        page.handle(Pressed(player_button(seat_), at))
    page.handle(Pressed("choose", 2.6))
    return Shown(page)


@exhibit("service-teach-kinds")
def service_teach(layout: Layout, words: Language) -> Shown:
    return Shown(_service(layout, words, "teach"))


def _taught(layout: Layout, words: Language, count: int) -> tuple[Service, TeachPage]:
    """So many faces photographed, one after the other."""
    names = photos_of("corsair")
    shop = Bench()
    service = _service(layout, words, "teach", shop)
    page = service.page
    assert isinstance(page, TeachPage)
    shop.picture = lambda at=page: teaching_photos()[names[at.at]]  # type: ignore[misc]
    page.act("corsair")
    for _ in range(count):
        page.act("take")
        _draw(service, layout, 0.0)
    page.redraw()
    return service, page


@exhibit("service-teach-photo")
def service_photo(layout: Layout, words: Language) -> Shown:
    return Shown(_taught(layout, words, 3)[0])


@exhibit("service-teach-learned")
def service_learned(layout: Layout, words: Language) -> Shown:
    service, page = _taught(layout, words, len(photos_of("corsair")))
    page.profile = _learned()
    return Shown(service)


@cache
def _learned() -> Profile:
    return Bench().teach("corsair", teaching_photos())


@exhibit("service-calibrate")
def service_calibrate(layout: Layout, words: Language) -> Shown:
    service = _service(layout, words, "calibrate")
    page = service.page
    assert isinstance(page, CalibratePage)
    for _ in range(2):
        page.act("take")
        _draw(service, layout, 0.0)
    page.redraw()
    return Shown(service)


@exhibit("service-settings")
def service_settings(layout: Layout, words: Language) -> Shown:
    return Shown(_service(layout, words, "settings"))


def _log(layout: Layout, words: Language, leaf: int) -> Shown:
    page = _service(layout, words, "log")
    for event in (*_press("right", leaf), *_press("choose")):
        page.handle(event)
    return Shown(page)


@exhibit("service-log-games")
def log_games(layout: Layout, words: Language) -> Shown:
    return _log(layout, words, 0)


@exhibit("service-log-points")
def log_points(layout: Layout, words: Language) -> Shown:
    return _log(layout, words, 1)


@exhibit("service-log-claims")
def log_claims(layout: Layout, words: Language) -> Shown:
    return _log(layout, words, 2)


@exhibit("service-log-dice")
def log_dice(layout: Layout, words: Language) -> Shown:
    return _log(layout, words, 3)


@exhibit("service-shut-down")
def service_off(layout: Layout, words: Language) -> Shown:
    return Shown(_service(layout, words, "off"))
