"""Service: what would make reading better here, in words, from six measures; each as it was before, and now."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pygame import Rect, Surface

from rules.say import Message
from ui.layout import REST, columns, inset, rows
from ui.look import text
from ui.look.engrave import Plate, line
from ui.look.pictures import picture
from ui.look.theme import BLOOD, FADED, GOLD, INK, PALM, SHADE, blend
from ui.parts.choice import Item
from ui.workshop.camera import LOOKING, Watching
from ui.workshop.page import Writing
from vision import rig

if TYPE_CHECKING:
    from vision.rig import Name, Rig

# What the bars show: from the left end to the right one.
SCALES: dict[Name, tuple[float, float]] = {
    "size": (0.0, 60.0),
    "sharp": (2.0, 0.0),
    "aslant": (60.0, 0.0),
    "bright": (0.0, 255.0),
    "even": (0.0, 1.0),
    "glare": (0.1, 0.0),
}


class RigPage(Watching):
    """Six gauges with a hollow needle for what was, a full one for what is; below them what to do."""

    def __init__(self, *args: object) -> None:
        super().__init__(*args)
        self.before: Rig | None = None
        self.now: Rig | None = None

    def title(self) -> Message:
        return Message("Sharp eyes")

    def says(self) -> Message:
        if self.view is None:
            return LOOKING
        if self.view.trouble is not None and self.view.rig is None:
            return self.view.trouble
        if self.view.rig is None and self.now is None:
            return Message("Take your hand off the mat.")
        return Message("Change one thing, and see what comes of it.")

    def actions(self) -> tuple[Item, ...]:
        return (Item("anew", self.say(Message("Compare from now")), "compass"),)

    def act(self, key: str) -> None:
        if key == "anew":
            self.before = self.now

    def body(self, area: Rect, now: float) -> None:
        self.look(now)
        if self.view is not None and self.view.rig is not None:
            self.now = self.view.rig
            self.before = self.before or self.now
        left, right = columns(area, (0.4, REST), self.layout.unit)
        self.picture(left)
        self.paper("gauges", right, _Gauges(self.layout, self.words, self.before, self.now, self.says()))


@dataclass(frozen=True, slots=True)
class _Gauges(Writing):
    before: Rig | None
    now: Rig | None
    says: Message  # where nothing is measured

    def paint(self, surface: Surface, room: Rect) -> None:
        if self.before is None or self.now is None:
            self.write(surface, self.says, room, align="centre")
            return
        above, foot = rows(room, (REST, 0.3))
        fine = rig.good(self.now)
        for box, name in zip(rows(above, len(rig.MEASURES)), rig.MEASURES, strict=True):
            was, value = float(getattr(self.before, name)), float(getattr(self.now, name))
            shown = rig.shown(name, value)
            self._gauge(surface, box, rig.MEASURES[name], SCALES[name], (was, value), fine[name], shown)
        told = rig.advice(self.now)
        sign = picture("bell" if told else "choose", round(foot.height * 0.5))
        surface.blit(sign, sign.get_rect(midleft=foot.midleft))
        said = told[0][1] if told else Message("Nothing here would make reading better.")
        self.write(surface, said, inset(foot, left=sign.get_width() + self.layout.unit))

    def _gauge(
        self, surface: Surface, box: Rect, label: Message, scale: tuple[float, float], measures: tuple[float, float],
        fine: bool, shown: Message,
    ) -> None:  # fmt: skip
        """A bar, green where that measure is good; a hollow needle where it was, a full one where it is."""
        u = self.layout.unit
        title = Rect(box.x, box.y, round(box.width * 0.36), box.height)
        self.write(surface, label, title)
        count = round(box.width * 0.22)
        said = Rect(box.right - count, box.y, count, box.height)
        text.write(surface, self.say(shown), said, self.layout.small, align="right")
        bar = Rect(title.right + u, 0, box.width - title.width - count - 2 * u, min(round(box.height * 0.4), 2 * u))
        bar.centery = box.centery
        plate = Plate(*surface.get_size())
        frame = [(bar.x, bar.y), (bar.right, bar.y), (bar.right, bar.bottom), (bar.x, bar.bottom)]
        plate.cut(line(frame, closed=True), fill=blend(PALM if fine else BLOOD, SHADE, 0.3))
        plate.cut(line(frame, closed=True), stroke=INK, width=2.2)
        for tick in range(1, 10):
            x = bar.x + bar.width * tick / 10
            plate.cut(line([(x, bar.bottom - u * 0.5), (x, bar.bottom)]), stroke=FADED, width=1.4)
        for value, fill in zip(measures, (None, GOLD), strict=True):
            share = min(1.0, max(0.0, (value - scale[0]) / (scale[1] - scale[0])))
            x = bar.x + bar.width * share
            needle = [(x, bar.bottom - u * 0.3), (x - u * 0.9, bar.y - u * 0.8), (x + u * 0.9, bar.y - u * 0.8)]
            plate.cut(line(needle, closed=True), fill=fill, stroke=INK, width=2.2)
        surface.blit(plate.print(), (0, 0))
