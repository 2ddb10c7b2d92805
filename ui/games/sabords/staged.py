"""Aux Sabords as people see it: its screen, what can be agreed before it, and the sheet that explains it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pygame import Surface

from firmware.play.hosting import House
from rules import sabords
from rules.sabords.board import Colour, read_board
from rules.sabords.cards import read_deck
from rules.sabords.state import Deal, Ends, Setup
from rules.say import Message
from ui.games.sabords import tokens
from ui.games.sabords.printed import deck, paper_board, pieces
from ui.games.sabords.screen import AuxScreen
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
    own_file,
)

CHESTS = Rule(
    "chests",
    Message("Chests of each colour"),
    tuple((n, Message("{n} chests", n=n)) for n in (4, 3, 2)),
    "chest",
)
ENDS = Rule(
    "ends",
    Message("The game ends"),
    (
        (Ends.ALL_CHESTS, Message("when all chests are in port")),
        (Ends.ONE_COLOUR, Message("when one colour is in port")),
    ),
    "port",
)
HANDS = Rule(
    "hands",
    Message("Two players: cards"),
    ((2, Message("a hand for each ship")), (1, Message("one hand for both ships"))),
    "hand",
)


PRINTED = "printed"
DEAL = Rule(
    "cards",
    Message("Hands of cards"),
    (
        (Deal.VIRTUAL, Message("dealt on the screen, for each player's eyes")),
        (PRINTED, Message("printed, those that are laid are read by the eyes")),
        (Deal.PHYSICAL, Message("real ones: you need the deck of the box")),
    ),
    "pirate",
    says=lambda value: known_cards(sabords.GAME) if value is Deal.PHYSICAL else None,
)
OWN_BOARD, OWN_DECK = "sabords-board.toml", "sabords-deck.toml"


def _own(name: str) -> tuple[tuple[Any, Message], ...]:
    file = own_file(name)
    return () if file is None else ((str(file), Message("your {file}", file=name)),)


BOARD = Rule(
    "board",
    Message("Board"),
    (("aux_board", Message("Vigie's")),),
    "compass",
    lambda: _own(OWN_BOARD),
    lambda value: None if value == "aux_board" else fault_of(OWN_BOARD, read_board),
)
DECK = Rule(
    "deck",
    Message("Cards"),
    (("aux_deck", Message("as in the rulebook")),),
    "pirate",
    lambda: _own(OWN_DECK),
    lambda value: None if value == "aux_deck" else fault_of(OWN_DECK, read_deck),
)


def _agreed(chosen: Mapping[str, Any], first: int) -> tuple[Any, House]:
    rules = {rule.key: chosen[rule.key] for rule in (CHESTS, ENDS, HANDS, DEAL, BOARD, DECK)}
    if rules["cards"] == PRINTED:
        return Setup(**rules | {"cards": Deal.PHYSICAL}, first=first), House(cards="printed")
    setup = Setup(**rules, first=first)
    return setup, of_the_box(sabords.GAME) if setup.cards is Deal.PHYSICAL else House(cards="virtual")


def _ship(size: int) -> Surface:
    return tokens.ship(Colour.RED, size)


def _chest(size: int) -> Surface:
    return tokens.chest(Colour.RED, round(size * 0.7))


SHEET = (
    Column(
        GOAL,
        (_ship, _chest, signs.art("port")),
        Message(
            "Bring the most chests into your port. The rose puts yours on the island; load them there. Or rob the "
            "others!"
        ),
    ),
    Column(
        TURN,
        (signs.art("leg"), signs.art("sabre"), signs.die("4", angle=-8)),
        Message(
            "Two different tools build your ship; a ship card lets it sail. Throw the die and sail all its "
            "squares. You meet a ship? Attack: more pirates win."
        ),
    ),
    Column(
        BUTTONS,
        (signs.key("left"), signs.key("choose"), signs.key("right")),
        Message(
            "Arrows turn the wheel; the middle button or your lit one sails one square. Or touch. Hands stay "
            "secret: say only what you lay."
        ),
    ),
    Column(
        Message("On the way"),
        (signs.art("rose"), _chest, signs.art("port")),
        lambda setup, players: Message(
            "Your rose: one of your {n} chests goes to the island. Your treasure square: load as many as you like. "
            "Your port: they are safe.",
            n=setup.chests,
        ),
    ),
    Column(
        Message("Boarding"),
        (signs.art("buccaneer"), signs.art("pirate")),
        Message(
            "The attacked lays all pirates at once, then the attacker. More win; a captain beats any number. The "
            "loser's chests are yours."
        ),
    ),
    Column(
        Message("The end"),
        (signs.art("port"), signs.art("flag")),
        lambda setup, players: (
            Message("When all chests of one colour are in port, the most chests win. Captured ones count too.")
            if setup.ends is Ends.ONE_COLOUR
            else Message("When all chests are in port, the most chests win. Captured ones count too.")
        ),
    ),
)

GUIDE = {
    "choose": Message("Say what you lay; all other cards stay secret."),
    "throw": Message("You sail all the squares it shows."),
}

STAGED = Staged(
    game=sabords.GAME,
    screen=AuxScreen,
    picture="galleon",
    rules=(CHESTS, DEAL, ENDS, HANDS, BOARD, DECK),
    agreed=_agreed,
    sheet=SHEET,
    guide=GUIDE,
    shots="ui.games.sabords.shots",
    begins=Message("Whoever can name three famous pirates begins, else the oldest."),
    printed=deck,
    board=paper_board,
    pieces=pieces,
)
