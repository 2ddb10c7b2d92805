"""The cards of Pirates en Duel: crews and combat cards, read from a data file and checked entry by entry.

The shipped deck is rules/duel/duel.toml; the owner of the box can copy their own cards into a file like it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from functools import lru_cache
from typing import Any

from rules.say import Message
from rules.shelf import DataError, take


class Colour(Enum):
    """The ships, in the order of the box: yellow and purple sail only with five or six players (PD-1)."""

    BLUE = "blue"
    RED = "red"
    WHITE = "white"
    GREEN = "green"
    YELLOW = "yellow"
    PURPLE = "purple"


class Kind(Enum):
    FISHING = "fishing"
    STORM = "storm"
    BAD_ENCOUNTER = "bad-encounter"
    CAPTURE = "capture"
    PLUNDER = "plunder"
    BOARDING = "boarding"
    CANNONADE = "cannonade"


class Skill(Enum):
    HELM = "helm"
    LOOKOUT = "lookout"
    RED_CROSS = "red-cross"
    TAVERN = "tavern"
    PARROT = "parrot"
    MARMOSET = "marmoset"
    SKULL = "skull"
    SHIP = "ship"
    SERGEANT = "sergeant"
    BOAT = "rowing-boat"
    BROTHER = "brother"
    TWIN = "twin"
    SHARPSHOOTER = "sharpshooter"
    PISTOL = "boarding-pistol"
    CARRIAGE = "gun-carriage"


BLUE_SKILLS = frozenset(
    {Skill.HELM, Skill.LOOKOUT, Skill.RED_CROSS, Skill.TAVERN, Skill.PARROT, Skill.MARMOSET}
)  # from level 2 on; all the others are green, level 3

COLOUR_NAMES = {
    Colour.BLUE: Message("blue"),
    Colour.RED: Message("red"),
    Colour.WHITE: Message("white"),
    Colour.GREEN: Message("green"),
    Colour.YELLOW: Message("yellow"),
    Colour.PURPLE: Message("purple"),
}
KIND_NAMES = {
    Kind.FISHING: Message("Gone fishing"),
    Kind.STORM: Message("Storm at sea"),
    Kind.BAD_ENCOUNTER: Message("Bad encounter"),
    Kind.CAPTURE: Message("Capture"),
    Kind.PLUNDER: Message("Plunder"),
    Kind.BOARDING: Message("Boarding"),
    Kind.CANNONADE: Message("Cannonade"),
}

PLACES = 6
FEWEST_PIRATES = 6 * PLACES + 4  # six full ships without captains, and the open ones of a recruiting sergeant
LEVELS = (1, 2, 3)


@dataclass(frozen=True, slots=True)
class Member:
    """One of a crew: a pirate, or the captain of the ship of that colour."""

    name: str
    cannons: int
    sabres: int
    skills: tuple[Skill, ...] = ()
    captain: Colour | None = None


@dataclass(frozen=True, slots=True)
class CombatCard:
    """`ships` are the two colours that may be attacked; a fight without them is the card with the black ships."""

    kind: Kind
    ships: tuple[Colour, ...] = ()
    gold: int = 0

    @property
    def name(self) -> str:
        if not self.is_fight:
            return self.kind.value
        shown = [colour.value for colour in self.ships] or ["black"]
        return "-".join([self.kind.value, *shown, str(self.gold)])

    @property
    def is_fight(self) -> bool:
        return self.kind is Kind.BOARDING or self.kind is Kind.CANNONADE


@dataclass(frozen=True, slots=True)
class Deck:
    """Crew members and combat cards by name; `black` and `white` are the combat cards by their backs, each as often
    as it lies in the box."""

    members: Mapping[str, Member]
    combat: Mapping[str, CombatCard]
    black: tuple[str, ...]
    white: tuple[str, ...]
    holders: Mapping[Skill, frozenset[str]]  # who has a skill

    def captain(self, colour: Colour) -> str:
        return next(name for name, member in self.members.items() if member.captain is colour)

    def pirates(self) -> tuple[str, ...]:
        return tuple(name for name, member in self.members.items() if member.captain is None)


@lru_cache(maxsize=16)
def deck(name: str, level: int) -> Deck:
    """The deck of that file as it counts at a level: skills that are not played yet are not there."""
    whole = read(name, take(name))
    counted = {skill for skill in Skill if level == 3 or (level == 2 and skill in BLUE_SKILLS)}
    members = {
        name: replace(member, skills=tuple(skill for skill in member.skills if skill in counted))
        for name, member in whole.members.items()
    }
    return replace(whole, members=members, holders=_holders(members))


def _holders(members: Mapping[str, Member]) -> Mapping[Skill, frozenset[str]]:
    return {skill: frozenset(name for name, one in members.items() if skill in one.skills) for skill in Skill}


def read(file: str, content: Mapping[str, Any]) -> Deck:
    """A deck from the content of its file, or DataError with the first fault."""
    _only(content, {"captain", "pirate", "combat"}, file, "file")
    members: dict[str, Member] = {}
    for section in ("captain", "pirate"):
        for entry, fields in _entries(file, content, section):
            member = _member(file, entry, fields, captain=section == "captain")
            if member.name in members:
                raise DataError(file, entry, Message("there is another one of that name"))
            members[member.name] = member
    _check_crews(file, members)
    combat: dict[str, CombatCard] = {}
    backs: dict[str, list[str]] = {"black": [], "white": []}
    for entry, fields in _entries(file, content, "combat"):
        card = _combat_card(file, entry, fields)
        back = _word(file, entry, fields, "back", tuple(backs))
        combat[card.name] = card
        backs[back] += [card.name] * _number(file, entry, fields, "copies", 1, 99, default=1)
    if not any(combat[name].is_fight for name in backs["black"]):
        raise DataError(file, "combat", Message("no card with a black back is a boarding or a cannonade"))
    return Deck(members, combat, tuple(backs["black"]), tuple(backs["white"]), _holders(members))


def _check_crews(file: str, members: Mapping[str, Member]) -> None:
    captains = Counter(member.captain for member in members.values() if member.captain)
    for colour in Colour:
        if captains[colour] != 1:
            fault = Message(
                "the {colour} ship needs one captain and has {number}",
                colour=COLOUR_NAMES[colour],
                number=captains[colour],
            )
            raise DataError(file, "captain", fault)
    pirates = len(members) - len(Colour)
    if pirates < FEWEST_PIRATES:
        fault = Message("at least {fewest} pirates are needed, not {number}", fewest=FEWEST_PIRATES, number=pirates)
        raise DataError(file, "pirate", fault)
    twins = sum(Skill.TWIN in member.skills for member in members.values())
    if twins not in (0, 2):
        raise DataError(file, "pirate", Message("twins are two, or none, not {number}", number=twins))


def _entries(file: str, content: Mapping[str, Any], section: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
    entries = content.get(section)
    if not isinstance(entries, list) or not entries or not all(isinstance(fields, dict) for fields in entries):
        raise DataError(file, section, Message("there must be entries [[{section}]]", section=section))
    for number, fields in enumerate(entries, start=1):
        name = fields.get("name", fields.get("kind"))
        yield f"{section} {number}" + (f" ({name})" if isinstance(name, str) and name.isprintable() else ""), fields


def _member(file: str, entry: str, fields: Mapping[str, Any], *, captain: bool) -> Member:
    _only(fields, {"name", "cannons", "sabres", "skill"} | ({"colour"} if captain else set()), file, entry)
    name = fields.get("name")
    if not isinstance(name, str) or not name.strip() or not name.isprintable():
        raise DataError(file, entry, Message("'name' must be a name on one line"))
    skills = fields.get("skill", [])
    named = (skills,) if isinstance(skills, str) else tuple(skills) if isinstance(skills, list) else (skills,)
    for skill in named:
        _one_of(file, entry, "skill", skill, tuple(each.value for each in Skill))
    if len(set(named)) < len(named):
        raise DataError(file, entry, Message("'skill' names one skill twice"))
    return Member(
        name,
        _number(file, entry, fields, "cannons", 0, 6),
        _number(file, entry, fields, "sabres", 0, 6),
        tuple(Skill(skill) for skill in named),
        Colour(_word(file, entry, fields, "colour", tuple(each.value for each in Colour))) if captain else None,
    )


def _combat_card(file: str, entry: str, fields: Mapping[str, Any]) -> CombatCard:
    kind = Kind(_word(file, entry, fields, "kind", tuple(each.value for each in Kind)))
    if not CombatCard(kind).is_fight:
        _only(fields, {"kind", "back", "copies"}, file, entry)
        return CombatCard(kind)
    _only(fields, {"kind", "ships", "gold", "back", "copies"}, file, entry)
    ships = fields.get("ships")
    if not isinstance(ships, list) or len(ships) != 2:
        raise DataError(file, entry, Message("'ships' must be two colours"))
    for ship in ships:
        _one_of(file, entry, "ships", ship, (*(each.value for each in Colour), "black"))
    if ("black" in ships) != (ships[0] == ships[1]):
        raise DataError(file, entry, Message("'ships' must be two different colours, or black twice"))
    colours = () if "black" in ships else tuple(colour for colour in Colour if colour.value in ships)
    return CombatCard(kind, colours, _number(file, entry, fields, "gold", 1, 20))


def _only(fields: Mapping[str, Any], known: set[str], file: str, entry: str) -> None:
    for key in fields:
        if key not in known:
            raise DataError(file, entry, Message("'{key}' has no place here", key=key))


def _number(
    file: str, entry: str, fields: Mapping[str, Any], key: str, low: int, high: int, default: int | None = None
) -> int:
    value = fields.get(key, default)
    if type(value) is not int or not low <= value <= high:  # a bool is no number here
        raise DataError(
            file,
            entry,
            Message("'{key}' must be a whole number from {low} to {high}", key=key, low=low, high=high),
        )
    return value


def _word(file: str, entry: str, fields: Mapping[str, Any], key: str, words: tuple[str, ...]) -> str:
    return _one_of(file, entry, key, fields.get(key), words)


def _one_of(file: str, entry: str, key: str, value: object, words: tuple[str, ...]) -> str:
    if not isinstance(value, str) or value not in words:
        raise DataError(file, entry, Message("'{key}' must be one of: {words}", key=key, words=", ".join(words)))
    return value
