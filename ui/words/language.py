"""Messages in the player's language: gettext catalogues, read as they are written (.po), nothing to compile.

The templates in the code are English; ui/words/locale/fr/LC_MESSAGES holds one .po per floor or author, merged at load.
They are handed to gettext's own class in memory, so there is no built file that could be stale.
"""

from __future__ import annotations

import ast
import gettext
import io
import re
import struct
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from rules.say import Message, Trouble

LOCALE = Path(__file__).parent / "locale"
LANGUAGES = {"fr": "Français", "en": "English"}
PLURALS = {"fr": "nplurals=2; plural=(n > 1);", "en": "nplurals=2; plural=(n != 1);"}
NARROW, NO_BREAK = "\u202f", "\u00a0"  # spaces that do not end a line
_BEFORE_SIGN = re.compile(" ([;!?:»])")
_ELIDED = re.compile(r"\b([dD]|[qQ]u|[jJ]usqu)e \{(\w+)\}")  # "de {player}" is said "d’Anne"
_VOWELS = frozenset("aàâeéèêëiîïoôuûüœ")


@dataclass(frozen=True, slots=True)
class Entry:
    """One message of a catalogue, and where it stands."""

    singular: str
    plural: str | None
    texts: tuple[str, ...]
    where: str


def read_po(path: Path) -> Iterator[Entry]:
    """The entries of a .po file. The header and obsolete (#~) entries are left out."""
    words: dict[str, str] = {}
    keyword, start = "", 0
    for number, line in enumerate([*path.read_text(encoding="utf-8").splitlines(), ""], 1):
        line = line.strip()
        try:
            if line.startswith('"'):
                words[keyword] += ast.literal_eval(line)
            elif line.startswith("msg"):
                keyword, _, quoted = line.partition(" ")
                if keyword == "msgid" and "msgid" in words:
                    yield from _entry(words, path, start)
                    words = {}
                start = number if keyword == "msgid" else start
                words[keyword] = ast.literal_eval(quoted.strip())
        except (SyntaxError, ValueError, KeyError):
            raise Trouble(
                Message("{file}: line {line} is not a line of a catalogue.", file=path.name, line=number)
            ) from None
    yield from _entry(words, path, start)


def _entry(words: Mapping[str, str], path: Path, line: int) -> Iterator[Entry]:
    if words.get("msgid"):
        texts = tuple(text for key, text in sorted(words.items()) if key.startswith("msgstr"))
        yield Entry(words["msgid"], words.get("msgid_plural"), texts, f"{path.name}:{line}")


def catalogue(code: str) -> list[Entry]:
    return [entry for path in sorted((LOCALE / code / "LC_MESSAGES").glob("*.po")) for entry in read_po(path)]


def compiled(entries: list[Entry], plurals: str) -> bytes:
    """The bytes of a .mo file, which is what gettext reads."""
    texts = {"": f"Content-Type: text/plain; charset=UTF-8\nPlural-Forms: {plurals}\n"}
    for entry in entries:
        if all(entry.texts):  # an empty translation falls back to English
            texts["\0".join(filter(None, (entry.singular, entry.plural)))] = "\0".join(entry.texts)
    pairs = sorted((key.encode(), text.encode()) for key, text in texts.items())
    tables, pool = [b"", b""], b""
    start = 28 + 16 * len(pairs)
    for column in (0, 1):
        for pair in pairs:
            tables[column] += struct.pack("<II", len(pair[column]), start + len(pool))
            pool += pair[column] + b"\0"
    head = struct.pack("<7I", 0x950412DE, 0, len(pairs), 28, 28 + 8 * len(pairs), 0, start)
    return head + tables[0] + tables[1] + pool


class Language:
    """Says messages and numbers in one language."""

    def __init__(self, code: str) -> None:
        if code not in LANGUAGES:
            known = ", ".join(LANGUAGES)
            raise Trouble(Message("There is no language '{code}': choose one of {known}.", code=code, known=known))
        self.code = code
        self._texts = gettext.GNUTranslations(io.BytesIO(compiled(catalogue(code), PLURALS[code])))

    def say(self, message: Message | str) -> str:
        if isinstance(message, str):  # a name, a number: nothing to translate
            return message
        values = {key: self._value(value) for key, value in message.values.items()}
        if message.plural is None:
            template = self._texts.gettext(message.template)
        else:
            template = self._texts.ngettext(message.template, message.plural, message.values.get("n", 0))
        if self.code == "fr":
            template = _ELIDED.sub(lambda found: _elided(found, values), template)
        return self._spaced(template.format(**values))

    def _spaced(self, text: str) -> str:
        """French sets a space before some signs, and it must not end a line; translators need not think of it."""
        return (
            _BEFORE_SIGN.sub(lambda found: (NARROW if found[1] in ";!?" else NO_BREAK) + found[1], text).replace(
                "« ", f"«{NO_BREAK}"
            )
            if self.code == "fr"
            else text
        )

    def number(self, value: int | float, decimals: int = 0, *, sign: bool = False) -> str:
        """1 000 and 0,5 in French, 1,000 and 0.5 in English; a true minus."""
        text = f"{value:{'+' if sign else ''},.{decimals}f}".replace("-", "−")
        return text.translate(str.maketrans(",.", f"{NARROW},")) if self.code == "fr" else text

    def _value(self, value: Any) -> str:
        if isinstance(value, Message):
            return self.say(value)
        if isinstance(value, bool) or not isinstance(value, int | float):
            return str(value)
        return self.number(value, 0 if isinstance(value, int) else 1)


def _elided(found: re.Match[str], values: Mapping[str, str]) -> str:
    vowel = values.get(found[2], "")[:1].lower() in _VOWELS
    return f"{found[1]}’{{{found[2]}}}" if vowel else found[0]


@cache
def language(code: str) -> Language:
    return Language(code)
