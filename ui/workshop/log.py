"""Service: the log book: games that were played, points by turn, how quick the claims were, whether dice are fair."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from pygame import Rect, Surface

from firmware.books.fairness import Fairness
from firmware.books.history import Listed, page
from firmware.books.logbook import Book, read
from firmware.play.events import Pressed
from rules.say import Message, listed
from ui.canvas import Same
from ui.games.staged import STAGED
from ui.inputs import Input
from ui.look import text
from ui.look.theme import BLOOD, LIVERIES, SEA
from ui.parts import plots
from ui.parts.choice import Item
from ui.parts.plots import Bar, Curve
from ui.targets import Target
from ui.words import dates
from ui.workshop.page import ROWS, Job, Page, Writing
from ui.workshop.story import StoryPage
from ui.workshop.teach import KINDS

LEAVES = {
    "games": (Message("Games"), "chest"),
    "points": (Message("Points"), "flag"),
    "claims": (Message("Claims"), "bell"),
    "dice": (Message("Dice"), "cup"),
}


class LogPage(Page):
    """The first leaf lists the games, and a row opens its game's story."""

    def __init__(self, *args: object) -> None:
        super().__init__(*args)  # type: ignore[arg-type]
        self.leaf = "games"
        self.story: StoryPage | None = None
        self._turn_to([None])
        folder: Path = self.shop.games
        self._job: Job[Book] = Job(self.shop.submit, lambda: read(folder))

    def title(self) -> Message:
        return Message("Log book")

    @property
    def book(self) -> Book | None:
        return self._job.value

    def says(self) -> Message:
        book = self.book
        if book is None:
            return Message("Leafing through …")
        if self.leaf == "dice" and book.fairness:
            return Message("The dashed line is what fair dice show.")
        if self.leaf == "games" and book.total:
            return Message("One game in the book.", plural="{n} games in the book: open one.", n=book.total)
        return Message("One game in the book.", plural="{n} games in the book.", n=book.total)

    def rows(self) -> tuple[Item, ...]:
        if self.leaf != "games" or self._page.value is None:
            return ()
        return tuple(self._row(game) for game in self._page.value)

    def actions(self) -> tuple[Item, ...]:
        items = [Item(key, self.say(label), sign) for key, (label, sign) in LEAVES.items() if key != self.leaf]
        book = self.book
        if self.leaf == "games" and book is not None and book.total > ROWS:
            items = [
                Item("newer", self.say(Message("Newer")), "left"),
                Item("older", self.say(Message("Older")), "right"),
                *items,
            ]
        return tuple(items)

    def act(self, key: str) -> None:
        what, _, number = key.partition(" ")
        if what == "game":
            self.story = StoryPage(self.shop, self.layout, self.words, self._close, int(number))
        elif what == "older" and self._page.value and len(self._page.value) == ROWS:
            self._turn_to([*self._before, self._page.value[-1].number])
        elif what == "newer" and len(self._before) > 1:
            self._turn_to(self._before[:-1])
        elif what in LEAVES:
            self.leaf = what
            self._choice = replace(self._choice, at=0)

    def _turn_to(self, before: list[int | None]) -> None:
        """A page of games: those before this number; the newest where there is none."""
        folder, self._before, last = self.shop.games, before, before[-1]
        self._page: Job[list[Listed]] = Job(self.shop.submit, lambda: page(folder, ROWS, last)[0])

    # -- a game's story, over the page -----------------------------------------------------------------------------

    def _close(self) -> None:
        self.story = None
        self.redraw()

    def back(self) -> bool:
        there = self.story is not None
        if there:
            self._close()
        return there

    def handle(self, event: Input) -> None:
        if isinstance(event, Pressed) and event.button == "back":  # where no workshop is around it
            if not self.back():
                self.leave()
        elif self.story is not None:
            self.story.handle(event)
        else:
            super().handle(event)

    def draw(self, surface: Surface, now: float) -> list[Rect]:
        return super().draw(surface, now) if self.story is None else self.story.draw(surface, now)

    def targets(self) -> tuple[Target, ...]:
        return super().targets() if self.story is None else self.story.targets()

    @property
    def focused(self) -> str | None:
        return super().focused if self.story is None else self.story.focused

    # -- what stands on a leaf -------------------------------------------------------------------------------------

    def body(self, area: Rect, now: float) -> None:
        book = self.book
        if self.leaf == "games" and (book is None or book.total):
            return  # its rows stand there
        self.paper("leaf", area, _Leaf(self.layout, self.words, self.leaf, Same(book)))

    def _row(self, game: Listed) -> Item:
        """Who played and won, with the score; what it was, when, and how long it took."""
        say, today = self.say, datetime.now().date()
        title = STAGED[game.game].game.title if game.game in STAGED else Message("A game that cannot be read")
        summary = game.summary
        ended = Message("not finished") if summary is None else dates.lasted(summary.duration_s)
        note = Message("{what} · {when} · {length}", what=title, when=dates.when(game.date, today), length=ended)
        sign = STAGED[game.game].picture if game.game in STAGED else "book"
        return Item(f"game {game.number}", say(self._people(game)), sign, say(note))

    def _people(self, game: Listed) -> Message:
        summary = game.summary
        if summary is None:
            return listed(game.players) if game.players else Message("nobody knows who")
        scores = dict(enumerate(summary.scores))
        order = sorted(
            range(len(summary.players)), key=lambda seat: (seat not in summary.winners, -scores.get(seat, 0))
        )
        return Message("{name}", name=", ".join(
            f"{summary.players[seat]} {self.words.number(scores[seat])}" if seat in scores else summary.players[seat]
            for seat in order
        ))  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Leaf(Writing):
    leaf: str
    book: Same[Book | None]

    def paint(self, surface: Surface, room: Rect) -> None:
        if self.book.thing is None:
            return
        draw = {"points": self._points, "claims": self._claims, "dice": self._dice}
        if self.leaf in draw:
            draw[self.leaf](surface, room, self.book.thing)
        else:
            self._nothing(surface, room)

    def _nothing(self, surface: Surface, room: Rect) -> None:
        self.write(surface, Message("Nothing to show yet: play a game first."), room, align="centre")

    def _points(self, surface: Surface, room: Rect, book: Book) -> None:
        if book.last is None or len(book.scores) < 2:
            self._nothing(surface, room)
            return
        curves = [
            Curve(LIVERIES[seat].key, tuple(float(row[seat]) for row in book.scores))
            for seat in range(len(book.last.players))
        ]
        title = self.say(STAGED[book.last.game.key].curve)
        plots.curves(surface, room, self.layout, self.words, title, curves, self.say(Message("turns")))

    def _claims(self, surface: Surface, room: Rect, book: Book) -> None:
        if not book.claims:
            self._nothing(surface, room)
            return
        title, unit = self.say(Message("Time to claim")), self.say(Message("seconds"))
        plots.histogram(surface, room, self.layout, self.words, title, book.claims, unit)

    def _dice(self, surface: Surface, room: Rect, book: Book) -> None:
        if not book.fairness:
            self._nothing(surface, room)
            return
        wide = room.width // len(book.fairness)
        for place, fair in enumerate(book.fairness):
            box = Rect(room.x + place * wide, room.y, wide - (3 * self.layout.unit if place == 0 else 0), room.height)
            self._fair(surface, box, fair)

    def _fair(self, surface: Surface, box: Rect, fair: Fairness) -> None:
        foot = round(self.layout.small * 2.6)
        colour = BLOOD if fair.judgement == "unfair" else SEA
        values = [Bar(f"art:{face}", count, colour) for face, count in zip(fair.faces, fair.counts, strict=True)]
        chart = Rect(box.x, box.y, box.width, box.height - foot)
        title = self.say(KINDS[fair.kind])
        plots.bars(surface, chart, self.layout, self.words, title, values, fair.expected)
        words = self.say(fair.verdict)
        small = self.layout.small
        below = Rect(box.x, chart.bottom, box.width, foot)
        text.write(surface, words, below, (small, round(small * 0.88), round(small * 0.78)))
