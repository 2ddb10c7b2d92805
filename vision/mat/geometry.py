"""The mat's geometry and colours, from mat.toml: where markers, zones and grey patches lie, in millimetres."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rules import files
from rules.say import Message, Trouble
from vision.seen import Zone

Array = NDArray[Any]
OWN_MAT = Path(__file__).parents[1] / "data" / "mat.toml"
STEP_MM = 14.0  # between the places where the mat's own colour is looked at
SIDES = (50.0, 3000.0)  # millimetres a mat or a tray may measure
MOST_MARKERS = 50
# OpenCV's dictionaries and how many markers each has, told without it: the table's own process never loads it.
DICTIONARIES = {f"DICT_{cells}X{cells}_{count}": count for cells in range(4, 8) for count in (50, 100, 250, 1000)} | {
    "DICT_ARUCO_ORIGINAL": 1024,
    "DICT_APRILTAG_16h5": 30,
    "DICT_APRILTAG_25h9": 35,
    "DICT_APRILTAG_36h10": 2320,
    "DICT_APRILTAG_36h11": 587,
}


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
        import cv2  # only who looks for the markers needs it: the table's own process never does

        return cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, self.dictionary))

    @cached_property
    def patterns(self) -> dict[int, Array]:
        """Each marker's cells (6x6, border included), 0 black and 1 white."""
        import cv2

        side = self.aruco.markerSize + 2
        return {m: (cv2.aruco.generateImageMarker(self.aruco, m, side) > 127).astype(np.float32) for m in self.markers}


def load(path: Path | str | None = None) -> Mat:
    """The mat of `path`, or our own. A file that does not describe a mat is a Trouble that names it."""
    where = Path(path) if path is not None else OWN_MAT
    try:
        data = files.toml(where)
    except files.Unreadable as error:
        why = error.message
        raise Trouble(Message("The mat's file {file} cannot be read: {why}.", file=where, why=why)) from None
    try:
        return _mat(data)
    except files.Unreadable as error:
        why = error.message
        raise Trouble(Message("The mat's file {file} does not describe a mat: {why}.", file=where, why=why)) from None


def _mat(data: dict[str, Any]) -> Mat:
    mat, markers, spot = (files.section(data, name) for name in ("mat", "markers", "patches"))
    names: tuple[Zone, ...] = ("track", "reserve", "island")
    dictionary = markers.get("dictionary")
    if not isinstance(dictionary, str) or dictionary not in DICTIONARIES:
        shown = files.short(dictionary)
        raise files.Unreadable(Message("markers.dictionary is one like DICT_4X4_50, not {value}", value=shown))
    drawn = Mat(
        width=files.number(mat.get("width"), "mat.width", *SIDES),
        height=files.number(mat.get("height"), "mat.height", *SIDES),
        base=_bgr(mat.get("base"), "mat.base"),
        dictionary=str(dictionary),
        marker_size=files.number(markers.get("size"), "markers.size", 5, 500),
        markers=_markers(markers.get("marker")),
        zones={name: _zone(files.section(data, f"zones.{name}"), f"zones.{name}") for name in names},
        patches=_patches(spot),
        quiet=files.number(markers.get("quiet"), "markers.quiet", 0, 100),
        tray=_tray(files.section(data, "tray")) if "tray" in data else None,
    )
    there = DICTIONARIES[drawn.dictionary]
    if wrong := next((marker for marker in drawn.markers if marker >= there), None):
        raise files.Unreadable(Message("{dictionary} has no marker {id}", dictionary=drawn.dictionary, id=wrong))
    return drawn


def _bgr(value: object, name: str) -> tuple[int, int, int]:
    if not isinstance(value, str) or not re.fullmatch(r"#?[0-9a-fA-F]{6}", value):
        shown = files.short(value)
        raise files.Unreadable(Message("{name} must be a colour like #6e8b84, not {value}", name=name, value=shown))
    levels = int(value.removeprefix("#"), 16)
    return levels & 255, levels >> 8 & 255, levels >> 16 & 255


def _at(value: object, name: str) -> float:
    return files.number(value, name, -SIDES[1], SIDES[1])


def _zone(zone: Mapping[str, Any], name: str) -> Box:
    fill = _bgr(zone["fill"], f"{name}.fill") if "fill" in zone else None
    x0, y0, x1, y1 = (_at(zone.get(key), f"{name}.{key}") for key in ("x0", "y0", "x1", "y1"))
    return Box(x0, y0, x1, y1, fill)


def _markers(entries: object) -> dict[int, tuple[float, float]]:
    if not isinstance(entries, list) or len(entries) > MOST_MARKERS:
        raise files.Unreadable(Message("there must be entries [[{section}]]", section="markers.marker"))
    placed: dict[int, tuple[float, float]] = {}
    for entry in entries:
        if not isinstance(entry, dict):
            raise files.Unreadable(Message("there must be entries [[{section}]]", section="markers.marker"))
        number = files.whole(entry.get("id"), "markers.marker.id", 0, 1023)
        if number in placed:
            raise files.Unreadable(Message("marker {id} is there twice", id=number))
        placed[number] = _at(entry.get("x"), "markers.marker.x"), _at(entry.get("y"), "markers.marker.y")
    return placed


def _patches(spot: Mapping[str, Any]) -> tuple[tuple[Box, int], ...]:
    size, x = files.number(spot.get("size"), "patches.size", 1, 500), _at(spot.get("x"), "patches.x")
    places, levels = spot.get("y"), spot.get("grey")
    if not isinstance(places, list) or len(places) > MOST_MARKERS:
        raise files.Unreadable(Message("{name} must be a list of {count} numbers", name="patches.y", count=4))
    tops = files.numbers(places, "patches.y", len(places), -SIDES[1], SIDES[1])
    greys = files.numbers(levels, "patches.grey", len(places), 0, 255)
    return tuple((Box(x, y, x + size, y + size), int(level)) for y, level in zip(tops, greys, strict=True))


def _tray(data: Mapping[str, Any]) -> Tray:
    width, height = files.numbers(data.get("picture"), "tray.picture", 2, 16, 20_000)
    points = data.get("corners")
    if not isinstance(points, list) or len(points) != 4:
        raise files.Unreadable(Message("a tray has four corners"))
    corners = [files.numbers(point, "tray.corners", 2, 0, 20_000) for point in points]
    return Tray((int(width), int(height)), tuple((x, y) for x, y in corners))
