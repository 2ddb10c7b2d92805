"""Mille Sabords, rule by rule: the flow of a turn, the cards, and the end."""

from __future__ import annotations

from collections import Counter
from itertools import chain, combinations
from pathlib import Path
from random import Random

import pytest

from rules import mille
from rules.game import SEA, IllegalAction, SetupError
from rules.mille.rules import shuffled
from rules.mille.score import CARD_SKULLS, CARDS, Card
from rules.mille.state import Lay, Mille, Rethrow, Reveal, Setup, Stop, Throw
from rules.mille.tell import tell
from rules.shelf import DataError
from tests.rules.mille.play import PLAIN, again, dice, faces, game, lay, refused, reveal, stop, throw, turn, with_scores

# -- Set-up and turn


@pytest.mark.parametrize("count", [1, 6])
def test_ms_1_two_to_five_play(count: int) -> None:
    with pytest.raises(SetupError, match="2 to 5"):
        mille.start(["Anne", "Jack", "Mary", "Edward", "Grace", "Bart"][:count], Setup())


def test_ms_1_the_target_is_one_of_three() -> None:
    assert [game(target=target).setup.target for target in (5000, 6000, 8000)] == [5000, 6000, 8000]
    with pytest.raises(SetupError, match="5000, 6000 or 8000 points, not 7000"):
        game(target=7000)


def test_ms_2_the_deck_has_35_cards() -> None:
    deck = dict(zip(CARDS, game().deck, strict=True))
    assert sum(deck.values()) == 35
    assert deck[Card.TREASURE_ISLAND] == deck[Card.COIN] == 4 and deck[Card.SKULL1] == 3 and deck[Card.SHIP4] == 2
    assert deck[Card.NONE] == 0


@pytest.mark.parametrize(
    ("text", "entry", "fault"),
    [
        ("[cards]\npirate = -1", "pirate", "0 to 99"),
        ("[cards]\npirate = true", "pirate", "0 to 99"),
        ("[cards]\nparrot = 3", "parrot", "no such card"),
        ("[cards]\nnone = 3", "none", "no such card"),
        ("[cards]\npirate = 0", "[cards]", "empty"),
        ("cards = 3", "[cards]", "table of cards"),
        ("pirate 3", "file", "cannot be read"),
    ],
)
def test_ms_2_a_bad_deck_is_named_with_its_fault(tmp_path: Path, text: str, entry: str, fault: str) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(text)
    with pytest.raises(DataError) as caught:
        game(deck=str(file))
    assert str(file) in str(caught.value) and entry in str(caught.value) and fault in str(caught.value)


def test_ms_2_one_may_play_with_a_deck_of_ones_own(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text("[cards]\npirate = 1\ncoin = 1\n")
    state = game(deck=str(file))
    assert set(mille.legal(state)) == {Reveal(Card.PIRATE), Reveal(Card.COIN)}


def test_ms_3_the_one_chosen_starts_and_the_next_follows() -> None:
    state = game(3, first=2)
    assert state.turn.seat == 2
    assert stop(turn(state, PLAIN, "8 monkey")).turn.seat == 0
    with pytest.raises(SetupError, match="no seat 3"):
        game(3, first=3)


def test_ms_3_a_turn_is_a_card_then_a_throw_then_choices() -> None:
    state = game()
    assert mille.actor(state) is SEA
    state = reveal(state, PLAIN)
    assert mille.actor(state) is SEA and state.turn.rolling
    state = throw(state, "3 coin 3 sabre monkey parrot")
    assert mille.actor(state) == 0
    assert "chooses" in refused(state, Throw(faces("8 coin")))
    assert "First the card" in refused(game(), Stop())
    assert "First the dice" in refused(reveal(game(), PLAIN), Reveal(PLAIN))


def test_ms_3_a_revealed_card_is_gone_until_the_deck_is_out(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text("[cards]\npirate = 1\ncoin = 1\n")
    state = stop(turn(game(deck=str(file)), Card.PIRATE, "2 skull 2 monkey 2 parrot 2 sabre"))
    assert "no such card" in refused(state, Reveal(Card.PIRATE))
    assert "no such card" in refused(state, Reveal(Card.NONE))
    state = stop(turn(state, Card.COIN, "2 skull 2 monkey 2 parrot 2 sabre"))
    assert set(mille.legal(state)) == {Reveal(Card.PIRATE), Reveal(Card.COIN)}  # the discard pile, shuffled


def test_ms_4_the_first_throw_is_of_all_eight_dice() -> None:
    state = reveal(game(), PLAIN)
    assert "8 dice are thrown" in refused(state, Throw(faces("7 coin")))
    assert state.turn.thrown == tuple(range(8))


def test_ms_5_kept_dice_keep_their_face_and_may_be_thrown_later() -> None:
    state = turn(game(), PLAIN, "3 coin 3 sabre monkey parrot")
    state = again(state, "3 sabre monkey", "4 coin")
    assert Counter(state.turn.dice) == Counter(faces("7 coin parrot"))
    assert state.turn.thrown == (3, 4, 5, 6)
    kept_before = dice(state, "2 coin")
    assert Rethrow(kept_before) in mille.legal(state)


def test_ms_6_at_least_one_die_is_kept_and_two_are_thrown() -> None:
    state = turn(game(), PLAIN, "8 monkey")
    assert "one die is kept" in refused(state, Rethrow(tuple(range(8))))
    assert "two dice" in refused(state, Rethrow((0,)))
    assert Rethrow(tuple(range(7))) in mille.legal(state)


def test_ms_6_a_skull_aside_counts_as_the_kept_die() -> None:
    state = turn(game(), PLAIN, "skull 7 monkey")
    assert again(state, "7 monkey", "7 coin").turn.throws == 2


def test_ms_6_dice_are_named_once_and_in_order() -> None:
    state = turn(game(), PLAIN, "8 monkey")
    for wrong in [(1, 1), (2, 1), (-1, 2), (7, 8)]:
        assert "in order" in refused(state, Rethrow(wrong))
    assert "at least one" in refused(state, Rethrow(()))


def test_ms_7_skulls_are_never_thrown_again() -> None:
    state = turn(game(), PLAIN, "2 skull 6 monkey")
    assert "cursed" in refused(state, Rethrow(dice(state, "skull monkey")))


def test_ms_8_the_third_skull_ends_the_turn_at_once() -> None:
    state = turn(game(), PLAIN, "2 skull 6 coin")
    state = again(state, "2 coin", "skull diamond")
    assert state.turn.seat == 1 and state.scores == (0, 0)
    assert state.last is not None and state.last.bust and state.last.points == 0


def test_ms_8_skulls_of_later_throws_never_lead_to_skull_island() -> None:
    state = again(turn(game(), PLAIN, "2 skull 6 coin"), "5 coin", "5 skull")
    assert state.last is not None and state.last.bust and not state.last.island
    assert state.scores == (0, 0)


def test_ms_13_exactly_three_on_the_first_throw_end_the_turn() -> None:
    state = turn(game(), PLAIN, "3 skull 5 coin")
    assert state.turn.seat == 1 and state.scores == (0, 0)


# -- Skull Island


def test_ms_12_four_skulls_on_the_first_throw_lead_to_skull_island() -> None:
    state = turn(game(3), Card.ANIMALS, "4 skull 4 coin")
    assert state.turn.island and mille.actor(state) is SEA
    assert state.turn.thrown == (4, 5, 6, 7)
    state = throw(state, "skull 3 coin")
    assert state.turn.thrown == (5, 6, 7)
    state = throw(state, "2 coin monkey")
    assert state.scores == (0, -500, -500) and state.turn.seat == 1


def test_ms_12_on_skull_island_one_die_is_thrown_alone_and_none_left_ends_it() -> None:
    state = turn(game(), Card.ANIMALS, "7 skull coin")
    assert state.turn.thrown == (7,)
    assert throw(state, "coin").scores == (0, -700)
    assert throw(state, "skull").scores == (0, -800)


def test_ms_12_there_is_no_choice_on_skull_island() -> None:
    state = turn(game(), Card.ANIMALS, "4 skull 4 coin")
    assert "First the dice" in refused(state, Stop())
    assert "First the dice" in refused(state, Rethrow((4, 5)))


def test_ms_12_ms_16_card_skulls_lead_to_the_island_and_count_there() -> None:
    state = turn(game(), Card.SKULL2, "2 skull 6 coin")
    assert state.turn.island and state.turn.skulls == 4
    state = throw(state, "skull 5 coin")
    assert throw(state, "5 coin").scores == (0, -500)
    assert turn(game(), Card.SKULL1, "3 skull 5 coin").turn.island
    assert not turn(game(), Card.SKULL1, "2 skull 6 coin").turn.island


def test_ms_12_ms_15_the_pirate_takes_200_for_each_skull() -> None:
    state = turn(game(4), Card.PIRATE, "4 skull 4 coin")
    state = throw(throw(state, "2 skull 2 coin"), "2 coin")
    assert state.scores == (0, -1200, -1200, -1200)


# -- Cards


def test_the_worked_example_of_the_rulebook() -> None:
    state = turn(game(), Card.PIRATE, "3 sabre 2 coin monkey parrot skull")
    state = again(state, "monkey parrot", "2 coin")
    state = again(state, "3 sabre", "diamond skull monkey")
    state = stop(state)
    assert state.scores == (1400, 0)


def test_ms_14_dice_on_the_treasure_island_outlast_the_third_skull() -> None:
    state = lay(turn(game(), Card.TREASURE_ISLAND, "4 coin 2 sabre 2 skull"), "4 coin")
    state = again(state, "2 sabre", "skull coin")
    assert state.scores == (600, 0)  # the coin just thrown lies not on the card
    assert state.last is not None and state.last.bust and state.last.laid == (0, 1, 2, 3)


def test_ms_14_what_is_not_laid_is_lost() -> None:
    state = turn(game(), Card.TREASURE_ISLAND, "4 coin 2 sabre 2 skull")
    assert again(state, "2 sabre", "skull coin").scores == (0, 0)


def test_ms_14_on_a_stop_all_dice_score() -> None:
    state = lay(turn(game(), Card.TREASURE_ISLAND, "4 coin 4 diamond"), "4 coin")
    assert stop(state).scores == (2 * 200 + 800 + 500, 0)


def test_ms_14_a_laid_die_may_be_taken_back_to_be_thrown() -> None:
    state = lay(turn(game(), Card.TREASURE_ISLAND, "4 coin 2 sabre 2 skull"), "4 coin 2 sabre")
    state = mille.apply(state, Rethrow(dice(state, "2 sabre")))
    assert state.turn.laid == dice(state, "4 coin")
    assert throw(state, "2 skull").scores == (600, 0)


def test_ms_14_dice_are_laid_bit_by_bit_but_no_skull_and_none_twice() -> None:
    state = turn(game(), Card.TREASURE_ISLAND, "4 coin 2 sabre 2 skull")
    state = lay(lay(state, "coin"), "sabre")
    assert state.turn.laid == (0, 4) and mille.actor(state) == 0
    assert "skull" in refused(state, Lay((6,)))
    assert "already" in refused(state, Lay((0, 1)))
    assert "Treasure Island" in refused(turn(game(), PLAIN, "8 coin"), Lay((0,)))


def test_ms_14_nothing_lies_on_the_card_when_the_first_throw_has_three_skulls() -> None:
    assert turn(game(), Card.TREASURE_ISLAND, "3 skull 5 coin").scores == (0, 0)
    assert turn(game(), Card.TREASURE_ISLAND, "4 skull 4 coin").turn.island


def test_ms_16_card_skulls_count_from_the_start() -> None:
    assert turn(game(), Card.SKULL2, "skull 7 coin").last is not None  # the third skull: over
    state = turn(game(), Card.SKULL1, "skull 7 coin")
    assert state.turn.skulls == 2
    assert again(state, "2 coin", "skull coin").scores == (0, 0)


def test_ms_17_the_guardian_throws_one_skull_again_once() -> None:
    state = turn(game(), Card.GUARDIAN, "2 skull 6 coin")
    assert "only one skull" in refused(state, Rethrow(dice(state, "2 skull")))
    state = again(state, "skull", "coin")  # alone
    assert Counter(state.turn.dice) == Counter(faces("skull 7 coin"))
    assert "cursed" in refused(state, Rethrow(dice(state, "skull 2 coin")))
    assert stop(state).scores == (2000 + 700, 0)


def test_ms_17_third_skull_with_guardian_waits_for_the_choice() -> None:
    state = again(turn(game(), Card.GUARDIAN, "2 skull 6 coin"), "2 coin", "skull coin")
    assert state.turn.guardian_waits and mille.actor(state) == 0
    assert "Three skulls" in refused(state, Rethrow(dice(state, "2 coin")))
    state = again(state, "skull", "coin")
    assert not state.turn.guardian_waits
    assert stop(state).scores == (1000 + 600, 0)


def test_ms_17_the_saved_turn_throws_others_with_the_skull() -> None:
    state = turn(game(), Card.GUARDIAN, "3 skull 3 coin monkey parrot")
    assert state.turn.guardian_waits  # on the first throw as well
    state = again(state, "skull monkey parrot", "3 coin")
    assert stop(state).scores == (1000 + 600, 0)


def test_ms_17_a_third_skull_after_the_guardian_ends_the_turn() -> None:
    waiting = turn(game(), Card.GUARDIAN, "3 skull 5 coin")
    assert again(waiting, "skull", "skull").scores == (0, 0)
    saved = again(waiting, "skull", "monkey")
    assert again(saved, "monkey coin", "skull coin").turn.seat == 1


def test_ms_17_whoever_does_without_the_guardian_loses_the_turn() -> None:
    state = stop(turn(game(), Card.GUARDIAN, "3 skull 5 coin"))
    assert state.scores == (0, 0) and state.last is not None and state.last.bust


def test_ms_17_the_guardian_cannot_save_from_a_fourth_skull() -> None:
    state = again(turn(game(), Card.GUARDIAN, "2 skull 6 coin"), "2 coin", "2 skull")
    assert state.turn.seat == 1


def test_ms_17_the_guardian_has_no_say_on_skull_island() -> None:
    state = turn(game(), Card.GUARDIAN, "4 skull 4 coin")
    assert state.turn.island and not state.turn.guardian_waits and mille.actor(state) is SEA


def test_ms_17_a_die_is_kept_with_the_guardian_too() -> None:
    state = turn(game(), Card.GUARDIAN, "skull 7 coin")
    assert "one die is kept" in refused(state, Rethrow(tuple(range(8))))


def test_ms_18_a_ship_is_won_with_enough_sabres() -> None:
    state = turn(game(), Card.SHIP3, "3 sabre 2 coin monkey parrot skull")
    assert stop(state).scores == (100 + 200 + 500, 0)


def test_ms_18_a_ship_is_lost_by_stopping_too_early_and_by_three_skulls() -> None:
    assert stop(turn(game(), Card.SHIP4, "3 sabre 5 coin")).scores == (-1000, 0)
    assert again(turn(game(), Card.SHIP2, "2 skull 4 sabre 2 coin"), "2 coin", "skull coin").scores == (-300, 0)


def test_ms_18_skulls_on_the_first_throw_sink_the_ship_without_an_island() -> None:
    state = turn(game(), Card.SHIP3, "5 skull 3 sabre")
    assert state.scores == (-500, 0) and state.turn.seat == 1
    assert state.last is not None and state.last.bust and not state.last.island


def test_ms_21_scores_fall_below_zero_unless_a_floor_is_agreed() -> None:
    assert stop(turn(game(), Card.SHIP2, "8 coin")).scores == (-300, 0)
    assert stop(turn(game(floor_at_zero=True), Card.SHIP2, "8 coin")).scores == (0, 0)
    state = throw(turn(with_scores(game(floor_at_zero=True), 0, 250), Card.ANIMALS, "4 skull 4 coin"), "4 coin")
    assert state.scores == (0, 0) and state.last is not None and state.last.penalty == 400


# -- The whole


SUBSETS = [tuple(dice) for dice in chain.from_iterable(combinations(range(8), many) for many in range(9))]
EVERY_CHOICE: list[mille.Action] = [Stop(), *map(Rethrow, SUBSETS), *map(Lay, SUBSETS)]


@pytest.mark.parametrize("card", CARDS[1:])
def test_legal_and_apply_agree_on_every_set_of_dice(card: Card) -> None:
    chance, checked = Random(7), 0
    while checked < 8:
        state = reveal(game(), card)
        while state.last is None:
            if mille.actor(state) is SEA:
                state = mille.apply(state, mille.sea(state, chance))
                continue
            listed = list(mille.legal(state))
            assert len(set(listed)) == len(listed)
            assert [action for action in EVERY_CHOICE if accepted(state, action)] == sorted(
                listed, key=EVERY_CHOICE.index
            )
            checked += 1
            state = mille.apply(state, chance.choice(listed))


def accepted(state: Mille, action: mille.Action) -> bool:
    try:
        mille.apply(state, action)
    except IllegalAction:
        return False
    return True


def test_dice_and_cards_are_conserved_and_every_action_is_told() -> None:
    chance = Random(3)
    for players in (2, 5):
        state = game(players)
        while mille.actor(state) is not None:
            actor = mille.actor(state)
            action = mille.sea(state, chance) if actor is SEA else mille.GAME.bot(state, chance)
            after = mille.apply(state, action)
            assert len(after.turn.dice) in (0, 8)
            in_play = after.turn.card is not None and after.won is None
            assert sum(after.deck) <= 35 and (in_play or sum(after.deck) > 0)
            assert state.players[state.turn.seat] in str(tell(state, action, after))
            state = after
        assert mille.outcome(state) is not None


# -- cards from the box --------------------------------------------------------------------------------------------


def boxed(cards: int) -> Mille:
    return mille.start(["Anne", "Jack"], Setup(box=cards))


def passed(at: Mille, card: Card) -> Mille:
    """A turn with that card and the third skull at once."""
    skulls = 3 - CARD_SKULLS.get(card, 0)
    shown = (mille.Face.SKULL,) * skulls + (mille.Face.MONKEY,) * (8 - skulls)
    return mille.apply(mille.apply(at, Reveal(card)), Throw(shown))


def test_ms_3_from_the_box_any_card_may_come_at_any_time() -> None:
    at = boxed(35)
    for _ in range(9):  # there are two in the published deck
        at = passed(at, Card.SKULL2)
    assert len(list(mille.legal(at))) == len(CARDS) - 1
    with pytest.raises(IllegalAction):
        mille.apply(at, Reveal(Card.NONE))


def test_ms_3_also_a_card_that_this_box_should_not_have_is_taken_as_it_comes(tmp_path: Path) -> None:
    deck = tmp_path / "mille.toml"
    deck.write_text("[cards]\ncoin = 3\n", encoding="utf-8")
    at = mille.start(["Anne", "Jack"], Setup(deck=str(deck), box=3))
    assert {action.card for action in mille.legal(at) if isinstance(action, Reveal)} == set(CARDS) - {Card.NONE}
    assert mille.apply(at, Reveal(Card.PIRATE)).turn.card is Card.PIRATE


@pytest.mark.parametrize("cards", [33, 35])
def test_ms_3_the_table_says_by_its_count_when_the_pile_is_out(cards: int) -> None:
    at, said = boxed(cards), []
    for number in range(1, 2 * cards + 1):
        at = passed(at, Card.COIN)
        if shuffled(at):
            said.append(number)
    assert said == [cards, 2 * cards]


def test_ms_3_a_deck_dealt_here_still_knows_what_is_left() -> None:
    at = mille.start(["Anne", "Jack"], Setup())
    for _ in range(2):
        at = passed(at, Card.SKULL2)
    with pytest.raises(IllegalAction, match="no such card left"):
        mille.apply(at, Reveal(Card.SKULL2))
