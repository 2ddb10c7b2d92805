"""vigie watch: the dice followed through a clip, one line for each thing that happens."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from app.commands.read import as_json
from app.progress import progress
from rules.say import Message, Trouble
from vision.mat import calibrate, geometry
from vision.picture.files import in_folder, picture
from vision.seen import Change, Die, Reading, Seen
from vision.taught import profile as profiles
from vision.time.watch import Watcher

EXAMPLES = """examples:
  vigie watch clip/ --dice twelve                       what happens, in words
  vigie watch clip/ --fps 15 --dice twelve --json       one JSON object per line, with frame numbers"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("frames", metavar="FRAMES_DIR", help="a folder of pictures, in the order of their names")
    parser.add_argument("--fps", type=float, default=15.0, help="frames per second of the clip (15)")
    parser.add_argument("--dice", required=True, metavar="NAME", help="a taught dice set, or a profile's file")
    parser.add_argument("--json", action="store_true", help="one JSON object per line")
    parser.add_argument("--mat", metavar="FILE", help="the mat's geometry, where it is not the one of the box")
    parser.add_argument("--lens", metavar="FILE", help="a lens from vigie calibrate; the default is this machine's")


def run(arguments: argparse.Namespace) -> int:
    if not 0 < arguments.fps <= 1000:
        raise Trouble(Message("--fps must be between 0 and 1000, not {fps}.", fps=arguments.fps))
    frames = frame_files(Path(arguments.frames))
    lens = calibrate.load_lens(Path(arguments.lens)) if arguments.lens else calibrate.own_lens()
    watcher = Watcher(profiles.load(arguments.dice), geometry.load(arguments.mat), lens)
    bad = 0
    for number, path in enumerate(progress(frames, len(frames), "frames")):
        try:
            frame = picture(str(path))
        except Trouble as trouble:  # the watcher is told too: a camera can lose a frame
            bad += 1
            frame = None
            print(f"vigie watch: {trouble}", file=sys.stderr)
        if seen := watcher.look(frame, number / arguments.fps):
            line = json.dumps(event(seen, number, path.name)) if arguments.json else in_words(seen, number)
            print(line, flush=True)
    return 1 if bad else 0


def frame_files(folder: Path) -> list[Path]:
    if not folder.is_dir():
        raise Trouble(Message("{folder} is not a folder with the frames of a clip.", folder=folder))
    frames = in_folder(folder)
    if not frames:
        raise Trouble(Message("There are no pictures in {folder}.", folder=folder))
    return frames


def event(seen: Seen, number: int, name: str) -> dict[str, Any]:
    """As `vigie read` prints a picture, with the frame's number, the phase, and what became of each die."""
    reading = as_json(name, Reading(seen.phase != "blind", seen.phase == "hand", seen.dice, seen.trouble))
    for shown, die in zip(reading["dice"], seen.dice, strict=True):
        shown["id"] = die.id
    head = {"frame": number, "at": round(seen.at, 3), "phase": seen.phase}
    return head | reading | {"changes": [_change(change) for change in seen.changes]}


def _change(change: Change) -> dict[str, Any]:
    die = change.after or change.before
    assert die is not None
    before, after = (None if d is None else [d.face, d.colour, d.body] for d in (change.before, change.after))
    return {"id": die.id, "happened": change.happened, "before": before, "after": after}


def in_words(seen: Seen, number: int) -> str:
    said = f": {seen.trouble}" if seen.trouble else ""
    lines = [f"frame {number:4}  {seen.phase}{said}"]
    for change in seen.changes:
        before, after = (None if die is None else _name(die) for die in (change.before, change.after))
        die = change.after or change.before
        assert die is not None
        turned = f"{before} -> {after}" if change.happened == "turned" else after or before
        lines.append(f"            {change.happened:<9} die {die.id:<3} {turned}")
    return "\n".join(lines)


def _name(die: Die) -> str:
    return " ".join(word for word in (die.colour, die.face or f"({die.state})") if word) + f", {die.zone}"
