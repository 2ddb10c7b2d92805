"""A card and dice of Mille Sabords as they are typed: "3 sabre 2 coin monkey parrot skull"."""

from __future__ import annotations

from collections.abc import Iterable

from rules.mille.score import CARDS, DICE, FACES, Card, Counts, Face, counted
from rules.say import Message, Trouble

CARD_HELP = f"one of: {', '.join(CARDS)}"
FACE_HELP = f"faces: {', '.join(FACES)}; a number before a face counts it"


def read_card(name: str) -> Card:
    if name not in CARDS:
        raise Trouble(Message("there is no card '{name}'; the cards are: {cards}.", name=name, cards=", ".join(CARDS)))
    return Card(name)


def read_faces(text: str) -> tuple[Face, ...]:
    """Faces in words, each with a number before it where there are several. A plural s and commas do no harm."""
    faces: list[Face] = []
    many = 1
    waiting = False  # a number stands there, its face is still to come
    for word in text.lower().replace(",", " ").split():
        if word.isdecimal() and not waiting and 0 < int(word) < 100:
            many, waiting = int(word), True
        elif word in FACES or word.removesuffix("s") in FACES:
            faces += [Face(word if word in FACES else word.removesuffix("s"))] * many
            many, waiting = 1, False
        else:
            raise Trouble(
                Message("'{word}' is no face of a die; the faces are: {faces}.", word=word, faces=", ".join(FACES))
            )
    if waiting:
        raise Trouble(Message("'{text}' ends with a number: which face is it for?", text=text))
    return tuple(faces)


def read_dice(text: str) -> Counts:
    """All eight dice."""
    faces = read_faces(text)
    if len(faces) != DICE:
        raise Trouble(Message("a hand has eight dice, and '{text}' names {n}.", text=text, n=len(faces)))
    return counted(faces)


def check_laid(card: Card, dice: Counts, laid: Counts) -> None:
    """Dice on the treasure island are some of the eight, and no skulls."""
    if not any(laid):
        return
    if card is not Card.TREASURE_ISLAND:
        raise Trouble(Message("dice lie on the island only with the card treasure_island, not with {card}.", card=card))
    if laid[0]:
        raise Trouble(Message("a skull cannot lie on the treasure island."))
    if any(there > all_of_them for there, all_of_them in zip(laid, dice, strict=True)):
        raise Trouble(Message("the dice on the treasure island must be among the eight dice."))


def in_words(dice: Iterable[int]) -> str:
    """Counts as they would be typed."""
    return " ".join(face if many == 1 else f"{many} {face}" for face, many in zip(FACES, dice, strict=True) if many)
