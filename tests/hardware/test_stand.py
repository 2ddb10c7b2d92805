"""The stand and the boxes: the numbers fit the mat, the camera and each other, and OpenSCAD agrees."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest

from firmware.config import SHIPPED, read
from hardware import cameras, parts, stand
from hardware.sheet import Words
from rules.say import Trouble
from tests.hardware.printer import Array
from vision.mat import geometry

MAT = geometry.load()
OPENSCAD = shutil.which("openscad")


def words(sheet: object) -> list[str]:
    return [mark.text for mark in sheet.marks if isinstance(mark, Words)]  # type: ignore[attr-defined]


def test_the_stand_is_made_for_our_mat_and_the_camera_module_3() -> None:
    n = stand.numbers(stand.STAND)
    needed = cameras.height(cameras.CAMERAS[0], MAT)
    assert n["mat_depth"] == MAT.height
    assert needed <= n["lens_height"] <= needed * 1.03
    assert n["reach"] == pytest.approx(MAT.height / 2 + n["mat_gap"] + n["sleeve"] / 2), "over the mat's middle"
    assert n["foot_depth"] / 2 < n["mat_gap"] + n["sleeve"] / 2, "the foot does not lie on the mat"
    assert n["lens_height"] + n["plate"] + n["head_room"] == n["foot_plate"] + n["column_length"]


def test_the_plate_carries_the_hole_pattern_of_the_camera_board() -> None:
    n = stand.numbers(stand.STAND)
    assert (n["camera_hole_x"], n["camera_hole_y"]) == (21, 12.5)
    assert n["lens_window"] + n["boss_width"] < n["camera_hole_x"] < n["plate_width"] - 2 * n["wall"] - n["boss_width"]
    assert n["lens_to_holes"] == 0, "the lens lies between the pair of holes on the cable's side"
    board = (n["camera_hole_y"] + 2, stand.CABLE_EDGE)  # from the lens to the board's far edge and to its cable's
    assert sum(board) == pytest.approx(24, abs=0.2) and max(board) < n["plate_depth"] / 2, "it lies on the plate"


@pytest.mark.parametrize("hole", [24, 28, 30])
def test_the_box_takes_every_usual_button(hole: float) -> None:
    n = stand.numbers(stand.BOX, button_hole=hole)
    assert n["middle_height"] - n["wall"] - n["floor_height"] >= n["button_depth"]
    assert n["box_width"] == n["box_depth"] == hole + 2 * n["rim"]
    assert n["button_pitch"] > hole + 8, "rims of neighbours do not touch"


def test_the_drawings_show_the_numbers_of_the_files() -> None:
    shown = words(stand.stand_drawing(str))
    for name in ("lens_height", "column_length", "arm_length", "camera_hole_x", "camera_hole_y"):
        assert f"{stand.numbers(stand.STAND)[name]:g}" in shown, name
    higher = words(stand.stand_drawing(str, stand.numbers(stand.STAND, lens_height=560)))
    assert "560" in higher and "574" in higher, "the column grows with the camera"
    assert {"70", "46", "61", "30"} <= set(words(stand.box_drawing(str)))


def test_a_file_without_its_numbers_is_refused_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "odd.scad").write_text("x = 1;")
    with pytest.raises(Trouble, match=r"odd\.scad has no line"):
        stand.numbers(tmp_path / "odd.scad")
    (tmp_path / "odd.scad").write_text("x = sin(3);\n// -- end of the numbers")
    with pytest.raises(Trouble, match="not a sum"):
        stand.numbers(tmp_path / "odd.scad")


@pytest.mark.skipif(OPENSCAD is None, reason="openscad is not installed")
@pytest.mark.parametrize("file", [stand.STAND, stand.BOX], ids=lambda file: file.stem)
def test_openscad_where_installed_works_out_the_same_numbers(file: Path, tmp_path: Path) -> None:
    out = tmp_path / "numbers.echo"
    subprocess.run([str(OPENSCAD), "-o", str(out), str(file)], check=True, capture_output=True, timeout=120)
    told = {name: float(value) for name, value in re.findall(r"(\w+) = ([\d.]+)", out.read_text())}
    mine = stand.numbers(file)
    assert len(told) >= 3 and told == {name: pytest.approx(mine[name], rel=1e-4) for name in told}


Solid = tuple[str, Array]  # what OpenSCAD said, and the corners of the triangles
PARTS = {
    "foot": (stand.STAND, {}, ("foot_plate", "grip")),
    "elbow": (stand.STAND, {}, ("grip", "sleeve")),
    "head": (stand.STAND, {}, ("plate", "head_room", "sleeve")),
    "box": (stand.BOX, {}, ("middle_height",)),
    "lid": (stand.BOX, {}, ("floor_height",)),
    "console box": (stand.BOX, {"buttons": 3}, ("middle_height",)),
    "console lid": (stand.BOX, {"buttons": 3}, ("floor_height",)),
}


@pytest.fixture(scope="module")
def solids(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Solid]:
    made = {}
    for name, (file, changed, _) in PARTS.items():
        out = tmp_path_factory.mktemp("solids") / "part.stl"
        options = {"$fn": "12", "part": f'"{name.split()[-1]}"'} | {key: str(number) for key, number in changed.items()}
        words = [word for key, value in options.items() for word in ("-D", f"{key}={value}")]
        line = [str(OPENSCAD), "-o", str(out), *words, str(file)]
        told = subprocess.run(line, check=True, capture_output=True, text=True, timeout=300).stderr
        corners = re.findall(r"vertex (\S+) (\S+) (\S+)", out.read_text())
        made[name] = (told, np.array(corners, float).reshape(-1, 3, 3))
    return made


@pytest.mark.slow
@pytest.mark.skipif(OPENSCAD is None, reason="openscad is not installed")
@pytest.mark.parametrize("name", PARTS)
def test_openscad_where_installed_makes_one_solid_of_the_part(name: str, solids: dict[str, Solid]) -> None:
    (told, corners), (file, changed, tall) = solids[name], PARTS[name]
    assert "Simple:        yes" in told and "WARNING" not in told
    assert re.search(r"Volumes: +2\b", told), "the part and the air around it: nothing hangs loose"
    n = stand.numbers(file, **changed)
    slack = 8 if "box" in name else 1.5  # a box lies on its slanting top
    assert np.ptp(corners[:, :, 2]) == pytest.approx(sum(n[one] for one in tall), abs=slack)


@pytest.mark.slow
@pytest.mark.skipif(OPENSCAD is None, reason="openscad is not installed")
def test_the_filament_on_the_parts_list_is_enough_even_with_little_air_in_the_print(solids: dict[str, Solid]) -> None:
    """Solid, in grams of PLA; printed with a quarter of infill it is a fifth less."""
    weight = {
        name: abs(np.einsum("ij,ij->", c[:, 0], np.cross(c[:, 1], c[:, 2]))) / 6 / 1000 * 1.24
        for name, (_, c) in solids.items()
    }
    boxes = read(SHIPPED).players * (weight.pop("box") + weight.pop("lid"))
    bought = next(part for part in parts.load(read(SHIPPED)) if "Filament" in part.name)
    assert "1 kg" in bought.name
    assert 0.85 * (boxes + sum(weight.values())) < 1000


def test_rods_and_camera_cable_on_the_parts_list_are_long_enough() -> None:
    n = stand.numbers(stand.STAND)
    lengths = {
        part.name: 1000 if "1 m" in part.name else 10 * int(re.findall(r"(\d+) cm", part.name)[-1])
        for part in parts.load(read(SHIPPED))
        if "rod" in part.name or "Camera cable" in part.name
    }
    rod, cable = sorted(lengths, key=lambda name: "cable" in name)
    assert n["column_length"] + n["arm_length"] + 10 < lengths[rod]
    assert n["column_length"] + n["reach"] + 100 < lengths[cable], "along the arm, down the column, and to the Pi"
