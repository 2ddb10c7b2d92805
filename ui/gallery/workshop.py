"""Pictures of the service pages."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from firmware.panel.contact import Contact
from firmware.play.events import ButtonTrouble, Pressed, player_button
from ui.gallery.exhibits import Shown, exhibit
from ui.look.theme import Layout
from ui.words.language import Language
from ui.workshop.pages import Service
from ui.workshop.teach import CalibratePage, TeachPage, photos_of

if TYPE_CHECKING:
    from vision.taught.profile import Profile

from ui.gallery.rehearsal import Bench, drawn, presses, teaching_photos


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


def _log(layout: Layout, words: Language, leaf: int) -> Shown:
    page = _service(layout, words, "log")
    for event in (*presses("right", leaf), *presses("choose")):
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
