"""What can happen in a game of Aux Sabords, one value for each thing: what players do, and the sea."""

from __future__ import annotations

from dataclasses import dataclass

from rules.sabords.board import Direction
from rules.sabords.cards import KINDS, Card


@dataclass(frozen=True, slots=True)
class Draw:
    """The card that comes off the pile, for whoever is to draw. Virtual cards only."""

    card: Card


@dataclass(frozen=True, slots=True)
class Throw:
    """What the die shows."""

    pips: int


@dataclass(frozen=True, slots=True)
class Build:
    """Lay two different cards of wooden leg, sabre and pistol: the ship comes to its port. Their order is no matter."""

    first: Card
    second: Card

    def __post_init__(self) -> None:
        if KINDS.index(self.first) > KINDS.index(self.second):
            first, second = self.second, self.first
            object.__setattr__(self, "first", first)
            object.__setattr__(self, "second", second)


@dataclass(frozen=True, slots=True)
class LayShipCard:
    """Lay a ship card by the port, to leave it."""


@dataclass(frozen=True, slots=True)
class Ready:
    """Lay no (more) cards."""


@dataclass(frozen=True, slots=True)
class Discard:
    """Down to five cards. Virtual cards only."""

    card: Card


@dataclass(frozen=True, slots=True)
class Sail:
    """One square."""

    to: Direction


@dataclass(frozen=True, slots=True)
class PlaceChest:
    """On the own rose: a chest from beside the board onto the own treasure square."""


@dataclass(frozen=True, slots=True)
class Load:
    chests: int


@dataclass(frozen=True, slots=True)
class Unload:
    """Put chests of the own colour back on the own treasure square."""

    chests: int


@dataclass(frozen=True, slots=True)
class Attack:
    """Board the ship that is on the same square."""


@dataclass(frozen=True, slots=True)
class SailOn:
    """No chest placed here, or no attack."""


@dataclass(frozen=True, slots=True)
class LayPirates:
    """All at once: the attacked player first, then the attacker."""

    pirates: int


@dataclass(frozen=True, slots=True)
class LayCaptain:
    """The captain, alone."""


@dataclass(frozen=True, slots=True)
class GiveUp:
    """Lay nothing, and lose the fight."""


Action = (
    Draw | Throw | Build | LayShipCard | Ready | Discard | Sail | PlaceChest | Load | Unload | Attack | SailOn
    | LayPirates | LayCaptain | GiveUp
)  # fmt: skip


ACTIONS: tuple[type[Action], ...] = (
    Draw, Throw, Build, LayShipCard, Ready, Discard, Sail, PlaceChest, Load, Unload, Attack, SailOn,
    LayPirates, LayCaptain, GiveUp,
)  # fmt: skip
