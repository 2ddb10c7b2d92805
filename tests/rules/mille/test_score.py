"""What hands of Mille Sabords are worth: the numbered rules one by one, then every hand there is."""

from __future__ import annotations

from collections import Counter
from itertools import combinations_with_replacement
from math import factorial, prod

import pytest

from rules.mille.score import CARDS, FACES, NOTHING, Card, Counts, Worth, counted, worth
from tests.rules.mille.play import faces


def points(text: str, card: Card = Card.NONE) -> int:
    hand = counted(faces(text))
    assert sum(hand) == 8
    return worth(card, hand).points


@pytest.mark.parametrize(
    ("many", "worth_it"), [(2, 0), (3, 100), (4, 200), (5, 500), (6, 1000), (7, 2000), (8, 4000 + 500)]
)
def test_ms_9_sets_of_identical_symbols(many: int, worth_it: int) -> None:
    rest = "skull skull monkey monkey parrot parrot"
    assert points(" ".join(["sabre"] * many + rest.split()[: 8 - many])) == worth_it


def test_ms_9_several_sets_add_up_and_skulls_form_none() -> None:
    assert points("3 monkey 3 parrot 2 skull") == 200
    assert points("4 monkey 4 parrot") == 400 + 500


def test_ms_10_every_coin_and_diamond_is_100_more() -> None:
    assert points("2 coin diamond 2 monkey 2 sabre skull") == 300
    assert points("4 coin 2 monkey 2 sabre") == 600


def test_ms_11_a_full_chest_needs_all_eight_dice_to_score() -> None:
    assert points("4 coin 3 monkey diamond") == 600 + 100 + 100 + 500
    assert points("4 coin 3 monkey parrot") == 600 + 100
    assert points("4 coin 3 monkey skull") == 600 + 100


def test_ms_11_the_sabres_of_a_won_ship_score_for_the_chest() -> None:
    assert points("2 sabre 3 coin 3 diamond", Card.SHIP2) == 800 + 300 + 500
    assert points("2 sabre 3 coin 3 diamond", Card.NONE) == 800


def test_ms_11_a_skull_card_rules_the_chest_out() -> None:
    assert points("4 coin 4 diamond", Card.SKULL1) == 1200
    assert points("4 coin 4 diamond", Card.SKULL2) == 1200


def test_ms_12_skull_island_takes_from_the_others() -> None:
    hand = counted(faces("5 skull 3 coin"))
    assert worth(Card.ANIMALS, hand, first_throw=True) == Worth(0, island=True, penalty=500)
    assert worth(Card.PIRATE, hand, first_throw=True).penalty == 1000
    assert worth(Card.SKULL2, hand, first_throw=True).penalty == 700
    assert worth(Card.ANIMALS, hand) == Worth(0, bust=True)


def test_ms_14_only_the_laid_dice_score_after_the_third_skull() -> None:
    hand, laid = counted(faces("3 skull 4 coin diamond")), counted(faces("3 coin diamond"))
    assert worth(Card.TREASURE_ISLAND, hand, laid=laid).points == 100 + 300 + 100
    assert worth(Card.TREASURE_ISLAND, hand).points == 0
    saved = counted(faces("2 skull 5 coin diamond"))
    assert worth(Card.TREASURE_ISLAND, saved, laid=laid).points == 500 + 600


def test_ms_15_the_pirate_doubles_the_chest_too() -> None:
    assert points("4 coin 4 diamond", Card.PIRATE) == 2 * (400 + 800 + 500)


def test_ms_18_ships() -> None:
    assert points("4 sabre 4 coin", Card.SHIP4) == 200 + 600 + 500 + 1000
    assert points("3 sabre 5 coin", Card.SHIP4) == -1000
    assert points("3 skull 5 sabre", Card.SHIP2) == -300


def test_ms_19_a_coin_or_diamond_card_is_one_more_of_its_kind_but_no_die_of_the_chest() -> None:
    assert points("2 coin 2 skull parrot 3 monkey", Card.COIN) == 100 + 300 + 100
    assert points("2 skull 2 monkey 2 parrot 2 sabre", Card.DIAMOND) == 100
    assert points("7 coin skull", Card.COIN) == 4000 + 800
    assert points("2 sabre 3 monkey 3 coin", Card.COIN) == 200 + 400 + 100  # no chest: two sabres do not score


def test_ms_19_a_lost_turn_loses_the_card_as_well() -> None:
    assert worth(Card.COIN, counted(faces("3 skull 5 coin"))) == Worth(0, bust=True)


def test_ms_20_monkeys_and_parrots_are_one_symbol_with_the_animals() -> None:
    assert points("3 monkey 2 parrot 2 skull sabre", Card.ANIMALS) == 500
    assert points("4 monkey 4 parrot", Card.ANIMALS) == 4000 + 500
    assert points("2 monkey 6 coin", Card.ANIMALS) == 1000 + 600


def test_ms_22_nine_alike_win() -> None:
    hand = worth(Card.DIAMOND, counted(faces("8 diamond")))
    assert hand.win and hand.points == 4000 + 900 + 500
    assert not worth(Card.COIN, counted(faces("8 diamond"))).win


def test_points_are_the_sum_of_their_parts_for_every_hand_and_card() -> None:
    for card in CARDS:
        for dice, _ in every_hand():
            hand = worth(card, counted(dice))
            assert hand.points == sum(part.points for part in hand.parts)


# -- Every first throw, scored by the core and by a scorer that shares nothing with it


def every_hand() -> list[tuple[tuple[str, ...], int]]:
    """All multisets of eight dice, and in how many of the 6^8 throws each comes up."""
    return [
        (dice, factorial(8) // prod(map(factorial, Counter(dice).values())))
        for dice in combinations_with_replacement(map(str, FACES), 8)
    ]


def brute(card: str, dice: tuple[str, ...], first: bool) -> tuple[int, bool, bool, bool, int]:
    """points, bust, island, win, penalty: straight from the rulebook, die by die."""
    skulls = len([die for die in dice if die == "skull"]) + (int(card[-1]) if card.startswith("skull") else 0)
    ship = int(card[-1]) if card.startswith("ship") else 0
    value = {0: 0, 2: 300, 3: 500, 4: 1000}[ship]
    if first and skulls >= 4 and not ship:
        return 0, False, True, False, skulls * 100 * (2 if card == "pirate" else 1)
    if skulls >= 3:
        return -value, True, False, False, 0
    if ship and len([die for die in dice if die == "sabre"]) < ship:
        return -value, False, False, False, 0
    symbols = list(dice) + ([card] if card in ("coin", "diamond") else [])
    if card == "animals":
        symbols = ["animal" if symbol in ("monkey", "parrot") else symbol for symbol in symbols]
    total, scoring = 0, set()
    for symbol in set(symbols) - {"skull"}:
        group = [place for place, shown in enumerate(symbols) if shown == symbol]
        if len(group) >= 3:
            total += {3: 100, 4: 200, 5: 500, 6: 1000, 7: 2000, 8: 4000, 9: 4000}[len(group)]
            scoring |= set(group)
        if symbol in ("coin", "diamond"):
            total += 100 * len(group)
            scoring |= set(group)
        if symbol == "sabre" and ship:
            scoring |= set(group)
    if all(place in scoring for place in range(8)) and not card.startswith("skull"):
        total += 500
    total += value
    return total * (2 if card == "pirate" else 1), False, False, len(set(symbols)) == 1 and len(symbols) == 9, 0


@pytest.mark.parametrize("card", CARDS)
def test_all_first_throws_are_scored_as_by_a_brute_force_scorer(card: Card) -> None:
    throws = 0
    for dice, ways in every_hand():
        throws += ways
        for first in (True, False):
            hand = worth(card, counted(dice), first)
            scored = (hand.points, hand.bust, hand.island, hand.win, hand.penalty)
            assert scored == brute(str(card), dice, first), (card, dice, first)
    assert throws == 6**8 == 1_679_616


def sub_hands(dice: Counts) -> list[Counts]:
    """Some of what may lie on the island: all of each face, and all but one."""
    found = {(0, *dice[1:]), NOTHING}
    for face in range(1, 6):
        if dice[face]:
            found.add((0, *(many - (place == face) for place, many in enumerate(dice) if place)))
            found.add(tuple(dice[face] if place == face else 0 for place in range(6)))
    return list(found)


def test_ms_14_every_busted_island_scores_what_a_plain_hand_of_the_laid_dice_would() -> None:
    for dice, _ in every_hand():
        hand = counted(dice)
        if hand[0] < 3:
            continue
        for laid in sub_hands(hand):
            on_card = tuple(face for face, many in zip(FACES, laid, strict=True) for _ in range(many))
            assert worth(Card.TREASURE_ISLAND, hand, False, laid).points == brute("none", on_card, False)[0]
