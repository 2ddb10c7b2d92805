"""The recipe's sets as the house's own renderer draws them, where there is no path tracer: quicker, less real."""

from __future__ import annotations

from pathlib import Path

from vision.mat.geometry import Mat
from vision.synth import data
from vision.synth.dice import foreign
from vision.training.recipe import Box


def write_set(folder: Path, box: Box, scenes: int, mat: Mat) -> None:
    """Teaching photos and labelled scenes of one set; what is there whole already stays. Of the box only its dice and
    the size of its pictures are drawn: the renderer knows no other camera, lens or mat."""
    home = folder / box.name
    if home.exists():
        return
    draft = folder / f"{box.name}.part"
    cubes = foreign(box.kind, box.seed, box.body or "red", box.edge)
    data.write(draft, box.kind, cubes, mat, box.seed, scenes, (box.width, box.width * 9 // 16)).rename(home)
    draft.rmdir()
