"""A drawing in millimetres, y down: built once, written as SVG for the screen or as PDF for the printer (1:1)."""

from __future__ import annotations

import math
from base64 import b64encode
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from importlib import import_module
from io import BytesIO
from pathlib import Path
from typing import Any, Literal
from xml.etree import ElementTree
from xml.sax.saxutils import escape, quoteattr

import cv2
import numpy as np

from rules.say import Message
from vision.art import pictograms
from vision.art.pictograms import Point, Rgb

Say = Callable[[Message | str], str]
Align = Literal["left", "centre", "right"]
Face = Literal["lettering", "sentence", "strong"]

INK: Rgb = (0x2B, 0x21, 0x18)
FADED: Rgb = (0x6B, 0x5A, 0x44)
BONE: Rgb = (0xF7, 0xF1, 0xE3)
WHITE: Rgb = (255, 255, 255)
A4 = (210.0, 297.0)
UI_ART = Path(__file__).parent.parent / "ui" / "art"
POINTS_PER_MM = 72 / 25.4
SPARE = 1.2
FONTS: dict[Face, tuple[str, str, str]] = {  # package, file in it, what a browser may take in its place
    "lettering": ("font_amatic_sc", "AmaticSC-Bold.ttf", "'Amatic SC', 'Source Serif Pro', Georgia, serif"),
    "sentence": ("font_source_serif_pro", "SourceSerifPro-Regular.ttf", "'Source Serif Pro', Georgia, serif"),
    "strong": ("font_source_serif_pro", "SourceSerifPro-Bold.ttf", "'Source Serif Pro', Georgia, serif"),
}


@dataclass(frozen=True, slots=True)
class Outline:
    """One or more rings of points, filled and/or outlined as one."""

    rings: tuple[tuple[Point, ...], ...]
    fill: Rgb | None
    line: Rgb | None
    width: float
    dash: tuple[float, ...]
    closed: bool
    name: str


@dataclass(frozen=True, slots=True)
class Words:
    x: float
    y: float  # of the baseline
    text: str
    size: float  # of the type, in millimetres
    face: Face
    colour: Rgb
    align: Align
    turn: float  # degrees, clockwise


@dataclass(frozen=True, slots=True)
class Stamp:
    """A pictogram in a square; the same art is stored once, however often it is stamped."""

    art: str
    tint: Rgb | None
    paper: Rgb
    x: float
    y: float
    side: float


@dataclass(frozen=True, slots=True)
class Photo:
    """A picture (JPEG; PNG where paper shows through) in a box; the same is stored once, however often it is shown."""

    data: bytes
    x: float
    y: float
    width: float
    height: float


Mark = Outline | Words | Stamp | Photo


@dataclass
class Sheet:
    width: float
    height: float
    title: str = ""
    marks: list[Mark] = field(default_factory=list)

    def polygon(
        self,
        points: Iterable[Point],
        fill: Rgb | None = None,
        line: Rgb | None = None,
        width: float = 0.3,
        dash: tuple[float, ...] = (),
        name: str = "",
    ) -> None:
        self.marks.append(Outline((tuple(points),), fill, line, width, dash, True, name))

    def rings(self, rings: Iterable[Iterable[Point]], fill: Rgb) -> None:
        """Many polygons as one: where they touch, no hairline shows between them."""
        self.marks.append(Outline(tuple(tuple(ring) for ring in rings), fill, None, 0, (), True, ""))

    def box(self, x0: float, y0: float, x1: float, y1: float, fill: Rgb | None = None, **style: Any) -> None:
        self.polygon(rectangle(x0, y0, x1, y1), fill, **style)

    def disc(self, x: float, y: float, radius: float, fill: Rgb | None = None, **style: Any) -> None:
        turns = [2 * math.pi * step / 48 for step in range(48)]
        self.polygon([(x + radius * math.cos(t), y + radius * math.sin(t)) for t in turns], fill, **style)

    def line(
        self, *points: Point, colour: Rgb = INK, width: float = 0.3, dash: tuple[float, ...] = (), name: str = ""
    ) -> None:
        self.marks.append(Outline((points,), None, colour, width, dash, False, name))

    def words(
        self,
        x: float,
        y: float,
        text: str,
        size: float = 4.0,
        face: Face = "sentence",
        colour: Rgb = INK,
        align: Align = "left",
        turn: float = 0.0,
    ) -> None:
        self.marks.append(Words(x, y, _in_print(text), size, face, colour, align, turn))

    def lines(self, x: float, y: float, text: str, width: float, size: float = 4.0, **style: Any) -> float:
        """A paragraph broken to `width`; returns the baseline below it."""
        for row in broken(text, width, size, style.get("face", "sentence")):
            self.words(x, y, row, size, **style)
            y += size * 1.3
        return y

    def stamp(
        self, art: str, x: float, y: float, side: float, tint: Rgb | None = None, paper: Rgb = pictograms.PAPER
    ) -> None:
        self.marks.append(Stamp(art, tint, paper, x, y, side))

    def photo(self, data: bytes, x: float, y: float, width: float, height: float) -> None:
        self.marks.append(Photo(data, x, y, width, height))

    def arrow(self, start: Point, end: Point, colour: Rgb = INK, width: float = 0.3, head: float = 2.2) -> None:
        self.line(start, end, colour=colour, width=width)
        self.head(start, end, colour, head)

    def head(self, start: Point, end: Point, colour: Rgb = INK, head: float = 2.2) -> None:
        along = math.atan2(end[1] - start[1], end[0] - start[0])
        wings = [
            (end[0] - head * math.cos(along + turn), end[1] - head * math.sin(along + turn)) for turn in (0.28, -0.28)
        ]
        self.polygon([end, *wings], colour)

    def measure(self, start: Point, end: Point, text: str, size: float = 4.0, aside: float = 1.6) -> None:
        """A dimension: an arrow with two heads and its text beside the middle, as one reads along it."""
        self.arrow(start, end, FADED)
        self.head(end, start, FADED)
        x, y = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
        upright = abs(start[0] - end[0]) < abs(start[1] - end[1])
        at = (x - aside, y) if upright else (x, y - aside)
        self.words(*at, text, size, "strong", align="centre", turn=-90 if upright else 0)


def rectangle(x0: float, y0: float, x1: float, y1: float) -> tuple[Point, ...]:
    return (x0, y0), (x1, y0), (x1, y1), (x0, y1)


def _file(name: str) -> Path:
    """The art of the screen, or of the dice."""
    own = UI_ART / f"{name}.svg"
    return own if own.is_file() else pictograms.ART / f"{name}.svg"


@lru_cache
def art(name: str) -> tuple[pictograms.Shape, ...]:
    return pictograms.parse(_file(name).read_text(encoding="utf-8"), name)


@lru_cache(maxsize=256)
def traced(name: str, tint: Rgb | None, paper: Rgb, fine: float = 0.0006) -> tuple[tuple[tuple[Point, ...], Rgb], ...]:
    """A pictogram's polygons in the unit square, without the points that are less than `fine` from the line."""
    found = []
    for polygon, colour in pictograms.painted(art(name), tint, paper):
        slim = cv2.approxPolyDP(np.array(polygon, np.float32), fine, True)[:, 0]
        found.append((tuple((float(x), float(y)) for x, y in slim), colour))
    return tuple(found)


def wide(text: str, size: float, face: Face = "sentence") -> float:
    """How many millimetres the text takes."""
    from reportlab.pdfbase.pdfmetrics import stringWidth

    return float(stringWidth(_in_print(text), _font(face), size))


def _in_print(text: str) -> str:
    """The faces have no narrow space, which French sets before its tall marks: a box would be printed."""
    return text.replace("\u202f", "\u00a0")


def broken(text: str, width: float, size: float, face: Face = "sentence") -> list[str]:
    """Rows that fit, even where a viewer of SVG has only a wider face than ours."""
    rows: list[str] = []
    for word in text.split(" "):
        if rows and SPARE * wide(f"{rows[-1]} {word}", size, face) <= width:
            rows[-1] += f" {word}"
        else:
            rows.append(word)
    return rows


@lru_cache
def _font(face: Face) -> str:
    from reportlab.pdfbase.pdfmetrics import registerFont
    from reportlab.pdfbase.ttfonts import TTFont

    package, file, _ = FONTS[face]
    registerFont(TTFont(face, str(Path(import_module(package).font_directory) / file)))
    return face


# -- SVG


def svg(sheet: Sheet, ground: Rgb | None = BONE) -> str:
    arts: dict[tuple[str, Rgb | None, Rgb], str] = {}
    body = [_svg(mark, arts) for mark in sheet.marks]
    symbols = [_symbol(key, *what) for what, key in arts.items()]
    width, height = _n(sheet.width), _n(sheet.height)
    size = f'width="{width}mm" height="{height}mm" viewBox="0 0 {width} {height}"'
    lines = [f'<svg xmlns="http://www.w3.org/2000/svg" {size}>', f"<title>{escape(sheet.title)}</title>"]
    if symbols:
        lines += ["<defs>", *symbols, "</defs>"]
    if ground is not None:
        lines.append(f'<rect width="100%" height="100%" fill="{_hex(ground)}"/>')
    return "\n".join([*lines, *body, "</svg>\n"])


def _symbol(key: str, name: str, tint: Rgb | None, paper: Rgb) -> str:
    """The art's own file where it wears its own colours; its polygons where it is printed in one."""
    if tint is None:
        text = _file(name).read_text(encoding="utf-8")
        view = ElementTree.fromstring(text).get("viewBox")
        inner = text[text.index(">") + 1 : text.rindex("</svg>")].strip()
        rounded = 'fill="none" stroke-linecap="round" stroke-linejoin="round"'
        return f'<symbol id="{key}" viewBox="{view}" {rounded}>{inner}</symbol>'
    paths = (f'<path d="{_d(p, 3)}" fill="{_hex(colour)}"/>' for p, colour in traced(name, tint, paper, 0.003))
    return f'<symbol id="{key}" viewBox="0 0 1 1">{"".join(paths)}</symbol>'


def _svg(mark: Mark, arts: dict[tuple[str, Rgb | None, Rgb], str]) -> str:
    match mark:
        case Words():
            anchor = {"left": "start", "centre": "middle", "right": "end"}[mark.align]
            weight = ' font-weight="bold"' if mark.face != "sentence" else ""
            turn = f' transform="rotate({_n(mark.turn)} {_n(mark.x)} {_n(mark.y)})"' if mark.turn else ""
            # Whatever face stands in for ours, a line takes the room it was given.
            room = (
                ""
                if mark.face == "lettering"
                else f' textLength="{_n(wide(mark.text, mark.size, mark.face))}" lengthAdjust="spacingAndGlyphs"'
            )
            return (
                f'<text x="{_n(mark.x)}" y="{_n(mark.y)}" font-family={quoteattr(FONTS[mark.face][2])}'
                f' font-size="{_n(mark.size)}"{weight} fill="{_hex(mark.colour)}" text-anchor="{anchor}"{room}{turn}>'
                f"{escape(mark.text)}</text>"
            )
        case Stamp():
            key = arts.setdefault((mark.art, mark.tint, mark.paper), f"art{len(arts)}")
            side = _n(mark.side)
            return f'<use href="#{key}" x="{_n(mark.x)}" y="{_n(mark.y)}" width="{side}" height="{side}"/>'
        case Photo():
            kind = "png" if mark.data.startswith(b"\x89PNG") else "jpeg"
            inside = f"data:image/{kind};base64,{b64encode(mark.data).decode()}"
            size = f'width="{_n(mark.width)}" height="{_n(mark.height)}"'
            return f'<image href="{inside}" x="{_n(mark.x)}" y="{_n(mark.y)}" {size}/>'
    fill = _hex(mark.fill) if mark.fill is not None else "none"
    line = f' stroke="{_hex(mark.line)}" stroke-width="{_n(mark.width)}" stroke-linejoin="round"' if mark.line else ""
    dash = f' stroke-dasharray="{" ".join(map(_n, mark.dash))}"' if mark.dash else ""
    name = f" data-name={quoteattr(mark.name)}" if mark.name else ""
    d = "".join(_d(ring, 3, mark.closed) for ring in mark.rings)
    return f'<path d="{d}" fill="{fill}"{line}{dash}{name}/>'


def _d(points: Sequence[Point], digits: int, closed: bool = True) -> str:
    text = " ".join(f"{_n(x, digits)},{_n(y, digits)}" for x, y in points)
    return f"M{text}" + ("Z" if closed else "")


def _n(value: float, digits: int = 3) -> str:
    text = f"{value:.{digits}f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def _hex(colour: Rgb) -> str:
    return "#{:02x}{:02x}{:02x}".format(*colour)


# -- PDF


def pdf(pages: Sequence[Sheet], title: str) -> bytes:
    """The same bytes for the same pages; print dialogs are asked not to scale."""
    from reportlab.pdfgen.canvas import Canvas

    out = BytesIO()
    canvas = Canvas(out, invariant=1, pageCompression=1)
    canvas.setTitle(title)
    canvas.setAuthor("Vigie")
    canvas.setViewerPreference("PrintScaling", "None")
    arts: dict[tuple[str, Rgb | None, Rgb], str] = {}
    for page in pages:
        canvas.setPageSize((page.width * POINTS_PER_MM, page.height * POINTS_PER_MM))
        for what in {(m.art, m.tint, m.paper): None for m in page.marks if isinstance(m, Stamp)}:
            if what not in arts:
                arts[what] = f"art{len(arts)}"
                _store(canvas, arts[what], what)
        canvas.scale(POINTS_PER_MM, -POINTS_PER_MM)
        canvas.translate(0, -page.height)
        canvas.setLineJoin(1)
        for mark in page.marks:
            _print(canvas, mark, arts)
        canvas.showPage()
    canvas.save()
    return out.getvalue()


def _store(canvas: Any, key: str, what: tuple[str, Rgb | None, Rgb]) -> None:
    canvas.beginForm(key, -10, -10, 1010, 1010)
    for points, colour in traced(*what):
        path = canvas.beginPath()
        _trace(path, [(round(x * 1000), round(y * 1000)) for x, y in points], True)
        canvas.setFillColorRGB(*(level / 255 for level in colour))
        canvas.drawPath(path, stroke=0, fill=1)
    canvas.endForm()


@lru_cache(maxsize=256)
def _image(data: bytes) -> Any:
    from reportlab.lib.utils import ImageReader

    return ImageReader(BytesIO(data))


def _trace(path: Any, points: Sequence[Point], closed: bool) -> None:
    path.moveTo(*points[0])
    for point in points[1:]:
        path.lineTo(*point)
    if closed:
        path.close()


def _print(canvas: Any, mark: Mark, arts: dict[tuple[str, Rgb | None, Rgb], str]) -> None:
    canvas.saveState()
    match mark:
        case Stamp():
            canvas.translate(mark.x, mark.y)
            canvas.scale(mark.side / 1000, mark.side / 1000)
            canvas.doForm(arts[(mark.art, mark.tint, mark.paper)])
        case Photo():
            canvas.translate(mark.x, mark.y + mark.height)
            canvas.scale(1, -1)
            canvas.drawImage(_image(mark.data), 0, 0, mark.width, mark.height, mask="auto")
        case Words():
            canvas.translate(mark.x, mark.y)
            canvas.scale(1, -1)  # letters stand upright though y points down
            canvas.rotate(-mark.turn)
            canvas.setFillColorRGB(*(level / 255 for level in mark.colour))
            canvas.setFont(_font(mark.face), mark.size)
            draw = {"left": canvas.drawString, "centre": canvas.drawCentredString, "right": canvas.drawRightString}
            draw[mark.align](0, 0, mark.text)
        case Outline():
            path = canvas.beginPath()
            for ring in mark.rings:
                _trace(path, ring, mark.closed)
            if mark.fill is not None:
                canvas.setFillColorRGB(*(level / 255 for level in mark.fill))
            if mark.line is not None:
                canvas.setStrokeColorRGB(*(level / 255 for level in mark.line))
                canvas.setLineWidth(mark.width)
            if mark.dash:
                canvas.setDash(list(mark.dash))
            canvas.drawPath(path, stroke=int(mark.line is not None), fill=int(mark.fill is not None))
    canvas.restoreState()
