"""Hands on a game's own screen: what the hand at the virtual table can do now, as tags; dice to be touched."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from pygame import Rect

from firmware.practice.hand import Deed
from rules.say import Message
from ui.parts.chips import SPACE
from ui.parts.tags import Tag
from ui.table.correcting import Correcting
from ui.targets import Act

if TYPE_CHECKING:
    from ui.table.screen import GameScreen

DEED = "hand:"  # before the key of a deed, in a target's name
KEYS = {" ": SPACE}  # what a typed letter is called on a chip


def tags_of(at: GameScreen) -> list[Tag]:
    """The first thing to do is done by the space bar."""
    return [
        Tag(f"{DEED}{deed.key}", at.words.say(deed.label), deed.picture, chip=SPACE if place == 0 else "")
        for place, deed in enumerate(at.deeds)
    ]


def or_deed(at: GameScreen, act: Callable[[str], Act]) -> Callable[[str], Act]:
    """What a tag does: something of the hand's, or else what the game says."""
    return lambda key: partial(_do, at, key.removeprefix(DEED)) if key.startswith(DEED) else act(key)


def deed(at: GameScreen, of: Deed) -> Act:
    """What a touch does of something on the stage that the hand can take up."""
    return partial(_do, at, of.key)


def _do(at: GameScreen, key: str, when: float) -> None:
    if at.hand is not None:
        refused = at.hand.do(key, when)
        if refused is not None:
            at.say(refused)
        at.deeds = at.hand.deeds()


def die(at: GameScreen, box: Rect, name: str, sheet: Correcting, number: int | None = None) -> None:
    """A die that lies on the stage. Where it may be thrown again a touch marks it; a long touch, or the wheel, says
    what it really shows, and so does any touch once that was asked for, or where the dice are real."""
    correct = at.correct(sheet)
    if at.correction_asked:
        at.target(box, correct, name, rank=-1, hold=correct)
    elif at.hand is not None and number is not None and number in at.hand.markable:
        at.target(box, partial(_mark, at, number), name, rank=1, hold=partial(_held, at, number, correct))
    elif at.hand is None:
        at.target(box, correct, name, focus=False, rank=1, hold=correct)
    else:
        at.target(box, partial(_told, at), name, focus=False, rank=1, hold=correct)


def _mark(at: GameScreen, number: int, when: float) -> None:
    if at.hand is not None:
        at.hand.mark(number)


def _held(at: GameScreen, number: int, correct: Act, when: float) -> None:
    """The touch that became a long one marked the die: that was not meant."""
    if at.hand is not None and number in at.hand.marked:
        at.hand.mark(number)
    correct(when)


def _told(at: GameScreen, when: float) -> None:
    at.say(Message("Hold a die to say what it really shows."), "spyglass")
