"""Service: teaching a dice set face by face, and measuring the lens; both from what the camera sees now."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pygame import Rect, Surface

from firmware.games.hosted import HOSTED
from rules.dice import PIPS, SETS
from rules.say import Message
from ui.canvas import Same
from ui.layout import REST, columns, grid, inset, rows
from ui.look import ground, text
from ui.look.pictures import die, picture
from ui.look.theme import BLOOD, SEA
from ui.parts.choice import Item
from ui.parts.plain import Paper
from ui.parts.plots import Bar, bars
from ui.table.live import LiveView
from ui.workshop.page import Job, Page, Picture, Writing

if TYPE_CHECKING:
    from vision.mat.calibrate import Calibration
    from vision.taught.profile import Profile


def _called(kind: str) -> Message:
    """A set with symbols of its own is known by its game; dice with pips are anybody's."""
    titles = (hosted.game.title for hosted in HOSTED.values() if hosted.dice == kind != PIPS.kind)
    return next(titles, Message("pips"))


MANY = 5  # dice in a photo that make it a good one
WEAK = 0.6  # a face whose own dice are less alike than this is worth another photo
KINDS = {kind: _called(kind) for kind in SETS}
FACES = {
    "skull": Message("skull"), "diamond": Message("diamond"), "coin": Message("coin"), "monkey": Message("monkey"),
    "parrot": Message("parrot"), "sabre": Message("sabre"), "palm": Message("palm"), "ship": Message("ship"),
    "pistol": Message("pistol"), "blank": Message("blank side"),
    **{str(n): Message("{n}", n=n) for n in range(1, 7)},
}  # fmt: skip
BODIES = {"red": Message("red dice"), "blue": Message("blue dice")}


def photos_of(kind: str) -> tuple[str, ...]:
    """The photos a set is taught from, by their names."""
    dice = SETS[kind]
    return tuple(f"{body}-{face}" for body in dice.bodies for face in dice.faces) if dice.bodies else dice.faces


class TeachPage(Page):
    """First which set, then one photo per face, then learning, then a look at how well each face is known."""

    def __init__(self, *args: object) -> None:
        super().__init__(*args)  # type: ignore[arg-type]
        self.kind: str | None = None
        self.at = 0
        self.photos: dict[str, Picture] = {}
        self.quality: dict[str, int] = {}  # dice in each photo
        self.profile: Profile | None = None
        self._trouble: Message | None = None
        self._looking: tuple[str, Picture, Job[int]] | None = None
        self._learning: Job[Profile] | None = None
        self._kept = False
        self._live = LiveView(self.shop.frame)

    # -- words -----------------------------------------------------------------------------------------------------

    def title(self) -> Message:
        if self.kind is None:
            return Message("Which dice shall Vigie learn?")
        if self.profile is not None:
            return Message("Learned")
        return Message(
            "Photo {at} of {all}: {what}", at=self.at + 1, all=len(self._names), what=self._spoken(self._name)
        )

    def _spoken(self, name: str) -> Message:
        body, _, face = name.rpartition("-")
        if body:
            return Message("{face}, {dice}", face=FACES[face], dice=BODIES[body])
        return FACES[face]

    def says(self) -> Message:
        if self._trouble is not None:
            return self._trouble
        if self.kind is None:
            return Message("It takes one photo per face.")
        if self._learning is not None:
            return Message("Learning; this takes a few seconds …")
        if self._kept:
            return Message("Kept: these dice are read from now on.")
        if self.profile is not None:
            return Message("A low bar is worth another photo.")
        if self._looking is not None:
            return Message("Looking …")
        if len(self.photos) == len(self._names):
            return Message("All faces are there. Learn them now?")
        if self.kind == "twelve":
            return Message("Lay six dice with this symbol apart on the track, one of each colour.")
        return Message("Lay about six dice with this face up, apart from each other, on the track.")

    # -- what to do ------------------------------------------------------------------------------------------------

    @property
    def _names(self) -> tuple[str, ...]:
        return photos_of(self.kind or "corsair")

    @property
    def _name(self) -> str:
        return self._names[self.at]

    def actions(self) -> tuple[Item, ...]:
        if self.kind is None:
            return tuple(Item(kind, self.say(label)) for kind, label in KINDS.items())
        if self._learning is not None or self._kept:
            return ()
        if self.profile is not None:
            keep = Item("keep", self.say(Message("Keep")), "choose")
            return (keep, Item("again", self.say(Message("Another photo")), "camera"))
        taken = self._name in self.photos
        take = Item("take", self.say(Message("Once more") if taken else Message("Photo")), "camera")
        ways = (Item("before", "", "left"), Item("after", "", "right"))
        learn = Item("learn", self.say(Message("Learn")), "choose")
        return (learn, take, *ways) if len(self.photos) == len(self._names) else (take, *ways)

    def act(self, key: str) -> None:
        self._trouble = None
        match key:
            case "take" if self._looking is None:
                self._take()
            case "before" | "after":
                self.at = (self.at + (1 if key == "after" else -1)) % len(self._names)
            case "learn" if self.kind is not None:
                kind, photos = self.kind, dict(self.photos)
                self._learning = Job(self.shop.submit, lambda: self.shop.teach(kind, photos))
            case "keep" if self.profile is not None:
                self.shop.keep_dice(self.profile)
                self._kept = True
            case "again" if self.profile is not None:
                own = list(self.profile.own)
                self.at, self.profile = own.index(min(own)), None
            case _ if key in KINDS:
                self.kind = key

    def _take(self) -> None:
        photo = self.shop.frame()
        if photo is None:
            self._trouble = Message("There is no picture yet.")
            return
        kept = photo.copy()
        self._looking = (self._name, kept, Job(self.shop.submit, lambda: self.shop.dice_in(kept)))

    def _collect(self) -> None:
        """What the workers have found meanwhile."""
        if self._looking is not None and self._looking[2].done:
            (name, photo, job), self._looking = self._looking, None
            found = job.value
            if found is None or found < 2:
                self._trouble = job.trouble or Message("Too few dice lie there apart from each other; try once more.")
                return
            self.photos[name], self.quality[name] = photo, found
            missing = [place for place, each in enumerate(self._names) if each not in self.photos]
            self.at = missing[0] if missing else self.at
        if self._learning is not None and self._learning.done:
            self.profile, self._trouble = self._learning.value, self._learning.trouble
            self._learning = None

    # -- pictures --------------------------------------------------------------------------------------------------

    def body(self, area: Rect, now: float) -> None:
        self._collect()
        u = self.layout.unit
        if self.kind is None:
            self._kinds(area)
        elif self.profile is not None:
            self.paper("known", area, _Known(self.layout, self.words, Same(self.profile)))
        else:
            left, right = columns(area, (0.56, REST), u)
            self._live.draw(self.canvas, self.layout, left, self.words)
            found = tuple(self.quality.items())
            self.paper("faces", right, _Faces(self.layout, self.words, self.kind, self._names, self.at, found))

    def _kinds(self, area: Rect) -> None:
        for kind, box in zip(KINDS, columns(area, len(KINDS)), strict=True):
            self.canvas.part(f"kind {kind}", box, Paper(21, 0.5, self.layout.unit // 2, _Kind(kind)))


@dataclass(frozen=True, slots=True)
class _Kind:
    """Six dice of the set, as they come out of their box."""

    kind: str

    def paint(self, surface: Surface, inside: Rect) -> None:
        size = min(inside.width // 2, inside.height // 3)
        for number, name in enumerate(photos_of(self.kind)):
            image = _die_of(self.kind, name, number, size)
            x = inside.centerx + (number % 2 - 1) * size
            surface.blit(image, (x, inside.centery + (number // 2) * size - size * 3 // 2))


@dataclass(frozen=True, slots=True)
class _Faces(Writing):
    """Every face with what its photo is worth; the one to be photographed now is framed."""

    kind: str
    names: tuple[str, ...]
    at: int
    quality: tuple[tuple[str, int], ...]

    def paint(self, surface: Surface, room: Rect) -> None:
        u, found = self.layout.unit, dict(self.quality)
        for place, (name, box) in enumerate(zip(self.names, grid(room, 6, 2), strict=False)):
            size = min(box.height, round(box.width * 0.5))
            image = _die_of(self.kind, name, place, size)
            surface.blit(image, image.get_rect(midleft=box.midleft))
            label = inset(box, left=size, right=u // 2)
            count = found.get(name)
            if count is not None:
                sign = picture("choose" if count >= MANY else "bell", round(self.layout.small * 1.3))
                surface.blit(sign, sign.get_rect(midleft=(label.x, label.y + label.height // 3)))
                words = self.say(Message("{n} die", plural="{n} dice", n=count))
                text.write(surface, words, rows(label, 2)[1], (self.layout.small, round(self.layout.small * 0.8)))
            if place == self.at:
                frame = Surface(box.size, surface.get_flags())
                ground.frame(frame, frame.get_rect(), u, 0)
                surface.blit(frame, box)


@dataclass(frozen=True, slots=True)
class _Known(Writing):
    profile: Same[Profile]

    def paint(self, surface: Surface, room: Rect) -> None:
        profile = self.profile.thing
        values = [
            Bar(f"art:{face}" if face in FACES and not face.isdigit() and face != "blank" else face,
                round(100 * float(own)), SEA if own >= WEAK else BLOOD)
            for face, own in zip(profile.faces, profile.own, strict=True)
        ]  # fmt: skip
        title = self.say(Message("How alike the dice of each face are, in %"))
        bars(surface, room, self.layout, self.words, title, values, 100 * WEAK)


def _die_of(kind: str, name: str, number: int, size: int) -> Surface:
    body, _, face = name.rpartition("-")
    colour = SETS[kind].colours[number] if kind and SETS[kind].colours else None
    return die(face, round(size / 1.5), colour=colour, body=body or None, angle=(number * 7) % 20 - 10)


class CalibratePage(Page):
    """Shots of the mat from several angles; enough of them give the lens."""

    FEWEST = 4

    def __init__(self, *args: object) -> None:
        super().__init__(*args)  # type: ignore[arg-type]
        self.shots: list[tuple[Picture, int]] = []  # with the markers seen in each
        self.measured: Calibration | None = None
        self._trouble: Message | None = None
        self._looking: tuple[Picture, Job[int]] | None = None
        self._measuring: Job[Calibration] | None = None
        self._kept = False
        self._live = LiveView(self.shop.frame)

    def title(self) -> Message:
        return Message("Measure the camera's lens")

    def says(self) -> Message:
        if self._trouble is not None:
            return self._trouble
        if self._kept:
            return Message("Kept: the lens is known from now on.")
        if self._measuring is not None:
            return Message("Measuring …")
        if self.measured is not None:
            return Message("Keep it, if the camera stays as it is.")
        return Message("Take shots of the whole mat; prop up another side of it before each one.")

    def actions(self) -> tuple[Item, ...]:
        if self._measuring is not None or self._kept:
            return ()
        if self.measured is not None:
            return (Item("keep", self.say(Message("Keep")), "choose"),)
        take = Item("take", self.say(Message("Photo")), "camera")
        measure = Item("measure", self.say(Message("Measure")), "compass")
        return (take, measure) if len(self.shots) >= self.FEWEST else (take,)

    def act(self, key: str) -> None:
        self._trouble = None
        if key == "take" and self._looking is None:
            photo = self.shop.frame()
            if photo is None:
                self._trouble = Message("There is no picture yet.")
                return
            shot = photo.copy()
            self._looking = (shot, Job(self.shop.submit, lambda: self.shop.markers_in(shot)))
        elif key == "measure":
            shots = [shot for shot, _ in self.shots]
            self._measuring = Job(self.shop.submit, lambda: self.shop.measure(shots))
        elif key == "keep" and self.measured is not None:
            self.shop.keep_lens(self.measured)
            self._kept = True

    def _collect(self) -> None:
        if self._looking is not None and self._looking[1].done:
            (shot, job), self._looking = self._looking, None
            seen = job.value or 0
            if seen < 3:
                self._trouble = Message("At least three markers must show in a shot; here it is {n}.", n=seen)
            else:
                self.shots.append((shot, seen))
        if self._measuring is not None and self._measuring.done:
            self.measured, self._trouble = self._measuring.value, self._measuring.trouble
            self._measuring = None

    def body(self, area: Rect, now: float) -> None:
        self._collect()
        left, right = columns(area, (0.6, REST), self.layout.unit)
        self._live.draw(self.canvas, self.layout, left, self.words)
        seen = tuple(markers for _, markers in self.shots)
        self.paper("shots", right, _Shots(self.layout, self.words, seen, self.FEWEST, self.measured))


@dataclass(frozen=True, slots=True)
class _Shots(Writing):
    """What was taken so far; once the lens is measured, what came out."""

    seen: tuple[int, ...]  # markers in each
    fewest: int
    measured: Calibration | None

    def paint(self, surface: Surface, room: Rect) -> None:
        if self.measured is not None:
            self._result(surface, room, self.measured)
            return
        seen = self.seen
        lines = rows(room, max(self.fewest, len(seen), 5))
        for place, box in enumerate(lines[: max(self.fewest, len(seen))]):
            sign = picture("choose" if place < len(seen) else "camera", min(box.height, self.layout.small * 2))
            surface.blit(sign, sign.get_rect(midleft=box.midleft))
            words = (
                Message("{n} marker", plural="{n} markers", n=seen[place])
                if place < len(seen)
                else Message("shot {n}", n=place + 1)
            )
            self.write(surface, words, inset(box, left=sign.get_width() + self.layout.unit))

    def _result(self, surface: Surface, room: Rect, found: Calibration) -> None:
        number = self.words.number
        lines = (
            Message("Focal length {px} px", px=number(found.lens.focal)),
            Message("uncertain by {share} %", share=number(100 * found.focal_uncertainty, 1)),
            Message("{px} px off on average", px=number(found.error_px, 2)),
            Message("{n} degrees between shots", n=round(found.degrees)),
        )
        for line, box in zip(lines, rows(room, len(lines)), strict=True):
            self.write(surface, line, box)
