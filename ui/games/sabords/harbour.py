"""The harbours beside the board: whose they are, the ship card laid, the chests that are safe and those that wait."""

from __future__ import annotations

from dataclasses import dataclass

from pygame import Rect, Surface

from rules.sabords.board import COLOURS, Colour
from rules.sabords.cards import Card
from rules.sabords.state import Aux, Ship, player
from ui.games.sabords.tokens import card, chest, livery_of
from ui.look import text
from ui.look.engrave import Plate, rounded
from ui.look.pictures import medallion, picture
from ui.look.text import Face
from ui.look.theme import BONE, FADED, INK, Layout, blend, from_hex

WOOD = from_hex("#5A3A20")


@dataclass(frozen=True, slots=True)
class Harbour:
    """From the corner of the board inwards: arms and ship card, name, quay, and what waits for the rose."""

    layout: Layout
    colour: Colour
    name: str
    safe: tuple[tuple[Colour, int], ...]
    waiting: int
    card: bool
    acts: bool

    def paint(self, surface: Surface, box: Rect) -> None:
        layout = self.layout
        row = round(layout.small * 1.12)
        high = round(min(box.width * 0.56, box.height * 0.2))
        quay = max(1, len(self.safe)) * row + layout.unit // 2
        heights = [high, row, quay, row]
        gap = max(1, min(layout.unit // 2, (box.height - sum(heights)) // 4))
        upper = COLOURS.index(self.colour) < 2
        y = box.y if upper else box.bottom - sum(heights) - 3 * gap
        parts = (_arms, _name, _quay, _waiting) if upper else (_waiting, _quay, _name, _arms)
        for paint, tall in zip(parts, heights if upper else heights[::-1], strict=True):
            paint(surface, Rect(box.x, y, box.width, tall), layout, self)
            y += tall + gap


def harbour_of(layout: Layout, state: Aux, ship: Ship) -> Harbour:
    safe = tuple((COLOURS[place], chests) for place, chests in enumerate(ship.port) if chests)
    return Harbour(layout, ship.colour, player(state, ship), safe, ship.beside, ship.card, ship is state.ship)


def _arms(surface: Surface, box: Rect, layout: Layout, shows: Harbour) -> None:
    size = box.height
    width = round(size * 0.66)
    left = box.centerx - (size + width + layout.unit // 3) // 2
    surface.blit(medallion(livery_of(shows.colour), size), (left, box.y))
    slot = Rect(left + size + layout.unit // 3, 0, width, round(width * 1.4))
    slot.centery = box.centery
    if shows.card:
        surface.blit(card(Card.SHIP, slot.width), slot)
    else:  # an empty place: without a ship card nobody sails
        plate = Plate(100, 140)
        plate.cut(rounded(5, 5, 90, 130, 10), stroke=FADED, width=4, opacity=0.7)
        plate.cut("M25 95L75 45M75 95L25 45", stroke=FADED, width=4, opacity=0.5)
        surface.blit(plate.print(slot.size), slot)


def _name(surface: Surface, box: Rect, layout: Layout, shows: Harbour) -> None:
    sizes = (round(layout.small * 1.08), layout.small, round(layout.small * 0.86), round(layout.small * 0.74))
    text.write(surface, shows.name, box, sizes, face=Face.LETTERING, align="centre", cut=True)


def _quay(surface: Surface, box: Rect, layout: Layout, shows: Harbour) -> None:
    """Planks with the chests that are safe, counted by colour."""
    plate = Plate(box.width, box.height)
    wood = plate.gradient((0, 0), (0, box.height), blend(WOOD, BONE, 0.12), WOOD)
    pen = max(1.2, layout.unit * 0.16)
    plate.cut(rounded(pen, pen, box.width - 2 * pen, box.height - 2 * pen, 3), fill=wood, stroke=INK, width=pen)
    row = (box.height - layout.unit // 2) / max(1, len(shows.safe))
    for number in range(1, len(shows.safe)):
        y = layout.unit / 4 + row * number
        plate.cut(f"M{pen:.1f} {y:.1f}L{box.width - pen:.1f} {y:.1f}", stroke=INK, width=pen * 0.6, opacity=0.6)
    surface.blit(plate.print(), box)
    if not shows.safe:
        port = picture("port", round(row * 0.9))
        surface.blit(port, port.get_rect(center=box.center))
    size = round(row * 0.84)
    for number, (colour, chests) in enumerate(shows.safe):
        middle = box.y + layout.unit // 4 + round(row * (number + 0.5))
        digits = text.figures(str(chests), round(layout.small * 1.1), BONE)
        left = box.centerx - (size + digits.get_width() + layout.unit // 2) // 2
        surface.blit(chest(colour, size), (left, middle - size // 2))
        surface.blit(digits, (left + size + layout.unit // 2, middle - digits.get_height() // 2))


def _waiting(surface: Surface, box: Rect, layout: Layout, shows: Harbour) -> None:
    """Beside the board: a rose brings each of them to the island."""
    if not shows.waiting:
        return
    size = min(round(box.height * 0.92), box.width // 3)
    left = box.centerx - size * shows.waiting // 2
    for number in range(shows.waiting):
        image = chest(shows.colour, round(size * 0.92), dim=True)
        surface.blit(image, image.get_rect(midleft=(left + size * number, box.centery)))
