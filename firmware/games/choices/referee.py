"""A referee for games in which players choose among what the rules allow, and now and then dice are thrown.

What a game adds is small: which dice are wanted when, what they make, and words for each choice (`Customs`). The
options are the rules' own legal actions, written as in a game file, so that a choice cannot mean anything else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import Generic, Protocol, TypeVar

from firmware.games.choices import laid, mat
from firmware.games.choices.laid import LAID, Laying, Made
from firmware.games.choices.mat import Memory, Wanted
from firmware.play import cards
from firmware.play.cards import Turned
from firmware.play.referee import Expects, Moment, Option, Ruling
from firmware.play.umpire import Umpire
from rules import text
from rules.game import SEA, Chance, Game, Seat
from rules.record import Record
from rules.say import Message
from vision.seen import Die

COUNTS = Option("counts", Message("They count as they lie"))
BACK = "back"
State = TypeVar("State")
Action = TypeVar("Action")


@dataclass(frozen=True, slots=True)
class Steps(Generic[State, Action]):
    """Choices made one after the other, where all at once would be too many: who comes aboard, then for whom."""

    path: Callable[[State, Action], tuple[str, ...]]  # a legal action as the picks that lead to it
    option: Callable[[State, tuple[str, ...]], Option]  # the last pick of a path, as it is offered
    ask: Callable[[State, tuple[str, ...]], Message] | None = None  # what is asked after these picks


class Seated(Protocol):
    @property
    def players(self) -> tuple[str, ...]: ...


Here = TypeVar("Here", bound=Seated)


def at_once(
    game: Game[Here, Action], offer: Callable[[Here, Action], tuple[Message, str | None]]
) -> Steps[Here, Action]:
    """Every legal action is one pick, written as in a game file; `offer` gives its words and picture."""

    def path(state: Here, action: Action) -> tuple[str, ...]:
        return (text.write_action(action, state.players),)

    def option(state: Here, picks: tuple[str, ...]) -> Option:
        return Option(picks[-1], *offer(state, text.read_action(game, picks[-1], state.players)))

    return Steps(path, option)


Correction = Callable[[Record, int, str], tuple[int, Action] | None]  # record, number of the die, its real face


def of_last_throw(
    wanted: Callable[[State], Wanted | None], real: Callable[[Action, int, str], Action]
) -> Correction[Action]:
    """A correction of the last throw; `real` makes the action it should have been. While dice are being put in the word
    is a reading instead."""

    def correction(record: Record, die: int, face: str) -> tuple[int, Action] | None:
        before = [record.first, *(step.state for step in record.steps)]
        for place in range(len(record.steps) - 1, -1, -1):
            if wanted(before[place]) is not None:
                step = record.steps[place]
                return None if wanted(record.state) is not None else (step.number, real(step.action, die, face))
        return None

    return correction


@dataclass(frozen=True, slots=True)
class Customs(Generic[State, Action]):
    """What one game adds."""

    game: Game[State, Action]
    expected: Callable[[State], Message]
    wanted: Callable[[State], Wanted | None]
    thrown: Callable[[State, tuple[str, ...]], Action]  # the action that these faces make
    steps: Steps[State, Action]  # how a legal action is chosen
    moments: Callable[[State, Action, State], Iterable[Moment]]  # before, action, after
    faces: tuple[str, ...]  # that the dice can show
    ask: Callable[[State, int, str | None], Message]  # "throw 4 red dice"
    correction: Correction[Action]
    thrower: Callable[[State], Seat]  # whose hand throws
    offered: Callable[[State, object], Iterable[Action]] | None = None  # legal actions in order, given the last one
    reveal: Callable[[State], tuple[Seat, Option] | None] | None = None  # a virtual card that a player turns up
    laying: Laying[State, Action] | None = None  # where the eyes read the cards


@dataclass(frozen=True, slots=True)
class Worked(Generic[State]):
    """The options as they were worked out last, and for what."""

    state: State
    path: tuple[str, ...]
    last: object
    options: tuple[Option, ...]


@dataclass(frozen=True, slots=True)
class ChoiceReferee(Umpire[State, Action, Memory]):
    customs: Customs[State, Action]
    chance: Chance
    physical_cards: bool = False
    reads: bool = False  # and the eyes know them
    _known: list[Worked[State]] = field(default_factory=list, compare=False, repr=False)

    @property
    def game(self) -> Game[State, Action]:
        return self.customs.game

    # -- the world speaks ------------------------------------------------------------------------------------------

    def begin(self, state: State, at: float) -> Memory:
        return Memory(since=at)

    def first_look(self, state: State, memory: Memory) -> Memory:
        return replace(memory, before=memory.seen.dice if memory.seen else ())

    def without_eyes(self, memory: Memory) -> Memory:
        return replace(memory, spoken=(), entered=(), took=(), taken=None)

    def looked(self, state: State, memory: Memory, at: float) -> Ruling[Memory, Action]:
        return self._count(state, memory)

    def pressed(self, state: State, memory: Memory, seat: Seat, at: float) -> Ruling[Memory, Action]:
        if seat != self._seat(state) or self.customs.wanted(state) is not None:
            return Ruling(memory)
        if self._lays(state, memory):
            found = self._turned(state, memory)
            action = self._made(state, found).action
            return Ruling(memory) if action is None else Ruling(memory, action)  # these are all
        options = self._options(state, memory)
        return self.picked(state, memory, options[0].key, at) if len(options) == 1 else Ruling(memory)

    def cards_seen(self, state: State, memory: Memory, at: float) -> Ruling[Memory, Action]:
        return self._cards(state, memory, heard=True)

    def woken(self, state: State, memory: Memory, at: float) -> Ruling[Memory, Action]:
        return self._sea(state, memory)

    def wakes(self, state: State, memory: Memory) -> float | None:
        """For the next card, which comes by itself."""
        return memory.since if self._seat(state) is None and self.customs.wanted(state) is None else None

    def done(self, before: State, action: Action, state: State, memory: Memory, at: float) -> Ruling[Memory, Action]:
        lying = tuple(die for die in (memory.seen.dice if memory.seen else ()) if die.id not in memory.early)
        memory = self._laid(before, action, state, memory)
        memory = replace(
            memory, since=at, before=lying, spoken=(), entered=(), wrong=False, early=(), path=(), last=action
        )
        if self._laying is not None and self.customs.wanted(state) is None:
            return self._cards(state, memory)
        if any(True for _ in self.moments(before, action, state)):  # they are told before the next card comes
            return Ruling(memory)
        return self._count(state, memory) if memory.resting else self._sea(state, memory)

    def moments(self, before: State, action: Action, after: State) -> Iterable[Moment]:
        return self.customs.moments(before, action, after)

    def _sea(self, state: State, memory: Memory) -> Ruling[Memory, Action]:
        """Virtual cards come by themselves, or when a player turns them up; dice and real cards come from the table."""
        waits = self.game.actor(state) is SEA and self.customs.wanted(state) is None
        if waits and not self.physical_cards and self._revealed(state) is None:
            return Ruling(memory, self.game.sea(state, self.chance))
        return Ruling(memory)

    def _revealed(self, state: State) -> tuple[Seat, Option] | None:
        return self.customs.reveal(state) if self.customs.reveal and not self.physical_cards else None

    def _seat(self, state: State) -> Seat | None:
        """Who chooses or turns up a card now."""
        if revealed := self._revealed(state):
            return revealed[0]
        who = self.game.actor(state)
        if who is SEA:
            return self.customs.thrower(state) if self.physical_cards else None
        return who

    # -- the dice --------------------------------------------------------------------------------------------------

    def _count(self, state: State, memory: Memory) -> Ruling[Memory, Action]:
        """The throw, if it lies there as it should."""
        wanted = self.customs.wanted(state)
        if wanted is None:
            return self._sea(state, memory)
        if not memory.resting:
            return Ruling(memory)
        if mat.restored(wanted, memory):
            lying = mat.on_track(memory)
            took = (*memory.took, *(die.id for die in mat.counted(wanted, lying)))
            memory = replace(memory, before=lying, took=took, wrong=False)
        if mat.unread(memory):
            return Ruling(memory)
        if self._fault(state, wanted, memory) is not None:
            return Ruling(replace(memory, wrong=True))
        thrown = mat.thrown(wanted, memory)
        faces = tuple(die.face for die in thrown if die.face is not None)
        if len(faces) != wanted.count:
            return Ruling(memory)
        early = tuple(die.id for die in mat.thrown_along(wanted, memory))
        gone = set() if wanted.kept is not None else {die.id for die in mat.counted(wanted, mat.on_track(memory))}
        took = (*(each for each in memory.took if each not in gone), *(die.id for die in thrown))
        return Ruling(replace(memory, early=early, took=took), self.customs.thrown(state, faces))

    def _fault(self, state: State, wanted: Wanted, memory: Memory) -> mat.Fault | None:
        return mat.fault(wanted, memory, self.customs.ask(state, wanted.count, wanted.body))

    def spoken(self, state: State, memory: Memory, die: int, face: str, colour: str | None) -> Ruling[Memory, Action]:
        wanted = self.customs.wanted(state)
        if wanted is None or face not in self.customs.faces:
            return Ruling(memory)
        if memory.camera and (unread := mat.unread(memory)):
            return self._count(state, replace(memory, spoken=(*memory.spoken, (unread[0].id, face))))
        if memory.camera:
            return Ruling(memory)
        entered = (*memory.entered, face)
        if len(entered) < wanted.count:
            return Ruling(replace(memory, entered=entered))
        return Ruling(memory, self.customs.thrown(state, entered))

    # -- cards that the eyes read ----------------------------------------------------------------------------------

    @property
    def _laying(self) -> Laying[State, Action] | None:
        return self.customs.laying if self.reads else None

    def _lays(self, state: State, memory: Memory) -> bool:
        """Cards are asked for, and the eyes look for them."""
        return self._laying is not None and memory.camera and self._laying.most(state) > 0

    def _turned(self, state: State, memory: Memory) -> Turned:
        assert self._laying is not None
        return laid.turned(self._laying, state, laid.since_asked(self._laying, state, memory))

    def _made(self, state: State, found: Turned) -> Made[Action]:
        assert self._laying is not None
        return laid.made(self._laying, state, found)

    def _cards(self, state: State, memory: Memory, *, heard: bool = False) -> Ruling[Memory, Action]:
        """What the cards mean that were laid or taken away. Nothing is guessed: `asks` says what is wrong."""
        laying = self._laying
        if laying is None or memory.old_cards is None or memory.sight.cards is None:
            return Ruling(memory)
        lies = laid.since_asked(laying, state, memory)
        if laying.most(state):
            memory = replace(memory, old_cards=laid.kept(laying, state, lies, asked=True))
            made = self._made(state, self._turned(state, memory))
            return Ruling(memory, made.action if made.whole else None)
        names = laying.names(state)
        strays = [name for card in lies.new if (name := cards.named(card, names)) is not None]
        said = next((say for name in strays if (say := laying.stray(state, name)) is not None), None)
        hints = (Moment("hint", said, self._seat(state)),) if heard and said is not None else ()
        memory = replace(memory, old_cards=laid.kept(laying, state, lies, asked=False))
        ruling = self._took(state, memory)
        return replace(ruling, moments=(*hints, *ruling.moments))

    def _took(self, state: State, memory: Memory) -> Ruling[Memory, Action]:
        """One of the cards that lie open is gone: it was chosen. Put back, it was not."""
        gone = self._gone(state, memory)
        meant = gone[0] if gone and self._too_many(state, gone) is None else None
        if meant == memory.taken:
            return Ruling(memory)
        memory = replace(memory, taken=meant, path=())
        key = f"{laid.OPEN}{meant}"
        if meant is None or key not in [option.key for option in self._options(state, memory)]:
            return Ruling(memory)
        return self.picked(state, memory, key, memory.since)

    def _gone(self, state: State, memory: Memory) -> tuple[str, ...]:
        laying = self._laying
        if laying is None or not memory.camera or memory.old_cards is None or memory.sight.cards is None:
            return ()
        return laid.taken(laying, state, cards.laid(memory)) if laying.takes(state) else ()

    def _too_many(self, state: State, gone: tuple[str, ...]) -> Message | None:
        assert self._laying is not None
        most = self._laying.takes(state)
        if len(gone) <= most:
            return None
        return Message(
            "Only one card may be taken: lay the others back.",
            plural="Only {n} cards may be taken: lay the others back.",
            n=most,
        )

    def _laid(self, before: State, action: Action, state: State, memory: Memory) -> Memory:
        """What lay there when the action was made is from before now."""
        laying = self._laying
        if laying is None or memory.old_cards is None or memory.sight.cards is None:
            return replace(memory, by_hand=False, taken=None)
        used = laying.things.laid_by(before, action)
        unsure = bool(used) and memory.by_hand
        old = laid.after(laying, state, cards.laid(memory), used, unsure=unsure)
        return replace(memory, old_cards=old, by_hand=False, taken=None)

    # -- the choices -----------------------------------------------------------------------------------------------

    def _legal(self, state: State, memory: Memory) -> list[Action]:
        """What may be chosen now, and does not go against the picks made already."""
        if self.customs.wanted(state) is not None or (self.game.actor(state) is SEA and not self.physical_cards):
            return []
        legal = self.customs.offered(state, memory.last) if self.customs.offered else self.game.legal(state)
        steps, done = self.customs.steps, len(memory.path)
        return [action for action in legal if steps.path(state, action)[:done] == memory.path]

    def _options(self, state: State, memory: Memory) -> tuple[Option, ...]:
        """They are asked for with every event, and worked out once: a rowing boat has more than a hundred ways."""
        asked = (memory.path, memory.last)
        if not self._known or self._known[0].state is not state or (self._known[0].path, self._known[0].last) != asked:
            self._known[:] = [Worked(state, *asked, self._worked_out(state, memory))]
        return self._known[0].options

    def _worked_out(self, state: State, memory: Memory) -> tuple[Option, ...]:
        if revealed := self._revealed(state):
            return (revealed[1],)
        legal, steps = self._legal(state, memory), self.customs.steps
        ahead = dict.fromkeys(steps.path(state, action)[: len(memory.path) + 1] for action in legal)
        options = tuple(steps.option(state, path) for path in ahead)
        return (*options, Option(BACK, Message("Back"), "undo")) if memory.path else options

    def picked(self, state: State, memory: Memory, option: str, at: float) -> Ruling[Memory, Action]:
        wanted = self.customs.wanted(state)
        if wanted is not None:  # the only thing on offer: they count as they lie
            faces = mat.as_they_lie(wanted, memory)
            return Ruling(memory) if faces is None else Ruling(memory, self.customs.thrown(state, faces))
        if self._revealed(state):
            return Ruling(memory, self.game.sea(state, self.chance))
        if option in (cards.BY_HAND.key, cards.BACK_TO_THE_EYES.key):
            return Ruling(replace(memory, by_hand=option == cards.BY_HAND.key, path=()))
        if option.startswith(LAID) and self._laying is not None:
            return self._told_of_card(state, memory, option.removeprefix(LAID))
        if option == BACK:
            return Ruling(replace(memory, path=memory.path[:-1]))
        path, steps = (*memory.path, option), self.customs.steps
        ways = [each for each in self._legal(state, memory) if steps.path(state, each)[: len(path)] == path]
        return Ruling(memory, ways[0]) if len(ways) == 1 else Ruling(replace(memory, path=path))

    def _told_of_card(self, state: State, memory: Memory, name: str) -> Ruling[Memory, Action]:
        """The players say which card it is that lies there."""
        assert self._laying is not None
        made = self._laying.made(state, (*self._turned(state, memory).names, name))
        if made.action is None:
            hints = () if made.said is None else (Moment("hint", made.said, self._seat(state)),)
            return Ruling(memory, moments=hints)
        return Ruling(replace(memory, by_hand=True), made.action)

    def _may_count(self, wanted: Wanted, memory: Memory) -> bool:
        """Dice can fall just as they lay before, and after a power cut or an undo nobody knows what was thrown: then
        the players may say that what lies there is the throw."""
        if not memory.camera or not memory.resting or mat.as_they_lie(wanted, memory) is None:
            return False
        return memory.last is None or bool(mat.counted(wanted, mat.fresh(memory)))

    # -- who is expected to do what --------------------------------------------------------------------------------

    def unread(self, state: State, memory: Memory) -> tuple[Die, ...]:
        return mat.unread(memory) if memory.resting and self.customs.wanted(state) is not None else ()

    def thrower(self, state: State, memory: Memory) -> Seat:
        return self.customs.thrower(state)

    def asks(self, state: State, memory: Memory) -> Expects:
        wanted = self.customs.wanted(state)
        if wanted is not None:
            return self._asks_for_dice(state, wanted, memory)
        seat, steps = self._seat(state), self.customs.steps
        if seat is None:
            return Expects("wait", Message("The next card comes."))
        if self._lays(state, memory) and not memory.path:
            return self._asks_for_cards(state, seat, memory)
        said = steps.ask(state, memory.path) if steps.ask and memory.path else self.customs.expected(state)
        if (gone := self._gone(state, memory)) and (many := self._too_many(state, gone)) is not None:
            said = many
        elif memory.taken is not None and not memory.path:
            label = self.customs.laying.label(state, memory.taken) if self.customs.laying else memory.taken
            said = Message("{card} may not be taken now: lay it back.", card=label)
        return Expects("choose", said, (seat,), (), self._options(state, memory))

    def _asks_for_cards(self, state: State, seat: Seat, memory: Memory) -> Expects:
        """Cards are laid, and the eyes say which; what takes no card is chosen, and so is everything by hand."""
        laying = self._laying
        assert laying is not None
        options, found = self._options(state, memory), self._turned(state, memory)
        made = self._made(state, found)
        said = found.said or made.said or laying.ask(state)
        if memory.by_hand:
            return Expects("choose", said, (seat,), (), (*options, cards.BACK_TO_THE_EYES))
        free = {self._key(state, each) for each in self._legal(state, memory) if isinstance(each, laying.without)}
        meant = None if made.action is None else self._key(state, made.action)
        offered = [replace(option, chosen=True) for option in options if option.key == meant]
        if found.said is not None or found.likely:
            labels = laying.labels(state)
            offered += [Option(f"{LAID}{name}", labels[name]) for name in dict.fromkeys(found.likely)]
        if found.likely and found.said is None:
            said = Message(
                "{ask} ({card} lies there from before.)", ask=said, card=laying.label(state, found.likely[0])
            )
        offered += [option for option in options if option.key in free and option.key != meant]
        return Expects("choose", said, (seat,), (), (*offered, cards.BY_HAND))

    def _key(self, state: State, action: Action) -> str:
        return self.customs.steps.path(state, action)[0]

    def _asks_for_dice(self, state: State, wanted: Wanted, memory: Memory) -> Expects:
        seats = (self.customs.thrower(state),)
        if memory.resting and (fault := self._fault(state, wanted, memory)):
            return Expects("fix", fault.said, seats, dice=tuple(die.id for die in fault.dice))
        missing = wanted.count - len(memory.entered)
        ask = self.customs.ask(state, missing, wanted.body)
        if not memory.camera:
            said = Message("{ask} Put in what it shows.", plural="{ask} Put in what they show.", n=missing, ask=ask)
            return Expects("enter", said, seats)
        there = len(mat.thrown(wanted, memory)) if memory.resting else 0
        if 0 < there < wanted.count:
            ask = Message("{n} of {count} dice lie on the track. {ask}", n=there, count=wanted.count, ask=ask)
        return Expects("throw", ask, seats, (), (COUNTS,) if self._may_count(wanted, memory) else ())

    # -- corrections -----------------------------------------------------------------------------------------------

    def correction(self, record: Record, die: int, face: str, colour: str | None) -> tuple[int, Action] | None:
        if face not in self.customs.faces:
            raise ValueError(face)
        return self.customs.correction(record, die, face)
