# mypy: ignore-errors
# (mitsuba, drjit and scikit-image are tools of developers and stand in no environment that mypy checks)
"""Labelled pictures of dice drawn by a path tracer, with art of our own: other dice than any test has, to train on.

    python -m venv pt && pt/bin/pip install mitsuba opencv-python-headless scikit-image    # and LLVM 19
    PYTHONPATH=. pt/bin/python vision/training/path_traced.py OUT --sets corsair:ivory:16.5:301 duel::17:302 --scenes 12

writes OUT/corsair-ivory-301/{enrol,scenes} and so on, in the format of the labelled pictures, or with --split blind the
sets of recipe.toml; run again it goes on where it stopped. --until 05:20 starts no picture after that time. Light
really falls here: soft shadows, light thrown back by the mat, glare, rounded edges, dice that truly lean on something.
The program itself never needs this file.
"""

from __future__ import annotations

import argparse
import json
import time
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import cv2
import drjit as dr
import numpy as np

from vision.mat.geometry import OWN_MAT, load
from vision.synth.camera import above
from vision.synth.data import _teaching, random_scene
from vision.synth.dice import BODIES, COLOURS, SETS, Placed, foreign
from vision.synth.printed import printed
from vision.synth.render import Scene, labels
from vision.synth.roll import free_spot
from vision.synth.stage import LIGHTS, Thing
from vision.training import recipe
from vision.training.light import WIDTH, Tracer, exposed, linear_picture
from vision.training.solids import COIN_THICK, PENCIL_R, Manner, art, coin_radius, near

SCENES = (  # how often each kind of scene comes
    *("cocked", "touching", "stacked", "clutter", "cocked", "hand", "touching", "blur"),
    *("cocked", "empty", "plain", "stacked", "cocked", "clutter", "touching", "offtrack", "blur", "hand"),
)
OWN = 100  # a seed below it: our own pictograms instead of signs made up from the seed
PAINTS = ((BODIES, dict(BODIES)), (COLOURS, dict(COLOURS)))
LAMPS = ("hardlight", "window", "dim", "ceiling", "warm", "window", "hardlight", "ceiling", "window", "ceiling", "dim")
MORE_LAMPS = (*LAMPS, "desk", "enrol", "enrol", "desk")  # of recipe's sets: lamps that dice mirror, and easy evenings


MIDDLE, HEIGHT = np.array([210.0, 148.5]), 415.0  # millimetres: over it, and so high, the camera is on average


def camera(rng, box):
    """The set's camera, hung up anew for each picture."""
    width, spread = box.width, box.height / HEIGHT
    lean, k1 = rng.normal(0, 2.9, 2), box.bend + float(rng.uniform(-0.06, 0.06))
    middle = (float(rng.normal(MIDDLE[0], 8)), float(rng.normal(MIDDLE[1], 5)))
    height, yaw = box.height + spread * float(rng.uniform(-15, 15)), float(rng.normal(0, 1.4))
    size = width, width * 9 // 16
    out = above(middle, size, height, float(lean[0]), float(lean[1]), yaw, k1, box.field)
    aside, down = rng.normal(0, 3 * width / WIDTH, 2)
    return replace(out, cx=out.cx + float(aside), cy=out.cy + float(down))


def reach(die, way):
    """How far a die's rounded body goes from its middle along a level direction."""
    inner = die.cube.edge * (0.5 - die.cube.corner)
    return float(np.abs(np.array([*way, 0.0]) @ die.turn).sum() * inner + die.cube.edge * die.cube.corner)


def clear(die, others, room=1.45):
    return all(np.hypot(die.x - other.x, die.y - other.y) > room * die.cube.edge for other in others)


def leaning(dice, mat, rng):
    """One or two dice lean: on another die's side, over a pencil or on a coin's rim, foot on the mat."""
    dice, things = list(dice), []
    for index in range(1, min(len(dice), 1 + int(rng.integers(1, max(4, len(dice) // 2))))):
        die, other = dice[index], dice[0 if index == 1 else index - 1]
        others = [d for d in dice if d is not die and d is not other]
        for _ in range(40):
            on = str(rng.choice(["die", "die", "die", "pencil", "coin"]))
            way = np.radians(other.rot + 90 * int(rng.integers(4))) if on == "die" else rng.uniform(0, 2 * np.pi)
            ahead = np.array([np.cos(way), np.sin(way)])
            thick = {"die": 0.0, "pencil": 2 * PENCIL_R, "coin": COIN_THICK}[on]
            if on == "die":
                tilt = 9 + 31 * float(rng.random()) ** 1.6  # slight ones are the hard ones
            elif on == "pencil":
                tilt = float(rng.uniform(np.degrees(2 * np.arctan(PENCIL_R / die.cube.edge)), 38))
            else:
                tilt = float(np.degrees(np.arcsin(thick / (die.cube.edge * rng.uniform(0.6, 0.85)))))
            slip = float(rng.normal(0, 6)) if on == "die" else 0.0
            tilted = die.at(rot=float(np.degrees(way)) + slip, tilt=tilt, lean=float(np.degrees(way)))
            if on == "die":
                gap = reach(tilted, ahead) + reach(other, ahead) + 0.1
                aside = float(rng.uniform(-0.5, 0.5)) * die.cube.edge * np.array([-ahead[1], ahead[0]])
                x, y = np.array([other.x, other.y]) + gap * ahead + aside
                tilted = tilted.at(x=float(x), y=float(y))
            fits = mat.zone_of(tilted.x, tilted.y) != "off" and clear(tilted, others)
            held = [prop(tilted, on, ahead, rng)] if on != "die" else []
            fits &= not held or clear(tilted, [other, *others], 2.2)
            fits &= all(beside(d, thing) for thing in held for d in dice if d.tilt and d is not die)
            if fits and all(beside(tilted, thing) for thing in things):
                dice[index] = tilted
                things += held
                break
    if things:  # a pencil is long: the dice it would run through go away
        dice = [die for die in dice if die.tilt or all(beside(die, thing) for thing in things)]
    return dice, tuple(things)


def prop(die, on, ahead, rng):
    """The pencil or coin that holds a leaning die up: it touches the die's underside."""
    foot = np.array([die.x, die.y]) + ahead * reach_of_foot(die)
    t = np.radians(die.tilt)
    if on == "pencil":
        x, y = foot - ahead * PENCIL_R / np.tan(t / 2)
        across = float(np.degrees(np.arctan2(ahead[0], -ahead[1])))
        return Thing("pencil", float(x), float(y), across)
    coin = Thing("coin", 0.0, 0.0, float(rng.uniform(0, 180)))
    x, y = foot - ahead * (COIN_THICK / np.tan(t) + coin_radius(coin))
    return replace(coin, x=float(x), y=float(y))


def reach_of_foot(die):
    """From under its middle to the edge it stands on, level."""
    t, half = np.radians(die.tilt), die.cube.edge / 2
    return float(half * np.cos(t) - half * np.sin(t))


def beside(die, thing):
    if thing.kind == "coin":
        return np.hypot(die.x - thing.x, die.y - thing.y) > 24
    a, away = np.radians(thing.rot), np.array([die.x - thing.x, die.y - thing.y])
    return abs(away @ (-np.sin(a), np.cos(a))) > 17 or abs(away @ (np.cos(a), np.sin(a))) > 90


def clustered(dice, mat, rng):
    """Rows and heaps of dice that touch, side to side, some slipped or a little turned; others lie alone."""
    out = []

    def places(die):
        for _ in range(30 if out and rng.random() < 0.75 else 0):
            other = out[int(rng.integers(max(0, len(out) - 3), len(out)))]
            way = np.radians(other.rot + 90 * int(rng.integers(4)))
            ahead = np.array([np.cos(way), np.sin(way)])
            turned = die.at(rot=other.rot + float(rng.choice([0, 0, 90, 180, rng.normal(0, 12)])))
            gap = reach(turned, ahead) + reach(other, ahead) + float(rng.choice([0.05, 0.05, rng.uniform(0, 2)]))
            slip = float(rng.choice([0, 0, rng.uniform(-0.6, 0.6)])) * die.cube.edge
            x, y = np.array([other.x, other.y]) + gap * ahead + slip * np.array([-ahead[1], ahead[0]])
            yield turned.at(x=float(x), y=float(y))

    for die in dice:
        lay(die, places(die), out, mat)
    return out


def by_the_arm(dice, hand, mat, rng):
    """Some of the dice lie right beside the arm or the fingers, as a camera over the mat's middle sees them."""
    out, a = [], np.radians(hand.rot)
    along, across = np.array([np.cos(a), np.sin(a)]), np.array([-np.sin(a), np.cos(a)])

    def places(die):
        for _ in range(20 if rng.random() < 0.6 else 0):
            far = float(rng.uniform(-10, 230))
            thick = 44 if far < 90 else 24
            aside = float(rng.choice([-1, 1]) * (thick + die.cube.edge * rng.uniform(-0.2, 0.9)))
            arm = np.array([hand.x, hand.y]) + far * along + aside * across
            x, y = MIDDLE + (arm - MIDDLE) * (HEIGHT - die.cube.edge) / (HEIGHT - hand.over - 10)
            yield die.at(x=float(x), y=float(y))

    for die in dice:
        lay(die, places(die), out, mat)
    return out


def lay(die, places, out, mat):
    """A die where the first of those places is free, or else where it lay; where that is taken too it is left out."""

    def free(one):
        return all(apart(one, placed) for placed in out)

    die = next((near for near in places if mat.zone_of(near.x, near.y) != "off" and free(near)), die)
    if free(die):
        out.append(die)


def apart(one, two):
    """Whether two flat dice keep clear of each other (their squares' sides part them)."""
    gap = np.array([two.x - one.x, two.y - one.y])
    for turn in (one.rot, one.rot + 90, two.rot, two.rot + 90):
        way = np.array([np.cos(np.radians(turn)), np.sin(np.radians(turn))])
        if abs(gap @ way) > reach(one, way) + reach(two, way) - 0.02:
            return True
    return False


def plan(kind, lamp, cubes, mat, rng, box):
    """A scene of that kind under that lamp, and its tags."""
    base = kind if kind in ("hand", "clutter", "empty", "offtrack") else "plain"
    scene = random_scene(base, cubes, mat, rng)
    dice = [die.at(tilt=0.0) for die in scene.dice]
    things = scene.things
    if kind == "cocked":
        dice, things = leaning(dice, mat, rng)
    elif kind == "touching" or (kind == "plain" and rng.random() < 0.3) or (kind == "hand" and rng.random() < 0.4):
        dice = clustered(dice, mat, rng)
    elif kind == "stacked":
        for low in range(0, 2 * int(rng.integers(1, max(2, len(dice) // 3))), 2):
            high = low + 1
            under, edge = dice[low], dice[low].cube.edge
            x, y = np.array([under.x, under.y]) + rng.uniform(-0.3, 0.3, 2) * edge * rng.choice([0.1, 1.0])
            square = under.rot + float(rng.normal(0, 3)) if rng.random() < 0.3 else dice[high].rot
            dice[high] = dice[high].at(x=float(x), y=float(y), rot=square, z=1.5 * edge, stacked=True)
    elif kind == "blur":
        flying = int(rng.integers(1, max(2, len(dice) // 4)))
        for k in range(flying):
            way, far = rng.uniform(0, 2 * np.pi), 5 * 14 ** rng.random()
            smear = (float(far * np.cos(way)), float(far * np.sin(way)), float(rng.uniform(-70, 70)))
            up = {"z": float(dice[k].cube.edge * rng.uniform(0.6, 1.8)), "lean": float(rng.uniform(0, 360))}
            dice[k] = dice[k].at(tilt=float(rng.uniform(5, 40)), smear=smear, **up)
        dice[flying:] = [die for die in dice[flying:] if clear(die, dice[:flying], 2.2)]
    tags = [kind, *([lamp] if lamp in ("hardlight", "dim", "warm") else [])]
    tags += ["clutter"] if kind == "empty" and things else []
    light = replace(LIGHTS.get(lamp, LIGHTS["ceiling"]), name=lamp)
    hand = replace(scene.hand, over=float(rng.uniform(20, 60)), fist=bool(rng.random() < 0.3)) if scene.hand else None
    defocus = float(rng.uniform(0.55, 0.85 if rng.random() < 0.7 else 1.28))
    scene = scene.with_(camera=camera(rng, box), light=light, defocus=defocus)
    if hand is not None and rng.random() < 0.7:
        dice = by_the_arm(dice, hand, mat, rng)
    return scene.with_(dice=tuple(dice), things=things, hand=hand), tuple(tags)


# --- files -------------------------------------------------------------------------------------------------------


def picture(scene, mat, kind, tags, name, rng, manner):
    """The frame and its labels."""
    tracer = Tracer(scene, mat, rng, manner)
    truth = labels(scene.with_(hand=None), mat, kind, tags, name)
    for die, label in zip(scene.dice, truth["dice"], strict=True):
        label["visible"] = round(tracer.visible(die), 3)
    return exposed(linear_picture(tracer, scene), scene, rng), truth


def save(path, frame, rng, between):
    quality = int(rng.integers(between[0], between[1] + 1))
    cv2.imwrite(str(path), frame, [cv2.IMWRITE_JPEG_QUALITY, quality])


def write_json(path, value):
    draft = path.with_suffix(".part")
    draft.write_text(json.dumps(value, indent=1), encoding="utf-8")
    draft.rename(path)


def write_set(folder, box, scenes, mat, late, crowd=0, kinds=SCENES, lamps=LAMPS):
    """Teaching photos, then scenes up to that number; what is there already stays. False when it got too late."""
    kind, body, seed = box.kind, box.body, box.seed
    rng = np.random.default_rng(seed)
    corner, style, alpha = float(rng.uniform(0.06, 0.15)), seed % 4, float(0.06 * 5 ** rng.random())
    corner, alpha = box.corner or corner, box.gloss or alpha
    for colours, true in PAINTS:  # no two boxes are the same
        colours.update({name: near(colour, rng, 0.1) for name, colour in true.items()})
    printed.cache_clear()
    art.cache_clear()
    manner = Manner(style, alpha, BODIES[body or "red"][::-1], frozenset(box.ways), seed)
    like = (box.edge,) if kind == "duel" else (body, box.edge)
    drawn = SETS[kind](*like) if seed < OWN else foreign(kind, seed, body or "red", box.edge)
    cubes = tuple(replace(cube, corner=corner) for cube in drawn)
    home = folder / box.name
    (home / "enrol").mkdir(parents=True, exist_ok=True)
    (home / "scenes").mkdir(exist_ok=True)
    if not (home / "enrol" / "labels.json").exists():
        photos = []
        for number, (name, shown) in enumerate(_teaching(kind, cubes)):
            if late():
                return False
            rng = np.random.default_rng([seed, 9, number])
            placed = []
            for cube, up in shown:
                x, y = free_spot(placed, cube.edge * 1.2, mat.zones["track"], rng)
                placed.append(Placed(cube, up, x, y, float(rng.uniform(0, 360))))
            defocus = float(rng.uniform(0.55, 0.8))
            scene = Scene(tuple(placed), light=LIGHTS["enrol"], camera=camera(rng, box), defocus=defocus)
            frame, truth = picture(scene, mat, kind, ("enrol",), f"{name}.jpg", rng, manner)
            save(home / "enrol" / f"{name}.jpg", frame, rng, box.quality)
            photos.append(truth)
        write_json(home / "enrol" / "labels.json", photos)
    for number in range(scenes):
        if late():
            return False
        if (home / "scenes" / f"{number:03}.json").exists():
            continue
        rng = np.random.default_rng([seed, 1, number])
        what, lamp = kinds[(number + 3 * seed) % len(kinds)], lamps[(number + seed) % len(lamps)]
        scene, tags = plan(what, lamp, cubes * max(1, -(-crowd // len(cubes))), mat, rng, box)
        frame, truth = picture(scene, mat, kind, tags, f"{number:03}.jpg", rng, manner)
        save(home / "scenes" / f"{number:03}.jpg", frame, rng, box.quality)
        write_json(home / "scenes" / f"{number:03}.json", truth)
    return True


def write_split(folder: Path, split: recipe.Split, file: Path = recipe.FILE) -> None:
    """All sets of a split."""
    dr.set_thread_count(1)
    mat = load(OWN_MAT)
    for box in recipe.boxes(split, file):
        crowd, scenes = recipe.crowd(split, file), recipe.scenes(split, file)
        write_set(folder, box, scenes, mat, lambda: False, crowd, lamps=MORE_LAMPS)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--split", choices=recipe.SPLITS, help="the sets of the recipe, and as many scenes")
    parser.add_argument("--sets", nargs="+", default=[], help="or KIND:BODY:EDGE:SEED, body empty for duel")
    parser.add_argument("--scenes", type=int, nargs="+", help="scenes per set, one round after the other (12)")
    parser.add_argument("--until", default="", help="HH:MM after which nothing is started")
    parser.add_argument("--width", type=int, default=WIDTH, help="800 is all that the nets see, and much quicker")
    parser.add_argument("--crowd", type=int, default=0, help="up to so many dice in a picture, more than a set has")
    parser.add_argument("--kinds", nargs="+", choices=sorted(set(SCENES)), default=SCENES, help="of scenes, in turn")
    parser.add_argument("--threads", type=int, default=1)
    args = parser.parse_args()
    dr.set_thread_count(args.threads)
    mat = load(OWN_MAT)
    began = datetime.now().strftime("%H:%M")

    def late():
        now = datetime.now().strftime("%H:%M")
        return bool(args.until) and now >= args.until > began

    boxes = recipe.boxes(args.split) if args.split else []
    # a reduced picture was compressed before
    quality = (86, 92) if args.width == WIDTH else (97, 97)
    boxes += [replace(recipe.from_text(text), width=args.width, quality=quality) for text in args.sets]
    rounds = args.scenes or ([recipe.scenes(args.split)] if args.split else [12])
    args.folder.mkdir(parents=True, exist_ok=True)
    for scenes in rounds:
        for box in boxes:
            start = time.time()
            lamps = MORE_LAMPS if args.split else LAMPS
            crowd = args.crowd or (recipe.crowd(args.split) if args.split else 0)
            if not write_set(args.folder, box, scenes, mat, late, crowd, args.kinds, lamps):
                return
            with (args.folder / "progress.log").open("a", encoding="utf-8") as log:
                log.write(f"{datetime.now():%H:%M:%S} {box.name} {scenes} scenes, {time.time() - start:.0f} s\n")


if __name__ == "__main__":
    main()
