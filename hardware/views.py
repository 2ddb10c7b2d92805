"""Where things go: the sockets of the Pi, and the lamp over the table."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

from hardware.sheet import BONE, FADED, INK, Say, Sheet, broken
from hardware.stand import FELT, PRINTED, STAND, WOOD, numbers
from rules.say import Message
from ui.look.theme import GOLD, SEA
from vision.art.pictograms import Point, Rgb
from vision.mat.geometry import Mat

BOARD: Rgb = (0x4E, 0x7A, 0x5A)
METAL: Rgb = (0xC9, 0xC9, 0xC2)
DARK: Rgb = (0x24, 0x2B, 0x29)
Side = Literal["left", "foot"]


@dataclass(frozen=True, slots=True)
class Socket:
    """A box on the board in millimetres, header on top, USB to the right; and what goes in, where something does."""

    x0: float
    y0: float
    x1: float
    y1: float
    fill: Rgb = METAL
    goes: Message | None = None
    side: Side = "foot"  # where its words stand
    along: float = 0.5  # of its height, where words on the left stand


POWER_IN, SCREEN = Message("power"), Message("screen (HDMI)")
CARD = Message("card, below")
PINS = Socket(7.1, 1.0, 57.9, 6.0, DARK)
PI_4 = (
    PINS,
    Socket(66, 2.3, 87.5, 18.2),
    Socket(69.5, 21.6, 88, 36.4),
    Socket(69.5, 39.6, 88, 54.4),
    Socket(6.7, 49.5, 15.7, 57, METAL, POWER_IN),
    Socket(22.5, 49.5, 29.5, 57, METAL, SCREEN),
    Socket(36, 49.5, 43, 57),
    Socket(44.6, 34, 48.4, 56, BONE, Message("camera")),
    Socket(50.5, 44.5, 57.5, 58.5, DARK, Message("sound")),
    Socket(-2, 22, 2, 34, DARK, CARD, "left"),
    Socket(4, 17, 7.5, 39, BONE, Message("7-inch screen"), "left", 0.15),
)
PI_5 = (
    PINS,
    Socket(69.5, 1.6, 88, 16.4),
    Socket(69.5, 19.6, 88, 34.4),
    Socket(66, 37.8, 87.5, 53.7),
    Socket(6.7, 49.5, 15.7, 57, METAL, POWER_IN),
    Socket(22.5, 49.5, 29.5, 57, METAL, SCREEN),
    Socket(36, 49.5, 43, 57),
    Socket(45.4, 38, 48.6, 55, BONE, Message("camera")),
    Socket(51.4, 38, 54.6, 55, BONE, Message("7-inch screen")),
    Socket(-2, 22, 2, 34, DARK, CARD, "left"),
    Socket(-1.5, 40, 2, 44.5, BONE, Message("its own on and off button"), "left"),
)


def sockets_drawing(say: Say) -> Sheet:
    """A Pi 4 and a Pi 5 from above, 1:1, with what is plugged in where."""
    sheet = Sheet(280, 142, say(Message("What goes where on the Pi")))
    sheet.words(14, 18, say(Message("What goes where on the Pi")), 9, "strong")
    told = Message(
        "Seen from above. A camera's ribbon: lift the clip, its bare contacts towards the socket's own, push the clip "
        "down. The first HDMI socket is the one beside the power."
    )
    sheet.lines(14, 26, say(told), 252, 4.2, colour=FADED)
    for x, name, sockets in ((44.0, "Raspberry Pi 4", PI_4), (186.0, "Raspberry Pi 5", PI_5)):
        _pi(sheet, x, 48.0, name, sockets, say)
    return sheet


def _pi(sheet: Sheet, x: float, y: float, name: str, sockets: tuple[Socket, ...], say: Say) -> None:
    sheet.box(x, y, x + 85, y + 56, BOARD, line=INK, width=0.4)
    for hole_x, hole_y in ((3.5, 3.5), (61.5, 3.5), (3.5, 52.5), (61.5, 52.5)):
        sheet.disc(x + hole_x, y + hole_y, 1.4, BONE, line=GOLD, width=0.8)
    sheet.words(x + 38, y + 30, name, 5.2, "strong", BONE, "centre")
    sheet.words(x + 32.5, y - 3, say(Message("40 pins: the ribbon cable to the board")), 3.8, "strong", align="centre")
    foot = y + 64
    for socket in reversed(sockets):  # the words of the rightmost one stand highest: no line runs through any
        sheet.box(x + socket.x0, y + socket.y0, x + socket.x1, y + socket.y1, socket.fill, line=INK, width=0.3)
        if socket.goes is None:
            continue
        if socket.side == "left":
            middle = y + socket.y0 + socket.along * (socket.y1 - socket.y0)
            sheet.line((x + socket.x0, middle), (x - 5, middle), width=0.4)
            rows = broken(say(socket.goes), 36, 3.6, "strong")
            for number, text in enumerate(rows):
                sheet.words(
                    x - 6, middle + 1.2 + 4.2 * (number - (len(rows) - 1) / 2), text, 3.6, "strong", align="right"
                )
        else:
            middle = x + (socket.x0 + socket.x1) / 2
            sheet.line((middle, y + socket.y1), (middle, foot - 3.6), width=0.4)
            sheet.words(middle - 2, foot, say(socket.goes), 3.8, "strong")
            foot += 5.8
    column = (x + PINS.x0 + 1.2, y + PINS.y1 - 1.2)
    for place in range(20):
        for line in (0.0, 2.54):
            sheet.disc(column[0] + place * 2.54, column[1] - line, 0.55, GOLD)
    sheet.words(x + PINS.x0 + 0.2, y + PINS.y1 + 3.6, "1", 3.0, "strong", BONE)


LAMP_HIGH, LAMP_ASIDE, LAMP_WIDE = 600.0, 800.0, 200.0  # above the mat, from the camera to the side, across


def mirrored_at(aside: float) -> float:
    """How far from the middle a lamp is mirrored into the camera, were the mat a mirror: off the mat is right."""
    lens = numbers(STAND)["lens_height"]
    return aside * lens / (lens + LAMP_HIGH)


def light_drawing(say: Say, mat: Mat) -> Sheet:
    """The table from the players' side, 1:8: where the lamp stands, and where its light goes."""
    sheet = Sheet(280, 134, say(Message("Light")))
    sheet.words(14, 18, say(Message("Light")), 9, "strong")
    sheet.words(14, 26, say(Message("from the players' side, 1:8; all numbers in millimetres")), 4.2, colour=FADED)
    n, scale, floor, middle = numbers(STAND), 1 / 8, 114.0, 166.0

    def at(x: float, z: float) -> Point:
        return middle + x * scale, floor - z * scale

    def block(x0: float, z0: float, x1: float, z1: float, fill: Rgb) -> None:
        (a, b), (c, d) = at(x0, z0), at(x1, z1)
        sheet.box(a, b, c, d, fill, line=INK, width=0.35)

    lens, half, lamp = at(0, n["lens_height"]), mat.width / 2, at(-LAMP_ASIDE, LAMP_HIGH)
    for x in (-half, half):
        start = at(x, 3)
        sheet.line(lamp, start, colour=GOLD, width=0.6)
        sheet.line(lens, start, colour=SEA, width=0.3, dash=(2, 1.4))
        back = (start[0] - lamp[0]) / (start[1] - lamp[1])  # as from a mirror: as steep as it came
        sheet.arrow(start, (start[0] + back * 32, start[1] - 32), GOLD, 0.4, 3)
    sheet.line((20, floor), (262, floor), width=0.8)
    block(-half, 0, half, 8, FELT)
    block(-10, 0, 10, n["arm_height"], WOOD)
    block(-n["plate_width"] / 2, n["lens_height"], n["plate_width"] / 2, n["arm_height"], PRINTED)
    block(-n["foot_width"] / 2, 0, n["foot_width"] / 2, n["foot_plate"], PRINTED)
    turn = math.atan2(lamp[1] - at(0, 0)[1], at(0, 0)[0] - lamp[0]) + math.pi / 2
    wide = LAMP_WIDE / 2 * scale
    shade = [(-wide, 3.0), (-wide / 2, -6.0), (wide / 2, -6.0), (wide, 3.0)]
    cos, sin = math.cos(-turn), math.sin(-turn)
    sheet.polygon([(lamp[0] + x * cos - y * sin, lamp[1] + x * sin + y * cos) for x, y in shade], BONE, INK, 0.5)
    sheet.measure((lamp[0], floor + 9), (lens[0], floor + 9), f"{LAMP_ASIDE:g}")
    sheet.measure((lamp[0] - 22, floor), (lamp[0] - 22, lamp[1]), f"{LAMP_HIGH:g}")
    for x in (lamp[0], lens[0]):
        sheet.line((x, floor + 1), (x, floor + 11), colour=FADED, width=0.2)
    sheet.words(lamp[0] + 18, lamp[1] - 4, say(Message("wide white lamp")), 4.2, "strong")
    sheet.words(lens[0] + 6, lens[1] - 1, say(Message("camera")), 4.2, "strong")
    sheet.lines(lens[0] + 34, lens[1] + 6, say(Message("what the mat mirrors goes past the camera")), 54, 4.0)
    return sheet
