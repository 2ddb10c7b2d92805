"""Limits: one file, each with its unit, what it decides and how it was chosen; none is kept for nothing."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

from vision.limits import limits

VISION = Path(__file__).parents[2] / "vision"
TAKEN = re.compile(r'\b(?:limit|count|pair)\("([\w.]+)"\)')


def test_every_limit_is_taken_by_one_module_and_none_is_asked_for_that_is_not_there() -> None:
    taken = Counter(name for path in VISION.rglob("*.py") for name in TAKEN.findall(path.read_text(encoding="utf-8")))
    assert taken == Counter(limits().keys())


def test_every_limit_says_its_unit_what_it_decides_and_how_it_was_chosen() -> None:
    for name, limit in limits().items():
        for words in (limit.unit, limit.decides, limit.chosen):
            assert words and words == words.strip() and not words.endswith("."), name


def test_the_lower_of_two_limits_comes_first() -> None:
    pairs = [limit.value for limit in limits().values() if isinstance(limit.value, tuple)]
    assert pairs and all(low < high for low, high in pairs)
