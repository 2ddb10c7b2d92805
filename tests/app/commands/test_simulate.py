"""vigie simulate: figures of many games, the same for the same seed."""

from __future__ import annotations

import json
import sys

import pytest

from app.cli import main
from app.progress import progress
from rules.games import GAMES


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["simulate", *arguments]) == 0
    return capsys.readouterr().out


def test_the_same_seed_prints_the_same_and_another_another(capsys: pytest.CaptureFixture[str]) -> None:
    same = ["series", "--players", "3", "--games", "20", "--seed"]
    assert printed(capsys, *same, "5") == printed(capsys, *same, "5") != printed(capsys, *same, "6")


def test_win_rates_length_and_points_are_printed(capsys: pytest.CaptureFixture[str]) -> None:
    text = printed(capsys, "series", "--players", "2", "--games", "10")
    assert "10 games of 2 bots, seed 1" in text
    for word in ("win rate", "per turn", "Anne", "Jack", "actions a game", "turns a game"):
        assert word in text


@pytest.mark.parametrize("key", GAMES)
def test_every_game_is_simulated_for_machines(key: str, capsys: pytest.CaptureFixture[str]) -> None:
    result = json.loads(printed(capsys, key, "--games", "3", "--json"))
    assert result["game"] == key and result["games"] == 3
    assert sum(seat["wins"] for seat in result["seats"]) == pytest.approx(3)
    assert result["actions"]["least"] <= result["actions"]["mean"] <= result["actions"]["most"]


def test_options_of_the_game_are_given_as_in_a_game_file(capsys: pytest.CaptureFixture[str]) -> None:
    result = json.loads(printed(capsys, "series", "--games", "5", "--json", "--setup", "squares=5 first=Mary"))
    assert max(seat["points"] for seat in result["seats"]) <= 5


def test_a_bar_is_shown_on_a_terminal_only(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    assert list(progress([1, 2, 3], 3, "games")) == [1, 2, 3]
    assert capsys.readouterr().err == ""
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    assert list(progress([1, 2, 3, 4], 4, "games")) == [1, 2, 3, 4]
    shown = capsys.readouterr().err
    assert " 25 %  1 of 4 games" in shown and "100 %" in shown
    assert shown.endswith("\r\033[K"), "and it is wiped away"
