"""Which goes with which, so that the whole costs least."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]


def assign(costs: Array) -> list[tuple[int, int]]:
    """The cheapest pairing of rows with columns (Hungarian method); all of the shorter side are paired."""
    if costs.size == 0:
        return []
    if costs.shape[0] > costs.shape[1]:
        return [(row, column) for column, row in assign(costs.T)]
    rows, columns = costs.shape
    of_row, of_column = np.zeros(rows + 1), np.zeros(columns + 1)  # potentials; 0 is a stand-in on both sides
    row_of = np.zeros(columns + 1, int)
    for row in range(1, rows + 1):
        row_of[0] = row
        best = np.full(columns + 1, np.inf)
        came = np.zeros(columns + 1, int)
        done = np.zeros(columns + 1, bool)
        at = 0
        while row_of[at]:
            done[at] = True
            here = row_of[at]
            slack = costs[here - 1] - of_row[here] - of_column[1:]
            better = ~done[1:] & (slack < best[1:])
            best[1:][better] = slack[better]
            came[1:][better] = at
            nearest = int(np.where(done[1:], np.inf, best[1:]).argmin()) + 1
            step = best[nearest]
            of_row[row_of[done]] += step
            of_column[done] -= step
            best[~done] -= step
            at = nearest
        while at:
            row_of[at] = row_of[came[at]]
            at = came[at]
    return [(int(row_of[column]) - 1, column - 1) for column in range(1, columns + 1) if row_of[column]]
