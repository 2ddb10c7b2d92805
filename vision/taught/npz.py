"""Arrays out of an npz file that anybody may have made: plain numbers and text of a bounded size, or Damaged.

numpy's own reader makes room for whatever a head promises before it looks whether the file holds it.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

MOST = 64 << 20  # bytes, unpacked, of all arrays together


class Damaged(Exception):
    """What is wrong with the file."""


def read(data: bytes, names: Iterable[str]) -> dict[str, NDArray[Any]]:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            left, found = MOST, {}
            for name in names:
                found[name] = _array(packed, f"{name}.npy", left)
                left -= found[name].nbytes
            return found
    except Damaged:
        raise
    except Exception as error:  # zlib, struct, encodings, ciphers: a damaged archive makes the library raise anything
        raise Damaged(f"{type(error).__name__}: {error}") from error


def _array(packed: zipfile.ZipFile, name: str, most: int) -> NDArray[Any]:
    with packed.open(name) as file:
        version = np.lib.format.read_magic(file)
        if version not in ((1, 0), (2, 0)):
            raise Damaged("an unknown form of array")
        head = np.lib.format.read_array_header_1_0 if version == (1, 0) else np.lib.format.read_array_header_2_0
        shape, by_column, dtype = head(file)
        if dtype.kind not in "fiuU":  # no objects: they would be programs
            raise Damaged(f"{name} holds neither numbers nor text")
        size = dtype.itemsize
        for side in shape:
            if side < 0:
                raise Damaged(f"{name} has a side less than nothing")
            size *= side
        if size > most:
            raise Damaged(f"{name} is far too large")
        written = file.read(size + 1)
        if len(written) != size:
            raise Damaged(f"{name} does not hold what its head says")
    return np.frombuffer(written, dtype).reshape(shape, order="F" if by_column else "C").copy()
