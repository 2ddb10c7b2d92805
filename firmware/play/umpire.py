"""What the referees of all games do alike: the only place where the physical world becomes rules.

A referee is a value-to-value affair. Given the rules' state, what is pending on the mat and at the buttons (its memory)
and one event, it rules: a new memory, perhaps one action for the rules, perhaps moments worth a picture and a sound. At
every moment it answers one question, `expects`: who is expected to do what. Lamps, ribbon and sound come from that.

A game's own referee fills in small functions of values. What stands here need not be thought of there: a game that is
over, seats that are not taken, the camera that goes and comes back, dice that lie askew or cannot be read, who won,
lamps, and a press that shows at once that it was heard.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Generic, TypeVar

from firmware.play.events import (
    CameraBack,
    CameraLost,
    CardsSeen,
    Corrected,
    Event,
    Lifted,
    Looked,
    Picked,
    Pressed,
    Tick,
    Tidied,
    seat_of,
)
from firmware.play.referee import Expects, Lamp, Moment, Pending, Ruling
from rules.game import Game, Seat
from rules.record import Record
from rules.say import Message
from vision.seen import Die

State = TypeVar("State")
Action = TypeVar("Action")
Memory = TypeVar("Memory", bound=Pending)
PUT_RIGHT = frozenset({"fix", "jiggle", "ask"})  # tasks whose lamp blinks


class Umpire(ABC, Generic[State, Action, Memory]):
    """One per game. `state` is always the rules' state that is on disk."""

    # -- what a game fills in --------------------------------------------------------------------------------------

    @property
    @abstractmethod
    def game(self) -> Game[State, Action]: ...

    @abstractmethod
    def begin(self, state: State, at: float) -> Memory:
        """The memory at the start, after a power cut or after an undo: whatever is on the mat is looked at anew."""

    def goes_on(self, record: Record, memory: Memory) -> Memory:
        """The same memory, with what the record tells of what may still lie on the mat."""
        return memory

    @abstractmethod
    def looked(self, state: State, memory: Memory, at: float) -> Ruling[Memory, Action]:
        """The eyes show something new: `memory.sight`."""

    def first_look(self, state: State, memory: Memory) -> Memory:
        """What lies there at the start, after an undo or when the camera is back is known or old, and never a throw."""
        return memory

    def without_eyes(self, memory: Memory) -> Memory:
        """The camera went or came back: what was pending of what lay there, or was put in by hand, is forgotten."""
        return memory

    @abstractmethod
    def pressed(self, state: State, memory: Memory, seat: Seat, at: float) -> Ruling[Memory, Action]: ...

    @abstractmethod
    def picked(self, state: State, memory: Memory, option: str, at: float) -> Ruling[Memory, Action]:
        """One of the options on offer; no others come here."""

    @abstractmethod
    def spoken(self, state: State, memory: Memory, die: int, face: str, colour: str | None) -> Ruling[Memory, Action]:
        """What the players say a die shows that the rules do not know yet."""

    def went_first(self, state: State, memory: Memory, seat: Seat, at: float) -> Ruling[Memory, Action]:
        """It is settled who was first: a judge says so, or it was before the power was cut. Where nobody races, it
        means nothing."""
        return Ruling(memory)

    def lifted(self, state: State, memory: Memory, dice: tuple[int, ...]) -> Ruling[Memory, Action]:
        """The hand at the virtual table took up these dice, by the game's numbers."""
        return Ruling(memory)

    def cards_seen(self, state: State, memory: Memory, at: float) -> Ruling[Memory, Action]:
        """Cards lie otherwise than before: `memory.sight.cards`."""
        return Ruling(memory)

    def woken(self, state: State, memory: Memory, at: float) -> Ruling[Memory, Action]:
        return Ruling(memory)

    @abstractmethod
    def done(self, before: State, action: Action, state: State, memory: Memory, at: float) -> Ruling[Memory, Action]:
        """The action was applied and is on disk: go on from the new state."""

    @abstractmethod
    def moments(self, before: State, action: Action, after: State) -> Iterable[Moment]:
        """What the action deserves of pictures and sounds; a win is told here below."""

    @abstractmethod
    def asks(self, state: State, memory: Memory) -> Expects:
        """Who is expected to do what, where nothing lies askew and the game is not over. Lamps are lit for `seats`
        where none are given."""

    def unread(self, state: State, memory: Memory) -> tuple[Die, ...]:
        """Dice that matter now, and do not lie flat or cannot be read."""
        return ()

    @abstractmethod
    def thrower(self, state: State, memory: Memory) -> Seat:
        """Who threw, or throws now: who puts right what lies askew."""

    def heard(self, memory: Memory) -> frozenset[Seat]:
        """Whose press is pending."""
        return frozenset()

    def wakes(self, state: State, memory: Memory) -> float | None:
        """When to hear a Tick, whatever happens until then."""
        return None

    def watched(self, memory: Memory) -> Mapping[int, int]:
        """The game's number of each die that lies on the mat -> the Watcher's."""
        return {}

    @abstractmethod
    def correction(self, record: Record, die: int, face: str, colour: str | None) -> tuple[int, Action] | None:
        """Which entry of the record gave this die its face, and the action that takes its place; None where the
        rules do not know the die yet, so that the word is a reading and not a correction."""

    # -- what stands once ------------------------------------------------------------------------------------------

    def hear(self, state: State, memory: Memory, event: Event) -> Ruling[Memory, Action]:
        if self.game.outcome(state) is not None:
            return Ruling(memory)
        if memory.old_cards is None and memory.sight.cards is not None:  # what lies there at first was not turned now
            memory = replace(memory, old_cards=memory.sight.cards)
        match event:
            case Looked():
                if not memory.looked:
                    memory = self.first_look(state, replace(memory, looked=True))
                return self.looked(state, memory, event.at)
            case Pressed(button, at) if (seat := seat_of(button)) in range(len(_players(state))) and seat is not None:
                return self.pressed(state, memory, seat, at)
            case Picked(option, at):
                return self.picked(state, memory, option, at)
            case Corrected(die, face, colour):
                return self.spoken(state, memory, die, face, colour)
            case Lifted(dice):
                return self.lifted(state, memory, dice)
            case CardsSeen(_, at):
                return self.cards_seen(state, memory, at)
            case Tidied(cards):
                return Ruling(replace(memory, old_cards=cards))
            case CameraLost():
                return Ruling(self.blindfolded(memory))
            case CameraBack(at):
                return Ruling(self.blindfolded(replace(memory, looked=False, since=at)))
            case Tick(at):
                return self.woken(state, memory, at)
        return Ruling(memory)

    def blindfolded(self, memory: Memory) -> Memory:
        """What the eyes showed counts no longer."""
        return self.without_eyes(replace(memory, old_cards=None))

    def after(self, before: State, action: Action, state: State, memory: Memory, at: float) -> Ruling[Memory, Action]:
        moments = tuple(self.moments(before, action, state))
        over = self.game.outcome(state)
        if over is not None:
            won = Moment("won", over.reason, over.winners[0], (("winners", over.winners),))
            return Ruling(memory, None, (*moments, won))
        ruling = self.done(before, action, state, memory, at)
        return replace(ruling, moments=(*moments, *ruling.moments))

    def expects(self, state: State, memory: Memory) -> Expects:
        over = self.game.outcome(state)
        if over is not None:
            return _lit(state, Expects("over", over.reason, over.winners))
        dice = self.unread(state, memory) if memory.camera else ()
        asked = self._put_right(state, memory, dice) if dice else self.asks(state, memory)
        asked = _lit(state, replace(asked, since=memory.since, wake=self.wakes(state, memory)))
        return replace(asked, lamps=_answered(asked.lamps, self.heard(memory)))

    def _put_right(self, state: State, memory: Memory, dice: tuple[Die, ...]) -> Expects:
        seat, ids = self.thrower(state, memory), tuple(die.id for die in dice)
        player = _players(state)[seat]
        if any(die.state == "cocked" for die in dice):
            said = Message("{player}, a die does not lie flat: nudge it gently.", player=player)
            return Expects("jiggle", said, (seat,), dice=ids)
        reason = dice[0].reason or Message("it cannot be read")
        said = Message("One die cannot be read ({reason}): tell what it shows, or move it a little.", reason=reason)
        return Expects("ask", said, (seat,), dice=ids)


def _players(state: object) -> tuple[str, ...]:
    players: tuple[str, ...] = getattr(state, "players")  # noqa: B009  # every game's state has them (rules/game.py)
    return players


def lamps(state: object, lit: Mapping[Seat, Lamp]) -> tuple[Lamp, ...]:
    """One for each seat; those that are not named are dark."""
    return tuple(lit.get(seat, Lamp.OFF) for seat in range(len(_players(state))))


def _lit(state: object, asked: Expects) -> Expects:
    if asked.lamps:
        return asked
    lamp = Lamp.BLINKING if asked.task in PUT_RIGHT else Lamp.PULSING
    return replace(asked, lamps=lamps(state, dict.fromkeys(asked.seats, lamp)))


def _answered(lamps: tuple[Lamp, ...], heard: frozenset[Seat]) -> tuple[Lamp, ...]:
    """Whose press was heard sees it until it is decided what the press means, when nobody can tie any more."""
    return tuple(lamp.answered if seat in heard else lamp for seat, lamp in enumerate(lamps))


def backwards(record: Record, before: type[State], action: type[Action]) -> Iterator[tuple[int, State, Action]]:
    """The actions of a kind that stand, the last first: the entry's number, the state before, the action."""
    states = [record.first, *(step.state for step in record.steps)]
    for place in range(len(record.steps) - 1, -1, -1):
        if isinstance(record.steps[place].action, action):
            yield record.steps[place].number, states[place], record.steps[place].action
