"""vigie dice: the dice that were taught: listed, measured, forgotten; and what was corrected at the table."""

from __future__ import annotations

import argparse
import json
import shutil
import sys
from pathlib import Path
from typing import Any

import numpy as np

from firmware import config
from rules.say import Message, Trouble
from vision.dice import symbols
from vision.loose import profile as loose
from vision.taught import corrected, lessons
from vision.taught import profile as profiles
from vision.taught.profile import Profile

EXAMPLES = """examples:
  vigie dice                        every set that was taught
  vigie dice corsairs               its faces: how alike its own photos were, and which other face is likest
  vigie dice corsairs --unlearn     forget what was learned of it at the table; it stays as it was taught
  vigie dice corsairs --forget      put it aside: the file moves to the folder 'forgotten' beside the others
  vigie dice export OUT             copy the pictures of dice corrected here: vigie bench vision OUT reads them
  vigie dice export OUT --forget    and forget them here"""

ASIDE = "forgotten"
EXPORT = "export"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", nargs="?", metavar="NAME", help="a taught set (else all of them); or: export")
    parser.add_argument("out", nargs="?", metavar="OUT", help="with export: the folder to copy to")
    parser.add_argument("--forget", action="store_true", help="put it aside; it can be moved back")
    parser.add_argument("--unlearn", action="store_true", help="forget what was learned at the table")
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(arguments: argparse.Namespace) -> int:
    if arguments.name is None:
        if arguments.forget or arguments.unlearn:
            raise Trouble(Message("Which dice are to be forgotten? Give their name: vigie dice NAME --forget."))
        return _listed(arguments.json)
    if arguments.name == EXPORT:
        return _exported(arguments.out, forget=arguments.forget)
    if arguments.out is not None:
        raise Trouble(Message("One set of dice at a time: '{name}' or '{other}'.",
                              name=arguments.name, other=arguments.out))  # fmt: skip
    if arguments.unlearn:
        print(_unlearned(arguments.name))
        return 0
    if arguments.forget:
        print(f"'{arguments.name}' is forgotten; the file is now {_put_aside(arguments.name)}")
        return 0
    told = measured(profiles.load(arguments.name))
    print(json.dumps(told) if arguments.json else _in_words(told))
    return 0


def _exported(out: str | None, *, forget: bool) -> int:
    if out is None:
        raise Trouble(Message("Where to? Give a folder: vigie dice export OUT."))
    where, home = Path(out), corrected.folder()
    known = corrected.sets(home)
    if not known:
        raise Trouble(Message("No dice were corrected here: {folder} holds no pictures.", folder=home))
    if where.resolve().is_relative_to(home.resolve()):
        raise Trouble(Message("{folder} is where they lie: choose another folder.", folder=where))
    mat = config.load()[0].mat.file
    try:
        for one in known:
            shutil.copytree(one, where / one.name, dirs_exist_ok=True)
            if mat:
                shutil.copyfile(mat, where / one.name / corrected.MAT)
            print(
                f"{one.name:<16}{len(corrected.cases(one))} pictures of dice that were corrected, in {where / one.name}"
            )
            if forget:
                shutil.rmtree(one)
    except OSError as error:
        raise Trouble(
            Message("{file} cannot be written: {why}.", file=where, why=error.strerror or str(error))
        ) from None
    print(f"how they are read now: vigie bench vision {where}")
    return 0


def _unlearned(name: str) -> str:
    dice = profiles.load(name)
    if not dice.lessons:
        return f"'{name}' has learned nothing at the table."
    lessons.forgotten(dice).save(profiles.path_of(name))
    return f"'{name}' is again as it was taught, without {dice.lessons} dice that were learned at the table."


def _listed(as_json: bool) -> int:
    folder = profiles.folder()
    told, bad = [], 0
    for path in sorted(folder.glob(f"*{profiles.SUFFIX}")) if folder.is_dir() else []:
        try:
            told.append(_of(path))
        except Trouble as trouble:
            bad += 1
            print(f"vigie dice: {trouble}", file=sys.stderr)
    if as_json:
        print(json.dumps(told))
    elif not told and not bad:
        print("no dice were taught yet: vigie teach PHOTOS --as NAME --kind KIND")
    else:
        print("\n".join(f"{one['name']:<16}{one['what']}" for one in told))
    return 1 if bad else 0


def _of(path: Path) -> dict[str, str]:
    try:
        dice = profiles.load(str(path))
    except profiles.WithoutMat:
        taught = loose.load(str(path)).taught
        return {
            "name": path.stem,
            "what": f"without the mat: {', '.join(dict.fromkeys((*taught.symbols, *taught.empty)))}",
        }
    faces = dict.fromkeys(dice.faces)
    what = f"{dice.kind}, {' and '.join(dice.bodies)}, {dice.edge_mm:.1f} mm: {', '.join(faces)}"
    if dice.lessons:
        what += f"; {dice.lessons} learned at the table"
    return {"name": path.stem, "what": what}


def measured(dice: Profile) -> dict[str, Any]:
    """For each face how alike its photo's dice were, and the other face that is likest to it."""
    learned, dice = dice.lessons, lessons.forgotten(dice)
    matches = symbols.compare(dice.features, dice.ink, dice.moulds)
    faces = []
    for i, match in enumerate(matches):
        other = (dice.face_index != dice.face_index[i]) & (dice.template_body == dice.template_body[i])
        like = np.where(other & ~dice.moulds.blank, match.like, -1.0)
        near = int(like.argmax())
        faces.append({
            "face": dice.faces[i], "body": dice.bodies[int(dice.template_body[i])], "own": round(float(dice.own[i]), 2),
            "likest": dice.faces[near] if like[near] > 0 else None, "like": round(max(float(like[near]), 0.0), 2),
        })  # fmt: skip
    return {"name": dice.name, "kind": dice.kind, "edge_mm": round(dice.edge_mm, 1), "faces": faces,
            "learned_at_the_table": learned}  # fmt: skip


def _in_words(told: dict[str, Any]) -> str:
    lines = [f"{told['name']}: {told['kind']} dice of {told['edge_mm']} mm"]
    for face in told["faces"]:
        other = f", likest other {face['likest']} {face['like']:.2f}" if face["likest"] else ""
        lines.append(f"  {face['body']:<8}{face['face']:<10} its own dice {face['own']:.2f}{other}")
    if told["learned_at_the_table"]:
        lines.append(f"  and {told['learned_at_the_table']} dice learned at the table")
    return "\n".join(lines)


def _put_aside(name: str) -> Path:
    path = profiles.file_named(name)
    if not path.is_file():
        profiles.load(name)  # says which there are
        raise Trouble(Message("{file} lies in no folder of taught dice.", file=path))
    where = path.parent / ASIDE / path.name
    number = 1
    while where.exists():
        number += 1
        where = path.parent / ASIDE / f"{path.stem}-{number}{path.suffix}"
    try:
        where.parent.mkdir(parents=True, exist_ok=True)
        path.rename(where)
    except OSError as error:
        raise Trouble(Message("{file} cannot be put aside: {why}.", file=path, why=error.strerror)) from None
    return where
