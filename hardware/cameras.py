"""How high the camera hangs: from its angle of view and the mat; and what that gives vision to work with.

Angles are across a 16:9 picture. Where a maker states the diagonal, or a sensor and a focal length, the sum is here.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from hardware.sheet import Say
from hardware.wiring import markdown
from rules.say import Message
from vision.mat.geometry import Mat

ASPECT = 16 / 9
SPARE = 10.0  # millimetres of table around the mat: nobody hangs a camera to the millimetre
SIZES = ((1280, 720), (1600, 900))
# Measured on rendered dice of two sets: at 1.2 pixels per millimetre none is read, from 1.4 on nine of ten, from 2.2 on
# practically all; real lenses and lamps cost a little more. The doctor warns below LEAST.
LEAST, GOOD = 1.6, 2.2
STEEP, TOO_STEEP = 32.0, 50.0  # degrees at the track's far corner; rendered dice are still read at 42


@dataclass(frozen=True, slots=True)
class Camera:
    name: str | Message
    across: float  # degrees
    note: Message

    @property
    def half(self) -> float:
        return math.tan(math.radians(self.across) / 2)


def from_diagonal(degrees: float) -> float:
    return 2 * math.degrees(math.atan(math.tan(math.radians(degrees) / 2) * ASPECT / math.hypot(ASPECT, 1)))


def from_lens(sensor_mm: float, focal_mm: float) -> float:
    return 2 * math.degrees(math.atan(sensor_mm / 2 / focal_mm))


CAMERAS = (
    Camera("Camera Module 3", 66.0, Message("the stand is drawn for this one; it focuses by itself")),
    Camera(
        "Camera Module 3 Wide",
        102.0,
        Message("only where it must hang low: hands get in its way, and it has to be calibrated"),
    ),
    Camera("Camera Module 2", 62.2, Message("turn its lens to focus; all of the sensor must be in use")),
    Camera("HQ Camera, 6 mm", from_lens(6.287, 6.0), Message("the sharpest; needs a longer column and a heavier foot")),
    Camera(
        Message("USB, {n}° diagonal", n=60), from_diagonal(60), Message("old webcams: check that they focus this near")
    ),
    Camera(
        Message("USB, {n}° diagonal", n=78),
        from_diagonal(78),
        Message("most full HD webcams; switch their autofocus off"),
    ),
    Camera(
        Message("USB, {n}° diagonal", n=90), from_diagonal(90), Message("calibrate it: the picture bends at the rim")
    ),
)


def height(camera: Camera, mat: Mat) -> float:
    """Of the lens above the mat, so that the whole mat and SPARE around it are in a 16:9 picture."""
    wide, deep = mat.width + 2 * SPARE, mat.height + 2 * SPARE
    return max(wide / 2 / camera.half, deep / 2 / (camera.half / ASPECT))


def per_mm(camera: Camera, mat: Mat, pixels: int) -> float:
    return pixels / (2 * height(camera, mat) * camera.half)


def steepness(camera: Camera, mat: Mat) -> float:
    """How far from straight down the camera looks at the track's far corner, in degrees."""
    track = mat.zones["track"]
    far = max(
        math.hypot(x - mat.width / 2, y - mat.height / 2) for x in (track.x0, track.x1) for y in (track.y0, track.y1)
    )
    return math.degrees(math.atan(far / height(camera, mat)))


def verdict(camera: Camera, mat: Mat) -> Message:
    scale, steep = per_mm(camera, mat, SIZES[0][0]), steepness(camera, mat)
    if scale < LEAST or steep > TOO_STEEP:
        return Message("not advised")
    if scale < GOOD or steep > STEEP:
        return Message("works")
    return Message("good")


def table(mat: Mat, say: Say) -> str:
    head = [
        say(Message("Camera")),
        say(Message("Angle across")),
        say(Message("Lens above the mat")),
        *(say(Message("Pixels per mm at {size}", size=f"{w}x{h}")) for w, h in SIZES),
        say(Message("Slant at the rim")),
        say(Message("Verdict")),
        say(Message("Remark")),
    ]
    rows = [
        (
            say(camera.name),
            f"{camera.across:.0f}°",
            f"{10 * math.ceil(height(camera, mat) / 10)} mm",
            *(say(Message("{value}", value=round(per_mm(camera, mat, width), 1))) for width, _ in SIZES),
            f"{steepness(camera, mat):.0f}°",
            say(verdict(camera, mat)),
            say(camera.note),
        )
        for camera in CAMERAS
    ]
    return markdown(head, rows)


LIGHT = (
    Message(
        "One lamp with a wide white shade, 60 cm above the table and 80 cm to the side of the camera (light.svg): "
        "nearer, the mat mirrors it into the lens. Or a light that shines at the ceiling."
    ),
    Message(
        "Neutral white (4000 K), CRI 90 or more, 300 lux or more on the mat: a desk lamp of 10 W at that distance. "
        "Warm bulbs work, the mat's grey squares take the tint out; coloured ones do not."
    ),
    Message("No sun on the mat: hard shadows look like dice. A curtain does."),
    Message("Print the mat on matt paper. A glossy or laminated one mirrors the lamp."),
    Message("The stand must not stand in its own light: put it on the side away from the lamp."),
    Message(
        "'vigie doctor' measures it on the mat: white at 90 of 255 or more, and the darkest part of the track at "
        "least half as bright as the brightest."
    ),
)


def page(mat: Mat, say: Say) -> str:
    why = Message(
        "A 16:9 picture is wider than the mat, so the mat's depth decides: every camera gives the same pixels per "
        "millimetre, but from a different height. {good} or more is good, below {least} dice are missed. The slant is "
        "how far from straight down the camera looks at the far corner of the track.",
        good=GOOD,
        least=LEAST,
    )
    advice = "".join(f"- {say(line)}\n" for line in LIGHT)
    return (
        f"# {say(Message('Camera and light'))}\n\n{table(mat, say)}\n{say(why)}\n\n"
        f"## {say(Message('Light'))}\n\n{advice}"
    )
