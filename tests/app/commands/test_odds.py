"""vigie odds: readable for people, complete for machines."""

from __future__ import annotations

import json
from typing import Any

import pytest

from app.cli import main
from rules.mille.odds import odds
from rules.mille.score import CARDS


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["odds", *arguments]) == 0
    return capsys.readouterr().out


def read(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(printed(capsys, *arguments, "--json"))
    return found


def test_without_dice_the_fresh_turn_of_all_twelve_cards(capsys: pytest.CaptureFixture[str]) -> None:
    found = read(capsys)
    assert list(found) == ["fresh_turn"] and list(found["fresh_turn"]) == list(CARDS)
    assert found["fresh_turn"] == pytest.approx(odds().fresh_turn, abs=1e-3)
    assert read(capsys, "--card", "ship4") == {"fresh_turn": {"ship4": found["fresh_turn"]["ship4"]}}
    assert "578.80" in printed(capsys)


def test_the_best_throw_is_marked_and_the_worth_of_stopping_is_there(capsys: pytest.CaptureFixture[str]) -> None:
    lines = printed(capsys, "--card", "pirate", "3 sabre 2 coin monkey parrot skull").splitlines()
    best = [" ".join(line.split()) for line in lines if line.lstrip().startswith("best")]
    assert best == ["best monkey parrot skull 2 coin 3 sabre 2.8% 1136.76"]
    assert any("stop" in line and "600.00" in line for line in lines)
    assert "35 more" in lines[-1]


def test_all_ways_are_shown_when_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    few = printed(capsys, "2 skull 4 coin 2 sabre")
    every = printed(capsys, "--all", "2 skull 4 coin 2 sabre")
    ways = read(capsys, "2 skull 4 coin 2 sabre")["rethrows"]
    assert few.count("%") == 8 and every.count("%") == len(ways) > 8


def test_json_tells_every_way_with_its_chance_and_its_worth(capsys: pytest.CaptureFixture[str]) -> None:
    found = read(capsys, "--card", "skull1", "skull 5 coin sabre monkey")
    assert found["card"] == "skull1" and found["stop"] == 1000 and found["bust"] is False
    assert found["best"] == "stop" and found["points"] == 1000
    for way in found["rethrows"]:
        assert sorted(way["keep"] + way["throw"]) == sorted(found["dice"])
        assert way["bust"] == pytest.approx(1 - (5 / 6) ** len(way["throw"]))
    worths = [way["points"] for way in found["rethrows"]]
    assert worths == sorted(worths, reverse=True)


def test_the_guardian_can_act_until_she_has(capsys: pytest.CaptureFixture[str]) -> None:
    waiting = read(capsys, "--card", "guardian", "3 skull 4 coin sabre")
    assert waiting["best"]["throw"] == ["skull"] and waiting["best"]["bust"] == pytest.approx(1 / 6)
    acted = read(capsys, "--card", "guardian", "--guardian-used", "3 skull 4 coin sabre")
    assert acted["rethrows"] == [] and acted["points"] == 0
    assert "the turn is over" in printed(capsys, "--card", "guardian", "--guardian-used", "3 skull 4 coin sabre")


def test_nine_alike_are_the_end(capsys: pytest.CaptureFixture[str]) -> None:
    assert "the game is won" in printed(capsys, "--card", "coin", "8 coin")


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["8 coyn"], "no face"),
        (["5 coin"], "eight dice"),
        (["--card", "kraken"], "no card 'kraken'"),
        (["--guardian-used", "8 coin"], "needs --card guardian"),
        (["--card", "guardian", "--guardian-used"], "needs dice"),
    ],
)
def test_bad_arguments_get_one_sentence(capsys: pytest.CaptureFixture[str], arguments: list[str], reason: str) -> None:
    assert main(["odds", *arguments]) == 2
    said = capsys.readouterr()
    assert said.out == "" and reason in said.err and said.err.count("\n") == 1


def test_the_help_states_what_the_figures_assume(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["odds", "--help"])
    assert "Only the points of this turn count" in capsys.readouterr().out
