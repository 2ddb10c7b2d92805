"""Ordinary pip dice, read without teaching: on any photograph from above, or on the mat.

A small network (vision/data/pips.onnx) says for every fourth pixel how likely a die has its middle there and how large
it is. Each die found is then looked at again, at one size and turned eight ways, by a network that only reads faces
(pips-read.onnx). Both learned from drawn dice alone: see pips_synth, pips_train and README.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from rules.say import Message
from vision.limits import limit
from vision.mat.geometry import Mat
from vision.mat.pose import Lens, Pose, find_pose
from vision.models import checked
from vision.seen import Die, Lying, Reading

Array = NDArray[Any]

FINDER = Path(__file__).parents[1] / "data" / "pips.onnx"
READER = Path(__file__).parents[1] / "data" / "pips-read.onnx"
STRIDE = 4  # pixels between the network's answers
BEST_EDGE = 27.0  # pixels of a top face's edge at which dice are looked for
READ_EDGE = 34.0  # and at which they are read
EDGE_OF_DIE = 0.7  # a top face's edge over the whole die as it shows: sides, round corners
CROP = 64  # pixels of a view to read from
FAINT = limit("pips.faint")
SEEN = limit("pips.seen")
SEEN_ON_MAT = limit("pips.seen_on_mat")
READ_ON_MAT = limit("pips.read_on_mat")
SURE_ON_MAT = limit("pips.sure_on_mat")
SURE_FACE = limit("pips.sure_face")
ZOOMS = (0.9, 1.0, 1.1)  # a die is read at three sizes, because its own is only about known
MAT_DIE = 16.0  # millimetres: dice on the mat measure 14 to 20
MAT_PX = 3.0  # pixels per millimetre of the mat seen from above
LARGEST = 2400  # pixels of a side to look at; beyond it memory and time, not dice


class Spot(NamedTuple):
    """One die in a picture. `face` is None unless the state is flat."""

    face: str | None
    x_px: float
    y_px: float
    confidence: float
    state: Lying
    edge_px: float
    reason: Message | None = None


class _Peak(NamedTuple):
    x: float
    y: float
    edge: float
    heat: float


def read_picture(image: Array, die_px: float | None = None) -> list[Spot]:
    """The pip dice in a BGR picture. `die_px`: about how many pixels a die measures; guessed if not given."""
    return [_judge(peak, faces, SURE_FACE) for peak, faces in _looks(image, die_px) if peak.heat >= SEEN]


def _looks(image: Array, die_px: float | None) -> list[tuple[_Peak, Array]]:
    """Every place where a die may lie, with how likely each face is."""
    if image.ndim != 3 or image.shape[2] != 3 or image.dtype != np.uint8 or min(image.shape[:2]) < 16:
        return []
    scale = BEST_EDGE / (EDGE_OF_DIE * die_px) if die_px else _scale(image)
    peaks = _find(image, scale)
    if peaks:  # the hint may be off: once more at the size they really have
        surest = sorted(peaks, key=lambda p: -p.heat)[: max(1, len(peaks) // 2)]
        better = BEST_EDGE / float(np.median([p.edge for p in surest]))
        if not 0.75 < better / scale < 1.33:
            peaks = _find(image, better)
    return list(zip(peaks, _look_again(image, peaks), strict=True))


def read_mat(frame: Array, mat: Mat, pose: Pose | None = None, lens: Lens | None = None) -> Reading:
    """The pip dice on the mat, without a profile: any make, any body, 14 to 20 millimetres."""
    if frame.ndim != 3 or frame.shape[2] != 3 or frame.dtype != np.uint8 or min(frame.shape[:2]) < 64:
        return Reading(False, False, (), Message("The picture is too small or not a colour picture."))
    pose = pose or find_pose(frame, mat, lens=lens)
    if pose is None:
        return Reading(False, False, (), Message("The mat is not in view: its four corner markers must show."))
    dice = []
    for peak, faces in _looks(_from_above(frame, pose, mat), MAT_DIE / EDGE_OF_DIE * MAT_PX):
        if peak.heat < SEEN_ON_MAT and peak.heat * faces.max() < READ_ON_MAT:
            continue
        spot = _judge(peak, faces, SURE_ON_MAT)
        x, y = (spot.x_px + 0.5) / MAT_PX, (spot.y_px + 0.5) / MAT_PX
        printed = any(mx - 3 < x < mx + mat.marker_size + 3 and my - 3 < y < my + mat.marker_size + 3
                      for mx, my in mat.markers.values())  # fmt: skip
        if not printed and 11 < spot.edge_px / MAT_PX < 24:
            dice.append(
                Die(spot.face, None, None, x, y, mat.zone_of(x, y), spot.state, spot.confidence, reason=spot.reason)
            )
    return Reading(True, False, tuple(dice))


def _from_above(frame: Array, pose: Pose, mat: Mat) -> Array:
    """The mat as if from straight above, at half the height of a die: there the middle of its outline is its place."""
    w, h = int(mat.width * MAT_PX), int(mat.height * MAT_PX)
    xs, ys = np.meshgrid((np.arange(w) + 0.5) / MAT_PX, (np.arange(h) + 0.5) / MAT_PX)
    px = pose.pixels(np.stack([xs, ys], -1), MAT_DIE / 2).astype(np.float32)
    return np.asarray(cv2.remap(frame, px[..., 0].copy(), px[..., 1].copy(), cv2.INTER_LINEAR))


def _judge(peak: _Peak, faces: Array, sure: float) -> Spot:
    best = int(faces.argmax())
    confidence = float(faces[best])
    if confidence < sure:
        why = Message("The pips of this die cannot be counted for sure.")
        return Spot(None, peak.x, peak.y, confidence, "unsure", peak.edge, why)
    return Spot(str(best + 1), peak.x, peak.y, confidence, "flat", peak.edge)


@cache
def _network(file: Path) -> Any:
    return cv2.dnn.readNetFromONNX(str(checked(file)))


def _answers(file: Path, pictures: Array) -> Array:
    """(n, h, w, 3) pictures, sides divisible by 8 -> (n, 8, h/4, w/4): die, six faces, size."""
    network = _network(file)
    blob = np.ascontiguousarray(pictures.transpose(0, 3, 1, 2), np.float32) / 255 - 0.5
    network.setInput(blob)
    return np.asarray(network.forward())


def _find(image: Array, scale: float) -> list[_Peak]:
    """Where dice have their middles."""
    scale = min(scale, LARGEST / max(image.shape[:2]))
    h, w = (max(8, round(v * scale)) for v in image.shape[:2])
    small = cv2.resize(image, (w, h), interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC)
    small = cv2.copyMakeBorder(small, 0, -h % 8, 0, -w % 8, cv2.BORDER_REPLICATE)
    answer = _answers(FINDER, small[None])[0]
    heat = _sigmoid(answer[0])
    top = (heat >= cv2.dilate(heat, np.ones((3, 3), np.uint8))) & (heat > FAINT)
    found: list[_Peak] = []
    ys, xs = np.nonzero(top)
    for i in np.argsort(-heat[ys, xs]):
        y, x = int(ys[i]), int(xs[i])
        edge = float(np.exp(answer[7, y, x])) * 24 / scale
        dx, dy = _refine(heat, x, y)
        px = ((x + dx) * STRIDE + 2) / scale - 0.5, ((y + dy) * STRIDE + 2) / scale - 0.5
        if all(np.hypot(p.x - px[0], p.y - px[1]) > 0.3 * (p.edge + edge) for p in found):
            found.append(_Peak(*px, edge, float(heat[y, x])))
    return found


def _refine(heat: Array, x: int, y: int) -> tuple[float, float]:
    """Where between the cells the peak is."""
    out = []
    for before, after in (
        (heat[y, max(x - 1, 0)], heat[y, min(x + 1, heat.shape[1] - 1)]),
        (heat[max(y - 1, 0), x], heat[min(y + 1, heat.shape[0] - 1), x]),
    ):
        bend = before + after - 2 * heat[y, x]
        out.append(float(np.clip(0.5 * (before - after) / bend, -0.5, 0.5)) if bend < -1e-6 else 0.0)
    return out[0], out[1]


def _look_again(image: Array, peaks: list[_Peak]) -> list[Array]:
    """For each die how likely each face is, over eight turned and mirrored views at three sizes."""
    if not peaks:
        return []
    views = []
    shrink = min(1.0, 1.5 * READ_EDGE / float(np.median([p.edge for p in peaks])))
    if shrink < 1:  # large dice: averaged, not skipped through
        image = cv2.resize(image, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA)
    for peak in peaks:
        x, y = (peak.x + 0.5) * shrink - 0.5, (peak.y + 0.5) * shrink - 0.5
        for zoom in (z * READ_EDGE / (peak.edge * shrink) for z in ZOOMS):
            move = np.array([[zoom, 0, CROP / 2 - 0.5 - zoom * x], [0, zoom, CROP / 2 - 0.5 - zoom * y]])
            crop = cv2.warpAffine(image, move, (CROP, CROP), flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE)
            for mirrored in (crop, crop[:, ::-1]):
                views += [np.rot90(mirrored, k) for k in range(4)]
    answers = _answers(READER, np.stack(views)).reshape(len(peaks), -1, 8, CROP // STRIDE, CROP // STRIDE)
    middle = slice(CROP // STRIDE // 2 - 1, CROP // STRIDE // 2 + 1)
    near = answers[..., middle, middle]
    return [_softmax(logits) for logits in near[:, :, 1:7].mean((1, 3, 4))]


def _scale(image: Array) -> float:
    """The scale at which most dice show at their best size."""
    best, most = 1.0, -1.0
    for die_px in (20, 40, 80, 160, 320):
        scale = BEST_EDGE / (EDGE_OF_DIE * die_px)
        if max(image.shape[:2]) * scale < 3 * BEST_EDGE:
            break
        score = sum(p.heat for p in _find(image, scale) if 0.6 < p.edge * scale / BEST_EDGE < 1.6)
        if score > most:
            best, most = scale, score
    return best


def _sigmoid(x: Array) -> Array:
    return np.asarray(1 / (1 + np.exp(-np.clip(x, -40, 40))))


def _softmax(x: Array) -> Array:
    e = np.exp(x - x.max())
    return np.asarray(e / e.sum())
