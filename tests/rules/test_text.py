"""Text that reads aloud and parses back: made from types, for games that do not exist yet."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import series, text
from rules.game import SEA, Actor, Game, Outcome, Seat
from rules.say import Message
from rules.series.dice import Colour, Face, Symbol, Turned
from rules.series.rules import GAME, Claim, Redeal, Throw, Tied, TimeOut
from rules.text import TextError, read_action, read_state, write_action, write_state


class Wind(Enum):
    NORTH = "north"
    EAST = 2  # no word of its own: its name stands for it


class Square(NamedTuple):
    column: int
    row: int


class Berth(NamedTuple):
    wind: Wind | None
    square: Square


@dataclass(frozen=True)
class Chest:
    gold: int
    locked: bool = False


@dataclass(frozen=True)
class Anchor:
    depth: int | None = None


@dataclass(frozen=True)
class Sail:
    """One field of every type the text form knows."""

    by: Seat
    to: Square
    berth: Berth
    said: str
    who: Actor | None
    cargo: Chest | Anchor | None
    pair: tuple[int, str]
    nested: tuple[tuple[Wind, ...], ...]
    word: Wind | str
    crew: tuple[Seat, ...]
    chest: Chest = Chest(3)
    times: int = 1
    note: str | None = None


@dataclass(frozen=True)
class Rest:
    pass


@dataclass(frozen=True)
class Sea:
    players: tuple[str, ...]
    setup: Chest
    turn: Seat
    sails: tuple[Sail, ...] = ()


def start(players: Any, setup: Chest) -> Sea:
    return Sea(tuple(players), setup, 0)


def never(*_: Any) -> Any:
    raise AssertionError


MADE_UP: Game[Sea, Any] = Game(
    key="made_up",
    title=Message("Made up"),
    seats=range(2, 7),
    setup=Chest,
    actions=(Sail, Rest),
    start=start,
    legal=never,
    apply=never,
    actor=never,
    outcome=lambda _: Outcome((), Message("")),
    sea=never,
    bot=never,
)

names = st.lists(st.one_of(st.text(min_size=1), st.sampled_from(["sea", "-", "yes", "north", "3", "a=b"])), unique=True)
players_lists = names.filter(lambda names: len(names) >= 2)
winds = st.sampled_from(Wind)
squares = st.builds(Square, st.integers(-99, 99), st.integers(0, 9))
chests = st.builds(Chest, st.integers(0, 10**9), st.booleans())


@st.composite
def sails(draw: st.DrawFn, players: list[str]) -> Sail:
    seats = st.integers(0, len(players) - 1)
    return draw(
        st.builds(
            Sail,
            by=seats,
            to=squares,
            berth=st.builds(Berth, st.none() | winds, squares),
            said=st.text(),
            who=st.none() | seats | st.just(SEA),
            cargo=st.none() | chests | st.builds(Anchor, st.none() | st.integers(0, 50)),
            pair=st.tuples(st.integers(-5, 5), st.text()),
            nested=st.lists(st.lists(winds).map(tuple)).map(tuple),
            word=winds | st.text(),
            crew=st.lists(seats).map(tuple),
            chest=chests,
            times=st.integers(0, 3),
            note=st.none() | st.text() | st.sampled_from(["-", "north"]),
        )
    )


@given(st.data(), players_lists)
def test_an_action_of_every_type_of_field_reads_back_as_it_was(data: st.DataObject, players: list[str]) -> None:
    sail = data.draw(sails(players))
    line = write_action(sail, players)
    assert "\n" not in line
    assert read_action(MADE_UP, line, players) == sail


@given(st.data(), players_lists)
def test_a_position_carries_the_players_names_and_reads_back_as_it_was(data: st.DataObject, players: list[str]) -> None:
    fleet = data.draw(st.lists(sails(players), max_size=3))
    state = Sea(tuple(players), data.draw(chests), data.draw(st.integers(0, len(players) - 1)), tuple(fleet))
    line = write_state(MADE_UP, state)
    assert "\n" not in line
    assert read_state(MADE_UP, line) == state


ANNE, JACK = "Anne", "Mary Read"
PALM_RED = Face(Symbol.PALM, Colour.RED)


@pytest.mark.parametrize(
    ("action", "line"),
    [
        (Throw(PALM_RED), "throw palm.red"),
        (Throw(PALM_RED, (Turned(3, Face(Symbol.SKULL, Colour.BLACK)),)), "throw palm.red turned=(3.skull.black)"),
        (Claim(0, (Symbol.PALM, Colour.RED)), "claim Anne palm red"),
        (Claim(1, (Symbol.SKULL,)), 'claim "Mary Read" skull'),
        (Claim(0, ()), "claim Anne"),
        (TimeOut(0), "time_out Anne"),
        (Tied((0, 1)), 'tied Anne "Mary Read"'),
        (Redeal(), "redeal"),
    ],
)
def test_an_action_reads_aloud(action: series.Action, line: str) -> None:
    assert write_action(action, [ANNE, JACK]) == line
    assert read_action(GAME, line, [ANNE, JACK]) == action


def test_a_position_is_one_line_with_game_and_version() -> None:
    state = series.start(["Anne", "Jack"], series.Setup(squares=30, first=1))
    state = series.apply(state, Throw(PALM_RED))
    assert write_state(GAME, state) == (
        "series/1 players=(Anne Jack) setup=(squares=30 first=Jack) pawns=(0 0) hands=(6 5) "
        "track=(palm.red - - - - - - - - - - -) turn=Anne fresh=yes"
    )


def test_a_player_called_like_a_word_of_the_game_is_put_in_quotes_where_it_could_be_mistaken() -> None:
    calm = Sail(0, Square(1, 2), Berth(None, Square(0, 0)), "hi", 0, None, (1, "a"), (), "north", ())
    line = write_action(calm, ["sea", "Anne"])
    assert line == 'sail sea 1.2 -.0.0 hi "sea" - (1 a) () "north"'
    assert read_action(MADE_UP, line, ["sea", "Anne"]) == calm
    assert read_action(MADE_UP, line.replace('"sea"', "sea"), ["sea", "Anne"]).who is SEA


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("", "the line stops where throw / claim"),
        ("trow palm.red", "'trow' stands where throw / claim"),
        ("throw palm", "the line stops where '.'"),
        ("throw palm.pink", "'pink' stands where black / red"),
        ("throw palm red", "'red' stands where '.'"),
        ("throw palm.red red", "'red' is too much"),
        ("throw palm.red turned=3", "'3' stands where '('"),
        ("throw palm.red turned=(x.skull.black)", "'x' stands where a number"),
        ("throw palm.red turned=(3.skull.black", "the line stops"),
        ("throw palm.red spun=(3)", "'spun=' does not belong here"),
        ("throw palm.red turned=() turned=()", "'turned=' does not belong here"),
        ("claim Bart palm", "nobody called Bart plays"),
        ('claim "Anne palm', "cannot be read"),
        ('claim "An\\qne" palm', "quotes"),
        ("claim", "the line stops where by"),
        ("claim 3 palm", "'3' stands where a name"),
        ("claim Anne 99999999999999999999999999", "stands where"),
        ("redeal (", "too much"),
    ],
)
def test_a_damaged_line_says_what_is_wrong(line: str, fault: str) -> None:
    with pytest.raises(TextError) as error:
        read_action(GAME, line, ["Anne", "Jack"])
    assert fault in str(error.value)


@given(st.text())
def test_any_text_is_read_or_refused_with_a_sentence(line: str) -> None:
    for start_of_line in ("", "throw ", "claim Anne ", "series/1 players=(Anne Jack) "):
        try:
            read_action(GAME, start_of_line + line, ["Anne", "Jack"])
        except TextError as error:
            assert str(error)
        try:
            read_state(GAME, start_of_line + line)
        except TextError as error:
            assert str(error)


@given(st.integers(0, 200), st.sampled_from('().="x3 -'))
def test_a_position_damaged_at_any_place_is_refused_or_still_a_position(place: int, put: str) -> None:
    line = write_state(GAME, series.start(["Anne", "Jack"]))
    try:
        assert isinstance(read_state(GAME, line[:place] + put + line[place + 1 :]), series.Race)
    except TextError as error:
        assert str(error)


@pytest.mark.parametrize("line", ["series/2 players=(Anne Jack)", "mille/1 players=(Anne)", "", "   "])
def test_a_position_of_another_game_or_version_is_refused(line: str) -> None:
    with pytest.raises(TextError, match="series/1"):
        read_state(GAME, line)


def test_types_that_could_not_be_told_apart_are_refused_when_the_form_is_made() -> None:
    for ambiguous in (int | Seat, str | Seat, tuple[int, ...] | Chest):
        with pytest.raises(TypeError):
            text.form_of(ambiguous)
    with pytest.raises(TypeError, match="knows no type"):
        text.form_of(float)


def test_the_seats_an_action_is_about() -> None:
    assert text.seats_in(Claim(2, (Symbol.PALM,))) == {2}
    assert text.seats_in(Tied((0, 3))) == {0, 3}
    assert text.seats_in(Redeal()) == set()
