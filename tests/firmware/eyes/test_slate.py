"""The slate's memory goes with the table that put it up, whoever else looked at it."""

from __future__ import annotations

from multiprocessing import resource_tracker
from typing import Any

import numpy as np
import pytest

from firmware.eyes.slate import Slate


def test_only_the_table_answers_for_the_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """Python would call it leaked when the eyes are killed: a warning at every end."""
    ours = Slate()
    registered: list[Any] = []
    monkeypatch.setattr(resource_tracker, "register", lambda *what: registered.append(what))
    eyes = Slate(ours.name)
    eyes.show(np.zeros((4, 6, 3), np.uint8), 1.0)
    assert ours.number == 1 and registered == []
    eyes.close()
    ours.close()
