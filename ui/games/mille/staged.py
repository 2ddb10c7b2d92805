"""Mille Sabords as people see it: its screen, what can be agreed before it, and the sheet that explains it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from firmware.play.hosting import House
from rules import mille
from rules.mille.rules import read_deck
from rules.say import Message
from ui.games.mille.printed import deck
from ui.games.mille.screen import MilleScreen
from ui.parts import signs
from ui.table.staging import (
    BUTTONS,
    GOAL,
    TURN,
    Column,
    Rule,
    Staged,
    fault_of,
    known_cards,
    of_the_box,
    own_cards,
    own_file,
)

TARGET = Rule(
    "target",
    Message("Target"),
    tuple((n, Message("{points} points", points=n)) for n in (6000, 8000, 5000)),
    "flag",
)
FLOOR = Rule(
    "floor",
    Message("Scores below zero"),
    ((False, Message("allowed")), (True, Message("never"))),
    "hourglass",
)


OWN = "mille.toml"


def _boxed(cards: str) -> bool:
    return cards.isdigit() or cards == "own box"


def _says(cards: str) -> Message | None:
    fault = fault_of(OWN, read_deck) if cards.startswith("own") else None
    return fault or (known_cards(mille.GAME) if _boxed(cards) else None)


CARDS = Rule(
    "cards",
    Message("Cards"),
    (
        ("virtual", Message("on the screen")),
        ("printed", Message("printed, read by the eyes")),
        ("35", Message("from the box, {n} cards", n=35)),
        ("33", Message("from the box, {n} cards", n=33)),
    ),
    "pirate",
    partial(own_cards, OWN),
    _says,
)


def _agreed(chosen: Mapping[str, Any], first: int) -> tuple[Any, House]:
    cards, own = chosen["cards"], own_file(OWN)
    setup = mille.Setup(target=chosen["target"], first=first, floor_at_zero=chosen["floor"])
    if cards.startswith("own") and own is not None:
        setup = replace(setup, deck=str(own))  # its number of cards is counted when the game begins
    if cards.isdigit():
        setup = replace(setup, box=int(cards))
    if cards.endswith("printed"):
        return setup, House(cards="printed")
    return setup, of_the_box(mille.GAME) if _boxed(cards) else House(cards="virtual")


SHEET = (
    Column(
        GOAL,
        (signs.art("chest_open"), signs.die("coin", angle=-9), signs.die("diamond", angle=12)),
        lambda setup, players: Message(
            "Gather {points} points: coins, diamonds and three or more of a kind. The card changes the rules.",
            points=setup.target,
        ),
    ),
    Column(
        TURN,
        tuple(signs.die("skull", glow=True, angle=turn) for turn in (-12, 4, 15)),
        Message(
            "Throw all eight dice. Then throw two or more again, or stop. The third skull ends your "
            "turn, and all is lost!"
        ),
    ),
    Column(
        BUTTONS,
        (signs.button("red"), signs.key("choose")),
        Message(
            "Your lit button: I stop and count my points. To go on, just throw again. Dice you keep go to the reserve."
        ),
    ),
    Column(
        Message("What counts"),
        (signs.die("coin", angle=-8), signs.die("sabre", angle=6), signs.die("monkey", angle=14)),
        Message(
            "Alike: 3 for 100, 4 for 200, 5 for 500, 6 for 1000, 7 for 2000, 8 for 4000. Each coin and diamond: 100 "
            "more. All eight dice count: 500 more."
        ),
    ),
    Column(
        Message("The island"),
        (signs.die("skull", angle=-8), signs.art("island"), signs.die("skull", angle=8)),
        Message(
            "Four skulls or more in the first throw: throw on as long as more come. Then all others lose 100 points "
            "for each."
        ),
    ),
    Column(
        Message("The end"),
        (signs.art("flag"), signs.art("chest_open")),
        lambda setup, players: Message(
            "Who reaches {points} opens the last round: one turn more for each other. Then the most points win. Nine "
            "alike win at once.",
            points=setup.target,
        ),
    ),
)

GUIDE = {
    "card": Message("It rules your turn."),
    "throw": Message("The third skull ends the turn, and its points are lost."),
    "choose": Message("Stop, and the points are yours. Or throw two or more again."),
    "guardian": Message("She saves you this once."),
    "fix": Message("The game waits until the dice lie as they did."),
}

STAGED = Staged(
    game=mille.GAME,
    screen=MilleScreen,
    picture="skull",
    rules=(TARGET, CARDS, FLOOR),
    agreed=_agreed,
    sheet=SHEET,
    guide=GUIDE,
    shots="ui.games.mille.shots",
    printed=deck,
)
