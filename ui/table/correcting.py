"""Pick a die, pick a face: a sheet with the faces a die can have, for a wrong reading or where there is no camera."""

from __future__ import annotations

from dataclasses import dataclass, replace

from pygame import Rect, Surface

from firmware.play.events import Corrected
from rules.say import Message
from ui.canvas import Canvas
from ui.look import ground, text
from ui.look.text import Face
from ui.look.theme import Layout
from ui.parts import tags
from ui.parts.tags import Tag
from ui.words.language import Language

CANCEL = "cancel"


@dataclass(frozen=True, slots=True)
class Correcting:
    """One die and what may be said of it. Where the set has colours, symbol and colour are picked one by one."""

    die: int  # the game's number
    asks: Message
    faces: tuple[tuple[str, Message], ...]
    colours: tuple[tuple[str, Message], ...] = ()
    face: str | None = None  # what it shows as read, or as picked so far
    colour: str | None = None
    known: frozenset[str] = frozenset()  # rows picked by hand
    seen: int | None = None  # the Watcher's number of the die that was touched

    @property
    def first(self) -> str:
        """Where the console begins: at what was read."""
        return f"face:{self.face if self.face is not None else self.faces[0][0]}"

    def picked(self, key: str) -> Correcting | Corrected:
        """Done, but for the time, when face and colour (where the set has any) are known."""
        row, _, value = key.partition(":")
        after = replace(self, known=self.known | {row})
        after = replace(after, face=value) if row == "face" else replace(after, colour=value)
        whole = after.face is not None and (not self.colours or after.colour is not None)
        was_read = self.face is not None and (not self.colours or self.colour is not None) and not self.known
        if whole and (not self.colours or was_read or after.known == {"face", "colour"}):
            return Corrected(self.die, str(after.face), after.colour, 0.0, self.seen)
        return after

    def draw(self, canvas: Canvas, layout: Layout, words: Language, at: str | None) -> list[tuple[Rect, str]]:
        """The sheet over the stage; what a touch on each tag picks."""
        u, stage = layout.unit, layout.stage
        rows = 2 if self.colours else 1
        high = min(stage.height - 2 * u, round(layout.medium * 2.2) + rows * round(stage.height * 0.33))
        box = Rect(stage.x + u // 2, 0, stage.width - u, high)
        box.centery = stage.centery
        asks = words.say(self.asks)
        canvas.part("correct sheet", box, _Sheet(layout, asks, self.face, self.colour))
        top = box.y + round(layout.medium * 1.9)
        area = Rect(box.x + u * 2, top, box.width - 4 * u, box.bottom - 2 * u - top)
        items = [
            *(Tag(f"face:{k}", words.say(m), k, "face" in self.known and self.face == k) for k, m in self.faces),
            *(
                Tag(f"colour:{k}", words.say(m), k, "colour" in self.known and self.colour == k)
                for k, m in self.colours
            ),
        ]
        pointed = next((place for place, item in enumerate(items) if item.key == at), None)
        boxes = tags.draw(canvas, "correct", layout, area, items, pointed)
        wide = round(box.width * 0.24)
        leave = Rect(box.right - 2 * u - wide, box.y + u, wide, round(layout.medium * 1.5))
        cancel = Tag(CANCEL, words.say(Message("Cancel")))
        [beside] = tags.draw(canvas, "correct leave", layout, leave, [cancel], 0 if at == CANCEL else None, 1)
        return [*((box, item.key) for box, item in zip(boxes, items, strict=True)), (beside, CANCEL)]


@dataclass(frozen=True, slots=True)
class _Sheet:
    """The question beside the die as it was read."""

    layout: Layout
    asks: str
    face: str | None
    colour: str | None

    def paint(self, surface: Surface, box: Rect) -> None:
        layout, u = self.layout, self.layout.unit
        ground.lay(surface, box, seed=8, age=0.7, lift=u // 2)
        size = round(layout.medium * 1.6)
        die = tags.shown(self.face, self.colour, size)
        surface.blit(die, (2 * u, u))
        left = 3 * u + die.get_width()
        room = Rect(left, u, round(box.width * 0.76) - 3 * u - left, size)
        m = layout.medium
        text.write(surface, self.asks, room, (m, round(m * 0.8), layout.small), face=Face.LETTERING)
