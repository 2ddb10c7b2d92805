"""The project's pictograms: small SVG files (vision/art) read into plain polygons that anything can fill.

    for polygon, colour in painted(load("skull")): ...                      # in its own colours
    for polygon, colour in painted(load("skull"), tint=COLOURS["red"]): ... # as printed on a series die

The SVG subset, so that this file stays short and any drawing program still shows the art as it is:
- a square viewBox; `path` (M L C Z, m l c z), `polygon`, `circle`; no transforms, no groups, no styles;
- `fill` and/or `stroke` with `stroke-width`, as #RRGGBB or none; strokes have round ends and joins;
- `class` says what the shape is for, so that the whole can be printed in one colour: `fill` the body, `shade` and
  `light` its dark and bright side (the light comes from the upper left), `ink` the outline, `cut` an opening through
  which one sees the paper (drawn in ink when the picture wears its own colours).
Shapes are painted in the order of the file. No polygon has a hole: what lies inside is painted over it.
Needs nothing but the standard library: the first screen is drawn before OpenCV is imported.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from xml.etree import ElementTree

from rules.say import Message, Trouble

ART = Path(__file__).parent
FACES = ("skull", "sabre", "palm", "diamond", "ship", "pistol", "coin", "monkey", "parrot")
ROLES = ("ink", "fill", "shade", "light", "cut")
SVG = "{http://www.w3.org/2000/svg}"
CURVE_STEPS = 10
ROUND_STEPS = 16

Point = tuple[float, float]
Polygon = tuple[Point, ...]
Rgb = tuple[int, int, int]

# The printing inks of the six series colours: far apart in hue and in lightness, so that a poor lamp leaves them apart.
COLOURS: dict[str, Rgb] = {
    "black": (38, 34, 32),
    "red": (196, 38, 36),
    "green": (32, 134, 62),
    "blue": (38, 78, 178),
    "yellow": (240, 178, 20),
    "purple": (126, 52, 148),
}
PAPER: Rgb = (247, 241, 227)


@dataclass(frozen=True, slots=True)
class Shape:
    """Polygons of one colour in the unit square, y down. Each is filled by itself; they may overlap."""

    role: str
    colour: Rgb
    polygons: tuple[Polygon, ...]


@lru_cache
def load(name: str) -> tuple[Shape, ...]:
    """The pictogram of that name from vision/art."""
    path = ART / f"{name}.svg"
    if not path.is_file():
        known = ", ".join(sorted(file.stem for file in ART.glob("*.svg")))
        raise Trouble(Message("There is no pictogram '{name}'; there are: {known}.", name=name, known=known))
    return parse(path.read_text(encoding="utf-8"), path.name)


def parse(text: str, file: str = "picture") -> tuple[Shape, ...]:
    """All shapes of one SVG text of the subset; anything outside it is refused with its place."""
    try:
        root = ElementTree.fromstring(text)
        x, y, width, height = (float(part) for part in root.get("viewBox", "").split())
    except (ElementTree.ParseError, ValueError) as wrong:
        raise Trouble(Message("{file} is not an SVG picture with a viewBox: {why}.", file=file, why=wrong)) from None
    if width != height or width <= 0:
        raise Trouble(Message("{file}: the viewBox must be square.", file=file))

    def to_unit(points: list[Point]) -> list[Point]:
        return [((px - x) / width, (py - y) / width) for px, py in points]

    shapes: list[Shape] = []
    for element in root:
        tag = str(element.tag).removeprefix(SVG)
        if tag in ("title", "desc") or not isinstance(element.tag, str):
            continue
        role = element.get("class", "")
        if role not in ROLES:
            allowed = ", ".join(ROLES)
            raise Trouble(
                Message("{file}: <{tag}> needs a class, one of {allowed}.", file=file, tag=tag, allowed=allowed)
            )
        lines = [(to_unit(points), closed) for points, closed in _outlines(tag, element, file)]
        fill, stroke = element.get("fill", "none"), element.get("stroke", "none")
        if fill != "none":
            shapes.append(Shape(role, _rgb(fill, file), tuple(tuple(points) for points, _ in lines if len(points) > 2)))
        if stroke != "none":
            half = float(element.get("stroke-width", "1")) / width / 2
            chains = tuple(capsule for points, closed in lines for capsule in _stroked(points, closed, half))
            shapes.append(Shape("ink" if fill != "none" else role, _rgb(stroke, file), chains))
    return tuple(shapes)


def painted(shapes: tuple[Shape, ...], tint: Rgb | None = None, paper: Rgb = PAPER) -> Iterator[tuple[Polygon, Rgb]]:
    """Polygons with their colours, in painting order: the picture's own, or all in one printing colour on paper."""
    for shape in shapes:
        colour = shape.colour if tint is None else _printed(shape.role, tint, paper)
        for polygon in shape.polygons:
            yield polygon, colour


def _printed(role: str, tint: Rgb, paper: Rgb) -> Rgb:
    match role:
        case "light":
            return _mix(tint, paper, 0.45)
        case "shade":
            return _mix(tint, (0, 0, 0), 0.18)
        case "ink":
            return _mix(tint, (0, 0, 0), 0.40)
        case "cut":
            return paper
    return tint


def _mix(one: Rgb, other: Rgb, share: float) -> Rgb:
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return red, green, blue


def _rgb(text: str, file: str) -> Rgb:
    if not re.fullmatch(r"#[0-9A-Fa-f]{6}", text):
        raise Trouble(Message("{file}: '{colour}' is not a colour like #2B2118.", file=file, colour=text))
    return int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16)


def _outlines(tag: str, element: ElementTree.Element, file: str) -> list[tuple[list[Point], bool]]:
    if tag == "circle":
        cx, cy, radius = (float(element.get(key, "0")) for key in ("cx", "cy", "r"))
        return [(_circle(cx, cy, radius, 4 * ROUND_STEPS), True)]
    if tag == "polygon":
        numbers = [float(number) for number in re.findall(r"[-+.\d]+", element.get("points", ""))]
        return [(list(zip(numbers[::2], numbers[1::2], strict=True)), True)]
    if tag == "path":
        return list(_path(element.get("d", ""), file))
    raise Trouble(Message("{file}: <{tag}> is outside the subset of SVG we read.", file=file, tag=tag))


def _circle(cx: float, cy: float, radius: float, steps: int) -> list[Point]:
    turns = [2 * math.pi * step / steps for step in range(steps)]
    return [(cx + radius * math.cos(turn), cy + radius * math.sin(turn)) for turn in turns]


def _path(d: str, file: str) -> Iterator[tuple[list[Point], bool]]:
    tokens = re.findall(r"[A-Za-z]|[-+]?(?:\d+\.?\d*|\.\d+)", d)
    points: list[Point] = []
    command = ""
    at = 0

    def pair() -> Point:
        nonlocal at
        x, y = float(tokens[at]), float(tokens[at + 1])
        at += 2
        if command.islower() and points:
            return x + points[-1][0], y + points[-1][1]
        return x, y

    def curve() -> list[Point]:
        start, one, two, end = points[-1], pair(), pair(), pair()
        return [_bezier(start, one, two, end, step / CURVE_STEPS) for step in range(1, CURVE_STEPS + 1)]

    while at < len(tokens):
        if tokens[at].isalpha():
            command = tokens[at]
            at += 1
        match command.upper():
            case "M":
                if points:
                    yield points, False
                start = pair()
                points = [start]
                command = "l" if command == "m" else "L"
            case "L":
                points.append(pair())
            case "C":
                points.extend(curve())
            case "Z":
                yield points, True
                points = []
                if at < len(tokens) and tokens[at] not in "Mm":
                    raise Trouble(Message("{file}: after Z a path goes on with M.", file=file))
            case _:
                raise Trouble(Message("{file}: path command {name} is outside the subset.", file=file, name=command))
    if points:
        yield points, False


def _bezier(a: Point, b: Point, c: Point, d: Point, t: float) -> Point:
    u = 1 - t
    wa, wb, wc, wd = u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t
    return wa * a[0] + wb * b[0] + wc * c[0] + wd * d[0], wa * a[1] + wb * b[1] + wc * c[1] + wd * d[1]


def _stroked(points: list[Point], closed: bool, half: float) -> Iterator[Polygon]:
    """A line as a chain of capsules: with round joins, they overlap into one even stroke."""
    ends = [*points[1:], points[0]] if closed else points[1:]
    for (x0, y0), (x1, y1) in zip(points, ends, strict=False):
        if x0 == x1 and y0 == y1:
            if not closed:
                yield tuple(_circle(x0, y0, half, 2 * ROUND_STEPS))
            continue
        along = math.atan2(y1 - y0, x1 - x0)
        turns = [math.pi * (step / ROUND_STEPS - 0.5) for step in range(ROUND_STEPS + 1)]
        front = [(x1 + half * math.cos(along + turn), y1 + half * math.sin(along + turn)) for turn in turns]
        back = [(x0 - half * math.cos(along + turn), y0 - half * math.sin(along + turn)) for turn in turns]
        yield tuple(front + back)
