from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import replace

import pygame
import pytest

from firmware.config import SHIPPED, read
from firmware.play.events import CameraLost
from rules.mille.score import Face
from rules.say import Message
from tests.ui.at_table import Sitting
from ui.gallery.games import Played
from ui.games.mille import moments
from ui.games.mille.moments import burns
from ui.games.mille.screen import MilleScreen
from ui.games.mille.shots import FIVE, MIXED, card, mille_game, stopped, well_on
from ui.games.series import moments as race
from ui.inputs import Touched
from ui.motion import LONGEST
from ui.screen import Window
from ui.sound import VOICES

LOST = Message("The camera gives no picture; check its cable.")


@pytest.fixture
def at(window: Callable[..., Window]) -> Sitting:
    """Anne's second turn, with a gold coin card, before the throw."""
    game = well_on(mille_game())
    card(game, "coin")
    return Sitting(game, window())


def test_the_players_button_stops_and_the_points_are_counted_up(at: Sitting) -> None:
    at.game.roll("coin", "coin", "coin", "monkey", "monkey", "monkey", "sabre", "skull")
    at.draw()
    before = at.game.table.state.scores[0]
    at.key(pygame.K_1, "1")
    assert at.game.table.state.scores[0] > before
    assert at.ears.voices[-1] == "coin"
    assert at.screen.score(0) == f"{before:,}"  # it begins where it was
    at.draw(2.0)
    assert at.screen.score(0) == f"{at.game.table.state.scores[0]:,}"


def test_stop_can_be_touched(at: Sitting) -> None:
    at.game.roll(*MIXED)
    at.draw()
    at.touch("stop")
    assert at.game.table.state.turn.seat == 1


def test_the_worth_is_shown_with_its_parts(at: Sitting) -> None:
    at.game.roll("coin", "coin", "coin", "monkey", "monkey", "monkey", "sabre", "skull")
    shown = at.written()
    assert "set of 4: gold coin" in shown and "set of 3: monkey" in shown and "700" in shown


def test_three_skulls_put_out_the_lamp_with_a_sound_and_any_press_goes_on(at: Sitting) -> None:
    at.game.roll("skull", "skull", "skull", "monkey", "monkey", "sabre", "coin", "parrot")
    at.draw()
    assert at.ears.voices[-1] == "bust"
    assert "Three skulls! Anne scores nothing." in at.written()
    assert at.screen.busy
    at.press("left")
    assert not at.screen.busy
    assert "Three skulls! Anne scores nothing." not in at.written().split(" | ")[-1]


def test_a_touch_on_the_picture_of_a_moment_only_ends_it_whatever_lies_below(at: Sitting) -> None:
    at.game.roll(*MIXED)
    at.draw(LONGEST)
    stop = at.screen.place("stop").center
    at.press("player1")
    at.draw()
    assert at.screen.busy
    entries = len(at.game.table.record.entries)
    at.do(Touched(*stop, at.game.clock.now()))
    assert not at.screen.busy
    assert len(at.game.table.record.entries) == entries, "nobody could see the button that lies there"


def test_several_moments_at_once_share_the_time_of_one(at: Sitting) -> None:
    at.game.roll("coin", "coin", "coin", "monkey", "monkey", "monkey", "diamond", "diamond")
    at.draw()
    at.press("player1")
    assert [moment.name for moment in at.game.table.moments[-2:]] == ["scored", "chest"]
    at.draw(LONGEST + 0.01)
    assert not at.screen.busy


def test_a_real_card_is_put_in_by_touch_and_by_arrows(window: Callable[..., Window]) -> None:
    at = Sitting(mille_game(), window())
    at.touch("card:skull2")
    assert at.game.table.state.turn.card == "skull2"
    stopped(at.game, "none", *["skull"] * 3, *["sabre"] * 5)
    at = Sitting(mille_game(), window())
    at.press("down", "right", "choose")  # the second card of the second row of four
    assert at.game.table.state.turn.card == "diamond"


def test_a_virtual_card_is_turned_by_touching_it(window: Callable[..., Window]) -> None:
    from firmware.play.hosting import House

    at = Sitting(mille_game(FIVE, house=House(cards="virtual")), window())
    x, y = at.screen.places.card.center  # type: ignore[attr-defined]
    from ui.inputs import Touched

    at.do(Touched(x, y, at.game.clock.now()))
    assert at.game.table.state.turn.card is not None
    assert at.ears.voices == ["card"]


def test_a_wrong_die_is_corrected_and_the_worth_with_it(at: Sitting) -> None:
    at.game.roll(*MIXED)
    at.draw()
    wrong = at.game.table.state.turn.dice
    at.touch("die 2")
    at.touch("face:parrot")
    right = at.game.table.state.turn.dice
    assert right[2] is Face.PARROT and [d for n, d in enumerate(right) if n != 2] == [
        d for n, d in enumerate(wrong) if n != 2
    ]


def test_without_a_camera_all_eight_dice_are_put_in_one_after_the_other(at: Sitting) -> None:
    at.game.hear(CameraLost(LOST, at.game.clock.now()))
    at.draw()
    at.press("choose")
    for _ in range(8):
        assert at.screen.correcting is not None
        at.press("right", "choose")
    assert at.screen.correcting is None
    assert at.game.table.state.turn.dice == (Face.DIAMOND,) * 8


def test_without_a_camera_dice_are_touched_and_thrown_again(at: Sitting) -> None:
    at.game.roll(*MIXED)
    at.game.hear(CameraLost(LOST, at.game.clock.now()))
    at.draw()
    loose = [n for n, face in enumerate(at.game.table.state.turn.dice) if face in ("monkey", "parrot")]
    for number in loose:
        at.touch(f"die:{number}")
    at.touch("throw")
    assert at.game.table.state.turn.rolling and at.game.table.state.turn.thrown == tuple(loose)


def test_advice_is_thought_out_beside_the_game(window: Callable[..., Window]) -> None:
    config = read(SHIPPED)
    game: Played = well_on(mille_game(config=replace(config, play=replace(config.play, advice=True))))
    card(game, "coin")
    game.roll("coin", "coin", "skull", "monkey", "monkey", "monkey", "sabre", "parrot")
    at = Sitting(game, window())
    assert isinstance(at.screen, MilleScreen) and at.screen.adviser is not None
    at.screen.adviser.wait()
    assert "Throw what is lit: about " in at.written()


def test_no_advice_where_it_is_not_wanted(at: Sitting) -> None:
    at.game.roll(*MIXED)
    assert "lit" not in at.written() and "Better stop" not in at.written()


def test_every_moment_has_a_scene_a_voice_and_an_end() -> None:
    assert moments.LASTS.keys() == moments.SCENES.keys()
    for module in (moments, race):
        assert module.LASTS.keys() <= module.VOICES.keys()
        assert set(module.VOICES.values()) <= VOICES.keys()
        assert max(module.LASTS.values()) <= LONGEST


def test_the_lamp_of_a_bust_never_flickers_three_times_a_second() -> None:
    """Whoever is photosensitive sits at this table too: it goes dark at most once in a third of a second, and out."""
    frames = [burns(frame / 60) for frame in range(180)]
    dark = [frame / 60 for frame, (before, now) in enumerate(itertools.pairwise(frames)) if before and not now]
    assert dark and all(later - earlier > 1 / 3 for earlier, later in itertools.pairwise(dark))
    steady = [len(list(run)) / 60 for _, run in itertools.groupby(frames)]
    assert min(steady) > 1 / 6 and not frames[-1]
