"""What the screens around a game need of it. The register of these is ui/games/staged.py."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from pygame import Surface

from firmware.play.hosting import House
from rules.game import Game
from rules.say import Message
from ui.parts.printed import PrintedDeck
from ui.parts.signs import Sign
from ui.table.screen import GameScreen
from ui.words.language import Language

GOAL, TURN, BUTTONS = Message("The goal"), Message("Your turn"), Message("The buttons")
POINTS = Message("Points by turn")


@dataclass(frozen=True, slots=True)
class Rule:
    """One thing to agree on, and what it may be; the first is what most people want."""

    key: str
    label: Message
    values: tuple[tuple[Any, Message], ...]
    picture: str


CARDS = Rule(
    "cards",
    Message("Cards"),
    (("virtual", Message("on the screen")), ("physical", Message("from the box"))),
    "pirate",
)


@dataclass(frozen=True, slots=True)
class Column:
    """A third of the sheet that explains a game in a minute."""

    title: Message
    signs: tuple[Sign, ...]
    words: Message


@dataclass(frozen=True, slots=True, kw_only=True)
class Staged:
    """A game as people see it. Each game's room has one of these in its module `staged`."""

    game: Game[Any, Any]
    screen: type[GameScreen]
    picture: str  # in the menu and in the log book
    rules: tuple[Rule, ...]  # what can be agreed before a game
    # The rules' setup and the table's house rules, from the choices by key (and how many "players") and who starts.
    agreed: Callable[[Mapping[str, Any], int], tuple[Any, House]]
    sheet: tuple[Column, ...]  # the goal, a turn, the buttons
    shots: str  # the module with its pictures
    printed: Callable[..., PrintedDeck] | None = None  # its cards to print, of a deck's file
    board: Callable[[tuple[int, int], Language], Surface] | None = None  # its board to print, drawn at that size
    curve: Message = POINTS  # what the log book calls its points
