"""vigie save and vigie restore: everything of this table in one file, by hand. At the table: Take it along."""

from __future__ import annotations

import argparse
from pathlib import Path

from firmware.books import parcel
from rules.say import Message, Trouble
from vision.places import data_dir

EXAMPLES = """examples:
  vigie save /media/stick                                     games, log book, dice, names, settings
  vigie restore /media/stick/vigie-2026-11-18-203000.parcel   checked whole; in place at the next start
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    if parser.prog.endswith(" save"):
        parser.add_argument("place", type=Path, metavar="FOLDER", help="where the file is to lie")
    else:
        parser.add_argument("place", type=Path, metavar="FILE", help="the file that was saved, or its folder")


def run(arguments: argparse.Namespace) -> int:
    data, place = data_dir(), arguments.place
    if arguments.command == "save":
        if not place.is_dir():
            raise Trouble(Message("{folder} is not a folder.", folder=str(place)))
        if not data.is_dir():
            raise Trouble(Message("Nothing has been played or taught here yet: there is nothing to save."))
        print(f"saved: {parcel.pack(data, place)}")
        return 0
    file = parcel.newest(place) if place.is_dir() else place
    if not file.is_file():
        raise Trouble(Message("{file} is not there.", file=str(file)))
    data.mkdir(parents=True, exist_ok=True)
    count = parcel.stage(file, data)
    print(f"{count} files of {file.name} are whole; they take their place when the table starts next.")
    return 0
