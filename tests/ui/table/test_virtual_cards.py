"""Printed cards on the virtual table, on the game's own screen: turned up and laid by touch, console and key, rendered,
and read by the real vision."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pygame
import pytest

from firmware.games.hosted import HOSTED
from firmware.play.events import Tick, Undo
from firmware.play.hosting import House
from firmware.practice.deck import Deck
from firmware.practice.session import read_by_vision
from firmware.practice.virtual import VirtualMat
from rules.duel.state import Stage
from rules.sabords.state import Deal, Phase
from rules.sabords.state import Setup as Aux
from tests.ui.at_table import Sitting
from ui.gallery.games import Played
from ui.screen import Window
from vision.mat.geometry import load
from vision.synth.dice import SETS

SIZE = (960, 540)
PRINTED = House(cards="printed")


class AtCards(Sitting):
    """A game with printed cards on the virtual table. `look` lets time pass: the eyes look at what is rendered."""

    def __init__(self, game: Played, window: Window, seed: int = 3, code: str = "en") -> None:
        key = game.table.record.game.key
        hosted, table, chance = HOSTED[key], game.table, Random(seed)
        assert hosted.things is not None
        self.mat = VirtualMat(SETS[hosted.dice](), load(), game.clock, chance, SIZE)
        self._see = read_by_vision(hosted.dice, load(), cards=True)
        self.hand = hosted.hand(self.mat, table, chance, game.hear)
        self.hand.deck = Deck(self.mat, table, hosted.things, chance, game.hear)
        super().__init__(game, window, code)
        self.screen.hand = self.hand
        self.look()

    def look(self, seconds: float = 2.4) -> None:
        for _ in range(round(seconds * 8)):
            now = self.game.clock.advance(1 / 8)
            for told in self._see(self.mat, now):
                self.game.hear(told)
            self.game.hear(Tick(now))
            self.screen.tend(now)
        self.draw()

    @property
    def state(self) -> Any:
        return self.game.table.state

    @property
    def lying(self) -> list[int]:
        return [number for number, *_ in self.mat.cards]

    def offers(self) -> list[str]:
        return [each.name for each in self.screen.targets()]


def seated(game: str, window: Window, setup: Any = None, players: tuple[str, ...] = ("Anne", "Jack")) -> AtCards:
    return AtCards(Played(game, players, setup, house=PRINTED), window)


def test_a_card_is_turned_over_by_touch_by_key_and_by_the_console(window: Callable[..., Window]) -> None:
    at = seated("mille", window())
    assert "hand:turn" in at.offers() and at.screen.focused == "hand:turn" and at.lying == []
    at.touch("hand:turn")
    at.look()
    card = at.state.turn.card
    assert card is not None and len(at.lying) == 1 and at.game.table.expects.task == "throw"
    ways: list[Callable[[], None]] = [
        lambda: at.key(pygame.K_SPACE, " "),
        lambda: at.press("choose"),
        lambda: at.touch("card"),
    ]
    for way in ways:
        at.game.hear(Undo(at.game.clock.now()))
        at.look()
        assert at.state.turn.card is None and at.lying == [], "the card went back by itself"
        way()
        at.look()
        assert at.state.turn.card is not None and len(at.lying) == 1


def test_pirates_are_turned_up_taken_and_the_combat_card_drawn(window: Callable[..., Window]) -> None:
    at = seated("duel", window(), players=("Anne", "Jack", "Zoé"))
    at.touch("hand:turn up")
    at.look()
    assert at.state.stage is Stage.FIRST_CREW and len(at.lying) == 4
    while at.state.stage is Stage.FIRST_CREW:
        at.touch(f"open:{at.state.open[0]}")
        at.look(1.2)
        assert len(at.lying) == len(at.state.open), "who was chosen is taken from the table"
    at.touch("hand:turn up")
    at.look()
    assert at.state.stage is Stage.RECRUIT
    before = at.state
    at.game.hear(Undo(at.game.clock.now()))
    at.look()
    assert len(at.lying) == len(at.state.open) == 2 and at.state.stage is Stage.TURN_UP
    at.touch("hand:turn up")
    at.look()
    assert at.state.stage is Stage.RECRUIT and at.state is not before
    for _ in range(2):
        at.touch(f"open:{at.state.open[0]}")
        at.look(1.2)
    at.touch("hand:draw card")
    at.look()
    assert at.state.stage is not Stage.DRAW


def test_hands_of_aux_sabords_are_secret_and_what_is_laid_is_read(window: Callable[..., Window]) -> None:
    at = seated("aux", window(), Aux(cards=Deal.PHYSICAL, chests=2))
    for _ in range(30):
        if at.state.phase is Phase.THROW:
            break
        for _ in range(6):
            if "look" not in at.offers():
                at.look(1.0)  # a moment is on the stage
        assert "look" in at.offers() and not [name for name in at.offers() if name.startswith("hand:")]
        at.touch("look")
        laid = [name for name in at.offers() if name.startswith("hand:cards")]
        at.touch(laid[0] if laid else "ready")
        at.look(1.6)
    assert at.state.phase is Phase.THROW and at.state.ship.card
    assert len(at.lying) == sum(ship.card for ship in at.state.ships), "only the ship cards stay"


@pytest.mark.parametrize("game", ["mille", "duel"])
def test_after_a_power_cut_the_cards_are_laid_as_the_game_knows_them(game: str, window: Callable[..., Window]) -> None:
    at = seated(game, window())
    at.touch("hand:turn" if game == "mille" else "hand:turn up")
    at.look()
    lying, entries = sorted(at.lying), len(at.game.table.record.entries)
    at.game.table = at.game.evening.resume()
    again = AtCards(at.game, window(), seed=8)
    again.look()
    assert sorted(again.lying) == lying and len(again.game.table.record.entries) == entries
