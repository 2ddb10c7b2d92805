"""Those who play together: each group is remembered with its names, colours and robots, and with the rules that it
agreed on last for each game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from rules import files
from ui.look.theme import LIVERIES, LIVERY
from ui.pages.options import Agreement
from ui.pages.people import LONGEST, Person, write_safely
from ui.table.staging import Staged

MOST = 12  # groups that are kept
ROBOTS = ("easy", "fair", "keen")  # how strong a seat that plays by itself may be


@dataclass(frozen=True, slots=True)
class Group:
    people: tuple[Person, ...]  # in the order they sit
    rules: Mapping[str, Mapping[str, str]] = field(default_factory=dict)  # game -> rule -> value, as they are written

    @property
    def names(self) -> frozenset[str]:
        return frozenset(person.name for person in self.people)


def remembered(file: Path) -> tuple[Group, ...]:
    """The groups that played here, the latest first; a file one cannot read is as good as none."""
    try:
        return tuple(_group(entry) for entry in files.as_json(files.text(file)))[:MOST]
    except (OSError, ValueError, TypeError, KeyError, AttributeError):
        return ()


def _group(entry: Mapping[str, object]) -> Group:
    people, rules = entry["people"], entry["rules"]
    if not isinstance(people, list) or not isinstance(rules, dict):
        raise TypeError
    chosen = {str(game): {str(rule): str(value) for rule, value in agreed.items()} for game, agreed in rules.items()}
    return Group(tuple(_person(one) for one in people), chosen)


def _person(entry: Mapping[str, str]) -> Person:
    livery = entry["livery"] if entry["livery"] in LIVERY else LIVERIES[0].key
    robot = entry.get("robot", "")
    return Person(str(entry["name"])[:LONGEST], livery, robot if robot in ROBOTS else "")


def remember(file: Path, agreement: Agreement) -> tuple[Group, ...]:
    """This group comes first from now on, with what it has agreed on."""
    agreed = {rule.key: str(agreement.value(place)[0]) for place, rule in enumerate(agreement.staged.rules)} | {
        "first": str(agreement.first)
    }
    known = remembered(file)
    now = Group(agreement.players)
    before = next((group for group in known if group.names == now.names), now)
    group = Group(now.people, {**before.rules, agreement.staged.game.key: agreed})
    groups = (group, *(other for other in known if other.names != now.names))[:MOST]
    write_safely(file, [_entry(one) for one in groups])
    return groups


def _entry(group: Group) -> dict[str, object]:
    people = [
        {"name": one.name, "livery": one.livery, **({"robot": one.robot} if one.robot else {})} for one in group.people
    ]
    return {"people": people, "rules": group.rules}


def agreement(staged: Staged, group: Group | None, known: Sequence[Person]) -> Agreement:
    """What this group would agree on: its people, and its rules for this game; the first values where it has none.
    Those who do not fit the game's number of seats wait; where it needs more, those who are known sit down."""
    people = group.people if group is not None else ()
    names = {person.name for person in people}
    everybody = (*people, *(person for person in known if person.name not in names))
    seats = staged.game.seats
    count = min(max(len(people), seats[0]), seats[-1])
    agreed = group.rules.get(staged.game.key, {}) if group is not None else {}
    chosen = tuple(
        next((place for place, (value, _) in enumerate(rule.values) if str(value) == agreed.get(rule.key)), 0)
        for rule in staged.rules
    )
    first = agreed.get("first", "0")
    return Agreement(staged, everybody, count, int(first) % count if first.isdigit() else 0, chosen)
