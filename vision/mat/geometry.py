"""The mat's geometry and colours, from mat.toml: where markers, zones and grey patches lie, in millimetres."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from rules.say import Message, Trouble
from vision.seen import Zone

Array = NDArray[Any]
OWN_MAT = Path(__file__).parents[1] / "data" / "mat.toml"
STEP_MM = 14.0  # between the places where the mat's own colour is looked at


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle on the mat; `fill` is its colour (BGR) where it is not the mat's own."""

    x0: float
    y0: float
    x1: float
    y1: float
    fill: tuple[int, int, int] | None = None

    def holds(self, x: float, y: float) -> bool:
        return self.x0 <= x <= self.x1 and self.y0 <= y <= self.y1


@dataclass(frozen=True, slots=True)
class Tray:
    """A tray of one's own under a fixed camera: its corners as they were picked by hand in a picture of that size."""

    picture: tuple[int, int]
    corners: tuple[tuple[float, float], ...]  # from the upper left, clockwise


@dataclass(frozen=True)
class Mat:
    width: float
    height: float
    base: tuple[int, int, int]  # BGR, sRGB levels
    dictionary: str
    marker_size: float
    markers: dict[int, tuple[float, float]]  # id -> top-left corner
    zones: dict[Zone, Box]
    patches: tuple[tuple[Box, int], ...]  # with the sRGB level of each
    quiet: float = 5.0
    tray: Tray | None = None  # where there are no markers

    def corners(self, marker: int) -> Array:
        """A marker's corners (4x2) in the order the detector gives them."""
        return self.outlines[marker][:, :2]

    @cached_property
    def outlines(self) -> dict[int, Array]:
        """The corners of each marker (4x3), as points of the mat's plane."""
        s = self.marker_size
        return {m: np.array([[x, y, 0], [x + s, y, 0], [x + s, y + s, 0], [x, y + s, 0.0]])
                for m, (x, y) in self.markers.items()}  # fmt: skip

    def zone_of(self, x: float, y: float) -> Zone:
        return next((name for name, box in self.zones.items() if box.holds(x, y)), "off")

    @cached_property
    def paper(self) -> tuple[Array, Array]:
        """Places (n, 2) of bare paper all over the mat, clear of what is printed; and which are the island's."""
        x, y = np.meshgrid(np.arange(6, self.width - 5, STEP_MM), np.arange(6, self.height - 5, STEP_MM))
        at = np.column_stack([x.ravel(), y.ravel()])

        def within(box: Box, grow: float) -> Array:
            low, high = (box.x0 - grow, box.y0 - grow), (box.x1 + grow, box.y1 + grow)
            return np.asarray(np.all((at > low) & (at < high), axis=1))

        s, q = self.marker_size, self.quiet
        bare = np.ones(len(at), bool)
        for box, grow in (
            *((Box(mx, my, mx + s, my + s), q + 3) for mx, my in self.markers.values()),
            *((patch, 3.0) for patch, _ in self.patches),
        ):
            bare &= ~within(box, grow)
        for box in self.zones.values():  # their lines
            bare &= within(box, -2) | ~within(box, 2)
        return at[bare], within(self.zones["island"], 0)[bare]

    @cached_property
    def aruco(self) -> Any:
        return cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, self.dictionary))

    @cached_property
    def patterns(self) -> dict[int, Array]:
        """Each marker's cells (6x6, border included), 0 black and 1 white."""
        side = self.aruco.markerSize + 2
        return {m: (cv2.aruco.generateImageMarker(self.aruco, m, side) > 127).astype(np.float32) for m in self.markers}


def _bgr(text: str) -> tuple[int, int, int]:
    value = int(text.removeprefix("#"), 16)
    return value & 255, value >> 8 & 255, value >> 16 & 255


def load(path: Path | str | None = None) -> Mat:
    """The mat of `path`, or our own. A file that does not describe a mat is a Trouble that names it."""
    where = Path(path) if path is not None else OWN_MAT
    try:
        with where.open("rb") as file:
            return _mat(tomllib.load(file))
    except OSError as error:
        raise Trouble(Message("The mat's file {file} cannot be read: {why}.", file=where, why=error.strerror)) from None
    except (tomllib.TOMLDecodeError, KeyError, TypeError, ValueError, AttributeError) as error:
        raise Trouble(Message("The mat's file {file} does not describe a mat: {why}.", file=where, why=error)) from None


def _mat(data: dict[str, Any]) -> Mat:
    names: tuple[Zone, ...] = ("track", "reserve", "island")
    zones: dict[Zone, Box] = {}
    for name in names:
        zone = data["zones"][name]
        fill = _bgr(zone["fill"]) if "fill" in zone else None
        zones[name] = Box(zone["x0"], zone["y0"], zone["x1"], zone["y1"], fill)
    spot = data["patches"]
    size, x = spot["size"], spot["x"]
    patches = tuple(
        (Box(x, y, x + size, y + size), int(level)) for y, level in zip(spot["y"], spot["grey"], strict=True)
    )
    return Mat(
        width=float(data["mat"]["width"]),
        height=float(data["mat"]["height"]),
        base=_bgr(data["mat"]["base"]),
        dictionary=data["markers"]["dictionary"],
        marker_size=float(data["markers"]["size"]),
        markers={int(m["id"]): (float(m["x"]), float(m["y"])) for m in data["markers"]["marker"]},
        zones=zones,
        patches=patches,
        quiet=float(data["markers"]["quiet"]),
        tray=_tray(data["tray"]) if "tray" in data else None,
    )


def _tray(data: dict[str, Any]) -> Tray:
    width, height = data["picture"]
    corners = tuple((float(x), float(y)) for x, y in data["corners"])
    if len(corners) != 4:
        raise ValueError("a tray has four corners")
    return Tray((int(width), int(height)), corners)
