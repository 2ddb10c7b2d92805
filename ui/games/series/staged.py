"""The treasure race as people see it: its screen, what can be agreed before it, and the sheet that explains it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from firmware.play.hosting import House
from rules import series
from rules.say import Message
from ui.games.series.printed import paper_map
from ui.games.series.screen import SeriesScreen
from ui.parts import signs
from ui.table.staging import BUTTONS, GOAL, TURN, Column, Rule, Staged

SQUARES = Rule(
    "squares",
    Message("Way to the treasure"),
    tuple((n, Message("{n} squares", n=n)) for n in (20, 30, 40, 60, 10)),
    "cross",
)
NAMING = Rule(
    "naming",
    Message("Naming a series"),
    (("console", Message("on the table")), ("aloud", Message("aloud"))),
    "bell",
)


def _agreed(chosen: Mapping[str, Any], first: int) -> tuple[Any, House]:
    return series.Setup(squares=chosen["squares"], first=first), House(naming=chosen["naming"])


SHEET = (
    Column(
        GOAL,
        (signs.art("island"), signs.art("cross")),
        lambda setup, players: Message(
            "Be the first to reach the treasure, {n} squares away. Every series you spot takes you closer.",
            n=setup.squares,
        ),
    ),
    Column(
        TURN,
        tuple(
            signs.die("palm", colour, glow=True, angle=turn)
            for colour, turn in (("red", -8), ("blue", 6), ("green", 14))
        ),
        Message(
            "Throw one die onto the track. Three dice there with the same symbol, or of the same colour, are a series."
        ),
    ),
    Column(
        BUTTONS,
        (signs.button("red"), signs.button("blue"), signs.button("green")),
        Message(
            "Whoever sees a series hits their own button, at any time. The quickest names it: right, "
            "you sail; wrong, you drift back."
        ),
    ),
    Column(
        Message("What counts"),
        (signs.die("palm", "green", angle=-8), signs.die("skull", "black", angle=9)),
        Message(
            "A series takes you one square. Palms take you three. Skulls take you one, and all the others back by one."
        ),
    ),
    Column(
        Message("Two at once"),
        tuple(signs.die("sabre", "red", angle=turn) for turn in (-9, 5, 14)),
        Message(
            "Dice may be alike in symbol and in colour: name both, and sail for each. If one is not there, you drift "
            "back by all you named."
        ),
    ),
    Column(
        Message("After a claim"),
        (signs.art("hand"), signs.art("bell")),
        Message(
            "Right: take the dice of the series, and throw next. The same moment: nobody may claim. Without dice you "
            "still may claim."
        ),
    ),
)

GUIDE = {
    "throw": Message("Three dice alike in symbol or colour: whoever sees them presses their own button at once!"),
    "claim": Message("Who sees a series now still may press."),
    "name": Message("Choose what you saw, before the fuse has burnt."),
    "take": Message("They are yours, and you throw next."),
    "fix": Message("The game waits until the track shows what was thrown."),
}

STAGED = Staged(
    game=series.GAME,
    screen=SeriesScreen,
    picture="chest",
    rules=(SQUARES, NAMING),
    agreed=_agreed,
    sheet=SHEET,
    guide=GUIDE,
    shots="ui.games.series.shots",
    board=paper_map,
    curve=Message("Squares by turn"),
)
