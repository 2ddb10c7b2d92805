"""An evening at the table: games are begun, set aside and gone on with, resumed after a power cut, finished and kept.
One thread owns it."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass

from firmware.books.claims import Quick, noted, pending, standing
from firmware.books.fairness import fallen
from firmware.books.history import Summary
from firmware.books.journal import CURRENT, Journal, Waiting
from firmware.books.luck import luck
from firmware.clock import Clock
from firmware.config import Config
from firmware.games.hosted import HOSTED
from firmware.play.events import Event, Tick
from firmware.play.hosting import House
from firmware.play.senses import Senses
from firmware.play.spoken import Lesson
from firmware.play.table import Table
from rules import record as records
from rules.game import Chance, Seat
from rules.games import find
from rules.record import Record
from rules.say import Message, Trouble, listed

_HOUSE = re.compile(r"# house naming=(\w+) cards=(\w+)")
_PLAYED = re.compile(r"# played ([\d.]+)")
_ROBOTS = re.compile(r"# robots((?: \d+=\w+)*)")
_DONE = re.compile(r"\d+\. ")  # an entry of the record: something was done
NOTE_EVERY_S = 60.0
NOTE_AFTER_S = 0.25


@dataclass(frozen=True, slots=True)
class Unfinished:
    """A game that can be gone on with, as it is offered: which, with whom, since when."""

    name: str  # among those that wait
    game: str
    players: tuple[str, ...]
    began: str  # date and time, as the record has them


class Evening:
    """`table` is the game being played, if any. Its lines are in the journal before they are seen."""

    def __init__(self, config: Config, clock: Clock, journal: Journal, chance: Chance) -> None:
        self.config = config
        self.clock = clock
        self.journal = journal
        self.chance = chance
        self.table: Table | None = None
        self.house = House()
        self.robots: Mapping[Seat, str] = {}  # who at this table is one, and how strong
        self.senses = Senses()
        self.teach: Callable[[Lesson], None] = lambda lesson: None  # is told of each die that the players corrected
        self.claims: list[Quick] = []
        self._notes: list[str] = []  # of the claim that is being named: they go to disk after its picture
        self._note_at = 0.0
        self.finished: Summary | None = None  # of the game on the table, once it is over
        self._told = 0  # moments of the table that are noted already
        self._taught = 0  # lessons of the table that were passed on
        self._before = 0.0  # seconds this game was played before the power was cut
        self._since = 0.0

    # -- games come and go -----------------------------------------------------------------------------------------

    def begin(
        self,
        game: str,
        players: Sequence[str],
        setup: object = None,
        house: House | None = None,
        robots: Mapping[Seat, str] | None = None,
    ) -> Table:
        """A new game; one that was not finished waits, unless nothing was done in it."""
        house, robots = house or House(), robots or {}
        hosted = HOSTED[game]
        agreed = hosted.setup if setup is None else setup
        setup = hosted.settled(hosted.game.setup() if agreed is None else agreed, house, self.config)
        record = records.begin(find(game), players, setup, self.clock.date().strftime("%Y-%m-%d %H:%M"))
        header = records.write(record).rstrip("\n").split("\n")
        notes = [f"# house naming={house.naming} cards={house.cards}"]
        if robots:
            notes.append("# robots " + " ".join(f"{seat + 1}={strength}" for seat, strength in sorted(robots.items())))
        self._clear_up()
        self.journal.begin([*header, *notes])
        return self._sit_down(record, house, robots, (), 0.0)

    def unfinished(self) -> Record | None:
        """The game that was played last and is not over, to be offered; None if there is none that can be read."""
        lines = self.journal.unfinished()
        if not lines:
            return None
        try:
            return records.read("\n".join(lines))
        except Trouble:
            return None

    def waiting(self) -> tuple[Unfinished, ...]:
        """All games that can be gone on with, the one that was played last first."""
        return tuple(game for each in self.journal.waiting() if (game := _offered(each)) is not None)

    def resume(self, name: str = CURRENT) -> Table:
        """Go on exactly where it was left, or where the power was cut. Raises where that cannot be read; then the game
        that was played last is so still."""
        if name != CURRENT:
            lines = next((each.lines for each in self.journal.waiting() if each.name == name), ())
            if lines:
                records.read("\n".join(lines))  # whatever is wrong with it is said before anything is moved
            self._clear_up()
            self.journal.take_up(name)
        lines = self.journal.unfinished() or ()
        record = records.read("\n".join(lines))
        house, robots, played = House(), dict[Seat, str](), 0.0
        for line in lines:
            if found := _HOUSE.match(line):
                house = House(found[1], found[2])
            elif found := _ROBOTS.fullmatch(line):
                robots = {int(seat) - 1: strength for seat, strength in (one.split("=") for one in found[1].split())}
            elif found := _PLAYED.match(line):
                played = float(found[1])
        table = self._sit_down(record, house, robots, noted(lines), played)
        if (claimer := pending(self.claims, record)) is not None:  # their claim stands, and they name it now
            table.claim_stands(claimer, self.clock.now())
            self._told = len(table.moments)  # it is noted already
        return table

    def put_away(self, name: str) -> None:
        """Nobody goes on with this game: it is kept in the history as not finished."""
        self.journal.put_away(name)

    def _clear_up(self) -> None:
        """A game in which nothing was done is not worth waiting for."""
        lines = self.journal.unfinished()
        if lines and not any(_DONE.match(line) for line in lines):
            self.journal.forget()

    def _sit_down(
        self,
        record: Record,
        house: House,
        robots: Mapping[Seat, str],
        claims: Sequence[Quick],
        played: float,
    ) -> Table:
        hosted = HOSTED[record.game.key]
        referee = hosted.referee(house, self.config, self.chance)
        now = self.clock.now()
        self.table = Table(record, referee, self._keep, now, self.senses)
        self.house, self.robots, self.claims, self.finished = house, robots, list(claims), None
        self._told, self._before, self._since, self._notes, self._taught = 0, played, now, [], 0
        return self.table

    def leave(self) -> None:
        """Away from the table: the game stays in the journal and can be gone on with."""
        self.table = None

    # -- while it is played ----------------------------------------------------------------------------------------

    def hear(self, event: Event) -> None:
        """The one door: whatever happens comes in here, in the order of its time."""
        if self.table is None:
            self.senses.note(event)
            return
        self._wake_until(event.at)
        self.table.hear(event)
        self._note()
        over = self.table.record.game.outcome(self.table.state)
        if over is not None and self.finished is None:
            self.finished = self._summary(self.table.record, over.winners)
            self._try(lambda: self.journal.finish(self.summary()))

    @property
    def wake(self) -> float | None:
        """When it has to hear a Tick at the latest."""
        if self.table is None:
            return None
        note = self._note_at if self._notes else self._since + NOTE_EVERY_S
        return note if self.table.wake is None else min(note, self.table.wake)

    def _wake_until(self, at: float) -> None:
        """Whoever wanted to be woken before something happened is woken before it, at the time that was named."""
        assert self.table is not None
        while (wake := self.table.wake) is not None and wake < at:
            record = self.table.record
            self.table.hear(Tick(wake))
            if self.table.wake == wake and self.table.record is record:
                return

    def summary(self) -> dict[str, object]:
        assert self.finished is not None
        return self.finished.as_dict()

    def _keep(self, line: str) -> None:
        assert self.table is not None
        if self.finished is not None:  # an undo, a correction or the judge after the end: the game is open again
            self.finished = None
            self.journal.reopen()
        notes, self._notes = self._notes, []
        self.journal.append(*notes, f"{len(self.table.record.entries) + 1}. {line}")

    def _note(self) -> None:
        """What the story needs and the rules do not know: how quick the claims were, how long it has been."""
        assert self.table is not None
        for moment in self.table.moments[self._told :]:
            if moment.name == "claim" and moment.seat is not None:
                self.claims.append(Quick(len(self.table.record.entries) + 1, moment.seat, moment["after"]))
                self._notes.append(str(self.claims[-1]))
                self._note_at = self.clock.now() + NOTE_AFTER_S
        self._told = len(self.table.moments)
        for lesson in self.table.lessons[self._taught :]:
            self.teach(lesson)
        self._taught = len(self.table.lessons)
        now = self.clock.now()
        if self._notes and now >= self._note_at:
            notes, self._notes = self._notes, []
            self._try(lambda: self.journal.append(*notes))
        if now - self._since >= NOTE_EVERY_S:
            self._before += now - self._since
            self._since = now
            self._try_note(f"# played {self._before:.0f}")

    def _try_note(self, note: str) -> None:
        if self.finished is None:
            self._try(lambda: self.journal.append(note))

    def _try(self, write: Callable[[], None]) -> None:
        with suppress(Trouble):  # the table says by itself when the disk is full
            write()

    def _summary(self, record: Record, winners: tuple[int, ...]) -> Summary:
        claims = standing(self.claims, record)
        quickest = tuple(
            min((after for seat, after in claims if seat == player), default=None)
            for player in range(len(record.players))
        )
        points, (kind, fell) = record.game.points, fallen(record)
        return Summary(
            game=record.game.key,
            players=record.players,
            scores=points(record.state) if points else (),
            winners=winners,
            duration_s=round(self._before + self.clock.now() - self._since, 1),
            luck=luck(record, HOSTED[record.game.key].luck),
            fastest_claim_s=quickest,
            claims_s=tuple(round(after, 3) for _, after in claims),
            dice=(kind, dict(fell)),
        )


def _offered(waiting: Waiting) -> Unfinished | None:
    """By the head of its record, which need not be played through for that."""
    head = [line for line in waiting.lines if not _DONE.match(line)]
    try:
        record = records.read("\n".join(head))
    except Trouble:
        return Unfinished(waiting.name, "", (), waiting.date) if waiting.lines else None
    return Unfinished(waiting.name, record.game.key, record.players, record.date or waiting.date)


def offer(record: Record) -> Message:
    """What is offered after a power cut."""
    return Message(
        "A game of {game} was interrupted: {players}. Go on?",
        game=record.game.title,
        players=listed(record.players),
    )
