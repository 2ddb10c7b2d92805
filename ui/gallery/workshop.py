"""Pictures of the service pages."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

from firmware.panel.contact import Contact
from firmware.play.events import ButtonTrouble, Pressed, player_button
from ui.gallery.exhibits import Shown, exhibit
from ui.look.theme import Layout
from ui.words.language import Language
from ui.workshop.camera import CameraPage
from ui.workshop.log import LogPage
from ui.workshop.pages import Service
from ui.workshop.rig import RigPage
from ui.workshop.teach import CalibratePage, TeachPage, photos_of

if TYPE_CHECKING:
    from vision.taught.profile import Profile

from ui.gallery.rehearsal import Bench, drawn, teaching_photos


def _service(layout: Layout, words: Language, page: str | None = None, shop: Bench | None = None) -> Service:
    return Service(shop or Bench(), layout, words, lambda: None, lambda code: None, page)


@exhibit("service-menu")
def service_menu(layout: Layout, words: Language) -> Shown:
    return Shown(_service(layout, words))


@exhibit("service-camera")
def service_camera(layout: Layout, words: Language) -> Shown:
    """With what can be done there, which is known once dice are seen."""
    service = _service(layout, words, "camera")
    drawn(service, layout, 0.0)
    assert isinstance(service.page, CameraPage)
    service.page.redraw()
    return Shown(service)


@exhibit("service-camera-die")
def service_camera_die(layout: Layout, words: Language) -> Shown:
    """The one that is read least surely was touched."""
    service = _service(layout, words, "camera")
    drawn(service, layout, 0.0)
    page = service.page
    assert isinstance(page, CameraPage) and page.view is not None
    die = min((die for die, _ in page.view.dice), key=lambda die: die.confidence)
    page.at = die.x_mm, die.y_mm
    page.redraw()
    return Shown(service)


@exhibit("service-rig")
def service_rig(layout: Layout, words: Language) -> Shown:
    """The lamp was moved: less light than before, and it is mirrored in the mat."""
    service = _service(layout, words, "rig")
    drawn(service, layout, 0.0)
    page = service.page
    assert isinstance(page, RigPage) and page.now is not None
    page.before = replace(page.now, even=0.3, bright=70.0, aslant=44.0, size=22.0)
    page.redraw()
    return Shown(service)


@exhibit("service-along")
def service_along(layout: Layout, words: Language) -> Shown:
    return Shown(_service(layout, words, "along"))


@exhibit("service-along-sure")
def service_along_sure(layout: Layout, words: Language) -> Shown:
    page = _service(layout, words, "along")
    for button in ("right", "choose"):
        page.handle(Pressed(button, 0.0))
    return Shown(page)


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
        drawn(service, layout, 0.0)
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
        drawn(service, layout, 0.0)
    page.redraw()
    return Shown(service)


@exhibit("service-settings")
def service_settings(layout: Layout, words: Language) -> Shown:
    return Shown(_service(layout, words, "settings"))


def _log(layout: Layout, words: Language, *acts: str) -> Shown:
    service = _service(layout, words, "log")
    page = service.page
    assert isinstance(page, LogPage)
    for act in acts:
        page.act(act)
    return Shown(service)


@exhibit("service-log-games")
def log_games(layout: Layout, words: Language) -> Shown:
    return _log(layout, words)


@exhibit("service-log-points")
def log_points(layout: Layout, words: Language) -> Shown:
    return _log(layout, words, "points")


@exhibit("service-log-claims")
def log_claims(layout: Layout, words: Language) -> Shown:
    return _log(layout, words, "claims")


@exhibit("service-log-dice")
def log_dice(layout: Layout, words: Language) -> Shown:
    return _log(layout, words, "dice")


@exhibit("service-log-older")
def log_older(layout: Layout, words: Language) -> Shown:
    return _log(layout, words, "older")


@exhibit("service-log-story")
def log_story(layout: Layout, words: Language) -> Shown:
    """The game with most players, some turns in."""
    shown = _log(layout, words, "game 9")
    page = shown.screen.page  # type: ignore[attr-defined]
    for _ in range(4):
        page.story.act("next")
    return shown


@exhibit("service-log-story-end")
def log_story_end(layout: Layout, words: Language) -> Shown:
    shown = _log(layout, words, "game 8")
    shown.screen.page.story.act("last")  # type: ignore[attr-defined]
    return shown


@exhibit("service-shut-down")
def service_off(layout: Layout, words: Language) -> Shown:
    return Shown(_service(layout, words, "off"))
