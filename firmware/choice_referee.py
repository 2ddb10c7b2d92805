"""A referee for games in which players choose among what the rules allow, and now and then dice are thrown.

What a game adds is small: which dice are wanted when, what they make, and words for each choice (`Customs`). The
options are the rules' own legal actions, written as in a game file, so that a choice cannot mean anything else.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any

from firmware.events import CameraBack, CameraLost, Corrected, Event, Looked, Picked, Pressed, Tick, seat_of
from firmware.mille_mat import distance
from firmware.referee import Expects, Lamp, Moment, Option, Ruling
from rules import text
from rules.game import SEA, Chance, Game, Seat
from rules.record import Record
from rules.say import Message
from vision.seen import Die, Seen

MOVED_MM = 8.0


@dataclass(frozen=True, slots=True)
class Wanted:
    """Dice to be thrown now. `kept`: what the dice of that body that lie still should show, where it matters."""

    count: int
    body: str | None = None
    kept: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class Customs:
    """What one game adds."""

    game: Game[Any, Any]
    expected: Callable[[Any], Message]
    wanted: Callable[[Any], Wanted | None]
    thrown: Callable[[Any, tuple[str, ...]], Any]  # the action that these faces make
    label: Callable[[Any, Any], Message]  # a legal action as a short offer
    picture: Callable[[Any, Any], str | None]
    moments: Callable[[Any, Any, Any], Iterable[Moment]]  # before, action, after
    faces: tuple[str, ...]  # that the dice can show
    ask: Callable[[Any, int, str | None], Message]  # "throw 4 red dice"
    corrected: Callable[[Any, Any, int, str], Any]  # state before the throw, its action, which die, its real face
    thrower: Callable[[Any], Seat]  # whose hand throws
    offered: Callable[[Any, Any], Iterable[Any]] | None = None  # legal actions in order, given the last one


@dataclass(frozen=True, slots=True)
class Memory:
    since: float
    seen: Seen | None = None
    camera: bool = True
    before: tuple[Die, ...] = ()  # what lay there when dice were asked for: none of it is a throw
    told: tuple[tuple[int, str], ...] = ()  # Watcher id -> what the players say it shows
    entered: tuple[str, ...] = ()  # without a camera: the faces put in so far
    state: Any = None  # the position before the last action, for its moments
    last: Any = None  # that action


@dataclass(frozen=True, slots=True)
class ChoiceReferee:
    customs: Customs
    chance: Chance
    physical_cards: bool = False

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
            case Pressed(button) if seat_of(button) == self.customs.game.actor(state):
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
        lying = memory.seen.dice if memory.seen else ()
        memory = replace(memory, since=at, before=lying, told=(), entered=(), state=state, last=action)
        ruling = self._sea(state, memory) if over is None else Ruling(memory)
        return replace(ruling, moments=(*moments, *ruling.moments))

    def _sea(self, state: Any, memory: Memory) -> Ruling[Memory]:
        """Virtual cards come by themselves; dice and physical cards come from the table."""
        waits = self.customs.game.actor(state) is SEA and self.customs.wanted(state) is None
        if waits and not self.physical_cards:
            return self._act(state, memory, self.customs.game.sea(state, self.chance))
        return Ruling(memory)

    def _act(self, state: Any, memory: Memory, action: Any) -> Ruling[Memory]:
        return Ruling(replace(memory, state=state), action)

    # -- the dice --------------------------------------------------------------------------------------------------

    def _lying(self, memory: Memory) -> tuple[Die, ...]:
        told = dict(memory.told)
        return tuple(
            replace(die, state="flat", face=told[die.id]) if die.id in told else die
            for die in (memory.seen.dice if memory.seen else ())
            if die.zone != "off"
        )

    def _fresh(self, memory: Memory) -> tuple[Die, ...]:
        """Thrown since the dice were asked for: new, moved, or turned."""
        old = {die.id: die for die in memory.before}

        def lay_there(die: Die) -> bool:
            was = old.get(die.id)
            return was is not None and was.face == die.face and distance(was, die) < MOVED_MM

        return tuple(die for die in self._lying(memory) if not lay_there(die))

    def _count(self, state: Any, memory: Memory) -> Ruling[Memory]:
        wanted = self.customs.wanted(state)
        if wanted is None or memory.seen is None or memory.seen.phase != "settled":
            return Ruling(memory)
        if self._fault(state, wanted, memory) is not None:
            return Ruling(memory)
        fresh = self._fresh(memory)
        faces = tuple(die.face for die in fresh if die.face is not None)
        if len(faces) != wanted.count:
            return Ruling(memory)
        return self._act(state, memory, self.customs.thrown(state, faces))

    def _fault(self, state: Any, wanted: Wanted, memory: Memory) -> tuple[str, Message, tuple[Die, ...]] | None:
        """What is wrong with the dice that were thrown, if they were: task, sentence, dice."""
        fresh = self._fresh(memory)
        if not fresh:
            return None
        awkward = tuple(die for die in fresh if die.face is None)
        if any(die.state == "cocked" for die in awkward):
            return "jiggle", Message("A die does not lie flat: nudge it gently."), awkward
        if awkward:
            reason = awkward[0].reason or Message("it cannot be read")
            said = Message("One die cannot be read ({reason}): tell what it shows, or move it a little.", reason=reason)
            return "ask", said, awkward
        strange = tuple(die for die in fresh if wanted.body is not None and die.body != wanted.body)
        ask = self.customs.ask(state, wanted.count, wanted.body)
        if strange:
            return "fix", Message("These are the wrong dice. {ask}", ask=ask), strange
        if len(fresh) > wanted.count:
            return "fix", Message("Too many dice were thrown. {ask}", ask=ask), fresh
        if len(fresh) == wanted.count and wanted.kept is not None:
            still = [die for die in self._lying(memory) if die.body == wanted.body and die not in fresh]
            if Counter(die.face for die in still) != Counter(wanted.kept):
                said = Message("The wrong die was thrown again: put the dice back as they were. {ask}", ask=ask)
                return "fix", said, fresh
        return None

    def _told(self, state: Any, memory: Memory, face: str) -> Ruling[Memory]:
        wanted = self.customs.wanted(state)
        unread = [die for die in self._fresh(memory) if die.face is None]
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

    def _options(self, state: Any, memory: Memory) -> tuple[Option, ...]:
        game = self.customs.game
        if self.customs.wanted(state) is not None or (game.actor(state) is SEA and not self.physical_cards):
            return ()
        return tuple(
            Option(
                text.write_action(action, state.players),
                self.customs.label(state, action),
                self.customs.picture(state, action),
            )
            for action in (self.customs.offered(state, memory.last) if self.customs.offered else game.legal(state))
        )

    def _picked(self, state: Any, memory: Memory, option: str) -> Ruling[Memory]:
        if option not in {each.key for each in self._options(state, memory)}:
            return Ruling(memory)
        return self._act(state, memory, text.read_action(self.customs.game, option, state.players))

    # -- who is expected to do what --------------------------------------------------------------------------------

    def expects(self, state: Any, memory: Memory) -> Expects:
        over = self.customs.game.outcome(state)
        if over is not None:
            return Expects("over", over.reason, over.winners, self._lamps(state, over.winners, Lamp.PULSING))
        who = self.customs.game.actor(state)
        wanted = self.customs.wanted(state)
        if wanted is None:
            seats = () if who is SEA or who is None else (who,)
            return Expects(
                "choose",
                self.customs.expected(state),
                seats,
                self._lamps(state, seats, Lamp.PULSING),
                self._options(state, memory),
                since=memory.since,
            )
        seats = (self.customs.thrower(state),)
        settled = memory.seen is not None and memory.seen.phase == "settled"
        if memory.camera and settled and (fault := self._fault(state, wanted, memory)):
            task, said, dice = fault
            lamps = self._lamps(state, seats, Lamp.BLINKING)
            return Expects(task, said, seats, lamps, (), tuple(die.id for die in dice), memory.since)
        ask = self.customs.ask(state, wanted.count - len(memory.entered), wanted.body)
        if memory.camera:
            return Expects("throw", ask, seats, self._lamps(state, seats, Lamp.PULSING), since=memory.since)
        said = Message("{ask} Put in what they show.", ask=ask)
        return Expects("enter", said, seats, self._lamps(state, seats, Lamp.PULSING), since=memory.since)

    def _lamps(self, state: Any, seats: Iterable[int], lamp: Lamp) -> tuple[Lamp, ...]:
        lit = set(seats)
        return tuple(lamp if seat in lit else Lamp.OFF for seat in range(len(state.players)))

    # -- corrections -----------------------------------------------------------------------------------------------

    def correction(self, record: Record, die: int, face: str, colour: str | None) -> tuple[int, Any] | None:
        """Of the last throw, the die of that number in the order the throw is written."""
        if face not in self.customs.faces:
            raise ValueError(face)
        before = [record.first, *(step.state for step in record.steps)]
        for place in range(len(record.steps) - 1, -1, -1):
            wanted = self.customs.wanted(before[place])
            if wanted is not None:
                if self.customs.wanted(record.state) is not None:
                    return None  # dice are being put in just now: the word is a reading
                step = record.steps[place]
                return step.number, self.customs.corrected(before[place], step.action, die, face)
        return None
