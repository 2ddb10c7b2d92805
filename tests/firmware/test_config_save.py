from __future__ import annotations

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
