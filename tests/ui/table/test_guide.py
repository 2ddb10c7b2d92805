from __future__ import annotations

from pathlib import Path

from rules.say import Message
from ui.table.guide import TIMES, Guide, is_first

WHY = Message("It rules your turn.")


def test_each_thing_is_explained_a_few_times_and_no_more() -> None:
    guide = Guide({"card": WHY})
    for entries in range(TIMES):
        guide.heed("card", entries)
        guide.heed("card", entries)  # the next picture of the same moment
        assert guide.why("card") == WHY and guide.why("throw") is None
    guide.heed("card", TIMES)
    assert guide.why("card") is None


def test_a_touch_says_that_it_is_enough() -> None:
    guide = Guide({"card": WHY})
    guide.heed("card", 0)
    guide.enough()
    assert guide.why("card") is None


def test_only_the_first_game_of_a_kind_is_guided(tmp_path: Path) -> None:
    from ui.gallery.rehearsal import House

    house = House(tmp_path)
    assert is_first(tmp_path, "series")
    house.evening.begin("series", ("Anne", "Jack"))
    assert is_first(tmp_path, "series"), "it is still the first, also when it is gone on with"
    house.evening.begin("mille", ("Anne", "Jack"))
    assert is_first(tmp_path, "mille")
