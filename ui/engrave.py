"""Line art: shapes are cut into a plate as SVG and printed by SDL_image, antialiased, at any size.

The art files (ui/art/*.svg, in a square of 100) write the colour that is to be tinted as `currentColor`, and ink, bone
and gold by their codes, so that a browser shows them as they are meant.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import pygame

from rules.say import Message, Trouble
from ui.theme import INK, Colour, to_hex

ART = Path(__file__).parent / "art"
_INNER = re.compile(r"<svg[^>]*>(.*)</svg>", re.DOTALL)
Point = tuple[float, float]


@cache
def art(name: str) -> str:
    """What stands between <svg> and </svg> in an art file."""
    path = ART / f"{name}.svg"
    try:
        found = _INNER.search(path.read_text(encoding="utf-8"))
    except OSError:
        found = None
    if found is None:
        raise Trouble(Message("The picture {file} is missing or damaged: install Vigie again.", file=str(path)))
    return found[1]


def line(points: Iterable[Point], *, closed: bool = False) -> str:
    """Points as the data of an SVG path."""
    return "M" + "L".join(f"{x:.2f} {y:.2f}" for x, y in points) + ("Z" if closed else "")


class Plate:
    """Shapes in the order they are cut; later ones lie on top."""

    def __init__(self, width: float, height: float) -> None:
        self.width, self.height = width, height
        self._parts: list[str] = []

    def cut(
        self,
        data: str,
        *,
        fill: Colour | None = None,
        stroke: Colour | None = None,
        width: float = 1.0,
        opacity: float = 1.0,
    ) -> None:
        """One path. Holes are what an even-odd count leaves out."""
        paint = f'fill="{to_hex(fill)}" fill-rule="evenodd"' if fill else 'fill="none"'
        if stroke:
            paint += f' stroke="{to_hex(stroke)}" stroke-width="{width:.2f}"'
            paint += ' stroke-linecap="round" stroke-linejoin="round"'
        if opacity < 1:
            paint += f' opacity="{opacity:.3f}"'
        self._parts.append(f'<path d="{data}" {paint}/>')

    def dot(self, x: float, y: float, r: float, *, fill: Colour | None = None, stroke: Colour | None = None,
            width: float = 1.0, opacity: float = 1.0) -> None:  # fmt: skip
        data = f"M{x - r:.2f} {y:.2f}a{r:.2f} {r:.2f} 0 1 0 {2 * r:.2f} 0a{r:.2f} {r:.2f} 0 1 0 {-2 * r:.2f} 0Z"
        self.cut(data, fill=fill, stroke=stroke, width=width, opacity=opacity)

    def raw(self, markup: str) -> None:
        self._parts.append(markup)

    def stamp(
        self, name: str, x: float, y: float, size: float, *, tint: Colour = INK, angle: float = 0, flip: bool = False
    ) -> None:
        """An art file, centred at x, y."""
        scale = size / 100
        stretch = f"scale({-scale if flip else scale:.4f} {scale:.4f})"
        move = f"translate({x:.2f} {y:.2f}) rotate({angle:.1f}) {stretch} translate(-50 -50)"
        self._parts.append(f'<g transform="{move}">{art(name).replace("currentColor", to_hex(tint))}</g>')

    def svg(self, size: tuple[int, int] | None = None) -> str:
        width, height = size or (round(self.width), round(self.height))
        head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}"'
        return f'{head} viewBox="0 0 {self.width:g} {self.height:g}">{"".join(self._parts)}</svg>'

    def print(self, size: tuple[int, int] | None = None) -> pygame.Surface:
        """The plate on a clear sheet, in its own size or in another of the same shape."""
        return ready(pygame.image.load(io.BytesIO(self.svg(size).encode()), "plate.svg"))


def ready(surface: pygame.Surface) -> pygame.Surface:
    """In the display's own format, where there is one: it is drawn several times faster so."""
    if pygame.display.get_surface() is None:
        return surface
    return surface.convert_alpha() if surface.get_flags() & pygame.SRCALPHA else surface.convert()
