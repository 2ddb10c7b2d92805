"""Everything that the referees of a game say in a few games of bots, once each, in both languages: to be read aloud.

python -m tests.ui.words.read_aloud mille
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from random import Random
from typing import Any

from firmware.config import SHIPPED, read
from firmware.games.hosted import HOSTED
from firmware.play.events import CameraLost
from firmware.play.hosting import House
from firmware.play.referee import Ruling
from firmware.play.table import Table
from rules import record as records
from rules.game import SEA
from rules.games import find
from rules.say import Message
from ui.table.view import view_of
from ui.words.language import language

MOST = 150  # actions of a game: a turn of Mille Sabords is worked out exactly, which takes its time
NAMES = ("Anne", "Jack", "Zoé", "Edward")


def sentences(game: str, players: int, seed: int, *, camera: bool) -> Iterator[Message | str]:
    """The ribbon and its options before each action, then what is told of it."""
    chance, rules, hosted = Random(seed), find(game), HOSTED[game]
    record = records.begin(rules, NAMES[:players], hosted.setup, "2026-01-01 20:00")
    table = Table(record, hosted.referee(House(), read(SHIPPED), chance), lambda line: None, 0.0)
    at, told = 0.0, 0
    if not camera:
        table.hear(CameraLost(Message("The camera gives no picture."), 0.0))
    while table.expects.task != "over" and at < MOST:
        at += 1.0
        expects = table.expects
        yield expects.message
        yield from (option.label for option in expects.options)
        undoes = view_of(table).undoes
        if undoes is not None:
            yield undoes
        state = table.state
        action: Any = rules.sea(state, chance) if rules.actor(state) is SEA else rules.bot(state, chance)
        if chance.random() < 0.25:
            action = chance.choice([each for each, _ in zip(rules.legal(state), range(400), strict=False)])
        table._follow(Ruling(table._memory, action), at)
        table.expects = table._asked()
        yield from (moment.message for moment in table.moments[told:])
        told = len(table.moments)
    yield table.expects.message


def heard(game: str, games: int = 2) -> list[tuple[str, str]]:
    """Each kind of sentence once, in English and in French: numbers and names apart they would be the same."""
    english, french = language("en"), language("fr")
    found: dict[tuple[Any, ...], tuple[str, str]] = {}
    for players in find(game).seats:
        for seed in range(games):
            for message in sentences(game, players, seed, camera=seed % 2 == 0):
                if isinstance(message, Message):
                    kind = (message.template, message.plural and message.values.get("n") == 1)
                    found.setdefault(kind, (english.say(message), french.say(message)))
    return list(found.values())


if __name__ == "__main__":
    for english, french in heard(sys.argv[1]):
        print(f"{english}\n    {french}")
