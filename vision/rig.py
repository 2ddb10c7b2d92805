"""The rig: camera, lamp and mat as one picture shows them, and what in words would make reading better here."""

from __future__ import annotations

import contextlib
import json
import math
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from rules import files
from rules.say import Message
from vision.limits import limit, pair

Name = Literal["size", "sharp", "aslant", "bright", "even", "glare"]
SIZE_PX = limit("rig.size_px")
SHARP_MM, SOFT_PX = limit("rig.sharp_mm"), limit("rig.soft_px")
ASLANT_DEG = limit("rig.aslant_deg")
BRIGHT = pair("rig.bright")
EVEN = limit("rig.even")
GLARE = limit("rig.glare")
CM = 10.0
DIE_MM = 16.0  # where no dice are known
FILE, LONGEST = "rig.json", 4096  # in the user's folder: the measures of the last time


@dataclass(frozen=True, slots=True)
class Rig:
    """What one picture says of them; each measure has a part of its own that is good: see `good`."""

    size: float  # pixels across a die, where the mat is smallest
    sharp: float  # millimetres over which a marker's outline fades
    pixel: float  # millimetres of the mat that one pixel shows, where it is smallest
    aslant: float  # degrees from straight above at which the farthest corner of the zones is seen
    bright: float  # level of the mat's paper, 0 to 255
    even: float  # the darkest part of the mat's paper against its brightest
    glare: float  # share of the mat that is so bright that nothing shows there
    height: float  # of the camera over the mat, millimetres
    beside: tuple[float, float]  # of the mat's middle the camera hangs: to the right, and down, millimetres
    where: tuple[float, float]  # of the mirrored lamp from the mat's middle, as a share of its half width and height


MEASURES: dict[Name, Message] = {
    "size": Message("Size of a die"),
    "sharp": Message("Sharpness"),
    "aslant": Message("Camera's place"),
    "bright": Message("Brightness"),
    "even": Message("Evenness"),
    "glare": Message("Glare"),
}


def shown(name: Name, value: float) -> Message:
    """A measure in its unit."""
    match name:
        case "size":
            return Message("{n} px", n=round(value))
        case "sharp":
            return Message("{n} mm", n=round(value, 1))
        case "aslant":
            return Message("{n} °", n=round(value))
        case "bright":
            return Message("{n} %", n=round(100 * value / 255))
        case "even" | "glare":
            return Message("{n} %", n=round(100 * value))


def kept(file: Path) -> dict[str, float]:
    """The measures of the last time; none where there are none."""
    try:
        told = files.as_json(files.contents(file, LONGEST).decode())
        return {name: files.number(told.get(name), name, 0, 1e5) for name in MEASURES}
    except (files.Unreadable, ValueError, AttributeError, OSError):
        return {}


def keep(rig: Rig, file: Path) -> None:
    """For the next time; where that cannot be written nothing is lost but the comparison."""
    with contextlib.suppress(OSError):
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps({name: round(getattr(rig, name), 4) for name in MEASURES}), encoding="utf-8")


def good(rig: Rig) -> dict[Name, bool]:
    return {
        "size": rig.size >= SIZE_PX,
        "sharp": rig.sharp <= max(SHARP_MM, SOFT_PX * rig.pixel),
        "aslant": rig.aslant <= ASLANT_DEG,
        "bright": BRIGHT[0] <= rig.bright <= BRIGHT[1],
        "even": rig.even >= EVEN,
        "glare": rig.glare <= GLARE,
    }


def advice(rig: Rig) -> list[tuple[Name, Message]]:
    """What would make reading better here, what helps most first; nothing where all is well."""
    fine = good(rig)
    told: list[tuple[Name, Message]] = []
    if not fine["glare"]:
        told.append(("glare", _lamp_aside(rig)))
    if not fine["sharp"]:
        told.append(
            (
                "sharp",
                Message("Focus: the picture is soft. Turn the lens until the mat's corners are crisp, and wipe it."),
            )
        )
    if not fine["bright"]:
        told.append(("bright", Message("Add light: the mat is too dark.") if rig.bright < BRIGHT[0] else
                     Message("Dim the lamp or move it away: the mat is too bright.")))  # fmt: skip
    if not fine["size"]:
        told.append(("size", _nearer(rig)))
    if not fine["aslant"]:
        told.append(("aslant", _over_the_middle(rig)))
    if not fine["even"]:
        told.append(("even", Message("Raise the lamp, or add a second one: a part of the mat is much darker.")))
    return told


def _lamp_aside(rig: Rig) -> Message:
    x, y = rig.where
    side = _side(x, y)
    return Message(
        "Raise the lamp or move it aside: it is mirrored in the mat, {side}. A matt mat mirrors nothing.", side=side
    )


def _side(x: float, y: float) -> Message:
    if max(abs(x), abs(y)) < 0.25:
        return Message("in the middle")
    if abs(x) >= abs(y):
        return Message("at its right") if x > 0 else Message("at its left")
    return Message("at its lower edge") if y > 0 else Message("at its upper edge")


def _nearer(rig: Rig) -> Message:
    lower = rig.height * (1 - rig.size / SIZE_PX)
    return Message(
        "Lower the camera by about {cm} cm, or give it a larger picture: a die is only {px} pixels wide.",
        cm=max(1, round(lower / CM)), px=round(rig.size),
    )  # fmt: skip


def _over_the_middle(rig: Rig) -> Message:
    """To the side first, where that is what makes it aslant; else up."""
    x, y = rig.beside
    if max(abs(x), abs(y)) >= 2 * CM:
        cm = round(max(abs(x), abs(y)) / CM)
        if abs(x) >= abs(y):
            way = Message("to the left") if x > 0 else Message("to the right")
        else:
            way = Message("away from the mat's lower edge") if y > 0 else Message("towards the mat's lower edge")
        return Message("Move the camera {cm} cm {way}: it looks at the mat aslant.", cm=cm, way=way)
    higher = rig.height * (math.tan(math.radians(rig.aslant)) / math.tan(math.radians(ASLANT_DEG)) - 1)
    return Message(
        "Raise the camera by about {cm} cm: it sees the mat's corners aslant.", cm=max(1, round(higher / CM))
    )
