"""The hand at the virtual table: what it can do now, as values for a screen to offer, and what it puts right by itself.

It does what people's hands do over a real mat, no more: dice are thrown, taken, laid aside, nudged. What people would
have to put right after a power cut or an undo (dice that lie otherwise than the rules know) it lays out by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from firmware.play.events import Event, Picked
from firmware.play.table import Table
from firmware.practice.robots import cubes
from rules import record as records
from rules.game import Chance, Seat
from rules.say import Message
from vision.seen import Zone

if TYPE_CHECKING:  # it brings OpenCV
    from firmware.practice.deck import Deck
    from firmware.practice.virtual import VirtualMat

Put = Callable[[Event], None]
WAIT_S = 1.5  # dice lie wrong for so long before they are put right: what was seen in between may be old
IT_WAS_THROWN = ("counts", "thrown")  # options by which people say that what lies there was thrown


@dataclass(frozen=True, slots=True)
class Deed:
    """Something the hand can do now. `refused`: why not, where it can be chosen but not done."""

    key: str
    label: Message
    picture: str
    refused: Message | None = None


@dataclass(frozen=True, slots=True)
class Lies:
    """A die as the rules know it to lie."""

    face: str
    colour: str | None = None
    zone: Zone | None = None  # None: anywhere but on the island


JIGGLE = Deed("jiggle", Message("Nudge the dice"), "hand")
TAKE_BACK = Deed("take back", Message("Take the cards back"), "undo")
THROW = Deed("throw", Message("Throw"), "cup")


class Hand:
    """A game fills in `offered`, `do` and what the mat should show."""

    def __init__(self, mat: VirtualMat, table: Table, chance: Chance, put: Put) -> None:
        self.mat, self.table, self.chance, self.put = mat, table, chance, put
        self.robots: frozenset[Seat] = frozenset()  # seats whose dice are thrown for them
        self.marked: frozenset[int] = frozenset()  # the game's numbers of the dice that are to be thrown again
        self.deck: Deck | None = None  # cards that lie where the eyes read them
        self.mending = False  # dice are laid as they were: what is said of them meanwhile is old
        self._now = -1.0
        self._touched_at = -1.0  # when dice were last moved
        self._entries = -1  # of the record, when the mat was last held against it
        self._threw = False  # since then
        self._throws = mat.throws
        self._wrong_since: float | None = None
        self._meant: str | None = None  # asked for before the eyes had looked

    # -- for a game to fill in -------------------------------------------------------------------------------------

    def offered(self, task: str) -> tuple[Deed, ...]:
        """What the hand can do while this is asked for."""
        return (THROW,) if task in ("throw", "enter") else ()

    def perform(self, key: str, at: float) -> None:
        """One of these."""
        raise NotImplementedError

    @property
    def markable(self) -> frozenset[int]:
        """The game's numbers of the dice that a touch marks to be thrown again."""
        return frozenset()

    def lies(self) -> tuple[Lies, ...] | None:
        """How the dice lie that are not in anybody's hand; None where it does not matter."""
        return None

    # -- what can be done ------------------------------------------------------------------------------------------

    def deeds(self) -> tuple[Deed, ...]:
        """Nothing while the game waits, while dice roll, or before the eyes have seen where they came to rest."""
        if self.table.paused is not None or self.mending or self._rolling():
            return ()
        task = self.table.expects.task
        if task in ("jiggle", "ask"):
            return (JIGGLE,)
        if self.deck is not None and self.deck.waits(self._now):
            return ()
        return () if self._theirs else self.offered(task)

    @property
    def _theirs(self) -> bool:
        """A robot is to act."""
        seats = self.table.expects.seats
        return bool(seats) and self.robots.issuperset(seats)

    @property
    def waits(self) -> bool:
        """For dice to come to rest, or for the eyes to see how they lie."""
        return self.table.paused is None and not self._theirs and self._rolling()

    def do(self, key: str, at: float) -> Message | None:
        """Does it; or says why it may not be done."""
        deed = next((each for each in self.deeds() if each.key == key), None)
        if deed is None:
            if self.table.seen is None and key == THROW.key and self.table.paused is None:
                self._meant = key  # a die thrown before the eyes have looked could not be told from one that lay there
            return None
        if deed.refused is not None:
            return deed.refused
        if key == JIGGLE.key:
            self._jiggle()
        else:
            self.perform(key, at)
        self._touched_at = at
        self.marked = frozenset()
        return None

    def mark(self, number: int) -> None:
        """Marks a die to be thrown again, or leaves it where it is."""
        if number in self.markable and not self._theirs:
            self.marked ^= {number}

    # -- what it does by itself ------------------------------------------------------------------------------------

    def tend(self, now: float) -> None:
        """Called with every picture: puts right what the program knows better than the mat shows."""
        self._now = now
        entries = self.table.record.entries
        if self.deck is not None:
            self.deck.tend(now)
        if self.mat.busy:
            self._touched_at = now
        if self.mat.throws != self._throws:
            self._throws, self._threw = self.mat.throws, True
        if len(entries) != self._entries:
            rewritten = any(not isinstance(entry, records.Played) for entry in entries[max(0, self._entries) :])
            begins, self._entries = self._entries < 0, len(entries)
            self.marked, self._threw, self._wrong_since = frozenset(), self._threw and not rewritten, None
            if begins or rewritten:
                self.restore(now)
        self.marked &= self.markable
        if self.table.paused is not None or self._rolling():
            return
        self.mending = False
        if self._meant is not None:
            meant, self._meant = self._meant, None
            self.do(meant, now)
            return
        expects = self.table.expects
        thrown = next((option.key for option in expects.options if option.key in IT_WAS_THROWN), None)
        if self._threw and thrown is not None:
            self._threw = False
            self.put(Picked(thrown, now))
        elif not self.astray():
            self._wrong_since = None
        elif self._wrong_since is None:
            self._wrong_since = now
        elif now - self._wrong_since >= WAIT_S:
            self._wrong_since = None
            if not self.restore(now, leave_others=True) and not expects.options:
                self.restore(now)  # a die too many lies there, and nobody is asked about it

    def astray(self) -> bool:
        """The mat does not show what the rules know, and nobody can go on before it does."""
        return self.table.expects.task == "fix"

    def restore(self, now: float, *, leave_others: bool = False) -> bool:
        """Lays the dice so that the mat shows what the rules know; all others are taken up, if they are not left. Says
        whether anything was moved."""
        lies = self.lies()
        if lies is None:
            return False
        places = matched(self.mat, lies)
        if places is None:  # these dice cannot show that: what the players said of them holds
            return False
        moved = self.mat.show(places, keep=range(len(self.mat.cubes)) if leave_others else ())
        if moved:
            self._touched_at, self.mending = now, True
        return moved

    # -- hands -----------------------------------------------------------------------------------------------------

    def _rolling(self) -> bool:
        if self.mat.busy:
            return True
        if self.table.expects.task in ("enter", "over"):
            return False  # nobody looks
        seen = self.table.seen
        return seen is None or seen.phase != "settled" or seen.at <= self._touched_at

    def seen_as(self, ids: Sequence[int]) -> list[int]:
        """The virtual dice that the camera calls by these ids."""
        return cubes(self.mat, self.table, tuple(ids))

    def lying_as(self, numbers: Sequence[int]) -> list[int]:
        """The virtual dice that the game knows by these numbers."""
        watched = self.table.watched
        return self.seen_as([watched[number] for number in numbers if number in watched])

    def _jiggle(self) -> None:
        """What leans is laid flat; what only looked as if it leant is moved a little."""
        lying = self.mat.lying()
        leaning = [number for number, die in lying.items() if die.tilt]
        for number in leaning:
            self.mat.tilt(number, 0.0)
        for number in [] if leaning else self.seen_as(self.table.expects.dice):
            zone = self.mat.mat.zone_of(lying[number].x, lying[number].y)
            self.mat.aside(number, "track" if zone == "off" else zone)
        if leaning:
            self.mat.wave(lying[leaning[0]].x, lying[leaning[0]].y, 0.4)


def matched(mat: VirtualMat, lies: Sequence[Lies]) -> dict[int, tuple[Lies, bool]] | None:
    """Which die shows what, and whether it lies so already; None where no six sides can show it. Dice that lie right
    stay, as far as they can."""
    lying = mat.lying()

    def right(number: int, one: Lies) -> bool:
        die = lying.get(number)
        if die is None or (die.face.name, die.face.colour) != (one.face, one.colour) or die.tilt:
            return False
        zone = mat.mat.zone_of(die.x, die.y)
        return zone == one.zone if one.zone else zone in ("track", "reserve")

    def can(number: int, one: Lies) -> bool:
        return any((side.name, side.colour) == (one.face, one.colour) for side in mat.cubes[number].faces)

    owner: dict[int, int] = {}  # die -> place in `lies`

    def placed(place: int, tried: set[int]) -> bool:
        one = lies[place]
        order = sorted(range(len(mat.cubes)), key=lambda number: (not right(number, one), number in owner))
        for number in order:
            if number in tried or not can(number, one):
                continue
            tried.add(number)
            if number not in owner or placed(owner[number], tried):
                owner[number] = place
                return True
        return False

    for place in sorted(range(len(lies)), key=lambda place: not any(right(n, lies[place]) for n in range(len(lying)))):
        if not placed(place, set()):
            return None
    return {number: (lies[place], right(number, lies[place])) for number, place in owner.items()}
