from __future__ import annotations

from pathlib import Path

import pytest

from firmware.play.hosting import House
from rules.games import GAMES
from rules.shelf import SHIPPED
from ui.games.staged import STAGED
from ui.look.theme import LIVERIES
from ui.pages.options import Agreement
from ui.pages.people import Person, dressed, exchanged, remember, remembered, seated

PEOPLE = tuple(Person(name, livery.key) for name, livery in zip("ABCDEF", LIVERIES, strict=True))


@pytest.mark.parametrize("key", STAGED)
def test_every_value_of_every_rule_makes_a_game_that_starts(key: str) -> None:
    staged, game = STAGED[key], GAMES[key]
    for count in game.seats:
        for rule in range(len(staged.rules)):
            agreement = Agreement(staged, PEOPLE, count, first=count - 1)
            for _ in staged.rules[rule].values:
                setup, house = agreement.agreed()
                game.start([one.name for one in agreement.players], setup)
                assert isinstance(house, House)
                agreement = agreement.turned(rule)
            assert agreement.value(rule) == staged.rules[rule].values[0]


def test_the_first_values_are_what_the_rulebooks_say() -> None:
    setup, house = Agreement(STAGED["series"], PEOPLE, 2).agreed()
    assert (setup.squares, house.naming) == (20, "console")
    setup, house = Agreement(STAGED["mille"], PEOPLE, 2).agreed()
    assert (setup.target, house.cards, setup.floor_at_zero) == (6000, "virtual", False)


def test_who_starts_and_how_cards_come_reach_the_game() -> None:
    agreement = Agreement(STAGED["mille"], PEOPLE, 3, first=2).turned(1)
    setup, house = agreement.agreed()
    assert setup.first == 2 and house.cards == "physical"


def test_names_are_remembered_newest_first_and_a_damaged_file_is_none(tmp_path: Path) -> None:
    file = tmp_path / "names.json"
    remember(file, (Person("Léa", "purple"), Person("Tom", "red")))
    remember(file, (Person("Tom", "blue"),))
    assert [(one.name, one.livery) for one in remembered(file)][:2] == [("Tom", "blue"), ("Léa", "purple")]
    for damaged in ("{", '["Léa"]', '[{"name": 3}]', "null"):
        file.write_text(damaged)
        assert remembered(file)[0].name == "Anne"


def test_seats_are_dressed_apart() -> None:
    worn = seated((Person("A", "red"), Person("B", "red"), Person("", "blue")))
    assert len({one.livery for one in worn}) == 3 and worn[0].livery == "red" and worn[2].name


def test_another_colour_is_one_nobody_wears() -> None:
    changed = dressed(PEOPLE, 0, 3)
    assert changed[0].livery == "yellow"


def test_somebody_who_waits_takes_the_seat() -> None:
    assert [one.name for one in exchanged(PEOPLE, 1, "E")] == ["A", "E", "C", "D", "B", "F"]


def test_the_fleet_wears_the_players_colours_and_a_box_of_ones_own_has_its_own_cards(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("VIGIE_DATA", str(tmp_path))
    setup, house = Agreement(STAGED["duel"], PEOPLE, 3, first=1).turned(0).turned(1).agreed()
    assert [colour.value for colour in setup.colours] == ["red", "blue", "green"]
    assert (setup.level, setup.first, setup.deck, house.cards) == (2, 1, "duel", "physical")
    own = tmp_path / "duel.toml"
    own.write_text(SHIPPED["duel"].read_text(encoding="utf-8"), encoding="utf-8")
    assert Agreement(STAGED["duel"], PEOPLE, 3).agreed()[0].deck == str(own)
