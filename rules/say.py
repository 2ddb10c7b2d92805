"""Sentences for people, as values: written here in English, turned into the player's language at the edge.

    raise IllegalAction(Message("{player} has no dice left to throw.", player="Anne"))

The template is the key of the French catalogue (ui/words/locale); a plural form is given with its number:

    Message("one die is missing", plural="{n} dice are missing", n=3)
"""

from __future__ import annotations

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


class Trouble(Exception):
    """Something a person has to know and can mend: one clear sentence, never a traceback."""

    def __init__(self, message: Message | str) -> None:
        self.message = message if isinstance(message, Message) else Message("{text}", text=message)
        super().__init__(str(self.message))
