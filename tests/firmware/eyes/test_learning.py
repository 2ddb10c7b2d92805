"""The whole way of a correction, with real frames and the real process: a face that is hardly known is not read, the
players say what it shows, and from then on it is known; the picture is kept, packed and read by the bench."""

from __future__ import annotations

import math
import queue
from copy import copy
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from app.cli import main
from firmware.books import parcel
from firmware.books.journal import Journal
from firmware.clock import RealClock
from firmware.config import load as settings
from firmware.eyes.minder import Eyes
from firmware.eyes.watchers import own_dice
from firmware.play.evening import Evening
from firmware.play.events import Corrected, Event, Learned, Looked
from firmware.practice.house_dice import cubes_of, profile_of
from firmware.practice.virtual import VirtualMat
from vision.mat import geometry
from vision.seen import Seen
from vision.taught import corrected, profile

LONG_S = 120
UNKNOWN = "monkey"


def test_a_correction_is_learned_kept_and_read_by_the_bench(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("VIGIE_DATA", str(tmp_path))
    mat, told = geometry.load(), queue.Queue[Event]()
    house = profile_of("corsair", mat)
    features, i = house.features.copy(), house.faces.index(UNKNOWN)
    features[i] = np.roll(features[i], 3, axis=-1) * 0.7 + features[i] * 0.3
    replace(house, features=features, name="mine").save(profile.file_named("mine"))

    eyes = Eyes(None, told.put)
    table = VirtualMat(cubes_of("corsair"), mat, RealClock(), Random(4), (960, 540))
    table.changed = lambda: eyes.lay(copy(table))
    eyes.watch(partial(own_dice, "mine", ""))
    table.put(0, UNKNOWN)
    table.put(1, "coin")
    table.changed()
    evening = Evening(settings()[0], RealClock(), Journal.open(tmp_path / "games", RealClock()), Random(1))
    evening.teach = eyes.learn
    game = evening.begin("mille", ("Anne", "Jack"))
    eyes.start()
    try:
        seen, lies = settled(told, evening), table.lying()[0]
        unread = min(seen.dice, key=lambda die: math.hypot(die.x_mm - lies.x, die.y_mm - lies.y))
        assert unread.face != UNKNOWN
        evening.hear(Corrected(0, UNKNOWN, None, evening.clock.now(), seen=unread.id))
        said = heard(told, evening, Learned)
        assert "Learned" in str(said.message)
        assert any(moment.message == said.message for moment in game.moments), "the screen says so in a small line"
        table.put(0, UNKNOWN)
        table.changed()
        while {die.face for die in seen.dice} != {UNKNOWN, "coin"}:
            seen = settled(told, evening)
    finally:
        eyes.close()
    assert profile.load("mine").lessons == 1, "a table that is started anew still knows it"
    [case] = corrected.cases(tmp_path / "corrected" / "mine")
    assert case.face == UNKNOWN and case.read == (unread.face or unread.state)
    assert not any("corrected" in file.parts for file in parcel.taken(tmp_path)), "it never leaves the box by itself"

    out = tmp_path / "out"
    assert main(["dice", "export", str(out)]) == 0
    assert main(["bench", "vision", str(out)]) == 0
    assert "1 dice that were corrected" in capsys.readouterr().out
    assert main(["dice", "mine", "--unlearn"]) == 0 and profile.load("mine").lessons == 0


def settled(told: queue.Queue[Event], evening: Evening) -> Seen:
    while True:
        seen: Any = heard(told, evening, Looked).seen
        if seen.phase == "settled" and seen.dice:
            assert isinstance(seen, Seen)
            return seen


def heard(told: queue.Queue[Event], evening: Evening, what: type[Any]) -> Any:
    while True:
        event = told.get(timeout=LONG_S)
        evening.hear(event)
        if isinstance(event, what):
            return event
