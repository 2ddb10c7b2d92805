"""Nets through OpenCV: the Pi needs no other framework."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray


def load(net: Path | NDArray[np.uint8]) -> Any:
    """A net from its file, or from the file's bytes. OpenCV 5 has a second engine that is slower for nets so small."""
    how: dict[str, Any] = {"engine": cv2.dnn.ENGINE_CLASSIC} if hasattr(cv2.dnn, "ENGINE_CLASSIC") else {}
    return cv2.dnn.readNetFromONNX(str(net) if isinstance(net, Path) else net, **how)
