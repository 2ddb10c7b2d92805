from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from firmware.play.events import Pressed
from rules import duel, mille, series
from ui.games.staged import STAGED
from ui.look.text import measured
from ui.pages.explain import Explain, sheets
from ui.pages.options import Agreement
from ui.pages.people import Person
from ui.pages.setup import SetUp
from ui.screen import Window
from ui.words.language import language


def read(window: Window, game: str, setup: Any = None, players: int | None = None, turned: int = 0) -> str:
    book = Explain(window.layout, language("en"), game, lambda: None, setup, players)
    for _ in range(turned):
        book.handle(Pressed("right", 0.0))
    with measured() as words:
        window.show(book, 0.0)
    return " ".join(one.text for one in words)


def test_the_numbers_are_those_that_were_agreed(window: Callable[..., Window]) -> None:
    at = window(800, 480)
    assert "40 squares" in read(at, "series", series.Setup(squares=40))
    assert "8,000 points" in read(at, "mille", mille.Setup(target=8000))
    assert "reaches 8,000" in read(at, "mille", mille.Setup(target=8000), turned=1)
    assert "20 gold" in read(at, "duel", players=2) and "15 gold" in read(at, "duel", players=3)


def test_what_duels_are_won_with_is_what_the_rules_say(window: Callable[..., Window]) -> None:
    from rules.duel.state import goal

    at = window(800, 480)
    for players in range(2, 5):
        state = duel.start(("Anne", "Jack", "Zoé", "Louis")[:players], duel.GAME.setup())
        assert f"{goal(state)} gold" in read(at, "duel", players=players)


@pytest.mark.parametrize(
    ("game", "decides"),
    [
        ("series", ("Palms take you three", "all the others back", "name both")),
        ("mille", ("3 for 100", "Four skulls or more", "last round")),
        ("duel", ("A captain is worth two", "you say who", "win at once")),
        ("aux", ("a captain beats any number", "Captured ones count")),
    ],
)
def test_the_second_page_says_what_decides(window: Callable[..., Window], game: str, decides: tuple[str, ...]) -> None:
    says = read(window(1280, 800), game, turned=1)
    assert [each for each in decides if each not in says] == []


def test_every_game_has_a_page_about_fingers_buttons_and_keys(window: Callable[..., Window]) -> None:
    for game in STAGED:
        own = [sheet for sheet in sheets() if sheet.game == game]
        assert len(own) == 3
        assert "Space throws" in read(window(800, 480), game, turned=2)


@pytest.mark.parametrize(
    ("game", "who"),
    [("series", "youngest"), ("mille", "youngest"), ("duel", "most like a pirate"), ("aux", "three famous pirates")],
)
def test_who_begins_by_the_rulebook_stands_on_the_page_before_the_game(
    window: Callable[..., Window], game: str, who: str
) -> None:
    at, people = window(800, 480), (Person("Anne", "red"), Person("Jack", "blue"))
    page = SetUp(at.layout, language("en"), Agreement(STAGED[game], people, 2), lambda agreed: None)
    with measured() as words:
        at.show(page, 0.0)
    assert who in " ".join(one.text for one in words)
