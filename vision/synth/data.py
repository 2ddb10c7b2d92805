"""Whole data sets in the format of the labelled pictures, with art, bodies and light of one's own choosing.

    write(folder, "twelve", foreign("twelve", seed=5, body="cream"), seed=5)

makes folder/twelve/enrol (one photo per face) and folder/twelve/scenes (pictures, labels, tags) for `vigie bench`.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from vision.mat.geometry import Box, Mat
from vision.synth.camera import Camera, above
from vision.synth.dice import Cube, Placed
from vision.synth.render import Renderer, Scene, labels
from vision.synth.roll import free_spot
from vision.synth.solid import SKINS, SLEEVES, Hand
from vision.synth.stage import LIGHTS, TABLES, Light, Thing

TAGS = (
    *("plain", "plain", "touching", "clutter", "cocked", "hand", "dim"),
    *("stacked", "hardlight", "warm", "empty", "blur", "offtrack"),
)
SIZE = (1600, 900)


def write(
    folder: Path,
    kind: str,
    cubes: Sequence[Cube],
    mat: Mat,
    seed: int = 0,
    scenes: int = 26,
    size: tuple[int, int] = SIZE,
) -> Path:
    """Teaching photos and labelled scenes of one set of dice; returns the set's folder."""
    home = folder / kind
    (home / "enrol").mkdir(parents=True, exist_ok=True)
    (home / "scenes").mkdir(exist_ok=True)
    renderer = Renderer(mat)
    rng = np.random.default_rng(seed)
    photos = []
    for name, dice in _teaching(kind, cubes):
        placed = _scattered(dice, mat.zones["track"], rng)
        scene = Scene(placed, light=LIGHTS["enrol"], camera=_camera(rng, size), defocus=0.6)
        photos.append(labels(scene, mat, kind, ("enrol",), f"{name}.jpg"))
        _save(home / "enrol" / f"{name}.jpg", renderer.render(scene, int(rng.integers(1 << 30))))
    (home / "enrol" / "labels.json").write_text(json.dumps(photos, indent=1), encoding="utf-8")
    for number in range(scenes):
        tag = TAGS[number % len(TAGS)]
        scene = random_scene(tag, cubes, mat, rng, size)
        truth = labels(scene, mat, kind, (tag,), f"{number:03}.jpg")
        _save(home / "scenes" / f"{number:03}.jpg", renderer.render(scene, int(rng.integers(1 << 30))))
        (home / "scenes" / f"{number:03}.json").write_text(json.dumps(truth, indent=1), encoding="utf-8")
    return home


def _save(path: Path, frame: Any) -> None:
    cv2.imwrite(str(path), frame, [cv2.IMWRITE_JPEG_QUALITY, 90])


def _teaching(kind: str, cubes: Sequence[Cube]) -> list[tuple[str, list[tuple[Cube, int]]]]:
    """The photos `teach` asks for: their names, and which die shows which face in each."""
    photos: dict[str, list[tuple[Cube, int]]] = {}
    seen: set[tuple[str, str | None]] = set()
    for cube in cubes:
        for up, face in enumerate(cube.faces):
            name = f"{cube.body}-{face.name}" if kind == "duel" else face.name
            alike = photos.setdefault(name, [])
            fresh = (name, face.colour) not in seen if kind == "twelve" else all(c is not cube for c, _ in alike)
            if len(alike) < 6 and fresh:
                alike.append((cube, up))
                seen.add((name, face.colour))
    return list(photos.items())


def _scattered(dice: Sequence[tuple[Cube, int]], zone: Box, rng: np.random.Generator) -> tuple[Placed, ...]:
    placed: list[Placed] = []
    for cube, up in dice:
        x, y = free_spot(placed, cube.edge * 1.2, zone, rng)
        placed.append(Placed(cube, up, x, y, float(rng.uniform(0, 360))))
    return tuple(placed)


def _camera(rng: np.random.Generator, size: tuple[int, int]) -> Camera:
    lean = rng.normal(0, 2.2, 2)
    middle = (210 + float(rng.normal(0, 8)), 148.5 + float(rng.normal(0, 4)))
    height, yaw, k1 = float(rng.uniform(405, 440)), float(rng.normal(0, 1.2)), float(rng.uniform(-0.03, 0.03))
    return above(middle, size, height, float(lean[0]), float(lean[1]), yaw, k1)


def _light(tag: str, rng: np.random.Generator) -> Light:
    name = tag if tag in LIGHTS else str(rng.choice(["ceiling", "window"]))
    light = LIGHTS[name]
    turn = rng.uniform(0, 2 * np.pi)
    x, y, z = light.toward
    flat = float(np.hypot(x, y))
    toward = (flat * float(np.cos(turn)), flat * float(np.sin(turn)), z)
    return replace(light, toward=toward, exposure=light.exposure * float(rng.uniform(0.85, 1.05)))


def random_scene(
    tag: str, cubes: Sequence[Cube], mat: Mat, rng: np.random.Generator, size: tuple[int, int] = SIZE
) -> Scene:
    """A scene of that kind: dice in chance places, mostly on the track, some in the reserve and on the island."""
    count = 0 if tag == "empty" else int(rng.integers(3, len(cubes) + 1))
    chosen = [cubes[i] for i in rng.permutation(len(cubes))[:count]]
    dice: list[Placed] = []
    for cube in chosen:
        zone = mat.zones[rng.choice(["track", "track", "track", "reserve", "island"])]
        x, y = free_spot(dice, cube.edge, zone, rng)
        if _free(dice, x, y, cube.edge):
            dice.append(Placed(cube, int(rng.integers(6)), x, y, float(rng.uniform(0, 360))))
    scene = Scene(
        camera=_camera(rng, size),
        light=_light(tag, rng),
        table=str(rng.choice(TABLES)),
        defocus=float(rng.uniform(1.6, 2.2)) if tag == "blur" else float(rng.uniform(0.5, 1.2)),
    )
    if tag == "touching":
        dice = _touching(dice, rng)
    elif tag == "cocked":
        leaning = [die.at(tilt=float(rng.uniform(12, 35)), lean=float(rng.uniform(0, 360))) for die in dice]
        dice = [tilted if rng.random() < 0.5 else die for die, tilted in zip(dice, leaning, strict=True)]
    elif tag == "stacked" and len(dice) > 1:
        under = dice[0]
        x, y = (under.x + float(rng.normal(0, 2)), under.y + float(rng.normal(0, 2)))
        dice[1] = dice[1].at(x=x, y=y, z=under.cube.edge + dice[1].cube.edge / 2, stacked=True)
    elif tag == "offtrack" and dice:
        dice[0] = dice[0].at(x=float(rng.uniform(-60, -20)), y=float(rng.uniform(40, 250)))
    if tag == "hand":
        skin, sleeve = str(rng.choice(list(SKINS))), str(rng.choice(list(SLEEVES)))
        at = (float(rng.uniform(120, 240)), float(rng.uniform(80, 220)))
        scene = scene.with_(hand=Hand(*at, float(rng.choice([0, 180]) + rng.normal(0, 20)), skin, sleeve))
    if tag == "clutter" or (tag == "empty" and rng.random() < 0.5):
        scene = scene.with_(things=_things(dice, mat, rng))
    return scene.with_(dice=tuple(dice))


def _free(dice: Sequence[Placed], x: float, y: float, edge: float) -> bool:
    return all(np.hypot(x - die.x, y - die.y) > 1.42 * edge for die in dice)


def _touching(dice: list[Placed], rng: np.random.Generator) -> list[Placed]:
    """Every second die is pushed against the one before it, side to side, where there is room."""
    out = list(dice)
    for index in range(1, len(dice), 2):
        die, other = out[index], out[index - 1]
        for quarter in rng.permutation(4):
            turn = np.radians(other.rot + 90 * int(quarter))
            gap = (other.cube.edge + die.cube.edge) / 2 + 0.2
            x, y = other.x + float(gap * np.cos(turn)), other.y + float(gap * np.sin(turn))
            if _free([d for d in out if d is not die and d is not other], x, y, die.cube.edge):
                out[index] = die.at(x=x, y=y, rot=other.rot)
                break
    return out


def _things(dice: Sequence[Placed], mat: Mat, rng: np.random.Generator) -> tuple[Thing, ...]:
    """Coins and pawns beside the dice; a pencil and a card only where no die lies on them."""
    taken = list(dice)
    things = []
    for kind, reach in (("coin", 30.0), ("coin", 30.0), ("pawn", 30.0), ("card", 62.0), ("pencil", 80.0)):
        cube = Cube(0, "white", reach / 1.5, ())
        x, y = free_spot(taken, cube.edge, mat.zones["track"], rng)
        if all(np.hypot(x - die.x, y - die.y) > reach for die in taken):
            things.append(Thing(kind, x, y, float(rng.uniform(0, 180))))
            taken.append(Placed(Cube(0, "white", 16.0, ()), 0, x, y))
    return tuple(things)
