from __future__ import annotations

from pathlib import Path

from app.commands.test import ALL_CORES, SLOWEST, asked

ROOT = Path(__file__).resolve().parents[3]


def test_a_floors_name_stands_for_its_tests() -> None:
    assert asked(["rules"], ROOT) == ["tests/rules", *SLOWEST]
    assert asked(["firmware/play", "tests/ui"], ROOT) == ["tests/firmware/play", "tests/ui", *SLOWEST]


def test_options_and_what_follows_them_pass_through() -> None:
    assert asked(["-k", "skull", "--long"], ROOT) == ["-k", "skull", "--long", *SLOWEST]


def test_everything_is_run_on_all_cores() -> None:
    assert asked([], ROOT) == [*ALL_CORES, *SLOWEST]
