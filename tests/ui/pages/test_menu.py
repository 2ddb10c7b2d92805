from __future__ import annotations

from collections.abc import Callable

from firmware.play.events import Pressed
from ui.inputs import Touched, Typed
from ui.look.text import measured
from ui.pages.menu import Menu
from ui.parts.choice import Item
from ui.screen import Window

ITEMS = (Item("a", "Anchor", "anchor"), Item("b", "Bell", "bell"), Item("c", "Chest", "chest"))


def test_console_and_touch_pick_the_same(window: Callable[..., Window]) -> None:
    shown, picked = window(800, 480), list[str]()
    menu = Menu(shown.layout, "Things", "Choose.", ITEMS, picked.append, columns=3, upright=True)
    shown.show(menu, 0.0)
    menu.handle(Pressed("right", 0.0))
    menu.handle(Pressed("choose", 0.0))
    menu.handle(Touched(*menu._boxes[1].center, 0.0))
    assert picked == ["b", "b"]


def test_letters_go_to_the_item_pointed_at(window: Callable[..., Window]) -> None:
    typed: list[tuple[str, str]] = []
    menu = Menu(window(800, 480).layout, "", "", ITEMS, lambda key: None, typed=lambda k, x: typed.append((k, x)))
    menu.handle(Pressed("right", 0.0))
    menu.handle(Typed("x", 0.0))
    assert typed == [("b", "x")]


def test_fewer_items_keep_the_pointer_inside(window: Callable[..., Window]) -> None:
    menu = Menu(window(800, 480).layout, "", "", ITEMS, lambda key: None)
    menu.handle(Pressed("left", 0.0))
    menu.offer(ITEMS[:1])
    assert menu.choice.at == 0


def test_a_trouble_is_said_above_the_tags_and_covers_none(window: Callable[..., Window]) -> None:
    shown = window(800, 480)
    menu = Menu(shown.layout, "Things", "Choose.", ITEMS, lambda key: None, trouble="The disk is full. " * 6)
    with measured() as written:
        shown.show(menu, 0.0)
    assert all(one.fits for one in written) and any("disk is full" in one.text for one in written)
    assert min(box.top for box in menu._boxes) > 100
