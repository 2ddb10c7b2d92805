from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from firmware.games.hosted import HOSTED
from firmware.play.events import CameraLost, Undo
from rules import sabords
from rules import text as written
from rules.record import Record
from rules.sabords.actions import Sail, Throw
from rules.sabords.board import COLOURS, Direction, sea_chart
from rules.sabords.state import Aux, Deal, Ends, Phase
from rules.say import Message
from tests.ui.at_table import Sitting
from ui.gallery.exhibits import Exhibit, exhibits
from ui.games.sabords import moments, tales
from ui.games.sabords.screen import AuxScreen
from ui.games.sabords.shots import (
    Voyage,
    attack,
    big_load,
    build,
    busy_throw,
    fought,
    landing,
    last,
    prize,
    sailing,
    strong_defence,
)
from ui.games.staged import STAGED
from ui.look.text import measured
from ui.motion import LONGEST
from ui.pages.options import Agreement
from ui.pages.people import Person
from ui.screen import Window
from ui.sound import VOICES
from ui.words.language import language

MINE = [one for one in exhibits() if one.name.startswith("aux")]
LOST = Message("The camera gives no picture; check its cable.")


class Seat(Sitting):
    @property
    def state(self) -> Aux:
        state: Aux = self.game.table.state
        return state

    @property
    def keys(self) -> list[str]:
        return [option.key for option in self.game.table.expects.options]

    @property
    def aux(self) -> AuxScreen:
        assert isinstance(self.screen, AuxScreen)
        return self.screen


@pytest.fixture
def at(window: Callable[..., Window]) -> Callable[..., Seat]:
    def sit(wanted: Any, **options: Any) -> Seat:
        return Seat(Voyage(wanted, **options), window(800, 480))

    return sit


def ahead(state: Aux, action: Any) -> bool:
    """Open sea around, and a long way to go."""
    return state.phase is Phase.SAIL and state.steps > 3 and len(list(sabords.GAME.legal(state))) == 4


# -- sailing ---------------------------------------------------------------------------------------------------------


def test_every_legal_way_has_an_arrow_to_touch_and_no_other_has(at: Callable[..., Seat]) -> None:
    seat = at(sailing(4))
    legal = {written.write_action(action, seat.game.table.players) for action in sabords.GAME.legal(seat.state)}
    shown = {each.name for each in seat.screen.targets() if each.name.startswith("sail ")}
    assert shown == legal and legal


def test_a_touched_arrow_sails_one_square_and_the_steps_left_are_shown(at: Callable[..., Seat]) -> None:
    seat = at(ahead)
    before, steps = seat.state.ship.square, seat.state.steps
    assert before is not None
    seat.touch("sail east")
    assert seat.state.ships[seat.state.turn].square == sea_chart(seat.state.board).ways[before][Direction.EAST]
    assert seat.state.steps == steps - 1 and str(steps - 1) in seat.written().split(" | ")
    assert seat.ears.voices[-1] == "tick"


def test_the_arrows_of_the_console_turn_the_wheel_and_choose_sails(at: Callable[..., Seat]) -> None:
    seat = at(ahead)
    pointed = [option.key for option in seat.game.table.expects.options]
    seat.press("right", "choose")
    assert seat.game.table.record.steps[-1].action == Sail(Direction(pointed[1].removeprefix("sail ")))


def test_the_players_own_button_does_what_the_wheel_points_at(at: Callable[..., Seat]) -> None:
    seat = at(ahead)
    first = seat.keys[0]
    seat.press(f"player{seat.state.ship.seat + 1}")
    assert written.write_action(seat.game.table.record.steps[-1].action, seat.game.table.players) == first
    other = (seat.state.ship.seat + 1) % 4
    steps = seat.state.steps
    seat.press(f"player{other + 1}")
    assert seat.state.steps == steps, "nobody sails another's ship"


def test_the_ship_moves_smoothly_and_then_rests_on_its_square(at: Callable[..., Seat]) -> None:
    seat = at(ahead)
    turn = seat.state.turn
    began = seat.aux.ship_at(turn, seat.game.clock.now())
    seat.touch("sail east")
    now = seat.game.clock.now()
    assert seat.aux.ship_at(turn, now) == pytest.approx(began, abs=1)
    x, y = seat.aux.ship_at(turn, now + 1)
    assert (x - began[0], y - began[1]) == pytest.approx((seat.aux.map.cell, 0), abs=1)


def test_two_ships_on_one_square_stand_beside_each_other(at: Callable[..., Seat]) -> None:
    seat = at(attack)
    now = seat.game.clock.now()
    here = [n for n, one in enumerate(seat.state.ships) if one.square == seat.state.ship.square]
    assert len(here) == 2
    (x0, _), (x1, _) = (seat.aux.ship_at(number, now) for number in here)
    assert abs(x0 - x1) > seat.aux.map.cell * 0.5


# -- the die ---------------------------------------------------------------------------------------------------------


def test_the_die_as_read_is_shown_and_a_wrong_one_is_corrected_by_touch(at: Callable[..., Seat]) -> None:
    seat = at(busy_throw)
    seat.game.throw(2)  # type: ignore[attr-defined]
    seat.draw()
    assert seat.ears.voices[-1] == "dice" and seat.state.steps == 2
    seat.touch("die")
    seat.touch("face:5")
    assert seat.state.steps == 5 and seat.game.table.record.steps[-1].action == Throw(5)


def test_without_a_camera_the_die_is_put_in(at: Callable[..., Seat]) -> None:
    seat = at(busy_throw)
    seat.game.hear(CameraLost(LOST, seat.game.clock.now()))
    seat.draw()
    seat.press("choose", "right", "right", "choose")
    assert seat.game.table.record.steps[-1].action == Throw(3)


def test_two_dice_are_shown_where_they_lie_with_what_to_do(at: Callable[..., Seat]) -> None:
    seat = at(busy_throw)
    seat.game.throw(4, 6)  # type: ignore[attr-defined]
    seat.draw()
    assert seat.game.table.expects.task == "fix" and "Too many dice" in seat.written()


def test_a_throw_taken_back_may_still_count(at: Callable[..., Seat]) -> None:
    seat = at(busy_throw)
    seat.game.throw(6)  # type: ignore[attr-defined]
    seat.game.hear(Undo(seat.game.clock.now()))
    seat.draw()
    assert seat.state.phase is Phase.THROW
    seat.touch("counts")
    assert seat.state.steps == 6


# -- cards, chests, boardings ----------------------------------------------------------------------------------------


def test_a_ship_is_built_by_touching_two_cards(at: Callable[..., Seat]) -> None:
    seat = at(build)
    turn = seat.state.turn
    seat.touch("build sabre pistol")
    assert seat.state.ships[turn].square is not None
    assert "has built" in seat.written() and seat.ears.voices[-1] == "bell"


def test_all_chests_are_loaded_at_once_and_the_harbour_and_plate_tell(at: Callable[..., Seat]) -> None:
    seat = at(big_load)
    one = seat.state.ship
    seat.touch(f"load {one.treasure}")
    assert sum(seat.state.ships[COLOURS.index(one.colour)].cargo) == one.treasure
    seat.draw(2.0)
    assert f"{one.treasure} aboard" in seat.written()


def test_chests_ashore_are_the_score(at: Callable[..., Seat]) -> None:
    seat = at(landing)
    owner = seat.state.ship.seat
    before = int(seat.screen.score(owner))
    seat.game.go_on()  # type: ignore[attr-defined]
    seat.draw()
    assert int(seat.screen.score(owner)) > before + 4
    assert seat.ears.voices[-1] == "fanfare" and "chests are safe" in seat.written()


def test_a_press_while_a_boarding_begins_only_ends_the_picture(at: Callable[..., Seat]) -> None:
    seat = at(attack)
    seat.touch("attack")
    assert "boards" in seat.written() and seat.state.phase is Phase.DEFEND
    seat.press("choose")
    assert seat.state.phase is Phase.DEFEND, "nobody laid a card that was not on offer yet"
    assert "boards" not in seat.written()
    seat.touch("give_up")
    assert seat.state.phase is not Phase.DEFEND


def test_the_defence_lies_open_while_the_attacker_chooses(at: Callable[..., Seat]) -> None:
    seat = at(strong_defence, players=("Anne", "Barthélemy", "Zoé"))
    assert seat.state.defence is not None
    seat.screen.redraw()
    seat.draw()
    cards = [name for name in seat.screen.canvas._last if name.startswith("card defence")]
    assert len(cards) == seat.state.defence.pirates


def test_who_wins_a_boarding_is_said_and_the_chests_change_ship(at: Callable[..., Seat]) -> None:
    seat = at(fought(prize))
    winner = seat.state.turn
    before = sum(seat.state.ships[winner].cargo)
    seat.game.go_on()  # type: ignore[attr-defined]
    seat.draw()
    assert "sinks" in seat.written() and seat.ears.voices[-1] == "splash"
    assert sum(seat.state.ships[winner].cargo) > before


def test_the_winner_is_shown_with_the_tales_of_the_game(at: Callable[..., Seat]) -> None:
    seat = at(last, chests=2)
    seat.game.go_on()  # type: ignore[attr-defined]
    seat.draw()
    seat.draw(9.0)
    shown = seat.written()
    assert "All chests are in port" in shown and "went down" in shown and "Play again" in shown


def test_two_players_read_which_of_their_ships_sails(at: Callable[..., Seat]) -> None:
    seat = at(sailing(4), players=("Anne", "Jack"))
    assert f"the {seat.state.ship.colour.value} ship: 4 squares to go" in seat.written()


def test_the_menu_offers_first_what_the_rulebook_says_and_hands_dealt_or_those_of_the_box() -> None:
    agreement = Agreement(STAGED["aux"], (Person("Anne", "red"), Person("Jack", "blue")), 2, first=1)
    setup, house = agreement.agreed()
    assert (setup.chests, setup.ends, setup.hands, setup.first) == (4, Ends.ALL_CHESTS, 2, 1)
    assert setup.cards is Deal.VIRTUAL and house.cards == "virtual"
    printed, house = agreement.turned(1).agreed()
    assert printed.cards is Deal.PHYSICAL and house.cards == "printed"
    boxed, house = agreement.turned(1).turned(1).agreed()
    assert boxed.cards is Deal.PHYSICAL and house.cards == "physical"
    assert HOSTED["aux"].setup.cards is Deal.PHYSICAL, "also where nothing was agreed"


def test_the_tales_count_what_was_robbed_and_what_went_down() -> None:
    game = Voyage(last, chests=2)
    game.go_on()
    record = game.table.record
    ashore = sum(sum(one.port) for one in record.state.ships)
    own = sum(one.port[number] for number, one in enumerate(record.state.ships))
    assert sum(tales.robbed(record.state)) == ashore - own
    assert tales.sunk(record) == sum(told.endswith("is sunk.") for told in story(record)) > 0


def story(record: Record) -> list[str]:
    tell, before = record.game.tell, [record.first, *(step.state for step in record.steps)]
    assert tell is not None
    return [str(tell(was, step.action, step.state)) for was, step in zip(before, record.steps, strict=False)]


@pytest.mark.parametrize("exhibit", MINE, ids=lambda exhibit: exhibit.name)
def test_nothing_players_read_is_smaller_than_a_thirtieth_of_the_height(
    exhibit: Exhibit, window: Callable[..., Window]
) -> None:
    opened = window(800, 480)
    with measured() as words:
        shown = exhibit.make(opened.layout, language("fr"))
        shown.screen.draw(opened.surface, shown.at)
    assert words and min(one.px for one in words) >= 480 / 30


def test_every_moment_has_a_scene_a_voice_and_an_end() -> None:
    assert moments.LASTS.keys() == moments.SCENES.keys()
    assert moments.LASTS.keys() <= moments.VOICES.keys()
    assert set(moments.VOICES.values()) <= VOICES.keys()
    assert max(moments.LASTS.values()) <= LONGEST
