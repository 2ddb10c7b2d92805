"""Cheap eyes: things are told from light, at any brightness and for every body."""

from __future__ import annotations

from dataclasses import replace

import pytest

from vision.mat.geometry import load
from vision.synth.camera import above
from vision.synth.dice import BODIES, Placed, pips
from vision.synth.render import Renderer, Scene, Veil
from vision.synth.solid import Hand
from vision.synth.stage import LIGHTS, Light
from vision.time import motion

MAT = load()
RENDERER = Renderer(MAT)
GLOOM = replace(LIGHTS["dim"], exposure=0.14, noise=4.0)
LAMPS = [*LIGHTS.values(), replace(GLOOM, name="gloom")]


def table(light: Light, *dice: Placed, seed: int = 0, **more: object) -> motion.Array:
    scene = Scene(dice, camera=above(size=(960, 540)), light=light).with_(**more)
    return motion.small(RENDERER.render(scene, seed))


@pytest.mark.parametrize("light", LAMPS, ids=lambda light: light.name)
@pytest.mark.parametrize("body", BODIES)
def test_a_die_that_comes_is_a_thing_in_every_light(light: Light, body: str) -> None:
    die = Placed(pips(body, 15)[0], 0, 130, 150, 20)
    before, after = table(light), table(light, die, seed=1)
    assert motion.differs(after, before)
    assert not motion.difference(after, before).is_light


@pytest.mark.parametrize("light", LAMPS, ids=lambda light: light.name)
def test_noise_is_nothing(light: Light) -> None:
    assert motion.difference(table(light, seed=1), table(light, seed=2)).is_light


@pytest.mark.parametrize("share", [0.4, 0.7, 1.3])
def test_a_lamp_turned_up_or_down_is_only_light(share: float) -> None:
    lamp = LIGHTS["ceiling"]
    before, after = table(lamp), table(replace(lamp, exposure=lamp.exposure * share), seed=1)
    assert motion.differs(after, before) and motion.difference(after, before).is_light


def test_the_shadow_of_somebody_leaning_over_is_only_light() -> None:
    lamp = LIGHTS["ceiling"]
    assert motion.difference(table(lamp, veil=Veil(150)), table(lamp, seed=1)).is_light


@pytest.mark.parametrize("skin", ["light", "tan", "dark"])
@pytest.mark.parametrize("light", ["ceiling", "warm", "hardlight", "dim"])
def test_a_hand_is_a_hand_whatever_its_skin_and_sleeve(light: str, skin: str) -> None:
    lamp = LIGHTS[light]
    for sleeve in ("navy", "bare"):
        found = motion.difference(table(lamp, hand=Hand(180, 140, 10, skin, sleeve)), table(lamp, seed=1))
        assert found.is_hand


def test_a_thrown_die_is_no_hand() -> None:
    lamp = LIGHTS["hardlight"]
    found = motion.difference(table(lamp, Placed(pips()[0], 0, 60, 280)), table(lamp, seed=1))
    assert not found.is_hand and not found.is_light
