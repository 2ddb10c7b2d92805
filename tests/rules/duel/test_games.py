"""Whole games of Pirates en Duel: what may happen at every moment, the bot, the story, and whether the deck is fair.

That no game gets stuck, nothing is lost and text reads back is shown for all games in test_every_game.py.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random

import pytest

from rules.duel import actions
from rules.duel.cards import BLUE_SKILLS, Colour, Skill, deck
from rules.duel.fight import side_of
from rules.duel.rules import GAME, MOMENTS
from rules.duel.state import Die, Duel, Face, Setup, Stage, dice_wanted, having, owns
from rules.game import SEA, IllegalAction
from tests.bench.duel_balance import Tally, tally
from tests.rules.duel.table import (
    BLUE,
    NAMES,
    RED,
    SHIP_DIE,
    WHITE,
    blue,
    boarding,
    fleet,
    play,
    recruiting,
    red,
    table,
)


def course(players: int, level: int, chance: Random, wild: float) -> Iterator[Duel]:
    """Every state of a game by bots that now and then do anything legal instead."""
    state = GAME.start(NAMES[:players], Setup(level))
    while (actor := GAME.actor(state)) is not None:
        yield state
        action = GAME.sea(state, chance) if actor is SEA else GAME.bot(state, chance)
        if chance.random() < wild:
            action = chance.choice(list(GAME.legal(state)))
        state = GAME.apply(state, action)
    yield state


def everything(state: Duel) -> Iterator[actions.Action]:
    """Every action that can be spoken of with this deck; of pairs, those with a name on the table."""
    known = deck(state.setup.deck, 3)
    names = list(known.members)
    lost = [name for side in state.fight.sides for name in side.lost] if state.fight else []
    near = [*state.open, *lost, *(name for ship in state.ships for name in ship.crew), names[-1]]
    for kind in (actions.TurnUp, actions.TurnAway, actions.Impose, actions.Overboard, actions.Save):
        yield from map(kind, names)
    yield from map(actions.Draw, known.combat)
    yield from (actions.Recruit(pirate, colour) for pirate, colour in product(names, Colour))
    for one, other in product(near, near):
        yield actions.Replace(one, other)
        yield actions.Swap(one, other)
    yield from (actions.Attack(one, other) for one, other in product(Colour, Colour))
    yield from map(actions.Rethrow, Face)
    yield from (actions.Throw(die, *shows) for die in Die for shows in product(range(-1, 4), range(3), range(3)))
    yield from (
        actions.Enough(),
        actions.Tavern(),
        actions.ChangeFight(),
        actions.Dodge(),
        actions.Shoot(),
        actions.Pass(),
    )


@pytest.mark.slow
@pytest.mark.parametrize("level", [1, 2, 3])
def test_whatever_can_be_said_is_either_offered_or_refused(level: int) -> None:
    """At up to six moments of each stage, everything: apply accepts exactly what legal lists."""
    chance = Random(level)
    seen: dict[Stage, int] = {}
    for number in range(16):
        for state in course(2 + number % 5, level, chance, wild=0.2):
            if seen.get(state.stage, 0) >= 6 or chance.random() < 0.5:
                continue
            seen[state.stage] = seen.get(state.stage, 0) + 1
            offered = set(GAME.legal(state))
            for action in everything(state):
                try:
                    GAME.apply(state, action)
                except IllegalAction:
                    assert action not in offered
                else:
                    assert action in offered
    skilled = {2: 8, 3: 14}.get(level, 0)  # stages that only skills bring; level 1 has eight, and the end
    assert len(seen) >= 9 + skilled


def test_every_stage_comes_up_and_has_its_actions() -> None:
    seen = {state.stage for number in range(60) for state in course(3 + number % 4, 3, Random(number), wild=0.1)}
    assert seen == set(Stage) == set(MOMENTS)


def test_whoever_the_setup_says_begins_and_the_others_choose_after_them() -> None:
    state = GAME.start(NAMES[:3], Setup(first=1))
    chance, order = Random(3), []
    while state.turn.number < 1:
        if state.stage is Stage.FIRST_CREW:
            order.append(GAME.actor(state))
        state = GAME.apply(state, GAME.sea(state, chance) if GAME.actor(state) is SEA else GAME.bot(state, chance))
    assert order == [1, 2, 0, 0] and state.turn.seat == 1


def test_pd_25_of_two_players_the_first_sails_blue_and_red() -> None:
    owners = {ship.colour.value: ship.seat for ship in GAME.start(NAMES[:2], Setup(first=1)).ships}
    assert owners == {"blue": 1, "red": 1, "white": 0, "green": 0}


# -- the bot -------------------------------------------------------------------------------------------------------


def bot(state: Duel) -> actions.Action:
    return GAME.bot(state, Random(0))


def test_the_bot_recruits_the_strong_and_puts_them_in_the_place_of_the_weak() -> None:
    state = table(level=1, stage=Stage.TURN_UP, blue=("Captain Blue", "Pip1"), red=("Captain Red",))
    assert bot(play(state, actions.TurnUp("Giant"), actions.TurnUp("Idler"))) == actions.Recruit("Giant", BLUE)
    full = table(level=1, stage=Stage.TURN_UP, blue=("Captain Blue", "Idler", "Pip11", "Pip12", "Pip13", "Pip14"))
    state = play(full, actions.TurnUp("Giant"), actions.TurnUp("Helm"))
    assert bot(state) == actions.Replace("Giant", "Idler")
    state = play(state, actions.Replace("Giant", "Idler"))
    assert bot(state) == actions.TurnAway("Pip30")


def test_the_bot_attacks_the_weaker_and_the_richer() -> None:
    weak = table(level=1, red=("Captain Red", "Pip11", "Pip12"), white=("Captain White", "Giant", "Fencer"))
    assert bot(play(weak, actions.Draw("boarding-red-white-2"))) == actions.Attack(BLUE, RED)
    rich = table(level=1, gold=(6, 2, 13))
    assert bot(play(rich, actions.Draw("boarding-red-white-2"))) == actions.Attack(BLUE, WHITE)


def test_the_bot_dodges_only_fights_that_it_would_lose() -> None:
    assert bot(boarding(fleet("Helm", red=("Captain Red", "Giant", "Fencer"), level=2))) == actions.Dodge()
    assert bot(boarding(fleet("Helm", "Giant", red=("Captain Red", "Idler"), level=2))) == actions.Pass()


def test_the_bot_changes_the_fight_to_where_it_is_strong() -> None:
    assert bot(boarding(fleet("Brother", "Gunner"))) == actions.ChangeFight()
    assert bot(boarding(fleet("Brother", "Fencer"))) == actions.Pass()


def test_the_bot_takes_and_saves_the_dearest() -> None:
    game = boarding(fleet("Fencer", red=("Captain Red", "Cross", "Giant", "Idler"), level=2))
    game = play(game, red(1, 0, 3), blue(0, 0, 6))
    assert bot(game) == actions.Overboard("Giant")
    assert bot(play(game, actions.Overboard("Giant"))) == actions.Save("Giant")


def test_the_bot_imposes_the_marmoset() -> None:
    state = table(level=2, stage=Stage.TURN_UP, red=("Captain Red", "Tavern"))
    state = play(state, actions.TurnUp("Marmoset"), actions.TurnUp("Pip20"))
    assert bot(state) == actions.Tavern()
    assert bot(play(state, actions.Tavern(), blue(1))) == actions.Impose("Marmoset")


def test_the_bot_rows_its_worst_over_for_the_best() -> None:
    state = table(stage=Stage.TURN_UP, blue=("Captain Blue", "Boat", "Marmoset"), white=("Captain White", "Giant"))
    state = play(
        state,
        actions.TurnUp("Pip20"),
        actions.TurnUp("Pip21"),
        actions.Recruit("Pip20", BLUE),
        actions.Recruit("Pip21", BLUE),
    )
    assert bot(state) == actions.Swap("Marmoset", "Giant")


def test_the_bot_lets_the_parrot_throw_what_does_no_good() -> None:
    game = boarding(fleet("Parrot", level=2))
    assert bot(play(game, red(1, 0, 1), blue(0, 0, 4))) == actions.Rethrow(Face.BLANK)
    assert bot(play(game, red(1, 1), blue(0, 0, 4))) == actions.Rethrow(Face.SHIP)
    assert bot(play(game, red(2), blue(0, 3, 1))) == actions.Rethrow(Face.SKULL)
    assert bot(play(game, red(2), blue(0, 1, 3))) == actions.Pass()


@pytest.mark.slow
def test_one_bot_among_three_who_play_anything_wins_most_games() -> None:
    """Where there are skills to be used; the first level is mostly luck."""
    games, won = 60, 0.0
    for seed in range(games):
        chance = Random(seed)
        state: Duel = GAME.start(NAMES[:4], Setup(level=3))
        clever = seed % 4
        while (actor := GAME.actor(state)) is not None:
            if actor is SEA:
                action = GAME.sea(state, chance)
            elif actor == clever:
                action = GAME.bot(state, chance)
            else:
                action = chance.choice(list(GAME.legal(state)))
            state = GAME.apply(state, action)
        won += (clever in state.winners) / len(state.winners)
    assert won > games / 4 + 3 * (games * 3 / 16) ** 0.5, "no better than anybody, by three times the spread of chance"


OFFERED_TO = {
    Stage.TAVERN: Skill.TAVERN,
    Stage.ROW: Skill.BOAT,
    Stage.BROTHER: Skill.BROTHER,
    Stage.HELM: Skill.HELM,
    Stage.MARMOSET: Skill.MARMOSET,
    Stage.PARROT: Skill.PARROT,
    Stage.RED_CROSS: Skill.RED_CROSS,
}


@pytest.mark.parametrize("level", [1, 2, 3])
def test_pd_16_to_24_a_skill_is_offered_to_its_owner_alone_and_from_its_level_on(level: int) -> None:
    seen = set()
    for players in range(2, 7):
        for state in course(players, level, Random(players), wild=0.1):
            skill = OFFERED_TO.get(state.stage)
            if skill is None:
                continue
            seen.add(skill)
            asked = GAME.actor(state) if state.stage is not Stage.MARMOSET else side_of(state).seat
            assert isinstance(asked, int)
            lost = side_of(state).lost if state.fight else ()
            assert owns(state, asked, skill) or having(state, lost, skill)
            assert (asked == state.turn.seat) == (skill is not Skill.TAVERN) or state.fight is not None
    known = {skill for skill in OFFERED_TO.values() if level == 3 or (level == 2 and skill in BLUE_SKILLS)}
    assert seen <= known and len(seen) >= len(known) - 1


# -- the story and the deck ----------------------------------------------------------------------------------------


def test_the_story_tells_what_a_fight_cost() -> None:
    game = play(boarding(fleet("Pip1", red=("Captain Red",), level=1)), red(2), blue(0, 0, 1))
    after = play(game, actions.Overboard("Captain Red"))
    assert GAME.tell is not None
    assert str(GAME.tell(game, actions.Overboard("Captain Red"), after)) == (
        "Captain Red goes overboard! Anne wins the fight! Anne gains 6 gold coins. Jack loses 6 gold coins. "
        "The red ship is lost. Jack is out of the game."
    )


def test_the_story_tells_what_the_dice_show() -> None:
    game = boarding(fleet("Pip1", level=1))
    assert GAME.tell is not None
    assert str(GAME.tell(game, red(1, 0, 1), play(game, red(1, 0, 1)))) == "Red dice: one skull and one blank."


def test_the_story_tells_what_a_skills_die_does() -> None:
    assert GAME.tell is not None
    game = play(boarding(fleet("Helm")), actions.Dodge())
    assert str(GAME.tell(game, SHIP_DIE, play(game, SHIP_DIE))) == "Blue die: one ship. Anne slips away!"
    game = play(boarding(fleet("Sharp", red=("Captain Red", "Castor", "Pollux"))), actions.Shoot(), red(1))
    told = str(GAME.tell(game, actions.Overboard("Castor"), play(game, actions.Overboard("Castor"))))
    assert told == "Castor is hit, but clings to his twin."


def test_pd_13_and_23_the_story_counts_both_twins_where_they_end_the_fight() -> None:
    game = boarding(fleet("Castor", "Pollux", red=("Captain Red", "Fencer", "Pip4", "Pip5")))
    _, mine = dice_wanted(game) or (None, 0)
    game = play(game, red(1, 0, mine - 1))
    _, theirs = dice_wanted(game) or (None, 0)
    game = play(game, blue(2, 0, theirs - 2), actions.Overboard("Pip4"))
    after = play(game, actions.Overboard("Castor"))
    assert GAME.tell is not None and after.gold == (4, 8, 6)
    assert str(GAME.tell(game, actions.Overboard("Castor"), after)).startswith(
        "Castor and Pollux go overboard! Jack wins the fight!"
    )


def test_what_is_refused_says_what_is_expected_instead() -> None:
    with pytest.raises(IllegalAction, match="Not now: Anne chooses a recruit"):
        play(recruiting(level=1), actions.Draw("fishing"))


@pytest.mark.slow
@pytest.mark.parametrize(("players", "level"), [(3, 1), (4, 3)])
def test_no_seat_wins_much_more_than_its_share(players: int, level: int) -> None:
    """A short run of tests/bench/duel_balance.py."""
    found = tally(players, Setup(level), games=200)
    assert not found.endless and not found.unfair(), found.shares


def test_an_unfair_deck_would_be_seen() -> None:
    assert Tally(200, (80.0, 40.0, 40.0, 40.0), (), 0).unfair()
    assert not Tally(200, (60.0, 50.0, 50.0, 40.0), (), 0).unfair()


def test_the_same_seed_gives_the_same_game() -> None:
    assert tally(4, Setup(3), games=3, seed=5) == tally(4, Setup(3), games=3, seed=5)
