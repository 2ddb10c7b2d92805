"""Games recorded by this version and by earlier ones end where they ended when they were recorded.

`python -m tests.tools.golden_games` makes more of them; a file is never made anew.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from rules import record as records
from rules.games import GAMES
from rules.text import write_state
from tests.tools.golden_games import FOLDER, POSITION

FILES = sorted(FOLDER.glob("*.txt"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_recorded_game_ends_where_it_ended(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    record = records.read(text)
    *game, position = text.splitlines()
    assert position == POSITION + write_state(record.game, record.state)
    assert records.write(record).splitlines() == game, "and is written as it was"


def test_there_are_a_few_dozen_of_each_game_with_every_kind_of_entry() -> None:
    for key in GAMES:
        texts = [file.read_text(encoding="utf-8") for file in FILES if file.name.startswith(f"{key}-")]
        assert len(texts) >= 24
        for word in ("undo", "correct", "judge", "nothing"):
            assert any(f" {word}" in text for text in texts), f"no {word} in the games of {key}"
