"""table.toml: typed, complete, and forgiving of the owner's slips without hiding them."""

from __future__ import annotations

import tomllib
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any, get_type_hints

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from firmware import config
from firmware.config import SHIPPED, Config, ConfigError, load, own_file, read
from firmware.panel.pins import faults


def own(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "table.toml"
    path.write_text(text, encoding="utf-8")
    return path


def every_key(kind: Any, place: str = "") -> set[str]:
    hints = get_type_hints(kind)
    keys: set[str] = set()
    for one in fields(kind):
        type_ = hints[one.name]
        keys |= every_key(type_, f"{place}{one.name}.") if is_dataclass(type_) else {place + one.name}
    return keys


def test_the_shipped_file_says_every_setting_once_and_nothing_else() -> None:
    tree = tomllib.loads(SHIPPED.read_text(encoding="utf-8"))
    said = {
        f"{name}.{inner}" if isinstance(value, dict) else name
        for name, value in tree.items()
        for inner in (value if isinstance(value, dict) else [""])
    }
    assert said == every_key(Config)
    assert read(SHIPPED).players == 6


def test_six_players_a_console_a_pad_and_the_shutdown_button_fit_on_the_header(tmp_path: Path) -> None:
    full = read(own(tmp_path, "[pad]\nfitted = true\n[board]\nserial_console = true\n"))
    used = [wire.pin for wire in full.wires()]
    assert len(used) == len(set(used)) == 6 * 2 + 3 + 7 + 1
    assert not {0, 1, 2, 14, 15} & set(used)


def test_no_shipped_lamp_is_on_a_pin_that_the_pi_pulls_up_at_boot() -> None:
    lamps = [wire.pin for wire in read(SHIPPED).wires() if wire.use == "lamp"]
    assert len(lamps) == 6 and all(pin >= 9 for pin in lamps)


def test_no_file_of_ones_own_means_the_shipped_settings(tmp_path: Path) -> None:
    assert load(tmp_path / "none.toml") == (read(SHIPPED), [])


def test_ones_own_file_changes_only_what_it_says(tmp_path: Path) -> None:
    settings_, troubles = load(own(tmp_path, "language = 'fr'\n[sound]\nvolume = 5\n[player1]\nlamp = 'none'\n"))
    assert troubles == []
    assert (settings_.language, settings_.sound.volume, settings_.sound.mute) == ("fr", 5, False)
    assert settings_.player1.lamp is None and settings_.player1.button == 17


def test_the_own_file_is_in_the_data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VIGIE_DATA", str(tmp_path))
    own(tmp_path, "players = 2")
    assert own_file() == tmp_path / "table.toml"
    assert load()[0].players == 2


WRONG = [
    ("playrs = 3", "playrs", "did you mean 'players'"),
    ("[colour]\nx = 1", "colour", "no such setting"),
    ("[sound]\nvolumes = 3", "sound.volumes", "did you mean 'volume'"),
    ("players = 9", "players", "9 is out of range; allowed: 1 to 6"),
    ("players = true", "players", "true is not a whole number"),
    ("players = 3.5", "players", "3.5 is not a whole number"),
    ("players = 'three'", "players", '"three" is not a whole number'),
    ("language = 'de'", "language", "auto, en, fr"),
    ("[play]\ntie_window_ms = -1", "play.tie_window_ms", "0 to 500"),
    ("[play]\ntie_window_ms = nan", "play.tie_window_ms", "0 to 500"),
    ("[play]\nadvice = 1", "play.advice", "neither true nor false"),
    ("[mat]\nfile = 3", "mat.file", "not a text in quotes"),
    ("[camera]\nkind = 'webcam'", "camera.kind", "picamera, usb"),
    ("sound = 3", "sound", "write [sound]"),
    ("[console]\nleft = '26'", "console.left", "not a GPIO number"),
    ("[console]\nleft = 28", "console.left", "there is no GPIO 28"),
    ("[console]\nleft = -1", "console.left", "there is no GPIO -1"),
    ("[console]\nleft = 1", "console.left", "reserved for add-on boards"),
    ("[console]\nleft = 3", "console.left", "reserved for the shutdown button"),
    ("[player1]\nlamp = 2", "player1.lamp", "can only carry a button"),
    ("[player1]\nlamp = 14\n[board]\nserial_console = true", "player1.lamp", "serial console"),
    ("[player1]\nlamp = 17", "player1.lamp", "taken by player1.button"),
    ("[console]\nright = 17", "console.right", "taken by player1.button"),
    ("[pad]\nfitted = true\nrows = [4, 5]", "pad.rows", "a list of 3"),
    ("[pad]\nfitted = true\nrows = [10, 9, 17]", "pad.rows", "taken by player1.button"),
]


@pytest.mark.parametrize(("text", "key", "said"), WRONG)
def test_a_wrong_entry_is_said_with_its_file_its_key_and_what_is_allowed(
    tmp_path: Path, text: str, key: str, said: str
) -> None:
    path = own(tmp_path, text)
    settings_, troubles = load(path)
    assert [f"{path}: {key}: "] == [str(trouble)[: len(f"{path}: {key}: ")] for trouble in troubles]
    assert said in str(troubles[0])
    assert list(faults(settings_.wires(), settings_.board.serial_console)) == []
    with pytest.raises(ConfigError, match=key):
        read(path)


def test_a_wrong_entry_keeps_its_shipped_value_and_the_right_ones_count(tmp_path: Path) -> None:
    settings_, troubles = load(own(tmp_path, "players = 9\n[sound]\nvolume = 11\nmute = 'no'\n"))
    assert (settings_.players, settings_.sound.volume, settings_.sound.mute) == (6, 11, False)
    assert len(troubles) == 2


def test_a_wrong_pin_is_left_unwired_rather_than_driven_where_nobody_meant_it(tmp_path: Path) -> None:
    settings_, _ = load(own(tmp_path, "[player1]\nlamp = 17\n[pad]\nfitted = true\ncolumns = [3, 8, 7, 4]\n"))
    assert settings_.player1.lamp is None and settings_.player1.button == 17
    assert settings_.pad.fitted is False


def test_seats_that_are_not_wired_leave_their_pins_to_others(tmp_path: Path) -> None:
    settings_, troubles = load(own(tmp_path, "players = 4\n[console]\nleft = 19\n"))
    assert troubles == [] and settings_.console.left == 19
    assert [wire.name for wire in settings_.wires() if wire.use == "lamp"] == [f"player{n}" for n in (1, 2, 3, 4)]


@pytest.mark.parametrize("content", [b"players = ", b"\xff\xfe", b"[[player1]]\n"])
def test_a_file_that_is_no_toml_is_said_and_the_shipped_settings_are_used(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "table.toml"
    path.write_bytes(content)
    settings_, troubles = load(path)
    assert settings_ == read(SHIPPED)
    assert str(path) in str(troubles[0])


def test_a_folder_in_the_files_place_is_said(tmp_path: Path) -> None:
    settings_, troubles = load(tmp_path)
    assert settings_ == read(SHIPPED) and "cannot be read" in str(troubles[0])


VALUES = st.one_of(
    st.integers(-5, 40), st.booleans(), st.floats(), st.text(max_size=5), st.lists(st.integers(0, 30), max_size=5),
    st.dictionaries(st.sampled_from(["button", "lamp", "left", "rows", "fitted"]), st.integers(-2, 30), max_size=3),
)  # fmt: skip


@given(st.dictionaries(st.sampled_from([*(one.name for one in fields(Config)), "what"]), VALUES, max_size=8))
@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_whatever_the_file_holds_the_table_gets_settings_it_can_play_with(
    monkeypatch: pytest.MonkeyPatch, tree: dict[str, Any]
) -> None:
    parse = config._parse
    monkeypatch.setattr(config, "_parse", lambda path: tree if path.name == "own.toml" else parse(SHIPPED))
    monkeypatch.setattr(Path, "exists", lambda self: True)
    settings_, troubles = load(Path("own.toml"))
    assert list(faults(settings_.wires(), settings_.board.serial_console)) == []
    assert all("own.toml" in str(trouble) for trouble in troubles)
    monkeypatch.undo()
