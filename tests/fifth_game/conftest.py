"""The plank is a game like the others while one of these tests runs, and gone afterwards."""

from __future__ import annotations

import os

os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["SDL_AUDIODRIVER"] = "dummy"

import importlib
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from firmware.games.hosted import HOSTED
from rules.games import GAMES
from tests.fifth_game import rules
from tests.fifth_game.firmware import hosted
from tests.fifth_game.ui import staged
from tests.rules import any_game
from ui.gallery import exhibits
from ui.games.staged import STAGED
from ui.screen import Window
from ui.words import language


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


@pytest.fixture
def window() -> Iterator[Callable[..., Window]]:
    opened: list[Window] = []

    def open_window(width: int = 1280, height: int = 800) -> Window:
        opened.append(Window((width, height)))
        return opened[-1]

    yield open_window
    for one in opened:
        one.close()
