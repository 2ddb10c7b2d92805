"""Small pictures of ordinary pip dice in any colour on any ground, with labels: what the pip reader learns from.

Nothing here is measured off a photograph. A die is a rounded cube seen from above and a little from one side: a top
face, the sides that lean into view, pips on each, a shadow, edges and glare that catch the light.
"""

from __future__ import annotations

import colorsys
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]
Rng = np.random.Generator

FINE = 2  # drawn this much larger, then scaled down
SHIFT = 4  # fractional bits of cv2's drawing
LAYOUTS: dict[int, tuple[tuple[float, float], ...]] = {
    0: (),  # a cube without pips: no die
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}


@dataclass(frozen=True)
class Truth:
    """A die in a picture: the face on top, the middle of its outline, the edge of its top face."""

    face: int
    x: float
    y: float
    edge: float


@dataclass(frozen=True)
class Make:
    """How one make of dice looks."""

    body: Array  # BGR, 0..1
    vein: Array  # the second colour of a marbled body
    marbled: float
    pip: Array
    roundness: float  # exponent of the superellipse: 3 pebble, 20 sharp
    flat: float  # share of the edge that the flat of the top takes
    radius: float  # of a pip, in edges
    spread: float  # of pips from the middle, in edges
    clear: float  # how far one sees through
    gloss: float


def make(rng: Rng) -> Make:
    body, vein = _colour(rng), _colour(rng)
    for _ in range(20):
        pip = _pip_colour(rng)
        if np.abs(pip - body).max() > rng.uniform(0.14, 0.5):
            break
    else:
        pip = np.full(3, 0.95 if body.mean() < 0.5 else 0.05)
    marbled = float(rng.uniform(0.2, 1.0)) if rng.random() < 0.4 else 0.0
    return Make(
        body, vein if rng.random() < 0.5 else np.clip(body * rng.uniform(0.2, 1.8), 0, 1), marbled, pip,
        float(np.exp(rng.uniform(np.log(3.0), np.log(18)))), float(rng.uniform(0.78, 0.97)),
        float(rng.uniform(0.075, 0.12)), float(rng.uniform(0.215, 0.295)),
        float(rng.uniform(0.1, 0.5)) if rng.random() < 0.25 else 0.0, float(rng.random()),
    )  # fmt: skip


def _colour(rng: Rng) -> Array:
    kind = rng.random()
    if kind < 0.28:  # white, ivory
        return np.clip(np.array([rng.uniform(0.6, 1), 0.9, 0.92]) * rng.uniform(0.85, 1.08), 0, 1)
    if kind < 0.4:  # black, charcoal
        return np.clip(rng.uniform(0.03, 0.22) + rng.normal(0, 0.015, 3), 0, 1)
    saturation = rng.uniform(0.25, 1.0)
    return np.array(colorsys.hsv_to_rgb(rng.random(), saturation, rng.uniform(0.15, 1.0)))[::-1].copy()


def _pip_colour(rng: Rng) -> Array:
    kind = rng.random()
    if kind < 0.4:
        return np.clip(rng.uniform(0.8, 1.0) + rng.normal(0, 0.03, 3), 0, 1)
    if kind < 0.7:
        return np.clip(rng.uniform(0.02, 0.2) + rng.normal(0, 0.02, 3), 0, 1)
    return np.array(colorsys.hsv_to_rgb(rng.random(), rng.uniform(0.5, 1.0), rng.uniform(0.4, 1.0)))[::-1].copy()


@cache
def _noise() -> Array:
    """Smooth fields between 0 and 1, to cut marble, wood and cloth from."""
    rng = np.random.default_rng(5)
    fields = []
    for sigma in (2, 4, 8, 16, 32, 64):
        for stretch in (1, 4):
            field = cv2.GaussianBlur(
                rng.normal(0, 1, (640, 640)).astype(np.float32), (0, 0), sigma, sigmaY=sigma * stretch
            )
            fields.append((field - field.min()) / np.ptp(field))
    return np.stack(fields)


def _field(rng: Rng, h: int, w: int, first: int = 0, last: int = 12) -> Array:
    fields = _noise()
    y, x = int(rng.integers(0, 640 - h)), int(rng.integers(0, 640 - w))
    out = fields[int(rng.integers(first, last)), y : y + h, x : x + w]
    return out if rng.random() < 0.5 else out[:, ::-1]


def _mask(shape: tuple[int, int], polygons: list[Array]) -> Array:
    mask = np.zeros(shape, np.uint8)
    for polygon in polygons:
        cv2.fillConvexPoly(mask, np.rint(polygon * (1 << SHIFT)).astype(np.int32), 255, cv2.LINE_AA, SHIFT)
    return mask.astype(np.float32)[..., None] / 255


def _blend(canvas: Array, colour: Array, mask: Array) -> None:
    canvas += (colour.astype(np.float32) - canvas) * mask


def _square(power: float, size: float) -> Array:
    t = np.linspace(0, 2 * np.pi, 40, endpoint=False)
    c, s = np.cos(t), np.sin(t)
    r = (np.abs(c) ** power + np.abs(s) ** power) ** (-1 / power)
    return np.column_stack([c * r, s * r]) * size / 2


def _disc(middle: Array | tuple[float, float], radius: float) -> Array:
    t = np.linspace(0, 2 * np.pi, 16, endpoint=False)
    return np.column_stack([middle[0] + radius * np.cos(t), middle[1] + radius * np.sin(t)])


def _pips(face: int, kind: Make, rng: Rng) -> list[Array]:
    turned = face in (2, 3, 6) and rng.random() < 0.5
    big = 1.0 if face != 1 or rng.random() < 0.75 else rng.uniform(1.2, 1.9)
    out = []
    for x, y in LAYOUTS[face]:
        if turned:
            x, y = y, -x
        out.append(_disc((x * kind.spread, y * kind.spread), kind.radius * big))
    return out


def draw_die(
    canvas: Array, rng: Rng, kind: Make, face: int, middle: Array, edge: float, lean: Array, light: Array
) -> Truth:
    """A die into a float canvas (BGR, 0..1); face 0 has no pips. `lean`: the top's shift against the foot, in edges."""
    turn = rng.uniform(0, 2 * np.pi)
    rotation = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    reach = int(edge * 1.3) + 4
    x0, y0 = np.maximum(np.floor(middle - reach).astype(int), 0)
    x1, y1 = np.minimum(np.ceil(middle + reach).astype(int), (canvas.shape[1], canvas.shape[0]))
    if x1 - x0 < 4 or y1 - y0 < 4:
        return Truth(face, float(middle[0]), float(middle[1]), edge)
    part = canvas[y0:y1, x0:x1]
    shape = part.shape[:2]
    here = middle - (x0, y0)
    shrink = rng.uniform(0.88, 1.0)

    def at(points: Array, z: float | Array) -> Array:
        """Points of the face plane at height z (0 foot, 1 top), in the part's pixels."""
        out: Array = here + edge * ((points @ rotation.T) * (shrink + (1 - shrink) * z) + lean * (z - 0.5))
        return out

    outline = _square(kind.roundness, 1.0)
    hull = cv2.convexHull(np.concatenate([at(outline, 1.0), at(outline, 0.0)]).astype(np.float32)).reshape(-1, 2)
    _shadow(part, rng, hull, edge, light)
    solid = _mask(shape, [hull])
    body = _body(part, rng, kind, shape)
    _blend(part, np.clip(body * rng.uniform(0.55, 1.0), 0, 1), solid)
    _sides(part, rng, kind, face, at, rotation, lean, light, body)
    flat = _mask(shape, [at(_square(kind.roundness, kind.flat), 1.0)])
    _blend(part, np.clip(body * rng.uniform(0.9, 1.15), 0, 1), flat)
    if kind.clear and face:  # the pips below shine through
        _blend(
            part, kind.pip, _mask(shape, [at(p, 0.1) for p in _pips(7 - face, kind, rng)]) * kind.clear * 0.35 * flat
        )
    _edges(part, rng, kind, at, edge)
    pips = _pips(face, kind, rng)
    _blend(part, kind.pip * rng.uniform(0.8, 1.05), _mask(shape, [at(p, 1.0) for p in pips]) * rng.uniform(0.8, 1.0))
    _hollows(part, rng, kind, at, pips, edge)
    _glare(part, rng, kind, at, pips, flat)
    centre = (hull.min(0) + hull.max(0)) / 2 + (x0, y0)
    return Truth(face, float(centre[0]), float(centre[1]), edge)


def _shadow(part: Array, rng: Rng, hull: Array, edge: float, light: Array) -> None:
    soft = cv2.GaussianBlur(
        _mask(part.shape[:2], [hull - light * edge * rng.uniform(0, 0.25)]), (0, 0), edge * rng.uniform(0.03, 0.15)
    )
    part *= 1 - soft[..., None] * rng.uniform(0.05, 0.6)


def _body(part: Array, rng: Rng, kind: Make, shape: tuple[int, int]) -> Array:
    body: Array = np.broadcast_to(kind.body.astype(np.float32), (*shape, 3))
    if kind.marbled:
        first, last = (4, 8) if rng.random() < 0.7 else (0, 4)  # veins, or speckles
        vein = (
            np.clip((_field(rng, *shape, first, last) - 0.5) * rng.uniform(3, 10) + 0.5, 0, 1)[..., None] * kind.marbled
        )
        body = body + (kind.vein - body) * vein
    ramp = rng.normal(0, 0.12, 2)
    ys, xs = np.mgrid[-1 : 1 : shape[0] * 1j, -1 : 1 : shape[1] * 1j].astype(np.float32)
    body = body * (1 + ramp[0] * xs + ramp[1] * ys)[..., None]
    if kind.clear:
        body = body * (1 - 0.6 * kind.clear) + part * kind.body * 0.6 * kind.clear
    return np.asarray(body, np.float32)


Place = Callable[[Array, float | Array], Array]


def _sides(
    part: Array, rng: Rng, kind: Make, top: int, at: Place, rotation: Array, lean: Array, light: Array, body: Array
) -> None:
    pair = [f for f in range(1, 7) if f not in (top, 7 - top)]
    around = [pair[0], pair[1], 7 - pair[0], 7 - pair[1]] if top else [0, 0, 0, 0]
    r = 0.5 * (kind.flat + 1) / 2
    for i, face in enumerate(around):
        normal = np.array([(1, 0), (0, 1), (-1, 0), (0, -1)][i], float)
        along = np.array([-normal[1], normal[0]])
        outward = rotation @ normal
        if outward @ lean > -0.03:
            continue

        def side(uv: Array, normal: Array = normal, along: Array = along) -> Array:
            return at(normal * 0.5 + along * uv[:, :1], 0.5 + uv[:, 1:])

        quad = side(np.array([(-r, -r), (r, -r), (r, r), (-r, r)]))
        shade = np.clip(0.75 + 0.45 * float(outward @ light) + rng.normal(0, 0.12), 0.3, 1.3)
        _blend(part, np.clip(body * shade, 0, 1), _mask(part.shape[:2], [quad]) * 0.9)
        pips = [side(pip) for pip in _pips(face, kind, rng)]
        _blend(part, kind.pip * np.clip(shade, 0.4, 1.1), _mask(part.shape[:2], pips) * rng.uniform(0.7, 1.0))


def _edges(part: Array, rng: Rng, kind: Make, at: Place, edge: float) -> None:
    """Light caught along the rounded edges of the top."""
    if rng.random() > 0.3 + 0.5 * kind.gloss:
        return
    rim = at(_square(kind.roundness, (kind.flat + 1) / 2), 1.0)
    mask = np.zeros(part.shape[:2], np.uint8)
    points = np.rint(np.roll(rim, int(rng.integers(40)), axis=0) * (1 << SHIFT)).astype(np.int32)
    start = 0
    while start < 40:
        length = int(rng.integers(4, 14))
        cv2.polylines(mask, [points[start : start + length]], False, 255, int(rng.integers(1, 3)), cv2.LINE_AA, SHIFT)
        start += length + int(rng.integers(0, 12))
    tone = np.ones(3) * rng.uniform(0.8, 1.0) if rng.random() < 0.8 else kind.body * 0.4
    _blend(part, tone, mask.astype(np.float32)[..., None] / 255 * rng.uniform(0.2, 0.9))


def _hollows(part: Array, rng: Rng, kind: Make, at: Place, pips: list[Array], edge: float) -> None:
    """Pips are hollows: one wall lies in shade, the rim opposite catches the light, on every pip the same, more or
    less."""
    if not pips or rng.random() > 0.55:
        return
    shape, turn = part.shape[:2], rng.uniform(0, 2 * np.pi)
    way = np.array([np.cos(turn), np.sin(turn)]) * kind.radius
    if rng.random() < 0.6:
        inner = [(p - p.mean(0)) * rng.uniform(0.6, 0.95) + p.mean(0) + way * rng.uniform(0.1, 0.5) for p in pips]
        walls = _mask(shape, [at(p, 1.0) for p in pips]) * (1 - _mask(shape, [at(p, 1.0) for p in inner]))
        dark = kind.pip * rng.uniform(0.1, 0.6) if rng.random() < 0.6 else kind.body * rng.uniform(0.3, 1.0)
        _blend(part, dark, walls * rng.uniform(0.3, 0.95))
    if rng.random() < 0.6:
        rims = np.zeros(shape, np.uint8)
        first, length = int(rng.integers(16)), int(rng.integers(3, 13))
        wide = max(1, round(edge * rng.uniform(0.01, 0.03)))
        for pip in pips:
            if rng.random() < 0.15:
                continue
            some = np.roll(at(pip, 1.0), first + int(rng.integers(-1, 2)), axis=0)[:length]
            cv2.polylines(rims, [np.rint(some * (1 << SHIFT)).astype(np.int32)], False, 255, wide, cv2.LINE_AA, SHIFT)
        white = np.ones(3) * rng.uniform(0.7, 1.0)
        _blend(part, white, rims.astype(np.float32)[..., None] / 255 * rng.uniform(0.15, 0.9))


def _mirrored_room(part: Array, rng: Rng, kind: Make, at: Place, flat: Array) -> None:
    """A round-cornered outline over the face, as a window or a lamp's rim shows in a glossy top."""
    white, shape = np.ones(3) * rng.uniform(0.6, 1.0), part.shape[:2]
    size, where = rng.uniform(0.3, 0.9, 2), rng.normal(0, 0.12, 2)
    points = at(_square(float(np.exp(rng.uniform(0.7, 2.5))), 1.0) * size + where, 1.0)
    first, length = int(rng.integers(40)), int(rng.integers(8, 41))
    line = np.zeros(shape, np.uint8)
    some = np.rint(np.roll(points, first, axis=0)[:length] * (1 << SHIFT)).astype(np.int32)
    cv2.polylines(line, [some], length == 40, 255, int(rng.integers(1, 4)), cv2.LINE_AA, SHIFT)
    _blend(part, white, line.astype(np.float32)[..., None] / 255 * flat * rng.uniform(0.1, 0.7))


def _glare(part: Array, rng: Rng, kind: Make, at: Place, pips: list[Array], flat: Array) -> None:
    white = np.ones(3) * rng.uniform(0.85, 1.0)
    if rng.random() < 0.25 + 0.2 * kind.gloss:
        size, where = rng.uniform(0.08, 0.4), rng.uniform(-0.4, 0.4, 2)
        t = rng.uniform(0, np.pi)
        turn = np.array([[np.cos(t), -np.sin(t)], [np.sin(t), np.cos(t)]])
        blob = _disc((0, 0), size) * (1, rng.uniform(0.2, 1.0)) @ turn + where
        mask = cv2.GaussianBlur(_mask(part.shape[:2], [at(blob, 1.0)]), (0, 0), rng.uniform(0.3, 4.0))[..., None]
        hidden = rng.uniform(0.15, 0.75)
        _blend(part, white, mask * flat * hidden)
    if rng.random() < 0.3 * kind.gloss + 0.1:  # a hollow pip reflects the lamp on one of its walls
        off = rng.normal(0, 0.5 * kind.radius, 2)
        tone = white if rng.random() < 0.7 else kind.body * 0.6
        glints = [(p - p.mean(0)) * rng.uniform(0.3, 0.7) + p.mean(0) + off for p in pips]
        _blend(part, tone, _mask(part.shape[:2], [at(g, 1.0) for g in glints]) * rng.uniform(0.2, 0.9))
    if rng.random() < 0.1 + 0.1 * kind.gloss:
        _mirrored_room(part, rng, kind, at, flat)
    if rng.random() < 0.15:  # a ring of lamplight around the middle
        ring = np.zeros(part.shape[:2], np.uint8)
        r = rng.uniform(0.12, 0.35)
        points = at(_disc(rng.normal(0, 0.06, 2), r), 1.0)
        count = int(rng.integers(6, 17))
        cv2.polylines(
            ring, [np.rint(points[:count] * (1 << SHIFT)).astype(np.int32)], count == 16, 255, 1, cv2.LINE_AA, SHIFT
        )
        _blend(part, white, ring.astype(np.float32)[..., None] / 255 * rng.uniform(0.2, 0.8))


def ground(rng: Rng, size: int) -> Array:
    """A table, a cloth, a tray: what dice lie on."""
    base = _colour(rng) if rng.random() < 0.6 else np.ones(3) * rng.uniform(0.4, 0.95)
    out = np.broadcast_to(base.astype(np.float32), (size, size, 3)).copy()
    for _ in range(int(rng.integers(0, 3))):
        out += ((_field(rng, size, size) - 0.5) * rng.uniform(0, 0.5))[..., None] * rng.uniform(0.5, 1.2, 3)
    for _ in range(int(rng.integers(0, 4)) if rng.random() < 0.6 else 0):
        _clutter(out, rng, size)
    ys, xs = np.mgrid[-1 : 1 : size * 1j, -1 : 1 : size * 1j].astype(np.float32)
    a, b = rng.normal(0, 0.1, 2)
    return np.asarray(np.clip(out * (1 + a * xs + b * ys)[..., None], 0, 1), np.float32)


def _clutter(canvas: Array, rng: Rng, size: int) -> None:
    """Things that are no dice: edges of trays, discs, coins, pencils, cards, print, dots strewn about."""
    what, tone, at = rng.random(), _colour(rng), rng.uniform(0, size, 2)
    if what < 0.3:  # a wall or a bar
        a, wide = rng.uniform(0, np.pi), rng.uniform(0.02, 0.5) * size
        u, v = np.array([np.cos(a), np.sin(a)]) * 2 * size, np.array([-np.sin(a), np.cos(a)]) * wide
        shape = [np.array([at - u, at + u, at + u + v, at - u + v])]
    elif what < 0.55:  # a disc or a coin, as often as not of a die's size
        r = np.exp(rng.uniform(np.log(0.01 if rng.random() < 0.5 else 0.05), np.log(0.2))) * size
        shape = [_disc(at, r)]
        if rng.random() < 0.4:
            _blend(canvas, _colour(rng), _mask((size, size), [_disc(at, r * rng.uniform(1.1, 1.5))]))
    elif what < 0.75:  # a card or a cube without pips
        a, (w, h) = rng.uniform(0, np.pi), np.exp(rng.uniform(np.log(0.05), np.log(0.4), 2)) * size
        u, v = np.array([np.cos(a), np.sin(a)]) * w, np.array([-np.sin(a), np.cos(a)]) * h
        shape = [np.array([at - u - v, at + u - v, at + u + v, at - u + v])]
    elif what < 0.9:  # dots in no order
        r = rng.uniform(0.006, 0.02) * size
        shape = [_disc(at + rng.normal(0, 0.12 * size, 2), r) for _ in range(int(rng.integers(1, 12)))]
    else:  # print
        text = "".join(rng.choice(list("ABCDEFGHKMNRSTUW0123456789.,:"), 6))
        mask = np.zeros((size, size), np.uint8)
        cv2.putText(
            mask,
            text,
            (int(at[0]) - 40, int(at[1])),
            int(rng.integers(0, 8)),
            rng.uniform(0.4, 2),
            255,
            int(rng.integers(1, 4)),
            cv2.LINE_AA,
        )
        _blend(canvas, tone, mask.astype(np.float32)[..., None] / 255)
        return
    _blend(canvas, tone, _mask((size, size), shape))


def camera(canvas: Array, rng: Rng) -> Array:
    """What a camera makes of it: light, tint, blur, few pixels, noise, JPEG."""
    h, w = canvas.shape[:2]
    out = cv2.resize(canvas, (w // FINE, h // FINE), interpolation=cv2.INTER_AREA)
    out = cv2.GaussianBlur(out, (0, 0), rng.uniform(0.25, 1.0))
    if rng.random() < 0.25:  # scaled down and up again, or sharpened
        small = cv2.resize(out, None, fx=0.7, fy=0.7, interpolation=cv2.INTER_AREA)
        out = cv2.resize(small, (w // FINE, h // FINE), interpolation=cv2.INTER_CUBIC)
    elif rng.random() < 0.4:
        out = out + (out - cv2.GaussianBlur(out, (0, 0), 1.0)) * rng.uniform(0.3, 1.5)
    out = np.clip(out, 0, 1) ** rng.uniform(0.7, 1.4) * rng.uniform(0.55, 1.15) * rng.uniform(0.85, 1.1, 3)
    if rng.random() < 0.3:
        grey = out.mean(2, keepdims=True)
        out = grey + (out - grey) * rng.uniform(0.3, 1.2)
    out = out + rng.standard_normal(out.shape, np.float32) * rng.uniform(0.002, 0.03)
    pixels = np.clip(out * 255, 0, 255).astype(np.uint8)
    if rng.random() < 0.7:
        _, coded = cv2.imencode(".jpg", pixels, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(45, 97))])
        pixels = np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR))
    return pixels


def picture(rng: Rng, size: int = 112, edges: tuple[float, float] = (15.0, 48.0)) -> tuple[Array, list[Truth]]:
    """A picture of `size` pixels with none to seven dice in it, and what they show."""
    fine = size * FINE
    canvas = ground(rng, fine)
    common = np.exp(rng.uniform(*np.log(edges))) * FINE
    light = rng.normal(0, 1, 2)
    light /= np.linalg.norm(light) + 1e-6
    lean = rng.normal(0, 0.22, 2)
    lean *= min(1.0, 0.6 / (np.hypot(*lean) + 1e-6))
    count = int(rng.integers(1, 8)) if rng.random() < 0.93 else 0
    one_kind = make(rng) if rng.random() < 0.3 else None
    placed: list[tuple[Array, float]] = []
    truths = []
    for _ in range(count):
        edge = float(np.clip(common * np.exp(rng.normal(0, 0.2)), edges[0] * FINE, edges[1] * FINE))
        for _ in range(12):
            at = rng.uniform(0, fine, 2)
            if placed and rng.random() < 0.6:  # against another
                other, other_edge = placed[int(rng.integers(len(placed)))]
                a = rng.uniform(0, 2 * np.pi)
                at = other + np.array([np.cos(a), np.sin(a)]) * (edge + other_edge) * rng.uniform(0.52, 0.75)
            if all(np.hypot(*(at - p)) > 0.52 * (edge + e) for p, e in placed):
                break
        else:
            continue
        placed.append((at, edge))
        face = int(rng.integers(1, 7)) if rng.random() < 0.93 else 0
        leaning = lean + rng.normal(0, 0.03, 2)
        die = draw_die(canvas, rng, one_kind or make(rng), face, at, edge, leaning, light)
        if face:
            truths.append(die)
    return camera(canvas, rng), [Truth(t.face, t.x / FINE, t.y / FINE, t.edge / FINE) for t in truths]
