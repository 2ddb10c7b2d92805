"""The little board between the Pi and the boxes: every part and every plug in its holes, seen from the parts' side.

No wire is drawn: each hole says what it is connected to, which is how one solders. What belongs together has the same
net, and a test holds the nets to the settings.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from firmware.config import Config
from firmware.play.events import seat_of
from hardware.sheet import BONE, FADED, INK, Say, Sheet
from hardware.wiring import POWER, Run, colour_of, emblem_of, header, runs
from rules.say import Message
from ui.look.theme import GOLD, PARCHMENT, SEA
from vision.art.pictograms import Rgb

COLUMNS, ROWS = 31, 26  # of a board of 7 x 9 cm
PITCH = 2.54 * 2.4  # 2.4 times as large as it is
LEFT, TOP = 18.0, 40.0
WIDTH, HEIGHT = 280.0, 206.0
HEADER = (5, 2)  # pin 2 of the forty: column and row
CHIP = (11, 9)  # pin 1 of the driver; its notch is on the right, so that its inputs look towards the header
PLAYERS, OTHERS = (1, 21), (18, 9)  # where the rows of plugs begin
BODY: Rgb = (0x24, 0x2B, 0x29)
GREEN: Rgb = (0xC6, 0xD3, 0xB0)
LETTERS = "ABCDEFGH"


@dataclass(frozen=True, slots=True)
class Joint:
    """A hole with a leg in it. Legs of one net are wired together."""

    part: str  # header, chip, or the plug's name
    column: int
    row: int
    net: str
    pin: int  # its number on the part


@dataclass(frozen=True, slots=True)
class Plug:
    name: str
    title: Message
    art: str
    colour: Rgb
    nets: tuple[str, ...]


def plugs(config: Config) -> list[Plug]:
    """One for each box, in the order of their cables' cores."""
    found = runs(config)
    made = []
    for seat in range(config.players):
        own = {run.wire.use: run for run in found if seat_of(run.wire.name) == seat}
        if own:
            nets = tuple(_beyond(own[use]) for use in ("button", "lamp") if use in own)
            power = ("5V", "GND") if "lamp" in own else ("GND",)
            first = next(iter(own.values())).wire
            made.append(
                Plug(
                    f"player{seat + 1}",
                    Message("player {n}", n=seat + 1),
                    emblem_of(first),
                    colour_of(first),
                    nets + power,
                )
            )
    for name, title, art, colour, uses in (
        ("console", Message("console"), "choose", GOLD, ("button",)),
        ("power", Message("on and off"), "lookout", INK, ("shutdown",)),
        ("pad", Message("series pad"), "book", SEA, ("row", "column")),
    ):
        nets = tuple(_beyond(run) for run in found if run.wire.use in uses and seat_of(run.wire.name) is None)
        if nets:
            made.append(Plug(name, title, art, colour, nets if name == "pad" else (*nets, "GND")))
    return made


def _beyond(run: Run) -> str:
    """The net that leaves the board for this wire: a lamp's is the driver's, all others are the pin's own."""
    return f"OUT{run.driver}" if run.driver is not None else f"GPIO{run.wire.pin}"


def joints(config: Config) -> list[Joint]:
    found = runs(config)
    used = {f"GPIO{run.wire.pin}" for run in found} | {"5V", "GND"}
    column, row = HEADER
    made = [
        Joint("header", column + (place - 1) // 2, row + place % 2, name if name in used else "", place)
        for place, name in header().items()
    ]
    lamps = {run.driver: run for run in found if run.driver is not None}
    column, row = CHIP
    for pin in range(1, 10):
        lamp = lamps.get(pin)
        into = "GND" if pin == 9 else f"GPIO{lamp.wire.pin}" if lamp else ""
        made.append(Joint("chip", column - pin + 1, row, into, pin))
        made.append(Joint("chip", column - pin + 1, row + 3, f"OUT{pin}" if lamp else "", 19 - pin))
    return [*made, *_plugged(plugs(config))]


def _plugged(every: list[Plug]) -> Iterator[Joint]:
    players = [plug for plug in every if plug.name.startswith("player")]
    for row_of, (column, row) in ((players, PLAYERS), (every[len(players) :], OTHERS)):
        for plug in row_of:
            for number, net in enumerate(plug.nets, 1):
                yield Joint(plug.name, column + number - 1, row, net, number)
            column += len(plug.nets) + (1 if row_of is players else 2)
            if plug.name == "power":  # the pad's seven are in a row of their own
                column, row = OTHERS[0], row + 6


def drawing(config: Config, say: Say) -> Sheet:
    sheet = Sheet(WIDTH, HEIGHT, say(Message("The board")))
    sheet.words(14, 18, say(Message("The board")), 9, "strong")
    told = Message(
        "Perfboard of 7 x 9 cm from the side of the parts, 2.4:1. Join with wire all holes that say the same. "
        "A 40-wire ribbon cable brings the Pi's pins; pin 1 to pin 1."
    )
    sheet.lines(14, 26, say(told), 250, 4.2, colour=FADED)
    sheet.box(LEFT - 4, TOP - 4, LEFT + COLUMNS * PITCH, TOP + ROWS * PITCH, GREEN, line=INK, width=0.5)
    for column in range(COLUMNS):
        for row in range(ROWS):
            sheet.disc(*_at(column, row), 0.7, PARCHMENT)
    every = joints(config)
    _header(sheet, [joint for joint in every if joint.part == "header"])
    _chip(sheet, [joint for joint in every if joint.part == "chip"])
    for plug in plugs(config):
        _plug(sheet, plug, [joint for joint in every if joint.part == plug.name], say)
    _legend(sheet, say)
    return sheet


def _at(column: float, row: float) -> tuple[float, float]:
    return LEFT + column * PITCH, TOP + row * PITCH


def _label(net: str) -> str:
    """As it stands on the board: the place on the header, a letter for the driver's output, or the supply."""
    if net.startswith("GPIO"):
        return str(next(place for place, name in header().items() if name == net))
    return LETTERS[int(net[3:]) - 1] if net.startswith("OUT") else {"5V": "5 V", "GND": "⏚"}[net]


def _colour(net: str) -> Rgb:
    return POWER[net][0] if net in POWER else INK


def _dot(sheet: Sheet, joint: Joint) -> None:
    fill = POWER[joint.net][0] if joint.net in POWER else GOLD if joint.net else PARCHMENT
    sheet.disc(*_at(joint.column, joint.row), 1.9, fill, line=BONE, width=0.3)


def _say_net(sheet: Sheet, joint: Joint, rows: float, text: str) -> None:
    """Beside the hole, upwards or downwards."""
    x, y = _at(joint.column, joint.row + rows)
    if joint.net == "GND":
        _earth(sheet, x, y - 1.6)
    elif joint.net:
        sheet.words(x, y + 1.1, text, 3.1, "strong", _colour(joint.net), "centre")


def _earth(sheet: Sheet, x: float, y: float) -> None:
    for step, half in enumerate((2.0, 1.3, 0.6)):
        sheet.line((x - half, y + step * 1.0), (x + half, y + step * 1.0), width=0.5)


def _header(sheet: Sheet, legs: list[Joint]) -> None:
    (x0, y0), (x1, y1) = _at(HEADER[0] - 0.8, HEADER[1] - 0.8), _at(HEADER[0] + 19.8, HEADER[1] + 1.8)
    sheet.box(x0, y0, x1, y1, BODY, line=INK, width=0.4)
    sheet.box(x0 - 2.6, y1 - 4.5, x0, y1, BODY)  # pin 1 is here
    for leg in legs:
        _dot(sheet, leg)
        _say_net(sheet, leg, 1.5 if leg.pin % 2 else -1.35, str(leg.pin))


def _chip(sheet: Sheet, legs: list[Joint]) -> None:
    (x0, y0), (x1, y1) = _at(CHIP[0] - 8.7, CHIP[1] + 0.5), _at(CHIP[0] + 0.7, CHIP[1] + 2.5)
    sheet.box(x0, y0, x1, y1, BODY, line=INK, width=0.4)
    sheet.disc(x1, (y0 + y1) / 2, 2.0, GREEN)
    sheet.words((x0 + x1) / 2, (y0 + y1) / 2 + 1.6, "ULN2803A", 5.0, "strong", BONE, "centre")
    for leg in legs:
        _dot(sheet, leg)
        _say_net(sheet, leg, -1.0 if leg.pin < 10 else 1.1, _label(leg.net) if leg.net else "")


def _plug(sheet: Sheet, plug: Plug, legs: list[Joint], say: Say) -> None:
    (x0, y0), (x1, y1) = _at(legs[0].column - 0.5, legs[0].row - 0.8), _at(legs[-1].column + 0.5, legs[0].row + 0.6)
    sheet.box(x0, y0, x1, y1, BONE, line=plug.colour, width=0.9)
    for leg in legs:
        _dot(sheet, leg)
        _say_net(sheet, leg, 1.35, _label(leg.net))
    sheet.stamp(plug.art, (x0 + x1) / 2 - 4, y0 - 9.2, 8)
    sheet.words((x0 + x1) / 2, y1 + 11.5, say(plug.title), 3.8, "strong", align="centre")


def _legend(sheet: Sheet, say: Say) -> None:
    x, y = LEFT + COLUMNS * PITCH + 6, TOP + 2
    for text, told in (
        ("11", Message("pin 11 of the header")),
        ("A", Message("the ULN2803A's way to a lamp")),
        ("5 V", Message("5 V, pins 2 and 4")),
        ("⏚", Message("ground, pins 6, 9, 14 ...")),
    ):
        if text == "⏚":
            _earth(sheet, x + 4, y - 2.4)
        else:
            sheet.words(x, y, text, 4.2, "strong", POWER["5V"][0] if text == "5 V" else INK)
        y = sheet.lines(x + 12, y, say(told), 54, 3.6) + 3.5
    y += 4
    told = Message(
        "A player's cable, from left to right: button, lamp minus, 5 V (lamp plus), ground. Wire them all alike."
    )
    y = sheet.lines(x, y, say(told), 66, 3.6) + 4
    told = Message("The console's: left, choose, right, ground.")
    y = sheet.lines(x, y, say(told), 66, 3.6) + 4
    told = Message("A screen that takes its power from the header gets 5 V and ground here, too.")
    sheet.lines(x, y, say(told), 66, 3.6)
