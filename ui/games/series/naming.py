"""A claim on the stage: the claimer's banner with the photo finish, the twelve series, the burning fuse."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from pygame import Rect, Surface

from firmware.play.referee import Expects, Option
from ui.canvas import Canvas
from ui.layout import REST, columns, inset, rows
from ui.look import text
from ui.look.engrave import Plate, line
from ui.look.pictures import medallion
from ui.look.text import Face
from ui.look.theme import BONE, INK, LIVERY, Layout, blend
from ui.motion import between
from ui.parts import tags, widgets
from ui.parts.plain import Paper
from ui.parts.tags import Tag
from ui.words.language import Language

Touch = Callable[[Rect, str], object]
COLUMNS = 6


def draw(
    canvas: Canvas,
    layout: Layout,
    words: Language,
    expects: Expects,
    who: tuple[str, str],  # livery and name of the claimer
    presses: Sequence[tuple[str, float]],  # livery and ms after the first
    cursor: int,
    now: float,
    unrolled: float,  # 0 to 1
    touch: Touch,
) -> None:
    u, stage = layout.unit, layout.stage
    head, middle, foot = rows(stage, (0.25, REST, 0.20))
    middle, foot = inset(middle, u), inset(foot, u, bottom=u // 2)
    series = [option for option in expects.options if option.key.startswith("series:")]
    others = [option for option in expects.options if not option.key.startswith("series:")]
    if unrolled < 1:
        cloth = rows(head, (round(between(head.height * 0.3, head.height, unrolled)), REST))[0]
        canvas.part("banner back", cloth, _Banner(layout, *who))
        return
    canvas.part("banner back", head, _Banner(layout, *who))
    if len(presses) > 1:
        strip = Rect(head.x + round(head.width * 0.42), head.y + u, round(head.width * 0.55), head.height - 2 * u)
        canvas.part("finish paper", strip, Paper(9, 0.6, u // 3))
        unit = "0\u202fms"
        widgets.photo_finish(canvas, layout, strip.inflate(-2 * u, -u), presses, unit)
    if series:
        items = [Tag(option.key, words.say(option.label), option.picture, option.chosen) for option in series]
        boxes = tags.draw(canvas, "series", layout, middle, items, cursor, COLUMNS)
        for box, option in zip(boxes, series, strict=True):
            touch(box, option.key)
    _foot(canvas, layout, words, expects, others, cursor - len(series), foot, now, touch)


def _foot(
    canvas: Canvas,
    layout: Layout,
    words: Language,
    expects: Expects,
    others: Sequence[Option],
    at: int,
    foot: Rect,
    now: float,
    touch: Touch,
) -> None:
    """The fuse, and beside it what ends the naming."""
    u, wide = layout.unit, round(foot.width * 0.34)
    if others:
        place = columns(foot, (REST, wide))[1]
        items = [Tag(option.key, words.say(option.label)) for option in others]
        for box, option in zip(tags.draw(canvas, "said", layout, place, items, at, 1), others, strict=True):
            touch(box, option.key)
    if expects.until is not None:
        left = (expects.until - now) / max(0.1, expects.until - expects.since)
        rope = Rect(foot.x + 2 * u, foot.centery - u * 3 // 2, foot.width - (wide + u if others else 0) - 4 * u, u * 3)
        widgets.fuse(canvas, "fuse", rope, left, now)


@dataclass(frozen=True, slots=True)
class _Banner:
    """The claimer's flag, with their name."""

    layout: Layout
    livery: str
    name: str

    def paint(self, surface: Surface, box: Rect) -> None:
        layout = self.layout
        surface.blit(_cloth(*box.size, self.livery), (0, 0))
        size = round(box.height * 0.66)
        emblem = medallion(LIVERY[self.livery], size)
        surface.blit(emblem, (layout.unit * 2, box.centery - size // 2 - layout.unit // 2))
        wide = round(box.width * 0.41) - size - layout.unit * 4
        room = Rect(layout.unit * 3 + size, 0, wide, box.height - layout.unit)
        sizes = (layout.large, layout.medium, round(layout.medium * 0.8), layout.small, round(layout.small * 0.9))
        text.write(surface, self.name, room, sizes, face=Face.LETTERING, colour=BONE, cut=True)


@lru_cache(maxsize=16)
def _cloth(width: int, height: int, livery: str) -> Surface:
    """A flag in the claimer's colour, dark enough to be written on, with a torn lower edge."""
    colour = blend(LIVERY[livery].colour, INK, 0.5)
    plate = Plate(width, height)
    dark, light = blend(colour, INK, 0.35), blend(colour, BONE, 0.10)
    folds = plate.gradient((0, 0), (width, 0), dark, light, colour, dark, colour, light, dark)
    teeth = 24
    edge = [(width * (1 - step / teeth), height * (0.98 if step % 2 else 0.925)) for step in range(teeth + 1)]
    plate.cut(line([(0, 0), (width, 0), *edge], closed=True), fill=folds, stroke=INK, width=2.5)
    plate.cut(line([(4, height * 0.05), (width - 4, height * 0.05)]), stroke=BONE, width=1.4, opacity=0.6)
    return plate.print()
