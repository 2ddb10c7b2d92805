from __future__ import annotations

from collections.abc import Callable

import pygame
import pytest
from pygame import Rect

from firmware.play.events import Pressed
from ui.canvas import Canvas
from ui.inputs import Input, Touched, heard
from ui.layout import grid
from ui.look.ground import table
from ui.parts import choice
from ui.parts.choice import Choice, Item
from ui.screen import Window

GAMES = Choice(tuple(Item(key, key.title()) for key in ("series", "mille", "duel", "aux")), columns=2)
BOXES = [Rect(x, y, 90, 40) for y in (0, 50) for x in (0, 100)]


def after(*events: Input, start: Choice = GAMES) -> tuple[Choice, str | None]:
    now, picked = start, None
    for event in events:
        now, picked = now.heard(event, BOXES)
    return now, picked


def key(code: int) -> Input:
    """What a key says of itself, besides that it is a key."""
    return heard(pygame.event.Event(pygame.KEYDOWN, key=code, unicode=""), (200, 100), 0.0)[-1]


@pytest.mark.parametrize("way", ("console", "touch", "keyboard"))
def test_the_third_item_is_picked_by_console_touch_and_keyboard_alike(way: str) -> None:
    events: dict[str, tuple[Input, ...]] = {
        "console": (Pressed("right", 0), Pressed("right", 0.1), Pressed("choose", 0.2)),
        "touch": (Touched(20, 60, 0.0),),
        "keyboard": (key(pygame.K_DOWN), key(pygame.K_RETURN)),
    }
    now, picked = after(*events[way])
    assert picked == "duel" and now.at == 2


def test_left_of_the_first_is_the_last() -> None:
    now, picked = after(Pressed("left", 0))
    assert now.at == 3 and picked is None


def test_a_touch_beside_everything_picks_nothing() -> None:
    assert after(Touched(195, 99, 0.0)) == (GAMES, None)
    assert after(Touched(20, 60, 0.0, "up")) == (GAMES, None)


def test_a_players_button_does_not_move_the_console() -> None:
    assert after(Pressed("player2", 0)) == (GAMES, None)


def test_places_are_alike_apart_and_within_the_area() -> None:
    area = Rect(10, 20, 500, 300)
    boxes = grid(area, 7, 3, 8)
    assert len({box.size for box in boxes}) == 1
    assert all(area.contains(box) for box in boxes)
    assert all(box.collidelist(boxes[:number]) < 0 for number, box in enumerate(boxes))


def test_moving_the_pointer_redraws_two_tags_and_no_more(window: Callable[..., Window]) -> None:
    opened = window(800, 480)
    canvas, area = Canvas(table(800, 480)), Rect(10, 10, 700, 300)
    choice.draw(canvas, "games", opened.layout, area, GAMES)
    canvas.flush(opened.surface)
    boxes = choice.draw(canvas, "games", opened.layout, area, GAMES.heard(Pressed("right", 0), BOXES)[0])
    changed = canvas.flush(opened.surface)
    assert sorted(map(tuple, changed)) == sorted(map(tuple, boxes[:2]))
