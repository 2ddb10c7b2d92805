"""Who plays and by which rules: the page before a game, with a page for each seat, one for letters, one for rules."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from pygame import Rect, Surface

from firmware.play.events import Pressed
from rules.say import Message, listed
from ui.inputs import Input, Using
from ui.layout import grid
from ui.look.theme import LIVERY, Layout
from ui.pages import groups, people
from ui.pages.groups import Group
from ui.pages.menu import Menu
from ui.pages.options import Agreement
from ui.pages.people import LONGEST, Person
from ui.parts.choice import Item
from ui.targets import Target
from ui.words.language import Language

ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZÉÈÊËÀÂÇÎÏÔÙÛÜŒÑ-' "
MORE = "ÁÃÄÅÆÐÍÌÓÒÕÖØÚÝŸÞßŠŽČĆĐŁŚŹŻĄĘŃĞİŞŐŰŘŮŤŇĎ’-' "
WAITING = 8  # names to choose from at a time
GROUPS = 5  # groups to choose from at a time
STRENGTHS = {
    "easy": Message("robot, easy"),
    "fair": Message("robot, fair"),
    "keen": Message("robot, keen"),
}


class SetUp:
    """The console points at "Start" first, so that one press begins. `agreement` is what is agreed so far; `groups`
    are those who have played here, the latest first."""

    def __init__(
        self,
        layout: Layout,
        words: Language,
        agreement: Agreement,
        begin: Callable[[Agreement], None],
        *,
        groups: Sequence[Group] = (),
        leave: Callable[[], None] | None = None,
        explain: Callable[[], None] | None = None,
        ages: Callable[[], None] | None = None,
    ) -> None:
        self._layout, self._say, self._begin = layout, words.say, begin
        self._groups, self._leave, self._explain, self._ages = groups, leave, explain, ages
        self.agreement = replace(agreement, people=self._proper(agreement))
        self._seat = 0
        self.using = Using.NOTHING
        self._letters_shown = ALPHABET
        self._fresh = False  # the next letter begins a new name
        self._page = self._whole()
        self._home = True

    def handle(self, event: Input) -> None:
        if isinstance(event, Pressed) and event.button == "back":
            self._back()
        else:
            self._page.handle(event)

    def _back(self) -> None:
        """One page up, or out of it."""
        if not self._home:
            self.agreement = replace(self.agreement, people=self._proper(self.agreement))
            self._page, self._home = self._whole(), True
        elif self._leave is not None:
            self._leave()

    def _menu(self, title: str, says: Message, items: tuple[Item, ...], picked: Callable[[str], None],
              **more: Any) -> Menu:  # fmt: skip
        return Menu(
            self._layout, title, self._say(says), items, picked, back=(self._say(Message("Back")), self._back), **more
        )

    def draw(self, surface: Surface, now: float) -> list[Rect]:
        self._page.using = self.using
        return self._page.draw(surface, now)

    def targets(self) -> tuple[Target, ...]:
        return self._page.targets()

    @property
    def focused(self) -> str | None:
        return self._page.focused

    def _show(self, page: Menu) -> None:
        self._page, self._home = page, False

    @staticmethod
    def _proper(agreement: Agreement) -> tuple[Person, ...]:
        return (*people.seated(agreement.players), *agreement.people[agreement.count :])

    # -- all of it -------------------------------------------------------------------------------------------------

    @property
    def _seats(self) -> range:
        return self.agreement.staged.game.seats

    def _whole(self) -> Menu:
        title = self._say(self.agreement.staged.game.title)
        begins = self.agreement.staged.begins
        says = Message("{begins} Start, or change what you like.", begins=begins)
        return self._menu(title, says, self._items(), self._picked, columns=3, arrange=self._rows)

    def _rows(self, area: Rect) -> list[Rect]:
        """As many rows as the most players need, so that none jumps when there are fewer."""
        return grid(area, 6 + self._seats[-1], 3, self._layout.unit // 2, self._layout.unit * 9)

    def _items(self) -> tuple[Item, ...]:
        say, agreement = self._say, self.agreement
        first = agreement.players[agreement.first % agreement.count]
        players = Message("{n} player", plural="{n} players", n=agreement.count)
        others = Message("{n} group", plural="{n} groups", n=len(self._groups))
        return (
            Item("start", say(Message("Start")), "choose"),
            Item("rules", say(Message("Rules")), agreement.staged.rules[0].picture, say(agreement.value(0)[1])),
            Item("count", say(players), "cup"),
            Item("first", say(Message("{player} begins", player=first.name)), "flag"),
            Item("groups", say(Message("Known groups")), "hand", say(others if self._groups else Message("none yet"))),
            Item("explain", say(Message("How to play")), "book"),
            *(
                Item(f"seat {seat}", one.name, one.livery, say(STRENGTHS[one.robot]) if one.robot else "")
                for seat, one in enumerate(agreement.players)
            ),
        )

    def _picked(self, key: str) -> None:
        what, _, number = key.partition(" ")
        agreement, seats = self.agreement, self._seats
        if what == "groups":
            if self._groups:
                self._show(self._known())
            return
        if what == "explain":
            if self._explain is not None:
                self._explain()
            return
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
        title, says = self._say(Message("Rules")), Message("Each press takes the next one.")
        return self._menu(title, says, self._rule_items(), self._turned)

    def _rule_items(self) -> tuple[Item, ...]:
        rules = tuple(
            Item(f"{place}", self._say(rule.label), rule.picture, self._say(self.agreement.value(place)[1]))
            for place, rule in enumerate(self.agreement.staged.rules)
            if len(rule.values) > 1
        )
        ages = Item("ages", self._say(Message("For every age")), "turtle")
        return (*rules, ages, Item("done", self._say(Message("Done")), "choose"))

    def _turned(self, key: str) -> None:
        if key == "done":
            self._back()
            return
        if key == "ages":
            if self._ages is not None:
                self._ages()
            return
        self.agreement = self.agreement.turned(int(key))
        said = self.agreement.says(int(key))
        self._page.offer(self._rule_items(), trouble=self._say(said) if said is not None else "")

    # -- groups ----------------------------------------------------------------------------------------------------

    def _known(self) -> Menu:
        title, says = (
            self._say(Message("Known groups")),
            Message("Who is here? Their colours and rules come with them."),
        )
        return self._menu(title, says, self._group_items(), self._called, arrange=self._group_rows)

    def _group_rows(self, area: Rect) -> list[Rect]:
        return grid(area, GROUPS, 1, self._layout.unit // 2, self._layout.unit * 9)

    def _group_items(self) -> tuple[Item, ...]:
        game, items = self.agreement.staged.game.key, []
        for place, group in enumerate(self._groups[:GROUPS]):
            agreed = groups.agreement(self.agreement.staged, group, self.agreement.people)
            note = (
                self._say(agreed.value(0)[1]) if game in group.rules else ""
            )  # of the others a value alone says nothing
            names = self._say(listed(person.name for person in group.people))
            items.append(Item(f"{place}", names, group.people[0].livery, note))
        return tuple(items)

    def _called(self, key: str) -> None:
        agreed = groups.agreement(self.agreement.staged, self._groups[int(key)], self.agreement.people)
        self.agreement = replace(agreed, people=self._proper(agreed))
        self._back()

    # -- a seat ----------------------------------------------------------------------------------------------------

    @property
    def _person_here(self) -> Person:
        return self.agreement.people[self._seat]

    def _person(self) -> Menu:
        says, items = Message("Who sits here? A name can be typed as well."), self._person_items()
        return self._menu(
            self._person_title(), says, items, self._chosen, columns=3, typed=self._typed, arrange=self._person_rows
        )

    def _person_rows(self, area: Rect) -> list[Rect]:
        return grid(area, 4 + WAITING, 3, self._layout.unit // 2, self._layout.unit * 9)

    def _person_title(self) -> str:
        livery = LIVERY[self._person_here.livery]
        return self._say(Message("{name}, {livery}", name=self._person_here.name or "…", livery=livery.title))

    def _person_items(self) -> tuple[Item, ...]:
        say, robot = self._say, self._person_here.robot
        waiting = [one for one in self.agreement.people[self.agreement.count :] if not one.robot][:WAITING]
        plays = Message("no, a person") if not robot else STRENGTHS[robot]
        return (
            Item("done", say(Message("Done")), "choose"),
            Item("colour", say(Message("Other colour")), self._person_here.livery),
            Item("letters", say(Message("New name")), "book"),
            Item("robot", say(Message("Robot")), "wheel", say(plays)),
            *(Item(f"is {one.name}", one.name, one.livery) for one in waiting),
        )

    def _chosen(self, key: str) -> None:
        what, _, name = key.partition(" ")
        people_, seat, count = self.agreement.people, self._seat, self.agreement.count
        if what == "done":
            self._back()
            return
        if what == "letters":
            self._named("")
            self._letters_shown = ALPHABET
            self._show(self._letters())
            return
        if what == "colour":
            changed = people.dressed(people_, seat, count)
        elif what == "robot":
            after = dict(zip(("", *groups.ROBOTS), (*groups.ROBOTS, ""), strict=True))[self._person_here.robot]
            changed = people.manned(people_, seat, count, after)
        else:
            changed = people.exchanged(people_, seat, name)
        self.agreement = replace(self.agreement, people=changed)
        self.agreement = replace(self.agreement, people=self._proper(self.agreement))
        self._page.offer(self._person_items(), title=self._person_title())

    def _typed(self, key: str, letter: str) -> None:
        before = "" if self._fresh and letter != "\b" else self._person_here.name
        self._fresh = False
        self._named(before[:-1] if letter == "\b" else before + letter)
        self._page.offer(self._person_items(), title=self._person_title())
        self._page.point_at("done")  # Enter ends a name that was typed

    def _named(self, name: str) -> None:
        """Somebody new on this seat; who sat there waits with the others."""
        known = list(self.agreement.people)
        if name == "" and known[self._seat].name:
            known.append(known[self._seat])
        known[self._seat] = replace(known[self._seat], name=name[:LONGEST].lstrip())
        self.agreement = replace(self.agreement, people=tuple(known))

    # -- letters, where there is no keyboard -----------------------------------------------------------------------

    def _letters(self) -> Menu:
        says = Message("Choose the letters, then “Done”.")
        return self._menu(self._person_title(), says, self._letter_items(), self._letter, columns=12, upright=True,
                          typed=self._typed_there)  # fmt: skip

    def _letter_items(self) -> tuple[Item, ...]:
        say = self._say
        return (
            *(Item(letter, letter if letter != " " else say(Message("space"))) for letter in self._letters_shown),
            Item("\b", "", "left"),
            Item("more", say(Message("more")) if self._letters_shown is ALPHABET else "ABC"),
            Item("done", say(Message("Done"))),
        )

    def _letter(self, key: str) -> None:
        if key == "done":
            self._back()
            return
        if key == "more":
            self._letters_shown = MORE if self._letters_shown is ALPHABET else ALPHABET
            self._page.offer(self._letter_items())
            self._page.point_at("more")
            return
        name = self._person_here.name
        if key == "\b":
            name = name[:-1]
        else:
            name += key if not name or name[-1] in " -'’" else key.lower()
        self._spelled(name)

    def _typed_there(self, key: str, letter: str) -> None:
        name = self._person_here.name
        self._spelled(name[:-1] if letter == "\b" else name + letter)
        self._page.point_at("done")  # so that Enter ends the name and adds no letter

    def _spelled(self, name: str) -> None:
        known = self.agreement.people
        spelled = replace(known[self._seat], name=name[:LONGEST].lstrip())
        self.agreement = replace(self.agreement, people=(*known[: self._seat], spelled, *known[self._seat + 1 :]))
        self._page.offer(self._letter_items(), title=self._person_title())
