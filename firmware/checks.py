"""What the doctor looks at, one small question each: how it is, what is wrong, how to mend it.

On a Pi whatever the table needs must be there; on a laptop the virtual table stands in, so that is only a remark.
"""

from __future__ import annotations

import itertools
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Literal

import cv2
import numpy as np
from gpiozero import Factory

from firmware import faults as kept
from firmware.clock import Clock
from firmware.config import CameraSettings, Config
from firmware.eyes.cameras import Image, make
from firmware.eyes.worker import wait_for_picture
from firmware.panel.buttons import Buttons
from firmware.panel.contact import name_of
from firmware.panel.lamps import Lamps
from rules.dice import SETS
from rules.say import Message, Trouble, listed
from vision import rig
from vision.mat import geometry
from vision.mat.geometry import Mat
from vision.mat.pose import Pose, find_pose
from vision.rig import Rig
from vision.taught import profile as profiles

State = Literal["ok", "remark", "wrong"]
MODEL = Path("/proc/device-tree/model")
THROTTLED = Path("/sys/devices/platform/soc/soc:firmware/get_throttled")
NEEDED = {"numpy": "1.26", "gpiozero": "2.0"}  # OpenCV asks for its own check: Debian's is no Python distribution
NEEDED_ON_A_PI = {"lgpio": "0.2", "picamera2": "0.3"}


@dataclass(frozen=True, slots=True)
class Check:
    name: str
    state: State
    said: Message
    fix: Message | None = None


def on_pi(model: Path = MODEL) -> bool:
    try:
        return b"Raspberry Pi" in model.read_bytes()
    except OSError:
        return False


def python() -> Check:
    number = ".".join(map(str, sys.version_info[:3]))
    return Check("python", "ok", Message("Python {version}", version=number))


def library(name: str, least: str, found: str | None) -> Check:
    fix = Message("Run ./vigie once more to fetch it; on the Pi: sudo ./vigie install.")
    if found is None:
        return Check(name, "wrong", Message("{library} is missing.", library=name), fix)
    said = Message("{library} {version}", library=name, version=found)
    if _parts(found) < _parts(least):
        old = Message("{library} {version} is too old; {least} is needed.", library=name, version=found, least=least)
        return Check(name, "wrong", old, fix)
    return Check(name, "ok", said)


def libraries(pi: bool) -> Iterator[Check]:
    for name, least in (NEEDED | (NEEDED_ON_A_PI if pi else {})).items():
        yield library(name, least, installed(name))
    yield library("opencv", "4.10", cv2.__version__)


def installed(name: str) -> str | None:
    try:
        return version(name)
    except PackageNotFoundError:
        return None


def _parts(text: str) -> list[int]:
    return [int(part) for part in text.split(".")[:2] if part.isdigit()]


def settings(troubles: list[Message], file: Path) -> Iterator[Check]:
    if not troubles:
        yield Check("settings", "ok", Message("settings are right; your own go into {file}", file=str(file)))
    for trouble in troubles:
        yield Check("settings", "wrong", trouble, Message("Correct that line; until then the shipped value counts."))


def gpio(factory: Factory | None, why: Message | None, pi: bool) -> Check:
    if factory is not None:
        name = type(factory).__name__.removesuffix("Factory")
        return Check("gpio", "ok", Message("GPIO works through {factory}", factory=name))
    assert why is not None
    if not pi:
        return Check("gpio", "remark", why)
    fix = Message("Add yourself to the group gpio (sudo adduser $USER gpio) and log in again, or run the installer.")
    return Check("gpio", "wrong", why, fix)


def buttons_and_lamps(config: Config, factory: Factory | None, clock: Clock) -> Iterator[Check]:
    """Without anybody's help: do the pins open, and is any button down that should not be."""
    if factory is None:
        return
    buttons, lamps = Buttons(config, factory, clock, lambda event: None), Lamps(config, factory)
    try:
        fix = Message("Check the wire and that no other program uses the pin.")
        for trouble in (*buttons.troubles, *lamps.troubles):
            yield Check("buttons", "wrong", trouble, fix)
        for name, device in buttons.devices.items():
            if device.is_pressed:
                said = Message("The {button} is down.", button=name_of(name))
                yield Check("buttons", "wrong", said, Message("Free it, or look for a wire that touches ground."))
        if not buttons.troubles and not lamps.troubles:
            said = Message(
                "{buttons} buttons and {lamps} lamps open; --interactive tries each",
                buttons=len(buttons.devices),
                lamps=len(lamps.devices),
            )
            yield Check("buttons", "ok", said)
    finally:
        buttons.close()
        lamps.close()


def camera(wanted: CameraSettings, pi: bool) -> tuple[Check, Image | None]:
    if wanted.kind == "virtual":
        return Check("camera", "ok", Message("the virtual table needs no camera")), None
    try:
        image = wait_for_picture(make(wanted))
    except Trouble as trouble:
        fix = Message("Check the cable at both ends, and camera.kind in table.toml; then run this again.")
        return Check("camera", "wrong" if pi else "remark", trouble.message, fix if pi else None), None
    size = f"{image.shape[1]}x{image.shape[0]}"
    return Check("camera", "ok", Message("the camera gives pictures of {size}", size=size)), image


def mat_in_view(file: str, image: Image) -> tuple[Check, Mat | None, Pose | None]:
    try:
        mat = geometry.load(file or None)
    except Trouble as trouble:
        fix = Message("Correct mat.file in table.toml; empty, it means the mat that comes with Vigie.")
        return Check("mat", "wrong", trouble.message, fix), None, None
    pose = find_pose(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), mat)
    if pose is None:
        fix = Message("Print it (vigie hardware), lay it flat under the camera, and see that all four corners show.")
        return Check("mat", "wrong", Message("The mat is not in view."), fix), mat, None
    missing = len(mat.markers) - len(pose.markers)
    if missing:
        said = Message("One corner of the mat is hidden.", plural="{n} corners of the mat are hidden.", n=missing)
        return Check("mat", "remark", said, Message("Move the mat or the camera until all four show.")), mat, pose
    across = np.linalg.norm(np.diff(pose.pixels(np.array([[0.0, 0.0], [mat.width, 0.0]])), axis=0)) / mat.width
    if across < 1.6:  # 16 mm dice are then under 26 pixels wide
        said = Message("The mat is in view, but small: {px} pixels per millimetre.", px=round(float(across), 1))
        return Check("mat", "remark", said, Message("Lower the camera, or set a larger camera.width.")), mat, pose
    said = Message("the mat is in view, {px} pixels per millimetre", px=round(float(across), 1))
    return Check("mat", "ok", said), mat, pose


def light(image: Image, mat: Mat, pose: Pose) -> Check:
    """From the mat's grey patches, and from how evenly the track is lit."""
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    levels = [level(grey, pose, (box.x0, box.y0, box.x1, box.y1)) for box, _ in mat.patches]
    white, black = max(levels), min(levels)
    lamp = Message("Put a lamp with a white shade above the table, to the side of the camera.")
    if white < 90:
        return Check("light", "wrong", Message("It is too dark: white is seen as {level} of 255.", level=white), lamp)
    if white - black < 60:
        fix = Message("Turn the lamp until it is not mirrored in the mat.")
        return Check("light", "wrong", Message("The picture is too flat: there is glare on the mat."), fix)
    track = mat.zones["track"]
    xs, ys = np.linspace(track.x0, track.x1, 4), np.linspace(track.y0, track.y1, 4)
    spots = [
        level(grey, pose, (x0, y0, x1, y1)) for x0, x1 in itertools.pairwise(xs) for y0, y1 in itertools.pairwise(ys)
    ]
    if min(spots) < 0.45 * max(spots):
        return Check("light", "remark", Message("The light is uneven: one side of the track is much darker."), lamp)
    return Check("light", "ok", Message("the light is good: white is seen as {level} of 255", level=white))


def camera_and_lamp(now: Rig, before: dict[str, float]) -> Iterator[Check]:
    """What would make reading better here, what helps most first; and the measures, beside those of the time before."""
    told = rig.advice(now)
    measures = listed([_measure(now, name, before.get(name)) for name in rig.MEASURES])
    said = Message("camera and lamp: {measures}", measures=measures)
    yield Check("rig", "remark" if told else "ok", said, told[0][1] if told else None)
    for name, fix in told[1:]:
        yield Check("rig", "remark", _measure(now, name, before.get(name)), fix)


def _measure(now: Rig, name: rig.Name, before: float | None) -> Message:
    value: float = getattr(now, name)
    measure, shown = rig.MEASURES[name], rig.shown(name, value)
    if before is None or str(was := rig.shown(name, before)) == str(shown):
        return Message("{measure} {now}", measure=measure, now=shown)
    return Message("{measure} {now} (before: {before})", measure=measure, now=shown, before=was)


def level(grey: cv2.typing.MatLike, pose: Pose, box: tuple[float, float, float, float]) -> int:
    """The usual brightness inside a box of the mat, its rim left out; a die that lies there hardly counts."""
    x0, y0, x1, y1 = box
    x, y = np.meshgrid(np.linspace(x0, x1, 12)[2:-2], np.linspace(y0, y1, 12)[2:-2])
    places = pose.pixels(np.stack([x.ravel(), y.ravel()], axis=1)).astype(np.float32)
    values = cv2.remap(grey, places[:, None, 0], places[:, None, 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return int(np.median(values))


def dice(config: Config) -> Iterator[Check]:
    """The profiles the settings name; where they name none, whatever is taught will do."""
    taught = sorted(file.stem for file in profiles.folder().glob("*")) if profiles.folder().is_dir() else []
    for kind in SETS:
        name: str = getattr(config.dice, kind)
        if not name:
            continue
        try:
            profiles.load(name)
            yield Check("dice", "ok", Message("the {kind} dice are read as '{name}'", kind=kind, name=name))
        except Trouble as trouble:
            fix = Message("Teach them (vigie teach --help), or correct dice.{kind} in table.toml.", kind=kind)
            yield Check("dice", "wrong", trouble.message, fix)
    if taught:
        yield Check("dice", "ok", Message("taught dice: {names}", names=", ".join(taught)))
    else:
        said = Message("No dice of your own are taught yet.")
        yield Check("dice", "remark", said, Message("One photo per face is enough: vigie teach --help."))


def disk(folder: Path) -> Check:
    there = next(place for place in (folder, *folder.absolute().parents) if place.exists())
    if not os.access(there, os.W_OK | os.X_OK):
        why = Message("no permission to write")
        said = Message("Games cannot be kept in {folder}: {error}.", folder=str(folder), error=why)
        return Check("disk", "wrong", said, Message("Set VIGIE_DATA to a folder of your own, or mend its rights."))
    free = shutil.disk_usage(there).free // 1_000_000
    if free < 50:
        said = Message("Only {mb} MB are free for the games in {folder}.", mb=free, folder=str(folder))
        return Check("disk", "wrong" if free < 5 else "remark", said, Message("Make room on the disk."))
    return Check("disk", "ok", Message("{mb} MB are free for the games in {folder}", mb=free, folder=str(folder)))


def faults(folder: Path) -> Check:
    """The last thing that raised and was only a sentence at the table."""
    fault = kept.last(folder)
    if fault is None:
        return Check("faults", "ok", Message("no fault of the program is on record"))
    said = Message("The program's last fault was on {date}: {what}.", date=fault.date, what=fault.what)
    fix = Message("{file} has it with its traceback; send that along when you report it.", file=str(folder / kept.FILE))
    return Check("faults", "remark", said, fix)


def service() -> Check:
    """What the running table says of itself: only it can meet what its unit forbids."""
    asked = ["systemctl", "show", "vigie.service", "-p", "ActiveState", "-p", "StatusText"]
    try:
        done = subprocess.run(asked, capture_output=True, text=True, timeout=10, check=False)
        told = dict(line.split("=", 1) for line in done.stdout.splitlines() if "=" in line)
    except (OSError, subprocess.TimeoutExpired):
        told = {}
    if told.get("ActiveState") not in ("active", "activating"):
        return Check("service", "ok", Message("the table does not run as a service now"))
    if status := told.get("StatusText", ""):
        fix = Message("journalctl -u vigie -b has more; sudo systemctl restart vigie starts it anew.")
        return Check("service", "wrong", Message("The table says: {said}", said=status), fix)
    return Check("service", "ok", Message("the table runs and has nothing to say"))


def clock(now: Clock) -> Check:
    today = now.date()
    shown = f"{today:%Y-%m-%d %H:%M}"
    if today.year < 2025:
        said = Message("The clock says {date}.", date=shown)
        fix = Message("Connect the Pi to the network once, or set it: sudo date -s '2026-01-31 20:15'.")
        return Check("clock", "remark", said, fix)  # games work all the same, only their dates are wrong
    return Check("clock", "ok", Message("the clock says {date}", date=shown))


def power(pi: bool, file: Path = THROTTLED) -> Check:
    if not pi:
        return Check("power", "ok", Message("not a Raspberry Pi: its power supply is not measured"))
    flags = _throttled(file)
    if flags is None:
        return Check("power", "remark", Message("Whether the power supply is strong enough cannot be found out."))
    fix = Message("Use the official supply (Pi 4: 5 V 3 A, Pi 5: 5 V 5 A) and a short cable.")
    if flags & 0x1:
        return Check("power", "wrong", Message("The supply voltage is too low now."), fix)
    if flags & 0x10000:
        return Check("power", "remark", Message("The supply voltage has been too low since the last start."), fix)
    if flags & 0x8:
        return Check("power", "remark", Message("The Pi is too hot and has slowed down."), Message("Give it a fan."))
    return Check("power", "ok", Message("the power supply is strong enough"))


def _throttled(file: Path) -> int | None:
    """The firmware's flags, from the kernel where it shows them, else from vcgencmd."""
    try:
        return int(file.read_text().strip(), 16)
    except (OSError, ValueError):
        pass
    try:
        told = subprocess.run(["vcgencmd", "get_throttled"], capture_output=True, text=True, timeout=5, check=True)
        return int(told.stdout.strip().removeprefix("throttled="), 16)
    except (OSError, subprocess.SubprocessError, ValueError):
        return None
