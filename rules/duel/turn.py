"""A turn of Pirates en Duel up to the fight: recruiting, the rowing boat, the combat card; and how a turn and the
game end (PD-3 to PD-8, PD-12, PD-14, PD-15, PD-17, PD-19, PD-22, PD-26 to PD-28)."""

from __future__ import annotations

from dataclasses import replace

from rules.duel.cards import COLOUR_NAMES, Colour, Kind, Skill
from rules.duel.state import (
    Duel,
    Hand,
    Ship,
    Stage,
    Turn,
    afloat,
    cards,
    enemies,
    goal,
    in_play,
    is_captain,
    owns,
    ship_of,
    with_crew,
    without,
)
from rules.game import Seat
from rules.say import Message

PAID = {Kind.STORM: -1, Kind.BAD_ENCOUNTER: -1, Kind.CAPTURE: 1, Kind.PLUNDER: 1}  # PD-7


# -- the first crews (PD-3, PD-26) ---------------------------------------------------------------------------------


def first_picks(players: int) -> tuple[Seat, ...]:
    """Who chooses, counted from the first player on: as many choices as pirates are turned up."""
    if players == 2:
        return (0, 1, 0, 1, 0, 1, 1)
    return (*range(players), *range(2, players), *range(4, players))


def recruiter(state: Duel) -> Seat:
    """Who chooses from the open pirates now."""
    if state.stage is not Stage.FIRST_CREW:
        return state.turn.seat
    picks = first_picks(len(state.players))
    return (picks[len(picks) - len(state.open)] + state.setup.first) % len(state.players)


def may_come(state: Duel) -> tuple[str, ...]:
    """The pirates that may be turned up. The table refuses nothing from a box that was shuffled early."""
    return (*state.pile, *state.discard) if state.setup.box else state.pile


def turned_up(state: Duel, pirate: str) -> Duel:
    if pirate not in state.pile:
        state = replace(state, pile=(*state.pile, *state.discard), discard=())
    state = replace(state, pile=without(state.pile, pirate), open=(*state.open, pirate))
    if state.stage is Stage.TURN_UP:
        return _turn_up(state)
    enough = len(state.open) == len(first_picks(len(state.players)))
    return replace(state, stage=Stage.FIRST_CREW) if enough else state


# -- recruiting (PD-5, PD-6, PD-19, PD-22) -------------------------------------------------------------------------


def begin_turn(state: Duel, seat: Seat, number: int) -> Duel:
    turn = Turn(seat, number, quota=3 if owns(state, seat, Skill.SERGEANT) else 2)
    return _turn_up(replace(state, turn=turn, fight=None))


def _turn_up(state: Duel) -> Duel:
    """PD-4, PD-5: pirates are turned up until one more than may be chosen lies open."""
    if len(state.open) > state.turn.quota:
        return _ask_taverns(state)
    if state.pile:
        return replace(state, stage=Stage.TURN_UP)
    return replace(state, stage=Stage.TURN_UP, pile=state.discard, discard=())


def _ask_taverns(state: Duel) -> Duel:
    """PD-19: each owner of a tavern is asked once, clockwise, before the first choice."""
    turn = state.turn
    count = len(state.players)
    if state.setup.level > 1 and len(turn.imposed) < turn.quota:
        for step in range(1, count):
            seat = (turn.seat + step) % count
            if seat not in turn.asked and owns(state, seat, Skill.TAVERN) and in_play(state, seat):
                return replace(state, turn=replace(turn, asked=(*turn.asked, seat)), stage=Stage.TAVERN)
    return replace(state, stage=Stage.RECRUIT)


def tavern_passed(state: Duel) -> Duel:
    return _ask_taverns(state)


def tavern_thrown(state: Duel, thrown: Hand) -> Duel:
    return replace(state, stage=Stage.IMPOSE) if thrown.skulls else _ask_taverns(state)


def imposed(state: Duel, pirate: str) -> Duel:
    return _ask_taverns(replace(state, turn=replace(state.turn, imposed=(*state.turn.imposed, pirate))))


def choice_fault(state: Duel, pirate: str) -> Message | None:
    if pirate not in state.open:
        return Message("{pirate} does not lie open.", pirate=pirate)
    turn = state.turn
    waiting = [each for each in turn.imposed if each not in turn.recruits]
    if pirate not in waiting and len(waiting) >= turn.quota - len(turn.recruits):
        return Message("The tavern has chosen: {pirate} comes aboard.", pirate=waiting[0])
    return None


def recruit_fault(state: Duel, pirate: str, colour: Colour) -> Message | None:
    ship = next((ship for ship in afloat(state, recruiter(state)) if ship.colour is colour), None)
    if ship is None:
        return _not_your_ship(state, recruiter(state), colour)
    if ship.is_full:
        return Message("The {colour} ship has no free place.", colour=COLOUR_NAMES[colour])
    return choice_fault(state, pirate)


def replace_fault(state: Duel, pirate: str, old: str) -> Message | None:
    ship = _home(afloat(state, state.turn.seat), old)
    if ship is None or is_captain(state, old) or old in state.turn.recruits:
        return Message("{pirate} is no old pirate of your crew.", pirate=old)
    if not ship.is_full:
        return Message("The {colour} ship has a free place: nobody need leave it.", colour=COLOUR_NAMES[ship.colour])
    return choice_fault(state, pirate)


def turn_away_fault(state: Duel, pirate: str) -> Message | None:
    for ship in afloat(state, state.turn.seat):
        if not ship.is_full:
            return Message(
                "The {colour} ship has a free place: nobody is turned away.", colour=COLOUR_NAMES[ship.colour]
            )
    return choice_fault(state, pirate)


def enough_fault(state: Duel) -> Message | None:
    turn = state.turn
    if turn.quota < 3:
        return Message("Two pirates must be chosen; only a recruiting sergeant may take fewer.")
    waiting = [each for each in turn.imposed if each not in turn.recruits]
    if waiting:
        return Message("The tavern has chosen: {pirate} comes aboard.", pirate=waiting[0])
    return None


def recruited(state: Duel, pirate: str, colour: Colour) -> Duel:
    first = state.stage is Stage.FIRST_CREW
    state = with_crew(state, colour, (*ship_of(state, colour).crew, pirate))
    state = replace(state, open=without(state.open, pirate))
    if not first:
        return _chosen(state, pirate)
    return state if state.open else begin_turn(state, state.setup.first, 1)


def replaced(state: Duel, pirate: str, old: str) -> Duel:
    ship = _home(afloat(state, state.turn.seat), old)
    assert ship is not None
    crew = tuple(pirate if name == old else name for name in ship.crew)
    state = with_crew(state, ship.colour, crew)
    return _chosen(replace(state, open=without(state.open, pirate), discard=(*state.discard, old)), pirate)


def turned_away(state: Duel, pirate: str) -> Duel:
    return _chosen(replace(state, open=without(state.open, pirate), discard=(*state.discard, pirate)), pirate)


def _chosen(state: Duel, pirate: str) -> Duel:
    turn = replace(state.turn, recruits=(*state.turn.recruits, pirate))
    state = replace(state, turn=turn)
    return state if len(turn.recruits) < turn.quota else recruiting_done(state)


def enough(state: Duel) -> Duel:
    """PD-5: who stops early leaves one open pirate for the next player, the one that lies there longest."""
    stays, *others = state.open
    return recruiting_done(replace(state, open=(stays,), discard=(*state.discard, *others)))


def recruiting_done(state: Duel) -> Duel:
    return replace(state, stage=Stage.ROW) if can_row(state) else ready_to_draw(state)


# -- the rowing boat (PD-22) ---------------------------------------------------------------------------------------


def can_row(state: Duel) -> bool:
    seat = state.turn.seat
    if state.setup.level < 3 or state.turn.rowed or not owns(state, seat, Skill.BOAT):
        return False
    return any(swappable(state, afloat(state, seat))) and any(swappable(state, enemies(state, seat)))


def swappable(state: Duel, ships: list[Ship]) -> list[str]:
    return [name for ship in ships for name in ship.crew if not is_captain(state, name)]


def swap_fault(state: Duel, mine: str, theirs: str) -> Message | None:
    seat = state.turn.seat
    if not owns(state, seat, Skill.BOAT):
        return Message("{player} has no rowing boat.", player=state.players[seat])
    if state.turn.rowed:
        return Message("The rowing boat goes out once in a turn.")
    if mine not in swappable(state, afloat(state, seat)):
        return Message("{pirate} is no pirate of your crew.", pirate=mine)
    if theirs not in swappable(state, enemies(state, seat)):
        return Message("{pirate} is no pirate of an opponent's crew.", pirate=theirs)
    return None


def swapped(state: Duel, mine: str, theirs: str) -> Duel:
    other = {mine: theirs, theirs: mine}
    ships = tuple(
        replace(ship, crew=tuple(other.get(name, name) for name in ship.crew))
        if mine in ship.crew or theirs in ship.crew
        else ship
        for ship in state.ships
    )
    state = replace(state, ships=ships, turn=replace(state.turn, rowed=True))
    if state.stage is Stage.ROW:
        return ready_to_draw(state)
    return _meet(state) if state.stage is Stage.TARGET else state


# -- the combat card (PD-7, PD-8, PD-17, PD-27) --------------------------------------------------------------------


def ready_to_draw(state: Duel) -> Duel:
    if state.combat_pile:
        return replace(state, stage=Stage.DRAW)
    return replace(state, stage=Stage.DRAW, combat_pile=state.combat_discard, combat_discard=())


def may_be_drawn(state: Duel) -> tuple[str, ...]:
    return (*state.combat_pile, *state.combat_discard) if state.setup.box else state.combat_pile


def drawn(state: Duel, name: str) -> Duel:
    if name not in state.combat_pile:
        state = replace(state, combat_pile=(*state.combat_pile, *state.combat_discard), combat_discard=())
    card = cards(state).combat[name]
    pile = without(state.combat_pile, name)
    state = replace(state, combat_pile=pile, turn=replace(state.turn, card=name))
    if card.is_fight:
        return _meet(state)
    gold = list(state.gold)
    gold[state.turn.seat] += PAID.get(card.kind, 0)
    return end_turn(replace(state, gold=tuple(gold)))


def shown(state: Duel) -> list[Ship]:
    """The ships that the card drawn lets the player attack."""
    assert state.turn.card is not None
    seat = state.turn.seat
    colours = cards(state).combat[state.turn.card].ships
    against = enemies(state, seat)
    own = [ship.colour for ship in state.ships if ship.seat == seat]
    if not colours or all(colour in own for colour in colours):  # black ships, or both one's own
        return against
    return [ship for ship in against if ship.colour in colours]


def targets(state: Duel) -> list[Ship]:
    """The ships that may be attacked: with a lookout, any opponent's."""
    return enemies(state, state.turn.seat) if owns(state, state.turn.seat, Skill.LOOKOUT) else shown(state)


def _meet(state: Duel) -> Duel:
    return replace(state, stage=Stage.TARGET) if targets(state) else end_turn(state)


def attack_fault(state: Duel, ship: Colour, target: Colour) -> Message | None:
    if ship not in [each.colour for each in afloat(state, state.turn.seat)]:
        return _not_your_ship(state, state.turn.seat, ship)
    if target not in [each.colour for each in targets(state)]:
        return Message("The card does not let you attack the {colour} ship.", colour=COLOUR_NAMES[target])
    return None


def no_fight_fault(state: Duel) -> Message | None:
    """PD-8: a ship on the card must be attacked; only a lookout who finds none there is free not to."""
    return Message("One of the ships on the card must be attacked.") if shown(state) else None


def _home(ships: list[Ship], name: str) -> Ship | None:
    return next((ship for ship in ships if name in ship.crew), None)


def _not_your_ship(state: Duel, seat: Seat, colour: Colour) -> Message:
    return Message("{player} has no {colour} ship afloat.", player=state.players[seat], colour=COLOUR_NAMES[colour])


# -- the end of a turn and of the game (PD-14, PD-15, PD-28) -------------------------------------------------------


def winners(state: Duel) -> tuple[Seat, ...]:
    """Who has won, if the game is over as things stand. Of the last two who sink each other the attacker is left, for
    the defender's sinking is settled first (PD-12, PD-15)."""
    everybody = range(len(state.players))
    if rich := tuple(seat for seat in everybody if state.gold[seat] >= goal(state)):
        return rich
    left = tuple(seat for seat in everybody if in_play(state, seat))
    if len(left) == 1:
        return left
    if not left and state.fight is not None:
        return (state.fight.sides[0].seat,)
    return ()


def end_turn(state: Duel) -> Duel:
    for ship in state.ships:
        if ship.crew and not state.gold[ship.seat]:  # PD-14: the ship and its crew leave the game
            state = with_crew(replace(state, gone=(*state.gone, *ship.crew)), ship.colour, ())
    won = winners(state)
    turn = state.turn
    if turn.card is not None:
        state = replace(state, combat_discard=(*state.combat_discard, turn.card))
    if won:
        return replace(state, stage=Stage.OVER, winners=won, fight=None, turn=replace(turn, card=None))
    count = len(state.players)
    following = (turn.seat + step for step in range(1, count + 1))
    seat = next(each % count for each in following if in_play(state, each % count))
    return begin_turn(state, seat, turn.number + 1)
