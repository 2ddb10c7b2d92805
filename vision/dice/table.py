"""Numbers in columns that have names: what nets say of places and candidates, and what a judge is told."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]


@dataclass(frozen=True)
class Table:
    """One row for each place or candidate. A table whose rows are not as long as it has names cannot be made."""

    columns: tuple[str, ...]
    rows: Array  # (..., columns)

    def __post_init__(self) -> None:
        if self.rows.shape[-1:] != (len(self.columns),):
            raise ValueError(f"rows of shape {self.rows.shape} for the columns {', '.join(self.columns)}")

    def __getitem__(self, name: str) -> Array:
        """One column, to be read or written."""
        return np.asarray(self.rows[..., self.columns.index(name)])

    def of(self, *names: str) -> Array:
        """Some columns that stand side by side, in their order."""
        first = self.columns.index(names[0])
        if self.columns[first : first + len(names)] != names:
            raise ValueError(f"{', '.join(names)} do not stand side by side")
        return np.asarray(self.rows[..., first : first + len(names)])


def joined(parts: dict[str, Array]) -> Table:
    """Columns given one by one, each as long as the others."""
    return Table(tuple(parts), np.stack(list(parts.values()), axis=-1))
