"""The papers of Mille Sabords: what the dice are worth and why, advice, the tray's two halves."""

from __future__ import annotations

from dataclasses import dataclass

from pygame import Rect, Surface

from rules.mille.odds import Advice
from rules.mille.state import Turn
from rules.say import Message
from ui.games.mille.words import CARD_WORDS
from ui.layout import REST, columns, inset, rows
from ui.look import ground, text
from ui.look.engrave import Plate, rounded
from ui.look.pictures import picture
from ui.look.text import Face
from ui.look.theme import FADED, INK, SEA, SHADE, Layout, blend
from ui.words.language import Language


@dataclass(frozen=True, slots=True)
class WorthShown:
    parts: tuple[tuple[str, str], ...]  # what, how much
    total: str
    note: str = ""  # a sentence instead of parts
    advice: str = ""


def worth_of(words: Language, turn: Turn, advice: str, last: Message | None) -> WorthShown:
    """What the turn would bring if it ended now, or what its card is for."""
    if turn.card is None:
        return WorthShown((), "", words.say(last or Message("Three skulls end a turn: stop in time!")))
    if not turn.dice or (turn.rolling and turn.throws == 0):
        return WorthShown((), "", words.say(CARD_WORDS[turn.card]))
    worth = turn.worth
    if worth.island:
        loses = Message("The others lose this for {n} skulls.", n=turn.skulls)
        return WorthShown((), words.number(-worth.penalty), words.say(loses))
    parts = tuple((words.say(part.label), words.number(part.points)) for part in worth.parts)
    note = "" if parts else words.say(Message("Nothing yet."))
    return WorthShown(parts, words.number(worth.points), note, advice)


def advised(advice: Advice) -> Message:
    """Stop, or throw the dice that are lit."""
    if not advice.rethrows:
        return Message("No die may be thrown again.")
    best = advice.best or advice.rethrows[0]
    risk, points = round(best.bust * 100), round(best.points)
    if advice.best is None:
        return Message("Better stop: going on loses {risk} times in 100.", risk=risk)
    return Message("Throw what is lit: about {points} points, lost {risk} times in 100.", points=points, risk=risk)


@dataclass(frozen=True, slots=True)
class Bill:
    """Its lines, the sum under them, and advice at the foot."""

    layout: Layout
    worth: WorthShown

    def paint(self, surface: Surface, box: Rect) -> None:
        _bill(surface, box, self.layout, self.worth)


def _bill(surface: Surface, box: Rect, layout: Layout, shows: WorthShown) -> None:
    u = layout.unit
    room = ground.lay(surface, box, seed=21, age=0.6, lift=u // 2).inflate(-u // 2, 0)
    low = room
    if shows.advice:
        sizes = (layout.small, round(layout.small * 0.86), round(layout.small * 0.76))
        heights = {px: text.height(shows.advice, Face.SENTENCE, px, room.width) for px in sizes}
        px = next((size for size in sizes if heights[size] <= room.height * 0.36), sizes[-1])
        low, foot = rows(room, (REST, heights[px]))
        text.write(surface, shows.advice, foot, px)
        surface.fill(FADED, Rect(room.x, low.bottom - u // 4, room.width, max(1, u // 8)))
    if shows.total:
        px = round(layout.large * (0.7 if shows.advice else 0.9))
        wide = text.figures_width(shows.total, px)
        low, line = rows(low, (REST, round(px * 0.8)))
        text.count(surface, shows.total, columns(line, (REST, wide))[1], px)
        if shows.parts:
            surface.fill(INK, Rect(low.right - wide - u, low.bottom - u // 8, wide + u, max(2, u // 6)))
    if shows.note:
        text.write(surface, shows.note, low, (round(layout.small * 1.25), layout.small, round(layout.small * 0.85)))
    if shows.parts:
        _parts(surface, low, layout, shows.parts)


def _parts(surface: Surface, box: Rect, layout: Layout, parts: tuple[tuple[str, str], ...]) -> None:
    """A line for each: what, and its points to the right, in one size for all."""
    sizes = [round(layout.small * share) for share in (1.1, 1.0, 0.9, 0.8, 0.74)]

    def fits(px: int) -> bool:
        lines = len(parts) * text.leading(Face.SENTENCE, px)
        return lines <= box.height and all(
            text.width(what, Face.SENTENCE, px) + text.figures_width(points, px) + layout.unit <= box.width
            for what, points in parts
        )

    px = next((size for size in sizes if fits(size)), sizes[-1])
    step = min(round(px * 1.3), box.height // len(parts))
    _, *lines = rows(box, (REST, *[step] * len(parts)))
    for (what, points), line in zip(parts, lines, strict=True):
        left, right = columns(line, (REST, text.figures_width(points, px)), layout.unit)
        text.write(surface, what, left, px)
        text.count(surface, points, right, px)


def halves(area: Rect, top: int, shelf: bool) -> tuple[Rect, Rect]:
    """Where thrown dice lie and where kept ones do."""
    pad, high = round(area.height * 0.055), round(area.height * 0.32) if shelf else 0
    thrown, kept = rows(inset(area, pad, top=top - area.y, bottom=pad), (REST, high))
    return thrown, kept


@dataclass(frozen=True, slots=True)
class Tray:
    """Deep sea in brass; kept dice lie on a shelf, those on the treasure island on sand."""

    shelf: str

    def paint(self, surface: Surface, box: Rect) -> None:
        surface.blit(ground.brass(*box.size), (0, 0))
        if not self.shelf:
            return
        _, low = halves(box, 0, True)
        plate = Plate(*box.size)
        sand = self.shelf == "island"
        fill = SHADE if sand else blend(SEA, INK, 0.12)
        plate.cut(rounded(low.x, low.y, low.width, low.height, low.height * 0.14), fill=fill, stroke=INK, width=2)
        surface.blit(plate.print(), (0, 0))
        if sand:
            size = round(low.height * 0.9)
            island = picture("island", size)
            surface.blit(island, island.get_rect(midright=(low.right - 4, low.centery)))
