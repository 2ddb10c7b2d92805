# mypy: ignore-errors
# (mitsuba, drjit and scikit-image are tools of developers and stand in no environment that mypy checks)
"""The solids of path-traced pictures: dice with rounded edges, coins, pencils, pawns, cards and a hand, as meshes."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import mitsuba as mi
import numpy as np

mi.set_variant("llvm_ad_rgb")

from vision.synth.dice import BODIES, DARK, SIDES  # noqa: E402 (mitsuba wants its variant first)
from vision.synth.glyphs import glyph  # noqa: E402
from vision.synth.printed import printed  # noqa: E402
from vision.synth.solid import SKINS, SLEEVES  # noqa: E402
from vision.synth.stage import linear  # noqa: E402

COIN_THICK, PENCIL_R = 2.2, 3.6


@dataclass(frozen=True)
class Manner:
    """How a set of dice is made, and what is special about the table it lies on."""

    style: int  # of its faces: see `art`
    alpha: float  # roughness of the bodies
    like: tuple[float, float, float]  # the bodies' colour (BGR), which some things have, too
    ways: frozenset[str] = frozenset()  # of recipe.WAYS
    seed: int = 0


def mesh(points, triangles, normals, uv, surface):
    props = mi.Properties()
    props["bsdf"] = mi.load_dict(surface)
    out = mi.Mesh("solid", len(points), len(triangles), props, normals is not None, uv is not None)
    parts = mi.traverse(out)
    parts["vertex_positions"] = np.ravel(points).astype(np.float32)
    parts["faces"] = np.ravel(triangles).astype(np.uint32)
    if normals is not None:
        parts["vertex_normals"] = np.ravel(normals).astype(np.float32)
    if uv is not None:
        parts["vertex_texcoords"] = np.ravel(uv).astype(np.float32)
    parts.update()
    return out


def image(bgr):
    pixels = np.ascontiguousarray(bgr[..., ::-1])
    return {"type": "bitmap", "bitmap": mi.Bitmap(pixels), "wrap_mode": "clamp"}


def rgb(bgr):
    return {"type": "rgb", "value": linear(np.array(bgr[::-1])).tolist()}


def plastic(colour, alpha=0.12):
    return {"type": "roughplastic", "diffuse_reflectance": colour, "alpha": alpha, "nonlinear": False}


def matt(colour):
    return {"type": "diffuse", "reflectance": colour}


def twosided(surface):
    return {"type": "twosided", "bsdf": surface}


def grid_triangles(rows, columns, base=0):
    at = base + np.arange(rows * columns).reshape(rows, columns)
    a, b, c, d = at[:-1, :-1].ravel(), at[:-1, 1:].ravel(), at[1:, 1:].ravel(), at[1:, :-1].ravel()
    return np.concatenate([np.column_stack([a, b, c]), np.column_stack([a, c, d])])


@lru_cache(maxsize=16)
def rounded_cube(edge, corner):
    """Points, normals, triangles and places in a sheet of six faces; in the die's own axes."""
    half, r = edge / 2, edge * corner
    bend = np.tan(np.linspace(0, np.pi / 4, 6)) * r
    line = np.concatenate([-(half - r) - bend[::-1], (half - r) + bend])
    points, normals, triangles, uv = [], [], [], []
    for side, (right, down, out) in enumerate(SIDES):
        u, v = (part.reshape(-1, 1) for part in np.meshgrid(line, line))
        flat = u * right + v * down + half * out
        inner = np.clip(flat, r - half, half - r)
        normal = (flat - inner) / np.linalg.norm(flat - inner, axis=1, keepdims=True)
        triangles.append(grid_triangles(len(line), len(line), side * len(flat)))
        points.append(inner + r * normal)
        normals.append(normal)
        uv.append(np.hstack([(side + 0.5 + u / edge) / 6, 0.5 + v / edge]))
    return tuple(np.concatenate(part) for part in (points, normals, triangles, uv))


@lru_cache(maxsize=64)
def art(face, body, style):
    """A face as printed; `style` 1 leaves the outlines alone, 2 draws them darker, 3 prints it smaller."""
    picture = printed(face, body)
    if not face.art.startswith("glyph"):
        return picture
    paper = np.array(BODIES[body][::-1])
    ink = np.abs(picture.astype(int) - paper).sum(axis=2).astype(np.float32)
    ink = (ink / max(1.0, ink.max()))[..., None]
    core = cv2.erode(ink, np.ones((9, 9)))[..., None]
    if style == 1:
        picture = picture * (1 - core) + paper * core
    elif style == 2:
        dark = picture * (0.45 if body not in DARK else 0.8)
        picture = np.where(ink > 0.05, dark * (1 - core) + picture * core, picture)
    elif style == 3:
        small = cv2.resize(np.clip(picture, 0, 255).astype(np.uint8), None, fx=0.82, fy=0.82)
        picture = np.full(picture.shape, paper, np.uint8)
        at = (picture.shape[0] - small.shape[0]) // 2
        picture[at : at + small.shape[0], at : at + small.shape[0]] = small
    return np.clip(picture, 0, 255).astype(np.uint8)


def dice_mesh(dice, manner):
    """All dice as one solid, die after die: the tracer's code is then the same for any number of them, and is not
    compiled anew. Each kind of die among them has a row in the picture of their faces."""
    rows: list = []
    parts: list[list] = [[], [], [], []]
    for number, die in enumerate(dice):
        look = die.cube.faces, die.cube.body, die.cube.number if "scratched" in manner.ways else 0
        if look not in rows:
            rows.append(look)
        points, normals, triangles, uv = rounded_cube(die.cube.edge, die.cube.corner)
        if np.linalg.det(die.turn) < 0:
            triangles = triangles[:, ::-1]
        placed = points @ die.turn.T + die.middle, triangles + number * len(points), normals @ die.turn.T
        for part, array in zip(parts, (*placed, uv + np.array((0, rows.index(look)))), strict=True):
            part.append(array)
    points, triangles, normals, uv = (np.concatenate(part) for part in parts)
    sheets, reliefs = zip(*(painted(*look, manner) for look in rows), strict=True)
    surface = plastic(image(np.vstack(sheets)), manner.alpha)
    if "engraved" in manner.ways:
        deep = mi.Bitmap(np.vstack(reliefs)[..., None])
        relief = {"type": "bitmap", "bitmap": deep, "raw": True, "wrap_mode": "clamp"}
        surface = {"type": "bumpmap", "relief": relief, "scale": 0.45, "bsdf": surface}
    return mesh(points, triangles, normals, uv / (1, len(rows)), surface)


def painted(faces, body, number, manner):
    """The six faces of a die side by side, and how deep they are cut."""
    pictures = [art(face, body, manner.style) for face in faces]
    sheet = shining_through(pictures) if "translucent" in manner.ways else np.hstack(pictures)
    if "scratched" in manner.ways:
        sheet = scratched(sheet, manner.seed + number)
    return sheet, depth(pictures, body)


def shining_through(faces):
    """A body that lets light through: the symbol of the far side shows as a shadow, and the middle is deeper."""
    far = [cv2.GaussianBlur(faces[(side + 3) % 6][:, ::-1], (0, 0), 9) for side in range(6)]
    x = np.linspace(-1, 1, faces[0].shape[0])
    deep = (1.12 - 0.24 * np.exp(-2 * (x[:, None] ** 2 + x[None, :] ** 2)))[..., None]
    mixed = [(0.8 * near + 0.2 * back) * deep for near, back in zip(faces, far, strict=True)]
    return np.clip(np.hstack(mixed), 0, 255).astype(np.uint8)


def scratched(sheet, seed):
    """Thin lines in any direction, paler or darker than what they cross."""
    rng = np.random.default_rng([seed, 15])
    height, width = sheet.shape[:2]
    lines = np.zeros((height, width), np.float32)
    for _ in range(int(rng.integers(20, 70))):
        at, way = rng.uniform((0, 0), (width, height)), rng.normal(0, height / 5, 2)
        ends = [tuple(int(v) for v in np.rint(at + sign * way)) for sign in (-1, 1)]
        cv2.line(lines, *ends, float(rng.uniform(-0.5, 0.6)), 1, cv2.LINE_AA)
    return np.clip(sheet + 110 * cv2.GaussianBlur(lines, (0, 0), 0.6)[..., None], 0, 255).astype(np.uint8)


def depth(faces, body):
    """How far up the surface lies, from 0 in the middle of a broad stroke to 1: symbols are cut into the body."""
    paper = np.array(BODIES[body][::-1], np.float32)
    ink = np.hstack([np.abs(face.astype(np.float32) - paper).sum(axis=2) for face in faces])
    ink = np.clip(ink / max(1.0, float(ink.max())) * 1.6, 0, 1)
    return 1 - cv2.GaussianBlur(ink, (0, 0), 2.5)


def near(colour, rng, stray=0.12):
    """A colour that one may call by the same name."""
    return tuple(np.clip(np.array(colour) * np.exp(rng.normal(0, stray, 3)), 8, 246).tolist())


def lathe(profile, surface, at, sides=48):
    """A solid turned round the upright axis: profile of (radius, height)."""
    way = np.arange(sides + 1) * 2 * np.pi / sides
    ring = np.stack([np.cos(way), np.sin(way), np.zeros_like(way)], axis=1)
    points = np.concatenate([ring * r + (0, 0, z) for r, z in profile])
    triangles = grid_triangles(len(profile), sides + 1)
    return mesh(points @ at[0].T + at[1], triangles, None, None, twosided(surface))


def coin_radius(thing):
    return 9.5 + thing.rot * 7.3 % 3


def coin_meshes(thing, rng, _):
    metal = near(((96, 140, 190), (170, 175, 180), (70, 165, 205), (60, 110, 185))[rng.integers(4)], rng)
    reach, n = coin_radius(thing), 150
    line = np.linspace(-1, 1, n)
    u, v = np.meshgrid(line, line)
    far = np.hypot(u, v)
    relief = cv2.resize(glyph(int(rng.integers(999))), (n // 2, n // 2)).astype(np.float32) / 255
    relief = np.pad(relief, ((n - n // 2) // 2, n - n // 2 - (n - n // 2) // 2))
    relief = cv2.GaussianBlur(np.maximum(relief, (np.abs(far - 0.93) < 0.05).astype(np.float32)), (0, 0), 1.2) * 0.35
    relief += cv2.GaussianBlur(rng.normal(0, 0.25, (n, n)).astype(np.float32), (0, 0), 2.0)
    height = COIN_THICK + relief * 0.5 - 0.35
    a = np.radians(thing.rot)
    x, y = (u * np.cos(a) - v * np.sin(a)) * reach + thing.x, (u * np.sin(a) + v * np.cos(a)) * reach + thing.y
    points = np.stack([x, y, height], axis=2).reshape(-1, 3)
    triangles = grid_triangles(n, n)
    triangles = triangles[(far.ravel()[triangles] <= 1).all(axis=1)]
    shine = {"type": "roughconductor", "specular_reflectance": rgb(metal), "alpha": float(rng.uniform(0.15, 0.35))}
    where = np.eye(3), np.array([thing.x, thing.y, 0])
    rim = lathe([(reach, 0), (reach, COIN_THICK - 0.2)], shine, where)
    return [mesh(points, triangles, None, None, twosided(shine)), rim]


def pencil_meshes(thing, rng, like):
    # `like` is the dice's own colour: some things have it, too
    paints = (40, 110, 40), (40, 40, 150), (60, 55, 50), (30, 150, 210), (140, 80, 30), like
    paint = near(paints[rng.integers(6)], rng)
    a = np.radians(thing.rot)
    along, across = np.array([np.cos(a), np.sin(a), 0]), np.array([-np.sin(a), np.cos(a), 0])
    axes = np.stack([across, (0, 0, 1), along], axis=1)
    where = axes, np.array([thing.x, thing.y, PENCIL_R])
    shell, wood, lead = plastic(rgb(paint), 0.15), matt(rgb((130, 180, 220))), matt(rgb((50, 50, 50)))
    return [
        lathe([(0, -75), (PENCIL_R, -75), (PENCIL_R, 60)], shell, where, 6),
        lathe([(PENCIL_R, 60), (1.0, 72)], wood, where, 24),
        lathe([(1.0, 72), (0.1, 75)], lead, where, 12),
    ]


def pawn_meshes(thing, rng, like):
    paints = (40, 130, 40), (150, 70, 30), (35, 35, 160), (40, 40, 42), (60, 170, 210), like
    paint = near(paints[rng.integers(6)], rng)
    ball = np.linspace(-0.9, np.pi / 2, 14)
    foot = [(8, 0), (8.2, 1.5), (7.6, 3), (5.4, 5), (3.6, 9), (2.9, 14), (2.8, 16), (4.2, 16.6), (4.2, 17.4), (3, 18)]
    profile = foot + [(max(0.01, 5 * np.cos(t)), 21.5 + 5 * np.sin(t)) for t in ball]
    where = np.eye(3), np.array([thing.x, thing.y, 0])
    return [lathe(profile, plastic(rgb(paint), float(rng.uniform(0.06, 0.3))), where)]


def card_meshes(thing, rng, _):
    face = np.full((352, 232, 3), (222, 236, 242), np.uint8)
    ink = tuple(int(c) for c in rng.integers(30, 150, 3))
    cv2.rectangle(face, (10, 10), (221, 341), ink, 2, cv2.LINE_AA)
    sign = cv2.resize(glyph(int(rng.integers(999))), (110, 110))[..., None] / 255.0
    spot = face[121:231, 61:171]
    spot[:] = spot * (1 - sign) + np.array(ink) * sign
    cv2.putText(face, str(rng.integers(2, 10)), (18, 42), cv2.FONT_HERSHEY_SIMPLEX, 0.9, ink, 2, cv2.LINE_AA)
    to = mi.ScalarTransform4f().translate([thing.x, thing.y, 0.5]).rotate([0, 0, 1], thing.rot)
    paper = {"type": "cube", "to_world": to.scale([29, 44, 0.4]), "bsdf": matt(rgb((222, 236, 242)))}
    top = {"type": "rectangle", "to_world": to.translate([0, 0, 0.42]).scale([29, 44, 1])}
    return [mi.load_dict(paper), mi.load_dict(top | {"bsdf": plastic(image(face), 0.25)})]


THINGS = {"coin": coin_meshes, "pencil": pencil_meshes, "pawn": pawn_meshes, "card": card_meshes}


@lru_cache(maxsize=4)
def _limbs(fist):
    """A hand and forearm as two surfaces (skin, sleeve): round limbs run into each other; millimetres from the tip."""
    from skimage.measure import marching_cubes

    curl = 0.5 if fist else 1.0
    skin = [(118, 40, 2, 168, 84, 8, 8, 12), (150, 104, 10, 186, 110, 12, 21, 20), (146, 122, 8, 186, 116, 12, 17, 18)]
    skin.append((186, 112, 12, 335, 116, 22, 19, 28))
    fingers = ((62, 72, 136, 88, 8), (42, 98, 130, 104, 8.6), (44, 126, 132, 120, 8.4), (66, 152, 138, 134, 7.2))
    for x, y, kx, ky, thick in fingers:
        mx, my = kx + (x - kx) * curl * 0.5, ky + (y - ky) * curl * 0.5
        skin += [(kx + (x - kx) * curl, ky + (y - ky) * curl, -9, mx, my, 3, thick * 0.8, thick)]
        skin += [(mx, my, 3, kx, ky, 6, thick, thick * 1.15)]
    sleeve = [(300, 116, 20, 640, 122, 34, 40, 56), (300, 116, 20, 312, 116, 20, 43, 43)]
    found = []
    for limbs, step, blend in ((skin, 2.2, 4.0), (sleeve, 5.0, 5.0)):
        reach = np.array(limbs)
        low = np.minimum(reach[:, :3], reach[:, 3:6]).min(axis=0) - reach[:, 6:].max() - 4
        high = np.maximum(reach[:, :3], reach[:, 3:6]).max(axis=0) + reach[:, 6:].max() + 4
        axes = [np.arange(a, b, step, dtype=np.float32) for a, b in zip(low, high, strict=True)]
        space = np.stack(np.meshgrid(*axes, indexing="ij"), axis=-1)
        total = np.zeros(space.shape[:3], np.float32)
        for x0, y0, z0, x1, y1, z1, r0, r1 in limbs:
            start, way = np.array([x0, y0, z0], np.float32), np.array([x1 - x0, y1 - y0, z1 - z0], np.float32)
            share = np.clip((space - start) @ way / (way @ way), 0, 1)
            away = np.linalg.norm(space - start - share[..., None] * way, axis=-1) - (r0 + (r1 - r0) * share)
            total += np.exp(-np.clip(away, -60, 60) / blend)
        points, triangles, normals, _ = marching_cubes(-blend * np.log(total + 1e-20), 0.0, spacing=(step,) * 3)
        found.append((points + low, triangles, normals))
    return found


def hand_meshes(hand):
    a = np.radians(hand.rot)
    turn = np.array([[np.cos(a), -np.sin(a), 0], [np.sin(a), np.cos(a), 0], [0, 0, 1]])
    skin = SKINS[hand.skin]
    looks = ((skin, 0.3), (SLEEVES[hand.sleeve] or skin, 0.6))
    out = []
    for (points, triangles, normals), (colour, alpha) in zip(_limbs(hand.fist), looks, strict=True):
        place = (points - (42, 112, 0)) @ turn.T + (hand.x, hand.y, max(hand.over, 20.0))
        out.append(mesh(place, triangles, normals @ turn.T, None, twosided(plastic(rgb(colour), alpha))))
    return out
