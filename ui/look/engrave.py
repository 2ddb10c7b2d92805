"""Line art: shapes are cut into a plate as SVG and printed by SDL_image, antialiased, at any size.

The art files (ui/art and the dice faces in vision/art) keep to the subset that vision/art/pictograms.py reads, so that
screen, printed dice and button labels share them. A stamp in one's own colour keeps its ink outline.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from xml.etree import ElementTree

import pygame

from rules.say import Message, Trouble
from ui.breath import breathe, meanwhile
from ui.look.theme import BONE, INK, Colour, blend, to_hex
from vision.art import pictograms

ART = Path(__file__).parents[1] / "art"
_DOT = re.compile(r"M([\d.]+) ([\d.]+) L\1 \2(?![\d.])")  # a line of no length: SDL_image would leave it out
Point = tuple[float, float]


@cache
def art(name: str, tint: Colour | None = None) -> str:
    """The shapes of an art file, in its own colours or with its body in another."""
    own = ART / f"{name}.svg"
    try:
        root = ElementTree.parse(own if own.is_file() else pictograms.ART / own.name).getroot()
    except (OSError, ElementTree.ParseError):
        raise Trouble(Message("The picture {name} is missing or damaged: install Vigie again.", name=name)) from None
    shapes = []
    for element in root:
        role = element.get("class")
        if role is None:  # a title
            continue
        if tint is not None and role in ("fill", "shade", "light"):
            worn = {"fill": tint, "shade": blend(tint, INK, 0.38), "light": blend(tint, BONE, 0.5)}[role]
            element.set("fill" if element.get("fill") else "stroke", to_hex(worn))
        if data := element.get("d"):
            element.set("d", _DOT.sub(r"M\1 \2 l0.01 0", data))
        element.tag = element.tag.removeprefix(pictograms.SVG)
        shapes.append(ElementTree.tostring(element, encoding="unicode"))
    return f'<g fill="none" stroke-linecap="round" stroke-linejoin="round">{"".join(shapes)}</g>'


def line(points: Iterable[Point], *, closed: bool = False, digits: int = 2) -> str:
    """Points as the data of an SVG path."""
    return "M" + "L".join(f"{x:.{digits}f} {y:.{digits}f}" for x, y in points) + ("Z" if closed else "")


def rounded(x: float, y: float, w: float, h: float, r: float) -> str:
    """A rectangle with round corners, as a path."""
    right, foot, k = x + w, y + h, r * 0.45
    corners = ((right, y, -1, 0, 0, 1), (right, foot, 0, -1, -1, 0), (x, foot, 1, 0, 0, -1), (x, y, 0, 1, 1, 0))
    data = f"M{x + r:.2f} {y:.2f}"
    for cx, cy, ix, iy, ox, oy in corners:  # each is entered r before it and left r after it
        data += f"L{cx + ix * r:.2f} {cy + iy * r:.2f}C{cx + ix * k:.2f} {cy + iy * k:.2f}"
        data += f" {cx + ox * k:.2f} {cy + oy * k:.2f} {cx + ox * r:.2f} {cy + oy * r:.2f}"
    return data + "Z"


class Plate:
    """Shapes in the order they are cut; later ones lie on top."""

    def __init__(self, width: float, height: float) -> None:
        self.width, self.height = width, height
        self._parts: list[str] = []

    def cut(
        self,
        data: str,
        *,
        fill: Colour | str | None = None,
        stroke: Colour | None = None,
        width: float = 1.0,
        opacity: float = 1.0,
    ) -> None:
        """One path, filled with a colour or a gradient. Holes are what an even-odd count leaves out."""
        colour = fill if isinstance(fill, str) else to_hex(fill) if fill else "none"
        paint = f'fill="{colour}" fill-rule="evenodd"'
        if stroke:
            paint += f' stroke="{to_hex(stroke)}" stroke-width="{width:.2f}"'
            paint += ' stroke-linecap="round" stroke-linejoin="round"'
        if opacity < 1:
            paint += f' opacity="{opacity:.3f}"'
        self._parts.append(f'<path d="{data}" {paint}/>')

    def dot(
        self,
        x: float,
        y: float,
        r: float,
        *,
        fill: Colour | str | None = None,
        stroke: Colour | None = None,
        width: float = 1.0,
        opacity: float = 1.0,
    ) -> None:
        data = f"M{x - r:.2f} {y:.2f}a{r:.2f} {r:.2f} 0 1 0 {2 * r:.2f} 0a{r:.2f} {r:.2f} 0 1 0 {-2 * r:.2f} 0Z"
        self.cut(data, fill=fill, stroke=stroke, width=width, opacity=opacity)

    def gradient(self, start: Point, end: Point, *colours: Colour) -> str:
        """A fill that runs from one point to another."""
        name = f"g{len(self._parts)}"
        stops = "".join(
            f'<stop offset="{number / (len(colours) - 1):.3f}" stop-color="{to_hex(colour)}"/>'
            for number, colour in enumerate(colours)
        )
        way = f'x1="{start[0]:.2f}" y1="{start[1]:.2f}" x2="{end[0]:.2f}" y2="{end[1]:.2f}"'
        self._parts.append(f'<linearGradient id="{name}" gradientUnits="userSpaceOnUse" {way}>{stops}</linearGradient>')
        return f"url(#{name})"

    @contextmanager
    def moved(self, transform: str) -> Iterator[None]:
        """Everything cut meanwhile is moved, turned or scaled together, as SVG says it."""
        self._parts.append(f'<g transform="{transform}">')
        yield
        self._parts.append("</g>")

    def stamp(
        self,
        name: str,
        x: float,
        y: float,
        size: float,
        *,
        tint: Colour | None = None,
        angle: float = 0,
        flip: bool = False,
        dyed: Mapping[str, Colour] | None = None,
    ) -> None:
        """An art file, centred at x, y; `dyed` exchanges single colours of it, as they are written there."""
        scale = size / 100
        stretch = f"scale({-scale if flip else scale:.4f} {scale:.4f})"
        move = f"translate({x:.2f} {y:.2f}) rotate({angle:.1f}) {stretch} translate(-50 -50)"
        shapes = art(name, tint)
        for before, after in (dyed or {}).items():
            shapes = shapes.replace(before, to_hex(after))
        self._parts.append(f'<g transform="{move}">{shapes}</g>')

    @property
    def shapes(self) -> str:
        """All that was cut so far, to be laid onto other plates."""
        return "".join(self._parts)

    def lay(self, shapes: str) -> None:
        self._parts.append(shapes)

    def svg(self, size: tuple[int, int] | None = None) -> str:
        width, height = size or (round(self.width), round(self.height))
        head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}"'
        return f'{head} viewBox="0 0 {self.width:g} {self.height:g}">{self.shapes}</svg>'

    def print(self, size: tuple[int, int] | None = None) -> pygame.Surface:
        """The plate on a clear sheet, in its own size or in another of the same shape."""
        breathe()
        written = io.BytesIO(self.svg(size).encode())
        return ready(meanwhile(lambda: pygame.image.load(written, "plate.svg")))


def ready(surface: pygame.Surface) -> pygame.Surface:
    """In the display's own format, where there is one: it is drawn several times faster so."""
    if pygame.display.get_surface() is None:
        return surface
    return surface.convert_alpha() if surface.get_flags() & pygame.SRCALPHA else surface.convert()
