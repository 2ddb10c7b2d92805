"""Pirates en Duel as values: the table between two actions, and everything that can happen on it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

from rules.duel.cards import PLACES, Colour, Deck, Kind, Member, Skill, deck
from rules.game import Seat


@dataclass(frozen=True, slots=True)
class Setup:
    level: int = 1  # 1 Mille Sabords !, 2 Pavillon Noir, 3 Frères de la Côte
    deck: str = "duel"  # a deck that ships, or the path of one's own
    colours: tuple[Colour, ...] = ()  # PD-2: the ship of each player; left empty, in the order of the box
    first: Seat = 0  # who begins
    box: bool = False  # cards from the box: those discarded may be shuffled in again at any time


class Stage(Enum):
    """What the table waits for."""

    FIRST_PIRATES = "first-pirates"  # the sea turns up the pirates of the first crews
    FIRST_CREW = "first-crew"
    TURN_UP = "turn-up"  # the sea turns up pirates to recruit from
    TAVERN = "tavern"
    TAVERN_DIE = "tavern-die"
    IMPOSE = "impose"
    RECRUIT = "recruit"
    ROW = "row"
    DRAW = "draw"  # the sea draws the combat card
    TARGET = "target"
    BROTHER = "brother"
    HELM = "helm"
    HELM_DIE = "helm-die"
    SHOOT = "shoot"
    SHOT_DIE = "shot-die"
    AIM = "aim"
    DICE = "dice"  # the sea throws the combat dice of one side
    MARMOSET = "marmoset"  # the sea throws again what the marmoset wants thrown again
    PARROT = "parrot"
    PARROT_DIE = "parrot-die"
    LOSSES = "losses"
    RED_CROSS = "red-cross"
    RED_CROSS_DIE = "red-cross-die"
    OVER = "over"


class Die(Enum):
    """Attack dice have 4 skulls, 1 ship, 1 blank; defence dice 2 skulls, 3 ships, 1 blank."""

    RED = "red"
    BLUE = "blue"


class Face(Enum):
    SKULL = "skull"
    SHIP = "ship"
    BLANK = "blank"


FACES = {
    Die.RED: (Face.SKULL,) * 4 + (Face.SHIP, Face.BLANK),
    Die.BLUE: (Face.SKULL,) * 2 + (Face.SHIP,) * 3 + (Face.BLANK,),
}


@dataclass(frozen=True, slots=True)
class Ship:
    """A ship without crew is sunk, or was taken out of the game with its player."""

    colour: Colour
    seat: Seat
    crew: tuple[str, ...]

    @property
    def is_full(self) -> bool:
        return len(self.crew) == PLACES


@dataclass(frozen=True, slots=True)
class Hand:
    """Combat dice on the table."""

    skulls: int = 0
    ships: int = 0
    blanks: int = 0

    @property
    def count(self) -> int:
        return self.skulls + self.ships + self.blanks

    def of(self, face: Face) -> int:
        return self.skulls if face is Face.SKULL else self.ships if face is Face.SHIP else self.blanks

    def plus(self, other: Hand, sign: int = 1) -> Hand:
        return Hand(
            self.skulls + sign * other.skulls, self.ships + sign * other.ships, self.blanks + sign * other.blanks
        )


ONE = {Face.SKULL: Hand(1, 0, 0), Face.SHIP: Hand(0, 1, 0), Face.BLANK: Hand(0, 0, 1)}


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two in a fight, with the ship engaged."""

    seat: Seat
    ship: Colour
    strength: int = 0  # dice, counted after the shots
    dice: Hand = Hand()
    due: int = 0  # losses the opponent has still to name
    lost: tuple[str, ...] = ()
    marked: str | None = None  # PD-23: a twin named once, who is lost only with the other
    used: tuple[str, ...] = ()  # those who used their skill in this fight

    @property
    def missing(self) -> int:
        """Combat dice that this side has to throw, or to throw again."""
        return self.strength - self.dice.count


@dataclass(frozen=True, slots=True)
class Fight:
    kind: Kind
    sides: tuple[Side, Side]  # attacker, defender
    acting: int = 0  # the side this step is about
    saving: str | None = None  # whom the red cross throws for

    @property
    def side(self) -> Side:
        return self.sides[self.acting]


@dataclass(frozen=True, slots=True)
class Turn:
    seat: Seat
    number: int  # 1 is the first player's first
    quota: int = 2  # recruits; 3 with a sergeant
    recruits: tuple[str, ...] = ()  # chosen so far, turned away or not
    imposed: tuple[str, ...] = ()  # chosen for this player in the taverns
    asked: tuple[Seat, ...] = ()  # owners of a tavern, the last is being asked
    rowed: bool = False
    card: str | None = None  # the combat card drawn


@dataclass(frozen=True, slots=True)
class Duel:
    """A game between two actions. The piles are known as sets: whatever lies in one may come up next."""

    players: tuple[str, ...]
    setup: Setup
    ships: tuple[Ship, ...]
    gold: tuple[int, ...]
    pile: tuple[str, ...]
    open: tuple[str, ...]
    discard: tuple[str, ...]
    combat_pile: tuple[str, ...]
    combat_discard: tuple[str, ...]
    turn: Turn
    stage: Stage
    gone: tuple[str, ...] = ()  # out of the game: lost captains, and the crews of those whose treasure was empty
    fight: Fight | None = None
    winners: tuple[Seat, ...] = ()


# -- the sea's actions ---------------------------------------------------------------------------------------------


# -- the players' actions ------------------------------------------------------------------------------------------


# -- reading the table ---------------------------------------------------------------------------------------------


def cards(state: Duel) -> Deck:
    """The deck as it counts at the level played."""
    return deck(state.setup.deck, state.setup.level)


def goal(state: Duel) -> int:
    """PD-15, PD-28: the treasure that wins."""
    return 20 if len(state.players) == 2 else 15


SINGLE_DICE = {
    Stage.TAVERN_DIE: Die.BLUE,
    Stage.HELM_DIE: Die.BLUE,
    Stage.SHOT_DIE: Die.RED,
    Stage.RED_CROSS_DIE: Die.BLUE,
}


def dice_wanted(state: Duel) -> tuple[Die, int] | None:
    """The dice to be thrown now, and how many."""
    stage, fight = state.stage, state.fight
    if stage in SINGLE_DICE:
        return SINGLE_DICE[stage], 1
    if fight is not None and stage in (Stage.DICE, Stage.MARMOSET, Stage.PARROT_DIE):
        return Die.BLUE if fight.acting else Die.RED, fight.side.missing
    return None


def ship_of(state: Duel, colour: Colour) -> Ship:
    for ship in state.ships:
        if ship.colour is colour:
            return ship
    raise KeyError(colour)


def afloat(state: Duel, seat: Seat) -> list[Ship]:
    return [ship for ship in state.ships if ship.seat == seat and ship.crew]


def enemies(state: Duel, seat: Seat) -> list[Ship]:
    return [ship for ship in state.ships if ship.seat != seat and ship.crew]


def in_play(state: Duel, seat: Seat) -> bool:
    return state.gold[seat] > 0 and any(ship.crew and ship.seat == seat for ship in state.ships)


def members(state: Duel, names: tuple[str, ...]) -> list[Member]:
    known = cards(state).members
    return [known[name] for name in names]


def is_captain(state: Duel, name: str) -> bool:
    return cards(state).members[name].captain is not None


def having(state: Duel, crew: tuple[str, ...], *skills: Skill) -> list[str]:
    """Those of a crew who have one of the skills."""
    if state.setup.level == 1:
        return []
    holders = cards(state).holders
    if len(skills) == 1:
        able = holders[skills[0]]
        return [name for name in crew if name in able]
    return [name for name in crew if any(name in holders[skill] for skill in skills)]


def owns(state: Duel, seat: Seat, skill: Skill) -> bool:
    """Whether a pirate on any ship of the player has a skill; those of a fight count on the ship engaged alone."""
    return any(having(state, ship.crew, skill) for ship in state.ships if ship.seat == seat)


def twins(state: Duel, crew: tuple[str, ...]) -> list[str]:
    """Both twins, if both are in this crew; alone, a twin is a pirate like any other (PD-23)."""
    pair = having(state, crew, Skill.TWIN)
    return pair if len(pair) == 2 else []


def with_crew(state: Duel, colour: Colour, crew: tuple[str, ...]) -> Duel:
    ships = tuple(replace(ship, crew=crew) if ship.colour is colour else ship for ship in state.ships)
    return replace(state, ships=ships)


def without(names: tuple[str, ...], name: str) -> tuple[str, ...]:
    """All but one of that name."""
    at = names.index(name)
    return names[:at] + names[at + 1 :]
