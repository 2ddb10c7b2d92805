"""Faces for the pirates of a deck: every name has its own, the same on every screen and every evening.

A face is put together from a few drawn parts (coat, skin, beard, hair, hat, patch), chosen by the name alone, so that a
deck of one's own has faces too.
"""

from __future__ import annotations

from functools import lru_cache
from random import Random

from pygame import Surface

from ui.look.engrave import Plate
from ui.look.theme import BONE, GOLD, INK, Colour, blend, from_hex

SKINS = tuple(from_hex(code) for code in ("#E8C39A", "#D9A877", "#B98052", "#8A5A38", "#6A4229", "#EBCBAA"))
HAIRS = tuple(from_hex(code) for code in ("#3A2A1C", "#6B4326", "#A8642E", "#1E1B1A", "#8C8479", "#C99A4A"))
CLOTHS = tuple(from_hex(code) for code in ("#A8322A", "#2F5D6B", "#3E7A4B", "#6B5A44", "#71418A", "#B98A35", "#3A4A6B"))
# how women's names end here
SMOOTH = ("a", "ance", "aut", "eau", "enn", "euse", "ie", "ine", "ane", "olde", "onde", "got")
PEN = 3.6


@lru_cache(maxsize=200)
def portrait(name: str, size: int, captain: Colour | None = None) -> Surface:
    """A square picture, head and shoulders; a captain wears a large hat in the ship's colour."""
    plate = Plate(100, 100)
    draw(plate, name, captain)
    return plate.print((size, size))


def draw(plate: Plate, name: str, captain: Colour | None = None) -> None:
    random = Random(name)
    skin, hair, coat, hat = (random.choice(each) for each in (SKINS, HAIRS, CLOTHS, CLOTHS))
    woman = name.lower().endswith(SMOOTH)
    bearded, long_hair = not woman and random.random() < 0.5, woman or random.random() < 0.3
    if long_hair:
        plate.cut("M24 44C18 66 20 84 28 92L72 92C80 84 82 66 76 44Z", fill=hair, stroke=INK, width=PEN)
    coat_shape = "M6 102C8 84 22 76 38 74L50 84L62 74C78 76 92 84 94 102Z"
    plate.cut(coat_shape, fill=captain or coat, stroke=INK, width=PEN)
    plate.cut("M38 74L50 102L62 74L50 86Z", fill=BONE, stroke=INK, width=2.6)
    plate.cut("M28 42L72 42C75 58 72 70 64 78C56 86 44 86 36 78C28 70 25 58 28 42Z", fill=skin, stroke=INK, width=PEN)
    plate.cut("M70 46C72 58 69 68 62 76C60 66 64 56 61 46Z", fill=blend(skin, INK, 0.22))
    if bearded:
        _beard(plate, hair, random)
    elif not woman and random.random() < 0.5:
        plate.cut("M36 67C42 61 48 63 50 66C52 63 58 61 64 67C58 70 54 70 50 68C46 70 42 70 36 67Z", fill=hair)
        plate.cut("M43 74C47 77 53 77 57 74", stroke=INK, width=3)
    else:
        plate.cut("M41 70C46 75 54 75 59 70", stroke=INK, width=3.2)
    plate.cut("M50 54C49 59 47 61 50 63L53 62", stroke=INK, width=2.8)
    _eyes(plate, random)
    if random.random() < 0.5:
        plate.dot(26, 62, 4, stroke=GOLD, width=2.6)
    if captain is not None:
        _tricorn(plate, blend(captain, INK, 0.25), GOLD)
        plate.stamp("skull", 50, 23, 22)
        return
    (_bandana, _tricorn, _cap, _locks)[random.randrange(4)](plate, hair if not long_hair and bearded else hat, BONE)


def _eyes(plate: Plate, random: Random) -> None:
    if random.random() < 0.3:
        plate.cut("M30 47L46 47C47 56 43 59 39 59C34 59 31 55 30 47Z", fill=INK)
        plate.cut("M28 45L72 51", stroke=INK, width=3)
    else:
        plate.dot(40, 54, 3.4, fill=INK)
        plate.cut("M33 47C36 44 43 44 46 47", stroke=INK, width=3)
    plate.dot(60, 54, 3.4, fill=INK)
    plate.cut("M54 47C57 44 64 44 67 47", stroke=INK, width=3)
    if random.random() < 0.2:
        plate.cut("M65 58L70 70", stroke=from_hex("#8C3A2C"), width=2.4)


def _beard(plate: Plate, hair: Colour, random: Random) -> None:
    deep = random.choice((88, 94, 99))
    plate.cut(
        f"M29 58C34 66 40 62 50 64C60 62 66 66 71 58C74 74 64 {deep - 4} 50 {deep}C36 {deep - 4} 26 74 29 58Z",
        fill=hair,
        stroke=INK,
        width=PEN,
    )
    plate.cut("M44 70C48 73 52 73 56 70C54 75 46 75 44 70Z", fill=INK)
    for x in (40, 50, 60):
        plate.cut(f"M{x} 78L{50 + (x - 50) * 0.6:.0f} {deep - 6}", stroke=blend(hair, BONE, 0.3), width=2)


def _bandana(plate: Plate, cloth: Colour, light: Colour) -> None:
    plate.cut("M74 40C82 42 90 50 92 60C84 58 78 52 74 46Z", fill=blend(cloth, INK, 0.3), stroke=INK, width=3)
    plate.cut("M25 46C24 24 36 12 50 12C64 12 76 24 75 46C60 38 40 38 25 46Z", fill=cloth, stroke=INK, width=PEN)
    for x, y in ((36, 28), (50, 22), (64, 28), (43, 36), (58, 35)):
        plate.dot(x, y, 2.4, fill=light)


def _tricorn(plate: Plate, cloth: Colour, light: Colour) -> None:
    shape = (
        "M4 36C12 34 18 24 24 14C34 20 40 8 50 8C60 8 66 20 76 14C82 24 88 34 96 36C86 48 68 43 50 43C32 43 14 48 4 36Z"
    )
    plate.cut(shape, fill=cloth, stroke=INK, width=PEN)
    plate.cut("M12 38C24 41 36 37 50 37C64 37 76 41 88 38", stroke=light, width=2.8)


def _cap(plate: Plate, cloth: Colour, light: Colour) -> None:
    plate.cut("M24 42C22 18 40 6 58 10C70 12 78 24 76 42Z", fill=cloth, stroke=INK, width=PEN)
    plate.cut("M58 10C72 2 88 10 86 28C80 24 74 24 70 26Z", fill=blend(cloth, INK, 0.25), stroke=INK, width=3)
    plate.cut("M20 38C36 30 64 30 80 38L79 47C64 40 36 40 21 47Z", fill=light, stroke=INK, width=3)


def _locks(plate: Plate, hair: Colour, light: Colour) -> None:
    shape = "M22 54C14 30 30 8 50 8C70 8 86 30 78 54C74 44 70 38 66 34C58 40 44 42 34 38C30 42 26 46 22 54Z"
    plate.cut(shape, fill=hair, stroke=INK, width=PEN)
    plate.cut("M32 24C38 16 46 14 54 14", stroke=blend(hair, light, 0.45), width=3)
