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
from app.bench.people.play import Person, evening
from app.bench.people.sense import Sense
from rules import record as records
from rules import sabords
from rules.game import SEA
from rules.sabords.state import Deal, Phase, Setup
from tests.virtual_pi.person import standing
from ui.games.staged import STAGED
from ui.table.screen import GameScreen


@contextmanager
def seated(folder: Path, game: str, way: str) -> Iterator[Person]:
    """Somebody who goes straight to this game."""
    (folder / "table").mkdir()
    person = Person(folder / "table", game, way, 1, (800, 480), "fr", curious=0.0, kills=0.0)
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


WAYS_OF_GAMES = list(product(STAGED, WAYS))
SHORT = [(game, list(WAYS)[number % 3]) for number, game in enumerate(STAGED)]  # a run that everybody can wait for


@pytest.mark.slow
@pytest.mark.parametrize(("game", "way"), SHORT)
def test_somebody_plays_each_game_from_the_title_to_the_winner(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str, way: str
) -> None:
    monkeypatch.setenv("VIGIE_DATA", str(tmp_path))
    seed = WAYS_OF_GAMES.index((game, way))
    played = evening(tmp_path, game, way, seed, SIZES[seed % 2], LANGUAGES[seed // 2 % 2])
    assert played.finished, played.trouble


@pytest.mark.slow
@pytest.mark.parametrize(("game", "way"), WAYS_OF_GAMES)
def test_everybody_plays_every_game_in_both_languages_hasty_or_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str, way: str, long_run: bool
) -> None:
    if not long_run:
        pytest.skip("hundreds of evenings: with --long")
    monkeypatch.setenv("VIGIE_DATA", str(tmp_path))
    troubles = []
    for seed in range(20):
        size, code = SIZES[seed % 2], LANGUAGES[seed // 2 % 2]
        played = evening(tmp_path, game, way, seed, size, code, hasty=seed % 3 == 2)
        troubles += [played.trouble] if played.trouble else []
    assert not troubles, f"{len(troubles)} of 20: " + "\n".join(troubles)
