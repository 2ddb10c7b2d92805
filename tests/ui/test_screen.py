from __future__ import annotations

from collections.abc import Callable

import pygame
import pytest

from rules.say import Trouble
from ui.gallery.exhibits import Exhibit, exhibits
from ui.games.duel import engravings
from ui.games.mille import cards
from ui.games.sabords import tokens
from ui.look.text import measured
from ui.screen import SIZES, Window, checked
from ui.words.language import language

EXHIBITS = exhibits()
# From two metres: no smaller than a thirtieth of the height.
READ_BY_PLAYERS = ("series-", "mille-", "duel-", "aux-", "start-")


def unpacked() -> None:
    """Cards are drawn anew: what is written on one that was drawn before could not be measured."""
    for module in (cards, engravings, tokens):
        for drawn in vars(module).values():
            if hasattr(drawn, "cache_clear"):
                drawn.cache_clear()


def test_an_upright_screen_is_refused_with_a_sentence() -> None:
    with pytest.raises(Trouble, match=r"stands upright .480×800.: turn it"):
        checked(480, 800)


def test_a_tiny_screen_is_refused_with_a_sentence() -> None:
    with pytest.raises(Trouble, match="too small"):
        checked(320, 240)


def test_a_machine_without_a_screen_gets_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    pygame.display.quit()
    monkeypatch.setenv("SDL_VIDEODRIVER", "no-such-driver")
    with pytest.raises(Trouble, match="No screen could be opened"):
        Window((800, 480))


def test_the_window_says_its_size_and_driver(window: Callable[..., Window]) -> None:
    assert str(window(1024, 600).report) == "Screen: 1024×600 through dummy."


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("exhibit", EXHIBITS, ids=lambda exhibit: exhibit.name)
def test_nothing_overflows_its_box_in_either_language(
    exhibit: Exhibit, size: tuple[int, int], window: Callable[..., Window]
) -> None:
    opened = window(*size)
    for code in ("fr", "en"):
        unpacked()
        with measured() as written:
            shown = exhibit.make(opened.layout, language(code))
            shown.screen.draw(opened.surface, shown.at)
        assert [one for one in written if not one.fits] == []
        if exhibit.name.startswith(READ_BY_PLAYERS):
            assert [(one.text, one.px) for one in written if one.px < size[1] / 30 - 0.5] == []


@pytest.mark.parametrize("exhibit", [one for one in EXHIBITS if not one.lively], ids=lambda exhibit: exhibit.name)
def test_a_still_screen_draws_nothing_once_it_is_drawn(exhibit: Exhibit, window: Callable[..., Window]) -> None:
    opened = window(800, 480)
    shown = exhibit.make(opened.layout, language("fr"))
    assert opened.show(shown.screen, shown.at)
    assert not any(opened.show(shown.screen, shown.at + tick / 60) for tick in range(1, 90))


@pytest.mark.parametrize("exhibit", [one for one in EXHIBITS if one.lively], ids=lambda exhibit: exhibit.name)
def test_a_lively_screen_moves_but_hardly_ever_redraws_half_of_itself(
    exhibit: Exhibit, window: Callable[..., Window]
) -> None:
    opened = window(800, 480)
    shown = exhibit.make(opened.layout, language("fr"))
    shown.screen.draw(opened.surface, shown.at)
    areas = [
        sum(area.width * area.height for area in shown.screen.draw(opened.surface, shown.at + tick / 60))
        for tick in range(1, 91)
    ]
    assert any(areas)
    assert sum(area > 800 * 480 / 2 for area in areas) <= 9  # a curtain may fall, but not all the time
