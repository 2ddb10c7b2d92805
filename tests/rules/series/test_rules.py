"""Course au trésor, rule by rule."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from types import SimpleNamespace

import pytest

from rules import series
from rules.dice import TWELVE
from rules.game import IllegalAction, SetupError
from rules.record import begin, judge, play, undo
from rules.say import Message
from rules.series.dice import ALL_SERIES, DICE, FACES, Colour, Face, Series, Symbol, Turned, dice_of, there
from rules.series.rules import (
    GAME,
    Action,
    Claim,
    Race,
    Redeal,
    Setup,
    Throw,
    Tied,
    TimeOut,
    actor,
    apply,
    best_of,
    legal,
    missed,
    next_die,
    outcome,
)

skull, sabre, palm, diamond, ship, pistol = (
    SimpleNamespace(**{colour.value: Face(symbol, colour) for colour in Colour}) for symbol in Symbol
)
SKULL, SABRE, PALM, DIAMOND, SHIP, PISTOL = Symbol
BLACK, RED, GREEN, BLUE, YELLOW, PURPLE = Colour

# Twelve dice that make no series.
NO_SERIES = (
    skull.black, skull.red, sabre.black, sabre.red, palm.green, palm.blue,
    diamond.green, diamond.blue, ship.yellow, ship.purple, pistol.yellow, pistol.purple,
)  # fmt: skip


def table(*players: str, squares: int = 20, first: int = 0) -> Race:
    return series.start(players or ("Anne", "Jack"), Setup(squares=squares, first=first))


def throw(game: Race, *faces: Face) -> Race:
    for face in faces:
        game = apply(game, Throw(face))
    return game


def claim(game: Race, player: str, *named: Series) -> Race:
    return apply(game, Claim(game.players.index(player), named))


def pawn(game: Race, player: str) -> int:
    return game.pawns[game.players.index(player)]


def hand(game: Race, player: str) -> int:
    return game.hands[game.players.index(player)]


def whose_turn(game: Race) -> str:
    seat = actor(game)
    assert seat is not None
    return game.players[seat]


def with_pawns(game: Race, *pawns: int) -> Race:
    return replace(game, pawns=pawns)


def refused(game: Race, action: Action) -> str:
    assert action not in legal(game)
    with pytest.raises(IllegalAction) as refusal:
        apply(game, action)
    return str(refusal.value)


@pytest.mark.parametrize(("players", "dice"), [(2, 6), (3, 4), (4, 3)])
def test_sr_1_the_dice_are_dealt_out_evenly(players: int, dice: int) -> None:
    assert table(*"ABCD"[:players]).hands == (dice,) * players


@pytest.mark.parametrize("names", [[], ["Anne"], list("ABCDE"), ["Anne", "Anne"], ["Anne", " "]])
def test_sr_1_two_to_four_players_with_names_of_their_own(names: list[str]) -> None:
    with pytest.raises(SetupError):
        series.start(names)


def test_sr_2_the_treasure_lies_twenty_squares_away_unless_the_setup_says_otherwise() -> None:
    assert series.start(["Anne", "Jack"]).setup.squares == 20
    assert [table(squares=squares).setup.squares for squares in (5, 60)] == [5, 60]
    for squares in (4, 61):
        with pytest.raises(SetupError, match=f"not {squares}"):
            table(squares=squares)


def test_sr_3_the_youngest_throws_first_and_play_goes_clockwise() -> None:
    game = table("Anne", "Jack", "Marie", first=1)
    turns = []
    for face in NO_SERIES[:5]:
        turns.append(whose_turn(game))
        game = throw(game, face)
    assert turns == ["Jack", "Marie", "Anne", "Jack", "Marie"]
    assert game.hands == (3, 2, 2)
    with pytest.raises(SetupError, match="seat 4"):
        table("Anne", "Jack", "Marie", first=3)


def test_sr_3_dice_stay_where_they_fall_and_keep_their_number() -> None:
    game = throw(table(), palm.red, palm.blue, palm.green, skull.red)
    assert game.track[:5] == (palm.red, palm.blue, palm.green, skull.red, None) and next_die(game) == 4
    game = claim(game, "Anne", PALM)
    assert game.track[:4] == (None, None, None, skull.red) and next_die(game) == 0
    assert throw(game, ship.black).track[:4] == (ship.black, None, None, skull.red)


def test_sr_4_three_alike_in_symbol_or_in_colour_make_a_series() -> None:
    assert there((palm.red, palm.blue, skull.black)) == ()
    assert there((palm.red, palm.blue, palm.green)) == (PALM,)
    assert there((palm.red, ship.red, skull.red, None)) == (RED,)
    assert there((palm.red, palm.blue, palm.green, ship.red, skull.red)) == (PALM, RED), "two series from five dice"
    assert there((palm.red,) * 3) == (PALM, RED), "and from three, if they are the same in both"
    assert there(NO_SERIES) == ()


def test_sr_4_every_one_of_the_twelve_series_is_seen_from_three_dice_to_twelve() -> None:
    for named in ALL_SERIES:
        fitting = [face for face in FACES if named in face]
        for count in range(13):
            track = [fitting[die % 6] for die in range(count)]
            assert (named in there(tuple(track))) == (count >= 3), (named, count)


def test_the_faces_are_those_of_the_dice_set_that_vision_reads() -> None:
    assert tuple(symbol.value for symbol in Symbol) == TWELVE.faces
    assert tuple(colour.value for colour in Colour) == TWELVE.colours
    assert len(FACES) == 36 and TWELVE.count == DICE


def test_sr_5_anyone_may_claim_also_with_no_dice_left() -> None:
    game = throw(table("Anne", "Jack", "Marie"), palm.red, palm.blue, palm.green)
    without = replace(game, hands=(3, 3, 0), track=(*game.track[:3], *[ship.red, ship.blue, sabre.black], *[None] * 6))
    game = claim(without, "Marie", PALM)
    assert pawn(game, "Marie") == 3 and hand(game, "Marie") == 3 and whose_turn(game) == "Marie"


def test_sr_5_a_claim_names_one_to_three_different_series() -> None:
    game = throw(table(), palm.red)
    assert "one, two or three" in refused(game, Claim(0, ()))
    assert "one, two or three" in refused(game, Claim(0, (PALM, SKULL, RED, BLUE)))
    assert "once" in refused(game, Claim(0, (PALM, PALM)))
    for named in [(PALM,), (RED, PALM), (RED, PALM, SKULL)]:
        assert Claim(0, named) in legal(game)


def test_sr_5_running_out_of_time_counts_as_one_wrong_series() -> None:
    game = with_pawns(throw(table(), palm.red, palm.red, palm.red), 4, 4)
    late = apply(game, TimeOut(0))
    assert late.pawns == (3, 4) and late.track == game.track and late.turn == game.turn


def test_sr_5_the_time_limits_are_setup_values() -> None:
    assert Setup().naming_seconds == 10
    for setup in (Setup(naming_seconds=2), Setup(redeal_seconds=601)):
        with pytest.raises(SetupError, match="3 to 600 seconds"):
            series.start(["Anne", "Jack"], setup)


def test_sr_6_a_right_claim_takes_the_dice_moves_forward_and_throws_next() -> None:
    game = throw(table(), ship.red, skull.black, ship.blue, ship.green)
    game = claim(game, "Jack", SHIP)
    assert pawn(game, "Jack") == 1 and hand(game, "Jack") == 6 - 2 + 3
    assert pawn(game, "Anne") == 0 and hand(game, "Anne") == 6 - 2
    assert whose_turn(game) == "Jack"
    assert [face for face in game.track if face] == [skull.black]


def test_sr_6_all_dice_of_the_series_are_taken_also_the_fourth_and_fifth() -> None:
    game = throw(table(), ship.red, ship.black, ship.blue, ship.green, ship.yellow)
    game = claim(game, "Anne", SHIP)
    assert hand(game, "Anne") == 6 - 3 + 5 and set(game.track) == {None}


def test_sr_6_a_die_in_two_named_series_is_taken_once() -> None:
    track = (ship.red, ship.blue, ship.green, sabre.red, pistol.red, skull.black)
    assert dice_of(track, (SHIP, RED)) == {0, 1, 2, 3, 4}
    game = claim(throw(table(), *track), "Jack", SHIP, RED)
    assert pawn(game, "Jack") == 2 and hand(game, "Jack") == 6 - 3 + 5


def test_sr_7_a_wrong_claim_moves_back_one_square_for_each_series_named() -> None:
    game = with_pawns(throw(table(), ship.red, ship.blue, ship.green), 7, 7)
    after = claim(game, "Anne", SHIP, RED)
    assert after.pawns == (5, 7), "one of the two is not there, so both count"
    assert after.hands == game.hands and after.track == game.track


def test_sr_7_never_behind_the_start() -> None:
    game = with_pawns(throw(table(), ship.red), 1, 0)
    assert claim(game, "Anne", SKULL, RED, BLUE).pawns == (0, 0)
    assert claim(game, "Jack", SKULL).pawns == (1, 0)


def test_sr_7_next_is_the_player_after_the_last_thrower_not_after_the_claimer() -> None:
    game = throw(table("Anne", "Jack", "Marie"), ship.red, ship.blue)
    assert whose_turn(game) == "Marie"
    for claimer in game.players:
        assert whose_turn(claim(game, claimer, PALM)) == "Marie"


def test_sr_8_palms_carry_three_squares() -> None:
    game = throw(table(), palm.red, palm.blue, skull.black, palm.green)
    game = claim(game, "Jack", PALM)
    assert pawn(game, "Jack") == 3 and hand(game, "Jack") == 6 - 2 + 3
    assert whose_turn(game) == "Jack"


def test_sr_8_palms_add_up_with_other_series_and_count_one_when_wrong() -> None:
    game = with_pawns(throw(table(), palm.red, palm.red, palm.red), 5, 5)
    assert claim(game, "Anne", PALM, RED).pawns == (9, 5)
    assert claim(game, "Anne", PALM, BLUE).pawns == (3, 5)


def test_sr_9_skulls_carry_one_square_and_set_every_other_pawn_back() -> None:
    game = throw(table("Anne", "Jack", "Marie"), skull.red, skull.blue, skull.green)
    assert claim(with_pawns(game, 3, 3, 0), "Anne", SKULL).pawns == (4, 2, 0)
    assert claim(with_pawns(game, 3, 3, 2), "Anne", SABRE).pawns == (2, 3, 2), "a wrong claim moves nobody else"
    assert claim(with_pawns(game, 3, 3, 2), "Anne", SKULL, RED).pawns == (1, 3, 2), "skulls in it or not"


def test_sr_10_after_a_claim_a_new_die_must_come_to_rest_first() -> None:
    game = throw(table(), ship.red, ship.blue, ship.green, sabre.red, pistol.red)
    for after in (
        claim(game, "Anne", SHIP),
        claim(game, "Anne", PALM),
        apply(game, TimeOut(0)),
        apply(game, Tied((0, 1))),
    ):
        for action in (Claim(1, (RED,)), TimeOut(1), Tied((0, 1))):
            assert "new die" in refused(after, action)
    left = throw(claim(game, "Anne", RED), ship.red)
    assert pawn(claim(left, "Jack", SHIP), "Jack") == 1


def test_sr_10_nothing_can_be_claimed_before_the_first_die() -> None:
    assert "new die" in refused(table(), Claim(0, (PALM,)))


def test_sr_11_claims_at_the_same_moment_count_for_nobody_and_the_turn_passes_on() -> None:
    game = throw(table("Anne", "Jack", "Marie"), ship.red, ship.blue, ship.green)
    tied = apply(game, Tied((1, 2)))
    assert (tied.pawns, tied.hands, tied.track) == (game.pawns, game.hands, game.track)
    assert whose_turn(tied) == "Anne", "after Marie, who threw last"
    assert "two different" in refused(game, Tied((1,)))
    assert "two different" in refused(game, Tied((1, 1)))
    assert "seat 4" in refused(game, Tied((1, 3)))


def test_sr_11_a_judge_decides_who_was_first_and_the_record_keeps_it() -> None:
    record = begin(GAME, ["Anne", "Jack", "Marie"])
    for face in (ship.red, ship.blue, ship.green):
        record = play(record, Throw(face))
    record = play(record, Tied((0, 1)))
    record = judge(record, 4, by=2, action=Claim(0, (SHIP,)))
    assert record.state.pawns == (1, 0, 0) and record.state.turn == 0
    assert len(record.entries) == 5, "the tie is still on record"


def test_sr_12_the_new_face_of_a_die_that_was_hit_counts() -> None:
    game = throw(table(), palm.red, skull.blue, palm.green)
    game = apply(game, Throw(ship.black, turned=(Turned(1, palm.blue),)))
    assert there(game.track) == (PALM,)
    game = apply(throw(table(), palm.red, palm.blue, palm.green), Throw(ship.black, turned=(Turned(0, ship.red),)))
    assert there(game.track) == ()


def test_sr_12_only_dice_on_the_track_can_be_turned_and_each_once() -> None:
    game = throw(table(), palm.red)
    assert Throw(ship.red, (Turned(0, skull.black),)) in legal(game)
    for die in (1, 11, 12, -1):
        assert "does not lie on the track" in refused(game, Throw(ship.red, (Turned(die, skull.black),)))
    assert "once" in refused(game, Throw(ship.red, (Turned(0, skull.black), Turned(0, skull.red))))


def test_sr_14_a_player_without_dice_is_skipped() -> None:
    game = throw(table("Anne", "Jack", "Marie"), ship.red, palm.blue)
    game = throw(replace(game, hands=(0, 5, 5)), sabre.green)
    assert whose_turn(game) == "Jack", "Anne has none"
    lonely = replace(game, hands=(0, 2, 0), track=(*NO_SERIES[:10], None, None))
    assert whose_turn(throw(lonely, NO_SERIES[10])) == "Jack", "nobody else has any"


def all_on_the_track(*last: Face) -> Race:
    faces = [*NO_SERIES[: 12 - len(last)], *last]
    return throw(table("Anne", "Jack", "Marie"), *faces)


def test_sr_15_with_all_dice_on_the_track_nobody_throws_and_they_are_dealt_out_again() -> None:
    game = all_on_the_track()
    assert game.hands == (0, 0, 0) and there(game.track) == ()
    assert "All twelve dice" in refused(game, Throw(palm.red))
    game = apply(game, Redeal())
    assert game.hands == (4, 4, 4) and set(game.track) == {None}
    assert whose_turn(game) == "Anne", "after Marie, who threw last"


def test_sr_15_a_series_there_can_be_claimed_or_passed_by_all() -> None:
    game = all_on_the_track(skull.purple)
    assert there(game.track) == (SKULL,)
    claimed = claim(game, "Jack", SKULL)
    assert hand(claimed, "Jack") == 3 and whose_turn(claimed) == "Jack"
    assert apply(game, Redeal()).hands == (4, 4, 4)
    assert missed(game, Redeal()) == (SKULL,)


def test_sr_12_minus_one_is_not_the_last_die() -> None:
    game = replace(table(), hands=(1, 0), track=(None, *NO_SERIES[1:]))
    assert Throw(ship.red, (Turned(11, skull.black),)) in legal(game)
    assert "does not lie on the track" in refused(game, Throw(ship.red, (Turned(-1, skull.black),)))


def test_sr_15_after_a_wrong_claim_on_the_full_track_only_the_new_deal_is_left() -> None:
    game = claim(all_on_the_track(skull.purple), "Jack", PALM)
    assert list(legal(game)) == [Redeal()]


def test_sr_15_no_new_deal_while_somebody_can_throw() -> None:
    assert "all twelve" in refused(throw(table(), *NO_SERIES[:11]), Redeal())


def test_sr_16_the_first_at_the_treasure_wins_at_once() -> None:
    game = with_pawns(throw(table(squares=10), ship.red, ship.blue, ship.green), 9, 8)
    won = claim(game, "Anne", SHIP)
    assert won.pawns == (10, 8)
    assert actor(won) is None and list(legal(won)) == []
    result = outcome(won)
    assert result is not None and result.winners == (0,)
    assert result.reason == Message("{player} is first at the treasure.", player="Anne")
    for action in (Throw(palm.red), Claim(1, (SHIP,)), Redeal()):
        assert "over" in refused(won, action)


def test_sr_16_overshooting_counts_as_reaching() -> None:
    game = with_pawns(throw(table(squares=10), palm.red, palm.blue, palm.green), 9, 8)
    assert claim(game, "Anne", PALM).pawns == (10, 8)


def test_sr_6_8_9_16_three_series_with_palms_and_skulls_that_win() -> None:
    game = throw(
        table("Anne", "Jack", "Marie", squares=10),
        *(palm.red, palm.blue, palm.green),
        *(skull.red, skull.blue, skull.green),
        *(ship.red, sabre.black),
    )
    game = with_pawns(game, 5, 9, 0)
    before = hand(game, "Anne")
    won = claim(game, "Anne", PALM, SKULL, RED)
    assert won.pawns == (10, 8, 0), "3 + 1 + 1 forward; the others back one, not behind the start"
    assert hand(won, "Anne") == before + 7, "the two dice that are red and in another series are taken once"
    assert [face for face in won.track if face] == [sabre.black]
    result = outcome(won)
    assert result is not None and result.winners == (0,)


def test_sr_6_8_9_the_same_claim_with_one_series_too_many_is_wrong_as_a_whole() -> None:
    game = throw(table(squares=10), palm.red, palm.blue, palm.green, skull.red, skull.blue, skull.green)
    game = with_pawns(game, 5, 9)
    assert claim(game, "Anne", PALM, SKULL, SHIP).pawns == (2, 9)


def test_sr_16_11_a_win_can_be_taken_back_and_given_to_another_by_the_judge() -> None:
    record = begin(GAME, ["Anne", "Jack", "Marie"], Setup(squares=5))
    for action in (Throw(palm.red), Throw(palm.red), Throw(palm.red), Claim(0, (PALM, RED))):
        record = play(record, action)
    for action in (Throw(ship.red), Throw(ship.red), Throw(ship.red)):
        record = play(record, action)
    won = play(record, Claim(0, (SHIP, RED)))
    assert outcome(won.state) is not None
    assert undo(won).state == record.state
    judged = judge(won, 8, by=2, action=Claim(1, (SHIP, RED)))
    assert outcome(judged.state) is None and judged.state.pawns == (4, 2, 0)


def test_sr_17_a_seat_that_nobody_sits_on_cannot_claim() -> None:
    game = throw(table(), palm.red)
    for action in (Claim(2, (PALM,)), Claim(-1, (PALM,)), TimeOut(2)):
        assert "Nobody sits" in refused(game, action)


def test_series_nobody_saw_are_known_for_the_story() -> None:
    game = throw(table(), palm.red, palm.blue)
    assert missed(game, Throw(palm.green)) == ()
    game = throw(game, palm.green)
    assert missed(game, Throw(ship.red)) == (PALM,)
    assert missed(game, Claim(0, (PALM,))) == ()
    assert missed(claim(game, "Anne", RED), Throw(ship.red)) == (), "after a claim nobody could have claimed it"


def test_the_bot_claims_what_gains_most() -> None:
    assert best_of((SKULL, SABRE, PALM, RED)) == (PALM, SKULL, SABRE)
    assert best_of((BLACK, RED)) == (BLACK, RED)


def test_legal_iterates_exactly_the_plain_actions_that_apply() -> None:
    """Every throw that turns nothing, and every claim with its series in order, tried one by one."""
    seats = range(3)
    claims = [named for count in range(1, 4) for named in combinations(ALL_SERIES, count)]
    plain: list[Action] = [
        Redeal(),
        *map(Throw, FACES),
        *(Claim(seat, named) for seat in seats for named in claims),
        *map(TimeOut, seats),
        *(Tied(tied) for count in (2, 3) for tied in combinations(seats, count)),
    ]
    for state in (
        table("Anne", "Jack", "Marie"),
        throw(table("Anne", "Jack", "Marie"), palm.red),
        claim(throw(table("Anne", "Jack", "Marie"), palm.red), "Anne", PALM),
        all_on_the_track(),
        all_on_the_track(skull.purple),
        claim(all_on_the_track(skull.purple), "Jack", PALM),
        with_pawns(throw(table("Anne", "Jack", "Marie"), palm.red), 20, 0, 0),
    ):
        listed = list(legal(state))
        assert len(set(listed)) == len(listed)
        assert set(listed) == {action for action in plain if applies(state, action)}


def applies(state: Race, action: Action) -> bool:
    try:
        apply(state, action)
    except IllegalAction:
        return False
    return True
