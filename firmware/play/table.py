"""One game at the table: hears what happens, asks the referee, keeps the record, and says what to show.

Everything the players see comes from here, and nothing is seen before it is on disk.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from firmware.play import spoken
from firmware.play.events import (
    CameraBack,
    CameraLost,
    CardsSeen,
    Corrected,
    Drawn,
    Event,
    JudgeSays,
    Learned,
    Looked,
    Paused,
    Picked,
    Pressed,
    Tick,
    Tidied,
    Undo,
)
from firmware.play.referee import JUDGE, Expects, Moment, Ruling, Sight
from firmware.play.senses import Senses
from firmware.play.spoken import Lesson, Word
from firmware.play.umpire import Umpire
from rules import record as records
from rules.game import Seat
from rules.record import Record
from rules.say import Message, Trouble, listed
from vision.log import LOG
from vision.seen import Card, Die, Seen

Keep = Callable[[str], None]  # puts one line of the record on disk before it returns


class Table:
    """Owned by one thread. `moments` grows as things happen; screens and sounds remember how far they have come."""

    def __init__(
        self, record: Record, referee: Umpire[Any, Any, Any], keep: Keep, at: float, senses: Senses | None = None
    ) -> None:
        self.record = record
        self.referee = referee
        self.moments: list[Moment] = []
        self.lessons: list[Lesson] = []  # grows likewise: what the eyes may learn from
        self._camera: Seen | None = None  # as the camera sees the mat
        self._cards: tuple[Card, ...] | None = None  # that lie in view
        self._looked = False  # since the camera came back
        self._words: dict[int, Word] = {}  # Watcher id -> what the players say
        self.paused: float | None = None  # since when
        self._missed = False  # something was seen while the game was paused
        self._missed_cards = False
        self._memory: Any  # what the referee has pending
        self.cursor = 0  # which option the console points at
        self.drawn: frozenset[Seat] = frozenset()  # robots whose dice lie nowhere: the table draws what they throw
        self._keep = keep
        self._lag = 0.0  # how long the game has been paused in all: the referee's clock stands still meanwhile
        self._senses = senses or Senses()
        self._troubles: dict[str, Message] = {}  # of the view and of the disk
        self._begin_anew(at)
        self.expects = self._asked()

    @property
    def state(self) -> Any:
        return self.record.state

    @property
    def players(self) -> tuple[str, ...]:
        return self.record.players

    @property
    def troubles(self) -> tuple[Message, ...]:
        """What is wrong now and what to do, for the banner; the game goes on."""
        return (*self._senses.troubles.values(), *self._troubles.values())

    @property
    def wake(self) -> float | None:
        """When it has to hear a Tick, whatever happens until then."""
        return None if self.paused is not None else self.expects.wake

    # -- what happens ----------------------------------------------------------------------------------------------

    def hear(self, event: Event) -> None:
        """Take in one event. Never raises: what cannot be is said to the players, and the game goes on."""
        try:
            self._hear(event)
        except Trouble as trouble:
            self.moments.append(Moment("hint", trouble.message))
        except Exception:  # a fault of ours: what is on record stands, and what lies on the mat is looked at anew
            LOG.exception("%s, entry %d: %r", self.record.game.key, len(self.record.entries), event)
            self.moments.append(Moment("hint", Message("Vigie made a mistake; the game goes on. It is in the log.")))
            self._begin_anew(event.at)
        self.expects = self._asked()
        self.cursor = min(self.cursor, max(0, len(self.expects.options) - 1))

    def _hear(self, event: Event) -> None:
        self._senses.note(event)
        if isinstance(event, Looked):
            self._camera, self._words = event.seen, spoken.holding(self._words, event.seen)
            self._set_trouble("view", event.seen.trouble)
        if isinstance(event, Looked | CameraBack):
            self._looked = isinstance(event, Looked)
        if isinstance(event, CardsSeen):
            self._cards, self._missed_cards = event.cards, self.paused is not None
        elif isinstance(event, Tidied):
            self._cards = event.cards
        elif isinstance(event, CameraLost | CameraBack):
            self._cards = None
        if isinstance(event, CameraBack):
            self._memory = self.referee.goes_on(self.record, self._memory)
        match event:
            case Paused(on, at):
                self._pause(on, at)
            case Undo(at):
                self._rewrite(records.Undone(), Message("Taken back."), at)
            case JudgeSays():
                self._judged(event)
            case Picked(option, at) if self.paused is not None or option not in self._offered:
                pass  # nobody offered it, or not any more
            case Picked(option, at) if option.startswith(JUDGE):
                first = int(option.removeprefix(JUDGE))
                self._judged(JudgeSays(self.record.steps[-1].number, None, None, at, first))
            case Corrected():
                self._corrected(event)
            case Learned(message):
                self.moments.append(Moment("hint", message))
            case Drawn(action, at):
                if self.paused is None and self._drawing:
                    self._draw(action, at)
            case Looked() | CardsSeen() if self._drawing:
                pass  # whatever lies there belongs to somebody else's turn; it is looked at anew after this one
            case Pressed(button="left" | "right" | "choose" as way, at=at) if self.paused is None:
                self._console(way, at)
            case Pressed(button, at) if (key := self._stands_for(button)) is not None:
                self._hear(Picked(key, at))
            case Looked():
                self._missed = self.paused is not None  # what is thrown meanwhile is looked at when the game goes on
                if self.paused is None:
                    self._look(event.at)
            case _ if self.paused is None or isinstance(event, CameraLost | CameraBack):
                self._refer(event)

    def _refer(self, event: Event) -> None:
        """Have the referee rule on it, as things lie now."""
        memory = replace(self._memory, sight=self._sight)
        self._follow(self.referee.hear(self.state, memory, self._shifted(event)), event.at)

    @property
    def _sight(self) -> Sight:
        return Sight(self.seen if self._looked else None, self._senses.blind is not None, self._cards)

    def _set_trouble(self, about: str, message: Message | None) -> None:
        if message is None:
            self._troubles.pop(about, None)
        else:
            self._troubles[about] = message

    def _follow(self, ruling: Ruling[Any, Any], at: float) -> None:
        """Carry out a ruling: the action goes to the rules, then to disk, and only then is anything shown."""
        while True:
            if ruling.action is None:
                self._memory = ruling.memory
                self.moments += ruling.moments
                return
            before = self.state
            self._write(records.Played(ruling.action))
            self._memory = ruling.memory
            self.cursor = 0  # another choice: the console points at its first option again
            self.moments += (*self._told(before, ruling.action), *ruling.moments)
            ruling = self.referee.after(before, ruling.action, self.state, self._memory, at - self._lag)

    @property
    def _drawing(self) -> bool:
        """It is for a robot to act whose dice are drawn."""
        asked = self.referee.expects(self.state, self._memory)
        return bool(asked.seats) and asked.task != "over" and self.drawn.issuperset(asked.seats)

    def sit_apart(self, robots: frozenset[Seat]) -> None:
        """These players' dice are drawn from now on."""
        self.drawn = robots
        self.expects = self._asked()

    def _draw(self, action: object, at: float) -> None:
        """What lies on the mat is none of it; after the robot's turn it is looked at anew."""
        self._follow(Ruling(self.referee.blindfolded(self._memory), action), at)
        if not self._drawing and self.record.game.outcome(self.state) is None:
            self._begin_anew(at)

    def _told(self, before: object, action: object) -> tuple[Moment, ...]:
        tell = self.record.game.tell
        return () if tell is None else (Moment("played", tell(before, action, self.state), data=(("action", action),)),)

    def _write(self, entry: records.Entry) -> None:
        record = records.add(self.record, entry)
        try:
            self._keep(records.write_entry(self.record, entry))
            self._troubles.pop("disk", None)
        except Trouble as trouble:  # a full disk must not end the evening: it is said, and play goes on
            self._troubles["disk"] = trouble.message
        self.record = record

    def _rewrite(self, entry: records.Entry, said: Message, at: float) -> None:
        """Undo, correction or the judge's word: the past changes, and what lies on the mat is looked at anew."""
        self._write(entry)
        self.moments.append(Moment("rewritten", said, data=(("dropped", self.record.dropped),)))
        self._begin_anew(at)

    def _begin_anew(self, at: float) -> None:
        """What was pending is forgotten, and what lies on the mat is looked at anew."""
        memory = self.referee.goes_on(self.record, self.referee.begin(self.state, at - self._lag))
        self._memory = replace(memory, sight=self._sight)
        if self._senses.blind is None:
            self._look(at)

    def _judged(self, word: JudgeSays) -> None:
        """The judge's word; where it is who pressed first, what was decided never happened, and they claim now."""
        decided = Message("The judge has decided.")
        self._rewrite(records.Judged(word.entry, word.judge, word.action), decided, word.at)
        if word.first is not None:
            self._goes_first(word.first, word.at)

    def claim_stands(self, seat: Seat, at: float) -> None:
        """Gone on with where this player was naming a claim: it was decided then that they were first."""
        self._goes_first(seat, at)
        self.expects = self._asked()

    def _goes_first(self, seat: Seat, at: float) -> None:
        memory = replace(self._memory, sight=self._sight)
        self._follow(self.referee.went_first(self.state, memory, seat, at - self._lag), at)

    @property
    def _offered(self) -> set[str]:
        return {option.key for option in self.expects.options}

    def _stands_for(self, button: str) -> str | None:
        return next((option.key for option in self.expects.options if option.button == button), None)

    def _corrected(self, event: Corrected) -> None:
        """The players' word goes before the camera's, in the record and for the die that lies there."""
        fix = self._correction(event.die, event.face, event.colour)
        if fix is None and self.paused is not None:
            return
        meant = self._meant(event, known=fix is not None)
        if meant is not None:
            self._words[meant.id] = Word(meant, event.face, event.colour)
            if (meant.face, meant.colour) != (event.face, event.colour):
                self.lessons.append(Lesson(meant, event.face, event.colour))
        if fix is not None:
            self._rewrite(records.Corrected(*fix), Message("Corrected."), event.at)
        elif meant is not None:
            self._look(event.at)
        else:
            self._refer(event)

    def _meant(self, event: Corrected, *, known: bool) -> Die | None:
        """The die on the mat that is spoken of: the one touched, the one the game knows by that number, or the one
        nobody could read."""
        if self._camera is None or self._senses.blind is not None:
            return None
        there = {die.id: die for die in self._camera.dice}
        if event.seen is not None:
            return there.get(event.seen)
        if known:
            return there.get(self.watched.get(event.die, -1))
        asked = (there[number] for number in self.expects.dice if number in there)
        return next((die for die in asked if die.face is None), None)

    @property
    def watched(self) -> Mapping[int, int]:
        """The game's number of each die that lies on the mat -> the Watcher's."""
        return self.referee.watched(self._memory)

    @property
    def seen(self) -> Seen | None:
        """What lies on the mat, as the camera sees it and the players say it."""
        return None if self._camera is None else spoken.told(self._camera, self._words)

    @property
    def sees(self) -> bool:
        """There are eyes, though they may not have looked yet."""
        return self._senses.blind is None

    @property
    def cards(self) -> tuple[Card, ...] | None:
        """That lie in view, as the eyes told it last; None: they have not looked."""
        return self._cards

    def _look(self, at: float) -> None:
        if self.seen is not None:
            self._looked = True
            self._refer(Looked(replace(self.seen, at=at)))

    def _correction(self, die: int, face: str, colour: str | None) -> tuple[int, Any] | None:
        try:
            return self.referee.correction(self.record, die, face, colour)
        except (ValueError, IndexError, KeyError):
            raise Trouble(Message("There is no such die or face in this game.")) from None

    # -- console and pause -----------------------------------------------------------------------------------------

    def _console(self, way: str, at: float) -> None:
        options = self.expects.options
        if not options:
            return
        if way == "choose":
            self._hear(Picked(options[self.cursor].key, at))
        else:
            self.cursor = (self.cursor + (1 if way == "right" else -1)) % len(options)

    def _pause(self, on: bool, at: float) -> None:
        if on and self.paused is None:
            self.paused = at
        elif not on and self.paused is not None:
            self._lag += at - self.paused
            self.paused = None
            if self._missed and self._camera is not None:
                self._missed, self._camera = False, replace(self._camera, at=at)
                self._look(at)
            if self._missed_cards and self._cards is not None:
                self._missed_cards = False
                self._refer(CardsSeen(self._cards, at))

    def _shifted(self, event: Any) -> Any:
        """The event in the referee's time, which stands still while the game is paused."""
        if not self._lag:
            return event
        if isinstance(event, Looked):
            return Looked(replace(event.seen, at=event.at - self._lag))
        return replace(event, at=event.at - self._lag)

    def _asked(self) -> Expects:
        expects = self.referee.expects(self.state, self._memory)
        if self.drawn and expects.seats and expects.task != "over" and self.drawn.issuperset(expects.seats):
            players = listed(self.players[seat] for seat in expects.seats)
            plays = Message("{player} plays: the table draws the dice.", player=players)
            expects = replace(expects, task="wait", message=plays, options=(), dice=())
        if not self._lag:
            return expects
        until = None if expects.until is None else expects.until + self._lag
        wake = None if expects.wake is None else expects.wake + self._lag
        return replace(expects, since=expects.since + self._lag, until=until, wake=wake)

    def tick(self, at: float) -> None:
        self.hear(Tick(at))
