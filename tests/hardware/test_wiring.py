"""The wiring's table and drawing: both say what the firmware's settings say."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

import pytest

from app.install.boot import BLOCK
from firmware.config import SHIPPED, Config, ConfigError, read
from firmware.panel.pins import GPIOS
from hardware import circuits, wiring
from hardware.sheet import svg
from ui.words.language import language

Wired = set[tuple[str, int, int]]  # what, GPIO, place on the header


def by_table(config: Config) -> Wired:
    rows = [
        [cell.strip() for cell in line.strip("|\n").split("|")] for line in wiring.table(config, str).splitlines()[2:]
    ]
    return {(row[2], int(row[1]), int(row[0])) for row in rows if row[1].isdigit()}


def by_drawing(config: Config) -> Wired:
    """From the names of the drawn wires, and only where the words stand in the drawing, too."""
    root = ElementTree.fromstring(svg(wiring.drawing(config, str)))
    texts = Counter(text.text for text in root.iter("{http://www.w3.org/2000/svg}text"))
    names = {(w.name, w.use): str(wiring.what(w)) for w in config.wires()}
    found: Wired = set()
    for path in root.iter("{http://www.w3.org/2000/svg}path"):
        if match := re.fullmatch(r"(\w+) (\w+) GPIO (\d+) pin (\d+)", path.get("data-name", "")):
            told = names[(match[1], match[2])]  # type: ignore[index]
            assert texts[told] == 1 and texts[f"GPIO {match[3]}"] == 1 and texts[match[4]] == 1
            found.add((told, int(match[3]), int(match[4])))
    return found


def by_settings(config: Config) -> Wired:
    places = {name: place for place, name in wiring.header().items()}
    return {(str(wiring.what(wire)), wire.pin, places[f"GPIO{wire.pin}"]) for wire in config.wires()}


@pytest.fixture
def own(tmp_path: Path) -> Path:
    file = tmp_path / "table.toml"
    file.write_text(
        'players = 2\n[player1]\nbutton = 4\nlamp = "none"\n[pad]\nfitted = true\ncolumns = [25, 8, 7, 14]\n'
    )
    return file


def test_table_and_drawing_agree_with_the_settings(own: Path) -> None:
    shipped, changed = read(SHIPPED), read(own)
    for config in (shipped, changed):
        assert by_table(config) == by_drawing(config) == by_settings(config)
        assert len(by_table(config)) == len(config.wires())
    assert by_table(shipped) != by_table(changed)
    assert ("player 1: button", 4, 7) in by_drawing(changed) and ("series pad: row 1", 10, 19) in by_drawing(changed)


def test_no_pin_is_used_twice_or_reserved() -> None:
    runs = wiring.runs(read(SHIPPED))
    assert len({run.place for run in runs}) == len({run.wire.pin for run in runs}) == len(runs)
    names = wiring.header()
    assert not {names[run.place] for run in runs} & {"GPIO0", "GPIO1", "5V", "3V3", "GND"}
    assert [run.wire.use for run in runs if run.wire.pin == 3] == ["shutdown"]


@pytest.mark.parametrize("entry", ["[player1]\nbutton = 18", "[player1]\nbutton = 1", "[player2]\nlamp = 3"])
def test_settings_with_a_pin_used_twice_or_reserved_are_not_drawn(entry: str, tmp_path: Path) -> None:
    (tmp_path / "table.toml").write_text(entry)
    with pytest.raises(ConfigError, match="GPIO"):
        read(tmp_path / "table.toml")


def test_the_header_has_forty_pins_with_every_gpio_once() -> None:
    names = list(wiring.header().values())
    assert len(names) == 40
    assert sorted(int(n.removeprefix("GPIO")) for n in names if n.startswith("GPIO")) == list(GPIOS)
    assert Counter(n for n in names if not n.startswith("GPIO")) == {"3V3": 2, "5V": 2, "GND": 8}


def test_each_lamp_has_an_input_of_the_driver_and_the_output_across_from_it(own: Path) -> None:
    for config in (read(SHIPPED), read(own)):
        inputs = [run.driver for run in wiring.runs(config) if run.driver is not None]
        assert inputs == list(range(1, len(inputs) + 1)) and len(inputs) <= 8
    assert "ULN2803A pin 1; its pin 18" in wiring.table(read(SHIPPED), str)


def test_the_circuit_names_the_lamps_in_the_order_of_the_driver(own: Path) -> None:
    drawn = svg(circuits.drawing(read(own), str))
    assert "23  player 2" in drawn and "player 1" not in drawn


def test_a_lamp_is_more_than_a_pin_can_give_and_a_transistor_less_than_it_can() -> None:
    base_ma = (circuits.GPIO_V - circuits.BASE_V) / circuits.BASE_OHM * 1000
    assert circuits.LAMP_MA > circuits.GPIO_MAX_MA
    assert base_ma < circuits.GPIO_MAX_MA and 6 * max(base_ma, circuits.DRIVER_MA) < circuits.GPIO_ALL_MA
    assert base_ma * circuits.GAIN > 1.5 * circuits.LAMP_MA, "switched fully on"


@pytest.mark.parametrize("kept", [0.2, circuits.DRIVER_V], ids=["transistor", "ULN2803A"])
def test_a_bare_led_behind_the_resistor_is_lit_and_not_overrun(kept: float) -> None:
    milliamps = (5 - kept - circuits.LED_V) / circuits.SERIES_OHM * 1000
    assert 10 < milliamps <= circuits.LAMP_MA


def test_everything_at_its_highest_leaves_the_supply_a_fifth() -> None:
    drawn = circuits.rail(read(SHIPPED))
    assert drawn[-1][1] == (6 * 20, 6 * 20)
    for model, supply in enumerate(circuits.SUPPLY_MA):
        total = sum(milliamps[model] for _, milliamps in drawn)
        assert total < 0.8 * supply
        assert f"**{total}**" in circuits.rail_table(read(SHIPPED), str)


def test_the_overlay_of_the_installer_listens_where_the_on_and_off_button_is_wired() -> None:
    pin = re.search(r"^dtoverlay=gpio-shutdown,gpio_pin=(\d+)$", BLOCK, re.MULTILINE)
    assert pin is not None
    assert [run.wire.pin for run in wiring.runs(read(SHIPPED)) if run.wire.use == "shutdown"] == [int(pin[1])]


def test_lamps_are_on_pins_that_the_pi_holds_low_until_the_game_is_up() -> None:
    """From the reset on GPIO 0 to 8 are pulled up, 9 to 27 down."""
    assert all(wire.pin > 8 for wire in read(SHIPPED).wires() if wire.use == "lamp")


def test_the_french_drawing_is_french() -> None:
    drawn = svg(wiring.drawing(read(SHIPPED), language("fr").say))
    assert re.search(r"joueur 1\s:\sbouton", drawn)
    assert "player" not in re.sub(r'data-name="[^"]*"', "", drawn)
