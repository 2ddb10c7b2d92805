"""What the screens around a game need of it. The register of these is ui/games/staged.py."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pygame import Surface

from firmware.play.hosting import House
from rules.game import Game
from rules.say import Message
from rules.shelf import DataError
from ui.parts.printed import PrintedDeck, PrintedPieces, PrintedSummary
from ui.parts.signs import Sign
from ui.table.screen import GameScreen
from ui.words.language import Language
from vision.cards.names import kept
from vision.places import data_dir

GOAL, TURN, BUTTONS = Message("The goal"), Message("Your turn"), Message("The buttons")
POINTS = Message("Points by turn")
YOUNGEST = Message("The youngest begins.")


@dataclass(frozen=True, slots=True)
class Rule:
    """One thing to agree on, and what it may be; the first is what most people want. What only this owner has goes
    before what everybody has: whoever wrote down the cards of the own box wants to play with them."""

    key: str
    label: Message
    always: tuple[tuple[Any, Message], ...]
    picture: str
    own: Callable[[], tuple[tuple[Any, Message], ...]] = tuple
    says: Callable[[Any], Message | None] = lambda value: None  # what is wrong with a value, or to be done for it

    @property
    def values(self) -> tuple[tuple[Any, Message], ...]:
        return (*self.own(), *self.always)


def own_file(name: str) -> Path | None:
    """A deck or board of one's own in the data folder, where somebody has written one."""
    file = data_dir() / name
    return file if file.is_file() else None


def own_cards(name: str) -> tuple[tuple[Any, Message], ...]:
    """What that deck of one's own adds to where the cards are: on the screen, printed, or in a box."""
    if own_file(name) is None:
        return ()
    return (
        ("own", Message("on the screen, by your {file}", file=name)),
        ("own printed", Message("printed, by your {file}", file=name)),
        ("own box", Message("from the box, by your {file}", file=name)),
    )


def of_the_box(game: Game[Any, Any]) -> House:
    """Cards from a box: the eyes read those that they were taught; else they are said at the console."""
    return House(cards="taught" if kept(game.key).is_file() else "physical")


def known_cards(game: Game[Any, Any]) -> Message | None:
    return Message("The eyes know these cards: lay them in view.") if of_the_box(game).reads_cards else None


def fault_of(name: str, read: Callable[[str], object]) -> Message | None:
    """What the validator says of that file of one's own; its folder is too long to read."""
    file = own_file(name)
    try:
        if file is not None:
            read(str(file))
    except DataError as trouble:
        return DataError(file.name if file else name, trouble.entry, trouble.fault).message
    return None


Told = Callable[[Any, int], Message]  # of a setup and so many players: what depends on what was agreed


@dataclass(frozen=True, slots=True)
class Column:
    """A third of a sheet that explains a game in a minute; `words` may speak of what was agreed."""

    title: Message
    signs: tuple[Sign, ...]
    words: Message | Told

    def says(self, setup: Any, players: int) -> Message:
        return self.words if isinstance(self.words, Message) else self.words(setup, players)


@dataclass(frozen=True, slots=True, kw_only=True)
class Staged:
    """A game as people see it. Each game's room has one of these in its module `staged`."""

    game: Game[Any, Any]
    screen: type[GameScreen]
    picture: str  # in the menu and in the log book
    rules: tuple[Rule, ...]  # what can be agreed before a game
    # The rules' setup and the table's house rules, from the choices by key (and how many "players") and who starts.
    agreed: Callable[[Mapping[str, Any], int], tuple[Any, House]]
    sheet: tuple[Column, ...]  # the goal, a turn, the buttons; then, three to a page, what decides it
    shots: str  # the module with its pictures
    guide: Mapping[str, Message] = field(default_factory=dict)  # why, for each task, while the game is new to a table
    begins: Message = YOUNGEST  # who does by the rulebook
    printed: Callable[..., PrintedDeck] | None = None  # its cards to print, of a deck's file
    board: Callable[[tuple[int, int], Language], Surface] | None = None  # its board to print, drawn at that size
    pieces: Callable[[], PrintedPieces] | None = None  # ships, chests, gold: to cut and to fold
    reminders: Callable[[], tuple[PrintedSummary, ...]] | None = None  # summary cards beside the one of the sheet
    curve: Message = POINTS  # what the log book calls its points
