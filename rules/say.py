"""Sentences for people, as values: written here in English, turned into the player's language at the edge.

    raise IllegalAction(Message("{player} has no dice left to throw.", player="Anne"))

The template is the key of the French catalogue (ui/words/locale); a plural form is given with its number:

    Message("one die is missing", plural="{n} dice are missing", n=3)
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any


class Message:
    """One sentence with its values. A value may itself be a Message (the name of a card, say)."""

    __slots__ = ("plural", "template", "values")

    def __init__(self, template: str, *, plural: str | None = None, **values: Any) -> None:
        self.template = template
        self.plural = plural
        self.values = values

    def __str__(self) -> str:
        counted = self.plural is not None and self.values.get("n") != 1
        template = self.plural if counted and self.plural is not None else self.template
        return template.format(**{key: str(value) for key, value in self.values.items()})

    def __repr__(self) -> str:
        return f"Message({str(self)!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Message) and (self.template, self.plural, self.values) == (
            other.template,
            other.plural,
            other.values,
        )

    def __hash__(self) -> int:
        return hash((self.template, self.plural, tuple(sorted(self.values.items(), key=lambda item: item[0]))))


def listed(parts: Iterable[Message | str]) -> Message:
    """Several things as one sentence's part, joined when it is said: "Anne, Jack and Zoé"."""
    several = tuple(parts)
    if len(several) < 2:
        return _one(several)
    return Message("{first} and {second}", first=_with_commas(several[:-1]), second=several[-1])


def either(parts: Iterable[Message | str]) -> Message:
    """One of several, as it is said: "red, blue or green"."""
    several = tuple(parts)
    if len(several) < 2:
        return _one(several)
    return Message("{one} or {other}", one=_with_commas(several[:-1]), other=several[-1])


def _one(parts: tuple[Message | str, ...]) -> Message:
    only = parts[0] if parts else Message("nothing")
    return only if isinstance(only, Message) else Message("{name}", name=only)


def _with_commas(parts: tuple[Message | str, ...]) -> Message:
    whole = _one(parts[:1])
    for part in parts[1:]:
        whole = Message("{first}, {second}", first=whole, second=part)
    return whole


class Trouble(Exception):
    """Something a person has to know and can mend: one clear sentence, never a traceback."""

    def __init__(self, message: Message | str) -> None:
        self.message = message if isinstance(message, Message) else Message("{text}", text=message)
        super().__init__(str(self.message))
