"""The shelf: decks and boards as TOML files, shipped in its game's room or written by the owner of a box."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from rules.say import Message, Trouble

SHIPPED = {path.stem: path for path in sorted(Path(__file__).parent.glob("*/*.toml"))}  # each in its game's room


class DataError(Trouble, ValueError):
    """A deck or board that cannot be played with: names the file, the entry and the fault."""

    def __init__(self, file: str, entry: str, fault: Message) -> None:
        super().__init__(Message("{file}: {entry}: {fault}", file=file, entry=entry, fault=fault))
        self.file, self.entry, self.fault = file, entry, fault


def take(name: str) -> dict[str, Any]:
    """The content of `name`: a file that ships with the game, or a path to one's own."""
    path = SHIPPED.get(name) or Path(name)
    try:
        with path.open("rb") as file:
            return tomllib.load(file)
    except FileNotFoundError:
        raise DataError(name, "file", Message("there is no such file")) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, OSError) as error:
        raise DataError(name, "file", Message("it cannot be read: {error}", error=str(error))) from None
