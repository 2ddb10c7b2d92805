"""Is it a flat die, a die that does not lie flat or cannot be read, or no die at all? A small net weighs the evidence.

What was measured of a candidate (vision.read.Look) becomes a row of numbers that know nothing of the art: how like
the best face it is, how square, how sharp, how well its outline fits. The net (data/judge.npz, a few hundred weights)
learned from rendered dice of made-up art what those numbers mean; see vision/README.md for how to train it again.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from vision.profile import Profile
    from vision.read import Look

Array = NDArray[Any]
WEIGHTS = Path(__file__).parent / "data" / "judge.npz"
FLAT, ODD, NOTHING = range(3)


def evidence(look: Look, profile: Profile, body: int, off: float, apart: float) -> Array:
    """The row of numbers for one candidate: `off` its distance in colour from the taught `body`, `apart` the distance
    to the nearest other candidate over the edge."""
    same = profile.template_body == body
    likes = np.where(same, look.like, -1.0)
    best = int(likes.argmax())
    others = [v for v, f, s in zip(look.like, profile.faces, same, strict=True) if s and f != profile.faces[best]]
    f = look.fit
    luma = float((look.tone - profile.body_tones[body]).mean())
    sx, sy = look.stretch
    sides = np.sort(np.clip(f.sides, 0, 1))
    row: list[Any] = [  # said so, or the type checker weighs every pair of them for minutes
        likes[best],
        likes[best] - profile.own[best],
        likes[best] - max(others, default=0.0),
        profile.ink[best],
        np.log(max(look.ink.amount, 0.02) / max(profile.ink[best], 0.02)),
        f.across - 1,
        f.down - 1,
        abs(f.across - f.down),
        f.askew,
        *sides,
        sides.min() - profile.sharpness,
        abs(sx - 1),
        abs(sy - 1),
        sx + sy - 2,
        min(off, 2.0),
        np.clip(luma, -1.5, 1.5),
        abs(np.clip(luma, -1.5, 1.5)),
        *look.spill,
        *look.lack,
        look.cover,
        look.ring,
        min(apart, 1.5),
    ]
    return np.array(row, np.float64)


@cache
def _weights() -> dict[str, Array]:
    with np.load(WEIGHTS) as stored:
        return {name: stored[name] for name in stored.files}


def chances(rows: Array) -> Array:
    """Chances (n, 3) of a flat die, of a die not flat or not readable, of no die."""
    w = _weights()
    hidden = np.tanh((rows - w["mean"]) / w["scale"] @ w["w1"] + w["b1"])
    score = hidden @ w["w2"] + w["b2"]
    score -= score.max(1, keepdims=True)
    chance = np.exp(score)
    out: Array = chance / chance.sum(1, keepdims=True)
    return out
