"""Mille Sabords: eight dice, one card a turn, and three skulls end it (rules MS-1 to MS-24).

A turn: the sea reveals a card and throws all eight dice; then the player stops, throws some again, or lays dice on
the treasure island, and so on until the turn ends. Dice are known by their number, 0 to 7, so that a camera can
follow each. What a hand is worth stands in rules/mille/score.py.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain, combinations, product
from operator import attrgetter

from rules import files
from rules.game import SEA, Actor, Chance, Game, IllegalAction, Legal, Outcome, SetupError, seated
from rules.mille.score import CARD_NAMES, CARDS, DICE, FACE_NAMES, FACES, TREASURE, Card, Face, Worth
from rules.mille.state import Action, Ended, Lay, Mille, Rethrow, Reveal, Setup, Stop, Throw, Turn, Won
from rules.mille.tell import tell
from rules.say import Message, listed
from rules.shelf import DataError, take

TARGETS = (5000, 6000, 8000)  # MS-1: short, usual, long
SEATS = range(2, 6)
BOXES = range(1, 1000)  # cards
ALL_DICE = tuple(range(DICE))
KNOWN = frozenset(FACES)


def start(players: Sequence[str], setup: Setup) -> Mille:
    """MS-1 to MS-3."""
    names = seated(players, SEATS)
    if setup.target not in TARGETS:
        raise SetupError(Message("The target is 5000, 6000 or 8000 points, not {target}.", target=setup.target))
    if setup.first not in range(len(names)):
        raise SetupError(Message("There is no seat {seat} to start from: seats count from 0.", seat=setup.first))
    if setup.box not in range(BOXES.stop):
        raise SetupError(Message("A box holds at most {most} cards, not {n}.", most=BOXES[-1], n=setup.box))
    deck = read_deck(setup.deck)
    return Mille(names, setup, deck, deck, (0,) * len(names), Turn(setup.first))


def read_deck(name: str) -> tuple[int, ...]:
    """MS-2: how many of each of CARDS are in the deck file."""
    cards = take(name).get("cards")
    if not isinstance(cards, dict):
        raise DataError(name, "[cards]", Message("the deck needs a table of cards, like pirate = 4"))
    for card, many in cards.items():
        if card not in CARDS or card == Card.NONE:
            known = ", ".join(CARDS[1:])
            raise DataError(name, card, Message("there is no such card; there are {known}", known=known))
        if type(many) is not int or not 0 <= many <= 99:
            raise DataError(
                name, card, Message("a number of cards from 0 to 99 is needed, not {many}", many=files.short(many))
            )
    if not any(cards.values()):
        raise DataError(name, "[cards]", Message("the deck is empty"))
    return tuple(cards.get(card, 0) for card in CARDS)


def actor(state: Mille) -> Actor | None:
    if state.won:
        return None
    return SEA if state.turn.rolling or state.turn.card is None else state.turn.seat


def legal(state: Mille) -> Iterable[Action]:
    turn = state.turn
    if state.won:
        return ()
    if turn.card is None:
        return (
            Reveal(card) for card, many in zip(CARDS, state.deck, strict=True) if many or _any_may_come(state, card)
        )
    if turn.rolling:
        return Legal(state, _throws, _no_throw)
    return chain([Stop()], map(Rethrow, _throwable(turn)), map(Lay, _layable(turn)))


def _throws(state: Mille) -> Iterator[Action]:
    return map(Throw, product(FACES, repeat=len(state.turn.thrown)))


def _no_throw(state: Mille, action: object) -> Message | None:
    """Whether it is one of _throws, without going through 6^8 of them."""
    match action:
        case Throw(faces) if len(faces) == len(state.turn.thrown) and KNOWN.issuperset(faces):
            return None
    return Message("First the dice are thrown.")


def _throwable(turn: Turn) -> Iterator[tuple[int, ...]]:
    """The sets of dice that may be thrown again: MS-5 to MS-7, and the guardian's one skull (MS-17)."""
    skulls = [die for die, face in enumerate(turn.dice) if face == Face.SKULL]
    others = [die for die, face in enumerate(turn.dice) if face != Face.SKULL]
    if not turn.guardian_waits:
        for many in range(2, min(len(others), DICE - 1) + 1):
            yield from combinations(others, many)
    if turn.card is Card.GUARDIAN and not turn.guarded:
        for many in range(min(len(others), DICE - 2) + 1):
            for skull, more in product(skulls, combinations(others, many)):
                yield tuple(sorted((skull, *more)))


def _layable(turn: Turn) -> Iterator[tuple[int, ...]]:
    """MS-14: any dice but skulls that do not lie there already."""
    if turn.card is Card.TREASURE_ISLAND:
        free = [die for die, face in enumerate(turn.dice) if face != Face.SKULL and die not in turn.laid]
        for many in range(1, len(free) + 1):
            yield from combinations(free, many)


def apply(state: Mille, action: Action) -> Mille:
    if state.won:
        raise IllegalAction(Message("The game is over."))
    turn = state.turn
    match action:
        case Throw(faces) if turn.rolling:
            return _thrown(state, faces)
        case Reveal(card) if turn.card is None:
            return _revealed(state, card)
        case Rethrow(dice) if turn.dice and not turn.rolling:
            return _rethrown(state, dice)
        case Lay(dice) if turn.dice and not turn.rolling:
            return _laid(state, dice)
        case Stop() if turn.dice and not turn.rolling:
            return _end_turn(state, turn, turn.worth)
    if turn.card is None:
        raise IllegalAction(Message("First the card of the turn is revealed."))
    if turn.rolling:
        raise IllegalAction(Message("First the dice are thrown."))
    raise IllegalAction(Message("Now {player} chooses: throw again or stop.", player=state.players[turn.seat]))


def _any_may_come(state: Mille, card: Card) -> bool:
    """With a deck from the box the table counts along and refuses nothing: boxes differ, and people shuffle early."""
    return state.setup.box > 0 and card is not Card.NONE


def shuffled(state: Mille) -> bool:
    """MS-3: whether the pile from the box is out by our count, and has to be shuffled before the next card."""
    return state.setup.box > 0 and state.last is not None and state.turn.card is None and state.turned == 0


def _revealed(state: Mille, card: Card) -> Mille:
    place = CARDS.index(card) if card in CARDS else 0  # "no card", of which no deck has any
    if _any_may_come(state, CARDS[place]):
        return replace(_with(state, Turn(state.turn.seat, CARDS[place], (), ALL_DICE, True)), turned=state.turned + 1)
    if not state.deck[place]:
        raise IllegalAction(Message("There is no such card left in the deck: {card}.", card=CARD_NAMES.get(card, card)))
    deck = (*state.deck[:place], state.deck[place] - 1, *state.deck[place + 1 :])
    return _with(state, Turn(state.turn.seat, CARDS[place], (), ALL_DICE, True), deck)  # MS-4


def _thrown(state: Mille, faces: tuple[Face, ...]) -> Mille:
    """The dice lie. Nine alike win, skulls end the turn or send to Skull Island; otherwise the player chooses."""
    before = state.turn
    if len(faces) != len(before.thrown):
        needed = len(before.thrown)
        raise IllegalAction(Message("One die is thrown now.", plural="{n} dice are thrown now.", n=needed))
    if not KNOWN.issuperset(faces):
        raise IllegalAction(Message("A die shows one of {faces}.", faces=", ".join(FACES)))
    dice = list(before.dice or faces)
    for die, face in zip(before.thrown, faces, strict=True):
        dice[die] = face
    turn = Turn(
        before.seat,
        before.card,
        tuple(dice),
        before.thrown,
        False,
        before.throws + 1,
        before.laid,
        before.guarded,
        before.island,
    )
    hand = turn.worth
    if hand.island:
        return _on_skull_island(state, turn, faces)
    if hand.win or (hand.bust and not turn.guardian_waits):
        return _end_turn(state, turn, hand)
    return _with(state, turn)


def _on_skull_island(state: Mille, turn: Turn, faces: tuple[Face, ...]) -> Mille:
    """MS-12: as long as there are new skulls, all other dice are thrown; nobody is asked."""
    others = tuple(die for die, face in enumerate(turn.dice) if face != Face.SKULL)
    if Face.SKULL not in faces or not others:
        return _end_turn(state, turn, turn.worth)
    return _with(state, Turn(turn.seat, turn.card, turn.dice, others, True, turn.throws, turn.laid, turn.guarded, True))


def _rethrown(state: Mille, dice: tuple[int, ...]) -> Mille:
    turn = state.turn
    skulls = _named(turn, dice)
    guardian = turn.card is Card.GUARDIAN and not turn.guarded
    if skulls and not guardian:
        raise IllegalAction(Message("Skulls are cursed: they are not thrown again in this turn."))
    if skulls > 1:
        raise IllegalAction(Message("The guardian lets only one skull be thrown again."))
    if turn.guardian_waits and not skulls:
        raise IllegalAction(Message("Three skulls: throw one of them again with the guardian, or the turn is lost."))
    if len(dice) < 2 and not skulls:
        raise IllegalAction(Message("At least two dice are thrown again, never one alone."))
    if len(dice) == DICE:
        raise IllegalAction(Message("At least one die is kept."))
    laid = tuple(die for die in turn.laid if die not in dice)
    guarded = turn.guarded or skulls > 0
    return _with(state, Turn(turn.seat, turn.card, turn.dice, dice, True, turn.throws, laid, guarded))


def _laid(state: Mille, dice: tuple[int, ...]) -> Mille:
    turn = state.turn
    if turn.card is not Card.TREASURE_ISLAND:
        raise IllegalAction(Message("Dice are laid aside safely only with the Treasure Island."))
    if _named(turn, dice):
        raise IllegalAction(Message("A skull cannot be laid on the Treasure Island."))
    if any(die in turn.laid for die in dice):
        raise IllegalAction(Message("That die lies on the Treasure Island already."))
    laid = tuple(sorted((*turn.laid, *dice)))
    return _with(state, Turn(turn.seat, turn.card, turn.dice, turn.thrown, False, turn.throws, laid, turn.guarded))


def _named(turn: Turn, dice: tuple[int, ...]) -> int:
    """Dice are named by number, each once, in order. Returns how many of them show a skull."""
    last, skulls = -1, 0
    for die in dice:
        if not last < die < DICE:
            raise IllegalAction(Message("Dice are named by their numbers 0 to 7, in order, each once."))
        last, skulls = die, skulls + (turn.dice[die] == Face.SKULL)
    if not dice:
        raise IllegalAction(Message("Name at least one die."))
    return skulls


def _end_turn(state: Mille, turn: Turn, hand: Worth) -> Mille:
    """The scores, then the end of the game: MS-21 to MS-24."""
    seat, target, count = turn.seat, state.setup.target, len(state.players)
    scores = [
        score + hand.points if player == seat else score - hand.penalty for player, score in enumerate(state.scores)
    ]
    if state.setup.floor_at_zero:
        scores = [max(0, score) for score in scores]
    opener, turns_left, sudden_death, won = state.opener, state.turns_left, state.sudden_death, None
    if hand.win:
        won = Won.MAGIC
    elif sudden_death:
        won = Won.SUDDEN_DEATH if scores[seat] >= target else None
    elif opener is None:
        if scores[seat] >= target:
            opener, turns_left = seat, count - 1
    else:
        turns_left -= 1
        if turns_left == 0 and max(scores) >= target:
            won = Won.LAST_ROUND
        elif turns_left == 0:
            opener, sudden_death = None, True
    return Mille(
        players=state.players,
        setup=state.setup,
        whole_deck=state.whole_deck,
        deck=state.deck if any(state.deck) else state.whole_deck,  # MS-3: the discard pile becomes the new deck
        scores=tuple(scores),
        turn=turn if won else Turn((seat + 1) % count),
        opener=opener,
        turns_left=turns_left,
        sudden_death=sudden_death,
        last=Ended(
            seat, turn.card or Card.NONE, turn.dice, turn.laid, hand.points, hand.bust, hand.island, hand.penalty
        ),
        turned=state.turned if state.turned < (state.setup.box or 1) else 0,
        won=won,
    )


def _with(state: Mille, turn: Turn, deck: tuple[int, ...] | None = None) -> Mille:
    return Mille(
        state.players,
        state.setup,
        state.whole_deck,
        deck or state.deck,
        state.scores,
        turn,
        state.opener,
        state.turns_left,
        state.sudden_death,
        state.last,
        state.turned,
    )


def outcome(state: Mille) -> Outcome | None:
    if state.won is None or state.last is None:
        return None
    seat, best = state.last.seat, max(state.scores)
    player = state.players[seat]
    if state.won is Won.MAGIC:
        symbol = FACE_NAMES[TREASURE[state.last.card]]
        return Outcome((seat,), Message("Pirate magic: {player} has nine alike ({face}).", player=player, face=symbol))
    if state.won is Won.SUDDEN_DEATH:
        return Outcome(
            (seat,), Message("{player} is the next to reach {target}.", player=player, target=state.setup.target)
        )
    winners = tuple(player for player, score in enumerate(state.scores) if score == best)
    names = listed(state.players[winner] for winner in winners)
    return Outcome(
        winners,
        Message(
            "{players} has the most points after the last round: {points}.",
            plural="{players} share the win after the last round with {points} points.",
            n=len(winners),
            players=names,
            points=best,
        ),
    )


def sea(state: Mille, chance: Chance) -> Action:
    turn, random = state.turn, chance.random
    if turn.rolling:
        return Throw(tuple([FACES[int(random() * 6)] for _ in turn.thrown]))
    place = chance.randrange(0, sum(state.deck))
    for card, many in zip(CARDS, state.deck, strict=True):
        if place < many:
            return Reveal(card)
        place -= many
    raise AssertionError("the deck is never empty when a card is to be revealed")


def bot(state: Mille, chance: Chance) -> Action:
    from rules.mille.bot import choose  # its odds need numpy: not before a bot plays

    return choose(state.turn)


GAME: Game[Mille, Action] = Game(
    key="mille",
    title=Message("Mille Sabords"),
    seats=SEATS,
    setup=Setup,
    actions=(Reveal, Throw, Rethrow, Lay, Stop),
    start=start,
    legal=legal,
    apply=apply,
    actor=actor,
    outcome=outcome,
    sea=sea,
    bot=bot,
    turn_of=attrgetter("turn.seat"),
    points=attrgetter("scores"),
    tell=tell,
)
