"""Service: what the camera sees, with all that was made out drawn over it; and whether the light will do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pygame import Rect, Surface

from rules.say import Message
from ui.canvas import Same
from ui.layout import REST, centred, columns, inset, rows
from ui.look import text
from ui.look.engrave import Plate, line
from ui.look.pictures import die as die_picture
from ui.look.pictures import picture
from ui.look.text import Face
from ui.look.theme import BLOOD, BONE, FADED, GOLD, INK, PALM, SHADE, WARM, Colour, blend
from ui.table.live import LiveView
from ui.workshop.page import Job, Page, Writing

if TYPE_CHECKING:
    from firmware.eyes.inspection import Light, Points, View

AGAIN_S = 0.4  # between two looks
ZONES = {"track": Message("track"), "reserve": Message("reserve"), "island": Message("island")}
LOOKING = Message("Looking …")


class Watching(Page):
    """A page that has the newest picture taken apart again and again."""

    def __init__(self, *args: object) -> None:
        super().__init__(*args)  # type: ignore[arg-type]
        self.view: View | None = None
        self.number = 0  # of the view: what is painted from it is painted once
        self._job: Job[View | None] | None = None
        self._looked = -1.0
        self._live = LiveView(self.shop.frame)

    def look(self, now: float) -> None:
        if self._job is not None and self._job.done:
            self._see(self._job)
        if self._job is None and now - self._looked >= AGAIN_S:
            self._looked, self._job = now, Job(self.shop.submit, self.shop.inspect)
            if self._job.done:
                self._see(self._job)

    def _see(self, job: Job[View | None]) -> None:
        self._job = None
        if job.value is not self.view:
            self.view, self.number = job.value, self.number + 1

    def picture(self, area: Rect) -> Rect:
        """The live picture in its frame; where the picture itself lies."""
        self._live.draw(self.canvas, self.layout, area, self.words)
        frame = self.shop.frame()
        room = area.inflate(-3 * self.layout.unit, -3 * self.layout.unit)
        if frame is None:
            return room
        high, wide = frame.shape[:2]
        scale = min(room.width / wide, room.height / high)
        return centred(room, int(wide * scale), int(high * scale))


class CameraPage(Watching):
    """Markers, zones and dice over the live picture; beside it each die with how sure its reading is."""

    def title(self) -> Message:
        return Message("What the camera sees")

    def says(self) -> Message:
        view = self.view
        if "camera" in self.shop.troubles:
            return self.shop.troubles["camera"]
        if view is None:
            return LOOKING
        if view.trouble is not None:
            return view.trouble
        if view.markers < 4:
            hidden = 4 - view.markers
            return Message("One marker is hidden.", plural="{n} markers are hidden.", n=hidden)
        return Message("Four markers, one die.", plural="Four markers, {n} dice.", n=len(view.dice))

    def body(self, area: Rect, now: float) -> None:
        self.look(now)
        left, right = columns(area, (0.64, REST), self.layout.unit)
        where = self.picture(left)
        if self.view is not None:
            self.canvas.part("overlay", where, _Overlay(self.layout, self.words, Same(self.view)))
        dice = self.view.dice if self.view is not None else ()
        self.paper("read", right, _Read(self.layout, self.words, Same(dice)))


@dataclass(frozen=True, slots=True)
class _Overlay(Writing):
    """Outlines of all that was found, over the picture."""

    view: Same[View]

    def paint(self, surface: Surface, box: Rect) -> None:
        view = self.view.thing
        scale = box.width / view.image.shape[1]
        plate = Plate(*box.size)
        pen = max(1.5, self.layout.unit * 0.22)
        colours: dict[str, Colour] = {"marker": WARM, "zone": BONE, "patch": SHADE}
        for outline in view.outlines:
            _ring(plate, outline.points, scale, colours[outline.kind], pen)
        for found, points in view.dice:
            _ring(plate, points, scale, PALM if found.state == "flat" and found.face else BLOOD, pen * 1.5)
        surface.blit(plate.print(), (0, 0))
        for outline in view.outlines:
            if outline.kind == "zone":
                (x, y), label = outline.points[3], self.say(ZONES[outline.name])
                wide = text.width(label, Face.LETTERING, self.layout.small) + self.layout.unit
                spot = Rect(round(x * scale) + self.layout.unit // 2, 0, wide, self.layout.small)
                spot.bottom = round(y * scale) - self.layout.unit // 4
                text.write(surface, label, spot, self.layout.small, face=Face.LETTERING, colour=BONE)
        for number, (_, points) in enumerate(view.dice):
            self._number(surface, number + 1, points, scale)

    def _number(self, surface: Surface, number: int, points: Points, scale: float) -> None:
        """The die's number in the list, on a disc at its upper left."""
        size = round(self.layout.small * 1.1)
        x, y = min(points, key=lambda point: point[0] + point[1])
        spot = Rect(0, 0, size, size)
        spot.center = (round(x * scale - size * 0.3), round(y * scale - size * 0.3))
        disc = Plate(100, 100)
        disc.dot(50, 50, 47, fill=BONE, stroke=INK, width=6)
        surface.blit(disc.print((size, size)), spot)
        text.count(surface, str(number), spot, round(size * 0.72), align="centre")


@dataclass(frozen=True, slots=True)
class _Read(Writing):
    """The dice one by one, with how sure their reading is."""

    dice: Same[tuple[tuple[object, Points], ...]]

    def paint(self, surface: Surface, room: Rect) -> None:
        dice = [die for die, _ in self.dice.thing]
        if not dice:
            self.write(surface, Message("No dice are read. Dice must be taught, and lie in one of the zones."), room)
            return
        gap = self.layout.unit * 2
        spots = [spot for half in columns(room, 2, gap) for spot in rows(half, max(4, -(-len(dice) // 2)))]
        for number, (found, spot) in enumerate(zip(dice, spots, strict=False), 1):  # down the first, then the second
            self._one(surface, spot, number, found)
        surface.fill(SHADE, Rect(room.centerx - 1, room.y + gap // 2, 2, room.height - gap))

    def _one(self, surface: Surface, spot: Rect, number: int, found: object) -> None:
        face, colour, body = (getattr(found, name) for name in ("face", "colour", "body"))
        confidence = float(getattr(found, "confidence", 0.0))
        size = min(spot.height, round(spot.width * 0.36))
        image = die_picture(face, round(size / 1.5), colour=colour, body=body if body in ("red", "blue") else None)
        small = round(self.layout.small * 0.82)
        text.count(surface, str(number), Rect(spot.x, spot.y, small, spot.height), small, align="left")
        surface.blit(image, image.get_rect(midleft=(spot.x + small, spot.centery)))
        said = self.say(Message("{n} %", n=round(confidence * 100)))
        left = spot.x + small + image.get_width()
        sizes = (small, round(small * 0.95), round(small * 0.91))
        text.write(surface, said, Rect(left, spot.y, spot.right - left, spot.height), sizes, align="right")


def _ring(plate: Plate, points: Points, scale: float, colour: Colour, pen: float) -> None:
    path = line([(x * scale, y * scale) for x, y in points], closed=True)
    plate.cut(path, stroke=INK, width=pen * 2.1, opacity=0.65)
    plate.cut(path, stroke=colour, width=pen)


class LightPage(Watching):
    """Four gauges and a verdict."""

    def title(self) -> Message:
        return Message("Light meter")

    def says(self) -> Message:
        if self.view is None:
            return LOOKING
        if self.view.light is None:
            return self.view.trouble or Message("This mat has no grey patches to measure.")
        return self.view.light.verdict.fix or Message("The light will do.")

    def body(self, area: Rect, now: float) -> None:
        self.look(now)
        light = self.view.light if self.view is not None else None
        left, right = columns(area, (0.4, REST), self.layout.unit)
        self.picture(left)
        self.paper("gauges", right, _Gauges(self.layout, self.words, light, self.says()))


@dataclass(frozen=True, slots=True)
class _Gauges(Writing):
    light: Light | None
    says: Message  # where there is no light to measure

    def paint(self, surface: Surface, room: Rect) -> None:
        light = self.light
        if light is None:
            self.write(surface, self.says, room, align="centre")
            return
        number = self.words.number
        gauges = (
            (Message("Brightness"), light.white / 255, (0.35, 0.97), number(light.white)),
            (Message("Contrast"), light.contrast / 255, (0.24, 1.0), number(light.contrast)),
            (Message("Evenness"), light.even, (0.45, 1.0), self.say(Message("{n} %", n=round(light.even * 100)))),
            (
                Message("Glare"),
                min(1.0, light.clipped * 10),
                (0.0, 0.3),
                self.say(Message("{n} %", n=round(light.clipped * 100))),
            ),
        )
        above, foot = rows(room, (REST, 0.27))
        for box, (label, value, good, shown) in zip(rows(above, len(gauges)), gauges, strict=True):
            self._gauge(surface, box, label, value, good, shown)
        mark = {"ok": "choose", "remark": "bell", "wrong": "cross"}[light.verdict.state]
        sign = picture(mark, round(foot.height * 0.6))
        surface.blit(sign, sign.get_rect(midleft=foot.midleft))
        self.write(surface, light.verdict.said, inset(foot, left=sign.get_width() + self.layout.unit))

    def _gauge(
        self, surface: Surface, box: Rect, label: Message, value: float, good: tuple[float, float], shown: str
    ) -> None:
        """A bar from 0 to 1 on which the good part is green, and a needle."""
        u = self.layout.unit
        title = Rect(box.x, box.y, round(box.width * 0.34), box.height)
        self.write(surface, label, title)
        count = round(box.width * 0.17)
        text.write(surface, shown, Rect(box.right - count, box.y, count, box.height), self.layout.small, align="right")
        bar = Rect(title.right, 0, box.width - title.width - count - u, min(round(box.height * 0.4), 3 * u))
        bar.centery = box.centery
        plate = Plate(*surface.get_size())
        for begin, end, colour in ((0.0, 1.0, blend(BLOOD, SHADE, 0.35)), (*good, blend(PALM, SHADE, 0.2))):
            x0, x1 = bar.x + bar.width * begin, bar.x + bar.width * end
            plate.cut(line([(x0, bar.y), (x1, bar.y), (x1, bar.bottom), (x0, bar.bottom)], closed=True), fill=colour)
        frame = [(bar.x, bar.y), (bar.right, bar.y), (bar.right, bar.bottom), (bar.x, bar.bottom)]
        plate.cut(line(frame, closed=True), stroke=INK, width=2.2)
        for tick in range(1, 10):
            x = bar.x + bar.width * tick / 10
            plate.cut(line([(x, bar.bottom - u * 0.7), (x, bar.bottom)]), stroke=FADED, width=1.4)
        x = bar.x + bar.width * min(1.0, max(0.0, value))
        needle = [(x, bar.bottom - u * 0.4), (x - u * 0.9, bar.y - u), (x + u * 0.9, bar.y - u)]
        plate.cut(line(needle, closed=True), fill=GOLD, stroke=INK, width=2.2)
        surface.blit(plate.print(), (0, 0))
