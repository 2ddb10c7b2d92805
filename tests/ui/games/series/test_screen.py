from __future__ import annotations

from collections.abc import Callable

import pygame
import pytest

from firmware.play.events import CameraLost, Pressed, Tick
from rules.say import Message
from rules.series.dice import Colour, Face, Symbol
from tests.ui.at_table import Ears, Sitting
from ui.breath import listening
from ui.gallery.games import CREW, Played
from ui.games.series.screen import SeriesScreen
from ui.games.series.shots import RACE, claim, race, thrown
from ui.games.staged import STAGED
from ui.inputs import Touched, Typed
from ui.screen import Window
from ui.words.language import language

ZOE = 2


@pytest.fixture
def at(window: Callable[..., Window]) -> Sitting:
    """A race with three red dice on the track."""
    return Sitting(thrown(race(), *RACE), window())


def settle(at: Sitting) -> None:
    """Nobody can tie any more, and the banner is unrolled."""
    at.draw(0.3)
    at.draw(0.3)


@pytest.mark.parametrize("way", ("touch", "console", "keys"))
def test_a_full_claim_by_touch_console_and_keys(at: Sitting, way: str) -> None:
    before = at.game.table.state.pawns[ZOE]
    if way == "keys":
        at.key(pygame.K_3, "3")
    else:
        at.press("player3")
    settle(at)
    assert at.game.table.expects.task == "name"
    if way == "touch":
        at.touch("series:red")
        at.touch("claim")
    elif way == "console":
        at.press("down", "right", "choose")  # red is the second of the second row
        at.press(*["right"] * 5, "choose")
    else:
        at.key(pygame.K_F8)
        at.key(pygame.K_3, "3")
    assert at.game.table.state.pawns[ZOE] == before + 1
    assert at.ears.voices[-1] == "right"


def whole_picture(at: Sitting, listen: Callable[[], None]) -> bytes:
    at.screen.redraw()
    with listening(listen):
        at.draw()
    return pygame.image.tobytes(at.window.surface, "RGB")


def test_a_claim_in_the_middle_of_a_picture_changes_the_game_and_only_the_next_picture(
    window: Callable[..., Window],
) -> None:
    breaths: list[None] = []
    at = Sitting(thrown(race(), *RACE), window())
    before = whole_picture(at, lambda: breaths.append(None))
    assert len(breaths) > 5
    for stroke in range(len(breaths)):
        at = Sitting(thrown(race(), *RACE), window())
        left = [stroke]

        def listen(at: Sitting = at, left: list[int] = left) -> None:
            left[0] -= 1
            if left[0] == -1:
                now = at.game.clock.now()
                assert at.screen.at_once(Pressed("player3", now))
                at.game.hear(Tick(now + 1.0))  # nobody can tie any more

        assert whole_picture(at, listen) == before, f"press at stroke {stroke}"
        assert at.game.table.expects.task == "name" and at.game.table.expects.seats == (ZOE,)
        settle(at)
        assert at.screen.place("series:red")


def test_what_is_no_race_waits_for_the_end_of_the_picture(at: Sitting) -> None:
    assert not at.screen.at_once(Pressed("choose", at.game.clock.now()))
    assert not at.screen.at_once(Pressed("pad3", at.game.clock.now()))


def test_a_touched_series_can_be_taken_back_before_it_is_said(at: Sitting) -> None:
    at.press("player3")
    settle(at)
    at.touch("series:red")
    at.touch("series:red")
    assert not any(option.chosen for option in at.game.table.expects.options)


def test_the_claim_shows_who_pressed_when(at: Sitting) -> None:
    at.game.press(ZOE, 0.0)
    at.game.press(0, 0.043)
    settle(at)
    at.draw(0.5)
    assert "+43" in at.written()


def test_the_pawn_hops_square_by_square_and_comes_to_rest(at: Sitting) -> None:
    screen = at.screen
    assert isinstance(screen, SeriesScreen)
    at.press("player3")
    settle(at)
    start = screen.pawn_at(ZOE, at.game.clock.now())
    at.touch("series:red")
    at.touch("claim")
    at.draw(0.59)
    under_way = screen.pawn_at(ZOE, at.game.clock.now())
    at.draw(2.0)
    there = screen.pawn_at(ZOE, at.game.clock.now())
    assert len({start, under_way, there}) == 3
    square = screen.map.squares[at.game.table.state.pawns[ZOE]]
    assert there == (screen.layout.stage.x + square[0], screen.layout.stage.y + square[1])


def test_any_press_ends_a_moment_and_still_counts(at: Sitting) -> None:
    at.press("player3")
    settle(at)
    at.touch("series:skull")
    at.touch("claim")
    assert at.screen.busy and at.ears.voices[-1] == "wrong"
    at.press("player1")  # a press that is refused, with a hint
    assert not at.screen.busy
    at.game.later(0.4)  # no new die was on its way
    at.draw(0.5)
    assert at.screen.slip is not None


def test_no_moment_keeps_the_table_waiting_for_longer_than_two_and_a_half_seconds(at: Sitting) -> None:
    at.press("player3")
    settle(at)
    at.touch("series:red")
    at.touch("claim")
    at.draw(2.51)
    assert not at.screen.busy


def test_a_new_screen_over_an_old_game_announces_nothing(at: Sitting) -> None:
    game, ears = at.game, Ears()
    assert any(moment.name == "right" for moment in game.table.moments)
    again = STAGED["series"].screen(
        game.evening, game.hear, at.window.layout, language("fr"), ears, game.config  # type: ignore[arg-type]
    )  # fmt: skip
    at.window.show(again, game.clock.now())
    assert ears.voices == [] and not again.busy


def test_undo_first_says_what_it_takes_back_and_then_does(at: Sitting) -> None:
    lying = len([face for face in at.game.table.state.track if face])
    at.key(pygame.K_u, "u")
    assert "Take back: Jack throws: pistol, red." in at.written()
    assert len([face for face in at.game.table.state.track if face]) == lying
    at.key(pygame.K_u, "u")
    assert len([face for face in at.game.table.state.track if face]) == lying - 1


def test_an_undone_claim_is_not_announced_again(at: Sitting) -> None:
    at.press("player3")
    settle(at)
    at.touch("series:red")
    at.touch("claim")
    at.draw(3.0)
    heard = list(at.ears.voices)
    at.key(pygame.K_u, "u")
    at.key(pygame.K_u, "u")
    at.draw(1.0)
    assert at.ears.voices == heard
    assert at.game.table.moments[-1].name == "rewritten"


def test_a_die_is_corrected_by_touching_it_and_what_it_really_shows(at: Sitting) -> None:
    assert at.game.table.state.track[2] == Face(Symbol.SABRE, Colour.RED)
    at.touch("die 2")
    at.touch("colour:blue")
    assert at.game.table.state.track[2] == Face(Symbol.SABRE, Colour.BLUE)
    assert "Corrected." in at.written()


def test_of_two_dice_alike_the_one_that_was_touched_is_corrected(window: Callable[..., Window]) -> None:
    at = Sitting(thrown(race(), "palm red", "sabre blue", "palm red"), window())
    screen = at.screen
    assert isinstance(screen, SeriesScreen)
    last = screen.lain[2]
    assert (last.face, last.colour) == ("palm", "red")
    x, y = (round(part) for part in last.at)
    at.do(Touched(x, y, at.game.clock.now()))
    at.touch("colour:green")
    track = at.game.table.state.track
    assert (track[0], track[2]) == (Face(Symbol.PALM, Colour.RED), Face(Symbol.PALM, Colour.GREEN))
    assert [die.colour for die in screen.lain] == ["red", "blue", "green"] and at.game.table.expects.task == "throw"


def test_a_sheet_for_a_die_is_closed_by_escape_and_the_game_goes_on(at: Sitting) -> None:
    at.touch("die 2")
    assert at.screen.correcting is not None
    at.key(pygame.K_ESCAPE)
    assert at.screen.correcting is None and at.screen.wants is None
    at.key(pygame.K_ESCAPE)
    assert at.screen.wants is None and at.screen.menu is not None  # nobody leaves unasked


def test_trouble_is_said_in_a_banner_and_the_game_stays(at: Sitting) -> None:
    lost = Message("The camera gives no picture; check its cable.")
    at.game.hear(CameraLost(lost, at.game.clock.now()))
    at.draw()
    shown = at.written()
    assert "check its cable" in shown and all(name in shown for name in CREW)


def test_without_a_camera_a_throw_is_put_in_by_console(at: Sitting) -> None:
    at.game.hear(CameraLost(Message("The camera gives no picture; check its cable."), at.game.clock.now()))
    at.draw()
    lying = sum(face is not None for face in at.game.table.state.track)
    at.press("choose")  # opens the sheet
    at.press("right", "right", "choose")  # palm
    at.press("down", "left", "choose")  # in red
    assert sum(face is not None for face in at.game.table.state.track) == lying + 1
    assert Face(Symbol.PALM, Colour.RED) in at.game.table.state.track


def test_pause_holds_the_game_until_it_is_touched(at: Sitting) -> None:
    at.do(Typed("p", at.game.clock.now()))
    assert at.game.table.paused is not None
    assert "The game waits" in at.written()
    at.do(Typed("p", at.game.clock.now()))
    assert at.game.table.paused is None


def test_the_winner_gets_a_story_and_one_press_plays_again(window: Callable[..., Window]) -> None:
    game = race(squares=10)
    at = Sitting(game, window())
    claim(game, 0, "palm", "palm red", "palm green", "palm blue")
    claim(game, 0, "ship", "ship yellow", "ship red", "ship blue")
    assert game.table.expects.task == "over"
    at.draw(0.2)
    assert at.ears.voices[-1] == "win"
    at.press("choose")  # ends the fanfare, not the evening
    assert at.screen.wants is None
    shown = at.written()
    assert "Quickest claim: " in shown and "Nobody missed a single series." in shown
    at.press("choose")
    assert at.screen.wants == "again"


def test_missed_series_are_counted_once_however_long_they_lie(window: Callable[..., Window]) -> None:
    from ui.games.series.tales import overlooked

    game = Played("series", CREW)
    thrown(game, "palm red", "palm green", "palm blue", "sabre black", "ship yellow")
    assert overlooked(game.table.record) == 1


def test_two_dice_that_nobody_can_read_are_both_drawn_and_can_both_be_told(window: Callable[..., Window]) -> None:
    game = race()
    game.lay("", "", face=None, colour=None, state="unsure")
    at = Sitting(game, window())
    assert {each.name for each in at.screen.targets() if each.rank == 1 and each.hold is not None} >= {"die 0"}
    assert len([each for each in at.screen.targets() if each.hold is not None]) == 2
