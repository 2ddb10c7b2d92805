"""A referee for games in which players choose among what the rules allow, and now and then dice are thrown.

What a game adds is small: which dice are wanted when, what they make, and words for each choice (`Customs`). The
options are the rules' own legal actions, written as in a game file, so that a choice cannot mean anything else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from firmware.games.choices import mat
from firmware.games.choices.mat import Memory, Wanted
from firmware.play.events import CameraBack, CameraLost, Corrected, Event, Looked, Picked, Pressed, Tick, seat_of
from firmware.play.referee import Expects, Lamp, Moment, Option, Ruling
from rules import text
from rules.game import SEA, Chance, Game, Seat
from rules.record import Record
from rules.say import Message

COUNTS = Option("counts", Message("They count as they lie"))
BACK = "back"


@dataclass(frozen=True, slots=True)
class Steps:
    """Choices made one after the other, where all at once would be too many: who comes aboard, then for whom."""

    path: Callable[[Any, Any], tuple[str, ...]]  # a legal action as the picks that lead to it
    option: Callable[[Any, tuple[str, ...]], Option]  # the last pick of a path, as it is offered
    ask: Callable[[Any, tuple[str, ...]], Message] | None = None  # what is asked after these picks


def at_once(game: Game[Any, Any], offer: Callable[[Any, Any], tuple[Message, str | None]]) -> Steps:
    """Every legal action is one pick, written as in a game file; `offer` gives its words and picture."""

    def option(state: Any, picks: tuple[str, ...]) -> Option:
        return Option(picks[-1], *offer(state, text.read_action(game, picks[-1], state.players)))

    return Steps(lambda state, action: (text.write_action(action, state.players),), option)


Correction = Callable[[Record, int, str], tuple[int, Any] | None]  # record, number of the die, its real face


def of_last_throw(wanted: Callable[[Any], Wanted | None], real: Callable[[Any, int, str], Any]) -> Correction:
    """A correction of the last throw; `real` makes the action it should have been. While dice are being put in the word
    is a reading instead."""

    def correction(record: Record, die: int, face: str) -> tuple[int, Any] | None:
        before = [record.first, *(step.state for step in record.steps)]
        for place in range(len(record.steps) - 1, -1, -1):
            if wanted(before[place]) is not None:
                step = record.steps[place]
                return None if wanted(record.state) is not None else (step.number, real(step.action, die, face))
        return None

    return correction


@dataclass(frozen=True, slots=True)
class Customs:
    """What one game adds."""

    game: Game[Any, Any]
    expected: Callable[[Any], Message]
    wanted: Callable[[Any], Wanted | None]
    thrown: Callable[[Any, tuple[str, ...]], Any]  # the action that these faces make
    steps: Steps  # how a legal action is chosen
    moments: Callable[[Any, Any, Any], Iterable[Moment]]  # before, action, after
    faces: tuple[str, ...]  # that the dice can show
    ask: Callable[[Any, int, str | None], Message]  # "throw 4 red dice"
    correction: Correction
    thrower: Callable[[Any], Seat]  # whose hand throws
    offered: Callable[[Any, Any], Iterable[Any]] | None = None  # legal actions in order, given the last one
    reveal: Callable[[Any], tuple[Seat, Option] | None] | None = None  # a virtual card that a player turns up


@dataclass(frozen=True, slots=True)
class ChoiceReferee:
    customs: Customs
    chance: Chance
    physical_cards: bool = False
    _known: list[Any] = field(default_factory=list, compare=False, repr=False)  # the options worked out last

    # -- the world speaks ------------------------------------------------------------------------------------------

    def begin(self, state: Any, at: float) -> Memory:
        return Memory(since=at, state=state)

    def hear(self, state: Any, memory: Memory, event: Event) -> Ruling[Memory]:
        if self.customs.game.outcome(state) is not None:
            return Ruling(memory)
        match event:
            case Looked(seen):
                if memory.seen is None:
                    memory = replace(memory, before=seen.dice)
                return self._count(state, replace(memory, seen=seen, camera=True))
            case Picked(option):
                return self._picked(state, memory, option)
            case Pressed(button) if seat_of(button) == self._seat(state) and self.customs.wanted(state) is None:
                options = self._options(state, memory)
                return self._picked(state, memory, options[0].key) if len(options) == 1 else Ruling(memory)
            case Corrected(_, face) if face in self.customs.faces:
                return self._told(state, memory, face)
            case CameraLost():
                return Ruling(replace(memory, camera=False))
            case CameraBack(at):
                return Ruling(replace(memory, camera=True, seen=None, told=(), entered=(), since=at))
            case Tick():
                return self._sea(state, memory)
        return Ruling(memory)

    def after(self, state: Any, memory: Memory, action: Any, at: float) -> Ruling[Memory]:
        moments = tuple(self.customs.moments(memory.state, action, state))
        over = self.customs.game.outcome(state)
        if over is not None:
            moments += (Moment("won", over.reason, over.winners[0], (("winners", over.winners),)),)
        lying = tuple(die for die in (memory.seen.dice if memory.seen else ()) if die.id not in memory.early)
        memory = replace(
            memory,
            since=at,
            before=lying,
            told=(),
            entered=(),
            wrong=False,
            early=(),
            path=(),
            state=state,
            last=action,
        )
        ruling = Ruling(memory)
        if over is None and not moments:  # what has happened is told before the next card comes
            ruling = self._count(state, memory) if memory.camera and mat.resting(memory) else self._sea(state, memory)
        return replace(ruling, moments=(*moments, *ruling.moments))

    def _sea(self, state: Any, memory: Memory) -> Ruling[Memory]:
        """Virtual cards come by themselves, or when a player turns them up; dice and real cards come from the table."""
        waits = self.customs.game.actor(state) is SEA and self.customs.wanted(state) is None
        if waits and not self.physical_cards and self._revealed(state) is None:
            return self._act(state, memory, self.customs.game.sea(state, self.chance))
        return Ruling(memory)

    def _act(self, state: Any, memory: Memory, action: Any) -> Ruling[Memory]:
        return Ruling(replace(memory, state=state), action)

    def _revealed(self, state: Any) -> tuple[Seat, Option] | None:
        return self.customs.reveal(state) if self.customs.reveal and not self.physical_cards else None

    def _seat(self, state: Any) -> Seat | None:
        """Who chooses or turns up a card now."""
        if revealed := self._revealed(state):
            return revealed[0]
        who = self.customs.game.actor(state)
        if who is SEA:
            return self.customs.thrower(state) if self.physical_cards else None
        return who

    # -- the dice --------------------------------------------------------------------------------------------------

    def _count(self, state: Any, memory: Memory) -> Ruling[Memory]:
        """The throw, if it lies there as it should."""
        wanted = self.customs.wanted(state)
        if wanted is None:
            return self._sea(state, memory)
        if not mat.resting(memory):
            return Ruling(memory)
        if mat.restored(wanted, memory):
            lying = mat.on_track(memory)
            took = (*memory.took, *(die.id for die in mat.counted(wanted, lying)))
            memory = replace(memory, before=lying, took=took, wrong=False)
        if (fault := self._fault(state, wanted, memory)) is not None:
            return Ruling(replace(memory, wrong=memory.wrong or fault.task == "fix"))
        thrown = mat.thrown(wanted, memory)
        faces = tuple(die.face for die in thrown if die.face is not None)
        if len(faces) != wanted.count:
            return Ruling(memory)
        early = tuple(die.id for die in mat.thrown_along(wanted, memory))
        gone = set() if wanted.kept is not None else {die.id for die in mat.counted(wanted, mat.on_track(memory))}
        took = (*(each for each in memory.took if each not in gone), *(die.id for die in thrown))
        return self._act(state, replace(memory, early=early, took=took), self.customs.thrown(state, faces))

    def _fault(self, state: Any, wanted: Wanted, memory: Memory) -> mat.Fault | None:
        return mat.fault(wanted, memory, self.customs.ask(state, wanted.count, wanted.body))

    def _told(self, state: Any, memory: Memory, face: str) -> Ruling[Memory]:
        wanted = self.customs.wanted(state)
        unread = [die for die in mat.fresh(memory) if die.face is None]
        if wanted is None:
            return Ruling(memory)
        if memory.camera and unread:
            return self._count(state, replace(memory, told=(*memory.told, (unread[0].id, face))))
        if memory.camera:
            return Ruling(memory)
        entered = (*memory.entered, face)
        if len(entered) < wanted.count:
            return Ruling(replace(memory, entered=entered))
        return self._act(state, memory, self.customs.thrown(state, entered))

    # -- the choices -----------------------------------------------------------------------------------------------

    def _legal(self, state: Any, memory: Memory) -> list[Any]:
        """What may be chosen now, and does not go against the picks made already."""
        game = self.customs.game
        if self.customs.wanted(state) is not None or (game.actor(state) is SEA and not self.physical_cards):
            return []
        legal = self.customs.offered(state, memory.last) if self.customs.offered else game.legal(state)
        steps, done = self.customs.steps, len(memory.path)
        return [action for action in legal if steps.path(state, action)[:done] == memory.path]

    def _options(self, state: Any, memory: Memory) -> tuple[Option, ...]:
        """They are asked for with every event, and worked out once: a rowing boat has more than a hundred ways."""
        asked = (memory.path, memory.last)
        if not self._known or self._known[0] is not state or self._known[1] != asked:
            self._known[:] = state, asked, self._worked_out(state, memory)
        options: tuple[Option, ...] = self._known[2]
        return options

    def _worked_out(self, state: Any, memory: Memory) -> tuple[Option, ...]:
        if revealed := self._revealed(state):
            return (revealed[1],)
        legal, steps = self._legal(state, memory), self.customs.steps
        ahead = dict.fromkeys(steps.path(state, action)[: len(memory.path) + 1] for action in legal)
        options = tuple(steps.option(state, path) for path in ahead)
        return (*options, Option(BACK, Message("Back"), "undo")) if memory.path else options

    def _picked(self, state: Any, memory: Memory, option: str) -> Ruling[Memory]:
        """A pick of the next step, or a whole action as a game file writes it."""
        wanted = self.customs.wanted(state)
        if wanted is not None:
            counts = option == COUNTS.key and self._may_count(wanted, memory)
            faces = mat.as_they_lie(wanted, memory) if counts else None
            return Ruling(memory) if faces is None else self._act(state, memory, self.customs.thrown(state, faces))
        if revealed := self._revealed(state):
            turned = option == revealed[1].key
            return self._act(state, memory, self.customs.game.sea(state, self.chance)) if turned else Ruling(memory)
        if option == BACK and memory.path:
            return Ruling(replace(memory, path=memory.path[:-1]))
        legal, steps = self._legal(state, memory), self.customs.steps
        for action in legal:
            if option == text.write_action(action, state.players):
                return self._act(state, memory, action)
        path = (*memory.path, option)
        ways = [action for action in legal if steps.path(state, action)[: len(path)] == path]
        if len(ways) == 1:
            return self._act(state, memory, ways[0])
        return Ruling(replace(memory, path=path) if ways else memory)

    def _may_count(self, wanted: Wanted, memory: Memory) -> bool:
        """Dice can fall just as they lay before, and after a power cut or an undo nobody knows what was thrown: then
        the players may say that what lies there is the throw."""
        if not memory.camera or not mat.resting(memory) or mat.as_they_lie(wanted, memory) is None:
            return False
        return memory.last is None or bool(mat.counted(wanted, mat.fresh(memory)))

    # -- who is expected to do what --------------------------------------------------------------------------------

    def watched(self, memory: Memory) -> dict[int, int]:
        return {}  # its dice have no numbers that last

    def expects(self, state: Any, memory: Memory) -> Expects:
        over = self.customs.game.outcome(state)
        if over is not None:
            return Expects("over", over.reason, over.winners, self._lamps(state, over.winners, Lamp.PULSING))
        wanted = self.customs.wanted(state)
        if wanted is not None:
            return self._expects_dice(state, wanted, memory)
        seat, steps = self._seat(state), self.customs.steps
        if seat is None:
            return Expects(
                "wait", Message("The next card comes."), (), self._lamps(state, (), Lamp.OFF), wake=memory.since
            )
        seats = (seat,)
        said = steps.ask(state, memory.path) if steps.ask and memory.path else self.customs.expected(state)
        lamps = self._lamps(state, seats, Lamp.PULSING)
        return Expects("choose", said, seats, lamps, self._options(state, memory), since=memory.since)

    def _expects_dice(self, state: Any, wanted: Wanted, memory: Memory) -> Expects:
        seats = (self.customs.thrower(state),)
        blinking, pulsing = self._lamps(state, seats, Lamp.BLINKING), self._lamps(state, seats, Lamp.PULSING)
        if memory.camera and mat.resting(memory) and (fault := self._fault(state, wanted, memory)):
            dice = tuple(die.id for die in fault.dice)
            return Expects(fault.task, fault.said, seats, blinking, (), dice, memory.since)
        missing = wanted.count - len(memory.entered)
        ask = self.customs.ask(state, missing, wanted.body)
        if not memory.camera:
            said = Message("{ask} Put in what it shows.", plural="{ask} Put in what they show.", n=missing, ask=ask)
            return Expects("enter", said, seats, pulsing, since=memory.since)
        there = len(mat.thrown(wanted, memory)) if mat.resting(memory) else 0
        if 0 < there < wanted.count:
            ask = Message("{n} of {count} dice lie on the track. {ask}", n=there, count=wanted.count, ask=ask)
        options = (COUNTS,) if self._may_count(wanted, memory) else ()
        return Expects("throw", ask, seats, pulsing, options, since=memory.since)

    def _lamps(self, state: Any, seats: Iterable[int], lamp: Lamp) -> tuple[Lamp, ...]:
        lit = set(seats)
        return tuple(lamp if seat in lit else Lamp.OFF for seat in range(len(state.players)))

    # -- corrections -----------------------------------------------------------------------------------------------

    def correction(self, record: Record, die: int, face: str, colour: str | None) -> tuple[int, Any] | None:
        if face not in self.customs.faces:
            raise ValueError(face)
        return self.customs.correction(record, die, face)
