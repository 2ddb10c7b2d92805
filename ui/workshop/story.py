"""A game of the log book seen again, turn by turn: what happened, in sentences, and how it stood after each turn."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from pygame import Rect, Surface

from firmware.books import logbook
from rules.course import Line, course
from rules.record import Record
from rules.say import Message, listed
from ui.canvas import Same
from ui.games.staged import STAGED
from ui.layout import REST, columns, inset, rows
from ui.look import text
from ui.look.pictures import medallion
from ui.look.text import Face
from ui.look.theme import FADED, LIVERIES, Layout
from ui.parts.choice import Item
from ui.words.language import Language
from ui.workshop.page import Job, Page, Workshop, Writing

LINES = 6  # of short turns together, on one sheet
MOST_LINES = 9  # of one long turn


@dataclass(frozen=True, slots=True)
class Sheet:
    """What is told at a time: some short turns, a long one, or a part of a very long one."""

    first: int
    turn: int  # the last
    lines: tuple[Line, ...]
    points: tuple[int, ...]  # of each player, after it


def sheets(record: Record) -> tuple[Sheet, ...]:
    out: list[Sheet] = []
    points: Callable[[Any], tuple[int, ...]] = record.game.points or (lambda state: ())
    for turn, told in groupby(course(record), key=lambda line: line.turn):
        lines = tuple(told)
        for start in range(0, len(lines), MOST_LINES):
            part = lines[start : start + MOST_LINES]
            last = out[-1] if out else None
            if last is not None and len(last.lines) + len(part) <= LINES:
                out[-1] = Sheet(last.first, turn, (*last.lines, *part), points(part[-1].state))
            else:
                out.append(Sheet(turn, turn, part, points(part[-1].state)))
    return tuple(out)


class StoryPage(Page):
    def __init__(self, shop: Workshop, layout: Layout, words: Language, leave: Callable[[], None], number: int) -> None:
        super().__init__(shop, layout, words, leave)
        self.at = 0
        folder = shop.games

        def opened() -> tuple[Record, tuple[Sheet, ...]]:
            record = logbook.story(folder, number)
            return record, sheets(record)

        self._job: Job[tuple[Record, tuple[Sheet, ...]]] = Job(shop.submit, opened)

    def title(self) -> Message:
        if self._job.value is None:
            return Message("Log book")
        record = self._job.value[0]
        return Message("{game}: {players}", game=STAGED[record.game.key].game.title, players=listed(record.players))

    def says(self) -> Message:
        if self._job.trouble is not None:
            return Message("Nothing is lost. Choose.")
        if self._job.value is None:
            return Message("Leafing through …")
        record, told = self._job.value
        if self.at >= len(told) - 1:
            over = record.game.outcome(record.state)
            return Message("This game was not finished.") if over is None else over.reason
        sheet, turns = told[self.at], told[-1].turn
        if sheet.first == sheet.turn:
            return Message("Turn {turn} of {turns}.", turn=sheet.turn, turns=turns)
        return Message("Turns {first} to {turn} of {turns}.", first=sheet.first, turn=sheet.turn, turns=turns)

    def actions(self) -> tuple[Item, ...]:
        if self._job.value is None or not self._job.value[1]:
            return ()
        return (
            Item("next", self.say(Message("Next")), "right"),
            Item("before", self.say(Message("Before")), "left"),
            Item("first", self.say(Message("The beginning")), "flag"),
            Item("last", self.say(Message("The end")), "chest"),
        )

    def act(self, key: str) -> None:
        last = len(self._job.value[1]) - 1 if self._job.value is not None else 0
        self.at = {"next": min(self.at + 1, last), "before": max(self.at - 1, 0), "first": 0, "last": last}[key]

    def body(self, area: Rect, now: float) -> None:
        trouble, value = self._job.trouble, self._job.value
        self.paper("story", area, _Told(self.layout, self.words, self.at, trouble, Same(value)))


@dataclass(frozen=True, slots=True)
class _Told(Writing):
    """One turn of the game, and how everybody stands after it."""

    at: int
    trouble: Message | None
    story: Same[tuple[Record, tuple[Sheet, ...]] | None]

    def paint(self, surface: Surface, room: Rect) -> None:
        trouble, value = self.trouble, self.story.thing
        if trouble is not None:
            self.write(surface, Message("This game cannot be told: {why}", why=trouble), room, align="centre")
            return
        if value is None:
            return
        record, told = value
        if not told:
            self.write(surface, Message("Nothing was done in this game."), room, align="centre")
            return
        sheet, before = told[self.at], told[self.at - 1].points if self.at else ()
        left, right = columns(room, (REST, 0.3 if sheet.points else 0), self.layout.unit)
        self._sentences(surface, left, sheet)
        for seat, (points, line) in enumerate(zip(sheet.points, rows(right, len(sheet.points)), strict=True)):
            box = Rect(line.topleft, (line.width, min(line.height, room.height // 3)))
            gained = points - before[seat] if before else 0
            self._score(surface, box, seat, record.players[seat], points, gained)

    def _sentences(self, surface: Surface, room: Rect, sheet: Sheet) -> None:
        """In the largest letters in which all of them find room."""
        small = self.layout.small
        told = [self.say(line.says) if line.stands else f"({self.say(line.says)})" for line in sheet.lines]
        sizes = [round(small * share) for share in (1.1, 1.0, 0.88, 0.78)]
        px = next(
            (size for size in sizes if sum(text.height(one, Face.SENTENCE, size, room.width) for one in told)
             <= room.height), sizes[-1],
        )  # fmt: skip
        top = room.y
        for one, line in zip(told, sheet.lines, strict=True):
            high = text.height(one, Face.SENTENCE, px, room.width)
            if top + high > room.bottom:
                break
            box = Rect(room.x, top, room.width, high)
            if line.stands:
                text.write(surface, one, box, px, middle=False)
            else:
                text.write(surface, one, box, px, middle=False, colour=FADED)
            top += high

    def _score(self, surface: Surface, box: Rect, seat: int, name: str, points: int, gained: int) -> None:
        small = self.layout.small
        size = min(box.height - 2, round(small * 1.8))
        sign = medallion(LIVERIES[seat], size)
        surface.blit(sign, sign.get_rect(midleft=box.midleft))
        right = round(box.width * 0.36)
        label = inset(box, left=size + self.layout.unit // 2, right=right + self.layout.unit // 2)
        text.sign(surface, name, label, round(small * 1.1))
        said = self.words.number(points) + (f" ({self.words.number(gained, sign=True)})" if gained else "")
        number = columns(box, (REST, right))[1]
        text.write(surface, said, number, (small, round(small * 0.78)), align="right")
