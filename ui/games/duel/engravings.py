"""The cards of Pirates en Duel, drawn: crew members large and small, combat cards, ships in their colours, skills."""

from __future__ import annotations

from functools import lru_cache

import pygame
from pygame import Rect, Surface

from rules.duel.cards import BLUE_SKILLS, Colour, CombatCard, Kind, Member, Skill
from ui.games.duel import faces
from ui.look import text, theme
from ui.look.engrave import Plate, line, ready, rounded
from ui.look.pictures import picture
from ui.look.text import Face
from ui.look.theme import BONE, FADED, GOLD, INK, PALM, PARCHMENT, SEA, SHADE, blend, from_hex

SHAPE = 1.36  # a crew card's height over its width
SAILS: dict[Colour, theme.Colour] = {
    Colour.BLUE: from_hex("#2A5F9E"),
    Colour.RED: from_hex("#A8322A"),
    Colour.WHITE: from_hex("#F4EEDD"),
    Colour.GREEN: from_hex("#3B7F4C"),
    Colour.YELLOW: from_hex("#DFAE2E"),
    Colour.PURPLE: from_hex("#71418A"),
}
# What a ship has on its sail besides the colour, for those who cannot tell colours.
CHARGES: dict[Colour, str] = {
    Colour.BLUE: "M32 36C38 30 44 30 50 36C56 42 62 42 68 36M32 48C38 42 44 42 50 48C56 54 62 54 68 48",
    Colour.RED: "M36 28L64 56M64 28L36 56",
    Colour.WHITE: "",
    Colour.GREEN: "M32 52L50 32L68 52",
    Colour.YELLOW: "M50 30L50 54M38 42L62 42",
    Colour.PURPLE: "M50 28L64 42L50 56L36 42Z",
}
SKILL_ART: dict[Skill, str] = {
    Skill.HELM: "wheel", Skill.LOOKOUT: "lookout", Skill.RED_CROSS: "redcross", Skill.TAVERN: "tavern",
    Skill.PARROT: "parrot", Skill.MARMOSET: "monkey", Skill.SKULL: "skull", Skill.SHIP: "ship",
    Skill.SERGEANT: "drum", Skill.BOAT: "rowboat", Skill.BROTHER: "brother", Skill.TWIN: "twins",
    Skill.SHARPSHOOTER: "target", Skill.PISTOL: "pistol", Skill.CARRIAGE: "bomb",
}  # fmt: skip
KIND_ART: dict[Kind, str] = {
    Kind.FISHING: "fish", Kind.STORM: "storm", Kind.BAD_ENCOUNTER: "serpent", Kind.CAPTURE: "chest",
    Kind.PLUNDER: "hand", Kind.BOARDING: "sabre", Kind.CANNONADE: "cannon",
}  # fmt: skip
LEGENDS = {Kind.STORM: "−1", Kind.BAD_ENCOUNTER: "−1", Kind.CAPTURE: "+1", Kind.PLUNDER: "+1"}


@lru_cache(maxsize=80)
def ship(colour: Colour | None, size: int, *, sunk: bool = False) -> Surface:
    """A ship under sails of its colour; None is the black ship of the cards."""
    plate = Plate(100, 100)
    sail = SAILS[colour] if colour else from_hex("#3A332C")
    if sunk:
        sail = blend(sail, FADED, 0.6)
    plate.cut("M50 76L50 8", stroke=INK, width=5)
    plate.cut("M50 8C58 4 64 10 76 6C73 10 73 14 76 18C64 20 58 14 50 18Z", fill=sail, stroke=INK, width=3)
    canvas = plate.gradient((22, 20), (80, 62), blend(sail, BONE, 0.35), sail, blend(sail, INK, 0.3))
    plate.cut("M22 22C38 26 62 26 78 22C86 36 86 50 80 64C60 58 40 58 20 64C26 50 26 36 22 22Z", fill=canvas,
              stroke=INK, width=4)  # fmt: skip
    mark = INK if colour in (Colour.WHITE, Colour.YELLOW) else BONE
    if colour is None:
        plate.stamp("skull", 50, 43, 34)
    elif colour is Colour.WHITE:
        plate.dot(50, 42, 10, stroke=mark, width=4.5)
    else:
        plate.cut(CHARGES[colour], stroke=mark, width=5)
    hull = plate.gradient((0, 70), (0, 96), from_hex("#B98448"), from_hex("#8A5A2E"), from_hex("#5B3A1C"))
    plate.cut("M6 68C18 74 30 74 40 74L70 74L94 64C94 78 88 90 80 95L22 95C12 90 8 80 6 68Z", fill=hull, stroke=INK,
              width=4)  # fmt: skip
    plate.cut("M14 81L88 81", stroke=blend(sail, INK, 0.1), width=4.5)
    return plate.print((size, size))


@lru_cache(maxsize=120)
def skill(one: Skill, size: int) -> Surface:
    """A skill on its disc: blue or green, as the rulebook has them."""
    plate = Plate(100, 100)
    ring = SEA if one in BLUE_SKILLS else PALM
    plate.dot(50, 50, 47, fill=ring, stroke=INK, width=4.5)
    plate.dot(50, 50, 38, fill=BONE, stroke=INK, width=2.5)
    plate.stamp(SKILL_ART[one], 50, 50, 58)
    return plate.print((size, size))


# -- crew members ------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=260)
def crew(member: Member, width: int, height: int, *, dim: bool = False) -> Surface:
    """A member's card: face, name, cannons, sabres and skill."""
    sheet = Surface((width, height), pygame.SRCALPHA)
    plate = Plate(width, height)
    pen = max(1.4, width * 0.022)
    paper = plate.gradient((0, 0), (width, height), BONE, PARCHMENT, SHADE)
    edge = rounded(pen, pen, width - 2 * pen, height - 2 * pen, width * 0.07)
    plate.cut(edge, fill=paper, stroke=INK, width=pen)
    if member.captain:
        plate.cut(rounded(pen * 2.2, pen * 2.2, width - 4.4 * pen, height - 4.4 * pen, width * 0.05), stroke=GOLD,
                  width=pen * 1.4)  # fmt: skip
    face = Rect(round(width * 0.08), round(width * 0.07), round(width * 0.84), round(height * 0.47))
    sky = plate.gradient((0, face.y), (0, face.bottom), from_hex("#BFD3CE"), from_hex("#E9DDBE"))
    plate.cut(rounded(face.x, face.y, face.width, face.height, width * 0.04), fill=sky, stroke=INK, width=pen * 0.8)
    sheet.blit(plate.print(), (0, 0))
    size = round(min(face.width, face.height * 1.06))
    head = faces.portrait(member.name, size, SAILS[member.captain] if member.captain else None)
    window = face.inflate(-2, -2)
    left = window.x if member.skills and window.width > size else window.centerx - size // 2
    sheet.blit(head, (left, window.bottom - size + round(size * 0.04)), None)
    _skills(sheet, member, face)
    name = Rect(round(width * 0.06), face.bottom, round(width * 0.88), round(height * 0.21))
    sizes = [round(height * share) for share in (0.21, 0.19, 0.175)]
    text.write(sheet, member.name, name, sizes, face=Face.LETTERING, align="centre", cut=True)
    low = Rect(round(width * 0.06), name.bottom, round(width * 0.88), height - name.bottom - round(height * 0.05))
    strength(sheet, low, member.cannons, member.sabres)
    if dim:
        sheet.fill((150, 140, 125, 255), special_flags=pygame.BLEND_RGBA_MULT)
    return ready(sheet)


def _skills(sheet: Surface, member: Member, face: Rect) -> None:
    for place, one in enumerate(member.skills[:2]):
        size = round(face.height * (0.62 if len(member.skills) == 1 else 0.46))
        sheet.blit(skill(one, size), (face.right - size + size // 8, face.y - size // 10 + place * size))


def strength(surface: Surface, box: Rect, cannons: int, sabres: int) -> None:
    """So many cannons and sabres, each with its picture; none is shown pale. The numbers are what is read from afar."""
    size, px = min(box.height, round(box.width * 0.25)), min(box.height, round(box.width * 0.42))
    for place, (art, count) in enumerate((("cannon", cannons), ("sabre", sabres))):
        half = Rect(box.x + place * box.width // 2, box.y, box.width // 2, box.height)
        image = picture(art, size)
        if not count:
            image = image.copy()
            image.set_alpha(70)
        surface.blit(image, (half.x, half.centery - size // 2))
        room = Rect(half.x + size, half.y, half.width - size, half.height)
        text.count(surface, str(count), room, px, colour=INK if count else FADED, align="centre")


@lru_cache(maxsize=12)
def likeness(member: Member, height: int) -> Surface:
    """A member's picture alone, for pages on which a card would be too small to read."""
    width = round(height * 0.86)
    plate = Plate(width, height)
    pen = max(1.4, width * 0.03)
    sky = plate.gradient((0, 0), (0, height), from_hex("#BFD3CE"), from_hex("#E9DDBE"))
    plate.cut(rounded(pen, pen, width - 2 * pen, height - 2 * pen, width * 0.08), fill=sky, stroke=INK, width=pen * 1.6)
    sheet = plate.print().copy()
    size = round(width * 0.94)
    head = faces.portrait(member.name, size, SAILS[member.captain] if member.captain else None)
    sheet.blit(head, ((width - size) // 2, height - size - round(pen)))
    return ready(sheet)


@lru_cache(maxsize=260)
def small(member: Member, width: int, height: int) -> Surface:
    """A member in little, where many are shown: no face; name, strength and skill."""
    sheet = Surface((width, height), pygame.SRCALPHA)
    plate = Plate(width, height)
    pen = max(1.2, height * 0.03)
    paper = plate.gradient((0, 0), (width, height), BONE, PARCHMENT, SHADE)
    plate.cut(rounded(pen, pen, width - 2 * pen, height - 2 * pen, height * 0.12), fill=paper, stroke=INK, width=pen)
    sheet.blit(plate.print(), (0, 0))
    name = Rect(round(pen), round(height * 0.04), width - 2 * round(pen), round(height * 0.47))
    sizes = [round(height * share) for share in (0.46, 0.42, 0.39, 0.365, 0.34, 0.31)]
    text.write(sheet, member.name, name, sizes, face=Face.LETTERING, align="centre", cut=True)
    low = Rect(round(width * 0.06), name.bottom, round(width * 0.88), round(height * 0.43))
    if member.skills:
        size = round(low.height * 0.66)
        left = round(width - 2 * pen) - size
        sheet.blit(skill(member.skills[0], size), (left, low.centery - size // 2))
        low.width = left - low.x
    strength(sheet, low, member.cannons, member.sabres)
    return ready(sheet)


# -- combat cards ------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=60)
def combat(card: CombatCard | None, width: int, title: str) -> Surface:
    """A combat card; None is its back."""
    height = round(width * 1.4)
    plate = Plate(100, 140)
    paper = plate.gradient((0, 0), (100, 140), BONE, PARCHMENT, SHADE)
    plate.cut(rounded(0.8, 0.8, 98.4, 138.4, 6), fill=paper, stroke=INK, width=1.6)
    if card is None:
        _back(plate)
        return plate.print((width, height))
    rubric = from_hex("#8C3A2C")
    plate.cut(rounded(5, 5, 90, 130, 3), stroke=INK, width=1.2)
    plate.cut(rounded(7, 7, 86, 126, 2.4), stroke=rubric, width=0.7)
    for beam in range(-6, 7):
        plate.cut(line([(50 + beam * 1.5, 60), (50 + beam * 6.4, 33)]), stroke=FADED, width=0.6, opacity=0.5)
    if card.kind is Kind.BOARDING:
        plate.stamp("sabre", 43, 60, 52)
        plate.stamp("sabre", 57, 60, 52, flip=True)
    else:
        plate.stamp(KIND_ART[card.kind], 50, 60, 56)
    plate.cut("M14 92L86 92", stroke=INK, width=0.6)
    sheet = plate.print((width, height)).copy()
    box = Rect(round(width * 0.1), round(height * 0.06), round(width * 0.8), round(height * 0.15))
    sizes = [round(width * share) for share in (0.2, 0.175, 0.15, 0.13, 0.115)]
    text.write(sheet, title, box, sizes, face=Face.LETTERING, align="centre")
    _legend(sheet, card)
    return ready(sheet)


def _legend(sheet: Surface, card: CombatCard) -> None:
    """What the card brings: the ships it lets one attack, and the gold."""
    width, height = sheet.get_size()
    size, middle = round(width * 0.24), round(height * 0.805)
    if card.is_fight:
        size = round(width * 0.22)
        for place, colour in enumerate(card.ships or (None, None)):
            sheet.blit(ship(colour, size), (round(width * (0.1 + 0.23 * place)), middle - size // 2))
        legend = str(card.gold)
    else:
        legend = LEGENDS.get(card.kind, "")
    if legend:
        coin = picture("coin", round(size * 0.86))
        left = round(width * (0.57 if card.is_fight else 0.3))
        sheet.blit(coin, (left, middle - coin.get_height() // 2))
        number = text.figures(legend, round(size * 0.9), INK)
        sheet.blit(number, (left + coin.get_width() + round(width * 0.03), middle - number.get_height() // 2))


def _back(plate: Plate) -> None:
    plate.cut(rounded(6, 6, 88, 128, 3), fill=from_hex("#3A2A22"), stroke=INK, width=1)
    for row in range(8):
        for column in range(6):
            x, y = 13 + column * 15, 16 + row * 15.5
            plate.cut(f"M{x:.1f} {y - 4:.1f}l4 4l-4 4l-4 -4Z", stroke=blend(GOLD, INK, 0.45), width=0.8)
    plate.dot(50, 70, 30, fill=from_hex("#211712"), stroke=GOLD, width=1.6)
    plate.stamp("sabre", 45, 70, 34)
    plate.stamp("sabre", 55, 70, 34, flip=True)


@lru_cache(maxsize=60)
def prey(card: CombatCard, width: int, height: int) -> Surface:
    """A fight's card in little: whom it lets one attack, for how much."""
    sheet = Surface((width, height), pygame.SRCALPHA)
    plate = Plate(width, height)
    paper = plate.gradient((0, 0), (width, height), BONE, PARCHMENT, SHADE)
    plate.cut(rounded(1.5, 1.5, width - 3, height - 3, height * 0.1), fill=paper, stroke=INK, width=2)
    sheet.blit(plate.print(), (0, 0))
    size = round(min(height * 0.8, width * 0.28))
    for place, colour in enumerate(card.ships or (None, None)):
        sheet.blit(ship(colour, size), (round(width * (0.05 + 0.29 * place)), (height - size) // 2))
    coin = picture("coin", round(size * 0.66))
    sheet.blit(coin, (round(width * 0.64), (height - coin.get_height()) // 2))
    number = text.figures(str(card.gold), round(size * 0.7), INK)
    sheet.blit(number, (round(width * 0.66) + coin.get_width(), (height - number.get_height()) // 2))
    return ready(sheet)
