"""How a button and a lamp are connected: three small circuits on one drawing."""

from __future__ import annotations

from firmware.config import Config
from firmware.play.events import seat_of
from hardware.sheet import BONE, FADED, INK, Say, Sheet
from hardware.wiring import markdown, runs
from rules.say import Message
from ui.look.theme import GOLD, PARCHMENT, SHADE
from vision.art.pictograms import Rgb

WIDTH, HEIGHT = 280.0, 150.0
PANEL = 84.0
GROUND = PARCHMENT
WIRE = 0.7
RED: Rgb = (0xC4, 0x3B, 0x32)

# What the parts must bear, for the notes and for a test that does the sums.
GPIO_V, GPIO_MAX_MA, GPIO_ALL_MA = 3.3, 16.0, 50.0
LAMP_MA = 20.0
BASE_OHM, BASE_V, GAIN = 2200.0, 0.7, 30.0  # the least current gain that any small NPN is sure to have
BASE = Message("{ohm}\u00a0kΩ", ohm=BASE_OHM / 1000)
SERIES_OHM, LED_V = 150.0, 2.0  # for a lamp that is a bare LED: red ones have the lowest voltage
DRIVER_MA, DRIVER_V = 1.0, 0.9  # into an input of the ULN2803A at 3.3 V; what it keeps for itself when it is on
# The 5 V rail, at most and as estimates: what draws on it, mA beside a Pi 4 and beside a Pi 5.
Draws = tuple[Message, tuple[int, int]]
RAIL: tuple[Draws, ...] = (
    (Message("the Pi itself, playing"), (1300, 2400)),
    (Message("camera"), (250, 250)),
    (Message("7-inch screen"), (500, 500)),
    (Message("a keyboard or a USB stick"), (100, 100)),
)
SUPPLY_MA = (3000, 5000)


def drawing(config: Config, say: Say) -> Sheet:
    sheet = Sheet(WIDTH, HEIGHT, say(Message("A button, a lamp, and a lamp with a single transistor")))
    titles = (Message("A button"), Message("Lamps: one ULN2803A"), Message("Or a transistor each"))
    notes = (
        Message("The Pi pulls its pin up; a press pulls it to ground. No resistor, no 3.3 V wire."),
        Message(
            "A pin gives at most {most} mA at 3.3 V, a lamp wants {lamp} mA at 5 V: the chip switches its minus. Lamps "
            "without a resistor of their own: {ohm}\u00a0Ω in the plus wire.",
            most=round(GPIO_MAX_MA),
            lamp=round(LAMP_MA),
            ohm=round(SERIES_OHM),
        ),
        Message(
            "BC547, 2N3904 or the like; {ohm}\u00a0kΩ to the base. No diode is needed: a lamp is no coil.",
            ohm=BASE_OHM / 1000,
        ),
    )
    for place, (title, note) in enumerate(zip(titles, notes, strict=True)):
        x = 10 + place * (PANEL + 4)
        sheet.box(x, 8, x + PANEL, HEIGHT - 8, BONE, line=SHADE, width=0.6)
        sheet.words(x + 5, 18, say(title), 5.6, "strong")
        sheet.lines(x + 5, HEIGHT - 40, say(note), PANEL - 10, 4.0, colour=FADED)
    _button(sheet, 10, say)
    _driver(sheet, 10 + PANEL + 4, config, say)
    _transistor(sheet, 10 + 2 * (PANEL + 4), say)
    return sheet


def rail(config: Config) -> list[Draws]:
    """All that draws on 5 V, with this table's lamps."""
    lamps = round(sum(wire.use == "lamp" for wire in config.wires()) * LAMP_MA)
    return [*RAIL, (Message("all lamps lit"), (lamps, lamps))]


def rail_table(config: Config, say: Say) -> str:
    head = [say(Message("On the 5 V rail, at most")), "Pi 4, mA", "Pi 5, mA"]
    drawn = rail(config)
    four, five = (sum(mas[model] for _, mas in drawn) for model in (0, 1))
    rows = [(say(what), *map(str, mas)) for what, mas in drawn]
    rows.append((f"**{say(Message('Total'))}**", f"**{four}**", f"**{five}**"))
    rows.append((say(Message("what the official supply gives")), *map(str, SUPPLY_MA)))
    told = Message(
        "Estimates, all at their highest at once. The lamps take theirs from pins 2 and 4, a screen may, too. Weak "
        "supplies and thin cables are the usual cause of a Pi that restarts by itself: 'vigie doctor' says so."
    )
    return f"{markdown(head, rows)}\n{say(told)}\n"


def _pin(sheet: Sheet, x: float, y: float, text: str) -> None:
    sheet.box(x, y - 5, x + 20, y + 5, (0x24, 0x2B, 0x29))
    sheet.words(x + 10, y + 1.4, text, 4.0, "strong", BONE, "centre")


def _ground(sheet: Sheet, x: float, y: float) -> None:
    for step, half in enumerate((4.0, 2.6, 1.2)):
        sheet.line((x - half, y + step * 1.5), (x + half, y + step * 1.5), width=WIRE)


def _supply(sheet: Sheet, x: float, y: float) -> None:
    sheet.line((x - 4, y), (x + 4, y), colour=RED, width=WIRE * 1.4)
    sheet.words(x, y - 2, "5 V", 4.0, "strong", RED, "centre")


def _lamp(sheet: Sheet, x: float, top: float, bottom: float, say: Say) -> None:
    """The arcade button's own LED, plus above."""
    middle = (top + bottom) / 2
    sheet.line((x, top), (x, bottom), width=WIRE)
    sheet.disc(x, middle, 6.4, (0xFB, 0xEC, 0xC0), line=GOLD, width=0.8)
    sheet.polygon([(x - 3, middle - 2.6), (x + 3, middle - 2.6), (x, middle + 2.6)], INK)
    sheet.line((x - 3, middle + 2.6), (x + 3, middle + 2.6), width=WIRE)
    sheet.words(x - 9, middle - 1, say(Message("lamp")), 4.0, "strong", align="right")
    sheet.words(x - 9, middle + 4, "5 V, 20 mA", 3.4, colour=FADED, align="right")
    sheet.words(x + 2, middle - 7.5, "+", 4.4, "strong")
    sheet.words(x + 2, middle + 10, "−", 4.4, "strong")


def _resistor(sheet: Sheet, x0: float, x1: float, y: float, text: str) -> None:
    middle = (x0 + x1) / 2
    sheet.line((x0, y), (x1, y), width=WIRE)
    sheet.box(middle - 6, y - 2.3, middle + 6, y + 2.3, BONE, line=INK, width=WIRE)
    sheet.words(middle, y - 4, text, 3.6, "strong", align="centre")


def _button(sheet: Sheet, x: float, say: Say) -> None:
    y = 46.0
    _pin(sheet, x + 6, y, "GPIO")
    sheet.line((x + 26, y), (x + 42, y), width=WIRE)
    sheet.line((x + 42, y), (x + 55, y - 6), width=WIRE)  # open
    sheet.line((x + 56, y), (x + 66, y), (x + 66, y + 24), width=WIRE)
    for contact in (x + 42, x + 56):
        sheet.disc(contact, y, 1.2, BONE, line=INK, width=WIRE)
    sheet.line((x + 49, y - 4), (x + 49, y - 11), width=WIRE)
    sheet.line((x + 43.5, y - 11), (x + 54.5, y - 11), width=1.6)
    sheet.words(x + 49, y + 8, say(Message("button")), 4.0, "strong", align="centre")
    _ground(sheet, x + 66, y + 24)
    sheet.words(x + 60, y + 26, say(Message("ground")), 4.0, "strong", align="right")


def _driver(sheet: Sheet, x: float, config: Config, say: Say) -> None:
    top, pitch = 54.0, 5.2
    left, right = x + 32, x + 54
    sheet.box(left, top - 4, right, top + 8 * pitch + 2.4, (0x24, 0x2B, 0x29))
    sheet.disc((left + right) / 2, top - 4, 1.8, BONE)
    for row in range(9):
        y = top + row * pitch
        for edge, way, number in ((left, -1, row + 1), (right, 1, 18 - row)):
            sheet.line((edge, y), (edge + way * 4, y), width=WIRE)
            sheet.words(edge - way * 1.4, y + 1.2, str(number), 3.2, "strong", BONE, "right" if way > 0 else "left")
    sheet.words((left + right) / 2 + 1.2, top + 4 * pitch, "ULN2803A", 4.2, "strong", BONE, "centre", turn=-90)
    sheet.words(left - 6, top - 5, "GPIO", 4.0, "strong", align="right")
    for run in runs(config):
        if run.driver is not None:
            told = f"{run.wire.pin}  {say(Message('player {n}', n=(seat_of(run.wire.name) or 0) + 1))}"
            sheet.words(left - 6, top + (run.driver - 1) * pitch + 1.2, told, 3.4, align="right")
    sheet.line((left - 4, top + 8 * pitch), (left - 12, top + 8 * pitch), width=WIRE)
    sheet.words(left - 13.4, top + 8 * pitch + 1.2, say(Message("ground")), 3.6, "strong", align="right")
    sheet.line((right + 4, top), (x + 64, top), width=WIRE)
    _supply(sheet, x + 64, 30)
    _lamp(sheet, x + 64, 30, top, say)
    sheet.words(right + 7, top + 3 * pitch + 1.2, say(Message("other lamps")), 3.4)
    sheet.line((right + 5, top + pitch), (right + 5, top + 5 * pitch), width=0.4)
    sheet.words(right + 6, top + 8 * pitch + 1.2, say(Message("stays free")), 3.2, colour=FADED)


def _transistor(sheet: Sheet, x: float, say: Say) -> None:
    base, y = x + 56, 74.0
    _pin(sheet, x + 4, y, "GPIO")
    _resistor(sheet, x + 24, base, y, say(BASE))
    sheet.disc(base + 3, y, 8.4, BONE, line=INK, width=0.4)
    sheet.line((base, y), (base, y), width=WIRE)
    sheet.line((base, y - 4.8), (base, y + 4.8), width=1.3)
    sheet.line((base - 6, y), (base, y), width=WIRE)
    sheet.line((base, y - 2), (base + 8, y - 7), (base + 8, 58), width=WIRE)
    sheet.line((base, y + 2), (base + 8, y + 7), (base + 8, y + 20), width=WIRE)
    sheet.head((base, y + 2), (base + 7.2, y + 6.5), INK, 3)
    _ground(sheet, base + 8, y + 20)
    sheet.words(base + 2, y + 22, say(Message("ground")), 4.0, "strong", align="right")
    _supply(sheet, base + 8, 30)
    _lamp(sheet, base + 8, 30, 58, say)
