"""The house's own dice, for the virtual table: taught to the real vision from rendered photos, as a user's dice are
from real ones. `python -m firmware.practice.house_dice` teaches them anew, after vision has changed."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from firmware.eyes.cameras import Image
from rules.say import Trouble
from vision.mat.geometry import Mat
from vision.mat.geometry import load as load_mat
from vision.synth.dice import SETS, Cube, Placed
from vision.synth.render import Renderer, Scene
from vision.taught import profile as profiles
from vision.taught.profile import Profile
from vision.taught.teach import teach

PLACES = ((90.0, 50.0), (170.0, 75.0), (250.0, 50.0), (95.0, 200.0), (175.0, 225.0), (255.0, 190.0))
SHIPPED = Path(__file__).parent / "data"


def cubes_of(kind: str) -> tuple[Cube, ...]:
    return SETS[kind]()


def profile_of(kind: str, mat: Mat) -> Profile:
    """What vision knows of the house's dice: shipped, or taught now where the shipped file does not fit any more."""
    try:
        return profiles.load(SHIPPED / f"house-{kind}.npz")
    except Trouble:
        return taught(kind, mat)


def taught(kind: str, mat: Mat) -> Profile:
    return teach(photos(kind, mat), kind, f"house-{kind}", mat)  # type: ignore[arg-type]


def photos(kind: str, mat: Mat) -> dict[str, Image]:
    """One photo per face with six dice, as the teaching asks for; for the series dice one per symbol, six colours."""
    renderer = Renderer(mat)
    return {
        name: renderer.render(Scene(dice=_laid_out(shown)), seed=place)
        for place, (name, shown) in enumerate(_by_photo(kind).items())
    }


def _by_photo(kind: str) -> dict[str, list[tuple[Cube, int]]]:
    found: dict[str, list[tuple[Cube, int]]] = {}
    for cube in cubes_of(kind):
        seen = set()
        for up, face in enumerate(cube.faces):
            name = f"{cube.body}-{face.name}" if kind == "duel" else face.name
            if name not in seen:
                found.setdefault(name, []).append((cube, up))
            seen.add(name)
    if kind == "twelve":
        return {name: _one_of_each_colour(shown) for name, shown in found.items()}
    return {name: (shown * 6)[:6] for name, shown in found.items()}


def _one_of_each_colour(shown: list[tuple[Cube, int]]) -> list[tuple[Cube, int]]:
    return list({cube.faces[up].colour: (cube, up) for cube, up in shown}.values())


def _laid_out(shown: Sequence[tuple[Cube, int]]) -> tuple[Placed, ...]:
    return tuple(
        Placed(cube, up, x, y, rot=23.0 + 61.0 * place)
        for place, ((cube, up), (x, y)) in enumerate(zip(shown, PLACES, strict=True))
    )


if __name__ == "__main__":
    for each in SETS:
        taught(each, load_mat()).save(SHIPPED / f"house-{each}.npz")
