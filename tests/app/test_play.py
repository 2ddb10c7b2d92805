"""The demonstration in words: a whole game by robots on the virtual table, each thing told once."""

from __future__ import annotations

import re
from itertools import pairwise

from app.play import demonstration


def test_the_demonstration_of_a_duel_comes_to_its_end_and_tells_nothing_twice() -> None:
    told = [str(message) for message in demonstration("duel", 2, seed=1)]
    gold = {"Anne": 12, "Jack": 12}
    for line in told:
        for player, change, coins in re.findall(r"(Anne|Jack) (gains|loses) (\w+) gold", line):
            gold[player] += (1 if coins == "one" else int(coins)) * (1 if change == "gains" else -1)
    winner, has = re.fullmatch(r"(Anne|Jack) has (\d+) gold coins\.", told[-1]).groups()  # type: ignore[union-attr]
    assert gold[winner] == int(has) >= 20, "what was gained and lost, told once each, adds up"
    assert sum("attacks" in line for line in told) == sum("wins the fight" in line or "Nobody" in line for line in told)
    assert not any(one == other for one, other in pairwise(told))
