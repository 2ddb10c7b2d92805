"""All messages that the code can say, found by reading it, and how they compare with a catalogue."""

from __future__ import annotations

import ast
import re
import string
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from ui.words.language import Entry

ROOT = Path(__file__).resolve().parents[3]
FLOORS = ("rules", "vision", "firmware", "ui", "hardware", "app")


@dataclass(frozen=True, slots=True)
class Said:
    """A Message in the code: its template, its plural form, and where it stands."""

    template: str
    plural: str | None
    where: str
    to_players: bool = True


def said(folder: Path) -> Iterator[Said]:
    """Every Message("...") below a folder. A template that is no literal could not be translated: it is an error.

    The command line speaks English; of app/ only the modules that say things in a language speak to players.
    """
    for path in sorted(folder.rglob("*.py")):
        source = path.read_text(encoding="utf-8")
        to_players = folder.name != "app" or re.search(r"\)\.say\b|\.say\(", source) is not None
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.Call) and getattr(node.func, "id", getattr(node.func, "attr", "")) == "Message":
                where = f"{path.relative_to(folder.parent)}:{node.lineno}"
                plural = next((k.value for k in node.keywords if k.arg == "plural"), ast.Constant(None))
                if not (node.args and isinstance(node.args[0], ast.Constant) and isinstance(plural, ast.Constant)):
                    raise ValueError(f"{where}: the template of a Message must stand there in plain words")
                yield Said(str(node.args[0].value), plural.value, where, to_players)  # type: ignore[arg-type]


def needs_words(template: str) -> bool:
    """Whether there is anything to translate: "{file}: {line}" is the same in every language."""
    return any(letter.isalpha() for text, *_ in string.Formatter().parse(template) for letter in text)


def blanks(template: str) -> set[str]:
    return {name for _, name, *_ in string.Formatter().parse(template) if name}


def faults(code: list[Said], entries: list[Entry]) -> list[str]:
    """What is missing, unused, given twice or differently, each as a line that says where and how to mend it."""
    used = {(one.template, one.plural) for one in code}
    wanted = {(one.template, one.plural): one for one in code if one.to_players and needs_words(one.template)}
    given: dict[tuple[str, str | None], Entry] = {}
    found: list[str] = []
    for entry in entries:
        key = (entry.singular, entry.plural)
        if key in given and given[key].texts != entry.texts:
            found.append(f"twice, differently: {entry.where} and {given[key].where}: {entry.singular!r}")
        given.setdefault(key, entry)
        if key not in used:
            found.append(f"unused: {entry.where}: nobody says {entry.singular!r}")
    for key, one in wanted.items():
        entry_or_none = given.get(key)
        if entry_or_none is None or not all(entry_or_none.texts):
            found.append(f"missing: {one.where}: {one.template!r}" + (f" / {one.plural!r}" if one.plural else ""))
            continue
        allowed = blanks(one.template) | blanks(one.plural or "")
        for text in entry_or_none.texts:
            if not blanks(text) <= allowed or (one.plural is None and blanks(text) != allowed):
                found.append(f"blanks differ: {entry_or_none.where}: {text!r} for {one.template!r}")
        if len(entry_or_none.texts) != (1 if one.plural is None else 2):
            found.append(f"forms: {entry_or_none.where}: one text, or two where there is a plural: {one.template!r}")
    return found
