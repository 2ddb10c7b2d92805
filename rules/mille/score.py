"""What a hand of Mille Sabords is worth: MS-8 to MS-22, for one card and eight dice, with the parts it is made of.

    >>> worth(Card.PIRATE, counted(faces)).points

Points never hide in here: they are the sum of the parts, and each part can be shown to a player.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from functools import cache

from rules.dice import CORSAIR
from rules.say import Message


class Face(StrEnum):
    """What a corsair die shows."""

    SKULL = "skull"
    DIAMOND = "diamond"
    COIN = "coin"
    MONKEY = "monkey"
    PARROT = "parrot"
    SABRE = "sabre"


class Card(StrEnum):
    """What rules a turn. `NONE` is in no deck: it is the plain turn that scores and odds are compared with."""

    NONE = "none"
    TREASURE_ISLAND = "treasure_island"
    PIRATE = "pirate"
    GUARDIAN = "guardian"
    ANIMALS = "animals"
    COIN = "coin"
    DIAMOND = "diamond"
    SKULL1 = "skull1"
    SKULL2 = "skull2"
    SHIP2 = "ship2"
    SHIP3 = "ship3"
    SHIP4 = "ship4"


FACES = tuple(Face)
CARDS = tuple(Card)
DICE = CORSAIR.count

FACE_NAMES = {
    Face.SKULL: Message("skull"),
    Face.DIAMOND: Message("diamond"),
    Face.COIN: Message("gold coin"),
    Face.MONKEY: Message("monkey"),
    Face.PARROT: Message("parrot"),
    Face.SABRE: Message("sabre"),
}
CARD_NAMES = {
    Card.NONE: Message("no card"),
    Card.TREASURE_ISLAND: Message("Treasure Island"),
    Card.PIRATE: Message("Pirate"),
    Card.GUARDIAN: Message("Guardian"),
    Card.ANIMALS: Message("Animals"),
    Card.COIN: Message("Gold Coin"),
    Card.DIAMOND: Message("Diamond"),
    Card.SKULL1: Message("One Skull"),
    Card.SKULL2: Message("Two Skulls"),
    Card.SHIP2: Message("Ship with 2 sabres"),
    Card.SHIP3: Message("Ship with 3 sabres"),
    Card.SHIP4: Message("Ship with 4 sabres"),
}
ANIMAL_NAME = Message("monkeys and parrots")

CARD_SKULLS = {Card.SKULL1: 1, Card.SKULL2: 2}  # MS-16
SHIPS = {Card.SHIP2: (2, 300), Card.SHIP3: (3, 500), Card.SHIP4: (4, 1000)}  # MS-18: sabres needed, value
TREASURE = {Card.COIN: Face.COIN, Card.DIAMOND: Face.DIAMOND}  # MS-19
SET_POINTS = (0, 0, 0, 100, 200, 500, 1000, 2000, 4000, 4000)  # MS-9; nine alike win the game, and count as eight
CHEST = 500  # MS-11
LOST_AT = 3  # MS-8: skulls that end a turn

Counts = tuple[int, ...]  # how many dice show each of FACES, in that order
NOTHING: Counts = (0,) * len(FACES)


def counted(faces: Iterable[str]) -> Counts:
    dice = tuple(faces)
    return tuple(map(dice.count, FACES))


@dataclass(frozen=True, slots=True)
class Part:
    """One line of a score."""

    label: Message
    points: int


@dataclass(frozen=True, slots=True)
class Worth:
    """What a hand does to the scores. `points` are added to the player's own (a lost ship takes off);
    `penalty` is what every opponent loses on Skull Island."""

    points: int
    parts: tuple[Part, ...] = ()
    bust: bool = False  # three skulls
    island: bool = False
    win: bool = False
    penalty: int = 0


@cache
def worth(card: Card, dice: Counts, first_throw: bool = False, laid: Counts = NOTHING) -> Worth:
    """The worth of `dice` as the last of the turn. `laid` are those of them on the treasure island.

    `first_throw` tells Skull Island (MS-12) from three skulls too many; a hand on Skull Island stays one of the
    first throw until the turn ends.
    """
    skulls = dice[0] + CARD_SKULLS.get(card, 0)
    if skulls > LOST_AT and first_throw and card not in SHIPS:
        return _skull_island(card, skulls)
    if skulls >= LOST_AT:
        return _lost(card, laid)
    if card in SHIPS and dice[-1] < SHIPS[card][0]:
        return _summed([_ship_lost(card)])
    parts = _sets(card, dice) + _treasure(card, dice)
    if _chest_is_full(card, dice):
        parts.append(Part(Message("full chest"), CHEST))
    if card in SHIPS:
        parts.append(Part(Message("ship won"), SHIPS[card][1]))
    if card is Card.PIRATE:  # MS-15
        parts.append(Part(Message("doubled by the pirate"), sum(part.points for part in parts)))
    return _summed(parts, win=card in TREASURE and dice[FACES.index(TREASURE[card])] == DICE)  # MS-22


def _summed(parts: list[Part], bust: bool = False, win: bool = False) -> Worth:
    return Worth(sum(part.points for part in parts), tuple(parts), bust=bust, win=win)


def _skull_island(card: Card, skulls: int) -> Worth:  # MS-12
    return Worth(0, island=True, penalty=skulls * (200 if card is Card.PIRATE else 100))


def _lost(card: Card, laid: Counts) -> Worth:
    """Three skulls: nothing (MS-8), the dice on the treasure island (MS-14), or the ship's value off (MS-18)."""
    if card in SHIPS:
        return _summed([_ship_lost(card)], bust=True)
    if card is not Card.TREASURE_ISLAND:  # a coin or diamond card is lost with the dice
        return _summed([], bust=True)
    return _summed(_sets(card, laid) + _treasure(card, laid), bust=True)


def _ship_lost(card: Card) -> Part:
    return Part(Message("ship lost"), -SHIPS[card][1])


def _sets(card: Card, dice: Counts) -> list[Part]:
    """MS-9; monkeys and parrots are one symbol with the animals (MS-20), a coin or diamond card joins in (MS-19)."""
    _, diamonds, coins, monkeys, parrots, sabres = dice
    groups = [
        (FACE_NAMES[Face.DIAMOND], diamonds + (card is Card.DIAMOND)),
        (FACE_NAMES[Face.COIN], coins + (card is Card.COIN)),
        (FACE_NAMES[Face.SABRE], sabres),
    ]
    if card is Card.ANIMALS:
        groups.append((ANIMAL_NAME, monkeys + parrots))
    else:
        groups += [(FACE_NAMES[Face.MONKEY], monkeys), (FACE_NAMES[Face.PARROT], parrots)]
    return [
        Part(Message("set of {n}: {face}", n=many, face=name), SET_POINTS[many]) for name, many in groups if many >= 3
    ]


def _treasure(card: Card, dice: Counts) -> list[Part]:  # MS-10, MS-19
    parts = []
    if diamonds := dice[1] + (card is Card.DIAMOND):
        parts.append(Part(Message("one diamond", plural="{n} diamonds", n=diamonds), 100 * diamonds))
    if coins := dice[2] + (card is Card.COIN):
        parts.append(Part(Message("one gold coin", plural="{n} gold coins", n=coins), 100 * coins))
    return parts


def _chest_is_full(card: Card, dice: Counts) -> bool:
    """MS-11: all eight dice score. The sabres of a won ship do; a skull, on a die or on the card, rules it out."""
    skulls, _, _, monkeys, parrots, sabres = dice
    if skulls or card in CARD_SKULLS or sum(dice) < DICE:
        return False
    animals = [monkeys + parrots] if card is Card.ANIMALS else [monkeys, parrots]
    idle = [many for many in animals if 0 < many < 3]
    return not idle and (sabres == 0 or sabres >= 3 or card in SHIPS)
