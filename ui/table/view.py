"""The table as a picture shows it: values that stay as they are while they are painted, whatever is pressed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from firmware.play.referee import Expects
from firmware.play.table import Table
from rules.record import Record
from rules.say import Message
from vision.seen import Seen


@dataclass(frozen=True, slots=True)
class TableView:
    record: Record
    expects: Expects
    seen: Seen | None  # what lies on the mat, as the camera sees it and the players say it
    watched: Mapping[int, int]  # the game's number of each die that lies there -> the Watcher's
    troubles: tuple[Message, ...]
    paused: float | None  # since when
    cursor: int  # which option the console points at; -1: none of them
    moments: int  # how many have happened

    @property
    def state(self) -> Any:
        return self.record.state

    @property
    def players(self) -> tuple[str, ...]:
        return self.record.players

    @property
    def undoes(self) -> Message | None:
        """What an undo would take back, in words."""
        steps, tell = self.record.steps, self.record.game.tell
        if not steps or tell is None:
            return None
        before = steps[-2].state if len(steps) > 1 else self.record.first
        return tell(before, steps[-1].action, steps[-1].state)

    @property
    def keys(self) -> tuple[str, ...]:
        """The options on offer."""
        return tuple(option.key for option in self.expects.options)


def view_of(table: Table, cursor: int | None = None) -> TableView:
    return TableView(
        table.record, table.expects, table.seen, dict(table.watched), table.troubles, table.paused,
        table.cursor if cursor is None else cursor, len(table.moments),
    )  # fmt: skip
