"""The shelf: decks and boards as TOML files, shipped in its game's room or written by the owner of a box."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from rules import files
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
        return files.toml(path)
    except files.Unreadable as error:
        if isinstance(error.__cause__, FileNotFoundError):
            raise DataError(name, "file", Message("there is no such file")) from None
        why = Message("it cannot be read: {error}", error=error.message)
        raise DataError(files.short(name, 200), "file", why) from None
