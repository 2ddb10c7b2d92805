"""Real cards of Pirates en Duel before the eyes: pirates turned up, recruits taken, the combat card drawn."""

from __future__ import annotations

from dataclasses import replace

from firmware.games.duel.customs import CUSTOMS
from firmware.games.duel.laying import missing
from firmware.play.events import CameraBack, CameraLost, Tidied, Undo
from rules.duel.actions import Draw
from rules.duel.state import Setup, Stage, afloat, cards
from rules.say import Message
from tests.firmware.games.choices.seated import Sitting, until
from vision.seen import Card

TWO = ("Anne", "Jack")
THREE = ("Anne", "Jack", "Zoé")


def desk(players: tuple[str, ...] = THREE, level: int = 1) -> Sitting:
    return Sitting(CUSTOMS, players, Setup(level=level, box=True), physical=True, reads=True)


def recruiting(players: tuple[str, ...] = THREE) -> Sitting:
    """The first crews are chosen, and the pirates of the first turn lie open."""
    at = desk(players)
    at.lay_cards(*at.state.pile[: missing(at.state)])
    while at.state.stage is Stage.FIRST_CREW:
        at.take_cards(at.state.open[0])
        if at.table.expects.message.template.startswith("On which ship"):
            at.pick(at.keys[0])
    at.lay_cards(*at.state.pile[: missing(at.state)])
    assert at.state.stage is Stage.RECRUIT
    return at


def drawing() -> Sitting:
    at = recruiting()
    at.take_cards(*at.state.open[:2])
    assert at.state.stage is Stage.DRAW
    return at


def combat(at: Sitting, place: int = 0, *, fight: bool = True) -> str:
    names = list(dict.fromkeys(at.state.combat_pile))
    return str([name for name in names if cards(at.state).combat[name].is_fight is fight][place])


def test_pd_3_the_first_pirates_lie_open_as_soon_as_the_eyes_have_seen_them_one_by_one_or_all_at_once() -> None:
    at = desk()
    assert at.said == "Turn up 4 pirates." and at.keys == ["by hand"]
    first, *others = at.state.pile[:4]
    at.lay_cards(first)
    assert at.state.open == (first,) and at.said == "Turn up 3 pirates."
    at.lay_cards(*others)
    assert at.state.stage is Stage.FIRST_CREW and set(at.state.open) == {first, *others}
    assert len(at.lines) == 4


def test_the_recruit_is_the_card_that_is_taken_and_only_the_ship_is_asked_for() -> None:
    at = desk(TWO)
    at.lay_cards(*at.state.pile[: missing(at.state)])
    chosen = at.state.open[2]
    at.take_cards(chosen)
    assert at.said == f"On which ship shall {chosen} sail?" and len(at.lines) == 7
    at.pick(at.keys[0])
    assert chosen not in at.state.open and chosen in at.state.ships[0].crew


def test_a_card_that_is_laid_back_was_not_chosen() -> None:
    at = desk(TWO)
    at.lay_cards(*at.state.pile[: missing(at.state)])
    chosen, other = at.state.open[:2]
    at.take_cards(chosen)
    at.lay_cards(chosen)
    assert f"open:{chosen}" in at.keys and len(at.lines) == 7
    at.take_cards(other)
    assert other in at.said and len(at.lines) == 7


def test_both_recruits_of_a_turn_may_be_taken_at_once_but_no_third() -> None:
    at = recruiting()
    seat, lines, open_ = at.state.turn.seat, len(at.lines), at.state.open
    at.take_cards(*open_)
    assert "Only 2 cards may be taken" in at.said and len(at.lines) == lines
    at.lay_cards(open_[2])
    assert at.state.stage is Stage.DRAW and at.state.open == open_[2:]
    assert all(name in at.state.ships[seat].crew for name in open_[:2])


def test_an_open_pirate_that_is_only_pushed_is_neither_taken_nor_new() -> None:
    at = recruiting()
    lines = len(at.lines)
    at.cards[-1] = replace(at.cards[-1], y_mm=at.cards[-1].y_mm + 40)
    at.look_at_cards()
    assert len(at.lines) == lines and at.state.stage is Stage.RECRUIT


def test_pd_7_the_combat_card_that_lies_there_is_drawn() -> None:
    at = drawing()
    assert "draw a combat card" in at.said and at.keys == ["by hand"]
    at.lay_cards(combat(at))
    assert at.state.turn.card == combat_drawn(at)


def combat_drawn(at: Sitting) -> str:
    drawn = (step.action.card for step in reversed(at.table.record.steps) if isinstance(step.action, Draw))
    return str(next(drawn))


def test_a_pirate_for_a_combat_card_and_the_other_way_round_is_said_and_begins_nothing() -> None:
    at = drawing()
    lines, pirate = len(at.lines), at.state.pile[0]
    at.lay_cards(pirate)
    assert f"A pirate lies there ({pirate})" in at.said and len(at.lines) == lines
    at.take_cards(pirate)
    at.lay_cards(combat(at, fight=False))
    assert len(at.lines) == lines + 1, "a card that is no fight ends the turn"
    assert at.state.stage is Stage.TURN_UP
    lines = len(at.lines)
    at.lay_cards(combat(at, 1))
    assert "A combat card lies there" in at.said and len(at.lines) == lines
    at.take_cards(combat(at, 1))
    assert "turn up" in at.said


def test_two_combat_cards_at_once_are_said_and_the_one_that_counts_may_be_picked() -> None:
    at = drawing()
    one, other = combat(at), combat(at, 1)
    at.lay_cards(one, other)
    assert "Only one card is turned over" in at.said
    assert at.keys == [f"laid:{one}", f"laid:{other}", "by hand"]
    at.pick(f"laid:{other}")
    assert at.state.turn.card == other


def test_the_last_combat_card_that_lies_there_still_is_said_and_is_not_drawn_again() -> None:
    at = drawing()
    event = combat(at, fight=False)
    at.lay_cards(event)
    at.lay_cards(*at.state.pile[: missing(at.state)])
    at.take_cards(*at.state.open[:2])
    lines = len(at.lines)
    assert at.state.stage is Stage.DRAW and "lies there from before" in at.said and at.keys[0] == f"laid:{event}"
    at.look_at_cards()
    assert len(at.lines) == lines
    at.take_cards(event)
    assert "from before" not in at.said
    at.lay_cards(event)
    assert len(at.lines) == lines + 1, "another one of its kind"


def test_a_card_face_down_or_of_another_game_is_said_and_nothing_is_lost() -> None:
    at = drawing()
    lines = len(at.lines)
    at.cards.append(Card(None, 200, 200, "track", back=True))
    at.look_at_cards()
    assert "face down" in at.said
    at.cards[-1] = Card(3, 200, 200, "track")
    at.look_at_cards()
    assert "another game" in at.said and len(at.lines) == lines
    at.cards.pop()
    at.look_at_cards()
    assert "draw a combat card" in at.said


def test_a_taught_card_counts_by_its_name_and_one_that_is_not_sure_is_asked_for() -> None:
    at = drawing()
    name, other = combat(at), combat(at, 1)
    at.cards.append(Card(None, 200, 200, "track", likely=(other, name)))
    at.look_at_cards()
    assert at.keys[:2] == [f"laid:{other}", f"laid:{name}"]
    at.cards[-1] = Card(None, 200, 200, "track", name=name)
    at.look_at_cards()
    assert at.state.turn.card == name


def test_what_is_turned_up_too_early_is_said_and_counts_when_its_time_comes() -> None:
    at = recruiting()
    event = combat(at)
    at.lay_cards(event)
    assert "Not now" in str(at.table.moments[-1].message) and at.state.stage is Stage.RECRUIT
    at.take_cards(*at.state.open[:2])
    assert at.state.turn.card == event


def test_cards_of_crews_may_lie_in_view() -> None:
    at = recruiting()
    told, lines = len(at.table.moments), len(at.lines)
    at.lay_cards(at.state.ships[0].crew[0], at.state.ships[1].crew[1])
    assert len(at.table.moments) == told and len(at.lines) == lines


def test_everything_may_be_picked_by_hand_and_what_lies_there_then_is_old() -> None:
    at = drawing()
    name = combat(at)
    kind = cards(at.state).combat[name].kind.value
    at.pick("by hand")
    assert f"kind:{kind}" in at.keys and at.keys[-1] == "eyes"
    at.pick("eyes")
    assert at.keys == ["by hand"]
    at.pick("by hand", f"kind:{kind}", f"card:{name}")
    assert at.state.turn.card == name


def test_without_a_camera_cards_are_put_in_and_after_it_is_back_what_lies_there_is_old() -> None:
    at = drawing()
    at.table.hear(CameraLost(Message("gone"), at.now))
    assert any(key.startswith("kind:") for key in at.keys)
    at.table.hear(CameraBack(at.now))
    at.rest()
    at.lay_cards(combat(at))
    assert at.state.turn.card is None and "from before" in at.said


def test_after_an_undo_the_card_that_lies_there_is_old_and_may_be_picked() -> None:
    at = drawing()
    name = combat(at)
    at.lay_cards(name)
    at.table.hear(Undo(at.now))
    assert at.state.stage is Stage.DRAW and at.keys[0] == f"laid:{name}" and "from before" in at.said
    at.pick(f"laid:{name}")
    assert at.state.turn.card == name


def test_what_the_virtual_tables_hand_has_laid_out_is_no_news() -> None:
    at = drawing()
    assert at.customs.laying is not None
    names, name = at.customs.laying.things.numbers(at.state), combat(at)
    at.cards.append(Card(names[name], 200, 200, "track"))
    at.table.hear(Tidied(tuple(at.cards), at.now))
    at.look_at_cards()
    assert at.state.turn.card is None
    at.take_cards(name)
    at.lay_cards(name)
    assert at.state.turn.card == name


def test_pd_6_a_recruit_taken_for_a_full_crew_asks_whose_place_it_takes() -> None:
    at = recruiting()
    until(at, lambda state: state.stage is Stage.RECRUIT and afloat(state, state.turn.seat)[0].is_full)
    lines, pirate = len(at.lines), at.state.open[0]
    at.take_cards(pirate)
    assert at.said == f"Whose place shall {pirate} take?" and len(at.lines) == lines
    old = at.keys[0].removeprefix("crew:")
    at.pick(at.keys[0])
    assert pirate in afloat(at.state, at.state.turn.seat)[0].crew and old in at.state.discard
