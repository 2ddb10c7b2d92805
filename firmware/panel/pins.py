"""Which of the header's pins may carry what. Numbers are GPIO numbers; no hardware is touched here."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from rules.say import Message

Use = Literal["button", "lamp", "row", "column", "shutdown"]
GPIOS = range(28)
WAKING = 3  # the one pin whose press starts a halted Pi


@dataclass(frozen=True, slots=True)
class Wire:
    """One thing on one pin; `key` is its place in table.toml, `name` what the rest of the house calls it."""

    key: str
    name: str
    use: Use
    pin: int


def faults(wires: Iterable[Wire], serial_console: bool) -> Iterator[tuple[Wire, Message]]:
    """The wires that must not be, each with the reason. Of two on one pin the later is at fault."""
    taken: dict[int, Wire] = {}
    for wire in wires:
        fault = _fault(wire, serial_console)
        if fault is None and wire.pin in taken:
            fault = Message(
                "GPIO {pin} is taken by {other} already; give each its own pin", pin=wire.pin, other=taken[wire.pin].key
            )
        if fault is None:
            taken[wire.pin] = wire
        else:
            yield wire, fault


def _fault(wire: Wire, serial_console: bool) -> Message | None:
    pin = wire.pin
    if pin not in GPIOS:
        return Message("there is no GPIO {pin} on the header; allowed are 2 to 27", pin=pin)
    if pin in (0, 1):
        return Message("GPIO {pin} is reserved for add-on boards to say who they are; allowed are 2 to 27", pin=pin)
    if pin == WAKING and wire.use != "shutdown":
        return Message("GPIO 3 is reserved for the shutdown button, the only pin that can wake the Pi")
    if pin == 2 and wire.use in ("lamp", "row"):
        return Message("GPIO 2 is held high by the board and can only carry a button; allowed are 4 to 27")
    if pin in (14, 15) and serial_console:
        return Message(
            "GPIO {pin} is reserved for the serial console; choose another, or set board.serial_console = false",
            pin=pin,
        )
    return None
