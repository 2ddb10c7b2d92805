"""The plank is a game like the others while one of these tests runs, and gone afterwards."""

from __future__ import annotations

import importlib
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware.games.hosted import HOSTED
from rules.games import GAMES
from tests.fifth_game import rules
from tests.fifth_game.firmware import hosted
from tests.fifth_game.ui import staged
from tests.rules import any_game
from tests.ui.conftest import window
from ui.gallery import exhibits
from ui.games.staged import STAGED
from ui.words import language

__all__ = ["plank", "window"]


@pytest.fixture(autouse=True)
def plank(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """A line in each register, and its sentences beside the others'."""
    key = rules.GAME.key
    monkeypatch.setitem(GAMES, key, rules.GAME)
    monkeypatch.setitem(HOSTED, key, hosted.HOSTED)
    monkeypatch.setitem(STAGED, key, staged.STAGED)
    monkeypatch.setitem(any_game.CONSERVED, key, rules.conserved)
    locale = tmp_path_factory.mktemp("words") / "locale"
    shutil.copytree(language.LOCALE, locale)
    shutil.copytree(Path(__file__).parent / "locale", locale, dirs_exist_ok=True)
    monkeypatch.setattr(language, "LOCALE", locale)
    exhibits.exhibits()  # those of the others hang there already
    monkeypatch.setattr(exhibits, "_exhibits", dict(exhibits._exhibits))
    sys.modules.pop(staged.STAGED.shots, None)
    importlib.import_module(staged.STAGED.shots)
    language.language.cache_clear()
    yield
    language.language.cache_clear()
