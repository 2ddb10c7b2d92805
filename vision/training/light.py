# mypy: ignore-errors
# (mitsuba, drjit and scikit-image are tools of developers and stand in no environment that mypy checks)
"""The light of path-traced pictures: lamp and room, paths from the camera through lens and solids, and the sensor."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import drjit as dr
import mitsuba as mi
import numpy as np

from vision.synth import stage
from vision.synth.stage import linear
from vision.training.solids import (
    THINGS,
    Manner,
    dice_mesh,
    grid_triangles,
    hand_meshes,
    image,
    matt,
    mesh,
    rounded_cube,
    twosided,
)

WIDTH = 1600  # of a picture as the camera takes it; narrower ones are traced as if they were reduced from it
COARSE, FINE = 5, 9  # paths per pixel: everywhere, and more where dice are
EVEN = (0.7548776662, 0.5698402910)  # steps of the most even sequence of points in a square
POSES, STEP = 12, 2.5  # of a moving die while the shutter is open: so many at least, no further apart (mm)
TINTS = {  # linear red and blue to one part of green, as the camera's fixed white balance leaves them
    **{"ceiling": (1.33, 0.74), "window": (1.17, 0.88), "warm": (1.58, 0.55), "dim": (1.34, 0.70)},
    **{"hardlight": (1.32, 0.78), "enrol": (1.25, 0.80), "desk": (1.36, 0.68), "side": (1.42, 0.64)},
}


SUN, WINDOW = 4000.0, 0.5  # how far away what stands for the sun is (mm), and at which share of the way the window


@dataclass(frozen=True)
class Lamp:
    """A square that shines at the middle of the mat, and the light of the room (linear RGB). The sun is one that is
    seen only through a window with a bar in its middle."""

    at: mi.Point3f
    along: mi.Vector3f  # half its sides
    across: mi.Vector3f
    facing: mi.Vector3f
    area: mi.Float
    glow: mi.Color3f
    room: mi.Color3f
    window: tuple[mi.Point3f, mi.Vector3f, mi.Vector3f] | None = None  # its middle, and one over half of each side


def kept(kind, numbers):
    out = kind(np.asarray(numbers, np.float32).tolist())
    dr.make_opaque(out)
    return out


def lamp(name, rng, share=1.0):
    """A lamp that `name` stands for, somewhere round the table; it gives that share of the light."""
    red, blue = np.array(TINTS[name]) * np.exp(rng.normal(0, (0.05, 0.06)))
    colour = np.array([red, 1.0, blue])
    turn = rng.uniform(0, 2 * np.pi)
    aside, height, size, ambient = {
        "ceiling": (rng.uniform(100, 700), rng.uniform(1100, 1700), rng.uniform(90, 260), rng.uniform(0.2, 0.4)),
        "enrol": (rng.uniform(100, 600), rng.uniform(1100, 1700), rng.uniform(150, 300), rng.uniform(0.35, 0.5)),
        "window": (rng.uniform(800, 1300), rng.uniform(600, 1100), rng.uniform(300, 520), rng.uniform(0.25, 0.5)),
        "warm": (rng.uniform(150, 500), rng.uniform(650, 1000), rng.uniform(35, 80), rng.uniform(0.12, 0.3)),
        "dim": (rng.uniform(150, 700), rng.uniform(600, 1200), rng.uniform(30, 120), rng.uniform(0.08, 0.3)),
        "desk": (rng.uniform(60, 320), rng.uniform(520, 950), rng.uniform(50, 160), rng.uniform(0.2, 0.4)),
        "side": (rng.uniform(420, 700), rng.uniform(260, 420), rng.uniform(20, 70), rng.uniform(0.15, 0.3)),
        "hardlight": (rng.uniform(220, 620), rng.uniform(450, 800), rng.uniform(5, 14), rng.uniform(0.04, 0.2)),
    }[name]
    aim = np.array([aside * np.cos(turn), aside * np.sin(turn), height])
    away = float(np.linalg.norm(aim))
    along = np.cross(aim, (0.3, 0.9, 0.1))
    along *= size / np.linalg.norm(along)
    across = np.cross(along, aim) / away
    area = 4 * size**2
    glow = share * colour * (1 - ambient) * np.pi * away**3 / height / area
    ways = (kept(mi.Vector3f, way) for way in (along, across, -aim / away))
    colours = (kept(mi.Color3f, light) for light in (glow, np.sqrt(colour) * ambient))
    return Lamp(kept(mi.Point3f, aim + np.array((210, 148.5, 0))), *ways, dr.opaque(mi.Float, area), *colours)


def lamps(name, rng, manner):
    """The lamp by that name first; a second one, or the sun, where the table has it."""
    if "two lamps" in manner.ways:
        share = float(rng.uniform(0.4, 0.7))
        other = str(rng.choice(["desk", "ceiling", "warm", "window"]))
        return [lamp(name, rng, share), lamp(other, rng, 1 - share)]
    if "sun" in manner.ways and rng.random() < 0.75:  # behind a cloud at times
        return [lamp(name, rng), sun(rng, float(rng.uniform(0.8, 2.5)))]
    return [lamp("side" if "side lamp" in manner.ways else name, rng)]


def sun(rng, strength):
    """A spot of sun on the mat, that many times as bright as the lamp makes it."""
    turn, up = rng.uniform(0, 2 * np.pi), np.radians(rng.uniform(25, 60))
    way = np.array([np.cos(turn) * np.cos(up), np.sin(turn) * np.cos(up), np.sin(up)])
    spot = np.array([rng.uniform(60, 360), rng.uniform(40, 257), 0.0])
    at, size = spot + way * SUN, SUN * np.tan(np.radians(0.27))
    along = np.cross(way, (0.0, 0.0, 1.0))
    along /= np.linalg.norm(along)
    across = np.cross(along, way)
    area = 4 * size**2
    glow = np.array([1.12, 1.0, 0.82]) * strength * np.pi * SUN**2 / way[2] / area
    halves = rng.uniform((40, 30), (90, 70)) * (1 - WINDOW)
    sides = (kept(mi.Vector3f, axis / half) for axis, half in zip((along, across), halves, strict=True))
    window = kept(mi.Point3f, spot + (at - spot) * WINDOW), *sides
    ways = (kept(mi.Vector3f, way_) for way_ in (along * size, across * size, -way))
    colours = (kept(mi.Color3f, light) for light in (glow, np.zeros(3)))
    return Lamp(kept(mi.Point3f, at), *ways, dr.opaque(mi.Float, area), *colours, window)


def ground(scene, mat, rng, manner):
    per_mm, margin = 4, round(stage.MARGIN * 4)
    drawn, _ = stage._surface(mat, scene.table, (), scene.light, per_mm)
    print_ = drawn[margin:-margin, margin:-margin]
    table = stage._wood_or_cloth(scene.table, 1000, 1000, 1)
    table = np.rot90(table, int(rng.integers(4))).astype(np.float32) * rng.uniform(0.75, 1.2)
    if "cloth" in manner.ways:
        table = cloth(manner)
    if "pale" in manner.ways:
        print_ = paler(print_, manner)
    if "crooked" in manner.ways:
        print_ = askew(print_, manner)
    middle = mi.ScalarTransform4f().translate([mat.width / 2, mat.height / 2, 0])
    low = -0.8 - (2 * WAVE if "wavy" in manner.ways else 0)
    sheet, wide = middle.scale([mat.width / 2, mat.height / 2, 1]), middle.translate([0, 0, low]).scale([700, 700, 1])

    def flat(picture, to):
        return {"type": "rectangle", "to_world": to, "bsdf": twosided(matt(image(picture)))}

    top = waves(mat, print_, scene.dice, manner) if "wavy" in manner.ways else flat(print_, sheet)
    return {"mat": top, "table": flat(np.clip(table, 0, 255).astype(np.uint8), wide)}


WAVE = 1.3  # millimetres that a mat which does not lie smooth goes down and up again


def paler(print_, manner):
    """As a printer gives it that is short of ink: nothing is darker than a third."""
    rng = np.random.default_rng([manner.seed, 11])
    share = rng.uniform(0.55, 0.75)
    return np.clip(250 - (250 - print_.astype(np.float32)) * share, 0, 255).astype(np.uint8)


def askew(print_, manner):
    """As a printer gives it that does not draw straight: wider than high by a few thousandths, and leaning."""
    rng = np.random.default_rng([manner.seed, 12])
    height, width = print_.shape[:2]
    wide, high, lean = 1 + rng.uniform(-0.003, 0.003), 1 + rng.uniform(-0.003, 0.003), rng.uniform(-0.0025, 0.0025)
    way = np.array([[wide, lean, 0], [0, high, 0]])
    way[:, 2] = np.array([width, height]) / 2 @ (np.eye(2) - way[:, :2]).T
    return cv2.warpAffine(print_, way, (width, height), borderMode=cv2.BORDER_REPLICATE)


def cloth(manner):
    """A tablecloth in squares or stripes, a pixel to 1.4 millimetres."""
    rng = np.random.default_rng([manner.seed, 13])
    one, two = (rng.uniform(20, 240, 3) for _ in range(2))
    every = float(rng.uniform(6, 40))
    x, y = np.meshgrid(np.arange(1000), np.arange(1000))
    rows, columns = ((v / every).astype(int) % 2 for v in (y, x))
    share = columns if rng.random() < 0.4 else (rows + columns) / 2
    weave = 1 + 0.06 * rng.standard_normal((1000, 1000))
    return np.clip((one * share[..., None] + two * (1 - share[..., None])) * weave[..., None], 0, 255)


def waves(mat, print_, dice, manner):
    """The mat where it does not lie smooth: it goes down and up again between the dice, which press it flat."""
    rng = np.random.default_rng([manner.seed, 14])
    x, y = np.meshgrid(np.linspace(0, mat.width, 141), np.linspace(0, mat.height, 100))
    z = np.zeros_like(x)
    for _ in range(3):
        way, length = rng.uniform(0, 2 * np.pi), rng.uniform(110, 320)
        z += np.cos((x * np.cos(way) + y * np.sin(way)) * 2 * np.pi / length + rng.uniform(0, 6)) - 1
    z *= WAVE / 3
    for die in dice:
        z *= np.clip((np.hypot(x - die.x, y - die.y) - die.cube.edge) / 30, 0, 1)
    down, across = np.gradient(z, mat.height / 99, mat.width / 140)
    normals = np.stack([-across, -down, np.ones_like(z)], axis=2).reshape(-1, 3)
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    points = np.stack([x, y, z], axis=2).reshape(-1, 3)
    uv = np.stack([x / mat.width, y / mat.height], axis=2).reshape(-1, 2)
    return mesh(points, grid_triangles(100, 141), normals, uv, twosided(matt(image(print_))))


class Tracer:
    """One scene under the path tracer; `radiance` and `first` answer for chosen pixels of the camera, lens and all."""

    def __init__(self, scene, mat, rng, manner: Manner):
        self.camera, self.rng = scene.camera, rng
        self.lamps = lamps(scene.light.name, rng, manner)
        self.lamp = self.lamps[0]
        # Numbers that change from picture to picture are kept out of the compiled code, or it is compiled each time.
        eye = scene.camera
        self.lens = [dr.opaque(mi.Float, number) for number in (eye.cx, eye.cy, eye.f, eye.k1)]
        self.eye, self.turn = kept(mi.Point3f, eye.position), kept(mi.Matrix3f, eye.turn.T)
        parts = {"type": "scene"} | ground(scene, mat, rng, manner)
        solids = hand_meshes(scene.hand) if scene.hand else []
        for thing in scene.things:
            solids += THINGS[thing.kind](thing, rng, manner.like)
        if scene.dice:
            parts["dice"] = dice_mesh(scene.dice, manner)
        self.scene = mi.load_dict(parts | {f"solid{k:03}": solid for k, solid in enumerate(solids)})

    def move(self, index, die):
        points, normals, _, _ = rounded_cube(die.cube.edge, die.cube.corner)
        moved = {"vertex_positions": points @ die.turn.T + die.middle, "vertex_normals": normals @ die.turn.T}
        parts, here = mi.traverse(self.scene), slice(index * points.size, (index + 1) * points.size)
        for name, values in moved.items():
            every = np.array(parts[f"dice.{name}"])
            every[here] = np.ravel(values)
            parts[f"dice.{name}"] = every
        parts.update()

    def chance(self, pixels, count, start):
        """Pairs of numbers for `count` samples of each pixel: even over the square for each pixel, other per pair."""
        every = dr.arange(mi.UInt32, len(pixels) * count)
        which, turn = every // count, every % count

        def pair(step):
            number = mi.Float((turn * step) % count) + dr.opaque(mi.Float, start)
            shift = [mi.Float(self.rng.random(len(pixels), np.float32)) for _ in range(2)]
            u, v = (dr.gather(mi.Float, part, which) + number * way for part, way in zip(shift, EVEN, strict=True))
            return mi.Point2f(u - dr.floor(u), v - dr.floor(v))

        return dr.gather(mi.UInt32, mi.UInt32(pixels.astype(np.uint32)), which), pair

    def rays(self, which, jitter):
        cx, cy, f, k1 = self.lens
        x = (mi.Float(which % self.camera.width) + jitter.x - 0.5 - cx) / f
        y = (mi.Float(which // self.camera.width) + jitter.y - 0.5 - cy) / f
        far, bend = x * x + y * y, mi.Float(1)
        for _ in range(4):
            bend = 1 + k1 * far / (bend * bend)
        way = self.turn @ mi.Vector3f(x / bend, y / bend, 1)
        return mi.RayDifferential3f(mi.Ray3f(self.eye, dr.normalize(way)))

    def from_lamps(self, spot, surface, sample):
        """The lamps' light that a surface sends back, from one spot of each lamp."""
        light = self.from_lamp(self.lamp, spot, surface, sample)
        for other in self.lamps[1:]:
            light += self.from_lamp(other, spot, surface, sample)
        return light

    def from_lamp(self, lamp, spot, surface, sample):
        aside = lamp.along * (2 * sample.x - 1) + lamp.across * (2 * sample.y - 1)
        there = lamp.at + aside
        way = there - spot.p
        far = dr.squared_norm(way)
        way = way / dr.sqrt(far)
        back = surface.eval(mi.BSDFContext(), spot, spot.to_local(way), spot.is_valid())
        seen = spot.is_valid() & ~self.scene.ray_test(spot.spawn_ray_to(there), spot.is_valid())
        if lamp.window is not None:
            middle, along, across = lamp.window
            through = spot.p + (there - spot.p) * WINDOW - middle
            u, v = (dr.abs(dr.dot(through, side)) for side in (along, across))
            seen &= (u < 1) & (v < 1) & (u > 0.06)
        strength = dr.maximum(dr.dot(-way, lamp.facing), 0) * lamp.area / far
        return dr.select(seen, back * strength * lamp.glow, 0)

    def radiance(self, pixels, count, start=0):
        """The light that comes to each pixel: from the lamp, from the room, and once more from what they light."""
        which, pair = self.chance(pixels, count, start)
        rays = self.rays(which, pair(1))
        spot = self.scene.ray_intersect(rays)
        surface = spot.bsdf(rays)
        light = self.from_lamps(spot, surface, pair(3))
        bounce, weight = surface.sample(mi.BSDFContext(), spot, pair(2).x, pair(5), spot.is_valid())
        further = spot.spawn_ray(spot.to_world(bounce.wo))
        other = self.scene.ray_intersect(further, spot.is_valid())
        beyond = other.bsdf()
        room = self.lamp.room
        dull = beyond.eval_diffuse_reflectance(other, other.is_valid()) * room * 0.5
        lit = self.from_lamps(other, beyond, pair(7)) + dull
        again = dr.select(other.is_valid(), lit, room * (0.75 + 0.25 * further.d.z))
        return means(dr.select(spot.is_valid(), light + weight * dr.minimum(again, 8.0), 0), count)

    def first(self, pixels, count=4, start=0):
        """The colour of the surface that each pixel shows, without light."""
        which, pair = self.chance(pixels, count, start)
        rays = self.rays(which, pair(1))
        spot = self.scene.ray_intersect(rays)
        return means(spot.bsdf(rays).eval_diffuse_reflectance(spot, spot.is_valid()), count)

    def outlines(self, grid):
        """For a grid of pixels: how far what it shows is, and whether the middle of the lamp shines on it."""
        spot = self.scene.ray_intersect(self.rays(mi.UInt32(grid.ravel().astype(np.uint32)), mi.Point2f(0.5)))
        lit = ~self.scene.ray_test(spot.spawn_ray_to(self.lamp.at))
        return (np.array(part, np.float32).reshape(grid.shape) for part in (spot.t, lit))

    def visible(self, die):
        """The share of a die's top face that the camera sees past everything else."""
        quad, steps = die.top(), (np.arange(14) + 0.5) / 14
        u, v = (part.reshape(-1, 1) for part in np.meshgrid(steps, steps))
        points = quad[0] + u * (quad[1] - quad[0]) + v * (quad[3] - quad[0])
        eye = np.array(self.camera.position)
        way, away = points - eye, np.linalg.norm(points - eye, axis=1)
        ray = mi.Ray3f(mi.Point3f(eye.tolist()), mi.Vector3f((way / away[:, None]).T.astype(np.float32)))
        hit = self.scene.ray_intersect(ray).t.numpy()
        px = self.camera.pixels(points)
        inside = ((px > 0) & (px < (self.camera.width - 1, self.camera.height - 1))).all(axis=1)
        return float(((hit > away - 1.0) & inside).mean())


def means(light, count):
    """The mean of every `count` samples, RGB. All three at once: asked for one by one each would be traced anew."""
    dr.eval(light)
    return np.stack([dr.block_sum(part, count).numpy() / count for part in light], axis=1)


def linear_picture(tracer, scene):
    """Radiance per pixel. What falls on the surfaces is traced at a few pixels and smoothed; around dice and
    wherever it changes it is traced at every pixel, with more paths. The surfaces' own colours are exact."""
    width, height = size = scene.camera.width, scene.camera.height
    step = 3 if width == WIDTH else 2
    every = np.arange(width * height).reshape(height, width)
    rare = every[::step, ::step]
    close = around(scene, *tracer.outlines(rare))
    colour = np.maximum(tracer.first(every.ravel(), 3).reshape(height, width, 3), 0.02)
    rough = tracer.radiance(rare.ravel(), COARSE).reshape(*rare.shape, 3)
    fall = calmed(unspeckled(rough / colour[::step, ::step], 5), 9, 0.2, 3.0)
    fall = cv2.warpAffine(fall, np.diag([step, step, 1.0])[:2], size, borderMode=cv2.BORDER_REPLICATE)
    full = fall**2
    if close.any():
        full[close > 0] = tracer.radiance(every[close > 0], FINE) / colour[close > 0]
    full = calmed(unspeckled(full, 3), 5, 0.07, 1.4)
    blend = cv2.GaussianBlur((cv2.erode(close, np.ones((7, 7))) > 0).astype(np.float32), (0, 0), 2)[..., None]
    picture = (full * blend + fall * (1 - blend)) ** 2 * colour
    for index, die in enumerate(scene.dice):
        if any(die.smear):
            swept(picture, tracer, index, die)
    return picture


def swept(picture, tracer, index, die):
    """Draws a moving die into the picture: it and its shadow in several poses, one over the other."""
    dx, dy, spin = die.smear
    count = max(POSES, round(float(np.hypot(dx, dy)) / STEP))
    shares = np.linspace(-0.5, 0.5, count)
    poses = [die.at(x=die.x + dx * share, y=die.y + dy * share, tilt=die.tilt + spin * share) for share in shares]
    corners = np.concatenate([pose.corners() for pose in poses])
    lamp = np.array(tracer.lamp.at).ravel()
    shadow = lamp + (corners - lamp) * (lamp[2] / (lamp[2] - corners[:, 2:]))
    hull = cv2.convexHull(np.rint(tracer.camera.pixels(np.concatenate([corners, shadow]))).astype(np.int32))
    area = cv2.fillConvexPoly(np.zeros(picture.shape[:2], np.uint8), hull, 255)
    area = cv2.dilate(area, np.ones((25, 25))) > 0
    pixels, light = np.flatnonzero(area), 0.0
    for turn, pose in enumerate(poses):
        tracer.move(index, pose)
        light += tracer.radiance(pixels, 2, 2 * turn) / count
    blurred = picture.copy()
    blurred[area] = light
    share = cv2.GaussianBlur(cv2.erode(area.astype(np.uint8), np.ones((9, 9))).astype(np.float32), (0, 0), 2)[..., None]
    picture[:] = calmed(blurred, 5, 0.08, 1.5) ** 2 * share + picture * (1 - share)


def around(scene, depth, lit):
    """Where to look closely: dice and what is right under them; edges of shadows and things."""
    edges = cv2.morphologyEx(lit, cv2.MORPH_GRADIENT, np.ones((3, 3))) > 0
    edges |= cv2.morphologyEx(depth, cv2.MORPH_GRADIENT, np.ones((3, 3))) > 2.5
    close = cv2.resize(edges.astype(np.uint8) * 255, (scene.camera.width, scene.camera.height))
    close = cv2.dilate(close, np.ones((7, 7)))
    for die in scene.dice:
        box = scene.camera.pixels(np.concatenate([die.corners(), die.corners() * (1, 1, 0)]))
        spot = cv2.convexHull(np.rint(box).astype(np.int32))
        cv2.fillConvexPoly(close, spot, 255)
        cv2.polylines(close, [spot], True, 255, 14)
    return close


def unspeckled(fall, size):
    """Light without single pixels far darker than all around them: too few paths speckle a soft shadow."""
    parts = np.moveaxis(fall.astype(np.float32), 2, 0)
    around = np.stack([cv2.medianBlur(np.ascontiguousarray(part), size) for part in parts], axis=2)
    return np.maximum(fall, 0.6 * around)


def calmed(fall, size, step, reach):
    """The square root of what falls on the surfaces, without its grain."""
    fall = np.sqrt(np.maximum(fall, 0)).astype(np.float32)
    middle = float(np.median(fall)) or 1.0
    fall /= middle
    # A bright pixel alone among darker ones is chance, not glare.
    fall = np.minimum(fall, cv2.dilate(cv2.medianBlur(fall, 3), np.ones((3, 3))) * 1.1)
    fall = cv2.bilateralFilter(fall, size, step * 1.5, reach)
    return cv2.bilateralFilter(fall, size, step * 0.5, reach) * middle


def exposed(light, scene, rng):
    """What the camera makes of it: lens, grain, sharpening, levels."""
    height, width = light.shape[:2]
    share = width / WIDTH  # of the full size: blur and grain are so much less
    dim = scene.light.name == "dim"
    aim = linear(np.array(rng.uniform(84, 112) if dim else rng.uniform(102, 140)))
    picture = light * (float(aim) / np.median(light[height // 5 : -height // 5, width // 4 : -width // 4, 1]))
    x, y = (np.arange(width) - width / 2) / width * 2, (np.arange(height) - height / 2) / width * 2
    r2 = x[None, :] ** 2 + y[:, None] ** 2
    picture = picture * (1 - rng.uniform(0.1, 0.28) * r2 / r2.max())[..., None]
    picture = cv2.GaussianBlur(picture.astype(np.float32), (0, 0), scene.defocus * share)
    shot = 10 ** rng.uniform(-2.8, -2.2) if dim else 1.1e-4 * rng.uniform(1.0, 3.2)
    read = rng.uniform(0.007, 0.015) if dim else rng.uniform(0.0011, 0.002)
    grain = rng.standard_normal(picture.shape, np.float32) * np.sqrt(shot * np.maximum(picture, 0) + read**2) * share
    picture = picture + cv2.GaussianBlur(grain, (0, 0), 0.4) * 1.2
    picture = picture + rng.uniform(0.1, 0.4) * (picture - cv2.GaussianBlur(picture, (0, 0), 1.2 * share))
    linear_ = np.clip(picture, 0, 1)
    levels = np.where(linear_ <= 0.0031308, linear_ * 12.92, 1.055 * linear_ ** (1 / 2.4) - 0.055) * 255
    return np.rint(levels[..., ::-1]).astype(np.uint8)
