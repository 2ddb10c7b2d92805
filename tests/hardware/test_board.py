"""The board: every wire of the settings has its holes, what belongs together is one net, nothing sits on anything."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from firmware.config import SHIPPED, Config, read
from hardware import board
from hardware.board import Joint
from hardware.sheet import Stamp, Words
from hardware.wiring import header, runs

SHIPS = read(SHIPPED)


@pytest.fixture
def own(tmp_path: Path) -> Config:
    file = tmp_path / "table.toml"
    file.write_text(
        'players = 2\n[player1]\nbutton = 4\nlamp = "none"\n[pad]\nfitted = true\ncolumns = [25, 8, 7, 14]\n'
    )
    return read(file)


def nets(config: Config) -> dict[str, list[Joint]]:
    found: dict[str, list[Joint]] = {}
    for joint in board.joints(config):
        if joint.net:
            found.setdefault(joint.net, []).append(joint)
    return found


def test_no_two_legs_share_a_hole_and_all_are_on_the_board(own: Config) -> None:
    for config in (SHIPS, own):
        holes = [(joint.column, joint.row) for joint in board.joints(config)]
        assert max(Counter(holes).values()) == 1
        assert all(0 < column < board.COLUMNS - 1 and 0 < row < board.ROWS - 1 for column, row in holes)


def test_each_pin_of_the_settings_goes_from_the_header_to_one_plug_or_to_the_driver(own: Config) -> None:
    for config in (SHIPS, own):
        by_net, places = nets(config), {name: place for place, name in header().items()}
        for run in runs(config):
            start, end = by_net[f"GPIO{run.wire.pin}"]
            assert (start.part, start.pin) == ("header", places[f"GPIO{run.wire.pin}"])
            if run.driver is None:
                assert end.part not in ("header", "chip")
                continue
            assert (end.part, end.pin) == ("chip", run.driver)
            out, plug = by_net[f"OUT{run.driver}"]
            assert (out.part, out.pin, plug.part) == ("chip", 19 - run.driver, run.wire.name)


def test_power_and_ground_reach_every_box_and_the_driver(own: Config) -> None:
    for config in (SHIPS, own):
        by_net = nets(config)
        lamps = {run.wire.name for run in runs(config) if run.wire.use == "lamp"}
        assert {joint.part for joint in by_net["5V"]} == {"header", *lamps}
        plugs = {plug.name for plug in board.plugs(config)} - {"pad"}
        assert {joint.part for joint in by_net["GND"]} == {"header", "chip", *plugs}
        assert [joint.pin for joint in by_net["GND"] if joint.part == "chip"] == [9]


def test_the_forty_pins_lie_as_on_the_pi_and_the_chip_as_its_maker_counts() -> None:
    at = {(joint.part, joint.pin): (joint.column, joint.row) for joint in board.joints(SHIPS)}
    (x1, y1), (x2, y2), (x39, _) = at["header", 1], at["header", 2], at["header", 39]
    assert x1 == x2 and y1 == y2 + 1 and x39 == x1 + 19, "pin 1 at the left, the even pins at the board's edge"
    assert [at["chip", pin][0] - at["chip", 1][0] for pin in (9, 10, 18)] == [-8, -8, 0]
    assert at["chip", 18][1] - at["chip", 1][1] == 3, "0.3 inches from row to row"


def test_the_drawing_names_every_plug_and_its_cores() -> None:
    marks = board.drawing(SHIPS, str).marks
    said = Counter(mark.text for mark in marks if isinstance(mark, Words))
    assert all(said[f"player {n}"] == 1 for n in range(1, 7)) and said["console"] == said["on and off"] == 1
    assert said["A"] == 3, "at the driver, at the plug, and in the legend"
    assert said["11"] == 3 and said["12"] == 2 and said["5 V"] == 6 + 1
    assert {mark.art for mark in marks if isinstance(mark, Stamp)} >= {"anchor", "kraken", "choose"}
