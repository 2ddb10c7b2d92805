"""Cards that lie in view: which were laid since a card was asked for, which were taken away, what is wrong with them.

The way from what the eyes see to a game's rules, once for all games. A game knows what its cards are called and what
they make; that one lies face down, is of another game, is not known for sure, lies there from before, or that there are
two where one was asked for is found here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import hypot
from typing import Generic, TypeVar

from firmware.play.referee import Option, Pending
from rules.say import Message
from vision.seen import Card, Die, covers

SAME_PLACE_MM, SAME_TURN_DEG = 12.0, 12.0  # a card that is less off lies where it lay
BY_HAND = Option("by hand", Message("Pick it yourself"), "hand")
BACK_TO_THE_EYES = Option("eyes", Message("Back"), "undo")

Names = Mapping[int, str]  # what a game calls the card of each mark
State = TypeVar("State")
Action = TypeVar("Action")


@dataclass(frozen=True, slots=True)
class Things(Generic[State, Action]):
    """A game's cards as things: by the names it calls them."""

    numbers: Callable[[State], Mapping[str, int]]  # the mark of each
    open: Callable[[State], tuple[str, ...]]  # those that lie open as the rules know it
    laid_by: Callable[[State, Action], tuple[str, ...]]  # those that an action lays or turns up


@dataclass(frozen=True, slots=True)
class Since:
    """What lies in view, against what lay there when a card was asked for."""

    new: tuple[Card, ...] = ()
    again: tuple[Card, ...] = ()  # like one that lay elsewhere: that one moved, or another of its kind
    still: tuple[Card, ...] = ()
    gone: tuple[Card, ...] = ()
    old: tuple[Card, ...] = ()  # of what lay there: what is not gone, or only hidden under dice
    lying: tuple[Card, ...] = ()  # all that lies there now, hidden or not


def since(before: Sequence[Card], now: Sequence[Card], dice: Iterable[Die] = ()) -> Since:
    left = list(before)
    still, moved = list[Card](), list[Card]()
    for card in now:
        lay = next((old for old in left if _lies_as(card, old)), None)
        if lay is None:
            moved.append(card)
        else:
            left.remove(lay)
            still.append(card)
    new, again, old = list[Card](), list[Card](), [each for each in before if each not in left]
    for card in moved:
        like = next((each for each in left if card.known and _alike(card, each)), None)
        if like is None:
            new.append(card)
        else:
            left.remove(like)
            again.append(card)
            old.append(like)
    lying = tuple(dice)
    hidden = [card for card in left if any(covers(card, die.x_mm, die.y_mm) for die in lying)]
    gone = tuple(card for card in left if card not in hidden)
    return Since(tuple(new), tuple(again), tuple(still), gone, (*old, *hidden), (*now, *hidden))


def laid(memory: Pending) -> Since:
    """Since cards were asked for."""
    dice = memory.seen.dice if memory.seen else ()
    return since(memory.old_cards or (), memory.sight.cards or (), dice)


def named(card: Card, names: Names) -> str | None:
    """What this game calls the card; None: it is not known for sure, or of another game."""
    if card.name is not None:
        return card.name if card.name in names.values() else None
    return names.get(card.number) if card.number is not None else None


@dataclass(frozen=True, slots=True)
class Turned:
    """The cards that were laid since one was asked for, by their names; or what is wrong with them, and which card it
    may be, the likeliest first."""

    names: tuple[str, ...] = ()
    said: Message | None = None
    likely: tuple[str, ...] = ()


def turned(lies: Since, names: Names, labels: Mapping[str, Message], most: int = 1) -> Turned:
    """`most`: so many may be laid."""
    unsure = tuple(card for card in lies.new if not card.known and not card.back)
    sure = tuple(name for card in lies.new if (name := named(card, names)) is not None and not card.back)
    if any(card.back for card in lies.new):
        return Turned(said=Message("A card lies face down: turn it over."))
    if any(card.known and named(card, names) is None for card in lies.new):
        return Turned(said=Message("A card of another game lies there: take it away."))
    if len(lies.new) > most:
        many = Message(
            "Only one card is turned over: take the others away, or pick the one that counts.",
            plural="Only {n} cards are turned over: take the others away, or pick those that count.",
            n=most,
        )
        return Turned(said=many, likely=sure)
    if unsure:
        which = Message("Which card is that? Pick it, or move it a little.")
        return Turned(sure, which, tuple(name for name in unsure[0].likely if name in labels))
    if lies.again and not sure:
        like = tuple(name for card in lies.again if (name := named(card, names)) is not None)
        if like:
            said = Message("{card} lies elsewhere now. If it is a new one, pick it.", card=labels[like[0]])
            return Turned(said=said, likely=like)
    return Turned(sure, None, tuple(name for card in lies.still if (name := named(card, names)) is not None))


def likeliest_first(options: Iterable[Option], likely: Sequence[str]) -> tuple[Option, ...]:
    """Cards to pick, those first that it may be; the keys end with a card's name."""
    place = {name: number for number, name in reversed([*enumerate(likely)])}
    return tuple(sorted(options, key=lambda option: place.get(option.key.partition(":")[2], len(place))))


def _alike(card: Card, other: Card) -> bool:
    return (card.number, card.name, card.back) == (other.number, other.name, other.back)


def _lies_as(card: Card, other: Card) -> bool:
    """The same card where it was; one that is not known for sure is so if it lies there."""
    if hypot(card.x_mm - other.x_mm, card.y_mm - other.y_mm) > SAME_PLACE_MM:
        return False
    if not (card.known and other.known) and not (card.back or other.back):
        return True
    off = abs((card.turn_deg - other.turn_deg + 180) % 360 - 180)
    return _alike(card, other) and off < SAME_TURN_DEG
