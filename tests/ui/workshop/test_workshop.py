"""The service pages, driven as people drive them; pictures are rendered and read by the real vision."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from pygame import Surface

from firmware.books.history import Summary
from firmware.books.journal import Journal
from firmware.clock import FakeClock
from firmware.play.events import Pressed, Released, player_button
from firmware.play.referee import Lamp
from rules.say import Message, Trouble
from ui.gallery.exhibits import exhibits
from ui.gallery.rehearsal import Bench, looked_at, teaching_photos
from ui.inputs import Touched
from ui.look.text import measured
from ui.look.theme import Layout
from ui.screen import SIZES, Window
from ui.words.language import language
from ui.workshop.along import AlongPage
from ui.workshop.buttons import ButtonsPage
from ui.workshop.camera import CameraPage
from ui.workshop.log import LogPage
from ui.workshop.pages import PAGES, Service
from ui.workshop.rig import RigPage
from ui.workshop.settings import SETTINGS, SettingsPage
from ui.workshop.teach import TeachPage, photos_of

LAYOUT = Layout(800, 480)
EN = language("en")
MINE = [one for one in exhibits() if one.name.startswith(("start", "service"))]


class Shop(Bench):
    """Remembers what it was told."""

    def __init__(self) -> None:
        super().__init__()
        self.changed: list[tuple[str, object]] = []
        self.kept: list[object] = []
        self.off = 0

    def change(self, key: str, value: str | float | bool) -> None:
        self.changed.append((key, value))

    def keep_dice(self, profile: object) -> None:
        self.kept.append(profile)

    def power_off(self) -> None:
        self.off += 1

    def take_along(self, what: str) -> Message:
        self.kept.append(what)
        if what == "restore" and self.kept.count("restore") > 1:
            raise Trouble(Message("The stick was pulled out before all was done."))
        return Message("done")


@pytest.fixture
def shop(window: Callable[..., Window]) -> Shop:
    window(LAYOUT.width, LAYOUT.height)
    return Shop()


def opened(shop: Bench, page: str | None = None, left: list[str] | None = None) -> Service:
    out = left if left is not None else []
    return Service(shop, LAYOUT, EN, lambda: out.append("left"), lambda code: out.append(code), page)


def press(service: Service, *buttons: str) -> None:
    for button in buttons:
        service.handle(Pressed(button, 1.0))
        service.handle(Released(button, 1.1))


def draw(service: Service, at: float = 0.0) -> None:
    service.draw(Surface((LAYOUT.width, LAYOUT.height)), at)


@pytest.mark.parametrize("page", PAGES)
def test_every_page_opens_from_the_menu_and_leads_back(shop: Shop, page: str) -> None:
    left: list[str] = []
    service = opened(shop, None, left)
    press(service, *["right"] * list(PAGES).index(page), "choose")
    assert isinstance(service.page, PAGES[page][0])
    draw(service)
    press(service, "back")
    assert left == []
    press(service, "back")
    assert left == ["left"]


def test_the_camera_page_shows_each_die_and_how_sure_it_is(shop: Shop) -> None:
    service = opened(shop, "camera")
    with measured() as written:
        draw(service)
    page = service.page
    assert isinstance(page, CameraPage) and page.view is not None
    assert page.view.markers == 4 and len(page.view.dice) == 8
    assert sum(one.text.endswith("%") for one in written) == 8


def test_a_die_that_is_touched_is_explained_and_back_leads_to_all_of_them(shop: Shop) -> None:
    service = opened(shop, "camera")
    draw(service)
    page = service.page
    assert isinstance(page, CameraPage) and page.view is not None
    third = next(target for target in service.targets() if target.name == "die 2")
    service.handle(Touched(*third.area.center, 1.0))
    assert page.touched == 2
    with measured() as written:
        draw(service, 1.0)
    shown = [one.text for one in written]
    judged = round(100 * page.view.stages[2].judge[0])
    assert "judge" in shown and shown.count(f"{judged} %") >= 1
    press(service, "choose")  # the next die
    assert page.touched == 3
    service.back()
    assert service.page is page and page.touched is None


def test_a_lost_camera_is_said_on_its_page(shop: Shop) -> None:
    shop.troubles = {"camera": Message("The camera hangs; it is started again. Check its cable.")}
    with measured() as written:
        draw(opened(shop, "camera"))
    assert any("camera hangs" in one.text for one in written)


def test_the_rig_is_measured_and_what_would_make_reading_better_is_said(shop: Shop) -> None:
    service = opened(shop, "rig")
    draw(service)
    page = service.page
    assert isinstance(page, RigPage) and page.now is not None and page.before == page.now
    page.view = replace(looked_at(), rig=replace(page.now, sharp=3.0))
    page.look = lambda now: None  # type: ignore[method-assign]
    with measured() as written:
        draw(service, 1.0)
    assert any("Focus" in one.text for one in written)
    assert page.before.sharp < page.now.sharp == 3.0
    page.act("anew")
    assert page.before.sharp == 3.0


def test_a_pressed_button_lights_and_counts_and_its_order_is_kept(shop: Shop) -> None:
    service = opened(shop, "buttons")
    page = service.page
    assert isinstance(page, ButtonsPage)
    service.handle(Pressed(player_button(2), 1.0))
    service.handle(Pressed(player_button(0), 1.004))
    assert page.lamps[2] is Lamp.STEADY and page.lamps[0] is Lamp.STEADY and page.lamps[1] is Lamp.PULSING
    service.handle(Released(player_button(2), 1.2))
    assert list(page.lamps).index(Lamp.OFF) == 2  # tried
    with measured() as written:
        draw(service)
    assert "+4" in [one.text for one in written]


def test_the_console_can_be_tried_without_leaving_the_page(shop: Shop) -> None:
    service = opened(shop, "buttons")
    press(service, "left", "choose", "right")
    assert isinstance(service.page, ButtonsPage)
    service.back()  # an arrow is held
    assert not isinstance(service.page, ButtonsPage)


def test_a_setting_takes_its_next_value_and_is_written_at_once(shop: Shop) -> None:
    service = opened(shop, "settings")
    assert isinstance(service.page, SettingsPage)
    press(service, "choose", "right", "right", "choose")
    assert shop.changed == [("sound.volume", 80), ("play.tie_window_ms", 25)]


def test_what_can_be_touched_stays_where_it_is_when_a_setting_is_changed(shop: Shop) -> None:
    """From when on a value counts is said on the ribbon: a banner moved all rows, and the next touch hit another."""
    service = opened(shop, "settings")
    page = service.page
    assert isinstance(page, SettingsPage)

    def places() -> list[tuple[str, tuple[int, ...]]]:
        draw(service)
        return [(each.name, tuple(each.area)) for each in page._menu.targets()]

    before = places()
    press(service, "right", "right", "choose")
    with measured() as words:
        assert places() == before and shop.changed == [("play.tie_window_ms", 25)]
    assert any("from the next game on" in one.text for one in words)


def test_every_setting_offers_only_values_the_table_accepts(tmp_path_factory: pytest.TempPathFactory) -> None:
    from firmware.config import save

    file = tmp_path_factory.mktemp("own") / "table.toml"
    for setting in SETTINGS:
        for value in setting.values:
            assert setting.now(save(setting.key, value, file)) == value


def test_shutting_down_asks_first(shop: Shop) -> None:
    service = opened(shop, "off")
    press(service, "choose")  # "Stay" comes first
    assert shop.off == 0
    service = opened(shop, "off")
    press(service, "right", "choose")
    assert shop.off == 1


def test_the_other_language_is_one_press_away(shop: Shop) -> None:
    left: list[str] = []
    press(opened(shop, None, left), *["right"] * len(PAGES), "choose")
    assert left == ["fr"]


@pytest.mark.slow
def test_dice_are_taught_face_by_face_and_a_bad_photo_is_refused(shop: Shop) -> None:
    names = photos_of("corsair")
    service = opened(shop, "teach")
    page = service.page
    assert isinstance(page, TeachPage)
    press(service, "choose")
    shop.picture = lambda: teaching_photos()["skull"] * 0 + 90  # no mat at all
    draw(service)
    press(service, "choose")
    draw(service)
    assert page.photos == {} and page.at == 0
    for name in names:
        shop.picture = partial(teaching_photos().__getitem__, name)
        draw(service)
        press(service, "choose")
        draw(service)
        assert page.quality[name] == 6
    page.act("learn")
    draw(service)
    assert page.profile is not None and set(page.profile.faces) == set(names)
    page.act("keep")
    assert shop.kept == [page.profile]


def test_one_photo_can_be_taken_again(shop: Shop) -> None:
    service = opened(shop, "teach")
    page = service.page
    assert isinstance(page, TeachPage)
    page.act("corsair")
    for name in ("skull", "diamond"):
        shop.picture = partial(teaching_photos().__getitem__, name)
        page.act("take")
        draw(service)
    page.act("before")
    page.act("before")
    assert page.at == 0
    shop.picture = lambda: teaching_photos()["coin"]
    page.act("take")
    draw(service)
    assert (page.photos["skull"] == teaching_photos()["coin"]).all()


def test_shots_from_one_side_only_are_no_calibration(shop: Shop) -> None:
    service = opened(shop, "calibrate")
    page = service.page
    for _ in range(4):
        page.act("take")  # type: ignore[attr-defined]
        draw(service)
    page.act("measure")  # type: ignore[attr-defined]
    with measured() as written:
        draw(service)
    assert any("too alike" in one.text for one in written)


def test_the_log_book_judges_the_dice_that_were_thrown(shop: Shop) -> None:
    service = opened(shop, "log")
    page = service.page
    assert isinstance(page, LogPage) and page.book is not None
    assert len(page.book.games) == 9 and page.book.claims
    assert {fair.kind for fair in page.book.fairness} == {"twelve", "corsair"}
    page.act("dice")
    with measured() as written:
        draw(service)
    assert sum("throws can tell" in one.text for one in written) == 2


def told(service: Service) -> list[str]:
    page = service.page
    if isinstance(page, LogPage):
        (page.story or page).redraw()
    with measured() as written:
        draw(service)
    return [one.text for one in written]


def test_the_log_book_tells_game_people_score_day_and_length_of_each_game(shop: Shop) -> None:
    words = told(opened(shop, "log"))
    assert "Louis 20, Zoé 16, Anne 12, Jack 8" in words
    assert any("18 July 2025 · 1 h 06" in word for word in words)


def test_winners_are_told_first_by_their_seat_and_not_by_how_their_names_begin(tmp_path: Path) -> None:
    """Whoever was called like the beginning of another's name was taken for the winner."""
    journal = Journal.open(tmp_path, FakeClock())
    journal.begin(["vigie-game 1", "game mille", "players Jo Joe Josephine", ""])
    journal.append("1. draw")
    won = Summary(game="mille", players=("Jo", "Joe", "Josephine"), scores=(1, 2, 9), winners=(2,), duration_s=60.0)
    journal.finish(won.as_dict())
    journal.begin(["vigie-game 1", "game mille", "players Jo Joe", ""])
    journal.append("1. draw")
    journal.finish(Summary(game="mille", players=("Joe", "Jo"), scores=(5, 3), winners=(1,), duration_s=60.0).as_dict())
    journal.close()

    class Here(Bench):
        @property
        def games(self) -> Path:
            return tmp_path

    words = told(Service(Here(), Layout(800, 480), language("en"), lambda: None, lambda code: None, "log"))
    assert "Josephine 9, Joe 2, Jo 1" in words and "Jo 3, Joe 5" in words


def test_a_game_that_was_not_finished_is_listed_with_its_people(tmp_path: Path) -> None:
    """The log book said "not finished" and nothing else."""
    journal = Journal.open(tmp_path, FakeClock())
    journal.begin(["vigie-game 1", "game series", "players Anne Jack", ""])
    journal.put_aside()
    journal.close()

    class Here(Bench):
        @property
        def games(self) -> Path:
            return tmp_path

    words = told(Service(Here(), Layout(800, 480), language("en"), lambda: None, lambda code: None, "log"))
    assert "Anne and Jack" in words and any(word.endswith("not finished") for word in words)


def test_a_game_of_the_log_book_is_seen_again_by_the_console_alone_and_each_back_is_one_step(shop: Shop) -> None:
    service = opened(shop, "log")
    press(service, "choose")  # the newest game
    first = told(service)
    press(service, "choose", "choose")
    assert told(service) != first
    press(service, "right", "right", "right", "choose")
    assert any("Louis" in word and "treasure" in word for word in told(service))
    press(service, "back")
    assert "Louis 20, Zoé 16, Anne 12, Jack 8" in told(service)
    press(service, "back")
    assert not isinstance(service.page, LogPage)


def test_older_games_are_a_page_away_and_so_is_the_way_back(shop: Shop) -> None:
    service = opened(shop, "log")
    page = service.page
    newest = told(service)
    page.act("older")  # type: ignore[attr-defined]
    assert told(service) != newest
    page.act("newer")  # type: ignore[attr-defined]
    assert told(service) == newest


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES)
def test_nothing_around_the_games_overflows_or_is_too_small(
    size: tuple[int, int], window: Callable[..., Window]
) -> None:
    shown = window(*size)
    for exhibit in MINE:
        for code in ("fr", "en"):
            with measured() as written:
                made = exhibit.make(shown.layout, language(code))
                made.screen.draw(shown.surface, made.at)
            assert [(exhibit.name, one.text) for one in written if not one.fits] == []
            small = [(exhibit.name, one.text, one.px) for one in written if one.px < size[1] / 30 - 0.5]
            assert small == []


def test_saving_takes_one_press_of_the_console_and_bringing_back_is_asked_twice(shop: Shop) -> None:
    service = opened(shop, "along")
    press(service, "choose")
    assert shop.kept == ["save"]
    draw(service)
    press(service, "right", "choose")
    assert shop.kept == ["save"], "first it is asked whether that is meant"
    draw(service)
    press(service, "left", "choose")
    assert shop.kept == ["save", "restore"]


def test_what_went_wrong_with_the_stick_is_on_the_page(shop: Shop) -> None:
    shop.kept.append("restore")
    service = opened(shop, "along")
    press(service, "right", "choose")
    draw(service)
    press(service, "left", "choose")
    draw(service)
    assert isinstance(service.page, AlongPage) and not service.page.busy
    press(service, "choose")
    assert shop.kept[-1] == "save", "and one can go on from there"
