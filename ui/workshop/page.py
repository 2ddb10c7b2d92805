"""What all service pages share: a title, a body, a row of things to do, the ribbon; and what they need of the table."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from pygame import Rect, Surface

from firmware.config import Config
from rules.say import Message, Trouble
from ui.canvas import Canvas, Part
from ui.inputs import Input
from ui.layout import grid
from ui.look import ground, text
from ui.look.text import Align, Face
from ui.look.theme import INK, Colour, Layout
from ui.pages.attract import Submit
from ui.pages.menu import headline
from ui.parts import choice, widgets
from ui.parts.choice import Choice, Item
from ui.parts.plain import Paper
from ui.sound import Speaker
from ui.targets import Target
from ui.words.language import Language

if TYPE_CHECKING:  # these bring OpenCV
    from firmware.eyes.inspection import View
    from vision.mat.calibrate import Calibration
    from vision.taught.profile import Profile

T = TypeVar("T")
ROWS = 4  # that can be picked, on a page that has any
Picture = Any  # height x width x 3, BGR


class Workshop(Protocol):
    """The table as the service pages see it. Methods marked slow are for a worker."""

    submit: Submit
    sounds: Speaker | None

    @property
    def config(self) -> Config: ...
    @property
    def games(self) -> Path:
        """Where finished games are kept."""
        ...

    @property
    def troubles(self) -> Mapping[str, Message]:
        """What is wrong with the buttons and the camera, by its name."""
        ...

    def change(self, key: str, value: str | float | bool) -> None:
        """One setting, written down and in force."""
        ...

    def frame(self) -> Picture | None:
        """The newest picture, the same as long as there is no newer one."""
        ...

    def inspect(self) -> View | None:
        """Slow: the newest picture, taken apart."""
        ...

    def dice_in(self, photo: Picture) -> int:
        """Slow: how many dice lie apart in it."""
        ...

    def teach(self, kind: str, photos: Mapping[str, Picture]) -> Profile:
        """Slow."""
        ...

    def keep_dice(self, profile: Profile) -> None: ...

    def markers_in(self, photo: Picture) -> int:
        """Slow."""
        ...

    def measure(self, shots: Sequence[Picture]) -> Calibration:
        """Slow."""
        ...

    def keep_lens(self, measured: Calibration) -> None: ...

    def power_off(self) -> None: ...

    def take_along(self, what: str) -> Message:
        """Slow: "save" everything on a USB stick, or "restore" it from there. What came of it; else a Trouble."""
        ...


class Job(Generic[T]):
    """Something a worker does. `value` when it is done; `trouble` when it could not be."""

    def __init__(self, submit: Submit, work: Callable[[], T]) -> None:
        self._future = submit(work)

    @property
    def done(self) -> bool:
        return self._future.done()

    @property
    def value(self) -> T | None:
        return None if self.trouble is not None or not self.done else self._future.result()

    @property
    def trouble(self) -> Message | None:
        if not self.done:
            return None
        error = self._future.exception()
        if error is None or isinstance(error, Trouble):
            return error.message if error is not None else None
        raise error


class Page:
    """One service page. The console goes along the actions, of which the last leads back."""

    def __init__(self, shop: Workshop, layout: Layout, words: Language, leave: Callable[[], None]) -> None:
        self.shop, self.layout, self.words, self.leave = shop, layout, words, leave
        self.canvas = Canvas(ground.table(layout.width, layout.height))
        self._choice = Choice(())
        self._boxes: list[Rect] = []

    # -- for a page to fill in -------------------------------------------------------------------------------------

    def title(self) -> Message:
        raise NotImplementedError

    def says(self) -> Message:
        """What is to be done now."""
        raise NotImplementedError

    def actions(self) -> tuple[Item, ...]:
        return ()

    def rows(self) -> tuple[Item, ...]:
        """What can be picked in the body, one below the other; the console comes there first."""
        return ()

    def act(self, key: str) -> None:
        """One of the actions or rows was picked."""

    def back(self) -> bool:
        """One step back within the page; False where there is none, and the page is left."""
        return False

    def body(self, area: Rect, now: float) -> None:
        raise NotImplementedError

    # -- the frame -------------------------------------------------------------------------------------------------

    def say(self, message: Message) -> str:
        return self.words.say(message)

    def handle(self, event: Input) -> None:
        self._choice, key = self._offered().heard(event, self._boxes)
        if key is not None:
            self._picked(key)

    def _picked(self, key: str) -> None:
        if key == "leave":
            self.leave()
        else:
            self.act(key)

    def targets(self) -> tuple[Target, ...]:
        return self._choice.targets(self._boxes, self._picked)

    @property
    def focused(self) -> str | None:
        return self._choice.focused

    def _offered(self) -> Choice:
        items = (*self.rows(), *self.actions(), Item("leave", self.say(Message("Back")), "undo"))
        return replace(
            self._choice,
            items=items,
            columns=max(4 + len(self.rows()), len(items)),
            at=min(self._choice.at, len(items) - 1),
        )

    def redraw(self) -> None:
        """All of it at the next frame: something else was shown meanwhile."""
        self.canvas = Canvas(ground.table(self.layout.width, self.layout.height))

    def draw(self, surface: Surface, now: float) -> list[Rect]:
        layout, u = self.layout, self.layout.unit
        head = headline(self.canvas, layout, self.say(self.title()))
        row = Rect(u, layout.ribbon.top - 8 * u, layout.width - 2 * u, 7 * u + u // 2)
        self._choice = self._offered()
        body, rows = Rect(u, head.bottom, layout.width - 2 * u, row.top - head.bottom - u // 2), len(self.rows())
        actions = grid(row, len(self._choice.items) - rows, self._choice.columns - rows, u // 2, u * 9)
        listed = grid(body, ROWS, 1, u // 3)[:rows]
        self._boxes = choice.draw(self.canvas, "action", layout, row, self._choice, boxes=[*listed, *actions])
        self.body(body, now)
        widgets.ribbon(self.canvas, layout, widgets.Ribbon(self.say(self.says()), "choose"), now)
        return self.canvas.flush(surface)

    # -- help for bodies -------------------------------------------------------------------------------------------

    def paper(self, name: str, area: Rect, part: Part, seed: int = 4) -> None:
        """Something on a sheet of paper."""
        u = self.layout.unit
        self.canvas.part(name, area, Paper(seed, 0.7, u // 2, part, u, -(-u // 2)))


@dataclass(frozen=True, slots=True)
class Writing:
    """What stands on a page, with what it takes to write it there."""

    layout: Layout
    words: Language

    def say(self, words: Message | str) -> str:
        return self.words.say(words)

    def write(
        self,
        surface: Surface,
        words: Message | str,
        box: Rect,
        *,
        colour: Colour = INK,
        align: Align = "left",
        middle: bool = True,
        face: Face = Face.SENTENCE,
    ) -> None:
        small = self.layout.small
        sizes = (small, round(small * 0.88), round(small * 0.78))
        if face is Face.LETTERING:
            medium = self.layout.medium
            sizes = (medium, round(medium * 0.85), round(medium * 0.7))
        text.write(surface, self.say(words), box, sizes, colour=colour, align=align, middle=middle, face=face)
