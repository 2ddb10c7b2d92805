"""What can be agreed before a game: the choices of each game, as data, with sensible defaults first."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from firmware.play.hosting import House
from rules import mille, sabords, series
from rules.duel import state as duel
from rules.duel.cards import Colour as Hue
from rules.sabords.state import Deal, Ends
from rules.say import Message
from ui.pages.people import Person
from vision.places import data_dir


@dataclass(frozen=True, slots=True)
class Rule:
    """One thing to agree on, and what it may be; the first is what most people want."""

    key: str
    label: Message
    values: tuple[tuple[Any, Message], ...]
    picture: str


@dataclass(frozen=True, slots=True)
class Offer:
    """A game as the menu offers it. `agreed` makes the rules' setup and the table's house rules from the choices."""

    key: str
    picture: str
    rules: tuple[Rule, ...]
    agreed: Callable[[Mapping[str, Any], int], tuple[Any, House]]  # choices by key, who starts


SQUARES = Rule(
    "squares",
    Message("Way to the treasure"),
    tuple((n, Message("{n} squares", n=n)) for n in (20, 30, 40, 60, 10)),
    "cross",
)
NAMING = Rule(
    "naming",
    Message("Naming a series"),
    (("console", Message("on the table")), ("aloud", Message("aloud"))),
    "bell",
)
TARGET = Rule(
    "target",
    Message("Target"),
    tuple((n, Message("{points} points", points=n)) for n in (6000, 8000, 5000)),
    "flag",
)
CARDS = Rule(
    "cards",
    Message("Cards"),
    (("virtual", Message("on the screen")), ("physical", Message("from the box"))),
    "pirate",
)
FLOOR = Rule(
    "floor",
    Message("Scores below zero"),
    ((False, Message("allowed")), (True, Message("never"))),
    "hourglass",
)

CHESTS = Rule(
    "chests",
    Message("Chests of each colour"),
    tuple((n, Message("{n} chests", n=n)) for n in (4, 3, 2)),
    "chest",
)
ENDS = Rule(
    "ends",
    Message("The game ends"),
    (
        (Ends.ALL_CHESTS, Message("when all chests are in port")),
        (Ends.ONE_COLOUR, Message("when one colour is in port")),
    ),
    "port",
)
HANDS = Rule(
    "hands",
    Message("Two players: cards"),
    ((2, Message("a hand for each ship")), (1, Message("one hand for both ships"))),
    "hand",
)

LEVEL = Rule(
    "level",
    Message("Level"),
    tuple(
        (n, name)
        for n, name in ((1, Message("1 · a crew")), (2, Message("2 · blue skills")), (3, Message("3 · all skills")))
    ),
    "flag",
)
# Who wears red sails red, where there are enough ships of the box: it is easier to remember.
FLEETS = {
    3: (Hue.RED, Hue.BLUE, Hue.GREEN),
    4: (Hue.RED, Hue.BLUE, Hue.GREEN, Hue.WHITE),
    5: (Hue.RED, Hue.BLUE, Hue.GREEN, Hue.YELLOW, Hue.PURPLE),
    6: (Hue.RED, Hue.BLUE, Hue.GREEN, Hue.YELLOW, Hue.PURPLE, Hue.WHITE),
}


def _series(chosen: Mapping[str, Any], first: int) -> tuple[Any, House]:
    return series.Setup(squares=chosen["squares"], first=first), House(naming=chosen["naming"])


def _mille(chosen: Mapping[str, Any], first: int) -> tuple[Any, House]:
    setup = mille.Setup(target=chosen["target"], first=first, floor_at_zero=chosen["floor"])
    return setup, House(cards=chosen["cards"])


def _duel(chosen: Mapping[str, Any], first: int) -> tuple[Any, House]:
    own = data_dir() / "duel.toml"  # the cards of one's own box, where somebody has written them down
    colours = FLEETS.get(chosen["players"], ())
    setup = duel.Setup(chosen["level"], str(own) if own.is_file() else "duel", colours, first)
    return setup, House(cards=chosen["cards"])


def _aux(chosen: Mapping[str, Any], first: int) -> tuple[Any, House]:
    rules = {rule.key: chosen[rule.key] for rule in (CHESTS, ENDS, HANDS)}
    return sabords.Setup(**rules, first=first, cards=Deal.PHYSICAL), House(cards="physical")


OFFERS = {
    "series": Offer("series", "chest", (SQUARES, NAMING), _series),
    "mille": Offer("mille", "skull", (TARGET, CARDS, FLOOR), _mille),
    "duel": Offer("duel", "cannon", (LEVEL, CARDS), _duel),
    "aux": Offer("aux", "galleon", (CHESTS, ENDS, HANDS), _aux),
}


@dataclass(frozen=True, slots=True)
class Agreement:
    """Who plays, who starts and by which rules, while it is being agreed."""

    offer: Offer
    people: tuple[Person, ...]  # all that are known; the first of them play
    count: int
    first: int = 0
    chosen: tuple[int, ...] = ()  # which value of each rule

    @property
    def players(self) -> tuple[Person, ...]:
        return self.people[: self.count]

    def turned(self, rule: int) -> Agreement:
        """The next value of one rule."""
        chosen = list(self.chosen or (0,) * len(self.offer.rules))
        chosen[rule] = (chosen[rule] + 1) % len(self.offer.rules[rule].values)
        return replace(self, chosen=tuple(chosen))

    def value(self, rule: int) -> tuple[Any, Message]:
        return self.offer.rules[rule].values[self.chosen[rule] if self.chosen else 0]

    def agreed(self) -> tuple[Any, House]:
        chosen = {rule.key: self.value(place)[0] for place, rule in enumerate(self.offer.rules)}
        chosen["players"] = self.count
        return self.offer.agreed(chosen, self.first % self.count)
