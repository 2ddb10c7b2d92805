"""Hands on the virtual table, on the game's own screen: rendered dice before the real vision, a real table, touches."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from firmware.games.hosted import HOSTED
from firmware.play.events import Looked, Paused, Picked, Tick
from firmware.practice.hand import Hand
from firmware.practice.house_dice import cubes_of, profile_of
from firmware.practice.virtual import VirtualCamera, VirtualMat
from rules.mille.score import Face
from tests.ui.at_table import Sitting
from ui.gallery.games import Played
from ui.inputs import Touched, Typed
from ui.screen import Window
from vision.mat.geometry import load
from vision.time.watch import Watcher

SIZE = (960, 540)


class AtMat(Sitting):
    """A game on the virtual table. `look` lets time pass: the eyes look at what is rendered."""

    def __init__(self, game: Played, window: Window, seed: int = 3) -> None:
        key = game.table.record.game.key
        kind = HOSTED[key].dice
        self.mat = VirtualMat(cubes_of(kind), load(), game.clock, Random(seed), SIZE)
        self._camera, self._watcher = VirtualCamera(lambda: self.mat), Watcher(profile_of(kind, load()), load())
        self.hand: Hand = HOSTED[key].hand(self.mat, game.table, Random(seed), game.hear)
        super().__init__(game, window)
        self.screen.hand = self.hand
        self.look()

    def look(self, seconds: float = 2.6) -> None:
        for _ in range(round(seconds * 8)):
            now = self.game.clock.advance(1 / 8)
            seen = self._watcher.look(self._camera.capture(), now)
            if seen is not None:
                self.game.hear(Looked(seen))
            self.game.hear(Tick(now))
            self.screen.tend(now)
        self.draw()

    @property
    def state(self) -> Any:
        return self.game.table.state

    @property
    def task(self) -> str:
        return self.game.table.expects.task

    def offers(self) -> list[str]:
        return [each.name for each in self.screen.targets()]


def seated(game: str, window: Window, seed: int = 3) -> AtMat:
    """Nobody has looked at this game yet."""
    played = Played(game, ("Anne", "Jack"))
    played.table = played.evening.begin(game, ("Anne", "Jack"))
    return AtMat(played, window, seed)


def resumed(at: AtMat, window: Window) -> AtMat:
    """The power is cut: the virtual dice are gone."""
    at.game.table = at.game.evening.resume()
    return AtMat(at.game, window)


@pytest.fixture
def race(window: Callable[..., Window]) -> AtMat:
    return seated("series", window())


@pytest.fixture
def corsairs(window: Callable[..., Window]) -> AtMat:
    """Mille Sabords, with a card turned up that changes nothing of the choice, and all dice thrown."""
    for seed in range(20):
        at = seated("mille", window(), seed)
        at.touch("reveal")
        at.look(0.4)
        at.touch("hand:throw")
        at.look()
        if at.task == "choose" and at.state.turn.skulls < 2:
            return at
    raise AssertionError


# -- the treasure race ---------------------------------------------------------------------------------------------


def test_a_touch_throws_and_a_touch_on_a_plate_claims(race: AtMat) -> None:
    race.touch("hand:throw")
    assert len(race.mat.in_hand) == 11
    assert "hand:throw" not in race.offers()  # not before it has come to rest
    race.look()
    assert len(race.game.table.record.steps) == 1
    race.touch("player2")
    race.look(0.5)
    assert race.task == "name" and race.game.table.expects.seats == (1,)


def test_space_throws_and_its_chip_says_so(race: AtMat) -> None:
    thrower = next(each for each in race.screen.targets() if each.name == "hand:throw")
    assert thrower.key == "Space" and race.screen.focused == "hand:throw"
    race.do(Typed(" ", race.game.clock.now()))
    assert len(race.mat.in_hand) == 11


def test_space_before_the_eyes_have_looked_is_a_throw_as_soon_as_they_have(window: Callable[..., Window]) -> None:
    played = Played("series", ("Anne", "Jack"))
    played.table = played.evening.begin("series", ("Anne", "Jack"))
    at = AtMat.__new__(AtMat)
    looked, AtMat.look = AtMat.look, lambda self, seconds=0.0: None  # type: ignore[method-assign]
    try:
        at.__init__(played, window())  # type: ignore[misc]
    finally:
        AtMat.look = looked  # type: ignore[method-assign]
    at.hand.do("throw", played.clock.now())
    assert len(at.mat.in_hand) == 12
    at.look(4.0)
    assert len(at.mat.in_hand) == 11 and at.task == "throw" and len(played.table.record.steps) == 1


def test_after_a_power_cut_the_dice_lie_again_as_they_lay_and_the_game_goes_on(
    race: AtMat, window: Callable[..., Window]
) -> None:
    """It asked for dice that nobody could put back."""
    for _ in range(3):
        race.touch("hand:throw")
        race.look()
    track = race.state.track
    again = resumed(race, window())
    again.look()
    assert again.task == "throw" and again.state.track == track and len(again.mat.lying()) == 3
    again.touch("hand:throw")
    again.look()
    assert len(again.game.table.record.steps) == 4


def test_undo_of_a_throw_takes_the_die_back_into_the_hand(race: AtMat) -> None:
    """The die stayed where it was, and the only offer counted it as thrown again."""
    race.touch("hand:throw")
    race.look()
    race.do(Typed("u", race.game.clock.now()))
    race.press("choose")  # answers the panel
    race.look()
    assert race.game.table.record.steps == () and len(race.mat.in_hand) == 12
    assert race.task == "throw" and "hand:throw" in race.offers()


def test_a_die_too_many_is_taken_up_where_nothing_else_could_be_done(race: AtMat) -> None:
    """Two were thrown while the eyes were lost: the ribbon asked for one back, and nothing on the screen took it."""
    race.mat.throw(0)
    race.mat.throw(1)
    race.look(4.0)
    race.look()
    assert race.task == "throw" and "hand:throw" in race.offers()


def test_while_the_game_waits_no_die_is_thrown_and_none_counts(race: AtMat) -> None:
    race.do(Typed("p", race.game.clock.now()))
    assert "hand:throw" not in race.offers()
    race.mat.throw(0)  # somebody throws all the same
    race.look()
    assert race.game.table.record.steps == ()
    race.game.hear(Paused(False, race.game.clock.now()))
    race.look(1.0)
    assert len(race.game.table.record.steps) == 1  # what lies there is looked at when the game goes on


def test_won_dice_are_taken_by_a_touch(race: AtMat) -> None:
    while len(race.state.track) and sum(face is not None for face in race.state.track) < 3:
        race.touch("hand:throw")
        race.look()
    face = next(face for face in race.state.track if face is not None)
    race.game.hear(Picked("nothing", race.game.clock.now()))
    before = len(race.mat.in_hand)
    shown = [each for each in race.state.track if each is not None]
    named = next((each for each in shown if [one.symbol for one in shown].count(each.symbol) >= 3), None)
    if named is None:  # no series lies there: a correction makes one
        for number, each in enumerate(race.state.track):
            if each is not None:
                race.screen.corrected(_said(number, face.symbol.value, each.colour.value, race))
                race.look(1.0)
    race.touch("player1")
    race.look(0.6)
    race.draw(0.4)
    race.touch(f"series:{face.symbol.value}")
    race.touch("claim")
    race.look(0.8)
    assert race.task == "take"
    race.touch("hand:take")
    race.look()
    assert race.task == "throw" and len(race.mat.in_hand) > before


def _said(number: int, face: str, colour: str, at: AtMat) -> Any:
    from firmware.play.events import Corrected

    return Corrected(number, face, colour, at.game.clock.now())


# -- Mille Sabords -------------------------------------------------------------------------------------------------


def loose(at: AtMat, many: int = 2) -> list[int]:
    return [n for n, face in enumerate(at.state.turn.dice) if face is not Face.SKULL][:many]


def test_the_first_throw_is_never_refused(window: Callable[..., Window]) -> None:
    """A die that fell where one had lain with the same face was taken for one that was not thrown."""
    for seed in range(3):
        at = seated("mille", window(), seed)
        for _ in range(3):
            at.touch("reveal")
            at.look(0.4)
            at.touch("hand:throw")
            at.look()
            assert at.state.turn.throws == 1 or at.state.turn.card is None
            if at.task in ("choose", "guardian"):
                at.touch("stop")
                at.look(0.4)
            while at.task == "throw":
                at.touch("hand:throw")
                at.look()


def test_dice_are_marked_by_touch_and_thrown_again_and_the_others_stay(corsairs: AtMat) -> None:
    at = corsairs
    again = loose(at)
    kept = [face for n, face in enumerate(at.state.turn.dice) if n not in again]
    for number in again:
        at.touch(f"die {number}")
    assert at.screen.correcting is None and at.hand.marked == frozenset(again)
    at.touch("hand:throw")
    at.look(3.0)
    assert at.state.turn.throws == 2 or at.state.turn.card is None
    if at.state.turn.card is not None:
        assert not [face for face in kept if list(at.state.turn.dice).count(face) < kept.count(face)]


def test_a_marked_die_is_kept_after_a_second_touch(corsairs: AtMat) -> None:
    number = loose(corsairs)[0]
    corsairs.touch(f"die {number}")
    corsairs.touch(f"die {number}")
    assert corsairs.hand.marked == frozenset() and "hand:throw" not in corsairs.offers()


def test_one_die_alone_is_refused_with_the_reason(corsairs: AtMat) -> None:
    corsairs.touch(f"die {loose(corsairs)[0]}")
    corsairs.touch("hand:throw")
    assert corsairs.screen.slip is not None and corsairs.task == "choose"


def test_a_long_touch_corrects_a_die_beginning_with_what_was_read_and_can_be_cancelled(corsairs: AtMat) -> None:
    at, number = corsairs, loose(corsairs)[0]
    face = at.state.turn.dice[number].value
    at.touch(f"die {number}")
    at.draw(0.7)
    at.draw()
    assert at.screen.correcting is not None and at.screen.focused == f"face:{face}"
    assert at.hand.marked == frozenset()
    at.touch("cancel")
    assert at.screen.correcting is None


def test_the_wheel_of_the_mouse_corrects_a_die(corsairs: AtMat) -> None:
    at, number = corsairs, loose(corsairs)[0]
    x, y = at.screen.place(f"die {number}").center
    at.do(Touched(x, y, at.game.clock.now(), "wheel down"))
    begun = at.screen.focused
    at.do(Touched(x, y, at.game.clock.now(), "wheel down"))
    assert at.screen.correcting is not None and at.screen.focused != begun


def test_mille_sabords_goes_on_after_a_power_cut_in_the_middle_of_a_turn(
    corsairs: AtMat, window: Callable[..., Window]
) -> None:
    dice = corsairs.state.turn.dice
    again = resumed(corsairs, window())
    again.look()
    assert again.task == "choose" and again.state.turn.dice == dice and len(again.mat.lying()) == 8
    for number in loose(again):
        again.touch(f"die {number}")
    again.touch("hand:throw")
    again.look(3.0)
    assert again.state.turn.throws == 2 or again.state.turn.card is None


def test_undo_of_a_second_throw_in_mille_sabords_leads_on(corsairs: AtMat) -> None:
    at = corsairs
    dice = at.state.turn.dice
    for number in loose(at):
        at.touch(f"die {number}")
    at.touch("hand:throw")
    at.look(3.0)
    at.do(Typed("u", at.game.clock.now()))
    at.press("choose")
    at.look()
    assert at.task == "throw" and "hand:throw" in at.offers()  # they are to be thrown again
    at.do(Typed("u", at.game.clock.now()))
    at.press("choose")
    at.look()
    assert at.task == "choose" and at.state.turn.dice == dice


# -- the menu ------------------------------------------------------------------------------------------------------


def test_the_menu_opens_by_touch_and_by_escape_and_the_game_waits(race: AtMat) -> None:
    race.touch("menu")
    assert race.game.table.paused is not None and race.screen.wants is None
    assert {"go on", "explain", "language", "leave"} <= set(race.offers())
    race.press("back")
    assert race.game.table.paused is None and race.screen.wants is None
    race.press("back")
    race.touch("leave")
    assert race.screen.wants == "menu" and race.game.table.paused is None


def test_with_left_right_and_choose_alone_one_can_undo_correct_pause_and_leave(corsairs: AtMat) -> None:
    at = corsairs

    def choose(name: str) -> None:
        for _ in range(40):
            if at.screen.focused == name:
                break
            at.press("right")
        at.press("choose")

    choose("menu")
    assert at.game.table.paused is not None
    choose("correct")
    assert at.screen.focused is not None and at.screen.focused.startswith("die ")
    at.press("choose")
    assert at.screen.correcting is not None
    choose("cancel")
    steps = len(at.game.table.record.steps)
    choose("menu")
    choose("take back")
    assert len(at.game.table.record.steps) == steps - 1
    choose("menu")
    choose("leave")
    assert at.screen.wants == "menu"


def test_a_judge_is_asked_in_the_menu_and_the_word_is_in_the_record(race: AtMat) -> None:
    race.touch("hand:throw")
    race.look()
    race.touch("menu")
    race.touch("judge")
    race.touch("judge 0")  # the throw
    race.touch("judge 0")  # the first who may judge it
    race.press("back")  # not so
    race.touch("judge")
    for _ in range(3):
        race.touch("judge 0")
    assert race.screen.menu is None and race.game.table.paused is None
    assert race.game.table.record.steps == () and len(race.game.table.record.entries) == 2


def test_in_every_game_choose_never_opens_the_menu_unless_it_is_pointed_at(window: Callable[..., Window]) -> None:
    for key in HOSTED:
        at = seated(key, window())
        for _ in range(12):
            at.press("choose")
            assert at.screen.menu is None, key
            at.look(0.25)


def test_nobody_throws_for_a_robot(race: AtMat) -> None:
    race.hand.robots = frozenset({0})
    race.look(0.2)
    assert race.task == "throw" and "hand:throw" not in race.offers()
    race.mat.throw(0)  # the robot does
    race.look()
    assert len(race.game.table.record.steps) == 1 and "hand:throw" in race.offers()  # and Jack is none
