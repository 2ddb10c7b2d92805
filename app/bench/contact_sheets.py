"""Contact sheets of what went wrong, to be looked at."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]


@dataclass(frozen=True)
class Case:
    """Something that went wrong, to be looked at."""

    picture: Path
    what: str
    x_px: float
    y_px: float


def write(cases: list[Case], out: Path) -> None:
    """The worst cases, cut out and named, 24 to a sheet."""
    out.mkdir(parents=True, exist_ok=True)
    tiles = [_tile(case) for case in cases]
    for sheet in range(0, len(tiles), 24):
        part = tiles[sheet : sheet + 24]
        part += [np.zeros_like(part[0])] * (-len(part) % 6)
        rows = [np.hstack(part[i : i + 6]) for i in range(0, len(part), 6)]
        cv2.imwrite(str(out / f"worst-{sheet // 24:02}.png"), np.vstack(rows))
    print(f"{len(tiles)} cases on contact sheets in {out}", file=sys.stderr)


def _tile(case: Case) -> Array:
    frame = np.asarray(cv2.imread(str(case.picture)))
    big = cv2.copyMakeBorder(frame, 70, 70, 70, 70, cv2.BORDER_CONSTANT)
    x = int(np.clip(case.x_px, 0, frame.shape[1])) + 70
    y = int(np.clip(case.y_px, 0, frame.shape[0])) + 70
    tile = cv2.resize(big[y - 70 : y + 70, x - 70 : x + 70], (280, 280), interpolation=cv2.INTER_CUBIC)
    title = f"{case.picture.parent.parent.name} {case.picture.stem}"
    for row, text in enumerate((title, case.what)):
        for colour, width in (((0, 0, 0), 3), ((255, 255, 255), 1)):
            cv2.putText(tile, text, (4, 16 + 250 * row), cv2.FONT_HERSHEY_SIMPLEX, 0.45, colour, width, cv2.LINE_AA)
    return np.asarray(tile)
