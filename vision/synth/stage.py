"""What lies still in a rendered picture: the light, the table, the mat with its markers and patches, odd things on it.

Colours are worked out in linear light and kept as the camera's 8-bit levels, once with the lamp and once without it,
so that a shadow anywhere is a mixture of two pictures that are already there.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.mat.geometry import Mat
from vision.synth.camera import Camera

Array = NDArray[Any]
Bgr = tuple[float, float, float]


@dataclass(frozen=True)
class Light:
    """One lamp and the light of the room. Gains are linear; `soft` is the lamp's apparent radius in degrees."""

    name: str = "ceiling"
    toward: tuple[float, float, float] = (0.18, -0.25, 0.95)  # from the mat to the lamp, z up
    colour: Bgr = (0.97, 1.0, 1.0)
    room: Bgr = (1.02, 1.0, 0.98)  # colour of the light from everywhere
    ambient: float = 0.5  # its share
    soft: float = 14.0
    exposure: float = 0.92
    slope: tuple[float, float] = (0.0, 0.0)  # how the lamp fades over the mat: share per metre in x and y
    vignette: float = 0.22
    noise: float = 2.2  # levels, one sigma

    def unit(self) -> Array:
        there = np.array(self.toward, float)
        out: Array = there / np.linalg.norm(there)
        return out


LIGHTS = {
    "ceiling": Light(),
    "window": Light("window", (-0.75, -0.35, 0.72), (1.08, 1.02, 0.95), (1.0, 1.0, 1.0), 0.52, 16, 0.95, (-0.7, -0.2)),
    "warm": Light("warm", (0.35, -0.5, 0.85), (0.36, 0.74, 1.12), (0.44, 0.78, 1.05), 0.42, 7, 0.95, (0.4, -0.3)),
    "dim": Light("dim", (-0.3, 0.3, 0.9), (0.86, 0.95, 1.0), (0.95, 1.0, 1.0), 0.55, 12, 0.30, (0.3, 0.0), 0.3, 5.5),
    "hardlight": Light("hardlight", (0.6, -0.55, 0.7), (0.9, 1.0, 1.04), (1.05, 1.0, 0.95), 0.2, 0.7, 1.0, (0.8, -0.5)),
    "enrol": Light("enrol", (-0.2, -0.3, 0.93), (0.95, 1.0, 1.02), (1.0, 1.0, 1.0), 0.55, 15, 0.95),
}


def linear(levels: Array) -> Array:
    share = np.asarray(levels, np.float32) / 255
    return np.where(share <= 0.04045, share / 12.92, ((share + 0.055) / 1.055) ** 2.4).astype(np.float32)


_CURVE_STEPS = 4096
_share = np.linspace(0, 2, _CURVE_STEPS + 1)
# A camera's curve: sRGB with a soft shoulder, so that glare does not clip at an edge.
_share = np.where(_share > 0.8, 0.8 + 0.2 * np.tanh((_share - 0.8) / 0.25), _share)
_CURVE = np.where(_share <= 0.0031308, _share * 12.92, 1.055 * _share ** (1 / 2.4) - 0.055).astype(np.float32) * 255
LINEAR = linear(np.arange(256))


def levels(light: Array) -> Array:
    """Linear light to 8-bit levels, as float32."""
    out: Array = _CURVE[(np.clip(light, 0, 2) * (_CURVE_STEPS / 2)).astype(np.int32)]
    return out


@dataclass(frozen=True, eq=False)
class Print:
    """A printed picture, BGR, and its size in millimetres. It is the same only as itself."""

    pixels: Array
    width: float
    height: float
    rounded: float = 0.0  # millimetres: the corners of a card from a box


@dataclass(frozen=True)
class Thing:
    """Something that lies about: coin, pawn, pencil or card. Not a die, and never to be taken for one."""

    kind: str
    x: float
    y: float
    rot: float = 0.0
    print: Print | None = None  # of a card: what stands on it


@dataclass(frozen=True)
class Stage:
    """Lit, and with the lamp's light gone (BGR levels); `gain` is what dice at each pixel get of both. And seen from
    straight above: what lies there, its shadows, and how fine they are drawn."""

    lit: Array
    shaded: Array
    gain: Array
    flat: Array
    shadow: Array
    per_mm: int


TABLES = ("oak", "walnut", "green", "navy", "stone")
MARGIN = 170.0  # millimetres of table around the mat


def stage(mat: Mat, camera: Camera, light: Light, table: str, things: tuple[Thing, ...], defocus: float) -> Stage:
    """The empty scene as this camera sees it, without cards that have a print. About a fifth of a second: keep it."""
    per_mm = int(np.clip(np.ceil(camera.scale * 1.15), 1, 6))  # whole: the mat's lines fall on the pixels' edges
    flat, shadow = _surface(mat, table, things, light, per_mm)
    spots = camera.ground * np.float32(per_mm) + np.float32(MARGIN * per_mm - 0.5)
    albedo = cv2.remap(flat, spots[..., 0], spots[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
    dark = cv2.remap(shadow, spots[..., 0], spots[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    if defocus > 0.2:
        albedo = cv2.GaussianBlur(albedo, (0, 0), defocus)
    gain = falloff(camera, light, mat)
    return Stage(*_lit(albedo, dark, gain, light), gain, flat, shadow, per_mm)


def _lit(albedo: Array, dark: Array, gain: Array, light: Light) -> tuple[Array, Array]:
    surface = LINEAR[albedo]
    surface *= gain[..., None]
    room = np.array(light.room, np.float32) * light.ambient * light.exposure
    lamp = np.array(light.colour, np.float32) * (1 - light.ambient) * light.exposure
    lamp_here = (1 - dark.astype(np.float32) / 255)[..., None] * lamp
    lit, shaded = levels(surface * (room + lamp_here)), levels(surface * room)
    return lit.astype(np.uint8), shaded.astype(np.uint8)


FINE = 2  # small print is not to be blurred twice
AROUND_MM = 14.0  # of a card that changes with it: its shadow


def with_prints(base: Stage, camera: Camera, light: Light, prints: tuple[Thing, ...], defocus: float) -> Stage:
    """The same scene with cards upon it, the last one uppermost. Only what lies under and around them is drawn anew."""
    lit, shaded = base.lit.copy(), base.shaded.copy()
    per_mm = base.per_mm * FINE
    reach = [np.hypot(each.print.width, each.print.height) / 2 + AROUND_MM for each in prints if each.print]
    for thing, far in zip(prints, reach, strict=True):
        corners = np.array([(thing.x + dx, thing.y + dy, 0.0) for dx in (-far, far) for dy in (-far, far)])
        seen = camera.pixels(corners)
        left, top = np.clip(np.floor(seen.min(axis=0)).astype(int), 0, (camera.width, camera.height))
        right, low = np.clip(np.ceil(seen.max(axis=0)).astype(int), 0, (camera.width, camera.height))
        if left >= right or top >= low:
            continue
        x0, y0 = (max(0, int((at + MARGIN - far) * base.per_mm)) for at in (thing.x, thing.y))
        x1, y1 = (int((at + MARGIN + far) * base.per_mm) for at in (thing.x, thing.y))
        crop, under = base.flat[y0:y1, x0:x1], base.shadow[y0:y1, x0:x1]
        size = crop.shape[1] * FINE, crop.shape[0] * FINE
        flat, shadow = cv2.resize(crop, size, interpolation=cv2.INTER_LINEAR), np.zeros(size[::-1], np.uint8)
        for other, wide in zip(prints, reach, strict=True):
            if np.hypot(other.x - thing.x, other.y - thing.y) < far + wide:
                _lay(
                    flat,
                    shadow,
                    replace(other, x=other.x - x0 / base.per_mm, y=other.y - y0 / base.per_mm),
                    light,
                    per_mm,
                )
        shadow = cv2.max(_soft(shadow, light, per_mm), cv2.resize(under, size, interpolation=cv2.INTER_LINEAR))
        flat = cv2.GaussianBlur(flat, (0, 0), 0.45 * per_mm / camera.scale)  # a pixel sees all that falls on it
        here = slice(top, low), slice(left, right)
        spots = camera.ground[here] * np.float32(per_mm) + np.float32(MARGIN * per_mm - 0.5)
        spots = spots - np.array((x0 * FINE, y0 * FINE), np.float32)
        albedo = cv2.remap(flat, spots[..., 0], spots[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        dark = cv2.remap(shadow, spots[..., 0], spots[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        if defocus > 0.2:
            albedo = cv2.GaussianBlur(albedo, (0, 0), defocus)
        lit[here], shaded[here] = _lit(albedo, dark, base.gain[here], light)
    return replace(base, lit=lit, shaded=shaded)


def falloff(camera: Camera, light: Light, mat: Mat) -> Array:
    """The lamp's slope over the mat and the lens's darker corners, per pixel."""
    x = (np.arange(camera.width) - camera.cx) / camera.f
    y = (np.arange(camera.height) - camera.cy) / camera.f
    r2 = x[None, :] ** 2 + y[:, None] ** 2
    corner = r2.max()
    across, down = (camera.ground[..., axis] - side / 2 for axis, side in enumerate((mat.width, mat.height)))
    slope = 1 + (np.clip(across, -400, 400) * light.slope[0] + np.clip(down, -400, 400) * light.slope[1]) / 1000
    out: Array = (np.clip(slope, 0.3, 1.8) * (1 - light.vignette * r2 / corner)).astype(np.float32)
    return out


def _surface(mat: Mat, table: str, things: tuple[Thing, ...], light: Light, per_mm: int) -> tuple[Array, Array]:
    """Table and mat from above, without perspective (BGR), and the shadows that lie still on them."""
    width, height = (round((side + 2 * MARGIN) * per_mm) for side in (mat.width, mat.height))
    surface = _wood_or_cloth(table, width, height, per_mm).copy()
    shadow = np.zeros((height, width), np.uint8)

    def at(x: float, y: float) -> tuple[int, int]:
        return round((x + MARGIN) * per_mm), round((y + MARGIN) * per_mm)

    def box(x0: float, y0: float, x1: float, y1: float, colour: Any) -> None:
        cv2.rectangle(surface, at(x0, y0), (at(x1, y1)[0] - 1, at(x1, y1)[1] - 1), colour, -1)

    box(0, 0, mat.width, mat.height, mat.base)
    (x0, y0), (x1, y1) = at(0, 0), at(mat.width, mat.height)
    surface[y0:y1, x0:x1] = _felt(mat.base, x1 - x0, y1 - y0)
    line = tuple(int(c * 0.74) for c in mat.base)
    for zone in mat.zones.values():
        if zone.fill is not None:
            box(zone.x0, zone.y0, zone.x1, zone.y1, zone.fill)
        cv2.rectangle(surface, at(zone.x0, zone.y0), at(zone.x1, zone.y1), line, per_mm)
    for patch, level in mat.patches:
        box(patch.x0, patch.y0, patch.x1, patch.y1, (level,) * 3)
    side = round(mat.marker_size * per_mm)
    for marker, (x, y) in mat.markers.items():
        box(x - mat.quiet, y - mat.quiet, x + mat.marker_size + mat.quiet, y + mat.marker_size + mat.quiet, (245,) * 3)
        px, py = at(x, y)
        pattern = cv2.resize(mat.patterns[marker], (side, side), interpolation=cv2.INTER_NEAREST)
        surface[py : py + side, px : px + side] = np.where(pattern > 0, 245, 14).astype(np.uint8)[..., None]
    for thing in things:
        _lay(surface, shadow, thing, light, per_mm)
    return surface, _soft(shadow, light, per_mm) if things else shadow


def _soft(shadow: Array, light: Light, per_mm: int) -> Array:
    return cv2.GaussianBlur(shadow, (0, 0), max(0.5, light.soft / 14 * 1.6) * per_mm)


@lru_cache(maxsize=2)
def _felt(base: tuple[int, int, int], width: int, height: int) -> Array:
    """The mat's weave and its slightly uneven dye."""
    rng = np.random.default_rng(7)
    coarse = rng.normal(0, 2.2, (height // 40 + 2, width // 40 + 2)).astype(np.float32)
    blotch = cv2.resize(coarse, (width, height), interpolation=cv2.INTER_CUBIC)
    weave = cv2.GaussianBlur(rng.standard_normal((height, width), np.float32), (0, 0), 0.8) * 3
    felt: Array = np.clip((weave + blotch)[..., None] + np.array(base, np.float32), 0, 255).astype(np.uint8)
    return felt


@lru_cache(maxsize=4)
def _wood_or_cloth(name: str, width: int, height: int, per_mm: int) -> Array:
    rng = np.random.default_rng(sum(map(ord, name)))
    w, h = round(width / per_mm), round(height / per_mm)  # one sample a millimetre, then enlarged
    flat: Array
    if name in ("oak", "walnut"):
        base, dark = ((120, 168, 206), (66, 108, 150)) if name == "oak" else ((52, 78, 112), (24, 40, 62))
        grain = cv2.GaussianBlur(rng.normal(0, 1, (h, w)).astype(np.float32), (0, 0), sigmaX=34, sigmaY=1.1)
        wide = cv2.GaussianBlur(rng.normal(0, 1, (h, w)).astype(np.float32), (0, 0), sigmaX=70, sigmaY=9)
        share = np.clip(0.5 + 0.9 * grain / grain.std() * 0.28 + wide / wide.std() * 0.2, 0, 1)
        share[np.arange(h) % 110 < 1] = 1.0  # the joints between planks
        flat = np.array(base) * (1 - share[..., None]) + np.array(dark) * share[..., None]
    else:
        base = {"green": (58, 92, 52), "navy": (92, 62, 42), "stone": (178, 190, 200)}[name]
        grit = cv2.GaussianBlur(rng.normal(0, 1, (h, w)).astype(np.float32), (0, 0), 1.0)
        flat = np.array(base) * (1 + 0.09 * (grit / grit.std())[..., None])
    return cv2.resize(np.clip(flat, 0, 255).astype(np.uint8), (width, height), interpolation=cv2.INTER_CUBIC)


def _lay(surface: Array, shadow: Array, thing: Thing, light: Light, per_mm: int) -> None:
    x, y = (thing.x + MARGIN) * per_mm, (thing.y + MARGIN) * per_mm
    lean = light.unit()
    step = -lean[:2] / max(lean[2], 0.3) * per_mm  # pixels of shadow per millimetre of height
    turn = np.radians(thing.rot)
    ahead, across = np.array([np.cos(turn), np.sin(turn)]), np.array([-np.sin(turn), np.cos(turn)])

    def disc(px: float, py: float, mm: float, colour: Any, on: Array = surface, ring: int = -1) -> None:
        cv2.circle(on, (round(px * 16), round(py * 16)), round(mm * per_mm * 16), colour, ring, cv2.LINE_AA, 4)

    def bar(length: float, wide: float, colour: Any, shift: float = 0.0, up: float = 0.0, on: Array = surface) -> None:
        middle = np.array([x, y]) + across * shift * per_mm + step * up
        half = ahead * length / 2 * per_mm
        side = across * wide / 2 * per_mm
        quad = np.array([middle - half - side, middle + half - side, middle + half + side, middle - half + side])
        cv2.fillConvexPoly(on, np.rint(quad * 16).astype(np.int32), colour, cv2.LINE_AA, 4)

    if thing.print is not None:
        bar(thing.print.width, thing.print.height, 130, up=0.6, on=shadow)
        _lay_print(surface, thing.print, x, y, turn, per_mm)
    elif thing.kind == "coin":
        metal = ((40, 78, 150), (150, 160, 165), (60, 150, 190))[round(thing.rot) % 3]
        disc(x + step[0] * 2, y + step[1] * 2, 10.5, 190, shadow)
        disc(x, y, 10.5, tuple(c * 0.8 for c in metal))
        disc(x - per_mm * 0.3, y - per_mm * 0.3, 9.6, metal)
        disc(x, y, 8.2, tuple(c * 0.75 for c in metal), ring=max(1, round(per_mm * 0.5)))
        disc(x, y, 3.6, tuple(min(255, c * 1.25) for c in metal), ring=max(1, round(per_mm * 0.6)))
    elif thing.kind == "pawn":
        for up in np.linspace(0, 24, 12):
            disc(x + step[0] * up, y + step[1] * up, 7 - up * 0.15, 200, shadow)
        for mm, shade in ((8.0, 0.55), (7.0, 0.8), (5.4, 1.0), (4.8, 1.25), (2.0, 1.7)):
            off = (8 - mm) * 0.16 * per_mm
            disc(x - off, y - off, mm, tuple(min(255, c * shade) for c in (50, 60, 170)))
    elif thing.kind == "pencil":
        bar(150, 7, 170, up=3, on=shadow)
        for shift, shade in ((-2.2, 0.9), (0, 1.15), (2.2, 0.6)):
            bar(150, 2.6, tuple(c * shade for c in (30, 140, 200)), shift)
    else:  # a card
        bar(88, 58, 130, up=0.6, on=shadow)
        bar(88, 58, (225, 235, 240))
        bar(80, 50, (120, 90, 60))
        bar(74, 44, (205, 220, 228))
        disc(x, y, 14, (60, 60, 150))
        disc(x, y, 10, (205, 220, 228))


def _lay_print(surface: Array, print_: Print, x: float, y: float, turn: float, per_mm: int) -> None:
    """The print with its middle there; unturned its width lies along x."""
    size = round(print_.width * per_mm), round(print_.height * per_mm)
    small = cv2.resize(print_.pixels, size, interpolation=cv2.INTER_AREA)
    cos, sin = np.cos(turn), np.sin(turn)
    turned = np.array([[cos, -sin], [sin, cos]])
    shift = np.array([x, y]) - turned @ (np.array(size) / 2)
    frame = surface.shape[1], surface.shape[0]
    place = np.column_stack([turned, shift])
    if not print_.rounded:
        cv2.warpAffine(small, place, frame, dst=surface, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_TRANSPARENT)
        return
    reach = int(np.hypot(*size) / 2) + 2
    x0, y0 = max(0, round(x) - reach), max(0, round(y) - reach)
    part = surface[y0 : max(0, round(y) + reach), x0 : max(0, round(x) + reach)]
    if not part.size:
        return
    place[:, 2] -= x0, y0
    card = cv2.warpAffine(small, place, (part.shape[1], part.shape[0]), flags=cv2.INTER_LINEAR)
    shape = _rounded(size, round(print_.rounded * per_mm))
    there = cv2.warpAffine(shape, place, (part.shape[1], part.shape[0]), flags=cv2.INTER_LINEAR)
    share = there[..., None].astype(np.float32) / 255
    part[:] = np.rint(card * share + part * (1 - share)).astype(np.uint8)


def _rounded(size: tuple[int, int], radius: int) -> Array:
    """255 where a card with round corners is."""
    shape = np.zeros((size[1], size[0]), np.uint8)
    cv2.rectangle(shape, (radius, 0), (size[0] - radius - 1, size[1] - 1), 255, -1)
    cv2.rectangle(shape, (0, radius), (size[0] - 1, size[1] - radius - 1), 255, -1)
    for px in (radius, size[0] - radius - 1):
        for py in (radius, size[1] - radius - 1):
            cv2.circle(shape, (px, py), radius, 255, -1, cv2.LINE_AA)
    return shape
