"""Service: the log book: games that were played, points by turn, how quick the claims were, whether dice are fair."""

from __future__ import annotations

from pathlib import Path

from pygame import Rect, Surface

from firmware.books.fairness import Fairness
from firmware.books.history import Listed
from firmware.books.logbook import Book, read
from firmware.play.events import Pressed
from rules.games import GAMES
from rules.say import Message
from ui.games.staged import STAGED
from ui.inputs import Input
from ui.look import text
from ui.look.pictures import picture
from ui.look.theme import BLOOD, LIVERIES, SEA
from ui.parts import plots
from ui.parts.choice import Item
from ui.parts.plots import Bar, Curve
from ui.workshop.page import Job, Page
from ui.workshop.teach import KINDS

LEAVES = {
    "games": (Message("Games"), "chest"),
    "points": (Message("Points"), "flag"),
    "claims": (Message("Claims"), "bell"),
    "dice": (Message("Dice"), "cup"),
}
ROWS = 6


class LogPage(Page):
    def __init__(self, *args: object) -> None:
        super().__init__(*args)  # type: ignore[arg-type]
        self.leaf = "games"
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
        return Message("One game in the book.", plural="{n} games in the book.", n=book.total)

    def actions(self) -> tuple[Item, ...]:
        return tuple(Item(key, self.say(label), sign) for key, (label, sign) in LEAVES.items())

    def act(self, key: str) -> None:
        self.leaf = key

    def handle(self, event: Input) -> None:
        if isinstance(event, Pressed) and event.button == "back":
            self.leave()
        else:
            super().handle(event)

    def body(self, area: Rect, now: float) -> None:
        book = self.book
        self.paper("leaf", area, (self.leaf, book is None), lambda s, b: self._leaf(s, b, book))

    def _leaf(self, surface: Surface, room: Rect, book: Book | None) -> None:
        if book is None:
            return
        draw = {"games": self._games, "points": self._points, "claims": self._claims, "dice": self._dice}
        draw[self.leaf](surface, room, book)

    def _nothing(self, surface: Surface, room: Rect) -> None:
        self.write(surface, Message("Nothing to show yet: play a game first."), room, align="centre")

    def _games(self, surface: Surface, room: Rect, book: Book) -> None:
        if not book.games:
            self._nothing(surface, room)
            return
        high = room.height // ROWS
        for place, game in enumerate(book.games[:ROWS]):
            self._game(surface, Rect(room.x, room.y + place * high, room.width, high), game)

    def _game(self, surface: Surface, box: Rect, game: Listed) -> None:
        """Number, day, what it was, who played and who won."""
        size = round(box.height * 0.8)
        key = game.summary.game if game.summary is not None else ""
        sign = picture(STAGED[key].picture if key in STAGED else "book", size)
        surface.blit(sign, sign.get_rect(midleft=box.midleft))
        small = self.layout.small
        sizes = (small, round(small * 0.88), round(small * 0.78))
        left = box.x + size + self.layout.unit
        day = Rect(left, box.y, round(box.width * 0.19), box.height)
        text.write(surface, game.date[:10], day, sizes)
        who = Rect(day.right, box.y, box.right - day.right, box.height)
        text.write(surface, self.say(self._told(game)), who, sizes, cut=True)

    def _told(self, game: Listed) -> Message:
        summary = game.summary
        if summary is None:
            return Message("not finished")
        title = GAMES[summary.game].title if summary.game in GAMES else summary.game
        scores = [
            f"{name} {self.words.number(score)}" for name, score in zip(summary.players, summary.scores, strict=False)
        ]
        best = [summary.players[seat] for seat in summary.winners if seat < len(summary.players)]
        order = sorted(scores, key=lambda one: not any(one.startswith(name) for name in best))
        return Message("{game}: {players}", game=title, players=", ".join(order))

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
