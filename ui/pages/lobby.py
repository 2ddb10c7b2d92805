"""Everything between the title and a game: what can be gone on with, which game, who plays it by which rules."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from pygame import Rect

from firmware.play.evening import Evening, Unfinished
from rules.say import Message, Trouble, listed
from rules.shelf import DataError
from ui.games.staged import STAGED
from ui.layout import REST, columns, rows
from ui.look.theme import LIVERIES, Layout
from ui.pages import groups, people
from ui.pages.explain import Explain
from ui.pages.menu import Menu
from ui.pages.options import Agreement
from ui.pages.people import Person
from ui.pages.setup import SetUp
from ui.parts.choice import Item
from ui.screen import Screen
from ui.words import dates
from ui.words.language import Language

Show = Callable[[Callable[[], Screen]], None]
ROWS = 4  # games that wait, on one page
SHEET = "book"


class Lobby:
    """Makes the pages; `show` puts one on the stage, `play` the game that was begun or is gone on with."""

    def __init__(
        self,
        evening: Evening,
        names_file: Path,
        layout: Layout,
        words: Callable[[], Language],
        show: Show,
        play: Callable[[str], None],
        title: Callable[[], None],
        log_book: Callable[[Callable[[], None]], Screen],
        ages: Callable[[Callable[[], None]], Screen],
    ) -> None:
        self._evening, self._layout, self._words = evening, layout, words
        self._show, self._play, self._title, self._log_book, self._ages = show, play, title, log_book, ages
        self._names_file, self._groups_file = names_file, names_file.with_name("groups.json")
        self._people = people.remembered(self._names_file)
        self._groups = groups.remembered(self._groups_file)

    def fit(self, layout: Layout) -> None:
        """The letters' size was changed."""
        self._layout = layout

    def _say(self, message: Message) -> str:
        return self._words().say(message)

    def _menu(self, title: Message, says: Message, items: tuple[Item, ...], picked: Callable[[str], None],
              back: Callable[[], None], **more: Any) -> Menu:  # fmt: skip
        say = self._say
        return Menu(self._layout, say(title), say(says), items, picked, back=(say(Message("Back")), back), **more)

    # -- which game ------------------------------------------------------------------------------------------------

    def games(self) -> Screen:
        say, waiting = self._say, self._evening.waiting()
        items = [
            Item(
                key,
                say(staged.game.title),
                staged.picture,
                say(Message("{least} to {most} players", least=staged.game.seats[0], most=staged.game.seats[-1])),
            )
            for key, staged in STAGED.items()
        ]
        going = self._going_on(waiting)
        more = [
            Item("log", say(Message("Log book")), SHEET, say(Message("games that were played"))),
            Item("explain", say(Message("How to play")), SHEET, say(Message("in a minute"))),
        ]
        return self._menu(
            Message("What shall we play?"), Message("Choose a game."), (*going, *items, *more), self._picked,
            self._title, columns=len(items), upright=True, arrange=lambda area: self._rows(area, len(going)),
        )  # fmt: skip

    def _going_on(self, waiting: tuple[Unfinished, ...]) -> list[Item]:
        """The game that was played last, by name; and where there are more, the way to them."""
        say = self._say
        if not waiting:
            return []
        last = waiting[0]
        going_on = Message("Go on: {game}", game=self._named(last))
        since = Message("{what}, {when}", what=listed(last.players), when=self._since(last))
        items = [Item("resume", say(going_on), self._sign(last), say(since if last.game else self._since(last)))]
        if len(waiting) > 1:
            others = Message("{n} game", plural="{n} games", n=len(waiting))
            items.append(Item("waiting", say(Message("All unfinished games")), "hourglass", say(others)))
        else:
            items.append(Item("waiting", say(Message("Put it away")), "hourglass", say(Message("or look at it"))))
        return items

    def _rows(self, area: Rect, going: int) -> list[Rect]:
        """What can be gone on with above, the games in the middle, what there is to read below."""
        gap = self._layout.unit // 2
        *above, middle, low = rows(area, (*([0.27] if going else []), REST, 0.21), gap)  # names and a date: two lines
        first = [box for line in above for box in columns(line, (0.64, REST), gap)]
        return [*first, *columns(middle, len(STAGED), gap), *columns(low, 2, gap)]

    def _picked(self, key: str) -> None:
        match key:
            case "resume":
                self.go_on()
            case "waiting":
                self._show(self.waiting)
            case "log":
                self._show(lambda: self._log_book(self._to_games))
            case "explain":
                self._show(lambda: self._explain(next(iter(STAGED)), self._to_games))
            case _:
                group = self._groups[0] if self._groups else None
                agreement = groups.agreement(STAGED[key], group, self._people)
                self._show(lambda: self.setup(agreement))

    def _explain(self, game: str, close: Callable[[], None], agreed: Agreement | None = None) -> Screen:
        setup = agreed.agreed()[0] if agreed is not None else None
        return Explain(self._layout, self._words(), game, close, setup, agreed.count if agreed is not None else None)

    def _to_games(self) -> None:
        self._show(self.games)

    # -- games that wait -------------------------------------------------------------------------------------------

    def _named(self, game: Unfinished) -> Message:
        return STAGED[game.game].game.title if game.game in STAGED else Message("A game that cannot be read")

    def _sign(self, game: Unfinished) -> str:
        return STAGED[game.game].picture if game.game in STAGED else "hourglass"

    def _since(self, game: Unfinished) -> Message:
        return Message("begun {when}", when=dates.when(game.began, self._evening.clock.date().date()))

    def offered(self) -> Screen:
        """The first page after a start: the game that was interrupted, if one was."""
        waiting, say = self._evening.waiting(), self._say
        if not waiting or not waiting[0].game:
            return self.games()
        last = waiting[0]
        items = [
            Item("resume", say(Message("Go on")), "hourglass", say(self._since(last))),
            Item("new", say(Message("A new game")), "chest"),
        ]
        if len(waiting) > 1:
            others = Message("{n} game", plural="{n} games", n=len(waiting))
            items.append(Item("waiting", say(Message("All unfinished games")), SHEET, say(others)))
        title = Message(
            "A game of {game} was interrupted: {players}. Go on?",
            game=self._named(last),
            players=listed(last.players),
        )
        return Menu(
            self._layout, say(title), say(Message("Nothing is lost. Choose.")), tuple(items), self._offered,
            columns=len(items), upright=True,
        )  # fmt: skip

    def _offered(self, key: str) -> None:
        if key == "new":
            self._to_games()
        else:
            self._picked(key)

    def waiting(self, page: int = 0) -> Screen:
        """All of them, to be gone on with or put away."""
        say, waiting = self._say, self._evening.waiting()
        pages = max(1, -(-len(waiting) // ROWS))
        page = min(page, pages - 1)
        items = [
            Item(
                game.name,
                say(Message("{game}: {players}", game=self._named(game), players=listed(game.players)))
                if game.game
                else say(self._named(game)),
                self._sign(game),
                say(self._since(game)),
            )
            for game in waiting[page * ROWS : (page + 1) * ROWS]
        ]
        if pages > 1:
            items.append(Item("page", say(Message("More of them")), "right", f"{page + 1} / {pages}"))

        def picked(key: str) -> None:
            if key == "page":
                self._show(lambda: self.waiting((page + 1) % pages))
            else:
                self._show(lambda: self._one(key, page))

        says = Message("Choose a game to go on with, or to put away.") if waiting else Message("No game waits.")
        return self._menu(Message("Unfinished games"), says, tuple(items), picked, self._to_games,
                          arrange=lambda area: rows(area, ROWS + (pages > 1), self._layout.unit // 2))  # fmt: skip

    def _one(self, name: str, page: int) -> Screen:
        game = next((each for each in self._evening.waiting() if each.name == name), None)
        if game is None:
            return self.waiting(page)
        say = self._say
        items = (
            Item("on", say(Message("Go on")), self._sign(game), say(self._since(game))),
            Item("away", say(Message("Put it away")), SHEET, say(Message("The log book keeps it, as not finished."))),
        )

        def picked(key: str) -> None:
            if key == "on":
                self.go_on(name)
                return
            try:
                self._evening.put_away(name)
            except Trouble as trouble:
                why = trouble.message
                self._show(lambda: self._refused(why))
                return
            self._show(lambda: self.waiting(page))

        title = Message("{game}: {players}", game=self._named(game), players=listed(game.players))
        return self._menu(
            title if game.game else self._named(game), Message("Nothing is lost. Choose."), items, picked,
            lambda: self._show(lambda: self.waiting(page)), columns=2, upright=True,
        )  # fmt: skip

    def go_on(self, name: str | None = None) -> None:
        """With this game, or the one that was played last."""
        waiting = self._evening.waiting()
        if not waiting:
            self._to_games()
            return
        try:
            table = self._evening.resume(name or waiting[0].name)
        except Trouble as trouble:
            why = trouble.message
            self._show(lambda: self._refused(why, Message("This game cannot go on")))
            return
        self._play(table.record.game.key)

    # -- a new game ------------------------------------------------------------------------------------------------

    def setup(self, agreement: Agreement) -> Screen:
        screen: SetUp

        def explain() -> None:
            agreed = screen.agreement
            key = agreed.staged.game.key
            self._show(lambda: self._explain(key, lambda: self._show(lambda: self.setup(agreed)), agreed))

        def ages() -> None:
            agreed = screen.agreement
            self._show(lambda: self._ages(lambda: self._show(lambda: self.setup(agreed))))

        screen = SetUp(
            self._layout, self._words(), agreement, self.begin, groups=self._groups, leave=self._to_games,
            explain=explain, ages=ages,
        )  # fmt: skip
        return screen

    def begin(self, agreement: Agreement) -> None:
        setup, house = agreement.agreed()
        self._people = people.remember(self._names_file, agreement.players)
        self._groups = groups.remember(self._groups_file, agreement)
        names = [person.name for person in agreement.players]
        robots = {seat: person.robot for seat, person in enumerate(agreement.players) if person.robot}
        try:
            self._evening.begin(agreement.staged.game.key, names, setup, house, robots)
        except DataError as trouble:  # a deck of one's own that cannot be played with; its folder is too long to read
            why = DataError(Path(trouble.file).name, trouble.entry, trouble.fault).message
            mend = Message("Mend the file, then choose the game again.")
            self._show(lambda: self._refused(why, says=mend))
            return
        except Trouble as trouble:
            reason = trouble.message
            self._show(lambda: self._refused(reason))
            return
        self._play(agreement.staged.game.key)

    def again(self) -> None:
        """The game on the table once more, with the same people by the same rules."""
        table, evening = self._evening.table, self._evening
        if table is None:
            self._title()
            return
        record = table.record
        evening.begin(record.game.key, record.players, record.setup, evening.house, evening.robots)
        self._play(record.game.key)

    def _refused(self, why: Message, title: Message | None = None, says: Message | None = None) -> Screen:
        say = self._say
        items = (Item("menu", say(Message("To the menu")), "undo"),)
        told, asked = say(title or Message("This game cannot begin")), say(says or Message("Nothing is lost. Choose."))
        return Menu(self._layout, told, asked, items, lambda key: self._to_games(), upright=True, trouble=say(why))

    def liveries(self, names: tuple[str, ...]) -> list[str]:
        """What those who sit at a table wear, as they wore it last."""
        known = {person.name: person for group in reversed(self._groups) for person in group.people}
        known |= {person.name: person for person in reversed(self._people)}
        asked = [
            replace(known.get(name) or Person(name, LIVERIES[seat].key), name=name) for seat, name in enumerate(names)
        ]
        return [person.livery for person in people.seated(asked)]
