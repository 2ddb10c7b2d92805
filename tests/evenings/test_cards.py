"""Printed cards laid on the mat begin the turns of Mille Sabords: rendered, read by the eyes, heard by the table."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from firmware.clock import FakeClock
from firmware.games.mille.marks import NUMBERS
from firmware.practice.house_dice import profile_of
from firmware.practice.virtual import VirtualCamera, VirtualMat
from rules.mille.score import Card
from vision.cards.watch import CardWatcher
from vision.mat import geometry
from vision.synth.dice import corsair
from vision.time.watch import Watcher

PLACE = (338.0, 90.0)  # in the reserve, where the pile is turned over


@pytest.mark.slow
def test_cards_laid_on_the_rendered_mat_one_upon_the_other_are_read_from_its_pictures() -> None:
    mat, clock = geometry.load(), FakeClock()
    laid_out = VirtualMat(corsair(), mat, clock, Random(2), (1280, 720))
    camera, watcher, eyes = VirtualCamera(lambda: laid_out), Watcher(profile_of("corsair", mat), mat), CardWatcher(mat)
    told: list[list[int | None]] = []

    def until(done: Callable[[], bool]) -> None:
        for _ in range(60):
            now = clock.advance(0.1)
            frame = camera.capture()
            seen = watcher.look(frame, now)
            cards = eyes.look(frame, watcher.pose, settled=seen is not None and seen.phase == "settled")
            if cards is not None:
                told.append([each.number for each in cards])
            if done():
                return

    until(lambda: len(told) == 1)
    for count, card in enumerate((Card.PIRATE, Card.SKULL2, Card.SHIP4), 1):
        laid_out.lay_card(NUMBERS[card], *PLACE, turn=7.0 * count)
        until(lambda count=count: len(told) == count + 1)  # type: ignore[misc]
    assert told == [[], [NUMBERS[Card.PIRATE]], [NUMBERS[Card.SKULL2]], [NUMBERS[Card.SHIP4]]]
    assert watcher.dice == (), "no card is taken for a die"
