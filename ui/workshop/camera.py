"""Service: what the camera sees, with all that was made out drawn over it; and why a die was read as it was."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from pygame import Rect, Surface

from rules.say import Message
from ui.canvas import Same
from ui.inputs import Input, Touched
from ui.layout import REST, centred, columns, inset, rows
from ui.look import text
from ui.look.engrave import Plate, line
from ui.look.pictures import die as die_picture
from ui.look.text import Face
from ui.look.theme import BLOOD, BONE, FADED, GOLD, INK, PALM, SHADE, WARM, Colour
from ui.parts.choice import Item
from ui.table.live import LiveView
from ui.targets import Target
from ui.workshop.page import Job, Page, Writing

if TYPE_CHECKING:
    from firmware.eyes.inspection import Points, View
    from vision.explain import Stages
    from vision.seen import Die

SAME_MM = 6.0  # a die that was touched is that one as long as it lies no farther off
FINGER = 32  # pixels
STAGES = (None, Message("found"), Message("level"), Message("judge"))
SAID = (Message("flat"), Message("other"), Message("none"))
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
    """Markers, zones and dice over the live picture; beside it each die with how sure its reading is, or of a die that
    was touched what each stage of reading said of it."""

    def __init__(self, *args: object) -> None:
        super().__init__(*args)
        self.at: tuple[float, float] | None = None  # where the die lies that was touched
        self._where = Rect(0, 0, 1, 1)  # the live picture

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

    def actions(self) -> tuple[Item, ...]:
        if self.view is None or not self.view.dice:
            return ()
        following = Item("next", self.say(Message("Next die")), "spyglass")
        return (following, Item("all", self.say(Message("All dice")), "camera")) if self.at else (following,)

    def act(self, key: str) -> None:
        dice = self.view.dice if self.view is not None else ()
        if key == "all" or not dice:
            self.at = None
        else:
            self._touch((-1 if self.touched is None else self.touched) + 1, 0.0)

    def back(self) -> bool:
        """From one die to all of them."""
        was, self.at = self.at, None
        return was is not None

    @property
    def touched(self) -> int | None:
        """Which of the dice in view that is, if it still lies there."""
        if self.view is None or self.at is None:
            return None
        far = [math.dist(self.at, (die.x_mm, die.y_mm)) for die, _ in self.view.dice]
        return far.index(min(far)) if far and min(far) < SAME_MM else None

    def _touch(self, number: int, at: float) -> None:
        if self.view is not None and self.view.dice:
            die = self.view.dice[number % len(self.view.dice)][0]
            self.at = die.x_mm, die.y_mm

    def targets(self) -> tuple[Target, ...]:
        if self.view is None:
            return super().targets()
        scale = self._where.width / self.view.image.shape[1]
        dice = (
            Target(f"die {number}", _around(points, scale, self._where), partial(self._touch, number), focus=False)
            for number, (_, points) in enumerate(self.view.dice)
        )
        return (*super().targets(), *dice)

    def handle(self, event: Input) -> None:
        if isinstance(event, Touched) and event.how == "down":
            for target in self.targets():
                if target.name.startswith("die ") and target.area.collidepoint(event.x, event.y):
                    target.act(event.at)
                    return
        super().handle(event)

    def body(self, area: Rect, now: float) -> None:
        self.look(now)
        left, right = columns(area, (0.64, REST), self.layout.unit)
        where = self._where = self.picture(left)
        view, touched = self.view, self.touched
        if view is not None:
            self.canvas.part("overlay", where, _Overlay(self.layout, self.words, Same(view), touched))
        if view is not None and touched is not None:
            self.paper("read", right, _Explained(self.layout, self.words, view.dice[touched][0], view.stages[touched]))
        else:
            self.paper("read", right, _Read(self.layout, self.words, Same(view.dice if view is not None else ())))


@dataclass(frozen=True, slots=True)
class _Overlay(Writing):
    """Outlines of all that was found, over the picture."""

    view: Same[View]
    touched: int | None

    def paint(self, surface: Surface, box: Rect) -> None:
        view = self.view.thing
        scale = box.width / view.image.shape[1]
        plate = Plate(*box.size)
        pen = max(1.5, self.layout.unit * 0.22)
        colours: dict[str, Colour] = {"marker": WARM, "zone": BONE, "patch": SHADE}
        for outline in view.outlines:
            _ring(plate, outline.points, scale, colours[outline.kind], pen)
        for number, (found, points) in enumerate(view.dice):
            if number == self.touched:
                _ring(plate, points, scale, GOLD, pen * 3)
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


@dataclass(frozen=True, slots=True)
class _Explained(Writing):
    """What became of one die and why; the chances that each stage gave; the faces that it is likest."""

    found: Die
    told: Stages

    def paint(self, surface: Surface, room: Rect) -> None:
        u, found, told = self.layout.unit, self.found, self.told
        head, table, likest, foot = rows(room, (0.24, 0.37, REST, 0.12))
        image = die_picture(found.face, round(head.height / 1.8), colour=found.colour, body=_body(found))
        surface.blit(image, image.get_rect(midleft=head.midleft))
        said = found.reason or Message("{n} %", n=round(found.confidence * 100))
        self.write(surface, said, inset(head, left=image.get_width() + u))
        stages = (None, told.survey, told.level, told.judge)
        for row, name, chances in zip(rows(table, 4), STAGES, stages, strict=True):
            label, *cells = columns(row, (0.31, 0.23, 0.23, REST), 0)
            if name is not None:
                text.write(surface, self.say(name), label, self._fine)
            for place, cell in enumerate(cells):
                word = SAID[place] if chances is None else Message("{n} %", n=round(100 * chances[place]))
                colour = FADED if chances is None else INK
                text.write(surface, self.say(word), cell, self._fine, align="right", colour=colour)
        for (face, like), row in zip(told.likest, rows(likest, max(3, len(told.likest))), strict=False):
            icon = die_picture(face, round(row.height / 1.6), colour=found.colour, body=_body(found))
            surface.blit(icon, icon.get_rect(midleft=row.midleft))
            bar = Rect(row.x + icon.get_width() + u, 0, 0, max(4, row.height // 4))
            bar.width, bar.centery = round((row.right - bar.x) * 0.66 * max(like, 0.0)), row.centery
            surface.fill(PALM if like == told.likest[0][1] else SHADE, bar)
            text.write(surface, self.say(Message("{n} %", n=round(100 * like))), row, self._fine, align="right")
        wide = Message("{n} % as wide", n=round(100 * told.wide))
        said = Message("The lamp shows in its top.") if told.mirrors else wide
        text.write(surface, self.say(said), foot, self._fine)

    @property
    def _fine(self) -> tuple[int, ...]:
        return tuple(round(self.layout.small * share) for share in (0.94, 0.86))


def _around(points: Points, scale: float, where: Rect) -> Rect:
    """What is touched for a die: its top, and no less than a finger."""
    xs, ys = ([round(value * scale) for value in along] for along in zip(*points, strict=True))
    box = Rect(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)).move(where.topleft)
    return box.inflate(max(0, FINGER - box.width), max(0, FINGER - box.height))


def _body(found: Die) -> str | None:
    return found.body if found.body in ("red", "blue") else None


def _ring(plate: Plate, points: Points, scale: float, colour: Colour, pen: float) -> None:
    path = line([(x * scale, y * scale) for x, y in points], closed=True)
    plate.cut(path, stroke=INK, width=pen * 2.1, opacity=0.65)
    plate.cut(path, stroke=colour, width=pen)
