"""vigie read --no-mat: pip dice, or dice taught without the mat, on any photograph from above, in pixels."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

import cv2
from numpy.typing import NDArray

from rules.say import Message, Trouble
from vision.loose import profile as loose
from vision.picture.files import picture, write_picture
from vision.pips.reader import Spot, read_picture

STATE_BGR = {"flat": (70, 200, 70), "unsure": (60, 60, 240)}


def run(arguments: argparse.Namespace) -> int:
    taught = None if arguments.dice == "pips" else loose.load(arguments.dice)
    if arguments.die_px is not None and not 4 <= arguments.die_px <= 4000:
        raise Trouble(
            Message("--die-px is about how many pixels a die measures: 4 to 4000, not {px}.", px=arguments.die_px)
        )
    bad = 0
    for name in arguments.images:
        try:
            frame = picture(name)
        except Trouble as trouble:
            bad += 1
            unread(name, trouble, arguments.json)
            continue
        dice = taught.read(frame) if taught else read_picture(frame, arguments.die_px)
        print(json.dumps(as_json(name, dice)) if arguments.json else in_words(name, dice), flush=True)
        if arguments.draw:
            draw(frame, dice, Path(arguments.draw), name)
    return 1 if bad else 0


def unread(name: str, trouble: Trouble, json_too: bool) -> None:
    """What is said of a picture that nothing was read from."""
    print(f"vigie read: {trouble}", file=sys.stderr)
    if json_too:
        print(json.dumps({"image": name, "mat": False, "hand": False, "dice": [], "trouble": str(trouble)}))


def as_json(name: str, dice: list[Spot]) -> dict[str, Any]:
    return {"image": name, "mat": False, "hand": False, "dice": [_die(die) for die in dice]}


def _die(die: Spot) -> dict[str, Any]:
    out: dict[str, Any] = {
        "face": die.face,
        "colour": None,
        "body": None,
        "x_px": round(die.x_px, 1),
        "y_px": round(die.y_px, 1),
        "zone": None,
        "state": die.state,
        "confidence": round(die.confidence, 3),
    }
    if die.reason is not None:
        out["reason"] = str(die.reason)
    return out


def in_words(name: str, dice: list[Spot]) -> str:
    lines = [f"{name}: {len(dice)} dice"]
    for die in sorted(dice, key=lambda d: (d.y_px, d.x_px)):
        what = die.face or f"{die.state}: {die.reason}"
        lines.append(f"  {die.x_px:7.1f} {die.y_px:7.1f} px  {what}  ({die.confidence:.2f})")
    return "\n".join(lines)


def draw(frame: NDArray[Any], dice: list[Spot], out: Path, name: str) -> None:
    """The photograph with a ring around each die and what was read beside it."""
    scale = max(1, round(1000 / max(frame.shape[:2])))
    top = cv2.resize(frame, None, fx=scale, fy=scale, interpolation=cv2.INTER_CUBIC)
    for die in dice:
        colour = STATE_BGR[die.state]
        x, y, r = (round(v * scale) for v in (die.x_px, die.y_px, 0.85 * die.edge_px))
        cv2.circle(top, (x, y), r, colour, 2, cv2.LINE_AA)
        for tone, width in (((20, 20, 20), 4), (colour, 2)):
            cv2.putText(
                top, die.face or "?", (x + r, y - r // 2), cv2.FONT_HERSHEY_SIMPLEX, 0.8, tone, width, cv2.LINE_AA
            )
    write_picture(out / f"{Path(name).stem}.png", top)
