"""Cards in a game of choices that the eyes read: what is laid or turned up makes an action, what is taken chooses it.

Where cards are asked for, new ones count as soon as they leave no choice. Where cards lie open to be chosen from, the
one that is gone is the one that was chosen. Everything else that lies there, or that is wrong with it, is only said.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from firmware.games.choices.mat import Memory
from firmware.play import cards
from firmware.play.cards import Since, Things, Turned
from rules.say import Message
from vision.seen import Card

LAID = "laid:"  # before a card's name, the key of an option: that is the card which lies there
OPEN = "open:"  # the same for a card that lies open and may be taken
State = TypeVar("State")
Action = TypeVar("Action")


@dataclass(frozen=True, slots=True)
class Made(Generic[Action]):
    """What the cards that were laid make: an action, or a sentence that says what is missing or wrong."""

    action: Action | None = None
    whole: bool = True  # nothing can be added: it counts at once. Else whoever lays says that these are all
    said: Message | None = None


@dataclass(frozen=True, slots=True)
class Laying(Generic[State, Action]):
    """What a game adds where the eyes read its cards."""

    things: Things[State, Action]
    label: Callable[[State, str], Message]
    most: Callable[[State], int]  # so many may be laid now; 0: none is asked for
    made: Callable[[State, tuple[str, ...]], Made[Action]]
    ask: Callable[[State], Message]
    stray: Callable[[State, str], Message | None]  # what is said of a card that nobody asked for
    open: Callable[[State], tuple[str, ...]] = (
        lambda state: ()
    )  # those that may be taken, each the only one of its name
    takes: Callable[[State], int] = lambda state: 0  # so many of them now
    early: Callable[[State, str], bool] = lambda state, name: False  # laid too early it counts when its time comes
    taken_by: Callable[[Action], str | None] = lambda action: None  # the open card that an action takes
    without: tuple[type, ...] = ()  # actions chosen without a card, while cards are asked for

    def names(self, state: State) -> dict[int, str]:
        return {number: name for name, number in self.things.numbers(state).items()}

    def labels(self, state: State) -> Mapping[str, Message]:
        return {name: self.label(state, name) for name in self.things.numbers(state)}


def since_asked(laying: Laying[State, Action], state: State, memory: Memory) -> Since:
    """What was laid and taken; what lies open by right is no news."""
    lies, open_, names = cards.laid(memory), laying.open(state), laying.names(state)
    by_right = tuple(card for card in (*lies.new, *lies.again) if cards.named(card, names) in open_)
    if not by_right:
        return lies
    new = tuple(card for card in lies.new if card not in by_right)
    again = tuple(card for card in lies.again if card not in by_right)
    came = tuple(card for card in lies.new if card in by_right)
    return replace(lies, new=new, again=again, still=(*lies.still, *by_right), old=(*lies.old, *came))


def turned(laying: Laying[State, Action], state: State, lies: Since) -> Turned:
    names = laying.names(state)
    found = cards.turned(lies, names, laying.labels(state), laying.most(state))
    if found.said is not None or found.names:
        return found
    by_right = Counter(laying.things.open(state))
    before = []
    for name in found.likely:  # they lie there from before
        by_right[name] -= 1
        if by_right[name] < 0 and laying.made(state, (name,)).said is None:
            before.append(name)
    return Turned(likely=tuple(before))


def made(laying: Laying[State, Action], state: State, found: Turned) -> Made[Action]:
    return Made() if found.said is not None or not found.names else laying.made(state, found.names)


def taken(laying: Laying[State, Action], state: State, lies: Since) -> tuple[str, ...]:
    """Cards that lay open and are gone."""
    names, open_ = laying.names(state), laying.open(state)
    gone = {cards.named(card, names) for card in lies.gone}
    return tuple(name for name in open_ if name in gone)


def kept(laying: Laying[State, Action], state: State, lies: Since, *, asked: bool) -> tuple[Card, ...]:
    """What is remembered of what lies there: open cards also where they were taken away, until it is settled what that
    means, and no new one that counts now or later."""
    names, open_ = laying.names(state), laying.open(state)
    gone = tuple(card for card in lies.gone if cards.named(card, names) in open_)
    if asked:
        return (*lies.old, *gone)
    waits = [card for card in lies.new if (name := cards.named(card, names)) and laying.early(state, name)]
    return (*(card for card in lies.lying if card not in waits), *gone)


def after(
    laying: Laying[State, Action], state: State, lies: Since, used: tuple[str, ...], *, unsure: bool
) -> tuple[Card, ...]:
    """What lies there from before, once these cards have made an action that came to this state; `unsure`: one that
    could not be told was among them."""
    names, open_ = laying.names(state), laying.open(state)
    new, left = list(lies.new), list(used)
    for card in lies.new:
        name = cards.named(card, names)
        if name in left:
            left.remove(name)
            new.remove(card)
        elif unsure and not card.known:
            unsure = False
            new.remove(card)
    gone = [card for card in lies.gone if cards.named(card, names) in open_]
    return tuple(card for card in (*lies.lying, *gone) if card not in new)
