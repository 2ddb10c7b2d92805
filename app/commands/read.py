"""vigie read: the dice in pictures, one line per picture."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from app.commands import read_pips
from rules.say import Message, Trouble
from vision.explain import explained
from vision.mat import calibrate, geometry
from vision.mat.pose import Lens, find_pose
from vision.picture.files import picture, write_picture
from vision.pips import reader
from vision.read import read
from vision.seen import Die, Reading
from vision.taught import profile as profiles

EXAMPLES = """examples:
  vigie read shot.jpg --dice corsairs                 what lies on the mat, in words
  vigie read *.jpg --dice corsairs --json             one JSON object per line and picture
  vigie read shot.jpg --dice corsairs --draw out/     the mat seen from above, with what was read
  vigie read shot.jpg --dice corsairs --explain       and what each stage said of every candidate
  vigie read shot.jpg --dice pips                     ordinary dice on the mat need no teaching
  vigie read tray.jpg --no-mat --die-px 40 --dice pips    nor on any photo from above; places in pixels
  vigie read shot.jpg --no-mat --dice odd             dice taught with --no-mat, likewise"""

DRAW_PX = 3.0  # pixels per millimetre
STATE_BGR = {"flat": (70, 200, 70), "cocked": (40, 140, 255), "unsure": (60, 60, 240)}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("images", nargs="+", metavar="IMAGE", help="pictures of the mat")
    parser.add_argument("--dice", required=True, metavar="NAME", help="a taught dice set, a profile's file, or pips")
    parser.add_argument("--json", action="store_true", help="one JSON object per line and picture")
    parser.add_argument("--draw", metavar="OUT", help="write the rectified picture with what was read to this folder")
    parser.add_argument("--explain", action="store_true", help="what each stage said of every candidate")
    parser.add_argument("--no-mat", action="store_true", help="on any photo from above: pips, or dice taught so")
    parser.add_argument("--die-px", type=float, metavar="N", help="with --no-mat: about how many pixels a die measures")
    parser.add_argument("--mat", metavar="FILE", help="the mat's geometry, where it is not the one of the box")
    parser.add_argument("--lens", metavar="FILE", help="a lens measured by vigie calibrate (else this machine's own)")


def run(arguments: argparse.Namespace) -> int:
    if arguments.no_mat:
        return read_pips.run(arguments)
    profile = None if _built_in(arguments.dice) else profiles.load(arguments.dice)
    mat = geometry.load(arguments.mat)
    lens = calibrate.load_lens(Path(arguments.lens)) if arguments.lens else calibrate.own_lens()
    bad = 0
    for name in arguments.images:
        try:
            frame = picture(name)
            reading = read(frame, profile, mat, lens=lens) if profile else reader.read_mat(frame, mat, lens=lens)
            if not reading.mat and reading.trouble is not None:
                raise Trouble(Message("{file}: {trouble}", file=name, trouble=reading.trouble))
        except Trouble as trouble:
            bad += 1
            read_pips.unread(name, trouble, arguments.json)
            continue
        print(json.dumps(as_json(name, reading)) if arguments.json else in_words(name, reading), flush=True)
        if arguments.explain and profile and not arguments.json:
            print("\n".join(f"  {line}" for line in explained(frame, profile, mat, lens)), flush=True)
        if arguments.draw:
            edge = profile.edge_mm if profile else reader.MAT_DIE
            _draw(frame, reading, mat, lens, edge, Path(arguments.draw), name)
    return 1 if bad else 0


def _built_in(dice: str) -> bool:
    """Pips are read without teaching, unless somebody taught dice under that name."""
    return dice == "pips" and not profiles.file_named(dice).exists()


def as_json(name: str, reading: Reading) -> dict[str, Any]:
    out: dict[str, Any] = {
        "image": name,
        "mat": reading.mat,
        "hand": reading.hand,
        "dice": [_die(die) for die in reading.dice],
    }
    if reading.trouble is not None:
        out["trouble"] = str(reading.trouble)
    return out


def _die(die: Die) -> dict[str, Any]:
    out: dict[str, Any] = {
        "face": die.face,
        "colour": die.colour,
        "body": die.body,
        "x_mm": round(die.x_mm, 1),
        "y_mm": round(die.y_mm, 1),
        "zone": die.zone,
        "state": die.state,
        "confidence": round(die.confidence, 3),
    }
    if die.reason is not None:
        out["reason"] = str(die.reason)
    return out


def in_words(name: str, reading: Reading) -> str:
    lines = [f"{name}: {len(reading.dice)} dice{', a hand over the mat' if reading.hand else ''}"]
    for die in sorted(reading.dice, key=lambda d: (d.zone, d.y_mm, d.x_mm)):
        what = " ".join(w for w in (die.colour, die.face) if w) if die.face else f"{die.state}: {die.reason}"
        lines.append(f"  {die.zone:<8}{die.x_mm:6.1f} {die.y_mm:6.1f} mm  {what}  ({die.confidence:.2f})")
    return "\n".join(lines)


def _draw(
    frame: NDArray[Any], reading: Reading, mat: geometry.Mat, lens: Lens | None, edge: float, out: Path, name: str
) -> None:
    pose = find_pose(frame, mat, lens=lens)
    if pose is None:
        return
    w, h = int(mat.width * DRAW_PX), int(mat.height * DRAW_PX)
    xs, ys = np.meshgrid((np.arange(w) + 0.5) / DRAW_PX, (np.arange(h) + 0.5) / DRAW_PX)
    px = pose.pixels(np.stack([xs, ys], -1), edge).astype(np.float32)  # at the height of the faces
    top = np.asarray(cv2.remap(frame, px[..., 0].copy(), px[..., 1].copy(), cv2.INTER_LINEAR))
    for die in reading.dice:
        _mark(top, die, edge)
    write_picture(out / f"{Path(name).stem}.png", top)


def _mark(top: NDArray[Any], die: Die, edge: float) -> None:
    a = np.deg2rad(die.rot_deg)
    u = np.array([np.cos(a), np.sin(a)]) * edge * 0.55
    v = np.array([-u[1], u[0]])
    middle = np.array([die.x_mm, die.y_mm])
    corners = np.rint(np.array([middle - u - v, middle + u - v, middle + u + v, middle - u + v]) * DRAW_PX)
    colour = STATE_BGR[die.state]
    cv2.polylines(top, [corners.astype(np.int32)], True, colour, 2, cv2.LINE_AA)
    text = " ".join(w for w in (die.colour, die.face) if w) if die.face else f"{die.state}?"
    (tw, th), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, 0.5, 1)
    x = int(np.clip(die.x_mm * DRAW_PX - tw / 2, 2, top.shape[1] - tw - 4))
    y = int(np.clip((die.y_mm + edge * 0.8) * DRAW_PX + th, th + 4, top.shape[0] - 6))
    cv2.rectangle(top, (x - 3, y - th - 3), (x + tw + 3, y + 4), (30, 30, 30), -1)
    cv2.putText(top, text, (x, y), cv2.FONT_HERSHEY_SIMPLEX, 0.5, colour, 1, cv2.LINE_AA)
