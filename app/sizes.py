"""Sizes as they are given on the command line: two lengths with an x between them."""

from __future__ import annotations

import re

from rules.say import Message, Trouble


def size_of(text: str, like: str = "1280x800") -> tuple[float, float]:
    found = re.fullmatch(r"(\d+(?:\.\d+)?)[xX×](\d+(?:\.\d+)?)", text)
    if found is None:
        raise Trouble(Message("'{text}' is not a size like {like}.", text=text, like=like))
    return float(found[1]), float(found[2])


def pixels_of(text: str) -> tuple[int, int]:
    """The size of a screen."""
    width, height = size_of(text)
    return round(width), round(height)
