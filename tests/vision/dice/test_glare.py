"""A lamp mirrored in the top of a die: what is left of its symbol is brought out, and its rim tells its body."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from tests.vision.pictures import taught
from vision.dice import glare
from vision.dice.look import Look, Shown, shown
from vision.dice.symbols import VIEW, Match, Moulds, compare, ink_of
from vision.picture.views import Square
from vision.read import SURE_COLOUR

RED = np.array([-1.0, -1.0, 0.3], np.float32)
INK = 1.0
SHAPES = (
    np.array([[10, 5], [14, 10], [12, 10], [12, 15], [8, 15], [8, 10], [6, 10]]),
    np.array([[6, 6], [14, 6], [14, 9], [9, 9], [9, 15], [6, 15]]),
)


def top(shape: NDArray[Any] | None, lamp: float, seed: int = 0) -> NDArray[Any]:
    """Tones of a red top with a pale symbol; all but its rounded rim mirrors the lamp, more on one side."""
    view = np.full((VIEW, VIEW, 3), RED)
    if shape is not None:
        cv2.fillPoly(view, [shape], [INK] * 3)
    light = np.exp(view)
    slope = 1 + 0.3 * np.linspace(-1, 1, VIEW)[None, :, None]
    light[1:-1, 1:-1] += (lamp * slope * np.ones((VIEW, VIEW, 1)))[1:-1, 1:-1]
    grain = np.random.default_rng(seed).normal(0, 0.01, view.shape)
    return np.asarray(np.log(light) + grain, np.float32)


TAUGHT = ink_of(np.stack([top(shape, 0.0).transpose(2, 0, 1) for shape in SHAPES], 1))
MOULDS = Moulds(TAUGHT.features * glare.INNER, TAUGHT.amount)


def likeness(view: NDArray[Any]) -> NDArray[Any]:
    features = ink_of(glare.lifted(view.transpose(2, 0, 1)[:, None])).features * glare.INNER
    return compare(features, np.ones(1), MOULDS)[0].like


def test_a_symbol_under_the_mirrored_lamp_is_brought_out() -> None:
    for which, shape in enumerate(SHAPES):
        like = likeness(top(shape, lamp=4.0))
        assert like.argmax() == which
        assert like[which] > glare.BROUGHT_OUT
        assert like[1 - which] < glare.BROUGHT_OUT


def test_under_the_lamp_nothing_is_made_of_nothing() -> None:
    assert max(likeness(top(None, lamp=4.0, seed=seed)).max() for seed in range(5)) < glare.BROUGHT_OUT


def test_the_rim_keeps_the_colour_of_the_body() -> None:
    view = top(SHAPES[0], lamp=4.0)
    middle = np.median(view.reshape(-1, 3), axis=0)
    assert np.abs(middle - RED).max() > 1.0
    assert np.abs(glare.rims(view.transpose(2, 0, 1)[:, None])[0] - RED).max() < 0.1


def black_skull(lamp: float) -> Shown:
    """A die of the taught series; the lamp adds so much to its body and its ink alike."""
    dice = taught("twelve")
    like = np.array([float(face == "skull") for face in dice.faces])
    ink, body = dice.colour_tones[0, dice.colours.index("black")], dice.body_tones[0]
    seen, paper = np.log(np.exp(ink) + lamp), np.log(np.exp(body) + lamp)
    at, nothing = Square(100.0, 100.0, 0.0), np.zeros(3)
    look = Look(at, Match(like, int(like.argmax()), 0, 0.0, 0.0, (1.0, 1.0)), 1.0, paper, 0, 0.0, nothing, nothing)
    return shown([replace(look, hue=seen - paper)], dice)[0]


def test_the_colour_of_ink_that_is_all_but_drowned_is_not_believed() -> None:
    assert (black_skull(lamp=0.0).colour, black_skull(lamp=0.0).sure > 0.95) == ("black", True)
    assert black_skull(lamp=20.0).sure < SURE_COLOUR
