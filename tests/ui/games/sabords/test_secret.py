"""Hands that the table has dealt: shown to the player who is asked, alone, and laid from there."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from firmware.play.events import Pressed
from rules.sabords.cards import NAMES
from rules.sabords.state import Aux, Phase, fighter
from tests.ui.at_table import Sitting
from ui.games.sabords import secret
from ui.games.sabords.screen import AuxScreen
from ui.games.sabords.shots import dealt
from ui.look.text import measured
from ui.screen import Window

PHASES = [Phase.LAY, Phase.DISCARD, Phase.DEFEND, Phase.STRIKE]


class Seat(Sitting):
    @property
    def state(self) -> Aux:
        state: Aux = self.game.table.state
        return state

    @property
    def aux(self) -> AuxScreen:
        assert isinstance(self.screen, AuxScreen)
        return self.screen

    def words(self) -> list[str]:
        self.aux.redraw()
        with measured() as words:
            self.draw()
        assert [one.text for one in words if not one.fits] == []
        return [one.text for one in words]

    def can_be_done(self) -> set[str]:
        self.draw()
        return {target.name for target in self.aux.targets()}


@pytest.fixture
def at(window: Callable[..., Window]) -> Callable[..., Seat]:
    return lambda phase, **more: Seat(dealt(phase=phase, **more), window(800, 480))


@pytest.mark.parametrize("phase", PHASES)
def test_cards_lie_covered_until_the_one_who_is_asked_looks(at: Callable[..., Seat], phase: Phase) -> None:
    seat = at(phase)
    before = seat.words()
    names = {str(name) for name in NAMES.values()}
    assert not names & set(before) and "Your cards" not in before
    options = {option.key for option in seat.game.table.expects.options}
    assert "look" in seat.can_be_done() and not options & seat.can_be_done()


@pytest.mark.parametrize("phase", PHASES)
def test_whoever_looks_sees_their_hand_and_lays_from_it_and_it_is_covered_again(
    at: Callable[..., Seat], phase: Phase
) -> None:
    seat = at(phase)
    seat.draw()
    seat.screen.handle(Pressed("choose", seat.aux.now))
    assert "Your cards" in seat.words()
    held = secret.held(seat.state)
    ship = fighter(seat.state)
    assert len(held) == sum(seat.state.hands[ship.hand] or ())
    options = [option.key for option in seat.game.table.expects.options]
    assert set(options) <= seat.can_be_done()
    entries = len(seat.game.table.record.entries)
    next(target for target in seat.aux.targets() if target.name == options[-1]).act(seat.aux.now)
    assert len(seat.game.table.record.entries) > entries
    assert "Your cards" not in seat.words()


def test_cards_are_covered_by_hand_and_by_themselves_after_a_while() -> None:
    look = secret.Look(0, 12, 100.0)
    assert secret.shown(0, look, (), 3, 12, 105.0)
    assert not secret.shown(0, look, (), 3, 12, 100.0 + secret.COVERED_AFTER_S)
    assert not secret.shown(0, None, (), 3, 12, 105.0)


def test_nobody_sees_anothers_cards_nor_a_robots() -> None:
    look = secret.Look(0, 12, 100.0)
    assert not secret.shown(1, look, (), 3, 12, 101.0)
    assert not secret.shown(0, look, (), 3, 13, 101.0)
    assert not secret.shown(2, secret.Look(2, 12, 100.0), (2,), 3, 12, 101.0)


def test_a_lone_player_among_robots_need_not_hide_anything() -> None:
    assert secret.shown(0, None, (1, 2), 3, 12, 0.0)
