"""Is it a flat die, a die that does not lie flat or cannot be read, or no die at all? A small net weighs the evidence.

What was measured of a candidate (vision.dice.look.Look) becomes a row of numbers that know nothing of the art: how like
the best face it is, how much of it shows, what the nets of vision.dice.survey and vision.dice.level say of it and of
what lies beside it. This net (data/judge.npz, small ones in one) learned from rendered dice of made-up art what those
numbers mean; vision/README.md says how to train it.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.dice.level import FLAT, NOTHING, ODD
from vision.dice.look import Look
from vision.dice.table import Table, joined
from vision.limits import limit
from vision.models import checked
from vision.taught.profile import Profile

Array = NDArray[Any]
TOUCHES = limit("judge.touches")
LARGER = limit("judge.larger")
WEIGHTS = Path(__file__).parents[1] / "data" / "judge.npz"


def evidence(looks: list[Look], profile: Profile) -> Table:
    """What is told of each candidate, in the order in which the judge learned it."""
    kin = np.array([look.kin for look in looks])
    like = np.array([look.match.like for look in looks])
    like = np.where(profile.template_body == kin[:, None], like, -1.0)
    best = like.argmax(1)
    others = np.where(profile.face_index != profile.face_index[best][:, None], like, 0.0).max(1)
    like = like[np.arange(len(looks)), best]
    ink = profile.ink[best]
    luma = np.clip(np.array([look.body for look in looks]) - profile.body_tones[kin], -1.5, 1.5).mean(1)
    amount, off, wide, dx, dy, across, down = np.array(
        [(k.amount, k.off, k.at.wide, k.match.dx, k.match.dy, *k.match.stretch) for k in looks]
    ).T
    wide = np.log(wide)
    spot, said = _scores([look.spot for look in looks]), _scores([look.level for look in looks])
    nearest, leaning = _beside(looks, profile.edge_mm)
    return joined({
        "like": like,
        "liker than its own": like - profile.own[best],
        "liker than others": like - np.maximum(others, 0.0),
        "ink as taught": ink,
        "ink for that": np.log(np.maximum(amount, 0.02) / np.maximum(ink, 0.02)),
        "stretched across": np.abs(across - 1),
        "stretched down": np.abs(down - 1),
        "larger symbol": across + down - 2,
        "symbol beside": np.maximum(np.abs(dx), np.abs(dy)),
        "off its body": np.minimum(off, 2.0),
        "wide": wide,
        "brighter": luma,
        "brighter or darker": np.abs(luma),
        "survey flat": spot[:, FLAT], "survey other": spot[:, ODD], "survey no die": spot[:, NOTHING],
        "level flat": said[:, FLAT], "level other": said[:, ODD], "level no die": said[:, NOTHING],
        "a little wide": np.clip(wide, -LARGER, LARGER),
        "nearest": nearest,
        "leaning beside": leaning,
    })  # fmt: skip


def _beside(looks: list[Look], edge: float) -> tuple[Array, Array]:
    """How near the nearest other die is, in edges, and how surely one right beside it does not lie flat: on a die that
    another leans on, the nets see that something leans."""
    x, y, lead = np.array([(look.at.x, look.at.y, look.level[ODD] - look.level[FLAT]) for look in looks]).T
    far = np.hypot(x - x[:, None], y - y[:, None]) / edge
    np.fill_diagonal(far, np.inf)
    leans = np.where(far < TOUCHES, np.clip(lead, -8, 8), -8.0)
    return np.minimum(far.min(1), TOUCHES), leans.max(1)


def _scores(said: list[Array]) -> Array:
    scores = np.array(said)
    return np.asarray(np.clip(scores - scores.mean(1, keepdims=True), -8, 8))


@cache
def _weights() -> dict[str, Array]:
    with np.load(checked(WEIGHTS)) as stored:
        return {name: stored[name].astype(np.float64) for name in stored.files}


def chances(told: Table) -> Array:
    """Chances (n, 3) of a flat die, of a die not flat or not readable, of no die."""
    w = _weights()
    if len(told.columns) != len(w["mean"]):
        raise ValueError(f"the judge learned from {len(w['mean'])} columns and is told {len(told.columns)}")
    hidden = np.tanh((told.rows - w["mean"]) / w["scale"] @ w["w1"] + w["b1"])
    score = hidden @ w["w2"] + w["b2"]
    score -= score.max(1, keepdims=True)
    chance = np.exp(score)
    out: Array = chance / chance.sum(1, keepdims=True)
    return out
