"""vigie score: hands at the command line and as JSON lines."""

from __future__ import annotations

import io
import json
import sys
from typing import Any

import pytest

from app.cli import main

GOOD = {"card": "coin", "dice": ["skull"] + ["coin"] * 7, "first_throw": False, "banked": []}


def scored(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *lines: Any) -> list[dict[str, Any]]:
    """The answers to these lines; what is not text yet is written as JSON."""
    text = "\n".join(line if isinstance(line, str) else json.dumps(line) for line in lines)
    return answered(monkeypatch, capsys, text.encode())[1]


def answered(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], data: bytes
) -> tuple[int, list[dict[str, Any]], str]:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
    code = main(["score", "--jsonl"])
    said = capsys.readouterr()
    return code, [json.loads(line) for line in said.out.splitlines()], said.err


def test_a_hand_is_printed_part_by_part(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["score", "--card", "pirate", "4 coin diamond 2 skull sabre"]) == 0
    lines = [line.rsplit(maxsplit=1) for line in capsys.readouterr().out.splitlines()]
    assert [int(line[1]) for line in lines[1:]] == [200, 100, 400, 700, 1400]
    assert [line[0].strip() for line in lines[1:]] == [
        "set of 4: gold coin",
        "one diamond",
        "4 gold coins",
        "doubled by the pirate",
        "points",
    ]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--card", "ship2", "2 sabre 3 coin 3 diamond"], ["ship won", "300", "full chest", "500", "1600"]),
        (["--card", "ship3", "8 coins"], ["ship lost", "-500"]),
        (["3 skulls, 5 coins"], ["three skulls", "points 0"]),
        (["--card", "treasure_island", "--banked", "3 coin", "3 skull 3 coin 2 sabre"], ["three skulls", "points 400"]),
        (["--first-throw", "5 skull 3 coin"], ["every opponent -500", "points 0"]),
        (["--card", "diamond", "8 diamond"], ["pirate magic", "points 5400"]),
    ],
)
def test_ships_skulls_and_magic_are_named(
    capsys: pytest.CaptureFixture[str], arguments: list[str], words: list[str]
) -> None:
    assert main(["score", *arguments]) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert [word for word in words if word not in said] == []


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ([], "which dice"),
        (["8 coyn"], "'coyn' is no face"),
        (["7 coin"], "eight dice"),
        (["9 coin"], "names 9"),
        (["8"], "which face"),
        (["2 3 coin"], "'3' is no face"),
        (["0 coin 8 sabre"], "'0' is no face"),
        ([""], "names 0"),
        (["--card", "kraken", "8 coin"], "no card 'kraken'"),
        (["--card", "pirate", "--banked", "coin", "8 coin"], "only with the card treasure_island"),
        (["--card", "treasure_island", "--banked", "2 sabre", "8 coin"], "among the eight dice"),
        (["--card", "treasure_island", "--banked", "skull", "skull 7 coin"], "skull cannot lie"),
        (["--jsonl", "8 coin"], "standard input"),
    ],
)
def test_bad_arguments_get_one_sentence(capsys: pytest.CaptureFixture[str], arguments: list[str], reason: str) -> None:
    assert main(["score", *arguments]) == 2
    said = capsys.readouterr()
    assert said.out == "" and reason in said.err and said.err.count("\n") == 1


def test_json_lines_are_answered_one_by_one(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    island = {"card": "pirate", "dice": ["skull"] * 4 + ["coin"] * 4, "first_throw": True}
    sunk = {"card": "ship4", "dice": ["skull"] * 4 + ["coin"] * 4, "first_throw": True}
    banked = {"card": "treasure_island", "dice": ["skull"] * 3 + ["coin"] * 5, "banked": ["coin"] * 3}
    magic = {"card": "coin", "dice": ["coin"] * 8}
    assert scored(monkeypatch, capsys, GOOD, island, sunk, banked, magic) == [
        {"points": 4800, "bust": False, "island": False, "win": False, "penalty": 0},
        {"points": 0, "bust": False, "island": True, "win": False, "penalty": 800},
        {"points": -1000, "bust": True, "island": False, "win": False, "penalty": 0},
        {"points": 400, "bust": True, "island": False, "win": False, "penalty": 0},
        {"points": 5400, "bust": False, "island": False, "win": True, "penalty": 0},
    ]


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("nonsense", "not JSON"),
        ("", "not JSON"),
        ("[" * 5000, "not JSON"),
        ('{"card": "none"} {"card": "none"}', "more on this line"),
        ("[1, 2]", "not an object"),
        ({"dice": ["coin"] * 8}, "card must be one of"),
        ({"card": ["none"], "dice": ["coin"] * 8}, "card must be one of"),
        ({"card": "kraken", "dice": ["coin"] * 8}, "no card 'kraken'"),
        ({"card": "none"}, "dice must be a list"),
        ({"card": "none", "dice": "coin"}, "dice must be a list"),
        ({"card": "none", "dice": ["coin"] * 7}, "eight faces, not 7"),
        ({"card": "none", "dice": ["coin"] * 7 + ["gold"]}, '"gold" is no face'),
        ({"card": "none", "dice": ["coin"] * 7 + [{}]}, "{} is no face"),
        ({"card": "none", "dice": ["coin"] * 8, "first_throw": 1}, "true or false"),
        ({"card": "none", "dice": ["coin"] * 8, "banked": 3}, "banked must be a list"),
        ({"card": "none", "dice": ["coin"] * 8, "banked": ["coin"]}, "only with the card"),
        ({"card": "treasure_island", "dice": ["coin"] * 8, "banked": ["coin"] * 9}, "among the eight"),
        ({"card": "treasure_island", "dice": ["coin"] * 8, "banked": ["rum"]}, '"rum" is no face'),
    ],
)
def test_a_bad_line_is_answered_with_its_error_and_the_others_as_ever(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], line: Any, reason: str
) -> None:
    before, answer, after = scored(monkeypatch, capsys, GOOD, line, GOOD)
    assert before == after and before["points"] == 4800
    assert list(answer) == ["error"] and reason in answer["error"]


def test_bytes_that_are_no_text_harm_nobody(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    code, answers, said = answered(monkeypatch, capsys, b"\xff\xfe\n" + json.dumps(GOOD).encode() + b"\r\n")
    assert code == 1 and "1 of 2 lines" in said
    assert "not JSON" in answers[0]["error"] and answers[1]["points"] == 4800


def test_a_stream_without_faults_ends_well(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert answered(monkeypatch, capsys, b"") == (0, [], "")
    many = (json.dumps(GOOD) + "\n").encode() * 3000  # more than one read
    code, answers, said = answered(monkeypatch, capsys, many)
    assert (code, said) == (0, "") and len(answers) == 3000
