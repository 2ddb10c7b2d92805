"""Dice to print: stickers for blank dice, and nets to cut, fold and glue. The same faces that the virtual table rolls.

Each page comes with the places of its faces, so that a test can cut them out of the print and show them to vision.
"""

from __future__ import annotations

from dataclasses import dataclass

from hardware.sheet import A4, FADED, WHITE, Say, Sheet
from rules.say import Message
from vision.art.pictograms import Point, Rgb
from vision.synth.dice import BODIES, Cube, Face, corsair, duel, ink_of, twelve

SETS = {"corsair": corsair(), "twelve": twelve(), "duel": duel()}
NAMES = {
    "corsair": Message("Corsair dice"),
    "twelve": Message("Series dice"),
    "duel": Message("Duel dice"),
}
EDGES = (16, 18)  # of the blank dice in the shops, millimetres
PAPER_EDGE = 18  # of the folded ones
STICKER = 0.75  # of the edge: the flat part between the rounded edges
PICTURE = 0.9  # of the sticker
ON_PAPER = 0.74  # of a folded die's edge
BLEED, GAP = 0.8, 4.5
FIRST_ROW = 42.0
TAB = 4.5
MARGIN = 12.0
FAINT: Rgb = (0xB8, 0xA8, 0x8C)
# Where the sides of a die lie in the net, as columns and rows: a belt of four, one above and one below it.
NET = {3: (0, 1), 0: (1, 1), 1: (2, 1), 5: (3, 1), 4: (1, 0), 2: (1, 2)}


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a face is on its page: die and side, upper left corner and width in millimetres."""

    page: int
    die: int
    side: int
    x: float
    y: float
    width: float


Print = tuple[list[Sheet], list[Spot]]


def stickers(kind: str, edge: int, say: Say) -> Print:
    """One page, a row of six for each die."""
    told = Message("stickers for {mm} mm dice", mm=edge)
    sheet = _page(kind, told, say)
    how = (
        Message("Print at 100 % (actual size) on sticker paper."),
        Message("Cut along the thin lines: each row is one die, six stickers of {mm} mm.", mm=edge * STICKER),
        Message("Clean the blank dice with spirit, press the stickers on, then one coat of clear varnish."),
        Message("Blank dice in the colour of the stickers look best and are read best."),
    )
    width = edge * STICKER
    pitch = width + GAP
    spots = []
    for cube in SETS[kind]:
        top = FIRST_ROW + cube.number * pitch
        sheet.words(MARGIN + 5, top + width / 2 + 2, str(cube.number + 1), 6, "lettering", FADED, "right")
        for side, face in enumerate(cube.faces):
            x = MARGIN + 8 + side * pitch
            _face(sheet, cube, face, x, top, width, PICTURE, BLEED)
            sheet.box(x, top, x + width, top + width, line=FAINT, width=0.1)
            spots.append(Spot(0, cube.number, side, x, top, width))
    _steps(sheet, MARGIN + 20 + 6 * pitch, FIRST_ROW + 4, how, say)
    return [sheet], spots


def paper(kind: str, say: Say) -> Print:
    """Nets, six on a page."""
    told = Message("paper dice, {mm} mm", mm=PAPER_EDGE)
    pages: list[Sheet] = []
    spots: list[Spot] = []
    for cube in SETS[kind]:
        place = cube.number % 6
        if place == 0:
            pages.append(_page(kind, told, say))
            how = Message(
                "Print at 100 % (actual size) on card of 160 to 200 g. Score the dashed lines, cut the solid ones, "
                "fold away from you, glue the tabs inside. Tissue in the middle makes them roll better."
            )
            pages[-1].lines(86, 16, say(how), A4[0] - MARGIN - 86, 3.4, colour=FADED)
        x = MARGIN + 8 + (place % 2) * (4 * PAPER_EDGE + TAB + 18)
        y = 48 + (place // 2) * (3 * PAPER_EDGE + 2 * TAB + 14)
        spots += _net(pages[-1], cube, x, y, len(pages) - 1)
    return pages, spots


def picture(say: Say) -> Sheet:
    """One die of each set, for the guide."""
    sheet = Sheet(268, 86, say(Message("Paper dice")))
    for place, kind in enumerate(SETS):
        x = 8 + place * 88
        sheet.words(x, 12, say(NAMES[kind]), 6, "strong")
        _net(sheet, SETS[kind][0], x, 22, 0)
    return sheet


def _steps(sheet: Sheet, x: float, y: float, how: tuple[Message, ...], say: Say) -> None:
    for number, step in enumerate(how, 1):
        sheet.words(x, y, str(number), 5.4, "lettering", FADED)
        y = sheet.lines(x + 5, y, say(step), A4[0] - MARGIN - x - 5, 3.6) + 3


def _page(kind: str, told: Message, say: Say) -> Sheet:
    sheet = Sheet(*A4, f"{say(NAMES[kind])}: {say(told)}")
    sheet.words(MARGIN, 20, say(NAMES[kind]), 12, "lettering")
    sheet.words(MARGIN, 26.5, say(told), 4.6, "strong")
    bottom = A4[1] - 14
    sheet.line((MARGIN, bottom), (MARGIN + 100, bottom), colour=FADED, width=0.2, name="ruler")
    for x in (MARGIN, MARGIN + 100):
        sheet.line((x, bottom - 1.2), (x, bottom + 1.2), colour=FADED, width=0.2)
    sheet.words(MARGIN + 103, bottom + 1, say(Message("100 mm: measure it before you cut")), 3.2, colour=FADED)
    return sheet


def _ground(cube: Cube) -> Rgb:
    return WHITE if cube.body == "white" else BODIES[cube.body]


def _face(
    sheet: Sheet, cube: Cube, face: Face, x: float, y: float, width: float, share: float, bleed: float = 0.0
) -> None:
    ground = _ground(cube)
    if ground != WHITE:
        sheet.box(x - bleed, y - bleed, x + width + bleed, y + width + bleed, ground)
    if face.art != "blank":
        side = width * share
        spare = (width - side) / 2
        sheet.stamp(face.art, x + spare, y + spare, side, ink_of(face, cube.body), ground)


def _net(sheet: Sheet, cube: Cube, left: float, top: float, page: int) -> list[Spot]:
    edge = float(PAPER_EDGE)
    at = {side: (left + column * edge, top + row * edge) for side, (column, row) in NET.items()}
    ground = _ground(cube)
    for tab in _tabs(left, top, edge):
        if ground != WHITE:
            sheet.polygon(tab, ground)
        sheet.line(*tab, width=0.2)
    for side, (x, y) in at.items():
        _face(sheet, cube, cube.faces[side], x, y, edge, ON_PAPER)
    fold = FADED if ground == WHITE else FAINT
    cuts = _cuts(left, top, edge)
    for line in sorted({line for x, y in at.values() for line in _sides(x, y, edge)} - set(cuts)):
        sheet.line(*line, colour=fold, width=0.15, dash=(1.2, 0.8))
    for cut in cuts:
        sheet.line(*cut, width=0.2)
    sheet.words(left + 3.4 * edge, top + 0.6 * edge, str(cube.number + 1), 6, "lettering", FADED, "centre")
    return [Spot(page, cube.number, side, x, y, edge) for side, (x, y) in at.items()]


def _tabs(left: float, top: float, edge: float) -> list[list[Point]]:
    """Three on the lid, three on the bottom, one at the end of the belt: each between two corners, slanted."""
    x0, x1 = left + edge, left + 2 * edge
    y0, y1, y2, y3 = (top + row * edge for row in range(4))
    end = left + 4 * edge
    sides: list[tuple[Point, Point]] = [
        *(((x0, y1), (x0, y0)), ((x0, y0), (x1, y0)), ((x1, y0), (x1, y1))),
        *(((x1, y2), (x1, y3)), ((x1, y3), (x0, y3)), ((x0, y3), (x0, y2))),
        ((end, y1), (end, y2)),
    ]
    return [_tab(start, stop, edge) for start, stop in sides]


def _tab(start: Point, stop: Point, edge: float) -> list[Point]:
    along = ((stop[0] - start[0]) / edge, (stop[1] - start[1]) / edge)
    out = (along[1] * TAB, -along[0] * TAB)  # to the left of the way, which is outwards
    slant = (along[0] * TAB * 0.8, along[1] * TAB * 0.8)
    near = (start[0] + out[0] + slant[0], start[1] + out[1] + slant[1])
    far = (stop[0] + out[0] - slant[0], stop[1] + out[1] - slant[1])
    return [start, near, far, stop]


def _cuts(left: float, top: float, edge: float) -> list[tuple[Point, Point]]:
    """The free sides of the belt, which have no tab."""
    y1, y2 = top + edge, top + 2 * edge
    x = [left + column * edge for column in range(5)]
    return [
        *(((x[0], y1), (x[0], y2)), ((x[0], y1), (x[1], y1)), ((x[0], y2), (x[1], y2))),
        *(((x[2], y1), (x[3], y1)), ((x[3], y1), (x[4], y1)), ((x[2], y2), (x[3], y2)), ((x[3], y2), (x[4], y2))),
    ]


def _sides(x: float, y: float, edge: float) -> list[tuple[Point, Point]]:
    a, b, c, d = (x, y), (x + edge, y), (x, y + edge), (x + edge, y + edge)
    return [(a, b), (c, d), (a, c), (b, d)]
