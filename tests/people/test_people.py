"""People who know nothing but what the screen offers sit down at the table."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from app.bench.people.fingers import WAYS
from app.bench.people.play import Person, evening
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


@pytest.mark.slow
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("game", STAGED)
@pytest.mark.xfail(reason="nothing on the screen throws the dice yet: issue 19, point 1", strict=True)
def test_everybody_plays_each_game_from_the_title_to_the_winner(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str, way: str, long_run: bool
) -> None:
    monkeypatch.setenv("VIGIE_DATA", str(tmp_path))
    for seed in range(20 if long_run else 1):
        played = evening(
            tmp_path, game, way, seed, (1280, 800) if seed % 2 else (800, 480), "en" if seed % 4 > 1 else "fr"
        )
        assert played.finished, played.trouble
