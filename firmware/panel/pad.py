"""The series pad: twelve keys on seven pins, three rows by four columns, looked at with every turn of the loop.

At rest all rows are low, so one look at the columns tells that nothing is pressed. While searching, only one row is
driven and the others float: two keys pressed at once can never short a high pin to a low one.
"""

from __future__ import annotations

from gpiozero import Factory, GPIODevice, InputDevice


class Pad:
    def __init__(self, rows: tuple[int, ...], columns: tuple[int, ...], factory: Factory) -> None:
        self._devices: list[GPIODevice] = []
        self.keys = tuple(f"pad{number}" for number in range(1, len(rows) * len(columns) + 1))
        try:
            self._columns = [self._opened(InputDevice(pin, pull_up=True, pin_factory=factory)) for pin in columns]
            self._rows = [self._opened(GPIODevice(pin, pin_factory=factory)).pin for pin in rows]
            self._rest()
        except BaseException:
            self.close()
            raise

    def _opened(self, device: GPIODevice) -> GPIODevice:
        self._devices.append(device)
        return device

    def scan(self) -> set[str]:
        """The keys that are down now."""
        if not any(column.is_active for column in self._columns):
            return set()
        down = set()
        for row in self._rows:
            row.function = "input"
        for place, row in enumerate(self._rows):
            row.output_with_state(0)
            down |= {
                self.keys[place * len(self._columns) + column]
                for column, device in enumerate(self._columns)
                if device.is_active
            }
            row.function = "input"
        self._rest()
        return down

    def _rest(self) -> None:
        for row in self._rows:
            row.output_with_state(0)

    def close(self) -> None:
        for device in self._devices:
            device.close()
