"""vigie calibrate: the camera's lens from a few shots of the mat, or the corners of one's own tray."""

from __future__ import annotations

import argparse
from pathlib import Path

import cv2

from app.sizes import size_of
from rules.say import Message, Trouble
from vision.mat import calibrate, geometry
from vision.picture.files import picture
from vision.places import data_dir

EXAMPLES = """examples:
  vigie calibrate shot1.jpg shot2.jpg shot3.jpg shot4.jpg     measure the lens; tilt the camera between the shots
  vigie calibrate *.jpg --out lens.toml                       and write it to a file of your choice

  a tray of your own: its corners in a picture, its size in millimetres
  vigie calibrate --corners tray.jpg 112,80 1490,75 1502,830 98,842 --size 400x280"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("shots", nargs="*", metavar="SHOT", help="three or more pictures of the mat, from many angles")
    parser.add_argument("--out", metavar="FILE", help="where to write; the default is where vigie looks for it")
    parser.add_argument("--mat", metavar="FILE", help="the mat's geometry, where it is not the one of the box")
    points = ("IMAGE", "X,Y", "X,Y", "X,Y", "X,Y")
    parser.add_argument("--corners", nargs=5, metavar=points, help="a picture of a tray without markers, its corners")
    parser.add_argument("--size", metavar="WxH", help="the tray's width and height in millimetres")


def run(arguments: argparse.Namespace) -> int:
    if arguments.corners and arguments.shots:
        raise Trouble(Message("Give shots of the mat or --corners of a tray, not both."))
    if arguments.corners:
        return _tray(arguments)
    if not arguments.shots:
        raise Trouble(Message("Give some shots of the mat, three at least, or --corners of a tray."))
    shots = {name: cv2.cvtColor(picture(name), cv2.COLOR_BGR2GRAY) for name in arguments.shots}
    found = calibrate.measure(shots, geometry.load(arguments.mat))
    lens = found.lens
    out = Path(arguments.out) if arguments.out else data_dir() / calibrate.LENS_FILE
    calibrate.save_lens(lens, out)
    print(f"focal length  {lens.focal:.1f} px  (± {100 * found.focal_uncertainty:.1f} %)")
    print(f"centre        {lens.cx:.1f}, {lens.cy:.1f} of {lens.width}x{lens.height}")
    print(f"distortion    k1 {lens.distortion[0]:+.4f}  k2 {lens.distortion[1]:+.4f}")
    used = len(shots) - len(found.left_out)
    print(f"from {used} shots up to {found.degrees:.0f} degrees apart, {found.error_px:.2f} px off")
    for name in found.left_out:
        print(f"left out      {name}: fewer than three markers to be seen")
    print(f"written to    {out}")
    return 0


def _tray(arguments: argparse.Namespace) -> int:
    if not arguments.size:
        raise Trouble(Message("Say how large the tray is inside, in millimetres: --size 400x280."))
    width, height = size_of(arguments.size, "400x280")
    image, *points = arguments.corners
    text = calibrate.tray_text(picture(image), [_point(point) for point in points], width, height)
    out = Path(arguments.out) if arguments.out else data_dir() / calibrate.TRAY_FILE
    calibrate.write(out, text)
    print(f"written to {out}; use it with --mat {out}. The camera must not move any more.")
    return 0


def _point(text: str) -> tuple[float, float]:
    try:
        x, y = text.split(",")
        return float(x), float(y)
    except ValueError:
        raise Trouble(Message("'{point}' is not a corner like 112,80.", point=text)) from None
