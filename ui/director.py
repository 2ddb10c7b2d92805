"""The director: which screen stands on the stage now, from the title page over the menus into a game and back."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, Protocol

from pygame import Surface

from firmware.evening import Evening, offer
from firmware.events import Event, Pressed
from rules.game import Seat
from rules.games import GAMES
from rules.say import Message
from ui.choice import Item
from ui.game_screen import SCREENS
from ui.inputs import Input
from ui.language import Language
from ui.menu import Menu
from ui.options import OFFERS, Agreement
from ui.screen import Screen
from ui.theme import LIVERIES, Layout
from ui.title import Title

MOST_SEATS = 6
DEFAULT_NAMES = ("Anne", "Jack", "Zoé", "Louis", "Mary", "Edward")


class Host(Protocol):
    """What the director needs from the program around it."""

    evening: Evening
    names_file: Path

    def watch(self, game: str) -> None: ...
    def put(self, event: Event) -> None: ...
    def service(self, layout: Layout, words: Language, leave: Callable[[], None]) -> Screen: ...


class Director:
    def __init__(self, host: Host, layout: Layout, words: Language, sounds: Any) -> None:
        self._host, self._layout, self.words, self._sounds = host, layout, words, sounds
        self._names = remembered(host.names_file)
        self.screen: Screen = self._title()
        if host.evening.unfinished() is not None:
            self.screen = self._resume()

    def handle(self, event: Input) -> None:
        if isinstance(event, Pressed) and event.button == "back" and not self._playing:
            self.screen = self._title()
            return
        self.screen.handle(event)
        self._heed()

    def draw(self, surface: Surface, now: float) -> Any:
        self._heed()
        return self.screen.draw(surface, now)

    @property
    def _playing(self) -> bool:
        return getattr(self.screen, "wants", self) is not self

    def _heed(self) -> None:
        """What a game's screen wants: to the menu, to service, or once more."""
        wants = getattr(self.screen, "wants", None)
        if wants == "menu":
            self._host.evening.leave()
            self.screen = self._title()
        elif wants == "service":
            back = self.screen
            back.wants = None  # type: ignore[attr-defined]
            self.screen = self._host.service(self._layout, self.words, lambda: self._show(back))
        elif wants == "again":
            self._again()

    def _show(self, screen: Screen) -> None:
        self.screen = screen

    # -- pages -----------------------------------------------------------------------------------------------------

    def _title(self) -> Screen:
        return Title(self._layout, self.words, self._choose_game, lambda: self._show(self._service()))

    def _service(self) -> Screen:
        return self._host.service(self._layout, self.words, lambda: self._show(self._title()))

    def _choose_game(self) -> None:
        say = self.words.say
        items = tuple(
            Item(
                key,
                say(GAMES[key].title),
                offered.picture,
                say(Message("{least} to {most} players", least=GAMES[key].seats[0], most=GAMES[key].seats[-1])),
            )
            for key, offered in OFFERS.items()
        )
        title, says = say(Message("What shall we play?")), say(Message("Choose a game."))
        self.screen = Menu(self._layout, title, says, items, self._agree_on, columns=len(items), upright=True)

    def _agree_on(self, key: str) -> None:
        agreement = Agreement(OFFERS[key], self._names, GAMES[key].seats[0])
        self.screen = self._setup(agreement)

    def _resume(self) -> Screen:
        record = self._host.evening.unfinished()
        assert record is not None
        say = self.words.say
        items = (Item("resume", say(Message("Go on")), "hourglass"), Item("new", say(Message("A new game")), "chest"))
        return Menu(
            self._layout, say(offer(record)), say(Message("Choose.")), items, self._resumed, columns=2, upright=True
        )

    def _resumed(self, key: str) -> None:
        if key == "new":
            self._choose_game()
            return
        self.play(self._host.evening.resume().record.game.key)

    def _setup(self, agreement: Agreement) -> Screen:
        return SetUp(self._layout, self.words, agreement, self._begin)

    def _begin(self, agreement: Agreement) -> None:
        setup, house = agreement.agreed()
        self._names = remember(self._host.names_file, agreement.names)
        self._host.evening.begin(agreement.offer.key, agreement.players, setup, house)
        self.play(agreement.offer.key)

    def _again(self) -> None:
        table = self._host.evening.table
        if table is None:
            self.screen = self._title()
            return
        record = table.record
        self._host.evening.begin(record.game.key, record.players, record.setup, self._host.evening.house)
        self.play(record.game.key)

    def play(self, key: str) -> None:
        self._host.watch(key)
        evening = self._host.evening
        self.screen = SCREENS[key](evening, self._host.put, self._layout, self.words, self._sounds, evening.config)


class SetUp:
    """Who plays and by which rules; the console points at "Start" first, so that one press begins."""

    def __init__(
        self, layout: Layout, words: Language, agreement: Agreement, begin: Callable[[Agreement], None]
    ) -> None:
        self._words, self._agreement, self._begin = words, agreement, begin
        title = words.say(GAMES[agreement.offer.key].title)
        says = words.say(Message("Start, or change what is to be different. A name can be typed."))
        self._menu = Menu(layout, title, says, self._items(), self._picked, columns=2, typed=self._typed)

    def handle(self, event: Input) -> None:
        self._menu.handle(event)

    def draw(self, surface: Surface, now: float) -> Any:
        return self._menu.draw(surface, now)

    def _items(self) -> tuple[Item, ...]:
        say, agreement = self._words.say, self._agreement
        seat = agreement.first % agreement.count
        first = agreement.players[seat]
        items = [
            Item("start", say(Message("Start")), "choose"),
            Item("count", say(Message("{n} players", n=agreement.count)), "cup"),
            Item(
                "first", say(Message("{player} begins", player=first)), LIVERIES[agreement.first % agreement.count].key
            ),
        ]
        items += [
            Item(f"rule {place}", say(rule.label), rule.picture, say(agreement.value(place)[1]))
            for place, rule in enumerate(agreement.offer.rules)
        ]
        items += [Item(f"name {seat}", name, LIVERIES[seat].key) for seat, name in enumerate(agreement.players)]
        return tuple(items)

    def _picked(self, key: str) -> None:
        what, _, number = key.partition(" ")
        agreement, seats = self._agreement, GAMES[self._agreement.offer.key].seats
        if what == "start":
            self._start()
            return
        if what == "count":
            count = agreement.count + 1 if agreement.count + 1 in seats else seats[0]
            agreement = replace(agreement, count=count, first=agreement.first % count)
        elif what == "first":
            agreement = replace(agreement, first=(agreement.first + 1) % agreement.count)
        elif what == "rule":
            agreement = agreement.turned(int(number))
        elif what == "name":
            agreement = replace(agreement, names=swapped(agreement.names, int(number), agreement.count))
        self._agreement = agreement
        self._menu.offer(self._items())

    def _start(self) -> None:
        names = tuple(name.strip() or DEFAULT_NAMES[seat] for seat, name in enumerate(self._agreement.names))
        self._begin(replace(self._agreement, names=unique(names)))

    def _typed(self, key: str, letter: str) -> None:
        what, _, number = key.partition(" ")
        if what != "name":
            return
        seat = int(number)
        names = list(self._agreement.names)
        names[seat] = names[seat][:-1] if letter == "\b" else (names[seat] + letter)[:14]
        self._agreement = replace(self._agreement, names=tuple(names))
        self._menu.offer(self._items())


def swapped(names: tuple[str, ...], seat: Seat, count: int) -> tuple[str, ...]:
    """The next remembered name that does not play yet takes the seat; the one who sat there waits at the end."""
    waiting = [*names[count:], names[seat]]
    playing = list(names[:count])
    playing[seat] = waiting.pop(0)
    return (*playing, *waiting)


def unique(names: tuple[str, ...]) -> tuple[str, ...]:
    """Two players of one name are told apart by a number."""
    seen: dict[str, int] = {}
    out = []
    for name in names:
        seen[name] = seen.get(name, 0) + 1
        out.append(name if seen[name] == 1 else f"{name} {seen[name]}")
    return tuple(out)


def remembered(file: Path) -> tuple[str, ...]:
    """The names of those who played here last, filled up; a file one cannot read is as good as none."""
    try:
        known = [str(name) for name in json.loads(file.read_text(encoding="utf-8"))]
    except (OSError, ValueError, TypeError):
        known = []
    names = list(dict.fromkeys([*known, *DEFAULT_NAMES]))
    return tuple(names[: max(MOST_SEATS, min(len(known), 24))])


def remember(file: Path, names: tuple[str, ...]) -> tuple[str, ...]:
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(list(names), ensure_ascii=False), encoding="utf-8")
    except OSError:
        pass  # names are a comfort: the game matters
    return names
