"""A fifth game is a folder on each floor: everything that works for the four works for the plank."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from app import cli
from app.play import demonstration
from firmware.books import history, logbook
from firmware.play.events import CameraLost, Corrected, Picked, Pressed
from rules import record as records
from rules.game import SEA
from rules.games import GAMES
from tests.evenings.room import Room
from tests.fifth_game.rules import FALL, GAME, Action, Plank, Setup, Throw, TurnBack, WalkOn
from tests.firmware.practice import test_companion
from tests.rules import any_game
from tests.rules import test_every_game as every
from tests.ui import test_director, test_screen
from tests.ui.at_table import Sitting
from tests.ui.pages import test_options
from tests.ui.table.test_hands import seated
from tests.ui.words.catalogue import faults, said
from ui.gallery.exhibits import exhibits
from ui.gallery.games import Played
from ui.gallery.rehearsal import House
from ui.games.staged import STAGED
from ui.screen import SIZES, Window
from ui.words.language import catalogue, language
from vision.read import NO_MAT

HERE = Path(__file__).parent


def walked(*pips: int) -> Played:
    """The pictures of the plank hang among the others while a test runs, and not when tests are gathered."""
    from tests.fifth_game.ui import shots

    return shots.walked(*pips)


# -- the rules -----------------------------------------------------------------------------------------------------


def played(*actions: Action, coins: int = 12) -> Plank:
    state = GAME.start(("Anne", "Jack"), Setup(coins))
    for action in actions:
        state = GAME.apply(state, action)
    return state


def test_pl_4_a_coin_for_each_step_and_never_more_than_there_are() -> None:
    assert played(Throw(5)).hand == 5
    assert played(Throw(6), coins=2).hand == 4


def test_pl_5_a_one_costs_the_hand_and_the_turn() -> None:
    fallen = played(Throw(6), WalkOn(), Throw(FALL))
    assert (fallen.chest, fallen.hand, fallen.turn, fallen.purses) == (24, 0, 1, (0, 0))


def test_pl_6_what_is_brought_home_is_safe() -> None:
    home = played(Throw(6), TurnBack(), Throw(FALL))
    assert home.purses == (6, 0) and home.turn == 0


def test_pl_7_the_game_ends_with_a_turn_and_an_empty_chest() -> None:
    assert GAME.outcome(played(Throw(4), coins=2)) is None
    over = GAME.outcome(played(Throw(4), TurnBack(), coins=2))
    assert over is not None and over.winners == (0,)


@pytest.mark.parametrize(
    "holds",
    [
        lambda: every.test_random_games_lose_nothing_read_back_and_come_to_an_end(GAME, long_run=False),
        lambda: every.test_undo_restores_every_state_and_a_correction_is_a_game_that_could_have_been(GAME, False),
        lambda: every.test_what_the_story_says_is_said_in_both_languages(GAME),
        lambda: every.test_no_kind_of_action_is_called_like_an_entry_of_a_record(GAME),
        lambda: every.test_a_game_file_of_a_whole_game_reads_back(GAME),
    ],
    ids=["conserved", "undo", "story", "kinds", "file"],
)
def test_what_holds_for_every_game_holds_for_it(holds: Callable[[], None]) -> None:
    assert GAMES[GAME.key] is GAME and GAME.key in any_game.CONSERVED
    holds()


def test_a_coin_that_gets_lost_would_be_seen() -> None:
    def careless(state: Plank, action: Action) -> Plank:
        after = GAME.apply(state, action)
        return replace(after, chest=max(0, after.chest - 1)) if action == Throw(FALL) else after

    with pytest.raises(AssertionError, match="something was lost"):
        every.test_random_games_lose_nothing_read_back_and_come_to_an_end(replace(GAME, apply=careless), long_run=False)


# -- the command line ----------------------------------------------------------------------------------------------


def test_bots_play_it_and_a_file_of_it_is_replayed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["simulate", "plank", "--games", "20", "--setup", "coins=5"]) == 0
    assert "20 games of 4 bots" in capsys.readouterr().out
    chance, record = Random(1), records.begin(GAME, ("Anne", "Jack"))
    while (actor := GAME.actor(record.state)) is not None:
        record = records.play(record, (GAME.sea if actor is SEA else GAME.bot)(record.state, chance))
    file = tmp_path / "game.txt"
    file.write_text(records.write(record), encoding="utf-8")
    assert cli.main(["replay", str(file)]) == 0
    assert "gold coins" in capsys.readouterr().out


# -- the table -----------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_robots_play_it_with_rendered_dice_and_pressed_buttons_and_the_log_book_keeps_it(tmp_path: Path) -> None:
    room = Room(tmp_path, seed=3)
    room.sit_down("plank", ("Anne", "Jack"), Setup(coins=4))
    room.play(2000)
    table = room.evening.table
    assert table is not None
    over = GAME.outcome(table.state)
    assert over is not None and sum(table.state.purses) == 8
    pressed = {event.button for event in room.heard if isinstance(event, Pressed)}
    assert "choose" in pressed and pressed & {"left", "right"}
    assert all(room.lamps.devices[winner].value > 0 for winner in over.winners)
    room.close()
    [kept] = history.games(tmp_path)
    assert kept.summary is not None and kept.summary.winners == over.winners and len(kept.summary.luck) == 2
    book = logbook.read(tmp_path)
    assert book.last is not None and book.scores[-1] == table.state.purses
    throws = [step for step in book.last.steps if isinstance(step.action, Throw)]
    assert [(fair.kind, fair.thrown) for fair in book.fairness] == [("pips", len(throws))]


@pytest.mark.parametrize("virtual", [True, False], ids=["virtual dice", "real dice"])
def test_any_seat_of_it_may_be_a_robots(virtual: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On the virtual table the robot throws; where real dice lie the table draws for it, and Anne puts in hers."""
    monkeypatch.setitem(test_companion.SHORT, "plank", Setup(coins=12))
    sitting, chance = test_companion.Sitting(tmp_path, "plank", "fair", virtual=virtual), Random(3)
    if virtual:
        sitting.anne_is_played_too()
    else:
        sitting.evening.hear(CameraLost(NO_MAT, 0.0))
    for _ in range(20_000):
        sitting.step()
        asked, now = sitting.table.expects, sitting.clock.now()
        if sitting.over:
            break
        if not virtual and asked.seats == (0,) and asked.task in ("enter", "choose"):
            here = asked.task == "choose"
            shown = Corrected(0, str(chance.randrange(1, 7)), None, now)
            sitting.evening.hear(Picked(chance.choice(asked.options).key, now) if here else shown)
    assert sitting.over, f"{sitting.table.expects} after {len(sitting.table.record.entries)} entries"
    threw = {seat for seat, step in seats(sitting.table.record) if isinstance(step.action, Throw)}
    assert threw == {0, 1} and sum(sitting.table.state.purses) == 24
    sitting.journal.close()


def seats(record: records.Record) -> list[tuple[int, records.Step]]:
    """Whose turn each step was."""
    before = [record.first, *(step.state for step in record.steps)]
    return [(state.turn, step) for state, step in zip(before, record.steps, strict=False)]


@pytest.mark.slow
def test_its_demonstration_is_told_to_the_end() -> None:
    told = [str(message) for message in demonstration("plank", 2, seed=1)]
    assert "gold coins" in told[-1]
    assert not any(one == other for one, other in pairwise(told))


# -- the screen ----------------------------------------------------------------------------------------------------


def test_it_is_on_the_menu_and_begins_with_the_names_on_the_page(tmp_path: Path, window: Callable[..., Window]) -> None:
    window(800, 480)
    house = House(tmp_path)
    test_director.test_each_game_begins_with_the_names_on_the_page(house, "plank")
    assert house.evening.table is not None and house.evening.table.state == GAME.start(("Anne", "Jack"), Setup())


def test_every_choice_before_it_makes_a_game() -> None:
    test_options.test_every_value_of_every_rule_makes_a_game_that_starts("plank")
    [coins] = STAGED["plank"].rules
    agreed = [STAGED["plank"].agreed({coins.key: value}, 1)[0] for value, _ in coins.values]
    assert agreed == [Setup(12, 1), Setup(6, 1), Setup(24, 1)]


def test_a_turn_by_touch_and_by_console(window: Callable[..., Window]) -> None:
    at = Sitting(walked(5), window(800, 480))
    at.touch("walk_on")
    assert at.game.table.expects.task == "throw"
    at.game.lift(*(die.id for die in at.game.dice))
    at.game.lay("3")
    at.draw()
    assert "8" in at.written() and "Turn back" in at.written()
    at.press("right", "choose")
    assert at.game.table.state.purses[0] == 8
    assert "safe on deck" in at.written()


@pytest.mark.slow
def test_the_hand_on_the_virtual_table_throws_its_die_by_touch(window: Callable[..., Window]) -> None:
    at = seated("plank", window(800, 480))
    at.touch("hand:throw")
    at.look()
    [thrown] = [step.action for step in at.game.table.record.steps]
    assert isinstance(thrown, Throw) and str(thrown.pips) == next(iter(at.mat.lying().values())).face.name


def test_a_die_that_was_read_wrongly_is_put_right(window: Callable[..., Window]) -> None:
    at = Sitting(walked(5), window(800, 480))
    at.touch("die")
    at.touch("face:2")
    assert at.game.table.state.hand == 2


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES)
def test_every_picture_of_it_fits_in_both_languages(size: tuple[int, int], window: Callable[..., Window]) -> None:
    mine = [one for one in exhibits() if one.name.startswith("plank-") or one.name.startswith("start-games")]
    assert len(mine) >= 9
    for exhibit in mine:
        test_screen.test_nothing_overflows_its_box_in_either_language(exhibit, size, window)


def test_all_it_says_is_said_in_french() -> None:
    own = {one.template for one in said(HERE)}
    mine = [entry for entry in catalogue("fr") if entry.singular in own]
    assert [fault for fault in faults(list(said(HERE)), mine) if "missing" in fault or "blanks" in fault] == []
    assert language("fr").say(GAME.title) == "La planche"
