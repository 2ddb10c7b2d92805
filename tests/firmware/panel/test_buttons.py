"""Real gpiozero Buttons on mock pins, pressed through the pins."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from gpiozero import Button
from gpiozero.pins.mock import MockFactory, MockPin

from firmware.clock import FakeClock, RealClock
from firmware.config import SHIPPED, Config, read
from firmware.panel.buttons import Buttons
from firmware.panel.contact import ButtonEvent
from firmware.panel.gpio import EdgeTimes, PracticeFactory, open_factory
from firmware.play.events import ButtonTrouble, Pressed, Released, seat_of
from firmware.play.ties import First, Tie, decide

CONFIG = read(SHIPPED)


class Bench:
    """The buttons of the shipped table, a finger for each, and all they said."""

    def __init__(self, config: Config = CONFIG) -> None:
        self.clock = FakeClock(now=50.0)
        self.pins = PracticeFactory(self.clock)
        self.heard: list[ButtonEvent] = []
        self.buttons = Buttons(config, self.pins, self.clock, self.heard.append)
        self.pin = {wire.name: wire.pin for wire in config.wires() if wire.use == "button"}

    def push(self, name: str, at: float | None = None) -> None:
        self.pins.push(self.pin[name], at)

    def let_go(self, name: str, at: float | None = None) -> None:
        self.pins.let_go(self.pin[name], at)

    def wait(self, seconds: float) -> None:
        self.buttons.poll(self.clock.advance(seconds))


@pytest.fixture
def bench() -> Iterator[Bench]:
    bench = Bench()
    yield bench
    bench.buttons.close()


def test_every_wired_button_is_a_real_gpiozero_button_without_its_debounce(bench: Bench) -> None:
    assert set(bench.buttons.devices) == {*(f"player{n}" for n in range(1, 7)), "left", "choose", "right"}
    for device in bench.buttons.devices.values():
        assert isinstance(device, Button) and device.pull_up and device.pin.bounce is None


def test_each_button_says_its_own_name(bench: Bench) -> None:
    for name in bench.pin:
        bench.push(name)
        assert bench.heard[-1] == Pressed(name, 50.0)
    assert len(bench.heard) == 9


def test_a_press_and_a_release_carry_the_times_of_their_edges(bench: Bench) -> None:
    bench.push("choose", at=49.990)
    bench.let_go("choose", at=50.120)
    bench.wait(0.2)
    assert bench.heard == [Pressed("choose", 49.990), Released("choose", 50.120)]


def test_a_rattling_press_is_one_press(bench: Bench) -> None:
    for i in range(5):
        bench.push("left", at=50 + i * 0.001)
        bench.let_go("left", at=50.0005 + i * 0.001)
    assert bench.heard == [Pressed("left", 50.0)]


@pytest.mark.parametrize("late_first", [False, True])
@pytest.mark.parametrize(("apart_us", "tied"), [(0, True), (1, True), (14_999, True), (15_000, True), (15_001, False)])
def test_sr_11_edges_at_the_window_decide_in_both_callback_orders(
    bench: Bench, apart_us: int, tied: bool, late_first: bool
) -> None:
    presses = [("player2", 50.0), ("player4", 50.0 + apart_us / 1e6)]
    for name, at in presses[::-1] if late_first else presses:
        bench.push(name, at)
    heard = [(seat_of(event.button), event.at) for event in bench.heard if isinstance(event, Pressed)]
    expected = Tie((1, 3), apart_us) if tied else First(1, apart_us)
    assert decide([(seat, at) for seat, at in heard if seat is not None], CONFIG.play.tie_window_ms) == expected


def test_a_stuck_button_is_said_left_out_and_welcomed_back(bench: Bench) -> None:
    bench.push("player3")
    bench.wait(20)
    stuck = bench.heard[-1]
    assert isinstance(stuck, ButtonTrouble) and stuck.message is not None
    bench.let_go("player3")
    bench.wait(1)
    bench.push("player3")
    assert bench.heard[-2:] == [ButtonTrouble("player3", None, 70.0), Pressed("player3", 71.0)]


def test_a_lost_edge_does_not_make_a_button_stuck(bench: Bench) -> None:
    bench.push("player3")
    pin = bench.pins.pin(bench.pin["player3"])
    pin._change_state(True)  # the pin went high again and nobody was told
    bench.wait(20)
    bench.wait(0.1)
    assert [type(event) for event in bench.heard] == [Pressed, Released]


def test_a_button_held_down_at_the_start_is_no_press() -> None:
    clock = FakeClock()
    pins = PracticeFactory(clock)
    pins.pin(17)._set_pull = lambda value: None  # a jammed contact wins over the pull-up
    pins.push(17)
    heard: list[ButtonEvent] = []
    buttons = Buttons(CONFIG, pins, clock, heard.append)
    assert heard == []
    buttons.poll(clock.advance(20))
    assert isinstance(heard[-1], ButtonTrouble)
    buttons.close()


def test_a_chattering_button_does_not_drown_the_others(bench: Bench) -> None:
    for i in range(300):
        (bench.push if i % 2 == 0 else bench.let_go)("player1", 50 + i * 0.010)
    bench.push("player2", 53.0)
    assert sum(isinstance(event, ButtonTrouble) for event in bench.heard) == 1
    assert bench.heard[-1] == Pressed("player2", 53.0)


def test_without_gpio_there_are_no_buttons_and_no_error() -> None:
    buttons = Buttons(CONFIG, None, FakeClock(), print)
    buttons.poll(1.0)
    buttons.close()
    assert buttons.devices == {} and buttons.troubles == []


def test_a_pin_that_somebody_else_holds_is_said_and_the_others_work(caplog: pytest.LogCaptureFixture) -> None:
    clock = FakeClock()
    pins = PracticeFactory(clock)
    taken = Button(17, pin_factory=pins)
    buttons = Buttons(CONFIG, pins, clock, print)
    assert len(buttons.devices) == 8
    assert "button of player 1 on GPIO 17" in str(buttons.troubles[0])
    buttons.close()
    taken.close()


def test_presses_from_many_threads_are_all_heard_once(bench: Bench) -> None:
    def hammer(name: str) -> None:
        pin = bench.pins.pin(bench.pin[name])
        for _ in range(10):
            pin.drive_low()
            pin.drive_high()

    threads = [threading.Thread(target=hammer, args=[name]) for name in bench.pin]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    # the clock stands still, so each button's ten rattles are one press
    assert sorted(event.button for event in bench.heard if isinstance(event, Pressed)) == sorted(bench.pin)


def test_on_gpiozeros_own_mock_factory_edges_have_the_real_clocks_time() -> None:
    heard: list[ButtonEvent] = []
    factory = MockFactory()
    buttons = Buttons(CONFIG, factory, RealClock(), heard.append)
    before = time.monotonic()
    factory.pin(17).drive_low()
    after = time.monotonic()
    (press,) = heard
    assert isinstance(press, Pressed) and before - 1e-3 <= press.at <= after + 1e-3
    buttons.close()


# The clocks ----------------------------------------------------------------------------------------------------------


def test_edge_times_from_boot_and_from_1970_both_land_on_the_tables_clock() -> None:
    times = EdgeTimes(RealClock(), MockFactory())
    now = time.monotonic()
    assert times.of(now - 0.25) == pytest.approx(now - 0.25, abs=0.01)
    assert times.of(time.time() - 0.25) == pytest.approx(now - 0.25, abs=0.05)


def test_an_edge_time_from_nowhere_is_taken_as_now() -> None:
    assert EdgeTimes(RealClock(), MockFactory()).of(5e12) == pytest.approx(time.monotonic(), abs=0.5)


def test_a_slow_callback_does_not_move_its_press() -> None:
    clock = FakeClock(now=7.0)
    times = EdgeTimes(clock, PracticeFactory(clock))
    clock.advance(3)
    assert times.of(8.5) == 8.5


def test_a_machine_without_gpio_says_so_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("GPIOZERO_PIN_FACTORY", raising=False)
    factory, why = open_factory()
    assert (factory is None) == (why is not None)
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "nonsense")
    factory, why = open_factory()
    assert factory is None and "nonsense" in str(why)
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "mock")
    factory, why = open_factory()
    assert isinstance(factory, MockFactory) and why is None


# The pad -------------------------------------------------------------------------------------------------------------


class Matrix(PracticeFactory):
    """Seven pins joined by twelve keys: a column is low while a pressed key joins it to a row that is driven low."""

    def __init__(self, clock: FakeClock, config: Config) -> None:
        super().__init__(clock)
        self.rows, self.columns = config.pad.rows, config.pad.columns
        self.down: set[tuple[int, int]] = set()
        self.shorts = 0
        matrix = self

        class Joined(MockPin):  # type: ignore[misc]
            def _get_state(self) -> bool:
                if self._number not in matrix.columns:
                    return bool(self._state)
                column = matrix.columns.index(self._number)
                joined = [matrix.pin(matrix.rows[row]) for row, key in matrix.down if key == column]
                driven = {bool(pin._state) for pin in joined if pin.function == "output"}
                matrix.shorts += len(driven) > 1
                return False not in driven

        self.pin_class = Joined


@pytest.fixture
def padded(tmp_path: Path) -> Config:
    path = tmp_path / "table.toml"
    path.write_text("[pad]\nfitted = true\n")
    return read(path)


def test_each_key_of_the_pad_says_its_number_once(padded: Config) -> None:
    clock = FakeClock(now=5.0)
    matrix, heard = Matrix(clock, padded), list[ButtonEvent]()
    buttons = Buttons(padded, matrix, clock, heard.append)
    for number in range(12):
        matrix.down = {divmod(number, 4)}
        for _ in range(3):
            buttons.poll(clock.advance(0.02))
        matrix.down = set()
        for _ in range(3):
            buttons.poll(clock.advance(0.02))
        assert [type(event) for event in heard] == [Pressed, Released]
        assert {event.button for event in heard} == {f"pad{number + 1}"}
        heard.clear()
    buttons.close()


def test_two_keys_at_once_never_short_two_rows(padded: Config) -> None:
    clock = FakeClock(now=5.0)
    matrix, heard = Matrix(clock, padded), list[ButtonEvent]()
    buttons = Buttons(padded, matrix, clock, heard.append)
    matrix.down = {(0, 1), (2, 1)}
    buttons.poll(clock.advance(0.02))
    assert {event.button for event in heard} == {"pad2", "pad10"}
    assert matrix.shorts == 0
    buttons.close()
