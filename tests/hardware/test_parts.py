"""The parts list: amounts follow the settings, sums are right, every choice is one."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from firmware.config import SHIPPED, read
from hardware import parts
from rules.say import Trouble

CONFIG = read(SHIPPED)


def test_the_total_is_the_sum_of_what_is_counted() -> None:
    rows = [
        line.split("|")[1:-1] for line in parts.table(CONFIG, str, french=False).splitlines() if line.startswith("| ")
    ]
    sums = [float(row[3]) for row in rows[2:-1] if re.fullmatch(r" \d+\.\d\d ", row[3])]
    assert float(rows[-1][3].strip(" *")) == pytest.approx(sum(sums))
    assert len(sums) == len(parts.needed(parts.load(CONFIG)))


def test_every_choice_offers_more_than_one_and_counts_once() -> None:
    every = parts.load(CONFIG)
    offered = Counter(part.choice for part in every if part.choice)
    assert set(offered) == set(parts.GROUPS) and min(offered.values()) >= 2
    assert Counter(part.choice for part in parts.needed(every) if part.choice) == dict.fromkeys(offered, 1)
    assert parts.cheapest(every) <= sum(part.cost for part in parts.needed(every))


def test_fewer_players_need_fewer_buttons_and_lamps() -> None:
    def buttons(players: int) -> int:
        return next(p.count for p in parts.load(replace(CONFIG, players=players)) if "5 V lamp" in p.name)

    assert (buttons(6), buttons(3)) == (6, 3)
    cables = next(part.count for part in parts.load(CONFIG) if "Four-core" in part.name)
    assert cables == CONFIG.players + 1, "one more for the console"


def test_prices_are_marked_as_estimates_in_both_languages() -> None:
    assert "estimates of the day" in parts.table(CONFIG, str, french=False)
    every = parts.load(CONFIG)
    assert all(part.french and bool(part.note) == bool(part.french_note) for part in every)
    assert "10,00" in parts.table(CONFIG, str, french=True)


@pytest.mark.parametrize(
    ("entry", "said"), [('count = "crews"', "no amount"), ('count = 1\nchoice = "parrot"', "no choice")]
)
def test_a_wrong_entry_is_named(entry: str, said: str, tmp_path: Path) -> None:
    (tmp_path / "parts.toml").write_text(f'[[part]]\nname = "x"\nfrench = "x"\nprice = 1.0\n{entry}\n')
    with pytest.raises(Trouble, match=said):
        parts.load(CONFIG, tmp_path / "parts.toml")
