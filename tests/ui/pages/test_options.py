from __future__ import annotations

from pathlib import Path

import pytest

from firmware.play.hosting import House
from rules.games import GAMES
from rules.sabords.state import Deal
from rules.shelf import SHIPPED
from ui.games.staged import STAGED
from ui.look.theme import LIVERIES
from ui.pages.options import Agreement
from ui.pages.people import Person, dressed, exchanged, remember, remembered, seated
from vision.cards.names import kept

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
    assert setup.first == 2 and house.cards == "printed"
    assert agreement.turned(1).agreed()[1].cards == "physical"


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
    setup, house = Agreement(STAGED["duel"], PEOPLE, 3, first=1).turned(0).turned(1).turned(1).agreed()
    assert [colour.value for colour in setup.colours] == ["red", "blue", "green"]
    assert (setup.level, setup.first, setup.deck, house.cards) == (2, 1, "duel", "physical")
    own = tmp_path / "duel.toml"
    own.write_text(SHIPPED["duel"].read_text(encoding="utf-8"), encoding="utf-8")
    assert Agreement(STAGED["duel"], PEOPLE, 3).agreed()[0].deck == str(own)


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("VIGIE_DATA", str(tmp_path))
    return tmp_path


def rule(key: str, name: str) -> int:
    return next(place for place, rule in enumerate(STAGED[key].rules) if rule.key == name)


def values(key: str, name: str) -> list[str]:
    return [str(said) for _, said in STAGED[key].rules[rule(key, name)].values]


def choosing(key: str, name: str, said: str, count: int = 3) -> Agreement:
    agreement = Agreement(STAGED[key], PEOPLE, count)
    for _ in values(key, name):
        if str(agreement.value(rule(key, name))[1]) == said:
            return agreement
        agreement = agreement.turned(rule(key, name))
    raise AssertionError(f"{said} is not offered: {values(key, name)}")


def own(data: Path, name: str, shipped: str) -> Path:
    file = data / name
    file.write_text(SHIPPED[shipped].read_text(encoding="utf-8"), encoding="utf-8")
    return file


def test_ms_2_the_box_has_35_cards_or_33_and_a_deck_of_ones_own_is_offered_where_it_is(data: Path) -> None:
    box = ["from the box, 35 cards", "from the box, 33 cards"]
    assert values("mille", "cards") == ["on the screen", "printed, read by the eyes", *box]
    setup, house = choosing("mille", "cards", "from the box, 33 cards").agreed()
    assert (setup.box, setup.deck, house.cards) == (33, "mille", "physical")
    file = own(data, "mille.toml", "mille")
    assert len(values("mille", "cards")) == 7
    setup, house = choosing("mille", "cards", "from the box, by your mille.toml").agreed()
    assert (setup.box, setup.deck, house.cards) == (0, str(file), "physical")
    setup, house = choosing("mille", "cards", "on the screen, by your mille.toml").agreed()
    assert (setup.deck, house.cards) == (str(file), "virtual")


@pytest.mark.parametrize(
    ("key", "said"),
    [
        ("mille", "printed, read by the eyes"),
        ("duel", "printed, read by the eyes"),
        ("aux", "printed, those that are laid are read by the eyes"),
    ],
)
def test_printed_cards_are_read_by_the_eyes(key: str, said: str, data: Path) -> None:
    setup, house = choosing(key, "cards", said).agreed()
    assert house.cards == "printed" and house.reads_cards
    assert key != "aux" or setup.cards is Deal.PHYSICAL


@pytest.mark.parametrize(
    ("key", "said"),
    [
        ("mille", "from the box, 35 cards"),
        ("duel", "from the box"),
        ("aux", "real ones: you need the deck of the box"),
    ],
)
def test_cards_from_the_box_are_read_by_the_eyes_once_they_were_taught(key: str, said: str, data: Path) -> None:
    assert choosing(key, "cards", said).agreed()[1].cards == "physical"
    kept(key).parent.mkdir()
    kept(key).write_bytes(b"taught")
    agreement = choosing(key, "cards", said)
    assert agreement.agreed()[1].cards == "taught" and agreement.agreed()[1].reads_cards
    assert "know these cards" in str(agreement.says(rule(key, "cards")))


def test_the_cards_of_an_own_file_are_printed_and_read_as_well(data: Path) -> None:
    for key in ("mille", "duel"):
        file = own(data, f"{key}.toml", key)
        setup, house = choosing(key, "cards", f"printed, by your {key}.toml").agreed()
        assert (setup.deck, house.cards) == (str(file), "printed")


@pytest.mark.parametrize(
    ("key", "name", "file", "shipped", "said"),
    [
        ("mille", "cards", "mille.toml", "mille", "on the screen, by your mille.toml"),
        ("duel", "cards", "duel.toml", "duel", "from the box, by your duel.toml"),
        ("aux", "board", "sabords-board.toml", "aux_board", "your sabords-board.toml"),
        ("aux", "deck", "sabords-deck.toml", "aux_deck", "your sabords-deck.toml"),
    ],
)
def test_a_file_of_ones_own_that_is_wrong_is_told_by_the_validator(
    key: str, name: str, file: str, shipped: str, said: str, data: Path
) -> None:
    assert said not in values(key, name)
    written = own(data, file, shipped)
    agreement = choosing(key, name, said)
    assert agreement.says(rule(key, name)) is None
    GAMES[key].start([one.name for one in agreement.players], agreement.agreed()[0])
    written.write_text("nonsense = 1\n", encoding="utf-8")
    told = str(choosing(key, name, said).says(rule(key, name)))
    assert told.startswith(f"{file}: ") and str(data) not in told


def test_a_file_of_ones_own_that_is_gone_is_not_chosen_any_more(data: Path) -> None:
    file = own(data, "sabords-deck.toml", "aux_deck")
    agreement = choosing("aux", "deck", "your sabords-deck.toml")
    file.unlink()
    assert agreement.agreed()[0].deck == "aux_deck"


def test_cards_from_the_box_in_duel_say_what_to_do_where_nobody_wrote_them_down(data: Path) -> None:
    agreement = choosing("duel", "cards", "from the box")
    assert "duel.toml" in str(agreement.says(rule("duel", "cards")))
    own(data, "duel.toml", "duel")
    assert choosing("duel", "cards", "from the box").says(rule("duel", "cards")) is None


def test_pd_2_whoever_wears_a_ship_s_colour_sails_it() -> None:
    def fleet(*liveries: str) -> list[str]:
        people = tuple(Person(f"P{place}", livery) for place, livery in enumerate(liveries))
        agreement = Agreement(STAGED["duel"], people, len(people))
        setup, _ = agreement.agreed()
        GAMES["duel"].start([one.name for one in people], setup)
        return [colour.value for colour in setup.colours]

    assert fleet("green", "red", "blue") == ["green", "red", "blue"]
    assert fleet("purple", "red", "black")[1] == "red" and len(set(fleet("purple", "red", "black"))) == 3
    assert fleet("yellow", "blue", "purple", "red", "green") == ["yellow", "blue", "purple", "red", "green"]
    assert fleet("red", "blue") == []
