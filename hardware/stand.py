"""The camera stand and the button boxes: the numbers of the .scad files, and drawings made from them."""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Callable
from pathlib import Path

from hardware.sheet import BONE, FADED, INK, Say, Sheet
from rules.say import Message, Trouble
from ui.look.theme import SEA, SHADE
from vision.art.pictograms import Point, Rgb

HERE = Path(__file__).parent
STAND, BOX = HERE / "stand.scad", HERE / "button_box.scad"
Numbers = dict[str, float]
PRINTED: Rgb = (0xE3, 0xD3, 0x9C)
WOOD: Rgb = (0xC9, 0xA1, 0x6B)
FELT: Rgb = (0x6E, 0x8B, 0x84)
CABLE_EDGE = 9.5  # from the lens to the edge of the camera's board where its cable is
_ASSIGNED = re.compile(r"^(\w+) = ([^;\"]+);", re.MULTILINE)
_SIGNS = {ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Div: operator.truediv}


def numbers(path: Path, **changed: float) -> Numbers:
    """What the first part of the .scad file sets and works out; `changed` as OpenSCAD's -D would have it."""
    head, end, _ = path.read_text(encoding="utf-8").partition("// -- end of the numbers")
    if not end:
        raise Trouble(Message("{file} has no line '// -- end of the numbers'.", file=path.name))
    found: Numbers = {}
    for name, sum_ in _ASSIGNED.findall(head):
        found[name] = changed.get(name, _worth(ast.parse(sum_, mode="eval").body, found))
    return found


def _worth(node: ast.expr, known: Numbers) -> float:
    match node:
        case ast.Constant(value=int() | float() as value):
            return float(value)
        case ast.Name(id=name) if name in known:
            return known[name]
        case ast.BinOp(left=left, op=op, right=right):
            return float(_SIGNS[type(op)](_worth(left, known), _worth(right, known)))
        case ast.UnaryOp(op=ast.USub(), operand=inner):
            return -_worth(inner, known)
    raise Trouble(Message("'{text}' is not a sum of numbers.", text=ast.unparse(node)))


def _mm(value: float, say: Say) -> str:
    short = round(value, 1)
    return str(round(short)) if short == round(short) else say(Message("{value}", value=short))


def stand_drawing(say: Say, n: Numbers | None = None) -> Sheet:
    """From the side at 1:3, and the plate under the camera at 2:1."""
    n = n or numbers(STAND)
    sheet = Sheet(280, 232, say(Message("The camera stand")))
    sheet.words(12, 16, say(Message("The camera stand")), 8, "strong")
    sheet.words(12, 23, say(Message("from the side, 1:3; all numbers in millimetres")), 4, colour=FADED)
    _side(sheet, n, say)
    _plate(sheet, n, say)
    _cutting_list(sheet, n, say)
    return sheet


def _side(sheet: Sheet, n: Numbers, say: Say) -> None:
    scale, axis, floor = 1 / 3, 62.0, 212.0  # the column's middle and the table on the sheet

    def at(x: float, z: float) -> Point:
        return axis + x * scale, floor - z * scale

    def block(x0: float, z0: float, x1: float, z1: float, fill: Rgb) -> None:
        (a, b), (c, d) = at(x0, z0), at(x1, z1)
        sheet.box(a, b, c, d, fill, line=INK, width=0.35)

    half, sleeve, top = n["rod"] / 2, n["sleeve"] / 2, n["foot_plate"] + n["column_length"]
    edge = n["mat_gap"] + sleeve
    sheet.line((axis - 30, floor), (axis + 124, floor), width=0.6)
    block(-half, n["foot_plate"], half, top, WOOD)
    block(-sleeve, n["arm_height"] - half, -sleeve + n["arm_length"], n["arm_height"] + half, WOOD)
    block(-n["foot_depth"] / 2, 0, n["foot_depth"] / 2, n["foot_plate"], PRINTED)
    block(-sleeve, n["foot_plate"], sleeve, n["foot_plate"] + n["grip"], PRINTED)
    block(-sleeve, top - n["grip"], sleeve, top, PRINTED)
    block(-sleeve, top, sleeve + n["grip"], top + 2 * sleeve, PRINTED)
    plate0, plate1 = n["reach"] - n["plate_depth"] / 2, n["reach"] + n["plate_depth"] / 2
    block(plate0 - n["head_grip"], n["arm_height"] - sleeve, plate0, n["arm_height"] + sleeve, PRINTED)
    block(plate0 - n["head_grip"], n["lens_height"], plate1, n["lens_height"] + n["plate"] + n["head_room"], PRINTED)
    block(edge, 0, edge + n["mat_depth"], 1.5, FELT)
    for x in (edge, edge + n["mat_depth"]):  # what the camera sees
        sheet.line(at(n["reach"], n["lens_height"]), at(x, 1.5), colour=SEA, width=0.25, dash=(2, 1.4))
    lens = at(n["reach"], n["lens_height"])
    sheet.polygon(
        [
            (lens[0] - 2.6, lens[1]),
            (lens[0] + 2.6, lens[1]),
            (lens[0] + 1.6, lens[1] + 2.6),
            (lens[0] - 1.6, lens[1] + 2.6),
        ],
        INK,
    )
    sheet.measure((lens[0], floor - 0.8), (lens[0], lens[1] + 3), _mm(n["lens_height"], say))
    sheet.measure(at(-95, n["foot_plate"]), at(-95, top), _mm(n["column_length"], say))
    y = floor - (n["arm_height"] + 46) * scale
    sheet.measure((at(-sleeve, 0)[0], y), (at(-sleeve + n["arm_length"], 0)[0], y), _mm(n["arm_length"], say))
    low = floor + 8
    sheet.measure((at(0, 0)[0], low), (lens[0], low), _mm(n["reach"], say))
    sheet.measure((lens[0], low), (at(edge + n["mat_depth"], 0)[0], low), _mm(n["mat_depth"] / 2, say))
    for x in (0.0, n["reach"], edge + n["mat_depth"]):
        sheet.line(at(x, -2), (at(x, 0)[0], low + 2), colour=FADED, width=0.2)
    for text, x, z in (
        (Message("column"), half + 8, 260),
        (Message("foot"), sleeve + 6, 30),
        (Message("elbow"), sleeve + 8, top - 34),
        (Message("camera head"), plate1 + 8, n["lens_height"] + 4),
        (Message("arm"), 96, n["arm_height"] - 34),
        (Message("mat"), edge + n["mat_depth"] - 40, 10),
    ):
        sheet.words(*at(x, z), say(text), 4)


def _plate(sheet: Sheet, n: Numbers, say: Say) -> None:
    scale, x, y = 2.0, 232.0, 66.0  # where the lens is on the sheet

    def square(wide: float, deep: float, fill: Rgb) -> None:
        sheet.box(x - wide, y - deep, x + wide, y + deep, fill, line=INK, width=0.35)

    sheet.words(x, 18, say(Message("plate under the camera, 2:1")), 4, "strong", align="centre")
    square(n["plate_width"], n["plate_depth"], PRINTED)
    square(n["lens_window"], n["lens_window"], BONE)
    across = n["camera_hole_x"] / 2 * scale
    near, far = y - n["lens_to_holes"] * scale, y + (n["camera_hole_y"] - n["lens_to_holes"]) * scale
    for hole_x in (x - across, x + across):
        for hole_y in (near, far):
            sheet.disc(hole_x, hole_y, n["camera_hole"] / 2 * scale, BONE, line=INK, width=0.35)
    sheet.measure((x - across, y + 37), (x + across, y + 37), _mm(n["camera_hole_x"], say))
    sheet.measure((x - across - 8, near), (x - across - 8, far), _mm(n["camera_hole_y"], say))
    sheet.measure((x - n["plate_width"], y + 46), (x + n["plate_width"], y + 46), _mm(n["plate_width"], say))
    board = (x - 12.5 * scale, y - CABLE_EDGE * scale, x + 12.5 * scale, y + (24 - CABLE_EDGE) * scale)
    sheet.box(*board, None, line=SEA, width=0.3, dash=(2, 1.4))
    sheet.arrow((x, board[1] - 1), (x, y - n["plate_depth"] + 3), SEA, 0.8, 4)
    sheet.words(x + 3, y - n["plate_depth"] + 9, say(Message("cable")), 3.6, colour=SEA)
    told = Message(
        "holes {hole} mm for M2 screws, on feet of {boss} mm; window {window} mm; dashed: the camera's board",
        hole=n["camera_hole"],
        boss=n["boss"],
        window=round(n["lens_window"]),
    )
    sheet.lines(x - 40, y + 53, say(told), 84, 3.6, colour=FADED)


def _cutting_list(sheet: Sheet, n: Numbers, say: Say) -> None:
    x, y = 194.0, 148.0
    sheet.box(x - 4, y - 8, 276, y + 68, None, line=SHADE, width=0.6)
    sheet.words(x, y, say(Message("to cut and to print")), 5, "strong")
    rod = _mm(n["rod"], say)
    for text in (
        Message("column: rod {rod} x {rod} mm, {length} mm", rod=rod, length=round(n["column_length"])),
        Message("arm: rod {rod} x {rod} mm, {length} mm", rod=rod, length=round(n["arm_length"])),
        Message("print foot, elbow and head: PETG or PLA, 3 walls, 25 % infill"),
        Message("7 wood screws 4 x 16 hold the rods, 4 screws M2 x 10 with nuts the camera"),
        Message("screw the foot on a board, or weigh it down: it must not tip when the table is bumped"),
    ):
        y = sheet.lines(x, y + 7, say(text), 78, 3.8) - 3.8


def box_drawing(say: Say, n: Numbers | None = None) -> Sheet:
    """One player's box: from the side, cut open, and from above; 1:1."""
    n = n or numbers(BOX)
    sheet = Sheet(280, 150, say(Message("The button box")))
    sheet.words(12, 16, say(Message("The button box")), 8, "strong")
    sheet.words(
        12, 23, say(Message("cut open from the side, and from above, 1:1; all numbers in millimetres")), 4, colour=FADED
    )
    left, floor = 34.0, 122.0
    deep, front, back, wall = n["box_depth"], n["front_height"], n["back_height"], n["wall"]
    lean = (back - front) / deep

    def at(x: float, z: float) -> Point:
        return left + x, floor - z

    sheet.polygon([at(0, 0), at(deep, 0), at(deep, back), at(0, front)], PRINTED, line=INK, width=0.4)
    inner = [at(wall, n["floor_height"]), at(deep - wall, n["floor_height"])]
    inner += [at(deep - wall, back - wall - lean * wall), at(wall, front - wall + lean * wall)]
    sheet.polygon(inner, BONE, line=INK, width=0.3)
    middle, half = deep / 2, n["button_hole"] / 2
    _arcade_button(sheet, at(middle, n["middle_height"]), lean, half, n["button_depth"])
    _lid_and_cable(sheet, at, n, say)
    sheet.measure(at(-9, 0), at(-9, front), _mm(front, say))
    sheet.measure(at(deep + 12, 0), at(deep + 12, back), _mm(back, say))
    sheet.measure((left, floor + 12), (left + deep, floor + 12), _mm(deep, say))
    sheet.words(left - 2, floor + 22, say(Message("player's side")), 4, colour=FADED)
    x, y = 160.0, 47.0
    sheet.box(x, y, x + n["box_width"], y + deep, PRINTED, line=INK, width=0.4)
    for hole_x in (n["corner"], n["box_width"] - n["corner"]):
        for hole_y in (n["corner"], deep - n["corner"]):
            sheet.disc(x + hole_x, y + hole_y, n["lid_screw"] / 2, None, line=FADED, width=0.25, dash=(1, 0.7))
    sheet.disc(x + n["box_width"] / 2, y + deep / 2, half, BONE, line=INK, width=0.4)
    sheet.measure(
        (x + n["box_width"] / 2 - half, y + deep / 2), (x + n["box_width"] / 2 + half, y + deep / 2), _mm(2 * half, say)
    )
    sheet.measure((x, y - 6), (x + n["box_width"], y - 6), _mm(n["box_width"], say))
    wide = numbers(BOX, buttons=3)["box_width"]
    told = Message(
        "The console has three buttons, {pitch} mm apart, in a box {wide} mm wide (buttons = 3).",
        pitch=round(n["button_pitch"]),
        wide=round(wide),
    )
    sheet.lines(x, y + deep + 8, say(told), 110, 3.8, colour=FADED)
    sheet.lines(
        x + n["box_width"] + 4,
        y + 6,
        say(Message("hole: 24, 28 or 30 mm, as your buttons need")),
        36,
        3.8,
        colour=FADED,
    )
    return sheet


def _lid_and_cable(sheet: Sheet, at: Callable[[float, float], Point], n: Numbers, say: Say) -> None:
    """The floor that comes off, its screws, and the way out for the cable."""
    deep, floor = n["box_depth"], n["floor_height"]
    sheet.polygon(
        [at(n["wall"], 0), at(deep - n["wall"], 0), at(deep - n["wall"], floor), at(n["wall"], floor)], WOOD, INK
    )
    for x in (n["corner"], deep - n["corner"]):
        sheet.line(at(x, -2), at(x, floor + 10), width=n["lid_pilot"] / 3, colour=FADED)
    low, high = floor + 8 - n["cable_hole"] / 2, floor + 8 + n["cable_hole"] / 2
    sheet.polygon([at(deep - n["wall"], low), at(deep, low), at(deep, high), at(deep - n["wall"], high)], BONE)
    sheet.line(at(deep - 14, floor + 8), at(deep + 24, floor + 8), width=2.2, colour=SEA)
    sheet.words(*at(deep + 26, floor + 7), say(Message("cable")), 4, colour=SEA)
    sheet.line(at(deep - n["corner"], -2), at(deep - n["corner"], -20), width=0.25, colour=FADED)
    sheet.words(*at(deep - n["corner"] + 2, -22), say(Message("lid: four screws M3 x 10")), 4, colour=FADED)


def _arcade_button(sheet: Sheet, middle: Point, lean: float, half: float, depth: float) -> None:
    """In section: cap and rim above the lid, the body below it; all leaning as the lid does."""
    x, y = middle

    def tilted(across: float, up: float) -> Point:
        return x + across + up * -lean, y - up - across * lean

    body = [
        tilted(-half + 1, 0),
        tilted(half - 1, 0),
        tilted(half - 1, -depth * 0.55),
        tilted(-half + 1, -depth * 0.55),
    ]
    sheet.polygon(body, SHADE, line=INK, width=0.3)
    sheet.polygon(
        [tilted(-6, -depth * 0.55), tilted(6, -depth * 0.55), tilted(6, -depth), tilted(-6, -depth)], (0x24, 0x2B, 0x29)
    )
    sheet.polygon(
        [tilted(-half - 2, 0), tilted(half + 2, 0), tilted(half, 3), tilted(-half, 3)],
        (0xA8, 0x32, 0x2A),
        line=INK,
        width=0.3,
    )
    sheet.polygon(
        [tilted(-half + 4, 3), tilted(half - 4, 3), tilted(half - 5, 8), tilted(-half + 5, 8)],
        (0xC9, 0x52, 0x44),
        line=INK,
        width=0.3,
    )
