"""The process is killed, for real, at 200 random instants of a game: nothing that was acknowledged is ever lost."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path
from random import Random
from typing import Any

import pytest

from firmware.books import history
from firmware.books.journal import Journal
from firmware.clock import FakeClock
from firmware.config import SHIPPED, read
from firmware.games.duel.customs import CUSTOMS
from firmware.play.evening import Evening
from firmware.play.events import READING, CameraLost, Corrected, Event, Picked, Pressed, Tick, player_button
from rules import duel, sabords, series, text
from rules import record as records
from rules.duel.actions import Throw
from rules.duel.state import Duel, Setup
from rules.game import SEA
from rules.sabords.state import Aux, Deal, Ends
from rules.say import Message

pytestmark = pytest.mark.slow

KILLS = 200
PLAYERS = ("Anne", "Jack", "Zoé")
AUX = sabords.Setup(chests=2, ends=Ends.ONE_COLOUR, cards=Deal.PHYSICAL)
SETUPS: dict[str, Any] = {"series": series.Setup(squares=8), "duel": Setup(level=3), "aux": AUX}


def events_for(state: Any, chance: Random, now: float) -> list[Event]:
    """What the players do next, with no camera: they put in what they throw, what they claim and what they choose."""
    if isinstance(state, Duel):
        return duel_events(state, chance, now)
    if isinstance(state, Aux):
        return aux_events(state, chance, now)
    match series.bot(state, chance):
        case series.Throw(face):
            return [Corrected(series.next_die(state) or 0, face.symbol.value, face.colour.value, now)]
        case series.Claim(by, named):
            picks = [Picked(f"series:{each.value}", now + 0.2) for each in named]
            press: list[Event] = [Pressed(player_button(by), now), Tick(now + 0.1)]
            return [*press, *picks, Picked("claim", now), Picked("taken", now)]
        case _:
            return [Picked("pass", now), Picked("taken", now)]


def duel_events(state: Duel, chance: Random, now: float) -> list[Event]:
    if duel.actor(state) is not SEA:
        return [Picked(pick, now) for pick in CUSTOMS.steps.path(state, duel.GAME.bot(state, chance))]
    match duel.GAME.sea(state, chance):
        case Throw(_, skulls, ships, blanks):
            faces = ["skull"] * skulls + ["ship"] * ships + ["blank"] * blanks
            return [Corrected(READING, face, None, now) for face in faces]
    return [Tick(now), Picked("draw", now)]


def aux_events(state: Aux, chance: Random, now: float) -> list[Event]:
    if sabords.actor(state) is SEA:
        return [Corrected(READING, str(chance.randrange(1, 7)), None, now)]
    return [Picked(text.write_action(sabords.GAME.bot(state, chance), PLAYERS), now)]


def evening_in(folder: Path) -> Evening:
    clock = FakeClock()
    return Evening(read(SHIPPED), clock, Journal.open(folder, clock), Random(1))


def play_until_killed(folder: Path, seed: int, acknowledged: int, game: str) -> None:
    """The child: goes on where the last one was killed, and says after each event how many entries are known."""
    evening = evening_in(folder)
    chance = Random(seed)
    while True:
        resumable = evening.unfinished() is not None
        table = evening.resume() if resumable else evening.begin(game, PLAYERS, SETUPS[game])
        evening.hear(CameraLost(Message("no camera here"), 0.0))
        while table.record.game.outcome(table.state) is None:
            for event in events_for(table.state, chance, evening.clock.now()):
                evening.hear(event)
                os.write(acknowledged, len(table.record.entries).to_bytes(4, "little"))
        os.write(acknowledged, (0).to_bytes(4, "little"))  # a game ended and is in the history


@pytest.mark.parametrize(("game", "kills"), [("series", KILLS), ("duel", 40), ("aux", 40)])
def test_two_hundred_kills_lose_no_acknowledged_action(tmp_path: Path, game: str, kills: int) -> None:
    chance = Random(3)
    finished = 0
    for kill in range(kills):
        reader, writer = os.pipe()
        child = os.fork()
        if child == 0:  # nothing of pytest may run in here
            try:
                os.close(reader)
                play_until_killed(tmp_path, kill, writer, game)
            finally:
                os._exit(1)
        os.close(writer)
        first = os.read(reader, 4)  # it plays: from now on any instant may be its last
        time.sleep(chance.random() * 0.02)
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        said = first
        while more := os.read(reader, 65536):
            said += more
        os.close(reader)
        counts = [int.from_bytes(said[at : at + 4], "little") for at in range(0, len(said) - len(said) % 4, 4)]
        finished += counts.count(0)
        evening = evening_in(tmp_path)
        record = evening.unfinished()
        if record is None and history.games(tmp_path):  # the last acknowledged action had won the game
            record = records.read("\n".join(history.games(tmp_path)[-1].lines))
        known = len(record.entries) if record is not None else 0
        assert known >= counts[-1], f"kill {kill}: {counts[-1]} acknowledged, {known} on disk"
        assert len(history.games(tmp_path)) >= finished
        evening.journal.close()
    assert finished > 3 or game != "series", "games could be finished in between"


def play_several(folder: Path, seed: int, acknowledged: int) -> None:
    """The child: three games by turns, now and then another one is begun or put away; after each event it says which
    game it was (by its date, which is its number here) and how many of its entries are known."""
    evening, chance = evening_in(folder), Random(seed)
    while True:
        waiting = evening.waiting()
        if len(waiting) < 3:
            evening.clock.advance(60.0 * (1 + seed * 1000 + len(waiting)))  # type: ignore[attr-defined]
            table = evening.begin("series", PLAYERS, series.Setup(squares=60))
        elif len(waiting) > 3 or chance.random() < 0.1:
            evening.leave()
            evening.put_away(waiting[-1].name)
            continue
        else:
            table = evening.resume(waiting[chance.randrange(1, 3)].name)
        evening.hear(CameraLost(Message("no camera here"), 0.0))
        for _ in range(chance.randrange(1, 5)):
            if table.record.game.outcome(table.state) is not None:
                break
            for event in events_for(table.state, chance, evening.clock.now()):
                evening.hear(event)
        said = f"{table.record.date}|{len(table.record.entries)}\n"
        os.write(acknowledged, said.encode())
        evening.leave()


def test_killed_while_games_are_exchanged_no_game_and_no_action_is_lost(tmp_path: Path) -> None:
    chance, known = Random(5), dict[str, int]()
    exchanges = 0
    for kill in range(40):
        reader, writer = os.pipe()
        child = os.fork()
        if child == 0:
            try:
                os.close(reader)
                play_several(tmp_path, kill, writer)
            finally:
                os._exit(1)
        os.close(writer)
        said, wanted = b"", chance.randrange(1, 8)  # so many exchanges, and then any instant
        while said.count(b"\n") < wanted:
            said += os.read(reader, 4096)
        time.sleep(chance.random() * 0.02)
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        while more := os.read(reader, 65536):
            said += more
        os.close(reader)
        for line in said.decode().split("\n")[:-1]:
            date, entries = line.split("|")
            known[date] = max(known.get(date, 0), int(entries))
            exchanges += 1
        evening = evening_in(tmp_path)
        kept = [records.read("\n".join(game.lines)) for game in evening.journal.waiting()]
        kept += [records.read("\n".join(game.lines)) for game in history.games(tmp_path)]
        on_disk = {record.date: len(record.entries) for record in kept}
        assert len(on_disk) == len(kept), f"kill {kill}: a game is there twice"
        assert {date: count for date, count in known.items() if on_disk.get(date, -1) < count} == {}, f"kill {kill}"
        listed = [game.number for game in history.page(tmp_path, 1000)[0]]
        assert listed == sorted((game.number for game in history.games(tmp_path)), reverse=True), f"kill {kill}"
        evening.journal.close()
    assert exchanges > 100
