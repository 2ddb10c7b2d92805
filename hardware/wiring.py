"""What goes to which pin of the 40-pin header: a table and a drawing, both from the settings the firmware reads."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gpiozero.pins.mock import MockFactory

from firmware.config import Config
from firmware.panel.pins import Wire
from firmware.play.events import seat_of
from hardware.sheet import BONE, FADED, INK, Align, Face, Say, Sheet
from rules.say import Message
from ui.look.theme import BLOOD, GOLD, LIVERIES, SEA
from vision.art.pictograms import Rgb

POWER: dict[str, tuple[Rgb, Message]] = {
    "3V3": ((0xD9, 0x8C, 0x3F), Message("3.3 V: not used")),
    "5V": ((0xC4, 0x3B, 0x32), Message("5 V: to the lamps")),
    "GND": ((0x1E, 0x1B, 0x18), Message("ground")),
}
RESERVED = ("GPIO0", "GPIO1")
PITCH, TOP, MIDDLE = 9.4, 40.0, 140.0
WIDTH, HEIGHT = 280.0, 252.0


@dataclass(frozen=True, slots=True)
class Run:
    """One wire from a pin of the header to what it serves."""

    place: int  # on the header, 1 to 40
    wire: Wire
    driver: int | None  # the input of the lamp driver, 1 to 8


def header() -> dict[int, str]:
    """Place on the header -> name of the pin; the same on every Pi with 40 pins. gpiozero knows it."""
    return {number: pin.name for number, pin in MockFactory().board_info.headers["J8"].pins.items()}


def runs(config: Config) -> list[Run]:
    places = {name: place for place, name in header().items()}
    found: list[Run] = []
    lamps = 0
    for wire in config.wires():
        lamps += wire.use == "lamp"
        found.append(Run(places[f"GPIO{wire.pin}"], wire, lamps if wire.use == "lamp" else None))
    return found


def what(wire: Wire) -> Message:
    seat = seat_of(wire.name)
    match wire.use:
        case "lamp":
            return Message("player {n}: lamp", n=(seat or 0) + 1)
        case "row":
            return Message("series pad: row {n}", n=wire.name.removeprefix("row"))
        case "column":
            return Message("series pad: column {n}", n=wire.name.removeprefix("column"))
        case "shutdown":
            return Message("on and off button")
    if seat is not None:
        return Message("player {n}: button", n=seat + 1)
    names = {"left": Message("console: left"), "choose": Message("console: choose"), "right": Message("console: right")}
    return names[wire.name]


def goes_to(run: Run) -> Message:
    if run.driver is not None:
        return Message(
            "ULN2803A pin {input}; its pin {output} to the lamp's minus, the lamp's plus to 5 V",
            input=run.driver,
            output=19 - run.driver,
        )
    match run.wire.use:
        case "row":
            return Message("the row's four keys")
        case "column":
            return Message("the column's three keys")
    return Message("one contact of the button; the other contact to ground")


def table(config: Config, say: Say) -> str:
    """Markdown, in the order of the header."""
    head = [say(m) for m in (Message("Pin"), Message("GPIO"), Message("What"), Message("Setting"), Message("Goes to"))]
    rows = [
        (str(run.place), str(run.wire.pin), say(what(run.wire)), f"`{run.wire.key}`", say(goes_to(run)))
        for run in sorted(runs(config), key=lambda run: run.place)
    ]
    by_name: dict[str, list[str]] = {}
    for place, name in header().items():
        by_name.setdefault(name, []).append(str(place))
    rows.append((", ".join(by_name["5V"]), "5 V", say(Message("power of the lamps")), "", say(POWER_TO)))
    rows.append((", ".join(by_name["GND"]), "GND", say(Message("ground")), "", say(GROUND_TO)))
    return markdown(head, rows)


POWER_TO = Message("every lamp's plus; one wire to a terminal block")
WAKE = Message(
    "The on and off button shuts down either Pi, and switches a Pi 4 on again. A Pi 5 is switched on by its own "
    "button, or by a second push button on its two holes marked J2."
)
GROUND_TO = Message("every button's other contact and ULN2803A pin 9; one or two wires to a terminal block")


def markdown(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [" | ".join(head), " | ".join("---" for _ in head), *(" | ".join(row) for row in rows)]
    return "".join(f"| {line} |\n" for line in lines)


def colour_of(wire: Wire) -> Rgb:
    seat = seat_of(wire.name)
    if seat is not None:
        return LIVERIES[seat].colour
    return {"button": GOLD, "shutdown": BLOOD}.get(wire.use, SEA)


def emblem_of(wire: Wire) -> str:
    seat = seat_of(wire.name)
    if seat is not None:
        return LIVERIES[seat].emblem
    return {"button": wire.name, "shutdown": "lookout"}.get(wire.use, "book")


def drawing(config: Config, say: Say) -> Sheet:
    """The header as it lies on the board, seen from above, with the USB sockets at the foot."""
    sheet = Sheet(WIDTH, HEIGHT, say(Message("The 40-pin header")))
    sheet.words(14, 18, say(Message("The 40-pin header")), 9, "strong")
    told = Message("Pi seen from above, USB sockets at the foot. Solid wires: buttons. Dashed wires: lamps.")
    sheet.words(14, 26, say(told), 4.4, colour=FADED)
    used = {run.place: run for run in runs(config)}
    bottom = TOP + 20 * PITCH
    sheet.box(MIDDLE - 12, TOP - 4, MIDDLE + 12, bottom + 1, (0x24, 0x2B, 0x29), line=INK, width=0.5)
    for place, name in header().items():
        row, right = (place - 1) // 2, place % 2 == 0
        y = TOP + (row + 0.5) * PITCH - 1.5
        x = MIDDLE + (5.4 if right else -5.4)
        if place in used:
            _wire(sheet, used[place], x, y, 1 if right else -1, say)
        else:
            _unused(sheet, name, x, y, 1 if right else -1, say)
        _pin(sheet, place, name, x, y, colour_of(used[place].wire) if place in used else None)
    told = Message("USB and network sockets on this side")
    sheet.words(MIDDLE, bottom + 8, say(told), 4.4, "strong", FADED, "centre")
    sheet.head((MIDDLE, bottom + 10), (MIDDLE, bottom + 15), FADED, 4)
    return sheet


def _pin(sheet: Sheet, place: int, name: str, x: float, y: float, colour: Rgb | None) -> None:
    fill = colour or (POWER[name][0] if name in POWER else (0xCD, 0xC2, 0xA8))
    if place == 1:  # square on the board, too
        sheet.box(x - 3.7, y - 3.7, x + 3.7, y + 3.7, fill, line=BONE, width=0.6)
    else:
        sheet.disc(x, y, 3.7, fill, line=BONE, width=0.6)
    dark = sum(fill) < 400
    sheet.words(x, y + 1.3, str(place), 3.6, "strong", BONE if dark else INK, "centre")


def _wire(sheet: Sheet, run: Run, x: float, y: float, way: int, say: Say) -> None:
    colour = colour_of(run.wire)
    end = MIDDLE + way * 46
    dash = (2.4, 1.2) if run.wire.use in ("lamp", "row") else ()
    name = f"{run.wire.name} {run.wire.use} GPIO {run.wire.pin} pin {run.place}"
    sheet.line((x, y), (end, y), colour=colour, width=1.3, dash=dash, name=name)
    sheet.words(MIDDLE + way * 15, y - 1.2, f"GPIO {run.wire.pin}", 3.5, "strong", align="left" if way > 0 else "right")
    side = 7.6
    sheet.stamp(emblem_of(run.wire), end + (1 if way > 0 else -1 - side), y - side / 2, side)
    if run.wire.use == "lamp":
        sheet.stamp("lamp", end + (2 + side if way > 0 else -2 - 2 * side), y - side / 2, side)
    at = end + way * (2.5 + side * (2 if run.wire.use == "lamp" else 1) + 1)
    sheet.words(at, y + 1.5, say(what(run.wire)), 4.6, "strong", align="left" if way > 0 else "right")


def _unused(sheet: Sheet, name: str, x: float, y: float, way: int, say: Say) -> None:
    align: Align = "left" if way > 0 else "right"
    at = MIDDLE + way * 15
    if name in POWER:
        colour, told = POWER[name]
        sheet.line((x, y), (MIDDLE + way * 13.5, y), colour=colour, width=1.3)
        text = say(told)
    else:
        n = int(name.removeprefix("GPIO"))
        reserved, free = Message("GPIO {n}: reserved for add-on boards, leave it", n=n), Message("GPIO {n}: free", n=n)
        text = say(reserved if name in RESERVED else free)
    face: Face = "strong" if name in POWER else "sentence"
    sheet.words(at, y + 1.2, text, 3.5, face, INK if name in POWER else FADED, align)
