"""What the table needs to host a game. The register of hosted games is firmware/games/hosted.py."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from firmware.config import Config
from firmware.play.cards import Things
from firmware.play.umpire import Umpire
from rules.game import Chance, Game, Seat
from rules.say import Message

if TYPE_CHECKING:
    from firmware.play.table import Table
    from firmware.practice.hand import Hand
    from firmware.practice.robots import Put, Robot
    from firmware.practice.virtual import VirtualMat


State = TypeVar("State")
Action = TypeVar("Action")


@dataclass(frozen=True, slots=True)
class House:
    """How this table plays, beyond a game's rules: series named at the console or aloud, cards on screen or real."""

    naming: str = "console"  # or "aloud"
    cards: str = "virtual"  # "physical": real ones, said at the console; "printed", "taught": the eyes know them

    @property
    def real_cards(self) -> bool:
        return self.cards != "virtual"

    @property
    def reads_cards(self) -> bool:
        return self.cards in ("printed", "taught")


def no_cards(deck: str | None) -> Mapping[str, Message]:
    return {}


def nothing_thrown(action: object) -> tuple[str, ...]:
    return ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Hosted(Generic[State, Action]):
    """A game as the table sees it. Each game's room has one of these in its module `hosted`."""

    game: Game[State, Action]
    dice: str  # the kind of dice set it is played with
    referee: Callable[[House, Config, Chance], Umpire[State, Action, Any]]  # what it remembers is its own
    robot: Callable[[Table, VirtualMat | None, Chance, Put], Robot]
    hand: Callable[[VirtualMat, Table, Chance, Put], Hand]  # at the virtual table
    # The position before an action and the action: whose dice fell how far above what was to be expected (0: neither).
    luck: Callable[[State, Action], tuple[Seat, float] | None]
    # The faces an action threw, for judging whether dice are fair; only where all are equally likely.
    thrown: Callable[[Action], Iterable[str]] = nothing_thrown
    raced: tuple[type, ...] = ()  # actions that go to whoever pressed first: a judge may say that it was another
    # What is agreed, with what the table's settings say of it; a game keeps that to its end.
    settled: Callable[[Any, House, Config], Any] = lambda setup, house, config: setup
    shared_throws: bool = False  # all throw on one track: nobody's dice are theirs alone
    # Every card by its name, with what it is called, of the box or of a deck's file: what cards are taught by.
    cards: Callable[[str | None], Mapping[str, Message]] = no_cards
    setup: Any = None  # what is played where nothing was agreed; None: the rules' own
    things: Things[State, Action] | None = None  # its cards at the virtual table
    demo: Any = None  # what a demonstration plays, to be over in a minute or so; None: the same
