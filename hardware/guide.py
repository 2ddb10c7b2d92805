"""From the parts to the first game: steps, pictures, and the lines of `vigie doctor` that say a step is done."""

from __future__ import annotations

from dataclasses import dataclass

from firmware.config import Config
from hardware.sheet import BONE, FADED, INK, Say, Sheet
from hardware.stand import BOX, FELT, PRINTED, STAND, numbers
from hardware.wiring import WAKE
from rules.say import Message
from ui.look.theme import LIVERIES, SHADE
from vision.mat.geometry import Mat


@dataclass(frozen=True, slots=True)
class Step:
    title: Message
    todo: tuple[Message, ...]
    pictures: tuple[str, ...] = ()
    commands: tuple[str, ...] = ()
    doctor: tuple[
        Message, ...
    ] = ()  # the very words of firmware/checks.py and app/commands/doctor.py: a test holds that


def steps(config: Config) -> tuple[Step, ...]:
    return (*_begin(), *_wire(config), *_see(config), *_play())


def _begin() -> tuple[Step, ...]:
    return (
        Step(
            Message("Print and order"),
            (
                Message("Make all the files, and order what parts.md lists. Nothing in it is hard to find."),
                Message(
                    "Print the mat on matt A3 paper at 100 % (actual size, no 'fit to page'), or on two A4: cut the "
                    "right sheet at its marks and glue it over the left one, from line to line."
                ),
                Message("Measure the mat's ruler: 100 mm, or print again."),
                Message(
                    "Start the 3D printer, it needs a day: the first lines of each .scad file say how OpenSCAD makes "
                    "its parts. None needs supports."
                ),
            ),
            ("mat.svg",),
            ("./vigie hardware OUT",),
        ),
        Step(
            Message("Wake the Pi"),
            (
                Message(
                    "Write Raspberry Pi OS Lite (64 bit, Trixie) on the card, boot, and connect it to the network."
                ),
                Message(
                    "Copy this folder onto it and run the installer. It asks nothing and says each step; after the "
                    "restart the table comes up by itself."
                ),
                Message(
                    "Leave the cover off, and unplug the power to wire. Before you ask the doctor, end the table with "
                    "'sudo systemctl stop vigie': it holds the camera and the pins."
                ),
            ),
            ("sockets.svg",),
            ("sudo ./vigie install", "vigie doctor"),
            (
                Message("pygame {version} draws with {driver}", version="2.6.1", driver="KMSDRM"),
                Message("settings are right; your own go into {file}", file="/var/lib/vigie/table.toml"),
                Message("the power supply is strong enough"),
            ),
        ),
    )


def _wire(config: Config) -> tuple[Step, ...]:
    return (_board(), _boxes(config))


def _board() -> Step:
    return Step(
        Message("Solder the board"),
        (
            Message(
                "Put the 40-pin header, the socket of the ULN2803A and the plugs into the holes of the drawing, and "
                "solder them. The chip itself comes last; its notch points as drawn."
            ),
            Message(
                "Join all holes that say the same with insulated wire on the back: first ground, then 5 V, then number "
                "by number, ticking off wiring.md. On the back left and right are swapped."
            ),
            Message(
                "Before you plug it on: measure that 5 V and ground are not connected, and that no GPIO wire is "
                "connected to 5 V. A pin dies of 5 V."
            ),
            Message(
                "Power off, ribbon cable on: its coloured edge is pin 1, at the Pi the one in the corner of the board."
            ),
        ),
        ("board.svg", "wiring.svg"),
        ("vigie doctor",),
        (Message("GPIO works through {factory}", factory="LGPIO"),),
    )


def _boxes(config: Config) -> Step:
    buttons = sum(wire.use == "button" for wire in config.wires())
    lamps = sum(wire.use == "lamp" for wire in config.wires())
    return Step(
        Message("Buttons and lamps"),
        (
            Message(
                "Print a box for each player and the console (buttons = 3), screw the buttons in, and solder "
                "their cables: button, lamp, 5 V, ground."
            ),
            Message(
                "One contact of every button goes to its pin, the other to ground. The lamp's plus goes to 5 V, "
                "its minus to the driver. A lamp that stays dark is usually the wrong way round."
            ),
            WAKE,
            Message("Stick each player's emblem (labels.pdf) on the box of the same colour."),
            Message("Then let the doctor ask for each button and show each lamp."),
        ),
        ("circuits.svg", "button_box.svg"),
        ("vigie doctor --interactive",),
        (Message("{buttons} buttons and {lamps} lamps open; --interactive tries each", buttons=buttons, lamps=lamps),),
    )


def _see(config: Config) -> tuple[Step, ...]:
    n = numbers(STAND)
    return (
        Step(
            Message("The stand"),
            (
                Message(
                    "Print foot, elbow and head. Cut the column to {column} mm and the arm to {arm} mm.",
                    column=round(n["column_length"]),
                    arm=round(n["arm_length"]),
                ),
                Message(
                    "Push the rods in to the stop and tighten the screws. The camera sits on the plate and looks "
                    "down through the window; its cable runs along the arm and down the column."
                ),
                Message(
                    "The lens hangs {height} mm above the mat, over its middle. Other cameras: cameras.md.",
                    height=round(n["lens_height"]),
                ),
                Message("Screw the foot on a board, or to the table: a camera that is bumped must not move."),
            ),
            ("stand.svg",),
            ("vigie doctor",),
            (Message("the camera gives pictures of {size}", size=f"{config.camera.width}x{config.camera.height}"),),
        ),
        Step(
            Message("Lay the mat"),
            (
                Message(
                    "Tape it flat on felt or into the tray, the compass rose to the right as the camera sees it, and "
                    "move it until all four corner squares are well inside the picture."
                ),
            ),
            ("table.svg",),
            ("vigie doctor",),
            (Message("the mat is in view, {px} pixels per millimetre", px=2.2),),
        ),
        Step(
            Message("Light"),
            (Message("Put the lamp where it will stand in the evening, then ask the doctor. cameras.md has advice."),),
            ("light.svg",),
            ("vigie doctor",),
            (Message("the light is good: white is seen as {level} of 255", level=215),),
        ),
    )


def _play() -> tuple[Step, ...]:
    return (
        Step(
            Message("Dice and cards"),
            (
                Message("Stick the printed faces on blank dice, fold paper ones, or take your own."),
                Message(
                    "At the table: 'sudo systemctl start vigie', hold a console button for the service mode, choose "
                    "the dice: it asks for one face after the other."
                ),
                Message(
                    "Or with photos: lay about six dice that show the same face on the track and photograph the whole "
                    "mat from above; one photo per face, named for the face."
                ),
                Message(
                    "Print cards-*.pdf and summary-*.pdf on both sides of card at 100 %, cut them at the marks, put "
                    "them into sleeves: the eyes know them by the mark in two corners."
                ),
                Message(
                    "Cut and fold the ships, chests and gold of pieces-*.pdf; print the board of Aux Sabords on A3, or "
                    "on two A4 that are glued."
                ),
                Message(
                    "Cards of a box are taught by one photo of each. Without any, they are dealt on the screen: then "
                    "leave this step out."
                ),
            ),
            ("dice.svg",),
            ("vigie teach photos/ --as corsairs --kind corsair", "vigie doctor"),
            (Message("taught dice: {names}", names="corsairs"),),
        ),
        Step(
            Message("The first game"),
            (
                Message(
                    "Press the on and off button, or plug the power in. The sea chart appears, "
                    "and the ribbon at the foot says who does what."
                ),
                Message("Three presses to the first throw: any button, the game, 'Start'."),
                Message("No table yet? The same game runs on any laptop, with dice on the screen."),
            ),
            ("first-game.png",),
            ("vigie play",),
        ),
    )


def markdown(config: Config, say: Say) -> str:
    """The whole guide; its drawings lie beside it."""
    out = [f"# {say(Message('Building the table'))}\n"]
    told = Message(
        "About a weekend: an evening of soldering, a day of printing. Each step ends with the line of "
        "'vigie doctor' that says it is right; go on when you see it."
    )
    out.append(f"{say(told)}\n")
    for number, step in enumerate(steps(config), 1):
        out.append(f"## {number}. {say(step.title)}\n")
        out.append("".join(f"- {say(todo)}\n" for todo in step.todo))
        out += [f"![{say(step.title)}]({picture})\n" for picture in step.pictures]
        if step.commands or step.doctor:
            lines = [f"$ {command}" for command in step.commands] + [f"ok    {say(line)}" for line in step.doctor]
            out.append("\n".join(["```", *lines, "```"]) + "\n")
    return "\n".join(out)


def table_drawing(config: Config, mat: Mat, say: Say) -> Sheet:
    """The finished table from above, 1:5."""
    scale = 0.2
    sheet = Sheet(240, 186, say(Message("The table from above")))
    sheet.words(12, 15, say(Message("The table from above")), 7, "strong")
    sheet.box(12, 22, 228, 168, (0x8A, 0x66, 0x42), line=INK, width=0.5)
    x, y = 120 - mat.width * scale / 2, 92 - mat.height * scale / 2

    def box(x0: float, y0: float, x1: float, y1: float, fill: tuple[int, int, int]) -> None:
        sheet.box(x + x0 * scale, y + y0 * scale, x + x1 * scale, y + y1 * scale, fill, line=INK, width=0.15)

    box(0, 0, mat.width, mat.height, FELT)
    for zone in mat.zones.values():
        box(zone.x0, zone.y0, zone.x1, zone.y1, FELT if zone.fill is None else (0xB7, 0xA6, 0x79))
    for marker_x, marker_y in mat.markers.values():
        box(marker_x, marker_y, marker_x + mat.marker_size, marker_y + mat.marker_size, INK)
    n = numbers(STAND)
    back = n["reach"] - mat.height / 2
    box(
        mat.width / 2 - n["foot_width"] / 2,
        -back - n["foot_depth"] / 2,
        mat.width / 2 + n["foot_width"] / 2,
        -back + n["foot_depth"] / 2,
        PRINTED,
    )
    box(mat.width / 2 - 10, -back, mat.width / 2 + 10, mat.height / 2, (0xC9, 0xA1, 0x6B))
    box(mat.width / 2 - 19, mat.height / 2 - 20, mat.width / 2 + 19, mat.height / 2 + 20, PRINTED)
    _around(sheet, config, say)
    return sheet


def _around(sheet: Sheet, config: Config, say: Say) -> None:
    """A box for each player, the console and the screen."""
    side = numbers(BOX)["box_width"] * 0.2
    places = ((48.0, 150.0), (120.0, 150.0), (192.0, 150.0), (30.0, 74.0), (210.0, 74.0), (30.0, 112.0))
    for livery, (x, y) in zip(LIVERIES[: config.players], places, strict=False):
        sheet.box(x - side / 2, y - side / 2, x + side / 2, y + side / 2, PRINTED, line=INK, width=0.3)
        sheet.disc(x, y, side * 0.42, BONE, line=livery.colour, width=1.0)
        sheet.stamp(livery.emblem, x - side * 0.33, y - side * 0.33, side * 0.66)
    wide = numbers(BOX, buttons=3)["box_width"] * 0.2
    sheet.box(210 - wide / 2, 112 - side / 2, 210 + wide / 2, 112 + side / 2, PRINTED, line=INK, width=0.3)
    for step, art in enumerate(("left", "choose", "right")):
        sheet.stamp(art, 210 - wide * 0.42 + step * wide * 0.29, 112 - 4, 8)
    sheet.box(30, 28, 78, 34, (0x24, 0x2B, 0x29), line=INK, width=0.3)
    for text, x, y in (
        (Message("screen"), 54.0, 39.5),
        (Message("console"), 210.0, 126.0),
        (Message("stand"), 146.0, 38.0),
    ):
        sheet.words(x, y, say(text), 3.8, "strong", SHADE, "centre")
    sheet.measure((12, 178), (228, 178), "1080")
    sheet.measure((7, 22), (7, 168), "730")
    sheet.words(228, 15, say(Message("1:5; the smallest table, in millimetres")), 3.8, colour=FADED, align="right")
