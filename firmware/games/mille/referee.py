"""The referee of Mille Sabords: a card, eight dice, which were kept and which were thrown, and the stop button."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from firmware.games.mille.expects import LABELS, asks
from firmware.games.mille.marks import NAMES
from firmware.games.mille.mat import (
    Memory,
    as_before,
    awkward,
    in_order,
    is_fresh,
    islands,
    not_allowed,
    on_mat,
    sort_out,
    stayed,
    to_lay,
)
from firmware.games.mille.moments import end_of_turn
from firmware.play import cards
from firmware.play.referee import Expects, Moment, Ruling
from firmware.play.umpire import Umpire, backwards
from rules import mille
from rules.game import Chance, Game, Seat
from rules.mille.score import CARD_NAMES, DICE, Card, Face
from rules.mille.state import Action, Lay, Mille, Rethrow, Reveal, Stop, Throw
from rules.record import Record
from rules.say import Message
from vision.seen import Die

Deck = Literal["virtual", "physical", "read"]


Ruled = Ruling[Memory, Action]


@dataclass(frozen=True, slots=True)
class MilleReferee(Umpire[Mille, Action, Memory]):
    """With a virtual deck the table turns the cards, by `chance`; with a physical one the players turn them and say
    which, and with one that the eyes read they only turn them."""

    chance: Chance
    deck: Deck = "virtual"

    @property
    def game(self) -> Game[Mille, Action]:
        return mille.GAME

    # -- the world speaks ------------------------------------------------------------------------------------------

    def begin(self, state: Mille, at: float) -> Memory:
        return Memory(since=at)

    def without_eyes(self, memory: Memory) -> Memory:
        return replace(memory, lying=(), ended=(), rolled=(), picked=(), spoken=())

    def first_look(self, state: Mille, memory: Memory) -> Memory:
        return replace(memory, before=on_mat(memory)) if memory.resting else memory

    def looked(self, state: Mille, memory: Memory, at: float) -> Ruled:
        return self._recount(state, replace(memory, islands=islands(state, memory)))

    def pressed(self, state: Mille, memory: Memory, seat: Seat, at: float) -> Ruled:
        turn = state.turn
        if seat == turn.seat and turn.card is None and self.deck == "virtual":
            return self.picked(state, memory, "reveal", at)
        choosing = turn.card is not None and turn.dice and not turn.rolling
        return self._stopped(state, memory) if seat == turn.seat and choosing else Ruling(memory)

    def lifted(self, state: Mille, memory: Memory, dice: tuple[int, ...]) -> Ruled:
        if state.turn.rolling or not_allowed(state, Rethrow(dice)) is not None:
            return Ruling(memory)
        lying = tuple(memory.lying[number] for number in dice) if memory.lying else on_mat(memory)
        return Ruling(replace(memory, before=lying), Rethrow(dice))

    def cards_seen(self, state: Mille, memory: Memory, at: float) -> Ruled:
        """A card is turned over: the turn begins. What lay there before is no news; nothing is guessed."""
        if self.deck == "virtual":
            return Ruling(memory)
        lies = cards.laid(memory)
        if state.turn.card is not None:
            memory = replace(memory, old_cards=lies.lying)
            memory = replace(memory, islands=islands(state, memory))
            if any(cards.named(card, NAMES) for card in lies.new):
                card = CARD_NAMES[state.turn.card]
                said = Message("The card of this turn is {card}: another does not count.", card=card)
                return self._hinted(state, memory, said)
            return self._recount(state, memory)
        memory = replace(memory, old_cards=lies.old)
        turned = cards.turned(lies, NAMES, LABELS)
        if turned.said is not None or not turned.names:
            return Ruling(memory)  # `expects` says it
        reveal = Reveal(Card(turned.names[0]))
        if (why := not_allowed(state, reveal)) is not None:
            return self._hinted(state, memory, why)
        return Ruling(memory, reveal)

    def _hinted(self, state: Mille, memory: Memory, said: Message) -> Ruled:
        return Ruling(memory, moments=(Moment("hint", said, state.turn.seat),))

    def done(self, before: Mille, action: Action, state: Mille, memory: Memory, at: float) -> Ruled:
        memory = replace(memory, since=at, picked=(), lifted=False, maybe=())
        if isinstance(action, Reveal):
            memory = replace(memory, old_cards=cards.laid(memory).lying, by_hand=False)
            memory = replace(memory, islands=islands(state, memory), lying=(), spoken=(), rolled=(), ended=())
            return Ruling(replace(memory, before=on_mat(memory)))
        if isinstance(action, Throw | Stop) and state.turn.card is None:  # the turn is over
            return Ruling(replace(memory, before=on_mat(memory), lying=(), rolled=(), ended=memory.lying, islands=()))
        if isinstance(action, Throw) and state.turn.island:
            return Ruling(replace(memory, before=on_mat(memory)))
        if isinstance(action, Throw) and state.turn.guardian_waits:
            return Ruling(memory)
        if isinstance(action, Rethrow) and not memory.resting:
            return Ruling(replace(memory, spoken=()))
        return self._recount(state, memory)

    def moments(self, before: Mille, action: Action, after: Mille) -> Iterator[Moment]:
        turn, player = after.turn, after.players[after.turn.seat]
        if not isinstance(action, Throw | Stop):
            return
        if after.won or turn.card is None:
            yield from end_of_turn(after, before.sudden_death)
        elif turn.island and turn.throws == 1:
            yield Moment("skull_island", Message("{player} is on Skull Island!", player=player), turn.seat)
        elif turn.guardian_waits and not turn.island:
            told = Message("The third skull! The guardian can still save {player}.", player=player)
            yield Moment("guardian", told, turn.seat)

    def watched(self, memory: Memory) -> dict[int, int]:
        return {number: die.id for number, die in enumerate(memory.lying or memory.ended)}

    def asks(self, state: Mille, memory: Memory) -> Expects:
        return asks(state, memory, self.deck)

    def unread(self, state: Mille, memory: Memory) -> tuple[Die, ...]:
        return awkward(memory) if memory.resting and state.turn.card is not None else ()

    def thrower(self, state: Mille, memory: Memory) -> Seat:
        return state.turn.seat

    # -- the mat ---------------------------------------------------------------------------------------------------

    def _recount(self, state: Mille, memory: Memory) -> Ruled:
        turn = state.turn
        if not memory.resting:
            return Ruling(memory)
        if turn.card is None and not memory.ended and state.last is not None:
            memory = replace(memory, ended=as_before(state.last, on_mat(memory)) or ())
        if turn.card is None or awkward(memory):
            return Ruling(memory)
        if turn.rolling:
            return self._count_throw(state, memory)
        return self._count_choice(state, memory)

    def _count_throw(self, state: Mille, memory: Memory) -> Ruled:
        """The dice in the hand come back: all eight lie there, and those that were to be thrown are new."""
        turn, dice = state.turn, on_mat(memory)
        if len(dice) != DICE:
            return Ruling(memory)
        if len(turn.thrown) == DICE:
            thrown = in_order(dice)
            lying = thrown
        else:
            kept = stayed(state, memory)
            if len(kept) + len(turn.thrown) < DICE:  # one of them was turned over: `expects` says so
                return Ruling(memory)
            thrown = in_order(die for die in dice if die.id not in {each.id for each in kept.values()})
            by_number = {**kept, **dict(zip(turn.thrown, thrown, strict=True))}
            lying = tuple(by_number[number] for number in range(DICE))
        if not all(is_fresh(die, memory.before) for die in thrown):
            return Ruling(memory)
        faces = tuple(Face(die.face) for die in thrown if die.face is not None)
        rolled = tuple(number for number in turn.thrown if lying[number].zone == "island")
        return Ruling(replace(memory, lying=lying, rolled=rolled), Throw(faces))

    def _count_choice(self, state: Mille, memory: Memory) -> Ruled:
        """The player may throw again or lay dice on the island: what has changed on the mat?"""
        turn, dice = state.turn, on_mat(memory)
        if not memory.lying:
            lying = as_before(turn, dice)
            if lying is None:
                return Ruling(memory)
            rolled = to_lay(state, dict(enumerate(lying)))  # how they came there nobody saw
            return Ruling(replace(memory, lying=lying, rolled=rolled))
        if len(dice) > DICE:
            return Ruling(memory)
        sorted_ = sort_out(memory.lying, dice)
        there = to_lay(state, sorted_.kept)
        if there and (sorted_.away or len(dice) < DICE):  # the others are taken up, or thrown already: these are laid
            lying = tuple(sorted_.kept.get(number, old) for number, old in enumerate(memory.lying))
            return Ruling(replace(memory, lying=lying, lifted=len(dice) < DICE), Lay(there))
        if len(dice) < DICE:
            return Ruling(replace(memory, lifted=True))
        if not sorted_.away:
            lying = tuple(sorted_.kept[number] for number in range(DICE))
            return self._laid(state, replace(memory, lying=lying, lifted=False))
        restored = as_before(turn, dice)
        if restored is not None and not memory.lifted:
            return Ruling(replace(memory, lying=restored, maybe=sorted_.away))
        if not_allowed(state, Rethrow(sorted_.away)) is None:
            before = tuple(memory.lying[number] for number in sorted_.away)
            return Ruling(replace(memory, before=before), Rethrow(sorted_.away))
        if restored is not None:  # an illegal throw was put right by hand
            return Ruling(replace(memory, lying=restored, lifted=False))
        return Ruling(memory)

    def _laid(self, state: Mille, memory: Memory) -> Ruled:
        """MS-14: dice that a hand brought to the island's zone are laid on the card; one that merely rolled there is
        not, until its player says so or takes up the others."""
        there = to_lay(state, dict(enumerate(memory.lying)))
        rolled = tuple(number for number in memory.rolled if number in there)
        laid = tuple(number for number in there if number not in rolled)
        return Ruling(replace(memory, rolled=rolled), Lay(laid) if laid else None)

    # -- buttons and choices ---------------------------------------------------------------------------------------

    def picked(self, state: Mille, memory: Memory, option: str, at: float) -> Ruled:
        kind, _, what = option.partition(":")
        match kind:
            case "reveal":
                return Ruling(memory, mille.sea(state, self.chance))
            case "card":
                return Ruling(memory, Reveal(Card(what)))
            case cards.BY_HAND.key | cards.BACK_TO_THE_EYES.key:
                return Ruling(replace(memory, by_hand=kind == cards.BY_HAND.key))
            case "counts":  # it did land just so: what lies there is the throw
                return self._recount(state, replace(memory, before=()))
            case "stop":
                return self._stopped(state, memory)
            case "lay" if memory.camera:
                return Ruling(replace(memory, rolled=()), Lay(memory.rolled))
            case "thrown":
                return Ruling(replace(memory, before=()), Rethrow(memory.maybe))
            case "die":
                return Ruling(replace(memory, picked=tuple(sorted({int(what)} ^ set(memory.picked)))))
            case "throw":
                return Ruling(memory, Rethrow(memory.picked))
        return Ruling(memory, Lay(memory.picked))

    def _stopped(self, state: Mille, memory: Memory) -> Ruled:
        """A stop counts for the dice as they lie: not while they roll, nor while some are in the hand."""
        if memory.camera and (not memory.resting or len(on_mat(memory)) != DICE or awkward(memory)):
            hint = Message("First all eight dice have to lie still.")
            return Ruling(memory, moments=(Moment("hint", hint, state.turn.seat),))
        return Ruling(memory, Stop())

    def spoken(self, state: Mille, memory: Memory, die: int, face: str, colour: str | None) -> Ruled:
        """The players say what each die shows that was thrown while the camera is away."""
        if memory.camera or not state.turn.rolling or die not in state.turn.thrown:
            return Ruling(memory)
        spoken = {**dict(memory.spoken), die: Face(face)}
        if all(number in spoken for number in state.turn.thrown):
            faces = tuple(spoken[number] for number in state.turn.thrown)
            return Ruling(replace(memory, spoken=()), Throw(faces))
        return Ruling(replace(memory, spoken=tuple(spoken.items())))

    # -- corrections -----------------------------------------------------------------------------------------------

    def correction(self, record: Record, die: int, face: str, colour: str | None) -> tuple[int, Throw] | None:
        """The throw of this turn that gave the die its face."""
        now, turn = Face(face), record.state.turn
        if die not in range(DICE):
            raise IndexError(die)
        if turn.card is not None and ((turn.rolling and die in turn.thrown) or not turn.dice):
            return None
        for number, before, action in backwards(record, Mille, Throw):
            if die in before.turn.thrown:
                faces = list(action.faces)
                faces[before.turn.thrown.index(die)] = now
                return number, Throw(tuple(faces))
        return None
