"""Who plays and by which rules: the page before a game, with a page for each seat, one for letters, one for rules."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from pygame import Rect, Surface

from firmware.play.events import Pressed
from rules.say import Message
from ui.inputs import Input
from ui.look.theme import LIVERY, Layout
from ui.pages import people
from ui.pages.menu import Menu
from ui.pages.options import Agreement
from ui.pages.people import LONGEST, Person
from ui.parts.choice import Item
from ui.targets import Target
from ui.words.language import Language

ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZÉÈÇÏ-"
WAITING = 9  # names to choose from at a time


class SetUp:
    """The console points at "Start" first, so that one press begins. `agreement` is what is agreed so far."""

    def __init__(
        self, layout: Layout, words: Language, agreement: Agreement, begin: Callable[[Agreement], None]
    ) -> None:
        self._layout, self._say, self._begin = layout, words.say, begin
        self.agreement = replace(agreement, people=self._proper(agreement))
        self._seat = 0
        self._fresh = False  # the next letter begins a new name
        self._page = self._whole()
        self._home = True

    def handle(self, event: Input) -> None:
        if isinstance(event, Pressed) and event.button == "back":
            self.back()
        else:
            self._page.handle(event)

    def back(self) -> bool:
        """One page up; False where there is none."""
        inside, self._page, self._home = not self._home, self._whole(), True
        return inside

    def draw(self, surface: Surface, now: float) -> list[Rect]:
        return self._page.draw(surface, now)

    def targets(self) -> tuple[Target, ...]:
        return self._page.targets()

    @property
    def focused(self) -> str | None:
        return self._page.focused

    def _show(self, page: Menu, at: int = 0) -> None:
        page.choice = replace(page.choice, at=at)
        self._page, self._home = page, False

    @staticmethod
    def _proper(agreement: Agreement) -> tuple[Person, ...]:
        return (*people.seated(agreement.players), *agreement.people[agreement.count :])

    # -- all of it -------------------------------------------------------------------------------------------------

    def _whole(self) -> Menu:
        title = self._say(self.agreement.staged.game.title)
        says = self._say(Message("Start, or change what is to be different."))
        return Menu(self._layout, title, says, self._items(), self._picked, columns=2)

    def _items(self) -> tuple[Item, ...]:
        say, agreement = self._say, self.agreement
        first = agreement.players[agreement.first % agreement.count]
        players = Message("{n} player", plural="{n} players", n=agreement.count)
        return (
            Item("start", say(Message("Start")), "choose"),
            Item("rules", say(Message("Rules")), agreement.staged.rules[0].picture, say(agreement.value(0)[1])),
            Item("count", say(players), "cup"),
            Item("first", say(Message("{player} begins", player=first.name)), "flag"),
            *(Item(f"seat {seat}", one.name, one.livery) for seat, one in enumerate(agreement.players)),
        )

    def _picked(self, key: str) -> None:
        what, _, number = key.partition(" ")
        agreement, seats = self.agreement, self.agreement.staged.game.seats
        if what == "start":
            self._begin(replace(agreement, people=self._proper(agreement)))
            return
        if what == "rules":
            self._show(self._rules())
            return
        if what == "seat":
            self._seat, self._fresh = int(number), True
            self._show(self._person())
            return
        if what == "count":
            count = agreement.count + 1 if agreement.count + 1 in seats else seats[0]
            agreement = replace(agreement, count=count, first=agreement.first % count)
        elif what == "first":
            agreement = replace(agreement, first=(agreement.first + 1) % agreement.count)
        self.agreement = replace(agreement, people=self._proper(agreement))
        self._page.offer(self._items())

    # -- rules -----------------------------------------------------------------------------------------------------

    def _rules(self) -> Menu:
        title, says = self._say(Message("Rules")), self._say(Message("Each press takes the next one."))
        return Menu(self._layout, title, says, self._rule_items(), self._turned)

    def _rule_items(self) -> tuple[Item, ...]:
        rules = tuple(
            Item(f"{place}", self._say(rule.label), rule.picture, self._say(self.agreement.value(place)[1]))
            for place, rule in enumerate(self.agreement.staged.rules)
        )
        return (*rules, Item("back", self._say(Message("Done")), "choose"))

    def _turned(self, key: str) -> None:
        if key == "back":
            self.back()
            return
        self.agreement = self.agreement.turned(int(key))
        self._page.offer(self._rule_items())

    # -- a seat ----------------------------------------------------------------------------------------------------

    @property
    def _person_here(self) -> Person:
        return self.agreement.people[self._seat]

    def _person(self) -> Menu:
        says = self._say(Message("Who sits here? A name can be typed as well."))
        items = self._person_items()
        return Menu(self._layout, self._person_title(), says, items, self._chosen, columns=3, typed=self._typed)

    def _person_title(self) -> str:
        livery = LIVERY[self._person_here.livery]
        return self._say(Message("{name}, {livery}", name=self._person_here.name or "…", livery=livery.title))

    def _person_items(self) -> tuple[Item, ...]:
        say = self._say
        waiting = self.agreement.people[self.agreement.count :][:WAITING]
        return (
            Item("back", say(Message("Done")), "choose"),
            Item("colour", say(Message("Other colour")), self._person_here.livery),
            Item("letters", say(Message("New name")), "book"),
            *(Item(f"is {one.name}", one.name, one.livery) for one in waiting),
        )

    def _chosen(self, key: str) -> None:
        what, _, name = key.partition(" ")
        if what == "back":
            self.back()
            return
        if what == "letters":
            self._named("")
            self._show(self._letters())
            return
        if what == "colour":
            changed = people.dressed(self.agreement.people, self._seat, self.agreement.count)
        else:
            changed = people.exchanged(self.agreement.people, self._seat, name)
        self.agreement = replace(self.agreement, people=changed)
        self.agreement = replace(self.agreement, people=self._proper(self.agreement))
        self._page.offer(self._person_items(), title=self._person_title())

    def _typed(self, key: str, letter: str) -> None:
        before = "" if self._fresh and letter != "\b" else self._person_here.name
        self._fresh = False
        self._named(before[:-1] if letter == "\b" else before + letter)
        self._page.offer(self._person_items(), title=self._person_title())

    def _named(self, name: str) -> None:
        """Somebody new on this seat; who sat there waits with the others."""
        known = list(self.agreement.people)
        if name == "" and known[self._seat].name:
            known.append(known[self._seat])
        known[self._seat] = Person(name[:LONGEST].lstrip(), known[self._seat].livery)
        self.agreement = replace(self.agreement, people=tuple(known))

    # -- letters, where there is no keyboard -----------------------------------------------------------------------

    def _letters(self) -> Menu:
        items = (
            *(Item(letter, letter) for letter in ALPHABET),
            Item("\b", "", "left"),
            Item("back", self._say(Message("Done"))),
        )
        says = self._say(Message("Choose the letters, then “Done”."))
        return Menu(self._layout, self._person_title(), says, items, self._letter, columns=11, upright=True,
                    typed=self._typed_there)  # fmt: skip

    def _letter(self, key: str) -> None:
        if key == "back":
            self.agreement = replace(self.agreement, people=self._proper(self.agreement))
            self.back()
            return
        name = self._person_here.name
        if key == "\b":
            name = name[:-1]
        else:
            name += key if not name or name[-1] in " -" else key.lower()
        self._spelled(name)

    def _typed_there(self, key: str, letter: str) -> None:
        name = self._person_here.name
        self._spelled(name[:-1] if letter == "\b" else name + letter)

    def _spelled(self, name: str) -> None:
        known = self.agreement.people
        spelled = Person(name[:LONGEST].lstrip(), known[self._seat].livery)
        self.agreement = replace(self.agreement, people=(*known[: self._seat], spelled, *known[self._seat + 1 :]))
        self._page.offer(self._page.choice.items, title=self._person_title())
