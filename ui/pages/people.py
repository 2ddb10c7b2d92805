"""The people who play here: names that are remembered, each with the colour and emblem worn last."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from rules import files
from ui.look.theme import LIVERIES, LIVERY

DEFAULT_NAMES = ("Anne", "Jack", "Zoé", "Louis", "Mary", "Edward")
MOST = 24  # names that are kept
LONGEST = 14  # letters


# Who sits there when a seat plays by itself: pirates of the books, none of them a name of our own.
ROBOTS = ("Rackham", "Bonny", "Teach", "Read", "Vane", "Kidd")


@dataclass(frozen=True, slots=True)
class Person:
    name: str
    livery: str
    robot: str = ""  # how strong, where a robot sits there


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
    """Those who play now come first from now on. Robots are no people."""
    played = [person for person in played if not person.robot]
    others = [person for person in remembered(file) if person.name not in {one.name for one in played}]
    people = (*played, *others)[:MOST]
    write_safely(file, [{"name": person.name, "livery": person.livery} for person in people])
    return people


def write_safely(file: Path, entries: object) -> None:
    """All of it or what was there before, wherever the plug is pulled. Names are a comfort: without them one plays."""
    new = file.with_suffix(".new")
    with suppress(OSError):
        file.parent.mkdir(parents=True, exist_ok=True)
        with new.open("w", encoding="utf-8") as opened:
            json.dump(entries, opened, ensure_ascii=False, indent=1)
            opened.flush()
            os.fsync(opened.fileno())
        new.replace(file)


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
        out.append(Person(name if names[name] == 1 else f"{name} {names[name]}", livery, person.robot))
    return tuple(out)


def dressed(people: Sequence[Person], seat: int, count: int) -> tuple[Person, ...]:
    """The person on a seat takes the next colour that nobody at the table wears."""
    keys = [livery.key for livery in LIVERIES]
    worn = {person.livery for person in people[:count]} - {people[seat].livery}
    at = keys.index(people[seat].livery)
    free = next(key for key in (*keys[at + 1 :], *keys[: at + 1]) if key not in worn)
    return (*people[:seat], replace(people[seat], livery=free), *people[seat + 1 :])


def exchanged(people: Sequence[Person], seat: int, name: str) -> tuple[Person, ...]:
    """Somebody else takes the seat; who sat there takes their place among those who wait."""
    out = list(people)
    there = next((place for place, person in enumerate(out) if person.name == name), None)
    if there is not None:
        out[seat], out[there] = out[there], out[seat]
    return tuple(out)


def manned(people: Sequence[Person], seat: int, count: int, strength: str) -> tuple[Person, ...]:
    """A robot takes the seat, and who sat there waits; or one that sits there plays otherwise; or, with no strength,
    the first who waits takes the seat from it."""
    out, here = list(people), people[seat]
    if strength and here.robot:
        out[seat] = replace(here, robot=strength)
    elif strength:
        taken = {person.name for person in people}
        name = next((name for name in ROBOTS if name not in taken), f"{ROBOTS[0]} {seat + 1}")
        out[seat] = Person(name, here.livery, strength)
        out.insert(count, here)
    elif here.robot:
        waits = next((place for place in range(count, len(out)) if not out[place].robot), None)
        person = out.pop(waits) if waits is not None else Person(DEFAULT_NAMES[seat], here.livery)
        out[seat] = replace(person, livery=here.livery)
    return tuple(out)
