"""What can happen in a game of Pirates en Duel, one value for each thing: what players do, and the sea."""

from __future__ import annotations

from dataclasses import dataclass

from rules.duel.cards import Colour
from rules.duel.state import Die, Face


@dataclass(frozen=True, slots=True)
class TurnUp:
    """A pirate is turned up from the pile."""

    pirate: str


@dataclass(frozen=True, slots=True)
class Draw:
    """A combat card is drawn."""

    card: str


@dataclass(frozen=True, slots=True)
class Throw:
    """Dice of one colour were thrown and show this."""

    die: Die
    skulls: int
    ships: int
    blanks: int


@dataclass(frozen=True, slots=True)
class Recruit:
    """Choose an open pirate for a free place of a ship."""

    pirate: str
    ship: Colour


@dataclass(frozen=True, slots=True)
class Replace:
    """Choose an open pirate for the place of another, on a full ship."""

    pirate: str
    old: str


@dataclass(frozen=True, slots=True)
class TurnAway:
    """Choose an open pirate and have no use for it, all places being taken."""

    pirate: str


@dataclass(frozen=True, slots=True)
class Enough:
    """Choose no further pirate, where a sergeant would allow one."""


@dataclass(frozen=True, slots=True)
class Tavern:
    """Try to impose a pirate on the player who recruits."""


@dataclass(frozen=True, slots=True)
class Impose:
    pirate: str


@dataclass(frozen=True, slots=True)
class Swap:
    """Row over and swap pirates with an opponent."""

    mine: str
    theirs: str


@dataclass(frozen=True, slots=True)
class Attack:
    ship: Colour  # one's own
    target: Colour


@dataclass(frozen=True, slots=True)
class ChangeFight:
    """The brother of the coast turns boarding into cannonade, or back."""


@dataclass(frozen=True, slots=True)
class Dodge:
    """Try to dodge the fight at the helm."""


@dataclass(frozen=True, slots=True)
class Shoot:
    """Sharpshooter, boarding pistol or gun carriage."""


@dataclass(frozen=True, slots=True)
class Rethrow:
    """Let the parrot throw again one own die that shows this."""

    face: Face


@dataclass(frozen=True, slots=True)
class Overboard:
    """Name a loss of the opponent's crew."""

    pirate: str


@dataclass(frozen=True, slots=True)
class Save:
    """Try to save one of the own losses with the red cross."""

    pirate: str


@dataclass(frozen=True, slots=True)
class Pass:
    """Use no skill here, or: no swap, no fight."""


Action = (
    TurnUp
    | Draw
    | Throw
    | Recruit
    | Replace
    | TurnAway
    | Enough
    | Tavern
    | Impose
    | Swap
    | Attack
    | ChangeFight
    | Dodge
    | Shoot
    | Rethrow
    | Overboard
    | Save
    | Pass
)


ACTIONS: tuple[type[Action], ...] = (
    TurnUp,
    Draw,
    Throw,
    Recruit,
    Replace,
    TurnAway,
    Enough,
    Tavern,
    Impose,
    Swap,
    Attack,
    ChangeFight,
    Dodge,
    Shoot,
    Rethrow,
    Overboard,
    Save,
    Pass,
)
