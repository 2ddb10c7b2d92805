"""What stands or moves over the mat: dice, each pixel's ray traced to a cube with rounded edges, and a hand.

A piece is drawn once for its pose and kept: its colours, its coverage, and the shadow it throws on the mat.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.synth.camera import Camera
from vision.synth.dice import Placed
from vision.synth.printed import sheet
from vision.synth.stage import LINEAR, Light, levels, linear

Array = NDArray[Any]
Rect = tuple[int, int, int, int]  # x0, y0, x1, y1
SMEAR_STEPS = 4
LAMP_SPOTS = np.array([[0, 0], [0.9, 0], [-0.45, 0.78], [-0.45, -0.78], [0.5, 0.5], [-0.55, 0.1], [0.3, -0.7]])


@dataclass(frozen=True)
class Piece:
    """Where it shows, its colours and coverage (0..1); where its shadow lies and how deep it is (0..1)."""

    rect: Rect
    colour: Array
    cover: Array
    shadow_rect: Rect
    shadow: Array
    height: float  # of its top: higher ones are drawn later


def _clip(points: Array, margin: float, camera: Camera) -> Rect:
    low = np.floor(points.min(axis=0) - margin).astype(int)
    high = np.ceil(points.max(axis=0) + margin).astype(int) + 1
    x0, y0 = np.clip(low, 0, (camera.width, camera.height))
    x1, y1 = np.clip(high, 0, (camera.width, camera.height))
    return int(x0), int(y0), int(x1), int(y1)


def _poses(die: Placed) -> list[Placed]:
    if not any(die.smear):
        return [die]
    dx, dy, spin = die.smear
    travel = np.hypot(dx, dy) + np.radians(abs(spin)) * die.cube.edge / 2
    parts = np.linspace(-0.5, 0.5, int(np.clip(1 + travel / 3, 2, SMEAR_STEPS)))
    return [die.at(x=die.x + dx * s, y=die.y + dy * s, tilt=die.tilt + spin * s, smear=(0.0, 0.0, 0.0)) for s in parts]


def die_piece(die: Placed, camera: Camera, light: Light, gain: Array, defocus: float) -> Piece:
    poses = _poses(die)
    corners = np.concatenate([pose.corners() for pose in poses])
    margin = 2 + 3 * defocus
    rect = x0, y0, x1, y1 = _clip(camera.pixels(corners), margin, camera)
    if x1 <= x0 or y1 <= y0:
        nothing = np.zeros((0, 0), np.float32)
        return Piece((0, 0, 0, 0), np.zeros((0, 0, 3), np.uint8), nothing, (0, 0, 0, 0), nothing, 0.0)
    colour: Array = np.zeros((y1 - y0, x1 - x0, 3), np.float32)
    cover: Array = np.zeros((y1 - y0, x1 - x0), np.float32)
    for pose in poses:
        px0, py0, px1, py1 = part = _clip(camera.pixels(pose.corners()), margin, camera)
        if px1 > px0 and py1 > py0:
            one, share = _traced(pose, camera, light, part)
            here = slice(py0 - y0, py1 - y0), slice(px0 - x0, px1 - x0)
            colour[here] += levels(one * gain[py0:py1, px0:px1, None]) * share[..., None]
            cover[here] += share
    if defocus > 0.2:
        colour = cv2.GaussianBlur(colour, (0, 0), defocus)
        cover = cv2.GaussianBlur(cover, (0, 0), defocus)
    colour /= np.maximum(cover, 1e-3)[..., None]
    shadow_rect, shadow = _shadow(poses, camera, light, defocus)
    shown = np.clip(colour, 0, 255).astype(np.uint8)
    return Piece(rect, shown, cover / len(poses), shadow_rect, shadow, float(corners[:, 2].max()))


def _traced(die: Placed, camera: Camera, light: Light, rect: Rect) -> tuple[Array, Array]:
    """Linear colour and coverage of a die in a part of the picture. Vectors stand in columns: it is faster so."""
    x0, y0, x1, y1 = rect
    edge = die.cube.edge
    half, radius = np.float32(edge / 2), np.float32(edge * die.cube.corner)
    turn = die.turn.astype(np.float32)
    eye = ((np.array(camera.position) - die.middle) @ die.turn).astype(np.float32)[:, None]
    rays = turn.T @ camera.rays[y0:y1, x0:x1].reshape(-1, 3).T
    pixel = np.float32(np.linalg.norm(np.array(camera.position) - die.middle) / camera.f)  # its width there, in mm
    inverse = 1 / np.where(np.abs(rays) < 1e-6, np.float32(1e-6), rays)
    one, two = (-half - pixel - eye) * inverse, (half + pixel - eye) * inverse
    enter, leave = np.minimum(one, two), np.maximum(one, two)
    near = np.maximum(np.maximum(enter[0], enter[1]), enter[2])
    far = np.minimum(np.minimum(leave[0], leave[1]), leave[2])
    hits = np.flatnonzero(near < far)
    total = (y1 - y0) * (x1 - x0)
    colour, cover = np.zeros((total, 3), np.float32), np.zeros(total, np.float32)
    if hits.size:
        rays = rays[:, hits]
        spot = eye + rays * near[hits]
        least = np.full(hits.size, 1e9, np.float32)
        for _ in range(5):  # each step goes as far as is certainly free
            beyond = np.abs(spot) - (half - radius)
            out = np.maximum(beyond, 0)
            inside = np.minimum(np.maximum(np.maximum(beyond[0], beyond[1]), beyond[2]), 0)
            away = np.sqrt(out[0] ** 2 + out[1] ** 2 + out[2] ** 2) + inside - radius
            np.minimum(least, away, out=least)
            spot += rays * away
        cover[hits] = np.clip(0.5 - (least - np.float32(0.02)) / pixel, 0, 1)
        colour[hits] = _shaded(die, spot, rays, turn, light, float(pixel))
    return colour.reshape(y1 - y0, x1 - x0, 3), cover.reshape(y1 - y0, x1 - x0)


# For the side along each axis and sign: its place in SIDES, and the axes that run right and down over it.
_SIDE = np.array([[3, 1], [4, 2], [5, 0]])
_RIGHT = np.array([0, 1, 2, 2, 0, 1])
_DOWN = np.array([1, 2, 0, 1, 2, 0])


def _shaded(die: Placed, spot: Array, rays: Array, turn: Array, light: Light, pixel: float) -> Array:
    """The light that comes from each spot (in columns) of the die's surface."""
    half, radius = die.cube.edge / 2, die.cube.edge * die.cube.corner
    normal = spot - np.clip(spot, np.float32(radius - half), np.float32(half - radius))
    normal /= np.maximum(np.sqrt(normal[0] ** 2 + normal[1] ** 2 + normal[2] ** 2), np.float32(1e-6))
    size = np.abs(normal)
    axis = np.where(size[0] > size[1], np.where(size[0] > size[2], 0, 2), np.where(size[1] > size[2], 1, 2))
    each = np.arange(spot.shape[1])
    side = _SIDE[axis, (normal[axis, each] > 0).astype(int)]
    texels = int(np.clip(2 ** np.ceil(np.log2(2 * half / pixel)), 32, 192))
    u = np.clip((spot[_RIGHT[side], each] / half + 1) / 2 * texels - 0.5, 0, texels - 1) + side * texels
    v = np.clip((spot[_DOWN[side], each] / half + 1) / 2 * texels - 0.5, 0, texels - 1)
    at = u.astype(np.float32)[:, None], v.astype(np.float32)[:, None]
    surface = LINEAR[cv2.remap(sheet(die.cube, texels), *at, cv2.INTER_LINEAR).reshape(-1, 3)]

    out = turn @ normal
    lamp = light.unit().astype(np.float32)
    facing = np.maximum(lamp @ out, 0) / lamp[2]
    up = out[2]
    above = turn[2] @ spot + np.float32(die.middle[2])
    corner = 0.72 + 0.28 * np.clip(above / (2 * half), 0, 1)  # little light of the room reaches the foot of a die
    room = np.float32(light.ambient) * (0.62 + 0.38 * up) * np.where(up > 0.9, np.float32(1), corner)
    direct = (1 - light.ambient) * facing
    bounce = 0.10 * np.clip(1 - up, 0, 1)
    between = lamp[:, None] - turn @ rays
    between /= np.sqrt(between[0] ** 2 + between[1] ** 2 + between[2] ** 2)
    glance = np.maximum((out * between).sum(axis=0), 0) ** 60 * (0.20 * (1 - light.ambient) / (1 + light.soft / 8))
    colours = np.array([light.room, light.colour, (0.45, 0.55, 0.4)], np.float32)  # the mat throws its green back
    if die.mirrors:  # brighter towards one side, and not on the rounded rim
        flat = np.clip((up - 0.96) / 0.04, 0, 1) * (above > half)
        glance = glance + die.mirrors * flat * (1 + 0.25 * (turn[0] @ spot) / np.float32(half))
    lit = surface * (np.column_stack([room, direct, bounce]) @ colours) + glance[:, None] * colours[1]
    result: Array = (lit * light.exposure).astype(np.float32)
    return result


def _shadow(poses: list[Placed], camera: Camera, light: Light, defocus: float) -> tuple[Rect, Array]:
    """The lamp is a disc: one polygon for each of a few spots of it, so that the shadow is sharp at the die's foot."""
    lamp = light.unit()
    side = np.cross(lamp, (0, 0, 1.0))
    side = side / (np.linalg.norm(side) or 1)
    over = np.cross(lamp, side)
    reach = np.tan(np.radians(light.soft))
    spots = LAMP_SPOTS if light.soft > 2 else LAMP_SPOTS[:1]
    hulls = []
    for pose in poses[:: max(1, len(poses) - 1)]:
        corners = pose.corners()
        for a, b in spots if len(poses) == 1 else spots[:2]:
            way = lamp + reach * (a * side + b * over)
            way = way / max(way[2], 0.25)
            ground = corners - way * corners[:, 2:]
            hulls.append(camera.pixels(ground))
    soft = 0.6 + defocus + camera.scale * light.soft * 0.05
    foot = camera.pixels(poses[0].corners() * (1, 1, 0))
    rect = _clip(np.concatenate([*hulls, foot]), 2 + 3 * soft, camera)
    x0, y0, x1, y1 = rect
    if x1 <= x0 or y1 <= y0:
        return (0, 0, 0, 0), np.zeros((0, 0), np.float32)
    depth: Array = np.zeros((y1 - y0, x1 - x0), np.float32)
    for hull in hulls:
        one = np.zeros(depth.shape, np.uint8)
        ring = cv2.convexHull(((hull - (x0, y0)) * 16).astype(np.int32))
        cv2.fillConvexPoly(one, ring, 255, cv2.LINE_AA, 4)
        depth += one
    depth = cv2.GaussianBlur(depth / (255 * len(hulls)), (0, 0), soft)
    contact = np.zeros(depth.shape, np.uint8)  # the room's light is kept from the foot of the die as well
    cv2.fillConvexPoly(contact, cv2.convexHull(((foot - (x0, y0)) * 16).astype(np.int32)), 255, cv2.LINE_AA, 4)
    low = float(np.clip(1.4 - min(p.corners()[:, 2].min() for p in poses) / 8, 0.1, 0.45)) / len(poses) ** 0.5
    near = cv2.GaussianBlur(contact, (0, 0), max(1.0, camera.scale * 1.6)).astype(np.float32) / 255
    return rect, np.maximum(depth, near * low) + 0.25 * near * low


# --- a hand ------------------------------------------------------------------------------------------------------

HAND_MM, HAND_WIDE, HAND_PER_MM = 640, 230, 2.0  # the sprite: fingertips at the left, the sleeve leaves at the right
HAND_TIP = (40.0, 115.0)
HAND_HEIGHT = 1000.0  # it is over everything


@dataclass(frozen=True)
class Hand:
    """A forearm over the mat: fingertips at x, y, pointing along `rot` (0 points to the left, as seen)."""

    x: float
    y: float
    rot: float = 0.0
    skin: str = "light"
    sleeve: str = "navy"
    over: float = 45.0  # millimetres over the mat
    fist: bool = False


SKINS = {"light": (150, 178, 226), "tan": (98, 138, 190), "dark": (48, 70, 108)}
SLEEVES = {"navy": (78, 52, 38), "black": (34, 32, 34), "red": (40, 40, 140), "bare": None}


@lru_cache(maxsize=16)
def _hand_sprite(skin: str, sleeve: str, fist: bool, light: Light) -> Array:
    """A hand from above: BGR levels (beyond its outline too) and coverage, 8 bits each."""
    s = HAND_PER_MM
    height, width = int(HAND_WIDE * s), int(HAND_MM * s)
    relief = np.zeros((height, width), np.float32)

    def limb(x0: float, y0: float, x1: float, y1: float, r0: float, r1: float) -> None:
        """A tapering round limb, the higher of it and what is there already."""
        for share in np.linspace(0, 1, 40):
            x, y, r = x0 + (x1 - x0) * share, y0 + (y1 - y0) * share, r0 + (r1 - r0) * share
            px, py, pr = int(x * s), int(y * s), int(r * s) + 1
            ys, xs = np.mgrid[max(0, py - pr) : min(height, py + pr + 1), max(0, px - pr) : min(width, px + pr + 1)]
            bump = np.sqrt(np.maximum(0, 1 - ((xs - x * s) ** 2 + (ys - y * s) ** 2) / (r * s) ** 2)) * r
            part = relief[ys[0, 0] : ys[-1, 0] + 1, xs[0, 0] : xs[0, -1] + 1]
            np.maximum(part, bump, out=part)

    curl = 0.45 if fist else 1.0
    for tip, knuckle, thick in (((62, 72), (128, 84), 8.5), ((42, 98), (122, 103), 9.2), ((44, 126), (124, 121), 9.0),
                                ((66, 152), (130, 138), 7.6)):  # fmt: skip
        start = knuckle[0] + (tip[0] - knuckle[0]) * curl, knuckle[1] + (tip[1] - knuckle[1]) * curl
        limb(*start, *knuckle, thick * 0.86, thick * 1.12)
    limb(118, 40, 168, 84, 8.6, 14)  # the thumb
    limb(128, 100, 190, 108, 27, 25)
    limb(136, 126, 190, 116, 20, 22)
    limb(190, 112, 330, 116, 24, 34)
    cloth = np.zeros((height, width), bool)
    if SLEEVES[sleeve] is not None:
        bare = relief.copy()
        limb(300, 116, 660, 122, 46, 62)
        cloth = relief > bare + 1e-3
    else:
        limb(330, 116, 660, 122, 34, 44)
    cover = cv2.GaussianBlur((relief > 0.5).astype(np.float32), (0, 0), 1.2)
    smooth = cv2.GaussianBlur(relief, (0, 0), 3.0) * s
    dx, dy = cv2.Sobel(smooth, cv2.CV_32F, 1, 0, scale=1 / 8), cv2.Sobel(smooth, cv2.CV_32F, 0, 1, scale=1 / 8)
    normal: Array = np.dstack([-dx, -dy, np.ones_like(dx)])
    normal /= np.linalg.norm(normal, axis=2, keepdims=True)
    lamp = light.unit()
    facing = np.maximum(normal @ lamp.astype(np.float32), 0) / lamp[2]
    albedo = np.where(cloth[..., None], SLEEVES[sleeve] or SKINS[skin], SKINS[skin]).astype(np.float32)
    rng = np.random.default_rng(3)
    weave = cv2.GaussianBlur(rng.normal(0, 1, (height, width)).astype(np.float32), (0, 0), 1.4)
    albedo *= 1 + (np.where(cloth, 0.22, 0.05) * weave)[..., None]
    room = np.array(light.room, np.float32) * light.ambient * (0.55 + 0.45 * normal[..., 2:])
    shade = room + np.array(light.colour, np.float32) * ((1 - light.ambient) * facing)[..., None]
    colour = levels(linear(np.clip(albedo, 0, 255)) * shade * light.exposure)
    return np.dstack([np.clip(colour, 0, 255), cover * 255]).astype(np.uint8)


def hand_piece(hand: Hand, camera: Camera, light: Light, gain: Array, defocus: float) -> Piece:
    sprite = _hand_sprite(hand.skin, hand.sleeve, hand.fist, light)
    rect, shown = _laid(sprite, hand, camera, hand.over, (0.0, 0.0), 1)
    lamp = light.unit()
    away = lamp[:2] / -max(lamp[2], 0.35) * hand.over
    spread = 1 + camera.scale * np.tan(np.radians(light.soft)) * hand.over * 0.4
    coarse = 4 if spread > 4 else 1  # a soft shadow needs no fine drawing
    shadow_rect, shade = _laid(sprite, hand, camera, 0.0, (float(away[0]), float(away[1])), coarse)
    depth: Array = np.zeros((0, 0), np.float32)
    if shade.size:
        x0, y0, x1, y1 = shadow_rect
        blurred = cv2.GaussianBlur(cv2.extractChannel(shade, 3), (0, 0), spread / coarse)
        depth = cv2.resize(blurred, (x1 - x0, y1 - y0)).astype(np.float32) / 255
    if not shown.size:
        return Piece(rect, np.zeros((0, 0, 3), np.uint8), np.zeros((0, 0), np.float32), shadow_rect, depth, HAND_HEIGHT)
    x0, y0, x1, y1 = rect
    cover = cv2.GaussianBlur(cv2.extractChannel(shown, 3), (0, 0), max(defocus, 0.3)).astype(np.float32) / 255
    bright = float(np.sqrt(gain[y0:y1:16, x0:x1:16].mean()))
    colour = cv2.convertScaleAbs(cv2.cvtColor(shown, cv2.COLOR_BGRA2BGR), alpha=bright)
    return Piece(rect, colour, cover, shadow_rect, depth, HAND_HEIGHT)


def _laid(
    sprite: Array, hand: Hand, camera: Camera, over: float, away: tuple[float, float], coarse: int
) -> tuple[Rect, Array]:
    """The sprite in the plane at height `over`, moved by `away`: where it shows and what, drawn 1:`coarse`."""
    turn = np.radians(hand.rot)
    right, down = np.array([np.cos(turn), np.sin(turn)]), np.array([-np.sin(turn), np.cos(turn)])
    corners = np.array([(0, 0), (HAND_MM, 0), (HAND_MM, HAND_WIDE), (0, HAND_WIDE)], float)
    tip = np.array([hand.x, hand.y]) + away
    flat = tip + np.outer(corners[:, 0] - HAND_TIP[0], right) + np.outer(corners[:, 1] - HAND_TIP[1], down)
    quad = camera.pixels(np.column_stack([flat, np.full(4, over)]))
    rect = x0, y0, x1, y1 = _clip(quad, 2, camera)
    if x1 <= x0 or y1 <= y0:
        return (0, 0, 0, 0), np.zeros((0, 0, 4), np.uint8)
    there = ((quad - (x0, y0)) / coarse).astype(np.float32)
    matrix = cv2.getPerspectiveTransform((corners * HAND_PER_MM).astype(np.float32), there)
    size = (max(1, (x1 - x0) // coarse), max(1, (y1 - y0) // coarse))
    return rect, cv2.warpPerspective(sprite, matrix, size, flags=cv2.INTER_LINEAR)
