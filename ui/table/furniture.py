"""What stands around every game's stage: the ribbon's words, the signs under the crew, banners, slips, the pause."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from pygame import Rect, Surface

from firmware.play.events import Paused
from rules.say import Message
from ui.inputs import Using
from ui.layout import centred, inset
from ui.look import ground, text
from ui.look.pictures import console, picture
from ui.look.text import Face
from ui.look.theme import BONE, Layout
from ui.parts import chips, widgets
from ui.parts.chips import ESCAPE
from ui.table import sheets
from ui.targets import Act

if TYPE_CHECKING:
    from ui.table.screen import GameScreen

FOLD_S = 15.0
# The picture of what is to be done, where it is not the player's own button.
SIGNS = {
    "throw": "cup", "enter": "cup", "name": "choose", "take": "hand", "jiggle": "hand", "fix": "hand",
    "ask": "spyglass", "over": "chest_open",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Slip:
    """A sentence on a slip of paper over the stage, for a while; it may offer one thing to do."""

    words: str
    until: float
    sign: str = "bell"
    label: str = ""
    act: Act | None = None
    entries: int = -1  # of the record, when it was said: what it offers is offered no longer once there are more


def ribbon(at: GameScreen) -> widgets.Ribbon:
    expects = at.table.expects
    livery = at.liveries[expects.seats[0]] if len(expects.seats) == 1 else None
    sign = SIGNS.get(expects.task, "button" if livery else None)
    said, hint = expects.message, ""
    if at.hand is not None and at.hand.mending:
        said, sign = Message("The dice are laid as they were."), "hand"
    elif at.hand is not None and at.hand.waits and expects.task in ("throw", "take", "fix"):
        said, sign = Message("The dice are looked at."), "spyglass"
    elif at.using is Using.KEYS:
        own = sign == "button" and livery
        hint = str(expects.seats[0] + 1) if own else "← →" if len(expects.options) > 1 else ""
    why = at.guide.why(expects.task) if said is expects.message else None
    if why is not None:
        said = Message("{said} {why}", said=said, why=why)
        at.target(at.layout.ribbon, lambda when: at.guide.enough(), "enough", focus=False, rank=3)
    return widgets.Ribbon(at.words.say(said), sign, livery, hint)


def signs(at: GameScreen) -> None:
    """Small signs under the crew: the menu, take back, the live picture."""
    row = at.signs_area()
    offered: list[tuple[str, str, Act, str]] = []
    if at.table.expects.task != "over":
        offered.append(("menu", "hourglass", partial(sheets.open_menu, at), ESCAPE))
    offered.append(("undo", "undo", at.undo, "U"))
    if at.live is not None:
        offered.append(("live sign", "spyglass", at.look_live, "V"))
    size = round(row.height * 0.86)
    right, boxes = row.right, list[Rect]()
    for name, art, _, key in offered:
        box = Rect(right - round(row.height * 1.1), row.y, row.height, row.height)
        right = box.x - round(row.height * 0.15)
        if at.using is Using.KEYS:
            right -= chips.width(at.layout, at.words, key)
        at.canvas.image(f"sign {name}", picture(art, size), box)
        boxes.append(box)
    for (name, _, act, key), box in reversed(list(zip(offered, boxes, strict=True))):  # one step back leads to the menu
        at.target(box, act, name, key, rank=2)
    left = Rect(row.x, row.y, right - row.x, row.height)
    if at.using is Using.BUTTONS and at.table.expects.task != "over":  # an arrow that is held opens the menu
        held = text.figures_width("…", at.layout.small)
        at.canvas.image("held arrow", console("left", size), Rect(left.right - size - held, row.y, size, row.height))
        at.write("held", Rect(left.right - held, row.y, held, row.height), "…", at.layout.small, colour=BONE)
        left.width -= size + held
    at.beside_signs(left)


def messages(at: GameScreen, now: float) -> None:
    """Troubles stay as long as they last; a hint goes by itself."""
    if at.table.troubles:
        box = widgets.banner(at.canvas, at.layout, widgets.Banner(_trouble(at)))
        at.target(box, lambda when: at.troubled.unfold(when), "banner", focus=False)
    if at.slip is not None and (now >= at.slip.until or late(at, at.slip)):
        at.slip = None
    if at.slip is not None:
        _lay(at, at.slip)


def late(at: GameScreen, slip: Slip) -> bool:
    """Something has happened since it offered to do something."""
    return slip.act is not None and slip.entries != len(at.table.record.entries)


class Troubled:
    """How long the same troubles have been said: after a while their first sentence will do, and the game has its
    room back; a touch says all of it again."""

    def __init__(self) -> None:
        self._said: tuple[Message, ...] = ()
        self._since = 0.0

    def folded(self, troubles: tuple[Message, ...], now: float) -> bool:
        if troubles != self._said:
            self._said, self._since = troubles, now
        return now - self._since >= FOLD_S

    def unfold(self, now: float) -> None:
        self._since = now


def _trouble(at: GameScreen) -> str:
    troubles = tuple(at.table.troubles[:2])
    said = [at.words.say(trouble) for trouble in troubles]
    if at.troubled.folded(troubles, at.now):
        said = [sentence.split(". ")[0].rstrip(".") + "." for sentence in said]
    return " ".join(said)


def banner_height(at: GameScreen) -> int:
    if not at.table.troubles:
        return 0
    return widgets.banner_size(at.layout, at.layout.stage, _trouble(at))[1] + 2 * at.layout.unit


def _lay(at: GameScreen, slip: Slip) -> None:
    layout, u = at.layout, at.layout.unit
    stage, low = at.slip_area
    button = text.width(slip.label, Face.LETTERING, layout.medium) + 3 * u if slip.label else 0
    room = stage.width - 10 * u - 2 * layout.small - button
    high = max(layout.medium, text.height(slip.words, Face.SENTENCE, layout.small, room)) + 4 * u
    top = stage.bottom - high - u if low else stage.y + u + banner_height(at)
    box = Rect(stage.x + u, top, stage.width - 2 * u, high)

    at.canvas.part("slip", box, _OnSlip(layout, slip.words, slip.sign, slip.label, room, button))

    def dismiss(when: float) -> None:
        at.slip = None

    at.target(box, slip.act or dismiss, "slip", focus=slip.act is not None, rank=-1)


@dataclass(frozen=True, slots=True)
class _OnSlip:
    layout: Layout
    words: str
    sign: str
    label: str
    room: int  # for the words
    button: int  # how wide the label's plate is

    def paint(self, surface: Surface, box: Rect) -> None:
        layout, u = self.layout, self.layout.unit
        inside = ground.lay(surface, box, seed=3, age=0.5, lift=u // 2)
        sign = picture(self.sign, layout.small * 2)
        surface.blit(sign, sign.get_rect(midleft=(inside.x, inside.centery)))
        left = inside.x + sign.get_width() + u
        text.write(surface, self.words, Rect(left, box.y, self.room, box.height), layout.small)
        if self.label:
            plate = Rect(inside.right - self.button, 0, self.button, layout.medium + u)
            plate.centery = box.centery
            surface.blit(ground.brass(*plate.size), plate)
            text.write(surface, self.label, plate, layout.medium, face=Face.LETTERING, colour=BONE, align="centre")


def paused(at: GameScreen) -> None:
    stage = at.layout.stage
    box = centred(stage, round(stage.width * 0.7), round(stage.height * 0.5))
    says = at.words.say(
        Message("The game waits. The middle button goes on.")
        if at.using is Using.BUTTONS
        else Message("The game waits. Touch here to go on.")  # where a keyboard is used it wears its key
    )
    at.canvas.part("paused", box, _Waits(at.layout, says))
    at.target(box, lambda when: at.put(Paused(False, when)), "paused", "P", rank=-1)


@dataclass(frozen=True, slots=True)
class _Waits:
    layout: Layout
    says: str

    def paint(self, surface: Surface, box: Rect) -> None:
        layout, u = self.layout, self.layout.unit
        inside = ground.lay(surface, box, seed=6, age=0.6, lift=u // 2)
        glass = picture("hourglass", round(inside.height * 0.5))
        surface.blit(glass, glass.get_rect(midtop=(inside.centerx, inside.y + u)))
        low = inset(inside, top=glass.get_height() + 2 * u)
        text.write(surface, self.says, low, (round(layout.small * 1.25), layout.small), align="centre")
