"""What can be chosen in Aux Sabords, as tags of paper with pictures: cards to lay, chests to load, pirates to send."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pygame import Rect, Surface

from firmware.games.choices.laid import LAID
from firmware.play.referee import Option
from rules.sabords import actions
from rules.sabords.cards import Card
from rules.sabords.state import Aux
from ui.canvas import Canvas
from ui.games.sabords.tokens import ART, chest, ship
from ui.layout import REST, grid, inset, rows
from ui.look import text
from ui.look.ground import frame, lay
from ui.look.pictures import picture
from ui.look.text import Face
from ui.look.theme import BONE, Layout

OVERLAP = 0.8  # how far apart pictures of one row are at least, in their widths
# Lines and size of the labels, in parts of the medium type, the first that fits: pictures say most of it.
LETTERS = ((1, 0.7), (1, 0.62), (1, 0.55), (1, 0.5), (1, 0.435), (2, 0.55), (2, 0.5), (2, 0.435))
Pictures = tuple[tuple[str, Any], ...]  # what is drawn, and of which colour or name


@dataclass(frozen=True, slots=True)
class Offer:
    key: str
    label: str
    pictures: Pictures


def pictures(state: Aux, option: Option, action: Any) -> Pictures:
    """Of an action; of what is no action, but about the cards that lie there, the option's own."""
    if action is not None:
        return pictures_of(state, action)
    name = option.key.removeprefix(LAID)
    return (("art", ART[Card(name)]),) if name != option.key else (("art", option.picture or "hand"),)


def pictures_of(state: Aux, action: Any) -> Pictures:
    colour = state.ship.colour
    match action:
        case actions.Build(first, second):
            return (("art", ART[first]), ("art", ART[second]))
        case actions.Discard(card):
            return (("art", ART[card]),)
        case actions.LayShipCard():
            return (("art", ART[Card.SHIP]),)
        case actions.Ready():
            return (("art", "hourglass"),) if state.ship.square is None else (("art", "port"),)
        case actions.Load(chests) | actions.Unload(chests):
            return (("chest", colour),) * chests
        case actions.PlaceChest():
            return (("chest", colour), ("art", "island"))
        case actions.Attack():
            return (("art", "cannon"),)
        case actions.LayPirates(pirates):
            return (("art", ART[Card.PIRATE]),) * pirates
        case actions.LayCaptain():
            return (("art", ART[Card.CAPTAIN]),)
        case actions.GiveUp():
            return (("flag", None),)
        case actions.SailOn():
            return (("ship", colour),)
    return ()


def draw(canvas: Canvas, layout: Layout, area: Rect, offers: Sequence[Offer], at: int, columns: int = 0) -> list[Rect]:
    """In rows; the one the console points at is framed in gold. Returns their boxes."""
    boxes = grid(area, len(offers), columns or len(offers), layout.unit // 3)
    wide = _room(layout, boxes[0]).width
    px = _size(layout, offers, wide)
    foot = max(text.height(offer.label, Face.LETTERING, px, wide) for offer in offers)  # pictures stand on one line
    for number, (offer, box) in enumerate(zip(offers, boxes, strict=True)):
        canvas.part(f"offer {number}", box, _Tag(layout, number, offer, number == at, px, foot))
    return boxes


def _lift(layout: Layout) -> int:
    return max(2, layout.unit // 4)


def _room(layout: Layout, box: Rect) -> Rect:
    """Where one may draw on a tag."""
    u, lift = layout.unit, _lift(layout)
    side = u // 3 if box.width < 12 * u else u * 3 // 4  # seven in a row need all the room there is
    return inset(box, lift + side, lift, top=u // 3, bottom=u - u // 3)


def _size(layout: Layout, offers: Sequence[Offer], room: int) -> int:
    """One size for all labels, so that they look like one set."""

    def fits(px: int, most: int) -> bool:
        lines = [text.wrapped(offer.label, Face.LETTERING, px, room) for offer in offers]
        return all(len(each) <= most and max(text.width(x, Face.LETTERING, px) for x in each) <= room for each in lines)

    sizes = [(lines, round(layout.medium * share)) for lines, share in LETTERS]
    return next((px for most, px in sizes if fits(px, most)), sizes[-1][1])


@dataclass(frozen=True, slots=True)
class _Tag:
    layout: Layout
    number: int
    offer: Offer
    pointed: bool
    px: int
    foot: int  # how high the label is

    def paint(self, surface: Surface, box: Rect) -> None:
        layout, lift = self.layout, _lift(self.layout)
        lay(surface, box, seed=31 + self.number % 5, age=0.5, lift=lift)
        if self.pointed:
            frame(surface, box, layout.unit, lift)
        above, label = rows(_room(layout, box), (REST, self.foot))
        text.write(surface, self.offer.label, label, self.px, face=Face.LETTERING, align="centre")
        _row(surface, above, self.offer.pictures)


def _row(surface: Surface, box: Rect, pictures: Pictures) -> None:
    """As large as they can be in as many rows as it takes; side by side they overlap a little."""

    def largest(lines: int) -> float:
        per_row = -(-len(pictures) // lines)
        return min(box.height / lines, box.height * 0.86, box.width / (1 + OVERLAP * (per_row - 1)))

    lines = max((1, 2, 3), key=largest)
    size, per_row = round(largest(lines) * 0.96), -(-len(pictures) // lines)
    for number, (kind, what) in enumerate(pictures):
        row, place = divmod(number, per_row)
        count = min(per_row, len(pictures) - row * per_row)
        step = min(size * 1.04, (box.width - size) / max(1, per_row - 1))
        x = box.centerx + (place - (count - 1) / 2) * step
        y = box.y + box.height * (row + 0.5) / lines
        image = _image(kind, what, size)
        surface.blit(image, image.get_rect(center=(round(x), round(y))))


def _image(kind: str, what: Any, size: int) -> Surface:
    if kind == "chest":
        return chest(what, size)
    if kind == "ship":
        return ship(what, size)
    return picture("flag", size, BONE) if kind == "flag" else picture(what, size)
