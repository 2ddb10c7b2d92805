from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pygame
import pytest
from pygame import Rect

from firmware.play.events import CameraLost
from firmware.play.hosting import House
from rules.duel.cards import Colour, Kind, Skill, deck
from rules.duel.fight import strength
from rules.duel.state import Duel, Ship, Stage, ship_of
from rules.say import Message
from tests.ui.at_table import Sitting
from ui.games.duel import engravings, faces, hull, moments
from ui.games.duel.screen import DuelScreen
from ui.games.duel.shots import SIX, Sailed, at_stage, found
from ui.look import text
from ui.look.text import measured
from ui.motion import LONGEST
from ui.screen import Window
from ui.sound import VOICES

LOST = Message("The camera gives no picture; check its cable.")


@pytest.fixture
def seat(window: Callable[..., Window]) -> Callable[..., Sitting]:
    """Sits down where a game has come to that."""

    def sit(there: Callable[[Duel], bool], size: tuple[int, int] = (1280, 800), **options: Any) -> Sitting:
        return Sitting(found(there, **options), window(*size))

    return sit


def red_die_awaited(state: Duel) -> bool:
    return state.stage is Stage.DICE and state.fight is not None and state.fight.acting == 0


def as_strong_either_way(state: Duel) -> Ship | None:
    return next(
        (one for one in state.ships if one.crew
         and strength(state, one.crew, Kind.BOARDING) == strength(state, one.crew, Kind.CANNONADE)), None,
    )  # fmt: skip


def test_a_ship_as_strong_at_the_guns_as_in_boarding_shows_what_the_next_fight_is(seat: Callable[..., Sitting]) -> None:
    at = seat(lambda state: as_strong_either_way(state) is not None, players=SIX)
    screen, pictures = at.screen, set[bytes]()
    assert isinstance(screen, DuelScreen)
    ship = as_strong_either_way(at.game.table.state)
    assert ship is not None
    for kind in (Kind.BOARDING, Kind.CANNONADE):
        screen.begin_picture()
        hull.row(screen, "prey 0", Rect(100, 100, 600, 120), ship, kind)
        screen.canvas.flush(at.window.surface)
        pictures.add(pygame.image.tobytes(at.window.surface, "RGB"))
    assert len(pictures) == 2


# -- in harbour --------------------------------------------------------------------------------------------------------


def test_a_recruit_comes_aboard_by_a_touch(seat: Callable[..., Sitting]) -> None:
    at = seat(at_stage(Stage.FIRST_CREW, turn=0), players=SIX)
    pirate = at.game.table.state.open[4]
    at.touch(f"open:{pirate}")
    assert pirate in at.game.table.state.ships[0].crew


def test_arrows_and_the_own_button_choose_and_nobody_elses_button_does(seat: Callable[..., Sitting]) -> None:
    at = seat(at_stage(Stage.FIRST_CREW, turn=0), players=SIX)
    pirate = at.game.table.state.open[2]
    at.press("right", "right", "player2")
    assert not any(pirate in ship.crew for ship in at.game.table.state.ships)
    at.key(pygame.K_1, "1")
    assert pirate in at.game.table.state.ships[0].crew


def test_a_place_on_a_full_ship_is_given_with_a_second_touch(seat: Callable[..., Sitting]) -> None:
    def full(state: Duel) -> bool:
        own = next(ship for ship in state.ships if ship.seat == state.turn.seat)
        return state.stage is Stage.RECRUIT and own.is_full and own.crew[-1] not in state.turn.recruits

    at = seat(full, level=1)
    state = at.game.table.state
    new, old = state.open[0], next(ship for ship in state.ships if ship.seat == state.turn.seat).crew[-1]
    at.touch(f"open:{new}")
    assert f"Whose place shall {new} take?" in at.written()
    at.touch(f"crew:{old}")
    crews = {name for ship in at.game.table.state.ships for name in ship.crew}
    assert new in crews and old not in crews


def test_the_rowing_boat_takes_three_touches(seat: Callable[..., Sitting]) -> None:
    at = seat(at_stage(Stage.ROW, turn=3), players=SIX)
    state = at.game.table.state
    own = next(ship for ship in state.ships if ship.seat == state.turn.seat)
    theirs = next(ship for ship in state.ships if ship.seat != state.turn.seat and len(ship.crew) > 1)
    at.touch("swap")
    mine, other = own.crew[-1], theirs.crew[-1]
    at.touch(f"crew:{mine}")
    at.touch(f"crew:{other}")
    assert other in ship_of(at.game.table.state, own.colour).crew
    assert at.ears.voices[-1] == "splash"


# -- the card and the fight --------------------------------------------------------------------------------------------


def test_the_card_is_drawn_by_touching_its_back_and_a_ship_attacked_by_touching_it(
    seat: Callable[..., Sitting],
) -> None:
    at = seat(at_stage(Stage.DRAW), players=SIX)
    at.touch("draw")
    assert "card" in at.ears.voices
    at.screen.skip()
    at = seat(at_stage(Stage.TARGET), players=SIX)
    key = at.game.table.expects.options[-1].key
    at.touch(key)
    fight = at.game.table.state.fight
    assert fight is not None and fight.sides[1].ship is Colour(key.removeprefix("ship:"))
    assert at.ears.voices[-1] == "bell"


def test_the_dice_are_shown_as_read_and_what_they_do_is_counted_out(seat: Callable[..., Sitting]) -> None:
    at = seat(red_die_awaited, level=1)
    fight = at.game.table.state.fight
    assert fight is not None
    red, blue = (side.strength for side in fight.sides)
    assert f"throw {red} red dice" in at.written() or red == 1
    at.game.throw(*["skull"] * red)  # type: ignore[attr-defined]
    at.game.throw(*["blank"] * blue)  # type: ignore[attr-defined]
    shown = at.written()
    assert at.game.table.state.stage is Stage.LOSSES and f"={red}" in shown
    victim = at.game.table.expects.options[0].key
    at.touch(victim)
    assert victim.removeprefix("crew:") not in [n for ship in at.game.table.state.ships for n in ship.crew]
    assert "splash" in at.ears.voices or "broadside" in at.ears.voices


def test_a_misread_die_is_corrected_by_touching_it(seat: Callable[..., Sitting]) -> None:
    at = seat(red_die_awaited, level=1)
    fight = at.game.table.state.fight
    assert fight is not None
    at.game.throw(*["skull"] * fight.sides[0].strength)  # type: ignore[attr-defined]
    at.draw()
    at.touch("die 0")
    at.touch("face:blank")
    after = at.game.table.state.fight
    assert after is not None and after.sides[0].dice.blanks == 1


def test_the_parrots_die_is_touched(seat: Callable[..., Sitting]) -> None:
    at = seat(at_stage(Stage.PARROT, turn=2))
    key = next(option.key for option in at.game.table.expects.options if option.key.startswith("face:"))
    at.touch(key)
    assert at.game.table.state.stage is Stage.PARROT_DIE


def test_without_a_camera_the_sheet_stays_until_all_dice_are_put_in(seat: Callable[..., Sitting]) -> None:
    at = seat(red_die_awaited, level=1)
    at.game.hear(CameraLost(LOST, at.game.clock.now()))
    at.draw()
    fight = at.game.table.state.fight
    assert fight is not None
    at.press("choose")
    for _ in range(fight.sides[0].strength):
        assert at.screen.correcting is not None
        at.touch("face:skull")
    after = at.game.table.state.fight
    assert after is not None and after.sides[0].dice.skulls == fight.sides[0].strength


def test_real_cards_are_put_in_by_touch_and_by_arrows(seat: Callable[..., Sitting]) -> None:
    at = seat(at_stage(Stage.TURN_UP, turn=1), house=House(cards="physical"))
    pirate = at.game.table.state.pile[9]
    at.touch(f"pile:{pirate}")
    assert pirate in at.game.table.state.open
    at = seat(at_stage(Stage.DRAW, turn=1), house=House(cards="physical"))
    at.touch("kind:cannonade")
    at.press("down", "right", "choose")
    assert at.game.table.state.turn.card is not None or "kind:cannonade" not in at.written()


# -- moments, words, pictures ------------------------------------------------------------------------------------------


def test_gold_is_counted_up_and_heard(window: Callable[..., Window]) -> None:
    game = Sailed(level=1, seed=2)
    at = Sitting(game, window())
    before = game.table.state.gold
    while game.table.state.gold == before:
        game.go_on()
    at.draw()
    assert "coin" in at.ears.voices
    gained = next(place for place in range(4) if game.table.state.gold[place] != before[place])
    assert at.screen.score(gained) == str(before[gained])
    at.draw(2.0)
    assert at.screen.score(gained) == str(game.table.state.gold[gained])


def test_every_moment_has_a_scene_a_voice_and_an_end() -> None:
    assert moments.LASTS.keys() == moments.SCENES.keys() <= moments.VOICES.keys()
    assert set(moments.VOICES.values()) <= VOICES.keys()
    assert max(moments.LASTS.values()) <= LONGEST


def test_whatever_happens_in_a_game_is_shown_or_heard_and_no_frame_fails(window: Callable[..., Window]) -> None:
    opened = window(800, 480)
    quiet = {"played", "rewritten"}
    for seed, players in ((1, 3), (2, 6), (3, 2)):
        game = Sailed(SIX[:players], seed=seed)
        at = Sitting(game, opened)
        for _ in range(120):
            if game.table.expects.task == "over":
                break
            game.go_on()
            at.draw(0.2)
        assert {moment.name for moment in game.table.moments} <= moments.VOICES.keys() | quiet


@pytest.mark.parametrize("size", [(800, 480), (1280, 800)])
def test_with_six_players_every_name_is_at_least_a_thirtieth_of_the_height(
    seat: Callable[..., Sitting], size: tuple[int, int]
) -> None:
    for there in (at_stage(Stage.TARGET), at_stage(Stage.LOSSES)):
        at = seat(there, size, players=SIX)
        at.screen.redraw()
        with measured() as words:
            at.draw()
        names = [one for one in words if one.text in SIX]
        assert len(names) >= 6 and all(one.px >= size[1] / 30 for one in names)


@pytest.mark.parametrize("size", [(800, 480), (1024, 600), (1280, 800), (1920, 1080)])
def test_no_pirates_name_is_cut_on_a_card(seat: Callable[..., Sitting], size: tuple[int, int]) -> None:
    pirates = deck("duel", 3).members
    engravings.crew.cache_clear()
    engravings.small.cache_clear()
    with measured() as words:
        for member in pirates.values():  # as large as on a strip with six places
            engravings.crew(member, round(size[1] * 0.14), round(size[1] * 0.19))
        at = seat(at_stage(Stage.TURN_UP, turn=1), size, house=House(cards="physical"))
        at.draw()
    names = [one for one in words if one.text in pirates]
    assert len(names) > len(pirates)
    assert [one for one in names if text.width(one.text, text.Face.LETTERING, one.px) > one.box.width] == []


def test_every_pirate_has_a_face_of_its_own() -> None:
    names = list(deck("duel", 3).members)
    drawn = {pygame.image.tobytes(faces.portrait(name, 64), "RGBA") for name in names}
    assert len(drawn) > len(names) * 0.9
    again = pygame.image.tobytes(faces.portrait(names[0], 64), "RGBA")
    assert again in drawn


def test_ships_are_told_apart_without_their_colours() -> None:
    """Grey pictures of the six sails: each has a charge of its own."""
    grey = [pygame.transform.grayscale(engravings.ship(colour, 60)) for colour in Colour]
    assert len({pygame.image.tobytes(image, "RGB") for image in grey}) == len(Colour)
    charges = [engravings.CHARGES[colour] for colour in Colour]
    assert len(set(charges)) == len(Colour)


def test_every_skill_has_a_picture() -> None:
    assert engravings.SKILL_ART.keys() == set(Skill)
    assert len({pygame.image.tobytes(engravings.skill(skill, 40), "RGBA") for skill in Skill}) == len(Skill)


@pytest.mark.parametrize("size", [(800, 480), (1280, 800)])
@pytest.mark.parametrize("stage", [Stage.RECRUIT, Stage.TARGET])
def test_a_slip_lies_over_nothing_that_can_be_chosen(
    seat: Callable[..., Sitting], stage: Stage, size: tuple[int, int]
) -> None:
    at = seat(at_stage(stage, turn=1), size)
    at.screen.skip()
    at.draw(after=LONGEST)
    at.screen.undo(at.game.clock.now())
    at.draw()
    slip = at.screen.place("slip")
    chosen = [option.key for option in at.game.table.expects.options]
    assert chosen and [key for key in chosen if at.screen.place(key).colliderect(slip)] == []
