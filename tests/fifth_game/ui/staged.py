"""The plank as people see it: its screen, what can be agreed before it, and the sheet that explains it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from firmware.play.hosting import House
from rules.say import Message
from tests.fifth_game.rules import GAME, Setup
from tests.fifth_game.ui.screen import PlankScreen
from ui.parts import signs
from ui.table.staging import BUTTONS, GOAL, TURN, Column, Rule, Staged

COINS = Rule(
    "coins",
    Message("Gold for each player"),
    tuple((n, Message("{n} coins", n=n)) for n in (12, 6, 24)),
    "coin",
)


def _agreed(chosen: Mapping[str, Any], first: int) -> tuple[Setup, House]:
    return Setup(chosen["coins"], first), House()


SHEET = (
    Column(
        GOAL,
        (signs.art("chest"), signs.art("coin")),
        Message("The fullest purse wins, once the captain's chest is empty."),
    ),
    Column(
        TURN,
        (signs.die("5", angle=-8), signs.die("1", angle=9)),
        Message("Throw the die: a coin for each step. A one, and you fall with all that you hold!"),
    ),
    Column(
        BUTTONS,
        (signs.key("left"), signs.key("choose"), signs.key("right")),
        Message("Walk on and throw again, or turn back and keep it: arrows and the middle button, or touch."),
    ),
)

STAGED = Staged(
    game=GAME,
    screen=PlankScreen,
    picture="coin",
    rules=(COINS,),
    agreed=_agreed,
    sheet=SHEET,
    shots="tests.fifth_game.ui.shots",
    curve=Message("Gold by turn"),
)
