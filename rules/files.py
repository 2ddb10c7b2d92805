"""Files that people hand over, read with care: a damaged or hostile one costs a sentence, never minutes or gigabytes.

Whoever reads such a file says the whole sentence; `Unreadable` says only what is wrong, and where.
"""

from __future__ import annotations

import json
import math
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from rules.say import Message, Trouble

TEXT = 1 << 20  # bytes: settings, decks, boards, games; the longest game known has a twentieth of it


class Unreadable(Trouble, ValueError):
    """What is wrong with a file, without its name."""


def contents(path: Path, most: int = TEXT) -> bytes:
    """All of a file, if it is one (a pipe or a device might never end) and not absurdly long."""
    try:
        if path.exists() and not path.is_file():
            raise Unreadable(Message("it is a folder") if path.is_dir() else Message("it is not a file"))
        with path.open("rb") as file:
            data = file.read(most + 1)
    except (OSError, ValueError) as error:  # ValueError: a name no file can have
        raise Unreadable(Message("{error}", error=getattr(error, "strerror", None) or str(error))) from error
    if len(data) > most:
        raise Unreadable(Message("it is far too long: at most {kb} kB are read", kb=most // 1024))
    return data


def text(path: Path, most: int = TEXT) -> str:
    return decoded(contents(path, most))


def decoded(data: bytes) -> str:
    try:
        return data.decode("utf-8-sig")  # some editors put a mark before the first letter
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise Unreadable(
            Message("line {line}: this is not text (UTF-8); save it again in that encoding", line=line)
        ) from None


def toml(path: Path) -> dict[str, Any]:
    return parsed(text(path))


def parsed(written: str) -> dict[str, Any]:
    try:
        return tomllib.loads(written)
    except tomllib.TOMLDecodeError as error:
        raise Unreadable(Message("this is not valid TOML: {error}", error=str(error))) from None
    except RecursionError:
        raise Unreadable(Message("its brackets are nested too deep")) from None
    except ValueError:  # Python turns no text of thousands of digits into a number
        raise Unreadable(Message("a number in it is far too long")) from None


def as_json(written: str | bytes) -> Any:
    """JSON, or a ValueError whatever is wrong with it."""
    try:
        value = json.loads(written)
        json.dumps(value, ensure_ascii=False).encode()  # JSON can write half a letter; no screen or disk has one
    except RecursionError:
        raise ValueError("nested too deep") from None
    return value


def section(data: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    """The section [name], dots and all."""
    for part in name.split("."):
        found = data.get(part)
        if not isinstance(found, dict):
            raise Unreadable(Message("the section [{name}] is missing", name=name))
        data = found
    return data


def number(value: object, name: str, low: float, high: float) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not low <= value <= high:  # nan is in no range
        shown = short(value)
        raise Unreadable(
            Message(
                "{name} must be a number from {low} to {high}, not {value}", name=name, low=low, high=high, value=shown
            )
        )
    return float(value)


def whole(value: object, name: str, low: int, high: int) -> int:
    found = number(value, name, low, high)
    if not math.isclose(found, round(found)):
        raise Unreadable(Message("{name} must be a whole number, not {value}", name=name, value=short(value)))
    return round(found)


def numbers(value: object, name: str, count: int, low: float, high: float) -> tuple[float, ...]:
    if not isinstance(value, list) or len(value) != count:
        raise Unreadable(Message("{name} must be a list of {count} numbers", name=name, count=count))
    return tuple(number(each, name, low, high) for each in value)


def short(value: object, most: int = 60) -> str:
    """A value as a sentence can bear it."""
    try:
        shown = "nothing" if value is None else str(value)
    except (RecursionError, ValueError):
        return "..."
    return shown if len(shown) <= most else shown[:most] + "..."
