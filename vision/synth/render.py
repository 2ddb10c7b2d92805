"""Rendered frames of the mat with dice: for tests, for the virtual table, and to check vision on art it never saw.

    renderer = Renderer(mat.load())
    scene = Scene(dice=(Placed(corsair()[0], up=0, x=120, y=90, rot=30),))
    frame = renderer.render(scene, seed=1)          # BGR, uint8
    truth = labels(scene, mat, "corsair")           # as in the labelled pictures: face, place, state, visible

What lies still is drawn once and kept; a frame redraws only where something moved, so that a laptop core gives more
than 30 frames a second at 1280x720 while dice roll under a hand.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable, Iterable
from dataclasses import dataclass, field, replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.mat.geometry import Mat
from vision.synth.camera import Camera, above
from vision.synth.dice import Placed
from vision.synth.solid import HAND_HEIGHT, Hand, Piece, Rect, die_piece, hand_piece
from vision.synth.stage import LIGHTS, Light, Stage, Thing, stage, with_prints

Array = NDArray[Any]
NOISE_SPARE = 64
KEPT_STAGES, KEPT_PIECES = 4, 160


@dataclass(frozen=True)
class Veil:
    """A shadow that passes over the table, of somebody leaning over: its middle and width along x, in millimetres."""

    x: float
    width: float = 160.0
    depth: float = 0.45


@dataclass(frozen=True)
class Scene:
    """Everything in front of the camera, as a value."""

    dice: tuple[Placed, ...] = ()
    hand: Hand | None = None
    light: Light = field(default_factory=lambda: LIGHTS["ceiling"])
    camera: Camera = field(default_factory=above)
    table: str = "oak"
    things: tuple[Thing, ...] = ()
    defocus: float = 0.7  # pixels, one sigma
    veil: Veil | None = None

    def with_(self, **changes: Any) -> Scene:
        return replace(self, **changes)


class Renderer:
    """Draws scenes one after the other; the same scene and seed give the same frame, whatever was drawn before."""

    def __init__(self, mat: Mat) -> None:
        self.mat = mat
        self._stages: OrderedDict[Hashable, Stage] = OrderedDict()
        self._pieces: OrderedDict[Hashable, Piece] = OrderedDict()
        self._noise: dict[tuple[float, int, int], tuple[Array, Array]] = {}
        self._still: Array | None = None  # the frame before noise, as `_shown` says
        self._shown: tuple[Hashable, frozenset[Hashable]] = ((), frozenset())

    def render(self, scene: Scene, seed: int = 0) -> Array:
        """One frame, BGR. The seed is that of the camera's noise."""
        setting = (scene.camera, scene.light, scene.table, scene.things, scene.defocus)
        ground = self._stage(setting)
        items: list[Hashable] = [*scene.dice, *([scene.hand] if scene.hand else [])]
        pieces = {item: self._piece(item, scene, setting, ground) for item in items}
        before, there = self._shown
        if self._still is None or before != setting:
            self._still = np.empty(ground.lit.shape, np.uint8)
            dirty = [(0, 0, scene.camera.width, scene.camera.height)]
        else:
            changed = there ^ frozenset(items)
            kept = [self._pieces[(setting, item)] for item in changed if (setting, item) in self._pieces]
            dirty = _merged([rect for piece in kept for rect in (piece.rect, piece.shadow_rect)])
        self._shown = (setting, frozenset(items))
        ordered = sorted(pieces.values(), key=lambda piece: piece.height)
        for rect in dirty:
            _compose(self._still, ground, ordered, rect)
        frame = self._still.copy() if scene.veil is None else _veiled(self._still, scene.veil, scene.camera)
        return self._noisy(frame, scene.light.noise, seed)

    def _stage(self, setting: tuple[Any, ...]) -> Stage:
        if setting not in self._stages:
            camera, light, table, things, defocus = setting
            prints = tuple(thing for thing in things if thing.print is not None)
            if prints:
                others = tuple(thing for thing in things if thing.print is None)
                base = self._stage((camera, light, table, others, defocus))
                self._stages[setting] = with_prints(base, camera, light, prints, defocus)
            else:
                self._stages[setting] = stage(self.mat, *setting)
        self._stages.move_to_end(setting)
        while len(self._stages) > KEPT_STAGES:
            self._stages.popitem(last=False)
        return self._stages[setting]

    def _piece(self, item: Hashable, scene: Scene, setting: Hashable, ground: Stage) -> Piece:
        key = (setting, item)
        if key not in self._pieces:
            if isinstance(item, Placed):
                piece = die_piece(item, scene.camera, scene.light, ground.gain, scene.defocus)
            else:
                assert isinstance(item, Hand)
                piece = hand_piece(item, scene.camera, scene.light, ground.gain, scene.defocus)
            self._pieces[key] = piece
        self._pieces.move_to_end(key)
        while len(self._pieces) > KEPT_PIECES:
            self._pieces.popitem(last=False)
        return self._pieces[key]

    def _noisy(self, frame: Array, sigma: float, seed: int) -> Array:
        """Grain from a sheet drawn once, laid on at a place that the seed chooses."""
        if sigma <= 0:
            return frame
        height, width = frame.shape[:2]
        key = (sigma, height, width)
        if key not in self._noise:
            rng = np.random.default_rng(5)
            grain: Array = rng.standard_normal((height + NOISE_SPARE, width + NOISE_SPARE, 3), np.float32)
            grain = cv2.GaussianBlur(grain, (0, 0), 0.6)
            grain *= sigma / grain.std()
            grain = np.rint(grain)
            self._noise[key] = (np.clip(grain, 0, 255).astype(np.uint8), np.clip(-grain, 0, 255).astype(np.uint8))
        x, y = np.random.default_rng(seed).integers(0, NOISE_SPARE, 2)
        more, less = (sheet[y : y + height, x : x + width] for sheet in self._noise[key])
        cv2.add(frame, more, dst=frame)
        return cv2.subtract(frame, less, dst=frame)


def _merged(rects: list[Rect]) -> list[Rect]:
    """Rectangles that overlap become one."""
    left = [rect for rect in rects if rect[0] < rect[2] and rect[1] < rect[3]]
    out: list[Rect] = []
    while left:
        rect = left.pop()
        touching = [r for r in left if r[0] < rect[2] and rect[0] < r[2] and r[1] < rect[3] and rect[1] < r[3]]
        if not touching:
            out.append(rect)
            continue
        left = [r for r in left if r not in touching]
        every = [rect, *touching]
        x0, y0, x1, y1 = zip(*every, strict=True)
        left.append((min(x0), min(y0), max(x1), max(y1)))
    return out


def _common(rect: Rect, other: Rect) -> tuple[tuple[slice, slice], tuple[slice, slice]] | None:
    """The part two rectangles share, as places in each."""
    x0, y0, x1, y1 = max(rect[0], other[0]), max(rect[1], other[1]), min(rect[2], other[2]), min(rect[3], other[3])
    if x0 >= x1 or y0 >= y1:
        return None
    mine = slice(y0 - rect[1], y1 - rect[1]), slice(x0 - rect[0], x1 - rect[0])
    theirs = slice(y0 - other[1], y1 - other[1]), slice(x0 - other[0], x1 - other[0])
    return mine, theirs


def _compose(still: Array, ground: Stage, pieces: Iterable[Piece], rect: Rect) -> None:
    x0, y0, x1, y1 = rect
    lit, shaded = ground.lit[y0:y1, x0:x1], ground.shaded[y0:y1, x0:x1]
    depth = np.zeros(lit.shape[:2], np.float32)
    under_hand: Array | None = None
    for piece in pieces:
        if both := _common(rect, piece.shadow_rect):
            mine, theirs = both
            np.maximum(depth[mine], piece.shadow[theirs], out=depth[mine])
            if piece.height >= HAND_HEIGHT:
                under_hand = np.zeros_like(depth)
                under_hand[mine] = piece.shadow[theirs]
    np.minimum(depth, 1, out=depth)
    picture = cv2.blendLinear(shaded, lit, depth, 1 - depth)
    room = float(shaded[::8, ::8].mean() / max(1.0, lit[::8, ::8].mean()))  # what is left without the lamp
    for piece in pieces:
        if both := _common(rect, piece.rect):
            mine, theirs = both
            over, cover = piece.colour[theirs], piece.cover[theirs]
            if under_hand is not None and piece.height < HAND_HEIGHT:  # dice in the shadow of the hand
                over = (over * (1 - (1 - room) * under_hand[mine])[..., None]).astype(np.uint8)
            picture[mine] = cv2.blendLinear(over, picture[mine], cover, 1 - cover)
    still[y0:y1, x0:x1] = picture


def _veiled(still: Array, veil: Veil, camera: Camera) -> Array:
    height, width = still.shape[:2]
    middle = float(camera.pixels(np.array([veil.x, camera.position[1], 0]))[0])
    reach = veil.width * camera.scale / 2
    across = np.exp(-(((np.arange(width) - middle) / reach) ** 2) * 1.5)
    keep = np.rint((1 - veil.depth * across) * 255).astype(np.uint8)
    sheet = np.repeat(np.repeat(keep[None, :, None], 3, axis=2), height, axis=0)
    return cv2.multiply(still, sheet, scale=1 / 255)


def labels(scene: Scene, mat: Mat, kind: str, tags: tuple[str, ...] = ("plain",), image: str = "") -> dict[str, Any]:
    """The exact truth of a scene, in the shape of the labelled pictures."""
    camera = scene.camera
    hand = None
    if scene.hand is not None:
        gain = np.ones((camera.height, camera.width), np.float32)
        hand = hand_piece(scene.hand, camera, scene.light, gain, 0.0)
    return {
        "image": image,
        "set": kind,
        "tags": list(tags),
        "light": scene.light.name,
        "defocus_px": scene.defocus,
        "camera": camera.label(),
        "edge_mm": scene.dice[0].cube.edge if scene.dice else 16.0,
        "dice": [_label(die, scene, mat, hand) for die in scene.dice],
    }


def _label(die: Placed, scene: Scene, mat: Mat, hand: Piece | None) -> dict[str, Any]:
    quad = die.top()
    x, y, z = (float(v) for v in die.middle)
    reach = die.cube.edge / 2
    zone = mat.zone_of(x, y)
    lines = [abs(value - line) < reach for box in mat.zones.values() for value, line in _borders(x, y, box, reach)]
    return {
        "die": die.cube.number,
        "face": die.face.name,
        "colour": die.face.colour,
        "body": die.cube.body,
        "x_mm": round(x, 2),
        "y_mm": round(y, 2),
        "z_mm": round(z, 2),
        "rot_deg": round(die.rot % 360, 1),
        "tilt_deg": round(abs(die.tilt), 1),
        "zone": zone,
        "near_line": any(lines),
        "visible": round(_visible(die, quad, scene, hand), 3),
        "state": die.state,
        "top_px": [round(float(v), 1) for v in scene.camera.pixels(quad.mean(axis=0))],
        "quad_px": [[round(float(v), 1) for v in point] for point in scene.camera.pixels(quad)],
    }


def _borders(x: float, y: float, box: Any, reach: float) -> list[tuple[float, float]]:
    near_x = box.x0 - reach < x < box.x1 + reach
    near_y = box.y0 - reach < y < box.y1 + reach
    return [(x, line) for line in (box.x0, box.x1) if near_y] + [(y, line) for line in (box.y0, box.y1) if near_x]


def _visible(die: Placed, quad: Array, scene: Scene, hand: Piece | None) -> float:
    """The share of the top face that nothing hides: a grid of its points, each seen from the camera or not."""
    steps = (np.arange(12) + 0.5) / 12
    u, v = np.meshgrid(steps, steps)
    points = quad[0] + u.reshape(-1, 1) * (quad[1] - quad[0]) + v.reshape(-1, 1) * (quad[3] - quad[0])
    eye = np.array(scene.camera.position)
    seen = np.ones(len(points), bool)
    for other in scene.dice:
        if other is not die:
            start = (points - other.middle) @ other.turn
            way = (eye - points) @ other.turn
            way = np.where(np.abs(way) < 1e-9, 1e-9, way)
            half = other.cube.edge / 2 * 0.98
            ends = np.stack([(-half - start) / way, (half - start) / way])
            near, far = ends.min(axis=0).max(axis=1), ends.max(axis=0).min(axis=1)
            seen &= ~((near < far) & (far > 1e-6))
    px = np.rint(scene.camera.pixels(points)).astype(int)
    inside = ((px >= 0) & (px < (scene.camera.width, scene.camera.height))).all(axis=1)
    seen &= inside
    if hand is not None:
        x0, y0, x1, y1 = hand.rect
        under = (px[:, 0] >= x0) & (px[:, 0] < x1) & (px[:, 1] >= y0) & (px[:, 1] < y1)
        hidden = np.zeros(len(points), bool)
        hidden[under] = hand.cover[px[under, 1] - y0, px[under, 0] - x0] > 0.4
        seen &= ~hidden
    return float(seen.mean())
