"""What lies in view against what lay there before: new, moved, still, gone, hidden; and what is said of it."""

from __future__ import annotations

from dataclasses import replace

from firmware.play.cards import likeliest_first, since, turned
from firmware.play.referee import Option
from rules.say import Message
from vision.seen import Card, Die

NAMES = {1: "pirate", 2: "coin", 3: "ship"}
LABELS = {name: Message("{name}", name=name) for name in NAMES.values()}


def card(number: int | None, x: float = 100, y: float = 100, turn: float = 0.0) -> Card:
    return Card(number, x, y, "track", turn)


def die(x: float, y: float) -> Die:
    return Die("coin", None, "white", x, y, "track", "flat", 0.99, id=1)


def test_a_card_that_was_not_there_is_new_and_one_that_lies_as_it_lay_is_not() -> None:
    lies = since([card(1)], [card(1, 103, 98, 4.0), card(2, 250)])
    assert lies.new == (card(2, 250),) and len(lies.still) == 1 and not lies.gone


def test_a_card_of_the_same_kind_elsewhere_may_have_moved_and_is_not_taken_for_a_new_one() -> None:
    lies = since([card(1)], [card(1, 160)])
    assert lies.again == (card(1, 160),) and not lies.new and not lies.gone
    assert turned(lies, NAMES, LABELS).names == () and turned(lies, NAMES, LABELS).likely == ("pirate",)
    assert since([card(1)], [card(1, turn=40)]).again, "laid on it otherwise turned: nobody knows"
    both = since([card(1)], [card(1), card(1, 200)])
    assert both.new == (card(1, 200),), "a second one is new"


def test_what_is_taken_away_is_gone_but_not_what_dice_hide() -> None:
    assert since([card(1)], []).gone == (card(1),)
    hidden = since([card(1)], [], [die(110, 120)])
    assert not hidden.gone and hidden.old == (card(1),)
    assert since(hidden.old, [card(1)]).new == (), "the dice are taken off it: it is no new card"


def test_a_card_that_was_known_and_is_not_sure_any_more_is_the_same_card() -> None:
    lies = since([card(1)], [card(None, 102)])
    assert not lies.new and not lies.gone


def said(*cards: Card, before: tuple[Card, ...] = ()) -> str:
    return str(turned(since(before, cards), NAMES, LABELS).said)


def test_whatever_is_wrong_with_a_card_is_said_in_one_sentence() -> None:
    assert "face down" in said(replace(card(None), back=True))
    assert "another game" in said(card(77))
    assert "Only one card" in said(card(1), card(2, 250))
    assert said(card(2)) == "None"


def test_a_card_that_is_not_sure_is_asked_for_with_the_likeliest_first() -> None:
    found = turned(since([], [replace(card(None), likely=("ship", "nonsense", "coin"))]), NAMES, LABELS)
    assert found.names == () and found.likely == ("ship", "coin") and "Which card" in str(found.said)
    options = [Option(f"card:{name}", label) for name, label in LABELS.items()]
    keys = [option.key for option in likeliest_first(options, found.likely)]
    assert keys == ["card:ship", "card:coin", "card:pirate"]


def test_a_taught_card_is_known_by_its_name() -> None:
    found = turned(since([], [replace(card(None), name="coin")]), NAMES, LABELS)
    assert found.names == ("coin",)
