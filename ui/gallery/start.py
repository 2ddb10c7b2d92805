"""Pictures of everything before a game: first picture, title, menus, setting up, safe mode."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from typing import Any

from firmware.play.events import Pressed
from rules.say import Message
from ui.director import Director
from ui.gallery.exhibits import Shown, exhibit
from ui.gallery.rehearsal import House, at_once, drawn, presses
from ui.gallery.sheets import Sheet
from ui.games.staged import STAGED
from ui.inputs import Input
from ui.look.theme import LIVERIES, Layout
from ui.pages import first, groups
from ui.pages.explain import Explain
from ui.pages.options import Agreement
from ui.pages.people import Person
from ui.screen import Screen
from ui.words.language import Language


def _directed(layout: Layout, words: Language, *events: Input, house: House | None = None, **more: Any) -> Screen:
    director = Director(house or House(), layout, words, None, **more)
    for event in events:
        director.handle(event)
    return director.screen


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
    drawn(screen, layout, 0.0)
    return Shown(screen, at=3.0)


@exhibit("start-attract")
def attract(layout: Layout, words: Language) -> Shown:
    """Robots play behind the name; here they hold their breath for the picture."""
    from ui.pages.title import IDLE_S, Title

    def nothing() -> None: ...

    def robots_only(work: Callable[[], Any]) -> Future[Any]:
        return at_once(work) if work == house.robots else Future()

    house = House()
    screen = Title(layout, words, nothing, nothing, nothing, house.robots, robots_only)
    for at in (0.0, 0.1, IDLE_S + 1):
        drawn(screen, layout, at)
    screen._attract = None
    screen._coming = at_once(house.robots)
    return Shown(screen, at=IDLE_S + 1.0)


@exhibit("start-games")
def games(layout: Layout, words: Language) -> Shown:
    return Shown(_directed(layout, words, *presses("choose")))


FIRST, NEXT = list(STAGED)[:2]  # on the page of games


@exhibit(f"start-explain-{FIRST}")
def explain_first(layout: Layout, words: Language) -> Shown:
    return Shown(_directed(layout, words, *presses("choose"), *presses("left", 2), *presses("choose")))


@exhibit(f"start-explain-{NEXT}")
def explain_next(layout: Layout, words: Language) -> Shown:
    return Shown(
        _directed(layout, words, *presses("choose"), *presses("left", 2), *presses("choose"), *presses("right", 3))
    )


def _deciding(game: str) -> Callable[[Layout, Language], Shown]:
    """The second page of a game's book."""

    def make(layout: Layout, words: Language) -> Shown:
        book = Explain(layout, words, game, lambda: None)
        book.handle(Pressed("right", 0.0))
        return Shown(book)

    return make


for _game in STAGED:
    exhibit(f"start-explain-{_game}-what-decides")(_deciding(_game))


@exhibit("start-explain-hands")
def explain_hands(layout: Layout, words: Language) -> Shown:
    book = Explain(layout, words, next(iter(STAGED)), lambda: None)
    for _ in range(2):
        book.handle(Pressed("right", 0.0))
    return Shown(book)


@exhibit("start-players")
def players(layout: Layout, words: Language) -> Shown:
    events = (*presses("choose"), *presses("right"), *presses("choose"), *presses("right", 2), *presses("choose", 3))
    return Shown(_directed(layout, words, *events))


@exhibit("start-rules")
def rules(layout: Layout, words: Language) -> Shown:
    events = (*presses("choose"), *presses("right"), *presses("choose"), *presses("right"), *presses("choose"))
    return Shown(_directed(layout, words, *events))


@exhibit("start-seat")
def seat(layout: Layout, words: Language) -> Shown:
    return Shown(_directed(layout, words, *presses("choose", 2), *presses("left", 2), *presses("choose")))


@exhibit("start-letters")
def letters(layout: Layout, words: Language) -> Shown:
    events = (*presses("choose", 2), *presses("left", 2), *presses("choose"), *presses("right", 2), *presses("choose"))
    return Shown(_directed(layout, words, *events))


def _several() -> House:
    """A house with three games that are not finished, and two groups that played."""
    house = House()
    keys = list(STAGED)
    for place, names, later in (
        (0, ("Anne", "Jack"), 86400.0 * 9),
        (2, ("Zoé", "Louis", "Mary"), 86400.0),
        (1, ("Anne", "Barthélemy", "Grand-père Louis"), 0.0),
    ):
        house.evening.begin(keys[place], names)
        house.journal.append("1. x")  # something was done
        house.clock.advance(later)
    people = tuple(Person(name, LIVERIES[place].key) for place, name in enumerate(("Anne", "Grand-père Louis", "Jo")))
    group = (*people, Person("Rackham", "yellow", "easy"))
    for agreed in (Agreement(STAGED[keys[1]], group, 4, 0, (1, 0, 1)), Agreement(STAGED[keys[0]], people, 3)):
        groups.remember(house.names_file.with_name("groups.json"), agreed)
    return house


@exhibit("start-games-unfinished")
def games_unfinished(layout: Layout, words: Language) -> Shown:
    return Shown(_directed(layout, words, *presses("right"), *presses("choose"), house=_several()))


@exhibit("start-unfinished")
def unfinished(layout: Layout, words: Language) -> Shown:
    events = (*presses("right", 2), *presses("choose"), *presses("right"))
    return Shown(_directed(layout, words, *events, house=_several()))


@exhibit("start-unfinished-one")
def unfinished_one(layout: Layout, words: Language) -> Shown:
    events = (*presses("right", 2), *presses("choose"), *presses("right"), *presses("choose"))
    return Shown(_directed(layout, words, *events, house=_several()))


@exhibit("start-players-six")
def players_six(layout: Layout, words: Language) -> Shown:
    """A group is called, its game and its robot with it; then a sixth sits down."""
    events = (*presses("right"), *presses("choose"), *presses("right", 2), *presses("choose"), *presses("right", 2))
    return Shown(_directed(layout, words, *events, *presses("choose", 3), house=_several()))


@exhibit("start-groups")
def known_groups(layout: Layout, words: Language) -> Shown:
    events = (*presses("right"), *presses("choose"), *presses("right", 3), *presses("choose"))
    return Shown(_directed(layout, words, *events, *presses("right", 4), *presses("choose"), house=_several()))


@exhibit("start-letters-more")
def letters_more(layout: Layout, words: Language) -> Shown:
    events = (*presses("choose", 2), *presses("left", 2), *presses("choose"), *presses("right", 2), *presses("choose"))
    return Shown(_directed(layout, words, *events, *presses("left", 3), *presses("choose")))


@exhibit("start-resume")
def resume(layout: Layout, words: Language) -> Shown:
    house = House()
    house.evening.begin(list(STAGED)[1], ("Anne", "Barthélemy", "Grand-père Louis"))
    house.clock.advance(86400.0)
    return Shown(_directed(layout, words, house=house))


@exhibit("start-safe-mode")
def safe(layout: Layout, words: Language) -> Shown:
    why = "[Errno 5] Input/output error: '/dev/video0'"
    return Shown(_directed(layout, words, failed=why))
