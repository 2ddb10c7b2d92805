"""The guide: the doctor really says the lines it promises, every picture and command is there, the copy in the
repository is the one the command writes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import cv2
import pytest

from app.cli import COMMANDS
from app.commands import doctor
from app.commands.hardware import files
from firmware import checks
from firmware.clock import FakeClock
from firmware.config import SHIPPED, read
from firmware.panel.gpio import PracticeFactory
from hardware import guide
from hardware.stand import STAND, numbers
from rules.say import Message
from tests.hardware.printer import Array
from ui.words.language import language
from vision.mat import geometry
from vision.synth.camera import above
from vision.synth.render import Renderer, Scene
from vision.taught import profile as profiles

CONFIG = read(SHIPPED)
MAT = geometry.load()
COPY = Path(guide.__file__).parent / "drawings"


@pytest.fixture(scope="module")
def photo() -> Array:
    """What a Camera Module 3 on our stand sees."""
    camera = above(size=(CONFIG.camera.width, CONFIG.camera.height), height=numbers(STAND)["lens_height"], field=66)
    return Renderer(MAT).render(Scene(camera=camera))


def said_for_real(photo: Array, folder: Path) -> Iterator[Message]:
    """The doctor's own checks, with good hardware as far as it can be had here."""
    yield doctor.display().said
    yield from (check.said for check in checks.settings([], Path("/var/lib/vigie/table.toml")))
    (folder / "throttled").write_text("0\n")
    yield checks.power(True, folder / "throttled").said
    yield checks.gpio(type("LGPIOFactory", (), {})(), None, True).said
    yield from (check.said for check in checks.buttons_and_lamps(CONFIG, PracticeFactory(FakeClock()), FakeClock()))
    cv2.imwrite(str(folder / "table.png"), photo)
    check, image = checks.camera(replace(CONFIG.camera, kind="folder", path=str(folder)), True)
    assert image is not None
    yield check.said
    check, mat, pose = checks.mat_in_view("", image)
    assert mat is not None and pose is not None
    yield check.said
    yield checks.light(image, mat, pose).said
    profiles.path_of("corsairs").parent.mkdir()
    profiles.path_of("corsairs").touch()
    yield from (check.said for check in checks.dice(CONFIG))


def test_the_doctor_says_every_line_of_the_guide(photo: Array, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VIGIE_DATA", str(tmp_path))
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    really = {said.template: said for said in said_for_real(photo, tmp_path)}
    promised = [line for step in guide.steps(CONFIG) for line in step.doctor]
    assert len(promised) == 9
    for line in promised:
        assert line.template in really, f"the doctor never says '{line.template}'"
    alike = [line for line in promised if line.template.split()[0] not in ("pygame", "the")]
    assert [str(really[line.template]) for line in alike] == [str(line) for line in alike]
    per_mm = next(float(line.values["px"]) for line in promised if "px" in line.values)
    assert per_mm == pytest.approx(
        float(really["the mat is in view, {px} pixels per millimetre"].values["px"]), abs=0.11
    )


def test_each_step_that_can_be_checked_is() -> None:
    unchecked = [str(step.title) for step in guide.steps(CONFIG) if not step.doctor]
    assert unchecked == ["Print and order", "The first game"]


def test_every_step_has_a_picture_and_all_of_it_is_french_in_french() -> None:
    assert [str(step.title) for step in guide.steps(CONFIG) if not step.pictures] == []
    english, french = (guide.markdown(CONFIG, language(code).say) for code in ("en", "fr"))
    both = {line for line in english.splitlines() if len(line) > 20} & set(french.splitlines())
    assert all(line.startswith("$ ") for line in both), both


def test_pictures_and_commands_of_the_guide_exist() -> None:
    made = {name for name, _ in files(CONFIG, language("en"))}
    for step in guide.steps(CONFIG):
        assert set(step.pictures) <= made
        for command in step.commands:
            words = command.removeprefix("sudo ").removeprefix("./").split()
            assert words[0] == "vigie" and words[1] in COMMANDS, command


@pytest.mark.parametrize("name", ["ASSEMBLY.md", "wiring.md", "wiring.svg", "circuits.svg", "parts.md", "cameras.md",
                                  "stand.svg", "button_box.svg", "table.svg", "board.svg", "sockets.svg",
                                  "light.svg"])  # fmt: skip
def test_the_copy_in_the_repository_is_fresh(name: str) -> None:
    make = dict(files(CONFIG, language("en")))[name]
    assert (COPY / name).read_text(encoding="utf-8") == make(), "run: ./vigie hardware hardware/drawings"
