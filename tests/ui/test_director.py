"""From the title page into a game and back, by the presses people make, with a real evening and a real journal."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from firmware.play.events import CameraLost, Corrected, Pressed, Released, Tick, player_button
from firmware.play.referee import Lamp
from rules.say import Message
from ui.director import HELD_S, MENU_S, Director
from ui.gallery.rehearsal import House
from ui.games.staged import STAGED
from ui.inputs import Touched, Typed
from ui.look.text import measured
from ui.look.theme import Layout
from ui.pages.explain import Explain
from ui.pages.menu import Menu
from ui.pages.people import remembered
from ui.pages.setup import SetUp
from ui.pages.title import Title
from ui.screen import Window
from ui.table.screen import GameScreen
from ui.words.language import language
from ui.workshop.ages import FOR_CHILDREN, AgesPage
from ui.workshop.pages import PAGES, Service

LAYOUT = Layout(800, 480)


def directed(house: House, code: str = "en", failed: str | None = None) -> Director:
    return Director(house, LAYOUT, language(code), None, failed)


def press(director: Director, *buttons: str) -> None:
    for button in buttons:
        director.handle(Pressed(button, 0.0))
        director.handle(Released(button, 0.1))


@pytest.fixture
def house(tmp_path: Path, window: Callable[..., Window]) -> House:
    window(LAYOUT.width, LAYOUT.height)
    return House(tmp_path)


def test_three_presses_from_the_title_to_the_first_throw(house: House) -> None:
    director = directed(house)
    press(director, "player1", "choose", "choose")
    assert isinstance(director.screen, GameScreen)
    assert house.evening.table is not None and house.evening.table.expects.task in ("throw", "enter")
    assert house.watched == ["series"]


@pytest.mark.parametrize("game", STAGED)
def test_each_game_begins_with_the_names_on_the_page(house: House, game: str) -> None:
    director = directed(house)
    press(director, "choose", *["right"] * list(STAGED).index(game), "choose", "choose")
    assert house.evening.table is not None
    assert house.evening.table.record.game.key == game and house.evening.table.players == ("Anne", "Jack")


def test_the_same_three_presses_by_touch(house: House, window: Callable[..., Window]) -> None:
    opened, director = window(LAYOUT.width, LAYOUT.height), directed(house)
    for _ in range(3):
        opened.show(director, 0.0)
        boxes = getattr(getattr(director.screen, "_page", director.screen), "_boxes", None)
        x, y = boxes[0].center if boxes else (400, 240)
        director.handle(Touched(x, y, 0.0))
    assert isinstance(director.screen, GameScreen)


def test_a_game_cut_off_by_the_power_is_offered_and_goes_on_where_it_was(tmp_path: Path, house: House) -> None:
    house.evening.begin("series", ("Anne", "Jack"))
    house.put(CameraLost(Message("gone"), 0.0))
    house.put(Corrected(0, "palm", "red", 1.0))  # no camera: the players say what fell
    assert house.evening.table is not None
    before = house.evening.table.state
    house.journal.close()  # the plug is pulled
    again = House(tmp_path)
    director = directed(again)
    assert isinstance(director.screen, Menu)
    press(director, "choose")
    assert isinstance(director.screen, GameScreen)
    assert again.evening.table is not None and again.evening.table.state == before
    assert len(again.evening.table.record.steps) == 1


def test_after_a_power_cut_one_may_also_begin_anew(tmp_path: Path, house: House) -> None:
    house.evening.begin("series", ("Anne", "Jack"))
    house.journal.close()
    director = directed(House(tmp_path))
    press(director, "right", "choose", "choose", "choose")
    assert isinstance(director.screen, GameScreen)


def test_a_player_typed_in_is_remembered_with_colour(tmp_path: Path, house: House) -> None:
    director = directed(house)
    press(director, "choose", "choose", "left", "left", "choose")  # the last seat: Jack's
    for letter in "Léa":
        director.handle(Typed(letter, 0.0))
    press(director, "right", "choose", "left", "choose", "choose")  # another colour, done, start
    assert house.evening.table is not None and house.evening.table.players == ("Anne", "Léa")
    first, second, *others = remembered(tmp_path / "names.json")
    assert (second.name, second.livery) == ("Léa", "green") and first.name == "Anne"
    assert "Jack" in [person.name for person in others]


def test_a_name_can_be_spelled_with_the_console_alone(house: House) -> None:
    director = directed(house)
    press(director, "choose", "choose", "left", "left", "choose", "right", "right", "choose")  # "New name"
    press(director, "right", "choose", "left", "choose", "left", "left", "choose")  # B, A, done
    screen = director.screen
    assert isinstance(screen, SetUp) and [one.name for one in screen.agreement.players] == ["Anne", "Ba"]


def test_no_two_players_wear_one_colour_or_bear_one_name(house: House) -> None:
    director = directed(house)
    press(director, "choose", "choose", "left", "left", "choose")
    for letter in "Anne":
        director.handle(Typed(letter, 0.0))
    press(director, "choose", "choose")
    assert house.evening.table is not None and house.evening.table.players == ("Anne", "Anne 2")


def test_in_a_game_an_arrow_that_is_held_opens_the_menu_and_closes_it_again(house: House) -> None:
    director = directed(house)
    press(director, "choose", "choose", "choose")
    surface = Window((LAYOUT.width, LAYOUT.height)).surface
    director.handle(Pressed("left", 10.0))
    director.draw(surface, 10.0 + MENU_S - 0.1)
    assert isinstance(director.screen, GameScreen) and director.screen.menu is None
    director.draw(surface, 10.0 + MENU_S)
    assert director.screen.menu is not None
    table = house.evening.table
    assert table is not None and table.paused is not None  # the game waits
    director.held()
    assert isinstance(director.screen, GameScreen) and table.paused is None


def test_an_arrow_held_for_two_seconds_opens_the_workshop_and_leads_out_again(house: House) -> None:
    director = directed(house)
    press(director, "choose")
    surface = Window((LAYOUT.width, LAYOUT.height)).surface
    director.handle(Pressed("left", 10.0))
    director.draw(surface, 10.0 + HELD_S - 0.1)
    assert not isinstance(director.screen, Service)
    director.draw(surface, 10.0 + HELD_S)
    assert isinstance(director.screen, Service)
    director.held()
    assert not isinstance(director.screen, Service)


def test_a_held_arrow_counts_although_no_picture_came_while_it_was_down(house: House) -> None:
    director = directed(house)
    surface = Window((LAYOUT.width, LAYOUT.height)).surface
    for number, service in enumerate((True, False)):
        director.handle(Pressed("left", 10.0 * number))
        director.handle(Released("left", 10.0 * number + HELD_S))
        director.draw(surface, 10.0 * number + HELD_S + 4.0)
        assert isinstance(director.screen, Service) is service, "once, and not again with the next picture"
    director.handle(Pressed("left", 50.0))
    director.handle(Released("left", 50.0 + HELD_S - 0.1))
    assert not isinstance(director.screen, Service)


def pick(director: Director, name: str) -> None:
    """A touch on what is called so."""
    director.draw(Window((LAYOUT.width, LAYOUT.height)).surface, 60.0)
    x, y = next(each.area.center for each in director.targets() if each.name == name)
    director.handle(Touched(x, y, 60.0))


def test_from_the_menu_of_a_game_to_its_rules_to_the_workshop_and_back(house: House) -> None:
    director = directed(house)
    press(director, "choose", "choose", "choose")
    table = house.evening.table
    for page, kind in (("explain", Explain), ("workshop", Service)):
        pick(director, "menu")
        pick(director, page)
        assert isinstance(director.screen, kind) and table is not None and table.paused is not None
        press(director, "choose") if page == "explain" else director.held()
        assert isinstance(director.screen, GameScreen) and table.paused is None


def test_the_language_is_changed_in_the_menu_of_a_game(house: House) -> None:
    director = directed(house)
    press(director, "choose", "choose", "choose")
    pick(director, "menu")
    pick(director, "language")
    assert director.words.code == "fr" and isinstance(director.screen, GameScreen)


def test_a_short_press_of_an_arrow_is_only_a_press(house: House) -> None:
    director = directed(house)
    press(director, "left")
    director.draw(Window((LAYOUT.width, LAYOUT.height)).surface, 60.0)
    assert not isinstance(director.screen, Service)


def test_the_language_changes_at_once_in_the_middle_of_a_game(house: House) -> None:
    director = directed(house)
    press(director, "choose", "choose", "choose")
    before = director.screen
    director.handle(Typed("l", 0.0))
    assert director.words.code == "fr" and director.screen is not before
    assert isinstance(director.screen, GameScreen) and director.screen.words.code == "fr"


def test_the_language_can_be_changed_in_the_workshop(house: House) -> None:
    director = directed(house)
    director.handle(Typed("s", 0.0))
    assert isinstance(director.screen, Service)
    press(director, *["right"] * len(PAGES), "choose")  # the tongues come after all pages
    assert director.words.code == "fr" and isinstance(director.screen, Service)


def test_how_to_play_opens_from_the_games_and_closes_again(house: House) -> None:
    director = directed(house)
    press(director, "choose", "left", "left", "choose")
    assert isinstance(director.screen, Explain)
    press(director, "choose")
    assert isinstance(director.screen, Menu)


def test_escape_opens_the_menu_that_leads_to_the_title_and_the_game_can_be_gone_on_with(house: House) -> None:
    director = directed(house)
    press(director, "choose", "choose", "choose", "back")
    assert isinstance(director.screen, GameScreen)  # nobody leaves unasked
    pick(director, "leave")
    assert isinstance(director.screen, Title) and house.evening.table is None
    press(director, "choose", "choose")  # "Go on" comes first
    assert isinstance(director.screen, GameScreen)


def test_after_failed_starts_it_is_said_and_one_can_go_on_without_the_device(house: House) -> None:
    director = directed(house, failed="the camera caught fire")
    assert isinstance(director.screen, Menu)
    press(director, "choose")
    assert isinstance(director.screen, Title) and house.connected == []


def test_after_failed_starts_everything_can_be_tried_again(house: House) -> None:
    director = directed(house, failed="")
    press(director, "right", "choose")
    assert isinstance(director.screen, Title) and house.connected == [False]


def test_the_title_lets_all_lamps_breathe_and_a_game_its_own(house: House) -> None:
    director = directed(house)
    assert set(director.lamps) == {Lamp.PULSING}
    press(director, player_button(0), "choose", "choose")
    assert house.evening.table is not None and director.lamps == house.evening.table.expects.lamps


def test_a_deck_of_ones_own_that_is_wrong_is_said_with_its_entry_and_the_menu_comes_back(
    house: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("VIGIE_DATA", str(tmp_path))
    (tmp_path / "duel.toml").write_text('captain = [{ name = "Ruy", colour = "pink", cannons = 1, sabres = 1 }]')
    director = directed(house)
    press(director, "choose", *["right"] * list(STAGED).index("duel"), "choose", "choose")
    assert isinstance(director.screen, Menu) and house.evening.table is None
    surface = pygame.Surface((LAYOUT.width, LAYOUT.height))
    with measured() as words:
        director.draw(surface, 1.0)
    assert any("captain 1 (Ruy): 'colour' must be one of" in one.text for one in words)
    assert all(one.fits for one in words)
    press(director, "choose")
    assert isinstance(director.screen, Menu)


def test_the_answer_to_a_choice_is_seen_before_the_games_sheets_are_drawn(house: House) -> None:
    director = directed(house)
    seen: list[tuple[str, bool]] = []
    director.answer = lambda title: seen.append((str(title), isinstance(director.screen, GameScreen)))
    press(director, "player1", "choose")
    assert seen == []
    press(director, "choose")
    assert len(seen) == 1 and not seen[0][1], "told once, and before the game's screen was made"
    director.play("series")
    assert len(seen) == 1, "its sheets are drawn already"


# -- games that wait, groups, names -----------------------------------------------------------------------------------


def begun(house: House, game: str, *names: str) -> None:
    """A game in which something was done."""
    house.evening.begin(game, names)
    house.put(CameraLost(Message("gone"), 0.0))
    house.put(Corrected(0, "palm", "red", 1.0))


def shown(director: Director) -> list[str]:
    surface = pygame.Surface((LAYOUT.width, LAYOUT.height))
    with measured() as words:
        director.draw(surface, 1.0)
    assert [one.text for one in words if not one.fits] == []
    return [one.text for one in words]


def test_what_can_be_gone_on_with_stands_first_on_the_menu_with_game_people_and_time(house: House) -> None:
    begun(house, "series", "Anne", "Zoé")
    house.evening.leave()
    director = directed(house)
    press(director, "right", "choose")  # a new game
    words = shown(director)
    assert any(word.startswith("Go on: ") for word in words)
    assert "Anne and Zoé, begun today, 20:00" in words
    press(director, "choose")
    assert house.evening.table is not None and house.evening.table.players == ("Anne", "Zoé")


def test_beginning_any_game_never_replaces_one_that_can_be_gone_on_with(house: House) -> None:
    begun(house, "series", "Anne", "Zoé")
    house.evening.leave()
    director = directed(house)
    press(director, "right", "choose", "right", "right", "choose", "choose")  # the treasure race again: start
    assert isinstance(director.screen, GameScreen)
    assert [game.players for game in house.evening.waiting()] == [("Anne", "Jack"), ("Anne", "Zoé")]


def test_of_several_games_any_can_be_gone_on_with_and_any_put_away(house: House) -> None:
    for names in (("Anne", "Zoé"), ("Jack", "Mary"), ("Tom", "Léa")):
        begun(house, "series", *names)
    house.evening.leave()
    director = directed(house)
    press(director, "right", "right", "choose")
    words = shown(director)
    assert sum(word.startswith("begun today") for word in words) == 3
    press(director, "right", "right", "choose", "right", "choose")  # the third: put it away
    assert [game.players for game in house.evening.waiting()] == [("Tom", "Léa"), ("Jack", "Mary")]
    press(director, "right", "choose", "choose")  # the second: go on
    assert isinstance(director.screen, GameScreen)
    assert house.evening.table is not None and house.evening.table.players == ("Jack", "Mary")


def test_a_game_that_cannot_be_read_is_said_and_the_menu_comes_back(house: House) -> None:
    begun(house, "series", "Anne", "Zoé")
    house.evening.leave()
    director = directed(house)
    press(director, "right", "choose")
    house.journal.append("99. nonsense")
    press(director, "choose")
    assert any("entry 2 should follow" in word for word in shown(director))
    press(director, "choose")
    assert isinstance(director.screen, Menu)


def test_a_group_comes_with_its_colours_and_its_rules_also_on_another_evening(tmp_path: Path, house: House) -> None:
    director = directed(house)
    press(director, "choose", "choose", "right", "choose", "choose", "choose", "back")  # rules: way to the treasure
    for _ in range(1):
        press(director, "right", "right", "choose")  # three players
    press(director, "left", "left", "choose")
    assert house.evening.table is not None
    setup, players = house.evening.table.record.setup, house.evening.table.players
    assert setup.squares == 40 and len(players) == 3
    house.journal.close()
    again = House(tmp_path)
    director = directed(again)
    press(director, "choose", "choose", "choose")
    assert again.evening.table is not None
    assert again.evening.table.record.setup == setup and again.evening.table.players == players


def test_enter_ends_a_name_that_was_typed_and_adds_no_letter(house: House) -> None:
    """Enter picked the letter that the console pointed at: "Papyx"."""
    director = directed(house)
    press(director, "choose", "choose", "left", "left", "choose", "right", "right", "choose")
    for letter in "Papy Noël":
        director.handle(Typed(letter, 0.0))
    press(director, "choose")
    screen = director.screen
    assert isinstance(screen, SetUp) and [one.name for one in screen.agreement.players] == ["Anne", "Papy Noël"]


def test_every_page_of_the_setup_leads_back_by_touch_by_console_and_by_escape(
    house: House, window: Callable[..., Window]
) -> None:
    opened = window(LAYOUT.width, LAYOUT.height)
    for way in ("touch", "console", "escape"):
        director = directed(house)
        press(director, "choose", "choose", "left", "left", "choose", "right", "right", "choose")  # letters
        for _ in range(2):  # to the setup, to the menu
            opened.show(director, 0.0)
            if way == "escape":
                press(director, "back")
            elif way == "touch":
                box = next(t.area for t in director.screen.targets() if t.name == "back")
                director.handle(Touched(box.centerx, box.centery, 0.0))
            else:
                while director.screen.focused != "back":
                    press(director, "left")
                press(director, "choose")
        assert isinstance(director.screen, Menu), way


def test_rows_of_the_setup_stay_where_they_are_when_the_number_of_players_changes(
    house: House, window: Callable[..., Window]
) -> None:
    opened, director = window(LAYOUT.width, LAYOUT.height), directed(house)
    press(director, "choose", "choose", "right", "right")
    boxes: list[list[tuple[int, ...]]] = []
    for _ in range(3):
        opened.show(director, 0.0)
        boxes.append([tuple(t.area) for t in director.screen.targets()][:7])
        press(director, "choose")
    assert boxes[0] == boxes[1] == boxes[2]


def test_a_seat_can_be_a_robots_and_the_game_that_goes_on_knows_it(tmp_path: Path, house: House) -> None:
    director = directed(house)
    press(director, "choose", "choose", "left", "left", "choose", "right", "right", "right", "choose")  # robot, easy
    assert any("robot, easy" in word for word in shown(director))
    press(director, "back", "choose")
    assert house.evening.robots == {1: "easy"} and house.evening.table is not None
    assert house.evening.table.players == ("Anne", "Rackham")
    assert "Rackham" not in [person.name for person in remembered(tmp_path / "names.json")]
    house.put(CameraLost(Message("gone"), 0.0))
    house.put(Corrected(0, "palm", "red", 1.0))
    house.journal.close()
    again = House(tmp_path)
    again.evening.resume()
    assert again.evening.robots == {1: "easy"}


def test_one_press_before_a_game_makes_the_table_good_for_children(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    changed: dict[str, object] = {}

    def change(key: str, value: str | float | bool) -> None:
        section, name = key.split(".")
        config = house.evening.config
        part = replace(getattr(config, section), **{name: value})
        house.evening.config = house.workshop.config = replace(config, **{section: part})
        changed[key] = value

    monkeypatch.setattr(house.workshop, "change", change)
    director = directed(house)
    press(director, "choose", "choose", "right", "choose")  # the race's rules
    press(director, *["right"] * len(STAGED["series"].rules), "choose")  # "For every age"
    assert isinstance(director.screen, AgesPage)
    press(director, *["right"] * len(AgesPage.OF), "choose")  # "With children"
    assert changed == FOR_CHILDREN
    press(director, "back")
    press(director, "choose")
    screen = director.screen
    assert isinstance(screen, GameScreen) and screen.layout.small > LAYOUT.small
    assert house.evening.table is not None and house.evening.table.state.setup.naming_seconds == 60


@pytest.mark.parametrize("game", STAGED)
def test_nobody_plays_for_a_robot_by_a_stray_press(house: House, game: str) -> None:
    """One press of Enter stopped its turn."""
    house.evening.begin(game, ("Rackham", "Anne"), robots={0: "easy"})
    director = directed(house)
    director.play(game)
    table = house.evening.table
    assert table is not None
    house.put(CameraLost(Message("gone"), 0.0))
    surface = pygame.Surface((LAYOUT.width, LAYOUT.height))
    for _ in range(40):  # whatever the table does by itself
        house.put(Tick(house.clock.advance(1.0)))
    if table.expects.seats != (0,):
        return
    entries = len(table.record.entries)
    for button in ("choose", "right", "choose", player_button(0)):
        director.draw(surface, house.clock.now())
        press(director, button)
    assert len(table.record.entries) == entries
    assert not {option.key for option in table.expects.options} & {one.name for one in director.screen.targets()}
