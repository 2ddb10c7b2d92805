from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from firmware.config import ConfigError, load, save


def test_a_setting_is_written_where_there_was_no_file(tmp_path: Path) -> None:
    file = tmp_path / "own" / "table.toml"
    assert save("sound.volume", 40, file).sound.volume == 40
    assert file.read_text() == "[sound]\nvolume = 40\n"
    assert load(file) == (save("sound.volume", 40, file), [])


def test_the_owners_other_lines_and_remarks_stay(tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    file.write_text('# mine\nlanguage = "fr"\n\n[play]\nadvice = true  # for the children\n\n[sound]\nmute = true\n')
    config = save("play.advice", False, file)
    assert not config.play.advice and config.sound.mute and config.language == "fr"
    assert file.read_text() == (
        '# mine\nlanguage = "fr"\n\n[play]\nadvice = false  # for the children\n\n[sound]\nmute = true\n'
    )


def test_a_setting_without_a_section_goes_before_the_sections(tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    file.write_text("[sound]\nmute = true\n")
    config = save("language", "fr", file)
    assert config.language == "fr" and config.sound.mute


@pytest.mark.parametrize(("key", "value"), [("sound.volume", 300), ("play.nonsense", 1), ("language", "tlh")])
def test_a_value_that_cannot_be_is_refused_and_nothing_is_written(tmp_path: Path, key: str, value: str | int) -> None:
    file = tmp_path / "table.toml"
    with pytest.raises(ConfigError, match=key):
        save(key, value, file)
    assert not file.exists()


def test_a_folder_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    (tmp_path / "own").write_text("a file where the folder should be")
    with pytest.raises(ConfigError, match="cannot be written"):
        save("sound.mute", True, tmp_path / "own" / "table.toml")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("play.advice = false\n", "play.advice = true\n"),
        ("play = { advice = false }\n", "play = { advice = true }\n"),
        ("[ play ]\nadvice = false\n", "[ play ]\nadvice = true\n"),
        ('["play"]\n"advice" = false\n', '["play"]\n"advice" = true\n'),
        ("[play]  # here\nadvice=false # no\n", "[play]  # here\nadvice=true # no\n"),
        ("play.tie_window_ms = 15\n", "play.tie_window_ms = 15\nplay.advice = true\n"),
    ],
)
def test_however_valid_toml_writes_a_setting_it_is_changed_there(tmp_path: Path, before: str, after: str) -> None:
    file = tmp_path / "table.toml"
    file.write_text(before)
    assert save("play.advice", True, file).play.advice
    assert tomllib.loads(file.read_text()) == tomllib.loads(after)
    assert load(file)[1] == []
    if "tie_window" not in before:
        assert file.read_text() == after


def test_a_hash_within_a_string_is_no_remark(tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    file.write_text('[dice]\ntwelve = "my #1 dice"  # the blue ones\n')
    assert save("dice.twelve", "others", file).dice.twelve == "others"
    assert file.read_text() == '[dice]\ntwelve = "others"  # the blue ones\n'


def test_a_section_that_is_none_is_said_and_the_file_stays(tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    file.write_text("play = 3\n")
    with pytest.raises(ConfigError, match="section"):
        save("play.advice", True, file)
    assert file.read_text() == "play = 3\n"
