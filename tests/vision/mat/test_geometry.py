from __future__ import annotations

import cv2
import pytest

from vision.mat.geometry import DICTIONARIES


@pytest.mark.parametrize("name", DICTIONARIES)
def test_the_dictionaries_that_are_known_without_opencv_are_opencvs(name: str) -> None:
    assert len(cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, name)).bytesList) == DICTIONARIES[name]
