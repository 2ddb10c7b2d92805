"""The people who play here: names that are remembered, each with the colour and emblem worn last."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from rules import files
from ui.look.theme import LIVERIES, LIVERY

DEFAULT_NAMES = ("Anne", "Jack", "Zoé", "Louis", "Mary", "Edward")
MOST = 24  # names that are kept
LONGEST = 14  # letters


@dataclass(frozen=True, slots=True)
class Person:
    name: str
    livery: str


def remembered(file: Path) -> tuple[Person, ...]:
    """Those who played here last, filled up with pirates; a file one cannot read is as good as none."""
    try:
        known = [_person(entry) for entry in files.as_json(files.text(file))]
    except (OSError, ValueError, TypeError, KeyError):
        known = []
    pirates = [Person(name, livery.key) for name, livery in zip(DEFAULT_NAMES, LIVERIES, strict=True)]
    by_name = {person.name: person for person in (*pirates, *known)}
    order = dict.fromkeys(person.name for person in (*known, *pirates))
    return tuple(by_name[name] for name in order)[:MOST]


def _person(entry: object) -> Person:
    if isinstance(entry, dict):
        name, livery = str(entry["name"]), str(entry["livery"])
        return Person(name[:LONGEST], livery if livery in LIVERY else LIVERIES[0].key)
    raise TypeError


def remember(file: Path, played: Sequence[Person]) -> tuple[Person, ...]:
    """Those who play now come first from now on."""
    others = [person for person in remembered(file) if person.name not in {one.name for one in played}]
    people = (*played, *others)[:MOST]
    with suppress(OSError):  # names are a comfort: the game matters
        file.parent.mkdir(parents=True, exist_ok=True)
        entries = [{"name": person.name, "livery": person.livery} for person in people]
        file.write_text(json.dumps(entries, ensure_ascii=False, indent=1), encoding="utf-8")
    return people


def seated(people: Iterable[Person]) -> tuple[Person, ...]:
    """Nobody wears what somebody before them wears already, and no two have one name."""
    worn: list[str] = []
    names: dict[str, int] = {}
    out = []
    for seat, person in enumerate(people):
        name = person.name.strip() or DEFAULT_NAMES[seat % len(DEFAULT_NAMES)]
        names[name] = names.get(name, 0) + 1
        free = [livery.key for livery in LIVERIES if livery.key not in worn]
        livery = person.livery if person.livery in free else free[0]
        worn.append(livery)
        out.append(Person(name if names[name] == 1 else f"{name} {names[name]}", livery))
    return tuple(out)


def dressed(people: Sequence[Person], seat: int, count: int) -> tuple[Person, ...]:
    """The person on a seat takes the next colour that nobody at the table wears."""
    keys = [livery.key for livery in LIVERIES]
    worn = {person.livery for person in people[:count]} - {people[seat].livery}
    at = keys.index(people[seat].livery)
    free = next(key for key in (*keys[at + 1 :], *keys[: at + 1]) if key not in worn)
    return (*people[:seat], Person(people[seat].name, free), *people[seat + 1 :])


def exchanged(people: Sequence[Person], seat: int, name: str) -> tuple[Person, ...]:
    """Somebody else takes the seat; who sat there takes their place among those who wait."""
    out = list(people)
    there = next((place for place, person in enumerate(out) if person.name == name), None)
    if there is not None:
        out[seat], out[there] = out[there], out[seat]
    return tuple(out)
