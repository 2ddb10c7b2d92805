"""One person at the table, from the title page to the winner: does what is offered, and wonders when nothing helps."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

from app.bench.people import LANGUAGES, SIZES
from app.bench.people.fingers import WAYS, Unreachable
from app.bench.people.house import House
from app.bench.people.sense import Sense
from ui.games.staged import STAGED
from ui.pages.setup import SetUp
from ui.table.screen import GameScreen
from ui.targets import Target

MOST_WITHOUT = 90  # things done without anything coming of it: nothing offered leads on
MOST = 1500
HIDDEN = 0.35  # of a target, that others may lie over
AWAY = frozenset({"off"})  # what ends the program is not tried
PASSING = ("live picture", "slip")  # people called for it, and it goes by itself; over nothing that runs against time
KEPT_S = 12.0  # after so long what the ribbon asks for can be done, whatever dice had to be looked at before
ASKING = frozenset({"throw", "take", "jiggle", "choose", "guardian", "card", "name", "enter", "ask", "fix"})
# What somebody does who has the menu in mind, or goes and comes back: one thing after the other, if it is offered.
ERRANDS = (
    ("menu", "go on"), ("menu", "take back"), ("menu", "explain", "close"), ("menu", "correct", "die 0"),
    ("menu", "language"), ("menu", "workshop", "back"), ("menu", "leave", "play", "resume"),
    ("menu", "judge", "judge 0", "judge 0", "judge 0"), ("menu", "advice"), ("menu", "live", "live sign"),
    ("live sign", "live sign"), ("undo", "slip"), ("undo", "slip", "undo", "slip"), ("menu", "leave", "play", "log"),
)  # fmt: skip
CLAIMED = ("throw", "claim", "enter")
PATIENT = 12  # half seconds
BORED_S = 4.0  # then whatever is offered is tried
GONE = 3  # an errand is given up when its next thing was not offered so many times


def circumstances(number: int) -> tuple[tuple[int, int], str, bool]:
    """The size, the language and whether somebody is hasty: eight in a row are all there are."""
    return SIZES[number % 2], LANGUAGES[number // 2 % 2], number // 4 % 2 == 1


def number_of(game: str, way: str, seed: int) -> int:
    """Of an evening, so that whatever game and way begins with others."""
    return list(STAGED).index(game) * len(WAYS) + list(WAYS).index(way) + 7 * seed


@dataclass(frozen=True, slots=True)
class Played:
    game: str
    way: str
    seed: int
    trouble: str = ""  # what was wrong, and where its picture is
    finished: bool = False
    to_first_throw: int = 0  # presses
    presses: int = 0
    turns: int = 0  # entries of the record
    kills: int = 0
    strolls: int = 0  # things done out of curiosity
    errands: int = 0  # the menu opened for a reason, the game left and gone on with, a throw taken back, ...
    robots: int = 0  # who sat among them


class Stuck(Exception):
    pass


class Person:
    """`curious`: how often something is tried that does not bring the game on; `hasty`: does not wait for the dice."""

    def __init__(
        self, folder: Path, game: str, way: str, seed: int, size: tuple[int, int], code: str, *,
        curious: float = 0.03, hasty: bool = False, kills: float = 0.004, company: float = 0.3,
    ) -> None:  # fmt: skip
        self.folder, self.game, self.way, self.seed, self.size, self.code = folder, game, way, seed, size, code
        self.chance = Random(f"{game} {way} {seed}")
        self.curious, self.hasty, self.kills = curious, hasty, kills
        self.sense = Sense(self.chance)
        self.house = House(folder, seed, size, code)
        self.fingers = WAYS[way](self.house)
        self.killed = self.strolled = self.errands = 0
        self._company = self.chance.random() < company  # wants a robot among them
        self._errand: list[str] = []
        self._wished = 0.0  # when something was there that was to be done
        self._missed = 0  # how often its next thing was not offered
        self._unkept_s = 0.0  # so long the ribbon has asked for what could not be done
        self._looked_at = 0.0
        self.story: list[str] = []
        self._first = 0
        self._without = self._idle = 0
        self._farthest = 0  # steps of the game: what is taken back and done again is no way on
        self._before: Any = None
        self._page: Any = None
        self._tried: dict[str, int] = {}

    def play(self, until: Callable[[House], bool] | None = None) -> Played:
        """To the end of a game, or until something is so."""
        trouble = ""
        try:
            self._play(until or self._is_over)
        except (Stuck, Unreachable) as why:
            picture = self.house.photograph(self.folder.parent / f"{self.folder.name}.png")
            trouble = f"{why} [{self._where()}] {picture}; last: {', '.join(self.story[-8:])}"
        except Exception as error:
            trouble = f"{traceback.format_exc(limit=-3)}; last: {', '.join(self.story[-8:])}: {error!r}"
        table = self.house.table
        return Played(
            self.game, self.way, self.seed, trouble, not trouble, self._first, self.fingers.presses,
            len(table.record.entries) if table else 0, self.killed, self.strolled, self.errands,
            len(self.house.evening.robots),
        )  # fmt: skip

    # -- one thing after the other ---------------------------------------------------------------------------------

    def _is_over(self, house: House) -> bool:
        table = house.table
        return table is not None and table.record.game.key == self.game and table.expects.task == "over"

    def _play(self, until: Callable[[House], bool]) -> None:
        for _ in range(MOST):
            if until(self.house):
                return
            self._look()
            if self.house.table is not None and self.chance.random() < self.kills:
                self._killed()
            else:
                self._act()
            self._note()
        raise Stuck(f"not over after {MOST} things done")

    def _act(self) -> None:
        table = self.house.table
        if table is not None and self._at_the_table():
            seen = self.sense.claims(table)
            if seen is not None:
                self._claim(table, seen)
                return
        offered = [each for each in self.fingers.reachable() if each.name not in AWAY]
        if self._robots_turn() and not self._errand and self.chance.random() > self.curious:
            self.story.append("waits for a robot")
            self.house.wait(1.0)
            return
        if not offered:
            self.story.append("waits")
            if self._idle % 4 == 3:
                self.fingers.hold_an_arrow()
            self._idle += 1
            self._wait(1.0)
            return
        meant = self._meant(offered)
        if meant is None:
            self.story.append("looks on")
            self._wait(0.5)
            return
        self._tried[meant.name] = self._tried.get(meant.name, 0) + 1
        self.story.append(meant.name)
        self.fingers.do(meant)
        self._wait(self.chance.uniform(0.1, 0.6) if self.hasty else self.chance.uniform(0.3, 1.2))

    def _claim(self, table: Any, seat: int) -> None:
        """As soon as it can be: after a power cut the dice are looked at first."""
        self.story.append(f"claims for {table.players[seat]}")
        state = table.state
        for _ in range(PATIENT):
            if self.fingers.press_own(seat):
                break
            self.house.wait(0.5)
            if table.state is not state or table.expects.task not in CLAIMED:
                return
        else:
            raise Stuck(f"{table.players[seat]} sees a series and can claim it in no way by {self.way}")
        self._wait(0.4)

    def _meant(self, offered: Sequence[Target]) -> Target | None:
        by_name = {each.name: each for each in offered}
        table = self.house.table
        errand = self._on_errand(by_name)
        if errand is not None:
            return errand
        if self._at_the_table() and self.chance.random() < self.curious:
            self._errand, self._missed = list(self.chance.choice(ERRANDS)), 0
            self.errands += 1
        puzzled = self._at_the_table() and self._without > MOST_WITHOUT // 3
        stroll = self.chance.random() < self.curious or puzzled
        if not stroll:
            for name in self._wishes(table):
                if name in by_name and self._tried.get(name, 0) < 6:
                    self._wished = self.house.clock.now()
                    return by_name[name]
            if self._at_the_table() and self.house.clock.now() - self._wished < BORED_S:
                return None  # dice roll, somebody thinks
        else:
            self.strolled += 1
        least = min(self._tried.get(each.name, 0) + each.rank for each in offered)
        fresh = [each for each in offered if self._tried.get(each.name, 0) + each.rank == least]
        return self.chance.choice(fresh if not stroll else list(offered))

    def _on_errand(self, by_name: dict[str, Target]) -> Target | None:
        if self._company and isinstance(self.house.director.screen, SetUp):
            self._company, self._missed = False, 0
            self._errand = ["seat 1", *["robot"] * self.chance.randint(1, 3), "done"]
        if not self._errand:
            return None
        if self._errand[0] in by_name:
            self._missed = 0
            return by_name[self._errand.pop(0)]
        self._missed += 1
        if self._missed >= GONE:
            self._errand = []
        return None

    def _robots_turn(self) -> bool:
        screen = self.house.director.screen
        return isinstance(screen, GameScreen) and screen.robots_turn and screen.laid_over is None

    def _wishes(self, table: Any) -> list[str]:
        if self._at_the_table() and table.record.game.key != self.game:
            return ["leave", "menu", "go on", "back"]
        if self._at_the_table():
            hand = self.house.host.hand
            marked = hand.marked if hand is not None else frozenset[int]()
            return ["go on", *self.sense.wishes(table, marked), "look"]
        waiting = self.house.evening.waiting()
        go_on = ["resume"] if waiting and waiting[0].game == self.game else ["new"]  # or they came into another game
        return [*go_on, "start", "play", self.game, "close", "done", "back", "leave", "stay"]

    def _at_the_table(self) -> bool:
        return isinstance(self.house.director.screen, GameScreen)

    def _wait(self, seconds: float) -> None:
        self.house.wait(seconds)
        if not self.hasty:
            self.house.rest()

    def _killed(self) -> None:
        """The plug is pulled, and somebody comes back to what is on the disk."""
        self.killed += 1
        self.story.append("killed")
        self.house.close()
        presses = self.fingers.presses
        self.house = House(self.folder, self.seed + 1000 * self.killed, self.size, self.code)
        self.fingers = WAYS[self.way](self.house)
        self.fingers.presses = presses
        self.house.wait(0.5)

    # -- what must never be ----------------------------------------------------------------------------------------

    def _look(self) -> None:
        """Nothing that is shown may be hidden by something else that is shown."""
        shown = [each for each in self.house.director.targets() if each.area.size != self.size]
        for one, other in combinations(shown, 2):
            both = one.area.clip(other.area)
            smaller = min(one.area.width * one.area.height, other.area.width * other.area.height)
            if both.width * both.height > HIDDEN * max(1, smaller) and not self._within(one, other):
                raise Stuck(f"'{one.name}' and '{other.name}' lie over each other")
        screen = self.house.director.screen
        if isinstance(screen, GameScreen):
            for hidden, over in screen.hidden():
                if over.name not in PASSING or screen.table.expects.until is not None:
                    raise Stuck(f"'{hidden.name}' lies under '{over.name}'")
        self._hold_to_the_ribbon()

    def _hold_to_the_ribbon(self) -> None:
        """What is asked of somebody can be done, here and now: by this way, and soon."""
        screen, table, now = self.house.director.screen, self.house.table, self.house.clock.now()
        asked = (
            isinstance(screen, GameScreen) and table is not None and table.paused is None and screen.laid_over is None
            and table.expects.task in ASKING and not screen.robots_turn
            and not (screen.live is not None and screen.live.large)
        )  # fmt: skip
        if asked and any(each.rank == 0 and each.name != "banner" for each in self.fingers.reachable()):
            self._unkept_s = 0.0
        elif asked:
            self._unkept_s += min(2.0, now - self._looked_at)
        self._looked_at = now
        if self._unkept_s > KEPT_S:
            raise Stuck(f"what the ribbon asks for can be done in no way by {self.way}")

    @staticmethod
    def _within(one: Target, other: Target) -> bool:
        """A whole sheet may be touched, around what stands on it."""
        return not one.focus or not other.focus or "slip" in (one.name, other.name)  # a slip goes by itself

    def _note(self) -> None:
        table = self.house.table
        played = table if table is not None and table.record.game.key == self.game else None
        entries = len(played.record.steps) if played is not None else 0
        grown = played is not None and self._before is not None and self._before[0] is played
        if grown and entries > self._before[1]:
            self._first = self._first or self.fingers.presses
            self._tried = {}
        if entries > self._farthest or played is None or self._before is None or self._before[0] is not played:
            self._farthest = entries
            self._without = 0 if grown else self._without + 1
        else:
            self._without += 1
        page = type(self.house.director.screen), frozenset(each.name for each in self.house.director.targets())
        if page != self._page and not self._at_the_table():
            self._tried = {}  # another page offers other things, though they may have the same names
        self._before, self._page = (played, entries), page
        if self._without >= MOST_WITHOUT:
            raise Stuck(f"nothing comes of {MOST_WITHOUT} things that were offered")

    def _where(self) -> str:
        director, table = self.house.director, self.house.table
        page = type(director.screen).__name__
        offered = " ".join(each.name for each in director.targets())
        says = f"{table.expects.task}: {table.expects.message}" if table is not None else ""
        return f"{page} at {self.size[0]}x{self.size[1]} {self.code}; {says}; offered: {offered}"


def evening(folder: Path, game: str, way: str, seed: int, **manner: Any) -> Played:
    """From the title to the winner; what size, which language and how hasty comes with the seed."""
    size, code, hasty = circumstances(number_of(game, way, seed))
    place = folder / f"{game}-{way}-{seed}-{size[0]}x{size[1]}-{code}"
    place.mkdir(parents=True)
    person = Person(place, game, way, seed, size, code, **{"hasty": hasty, **manner})
    try:
        return person.play()
    finally:
        person.house.close()
