"""Pirates en Duel as people see it: its screen, what can be agreed before it, and the sheet that explains it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from pygame import Surface

from firmware.play.hosting import House
from rules import duel
from rules.duel.cards import Colour, deck, read
from rules.duel.state import Setup
from rules.say import Message
from rules.shelf import take
from ui.games.duel import engravings, printed
from ui.games.duel.screen import DuelScreen
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
from vision.places import data_dir

LEVEL = Rule(
    "level",
    Message("Level"),
    tuple(
        (n, name)
        for n, name in ((1, Message("1 · a crew")), (2, Message("2 · blue skills")), (3, Message("3 · all skills")))
    ),
    "flag",
)
# Who wears red sails red, where there are enough ships of the box: it is easier to remember.
FLEETS = {
    3: (Colour.RED, Colour.BLUE, Colour.GREEN),
    4: (Colour.RED, Colour.BLUE, Colour.GREEN, Colour.WHITE),
    5: (Colour.RED, Colour.BLUE, Colour.GREEN, Colour.YELLOW, Colour.PURPLE),
    6: (Colour.RED, Colour.BLUE, Colour.GREEN, Colour.YELLOW, Colour.PURPLE, Colour.WHITE),
}


OWN = "duel.toml"


def _says(cards: str) -> Message | None:
    if cards.startswith("own") and (fault := fault_of(OWN, lambda name: read(name, take(name)))):
        return fault
    if cards.endswith("box") and (known := known_cards(duel.GAME)):
        return known
    if cards == "box" and own_file(OWN) is None:
        return Message(
            "Vigie asks for the cards of its own deck. For those of your box, copy rules/duel/duel.toml to {file} and "
            "change it there.",
            file=str(data_dir() / OWN),
        )
    return None


CARDS = Rule(
    "cards",
    Message("Cards"),
    (
        ("virtual", Message("on the screen")),
        ("printed", Message("printed, read by the eyes")),
        ("box", Message("from the box")),
    ),
    "pirate",
    partial(own_cards, OWN),
    _says,
)


def _agreed(chosen: Mapping[str, Any], first: int) -> tuple[Any, House]:
    cards, own = chosen["cards"], own_file(OWN)
    deck_of = str(own) if own is not None and cards.startswith("own") else "duel"
    setup = Setup(chosen["level"], deck_of, _fleet(chosen["players"], chosen["liveries"]), first)
    if cards.endswith("printed"):
        return setup, House(cards="printed")
    return setup, of_the_box(duel.GAME) if cards.endswith("box") else House(cards="virtual")


def _fleet(players: int, liveries: Sequence[str]) -> tuple[Colour, ...]:
    """PD-2: whoever wears a ship's colour sails it; who wears another takes one that is left."""
    ships = FLEETS.get(players, ())
    box = {colour.value: colour for colour in tuple(Colour)[: 4 if players <= 4 else 6]}
    wanted = [box.get(livery) for livery in liveries] if ships else []
    left = [colour for colour in (*ships, *box.values()) if colour not in wanted]
    spare = iter(dict.fromkeys(left))
    return tuple(colour or next(spare) for colour in wanted)


def _ship(size: int) -> Surface:
    return engravings.ship(Colour.RED, size)


def _card(size: int) -> Surface:
    member = next(iter(deck("duel", 1).members.values()))
    return engravings.likeness(member, size)


def gold_to_win(players: int) -> int:
    return 20 if players == 2 else 15  # PD-15, PD-28


def _end(setup: Any, players: int) -> Message:
    if players == 2:
        return Message(
            "{gold} gold win at once. A ship that sinks costs 4 gold. Without ships, or without gold, you have lost.",
            gold=gold_to_win(players),
        )
    return Message(
        "{gold} gold win at once. Without gold you are out; without a crew too, and all your gold goes to the victor.",
        gold=gold_to_win(players),
    )


SHEET = (
    Column(
        GOAL,
        (_ship, signs.art("chest"), signs.art("coin")),
        lambda setup, players: Message(
            "Gather {gold} gold, or be the last one afloat. You lose your crew in fights, and without a crew your "
            "ship goes down.",
            gold=gold_to_win(players),
        ),
    ),
    Column(
        TURN,
        (_card, signs.die("skull", body="red", angle=-8), signs.die("ship", body="blue", angle=9)),
        Message(
            "Choose two recruits, then draw a combat card. In a fight, cannons or sabres are your dice: skulls "
            "hit, ships protect."
        ),
    ),
    Column(
        BUTTONS,
        (signs.key("left"), signs.key("choose"), signs.key("right"), signs.button("red")),
        Message(
            "Arrows move the gold frame, your own button takes what is in it; or touch it. The attacker throws red "
            "dice, the defender blue."
        ),
    ),
    Column(
        Message("Your crew"),
        (_card, signs.art("cannon"), signs.art("sabre")),
        Message(
            "Cannons count in a cannonade, sabres in a boarding, six dice at most. A captain is worth two losses of "
            "one fight."
        ),
    ),
    Column(
        Message("The fight"),
        (signs.die("skull", body="red", angle=-8), signs.die("ship", body="blue", angle=9)),
        Message(
            "Your skulls less their ships: their losses, and you say who. More losses inflicted: the gold on the card "
            "is yours."
        ),
    ),
    Column(Message("The end"), (signs.art("coin"), signs.art("flag")), _end),
)

GUIDE = {
    "choose": Message("Cannons win a cannonade, sabres a boarding."),
    "throw": Message("Skulls hit, ships protect."),
}

STAGED = Staged(
    game=duel.GAME,
    screen=DuelScreen,
    picture="cannon",
    rules=(LEVEL, CARDS),
    agreed=_agreed,
    sheet=SHEET,
    guide=GUIDE,
    shots="ui.games.duel.shots",
    begins=Message("Whoever looks most like a pirate begins."),
    printed=printed.deck,
    pieces=printed.pieces,
    reminders=printed.reminders,
)
