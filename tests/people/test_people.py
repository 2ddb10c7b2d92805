"""People who know nothing but what the screen offers sit down at the table."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import product
from pathlib import Path
from random import Random

import pytest

from app.bench.people import LANGUAGES, SIZES
from app.bench.people.fingers import WAYS
from app.bench.people.play import Person, circumstances, evening, number_of
from app.bench.people.sense import Sense
from firmware.play.judge import disputes
from firmware.practice.hand import Hand
from rules import record as records
from rules import sabords
from rules.game import SEA
from rules.sabords.state import Deal, Phase, Setup
from tests.virtual_pi.person import standing
from ui.games.staged import STAGED
from ui.table import furniture
from ui.table.screen import GameScreen


@contextmanager
def seated(folder: Path, game: str, way: str) -> Iterator[Person]:
    """Somebody who goes straight to this game."""
    (folder / "table").mkdir()
    person = Person(folder / "table", game, way, 1, (800, 480), "fr", curious=0.0, kills=0.0, company=0.0)
    try:
        yield person
    finally:
        person.house.close()


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("game", STAGED)
def test_everybody_finds_the_way_from_the_title_into_each_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str, way: str
) -> None:
    monkeypatch.setenv("VIGIE_DATA", str(tmp_path))
    with seated(tmp_path, game, way) as person:
        played = person.play(until=lambda house: isinstance(house.director.screen, GameScreen))
        assert not played.trouble and person.house.table is not None
        assert person.house.table.record.game.key == game
        assert played.presses <= 3 + len(STAGED), "title, game, start, and the arrows to the game"


def test_whoever_is_dealt_cards_by_the_table_plays_those_and_no_others() -> None:
    chance = Random(1)
    table_deals = records.begin(sabords.GAME, ("Anne", "Jack"), Setup(cards=Deal.VIRTUAL))
    while table_deals.state.phase is not Phase.DISCARD:
        actor = sabords.GAME.sea if sabords.GAME.actor(table_deals.state) is SEA else sabords.GAME.bot
        table_deals = records.play(table_deals, actor(table_deals.state, chance))
    with standing(records.write(table_deals).split("\n"), chance) as (table, _):
        offered = [option.key for option in table.expects.options]
        assert next(Sense(chance).wishes(table, frozenset())) in offered


GAMES_AND_WAYS = list(product(STAGED, WAYS))


@pytest.mark.slow
@pytest.mark.parametrize("seed", (0, 1))
@pytest.mark.parametrize(("game", "way"), GAMES_AND_WAYS)
def test_everybody_plays_every_game_from_the_title_to_the_winner(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str, way: str, seed: int
) -> None:
    """At both sizes and in both languages, hasty and unhurried; they open the menu, take back, leave and come back, sit
    among robots, and some are killed."""
    monkeypatch.setenv("VIGIE_DATA", str(tmp_path))
    played = evening(tmp_path, game, way, seed)
    assert played.finished, played.trouble


@pytest.mark.slow
@pytest.mark.parametrize(("game", "way"), GAMES_AND_WAYS)
def test_thousands_play_with_long(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str, way: str, long_run: bool
) -> None:
    if not long_run:
        pytest.skip("two thousand evenings: with --long")
    monkeypatch.setenv("VIGIE_DATA", str(tmp_path))
    troubles = [played.trouble for seed in range(2, 172) if (played := evening(tmp_path, game, way, seed)).trouble]
    assert not troubles, f"{len(troubles)} of 170: " + "\n".join(troubles)


def test_the_evenings_of_a_normal_run_are_of_every_kind() -> None:
    kinds = {circumstances(number_of(game, way, seed)) for (game, way), seed in product(GAMES_AND_WAYS, (0, 1))}
    assert kinds == set(product(SIZES, LANGUAGES, (False, True)))


# -- what must be a failure, is one --------------------------------------------------------------------------------


def spoilt(folder: Path, game: str, way: str) -> str:
    """What is said of an evening, and that there is a picture of it."""
    with seated(folder, game, way) as person:
        played = person.play()
    assert not played.finished
    assert list(folder.glob("*.png")), "with a picture"
    return played.trouble


@pytest.mark.parametrize("way", WAYS)
def test_a_hand_that_cannot_throw_is_a_promise_that_nobody_keeps(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    monkeypatch.setenv("VIGIE_DATA", str(tmp_path))
    monkeypatch.setattr(Hand, "deeds", lambda hand: ())
    assert f"can be done in no way by {way}" in spoilt(tmp_path, "series", way)


def test_a_place_that_another_lies_over_is_a_failure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VIGIE_DATA", str(tmp_path))
    signs = furniture.signs

    def with_one_too_many(at: GameScreen) -> None:
        signs(at)
        at.target(at.layout.crew, lambda when: None, "too much", focus=False)

    monkeypatch.setattr(furniture, "signs", with_one_too_many)
    assert "lies under 'too much'" in spoilt(tmp_path, "series", "touch")


def test_a_press_that_does_nothing_is_a_dead_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VIGIE_DATA", str(tmp_path))
    monkeypatch.setattr(Hand, "do", lambda hand, key, at: None)
    assert "nothing comes of" in spoilt(tmp_path, "mille", "keys")


@pytest.mark.slow
@pytest.mark.parametrize(("game", "way"), list(product(STAGED, WAYS)))
def test_in_every_game_a_judge_is_asked_and_the_game_goes_on_from_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str, way: str
) -> None:
    monkeypatch.setenv("VIGIE_DATA", str(tmp_path))
    with seated(tmp_path, game, way) as person:
        played = person.play(until=lambda house: house.table is not None and len(house.table.record.steps) >= 3)
        assert not played.trouble and person.house.table is not None
        table, steps = person.house.table, len(person.house.table.record.steps)
        dispute, entries = disputes(table.record)[0], len(table.record.entries)
        # The last decision; who judges; it does not count.
        for name in ("menu", "judge", "judge 0", "judge 0", "judge 0"):
            asked = {each.name: each for each in person.fingers.reachable()}
            person.fingers.do(asked[name])
            person.house.wait(0.3)
        word = records.Judged(dispute.entry, dispute.judges[0], None)
        assert word in table.record.entries[entries:] and table.paused is None
        assert dispute.entry not in [step.number for step in table.record.steps]
        played = person.play(until=lambda house: len(table.record.steps) > steps)
        assert not played.trouble
