"""The whole of training, by the recipe: pictures, nets, what is known of each net, and what they read.

    pip install torch==2.13.0 onnx                  in an environment that has the project as well
    python -m vision.training --smoke [OUT]         a few pictures and a few steps of every net: minutes
    python -m vision.training all OUT               all of recipe.toml: many hours

Pictures are traced where mitsuba and scikit-image are installed, too (see path_traced.py), and drawn by vision.synth
where they are not. What is there already is not made again: stopped, it goes on where it was. The nets lie in OUT/nets
with their MODELS.toml; VIGIE_NETS=OUT/nets makes any command use them in place of those that ship.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

from vision import models
from vision.mat.geometry import OWN_MAT, load
from vision.training import drawn, provenance, recipe
from vision.training.recipe import Lesson, Split

ENOUGH = 0.5  # of the smoke set's fair dice are to be right: less, and something is broken


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m vision.training", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", nargs="?", choices=["all"], help="everything in recipe.toml")
    parser.add_argument("out", nargs="?", type=Path, help="the folder it all goes to")
    parser.add_argument("--smoke", nargs="?", const="", metavar="OUT", help="smoke.toml instead, there or anywhere")
    arguments = parser.parse_args()
    if arguments.smoke is not None:
        out = Path(arguments.smoke or tempfile.mkdtemp(prefix="vigie-smoke-"))
        return 0 if whole(recipe.SMOKE, out) >= ENOUGH else 1
    if not (arguments.what and arguments.out):
        parser.error("say `all OUT`, or --smoke")
    whole(recipe.FILE, arguments.out)
    return 0


def whole(file: Path, out: Path) -> float:
    """Pictures, nets and readings of one recipe; the share of the fair dice of *limits* that the new nets read."""
    for split in recipe.SPLITS:
        pictures(file, split, out / "sets" / split)
    sets = [out / "sets" / "learn" / box.name for box in recipe.boxes("learn", file)]
    for lesson in recipe.lessons(file):
        learn(lesson, file, out / "nets", sets)
    right = 0.0
    for split in recipe.SPLITS[::-1]:
        if split != "learn" and recipe.boxes(split, file):
            right = read(out / "sets" / split, out / "nets")
    return right


def pictures(file: Path, split: Split, folder: Path) -> None:
    boxes, traces = recipe.boxes(split, file), traced()
    told(f"{split}: {len(boxes)} sets, {'traced' if traces else 'drawn: there is no mitsuba here'}")
    folder.mkdir(parents=True, exist_ok=True)
    if traces and boxes:
        from vision.training import path_traced

        path_traced.write_split(folder, split, file)
        return
    for box in boxes:
        drawn.write_set(folder, box, recipe.scenes(split, file), load(OWN_MAT))


def traced() -> bool:
    return all(importlib.util.find_spec(name) for name in ("mitsuba", "skimage"))


def learn(lesson: Lesson, file: Path, nets: Path, sets: list[Path]) -> None:
    """One net, in a process of its own, which looks through the nets made before it; and what is known of it."""
    made, register = nets / lesson.net, nets / "MODELS.toml"
    known = tomllib.loads(register.read_text(encoding="utf-8")) if register.exists() else {}
    if made.exists() and lesson.net in known:
        return
    nets.mkdir(parents=True, exist_ok=True)
    told(f"{lesson.net}: {lesson.steps} steps")
    pips = lesson.net.startswith("pips")
    # a reader of pips begins as the finder is; one that learns further has no more to do with it
    parents = [] if pips and lesson.further else [_in_use(name, nets) for name in provenance.PARENTS[lesson.net]]
    parents += [models.DATA / lesson.net] if lesson.further else []
    run(command(lesson, nets, sets), nets)
    source = "drawn dice alone" if pips else f"{len(sets)} sets, {'path-traced' if traced() else 'drawn'}"
    known[lesson.net] = provenance.entry(lesson, made, parents, file, source)
    register.write_text(provenance.text(known), encoding="utf-8")


def _in_use(name: str, nets: Path) -> Path:
    return nets / name if (nets / name).exists() else models.DATA / name


def command(lesson: Lesson, nets: Path, sets: list[Path]) -> list[str]:
    """What is run to make that net."""
    module, shipped = lesson.net.split("-")[0].split(".")[0], str(models.DATA / lesson.net)
    if module == "pips":  # from the beginning finder and reader learn together
        how = ["further", str(lesson.steps)] if lesson.further else [str(lesson.steps)] * 2
        return ["-m", "vision.training.pips", *how, str(nets)]
    how = ["--steps", str(lesson.steps), "--seed", str(lesson.seed)]
    if module == "second":
        module, how = "level", [*how, "--second"]
    if lesson.rate is not None:
        how += ["--rate", str(lesson.rate)]
    if lesson.share is not None:
        how += ["--share", str(lesson.share)]
    if lesson.further:
        how += ["--beside" if module == "judge" else "--resume", shipped]
    return ["-m", f"vision.training.{module}", str(nets), *map(str, sets), *how]


def read(folder: Path, nets: Path) -> float:
    """Reads a split with those nets, and tells what came of it; the share of fair dice that are right."""
    out = run(["-m", "app.cli", "bench", "vision", str(folder), "--sets", "--json"], nets, subprocess.PIPE)
    c = json.loads(out)["all sets"]["all"]
    told(
        f"{folder.name}: {c['right']} of {c['judged']} fair dice right, {c['wrong']} wrong, {c['unsure']} asked about, "
        f"{c['missed']} missed, {c['false']} false; {c['whole']} of {c['pictures']} pictures whole; "
        f"{c['caught']} of {c['not_flat']} odd dice told. Nets: {nets}"
    )
    return float(c["right"]) / max(1, int(c["judged"]))


def run(what: list[str], nets: Path, stdout: int | None = None) -> str:
    place = os.environ | {"VIGIE_NETS": str(nets.resolve())}
    return subprocess.run([sys.executable, *what], env=place, check=True, stdout=stdout, text=True).stdout or ""


def told(text: str) -> None:
    print(text, flush=True)


if __name__ == "__main__":
    sys.exit(main())
