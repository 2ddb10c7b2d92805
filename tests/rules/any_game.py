"""Playing any game by chance, and making up actions of its types: what the tests over all games stand on."""

from __future__ import annotations

import types
import typing
from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass, replace
from enum import Enum
from functools import cache
from itertools import islice
from random import Random
from typing import Any

from rules.duel.cards import deck
from rules.duel.state import Duel
from rules.game import SEA, Game, Seat
from rules.mille.state import Mille
from rules.sabords.cards import KINDS, Card
from rules.sabords.state import Aux, Ends
from rules.series.rules import Race

NAMES = ("Anne", "Mary Read", "sea", "Zoé", "O'Malley", "no")
MANY = 40  # plain legal actions looked at in one position
STUCK = 20_000  # no game is that long


def setup_for(game: Game[Any, Any], chance: Random) -> Any:
    """Short games where a game allows them, so that there is time for more; every level, every variant."""
    return SETUPS.get(game.key, _as_it_is)(game, chance)


def _as_it_is(game: Game[Any, Any], chance: Random) -> Any:
    return game.setup()


def _aux(game: Game[Any, Any], chance: Random) -> Any:
    ends = chance.choice(list(Ends))
    return game.setup(chests=2 if ends is Ends.ALL_CHESTS else 4, ends=ends, hands=chance.choice([1, 2]))


SETUPS: dict[str, Callable[[Game[Any, Any], Random], Any]] = {
    "series": lambda game, chance: game.setup(squares=chance.randrange(5, 21)),
    "mille": lambda game, chance: game.setup(
        target=chance.choice([5000, 6000, 8000]), floor_at_zero=chance.random() < 0.5
    ),
    "duel": lambda game, chance: game.setup(level=chance.randrange(1, 4)),
    "aux": _aux,
}


def some_legal(game: Game[Any, Any], state: Any, chance: Random) -> list[Any]:
    """Some of the legal actions; of a very long list only from its beginning."""
    plain = list(islice(game.legal(state), 2000))
    return plain if len(plain) <= MANY else chance.sample(plain, MANY)


def random_action(game: Game[Any, Any], state: Any, chance: Random, wild: float) -> Any:
    """Mostly what a bot or the sea would do, so that games come to their end; sometimes anything that is legal."""
    if chance.random() < wild:
        return chance.choice(some_legal(game, state, chance))
    return (game.sea if game.actor(state) is SEA else game.bot)(state, chance)


def play_by_chance(game: Game[Any, Any], chance: Random, wild: float = 0.05) -> Iterator[tuple[Any, Any]]:
    """Every state of a game with the action played there; the last with None."""
    players = list(NAMES)
    chance.shuffle(players)
    state = game.start(players[: chance.choice(game.seats)], setup_for(game, chance))
    for _ in range(STUCK):
        if game.actor(state) is None:
            yield state, None
            return
        action = random_action(game, state, chance, wild)
        yield state, action
        state = game.apply(state, action)
    raise AssertionError(f"{game.key} is stuck: {state}")


# -- made-up actions -----------------------------------------------------------------------------------------------


@cache
def hints_of(kind: Any) -> dict[str, Any]:
    return typing.get_type_hints(kind, include_extras=True)


def made_up(kind: Any, chance: Random, state: Any, words: list[str]) -> Any:
    """Any value of a type, sensible or not."""
    origin, parts = typing.get_origin(kind), typing.get_args(kind)
    if kind == Seat:
        return chance.randrange(-1, len(state.players) + 1)
    if origin in (typing.Union, types.UnionType):
        return made_up(chance.choice(parts), chance, state, words)
    if origin is tuple:
        inner = [parts[0]] * chance.choice([0, 1, 1, 2, 3, 8]) if parts[1:] == (Ellipsis,) else parts
        return tuple(made_up(part, chance, state, words) for part in inner)
    if kind is int:
        return chance.randrange(-1, 13)
    if kind is bool:
        return chance.random() < 0.5
    if kind is str:
        return chance.choice(words) if words and chance.random() < 0.9 else "nonsense"
    if kind is type(None):
        return None
    if issubclass(kind, Enum):
        return chance.choice(list(kind))
    hints = hints_of(kind)
    return kind(**{name: made_up(hints[name], chance, state, words) for name in _field_names(kind)})


def bent(action: Any, chance: Random, state: Any, words: list[str]) -> Any:
    """A sensible action with one thing about it changed."""
    names = _field_names(type(action))
    if not names:
        return action
    name = chance.choice(names)
    kind: Any = type(action)
    hint = hints_of(kind)[name]
    return replace(action, **{name: made_up(hint, chance, state, words)})


def words_in(value: Any) -> list[str]:
    """Every string inside a state: names of cards and pirates, to make actions up from."""
    if isinstance(value, str):
        return [] if isinstance(value, Enum) else [value]
    if isinstance(value, tuple):
        return [word for part in value for word in words_in(part)]
    if is_dataclass(value):
        return [word for name in _field_names(type(value)) for word in words_in(getattr(value, name))]
    return []


def _field_names(kind: Any) -> list[str]:
    return list(kind._fields) if hasattr(kind, "_fields") else [field.name for field in fields(kind) if field.init]


# -- what never gets lost ------------------------------------------------------------------------------------------


def conserved(game: Game[Any, Any], state: Any) -> object:
    """What must be the same from the first state of a game to its last."""
    return CONSERVED[game.key](state)


def _dice(state: Race) -> object:
    assert all(0 <= pawn <= state.setup.squares for pawn in state.pawns)
    assert min(state.hands) >= 0
    return sum(state.hands) + len([face for face in state.track if face])


def _cards(state: Mille) -> object:
    assert len(state.turn.dice) in (0, 8)
    assert {*state.turn.laid, *state.turn.thrown} <= set(range(8))
    assert all(0 <= left <= all_there for left, all_there in zip(state.deck, state.whole_deck, strict=True))
    return sum(state.whole_deck)


def _cards_and_chests(state: Aux) -> object:
    places = [hand for hand in state.hands if hand] + [pile for pile in (state.pile, state.discard) if pile]
    cards = [sum(counts) for counts in zip(*places, strict=True)]
    cards[KINDS.index(Card.SHIP)] += sum(ship.card for ship in state.ships)
    chests = [ship.beside + ship.treasure for ship in state.ships]
    afloat = [[*ship.cargo] for ship in state.ships] + [[*ship.port] for ship in state.ships]
    return tuple(cards), tuple(a + b for a, b in zip(chests, map(sum, zip(*afloat, strict=True)), strict=False))


def _pirates_and_cards(state: Duel) -> object:
    aboard = [pirate for ship in state.ships for pirate in ship.crew]
    overboard = [pirate for side in state.fight.sides for pirate in side.lost] if state.fight else []
    pirates = sorted([*aboard, *overboard, *state.pile, *state.open, *state.discard, *state.gone])
    assert len(set(pirates)) == len(pirates), "every pirate is in one place"
    combat = sorted([*state.combat_pile, *state.combat_discard, *([state.turn.card] if state.turn.card else [])])
    assert set(combat) <= set(deck(state.setup.deck, state.setup.level).combat)
    return tuple(pirates), tuple(combat)


CONSERVED: dict[str, Callable[[Any], object]] = {
    "series": _dice,
    "mille": _cards,
    "duel": _pirates_and_cards,
    "aux": _cards_and_chests,
}
