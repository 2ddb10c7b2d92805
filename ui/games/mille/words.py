"""What each card of Mille Sabords does, in a sentence for those who do not know it yet."""

from __future__ import annotations

from rules.mille.score import Card
from rules.say import Message

CARD_WORDS = {
    Card.TREASURE_ISLAND: Message("Dice laid on the island are safe, even from three skulls."),
    Card.PIRATE: Message("Everything counts double, on Skull Island as well."),
    Card.GUARDIAN: Message("Once in this turn a skull may be thrown again."),
    Card.ANIMALS: Message("Monkeys and parrots count as one and the same."),
    Card.COIN: Message("The turn begins with one gold coin more."),
    Card.DIAMOND: Message("The turn begins with one diamond more."),
    Card.SKULL1: Message("The turn begins with one skull."),
    Card.SKULL2: Message("The turn begins with two skulls!"),
    Card.SHIP2: Message("Throw at least 2 sabres, or lose 300 points."),
    Card.SHIP3: Message("Throw at least 3 sabres, or lose 500 points."),
    Card.SHIP4: Message("Throw at least 4 sabres, or lose 1000 points."),
}
