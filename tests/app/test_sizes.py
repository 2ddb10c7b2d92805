"""A size is written in one way, wherever the command line takes one."""

from __future__ import annotations

from argparse import Namespace

import pytest

from app import cli, play
from app.sizes import pixels_of, size_of
from rules.say import Trouble


@pytest.mark.parametrize("text", ["1280x800", "1280X800", "1280×800"])
def test_a_size_is_two_lengths_with_a_cross_between_them(text: str) -> None:
    assert pixels_of(text) == (1280, 800)
    assert size_of("297.5x210") == (297.5, 210.0)


WRONG = pytest.mark.parametrize("size", ["1280", "axb", "-3x4", "3x4x5"])


@WRONG
@pytest.mark.parametrize("command", ["shots OUT", "calibrate --corners tray.jpg 0,0 9,0 9,9 0,9"])
def test_what_is_no_size_gets_the_same_sentence_from_every_command(
    command: str, size: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main([*command.split(), f"--size={size}"]) == 2
    assert f"'{size}' is not a size like " in capsys.readouterr().err


@WRONG
def test_the_window_of_a_game_has_a_size_of_that_kind(size: str) -> None:
    with pytest.raises(Trouble, match="is not a size like 1280x800"):
        play.size_of(Namespace(size=size, window=True))
