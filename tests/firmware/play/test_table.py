"""Whatever is put in, the table never raises: what cannot be is said to the players, and the game goes on."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from firmware.clock import FakeClock
from firmware.config import SHIPPED, read
from firmware.games.hosted import HOSTED
from firmware.play.events import (
    ButtonTrouble,
    CameraBack,
    CameraLost,
    Corrected,
    Event,
    JudgeSays,
    Looked,
    Paused,
    Picked,
    Pressed,
    Released,
    Tick,
    Undo,
)
from firmware.play.hosting import House
from firmware.play.referee import Moment, Option
from firmware.play.table import Table
from rules import mille, record, series
from rules.games import GAMES
from rules.say import Message
from rules.series.dice import ALL_SERIES
from vision.seen import Die, Seen

PLAYERS = ("Anne", "Jack", "Zoé")
HOUSES = (House(), House("aloud", "physical"))

NONSENSE = [
    *("card:nonsense", "card:", "die:99", "die:-1", "die:x", "judge:", "judge:9", "judge:x", "series:rum", "counts"),
    *("back", "stop", "thrown", "throw", "lay", "pass", "taken", "claim", "heard", "reveal", "draw", "stands"),
    *("recruit", "attack", ":", "{player}", "%s", "throw palm.red", "", "\x00", "é" * 500),
]
words = st.one_of(st.sampled_from(NONSENSE), st.text(max_size=12))
buttons = st.one_of(
    st.sampled_from(
        [f"player{n}" for n in (0, 1, 2, 3, 4, 7, 99)]
        + [f"pad{n}" for n in (0, 1, 5, 12, 13, 99)]
        + ["pad", "padx", "pad-1", "pad²", "player", "player²", "playerx", "left", "right", "choose", "up", "back"]
    ),
    words,
)
faces = st.one_of(st.sampled_from(["palm", "skull", "sabre", "coin", "ship", "blank", "1", "6", "0", "rum"]), words)
colours = st.one_of(st.none(), st.sampled_from(["red", "black", "green", "nonsense"]))
numbers = st.integers(-3, 14) | st.sampled_from([-(10**9), 10**9])
KIND_FACES = {
    "series": ["palm", "skull", "sabre", "diamond", "ship", "pistol"],
    "mille": ["skull", "sabre", "coin", "diamond", "monkey", "parrot"],
    "duel": ["skull", "ship", "blank"],
    "aux": ["1", "2", "3", "4", "5", "6"],
}


def dice(game: str) -> st.SearchStrategy[Die]:
    """The dice of this game, wherever and however they lie: the eyes look for no others."""
    return st.builds(
        Die,
        st.none() | st.sampled_from(KIND_FACES[game]),
        st.sampled_from(["red", "black", "green"]) if game == "series" else st.none(),
        st.sampled_from([None, "red", "blue", "white"]),
        st.floats(-50, 400),
        st.floats(-50, 300),
        st.sampled_from(["track", "reserve", "island", "off"]),
        st.sampled_from(["flat", "cocked", "unsure"]),
        st.floats(0, 1),
        id=st.integers(0, 14),
    )


def seen(game: str, at: float) -> st.SearchStrategy[Looked]:
    phases = st.sampled_from(["settled", "settled", "settled", "moving", "hand", "blind"])
    lying = st.lists(dice(game), max_size=13, unique_by=lambda die: die.id)
    return st.builds(lambda phase, dice: Looked(Seen(at, phase, tuple(dice))), phases, lying)


actions = st.one_of(
    st.none(),
    st.just(series.Claim(0, (ALL_SERIES[0],))),
    st.just(series.Claim(9, ())),
    st.just(mille.Stop()),
    st.just("nonsense"),
)


def events(game: str, at: float) -> st.SearchStrategy[Event]:
    when = st.just(at)
    said = st.just(Message("It hangs."))
    return st.one_of(
        st.builds(Picked, words, when),
        st.builds(Pressed, buttons, when),
        st.builds(Released, buttons, when),
        st.builds(Corrected, numbers, faces, colours, when, numbers | st.none()),
        seen(game, at),
        st.builds(JudgeSays, numbers, st.none() | numbers, actions, when),
        st.builds(ButtonTrouble, buttons, st.none() | said, when),
        st.builds(CameraLost, said, when),
        st.builds(CameraBack, when),
        st.builds(Undo, when),
        st.builds(Paused, st.booleans(), when),
        st.builds(Tick, when),
        st.just(Tick(at)),
    )


class Pick:
    """The option of that number among those on offer, so that the play gets somewhere."""

    def __init__(self, number: int) -> None:
        self.number = number

    def __repr__(self) -> str:
        return f"Pick({self.number})"


class Settle:
    """Dice come to rest: what the house's dice of this game may show."""

    def __init__(self, faces: list[str]) -> None:
        self.faces = faces

    def __repr__(self) -> str:
        return f"Settle({self.faces})"


def sat_down(game: str, house: House, seed: int) -> Table:
    chance = Random(seed)
    hosted = HOSTED[game]
    began = record.begin(GAMES[game], PLAYERS, hosted.setup)
    return Table(began, hosted.referee(house, read(SHIPPED), chance), lambda line: None, FakeClock().now())


def play(table: Table, what: Any, at: float) -> None:
    if isinstance(what, Pick):
        options: tuple[Option, ...] = table.expects.options
        if options:
            table.hear(Picked(options[what.number % len(options)].key, at))
    elif isinstance(what, Settle):
        colour = "red" if table.record.game.key == "series" else None
        lying = tuple(
            Die(face, colour, "red", 60.0 + 20 * n, 90.0 + at % 7, "track", "flat", 0.9, id=n)
            for n, face in enumerate(what.faces)
        )
        table.hear(Looked(Seen(at, "settled", lying)))
    else:
        table.hear(what)


@pytest.mark.slow
@pytest.mark.parametrize("game", sorted(HOSTED))
def test_no_event_makes_the_table_raise(game: str, long_run: bool, caplog: pytest.LogCaptureFixture) -> None:
    @settings(max_examples=1500 if long_run else 30, deadline=None, suppress_health_check=list(HealthCheck))
    @given(st.sampled_from(HOUSES), st.integers(0, 99), st.data())
    def hears_anything(house: House, seed: int, data: st.DataObject) -> None:
        table, at = sat_down(game, house, seed), FakeClock().now()
        helpful = st.builds(Pick, st.integers(0, 30)) | st.builds(
            Settle, st.lists(st.sampled_from(KIND_FACES[game]), max_size=9)
        )
        for _ in range(data.draw(st.integers(1, 25))):
            at += data.draw(st.sampled_from([0.0, 0.01, 0.5, 20.0]))
            play(table, data.draw(helpful | events(game, at)), at)
            assert not caplog.records, caplog.text
            assert len(table.expects.lamps) in (0, len(PLAYERS))
            assert all(isinstance(moment, Moment) and str(moment.message) for moment in table.moments[-3:])
            assert str(table.expects.message)

    hears_anything()


def test_a_fault_of_ours_is_said_and_logged_and_the_game_goes_on(caplog: pytest.LogCaptureFixture) -> None:
    table = sat_down("series", House(), 1)
    table.hear(CameraLost(Message("No camera."), 2000.0))
    table.hear(Corrected(0, "palm", "red", 2001.0))
    whole = table.referee

    class Broken:
        begin, goes_on, expects = (staticmethod(each) for each in (whole.begin, whole.goes_on, whole.expects))

        def hear(self, state: Any, memory: Any, event: Event) -> Any:
            if isinstance(event, Pressed):
                raise ZeroDivisionError("a fault")
            return whole.hear(state, memory, event)

    table.referee = Broken()  # type: ignore[assignment]
    table.hear(Pressed("player1", 2002.0))
    assert table.moments[-1].name == "hint" and len(caplog.records) == 1 and "ZeroDivisionError" in caplog.text
    table.referee = whole
    table.hear(Corrected(1, "palm", "blue", 2003.0))
    assert len(table.record.entries) == 2


@pytest.mark.parametrize("nonsense", ["card:nonsense", "card:", "judge:x", "judge:9", "", "die:99", "throw palm.red"])
@pytest.mark.parametrize("game", sorted(HOSTED))
def test_a_pick_that_nobody_offered_is_no_pick(game: str, nonsense: str) -> None:
    table = sat_down(game, HOUSES[1], 1)
    before = table.record
    table.hear(Picked(nonsense, 2000.0))
    assert table.record == before


@pytest.mark.parametrize("button", ["pad0", "pad13", "pad99", "padx", "pad", "pad²", "player0", "player9", "player²"])
def test_a_button_that_is_not_there_is_not_heard_while_a_series_is_named(button: str) -> None:
    table = sat_down("series", House(), 1)
    table.hear(CameraLost(Message("No camera."), 2000.0))
    table.hear(Corrected(0, "palm", "red", 2001.0))
    table.hear(Pressed("player1", 2002.0))
    table.hear(Tick(2003.0))
    assert table.expects.task == "name"
    before = table.expects
    table.hear(Pressed(button, 2003.5))
    assert table.expects == before
