"""A fight of Pirates en Duel, from the attack to the gold (PD-8 to PD-13, PD-16, PD-18, PD-20 to PD-24, PD-28).

Its course is a list of steps; a step at which nobody has anything to do is passed over.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from rules.duel.cards import COLOUR_NAMES, Colour, Kind, Skill
from rules.duel.state import (
    ONE,
    Duel,
    Face,
    Fight,
    Hand,
    Side,
    Stage,
    cards,
    goal,
    having,
    in_play,
    is_captain,
    members,
    ship_of,
    twins,
    with_crew,
    without,
)
from rules.duel.turn import end_turn, winners
from rules.say import Message

ATTACKER, DEFENDER = 0, 1
MOST_DICE = 6
SUNK_COSTS = 4  # PD-28

PLAIN_COURSE = (
    (Stage.DICE, ATTACKER),
    (Stage.DICE, DEFENDER),
    (Stage.LOSSES, DEFENDER),
    (Stage.LOSSES, ATTACKER),
)
FULL_COURSE = (
    (Stage.BROTHER, ATTACKER),
    (Stage.BROTHER, DEFENDER),
    (Stage.HELM, ATTACKER),
    (Stage.HELM, DEFENDER),
    (Stage.SHOOT, ATTACKER),
    (Stage.SHOOT, DEFENDER),
    (Stage.DICE, ATTACKER),
    (Stage.DICE, DEFENDER),
    (Stage.MARMOSET, ATTACKER),
    (Stage.MARMOSET, DEFENDER),
    (Stage.PARROT, ATTACKER),
    (Stage.PARROT, DEFENDER),
    (Stage.LOSSES, DEFENDER),
    (Stage.LOSSES, ATTACKER),
    (Stage.RED_CROSS, DEFENDER),
    (Stage.RED_CROSS, ATTACKER),
)


# -- the course ----------------------------------------------------------------------------------------------------


def attacked(state: Duel, ship: Colour, target: Colour) -> Duel:
    assert state.turn.card is not None
    kind = cards(state).combat[state.turn.card].kind
    sides = (Side(state.turn.seat, ship), Side(ship_of(state, target).seat, target))
    return _from(replace(state, fight=Fight(kind, sides)), 0)


def passed(state: Duel) -> Duel:
    return _onward(state, state.stage)


def _onward(state: Duel, stage: Stage) -> Duel:
    """To what follows this step of the side acting."""
    return _from(state, _course(state).index((stage, fight_of(state).acting)) + 1)


def _again(state: Duel, stage: Stage) -> Duel:
    """Back to a step that may have more to offer: a second helm, a further loss."""
    return replace(state, stage=stage) if OFFERED[stage](state, side_of(state)) else _onward(state, stage)


def _course(state: Duel) -> tuple[tuple[Stage, int], ...]:
    return PLAIN_COURSE if state.setup.level == 1 else FULL_COURSE


def _from(state: Duel, step: int) -> Duel:
    for stage, acting in _course(state)[step:]:
        if (stage, acting) in PREPARED:
            state = PREPARED[stage, acting](state)
        fight = fight_of(state)
        if OFFERED[stage](state, fight.sides[acting]):
            return replace(state, stage=stage, fight=replace(fight, acting=acting))
    return _settled(state)


def fight_of(state: Duel) -> Fight:
    assert state.fight is not None
    return state.fight


def side_of(state: Duel) -> Side:
    return fight_of(state).side


def opponent_of(state: Duel, side: Side | None = None) -> Side:
    """Of the side acting, or of the one given."""
    fight = fight_of(state)
    attacker, defender = fight.sides
    return defender if (side or fight.side).seat == attacker.seat else attacker


def crew_of(state: Duel, side: Side) -> tuple[str, ...]:
    return ship_of(state, side.ship).crew


def _with_side(state: Duel, side: Side) -> Duel:
    """The table with this as the side of its seat."""
    fight = fight_of(state)
    sides = (side, fight.sides[1]) if fight.sides[0].seat == side.seat else (fight.sides[0], side)
    return replace(state, fight=replace(fight, sides=sides))


def _unused(state: Duel, side: Side, *skills: Skill) -> list[str]:
    return [name for name in having(state, crew_of(state, side), *skills) if name not in side.used]


def _use(state: Duel, name: str) -> Duel:
    side = side_of(state)
    return _with_side(state, replace(side, used=(*side.used, name)))


# -- before the dice: brother of the coast (PD-22), helm (PD-16), shots (PD-24) -------------------------------------


def _brother_offered(state: Duel, side: Side) -> bool:
    return bool(having(state, crew_of(state, side), Skill.BROTHER))


def fight_changed(state: Duel) -> Duel:
    fight = fight_of(state)
    return _onward(replace(state, fight=replace(fight, kind=other_kind(fight.kind))), Stage.BROTHER)


def other_kind(kind: Kind) -> Kind:
    return Kind.CANNONADE if kind is Kind.BOARDING else Kind.BOARDING


def _helm_offered(state: Duel, side: Side) -> bool:
    return bool(_unused(state, side, Skill.HELM))


def dodged(state: Duel) -> Duel:
    return replace(_use(state, _unused(state, side_of(state), Skill.HELM)[0]), stage=Stage.HELM_DIE)


def dodge_thrown(state: Duel, thrown: Hand) -> Duel:
    return end_turn(state) if thrown.ships else _again(state, Stage.HELM)


def shooters(state: Duel, side: Side) -> list[str]:
    """PD-24: who may still shoot in this fight, the next first."""
    own = Skill.PISTOL if fight_of(state).kind is Kind.BOARDING else Skill.CARRIAGE
    return _unused(state, side, Skill.SHARPSHOOTER, own)


def _shot_offered(state: Duel, side: Side) -> bool:
    return bool(shooters(state, side)) and bool(in_sight(state, opponent_of(state, side)))


def in_sight(state: Duel, victim: Side) -> list[str]:
    """Whom a shot may name: no captain, and not the twin named before."""
    return [name for name in crew_of(state, victim) if not is_captain(state, name) and name != victim.marked]


def shot(state: Duel) -> Duel:
    return replace(_use(state, shooters(state, side_of(state))[0]), stage=Stage.SHOT_DIE)


def shot_thrown(state: Duel, thrown: Hand) -> Duel:
    return replace(state, stage=Stage.AIM) if thrown.skulls else _again(state, Stage.SHOOT)


def shot_named(state: Duel, name: str) -> Duel:
    victim = opponent_of(state)
    lost = lost_with(state, victim, name)
    state = _overboard(state, victim, lost) if lost else _with_side(state, replace(victim, marked=name))
    return _again(state, Stage.SHOOT)


def lost_with(state: Duel, victim: Side, name: str) -> list[str]:
    """Who goes overboard when this one is named: both twins or, where a first shot only marks one, nobody (PD-23)."""
    pair = twins(state, crew_of(state, victim))
    if name not in pair:
        return [name]
    return [] if state.stage is Stage.AIM and victim.marked is None else pair


def _overboard(state: Duel, victim: Side, names: list[str]) -> Duel:
    """Out of the crew and among the losses of the fight; the discard waits for the red cross."""
    crew = tuple(name for name in crew_of(state, victim) if name not in names)
    state = with_crew(state, victim.ship, crew)
    marked = None if victim.marked in names else victim.marked
    return _with_side(state, replace(victim, lost=(*victim.lost, *names), marked=marked))


# -- the dice (PD-9, PD-20, PD-21) ---------------------------------------------------------------------------------


def strength(state: Duel, crew: tuple[str, ...], kind: Kind) -> int:
    """PD-9, PD-23: how many dice a crew throws."""
    if kind is Kind.CANNONADE:
        dice = sum(member.cannons for member in members(state, crew))
    else:
        pair = twins(state, crew)
        dice = sum(2 if member.name in pair else member.sabres for member in members(state, crew))
    return min(dice, MOST_DICE)


def _mustered(state: Duel) -> Duel:
    """Strengths count after the shots; a ship that these have emptied is not fought any more."""
    fight = fight_of(state)
    crews = [crew_of(state, side) for side in fight.sides]
    if not all(crews):
        return state
    attacker, defender = (
        replace(side, strength=strength(state, crew, fight.kind)) for side, crew in zip(fight.sides, crews, strict=True)
    )
    return replace(state, fight=replace(fight, sides=(attacker, defender)))


def _dice_offered(state: Duel, side: Side) -> bool:
    return side.missing > 0


def dice_thrown(state: Duel, thrown: Hand) -> Duel:
    side = side_of(state)
    state = _with_side(state, replace(side, dice=side.dice.plus(thrown)))
    return _again(state, Stage.PARROT) if state.stage is Stage.PARROT_DIE else _onward(state, state.stage)


def _cursed(state: Duel) -> Duel:
    """The marmosets take up all dice of their owners that are not blank."""
    for side in fight_of(state).sides:
        if having(state, crew_of(state, side), Skill.MARMOSET):
            state = _with_side(state, replace(side, dice=Hand(blanks=side.dice.blanks)))
    return state


def _parrot_offered(state: Duel, side: Side) -> bool:
    return side.dice.count > 0 and bool(_unused(state, side, Skill.PARROT))


def rethrow_fault(state: Duel, face: Face) -> Message | None:
    return None if side_of(state).dice.of(face) else Message("None of your dice shows that.")


def rethrown(state: Duel, face: Face) -> Duel:
    state = _use(state, _unused(state, side_of(state), Skill.PARROT)[0])
    side = side_of(state)
    return replace(_with_side(state, replace(side, dice=side.dice.plus(ONE[face], -1))), stage=Stage.PARROT_DIE)


# -- the losses (PD-10, PD-11, PD-18, PD-22, PD-23) ----------------------------------------------------------------


def result(state: Duel, side: Side) -> Hand:
    """The dice of a side, and before any loss is named what its skulls and ships in the crew add."""
    crew = crew_of(state, side)
    if not all(crew_of(state, each) for each in fight_of(state).sides):  # emptied by shots: nobody fought
        return side.dice
    return side.dice.plus(Hand(len(having(state, crew, Skill.SKULL)), len(having(state, crew, Skill.SHIP))))


def _counted(state: Duel) -> Duel:
    fight = fight_of(state)
    mine, theirs = (result(state, side) for side in fight.sides)
    attacker, defender = fight.sides
    sides = (
        replace(attacker, due=max(0, theirs.skulls - mine.ships)),
        replace(defender, due=max(0, mine.skulls - theirs.ships)),
    )
    return replace(state, fight=replace(fight, sides=sides))


def cost(state: Duel, victim: Side, name: str) -> int:
    """The losses it takes to lose this member of the crew: two for a captain and for both twins."""
    if is_captain(state, name):
        return 2
    return 2 if victim.marked is None and name in twins(state, crew_of(state, victim)) else 1


def takeable(state: Duel, victim: Side) -> list[str]:
    """Whom the opponent may name with the losses left."""
    return [
        name for name in crew_of(state, victim) if name != victim.marked and cost(state, victim, name) <= victim.due
    ]


def _losses_offered(state: Duel, side: Side) -> bool:
    return side.due > 0 and bool(takeable(state, side))


def overboard_fault(state: Duel, name: str) -> Message | None:
    victim = opponent_of(state) if state.stage is Stage.AIM else side_of(state)
    if name in (in_sight if state.stage is Stage.AIM else takeable)(state, victim):
        return None
    if name not in crew_of(state, victim):
        colour = COLOUR_NAMES[victim.ship]
        return Message("{pirate} is not in the crew of the {colour} ship.", pirate=name, colour=colour)
    if not is_captain(state, name):
        return Message("The twins are lost only both together.")
    if state.stage is Stage.AIM:
        return Message("A shot cannot hit a captain.")
    return Message("A captain costs two losses, and only one is left.")


def loss_named(state: Duel, name: str) -> Duel:
    victim = side_of(state)
    due = victim.due - cost(state, victim, name)
    state = _overboard(state, replace(victim, due=due), lost_with(state, victim, name))
    return _again(state, Stage.LOSSES)


def _crosses(state: Duel, side: Side) -> list[str]:
    crosses = having(state, (*crew_of(state, side), *side.lost), Skill.RED_CROSS)
    return [name for name in crosses if name not in side.used]


def in_the_water(state: Duel, side: Side) -> list[str]:
    """Whom a red cross may try to save: anybody lost but its own owner."""
    crosses = _crosses(state, side) if side.lost else []
    return [name for name in side.lost if any(cross != name for cross in crosses)]


def _cross_offered(state: Duel, side: Side) -> bool:
    return bool(in_the_water(state, side))


def save_fault(state: Duel, name: str) -> Message | None:
    if name in in_the_water(state, side_of(state)):
        return None
    return Message("{pirate} cannot be saved by the red cross.", pirate=name)


def save_tried(state: Duel, name: str) -> Duel:
    state = _use(state, next(cross for cross in _crosses(state, side_of(state)) if cross != name))
    return replace(state, stage=Stage.RED_CROSS_DIE, fight=replace(fight_of(state), saving=name))


def save_thrown(state: Duel, thrown: Hand) -> Duel:
    fight = fight_of(state)
    name = fight.saving
    assert name is not None
    state = replace(state, fight=replace(fight, saving=None))
    if thrown.ships:
        side = side_of(state)
        state = _with_side(state, replace(side, lost=without(side.lost, name)))
        state = with_crew(state, side.ship, (*crew_of(state, side), name))
    return _again(state, Stage.RED_CROSS)


# -- the winner and the gold (PD-12, PD-13, PD-28) -----------------------------------------------------------------


def worth(state: Duel, lost: tuple[str, ...]) -> int:
    """PD-13: losses as they count for the winner."""
    return sum(2 if is_captain(state, name) else 1 for name in lost)


def _settled(state: Duel) -> Duel:
    fight = fight_of(state)
    lost = [name for side in fight.sides for name in side.lost]
    captains = [name for name in lost if is_captain(state, name)]
    pirates = [name for name in lost if name not in captains]
    state = replace(state, discard=(*state.discard, *pirates), gone=(*state.gone, *captains))
    sunk = [side for side in fight.sides if not crew_of(state, side)]
    if sunk:
        state = _plundered(state, sunk)
    if not winners(state) and (len(state.players) == 2 or not sunk):
        state = _paid(state)
    return end_turn(state)


def _plundered(state: Duel, sunk: list[Side]) -> Duel:
    """What a sunk ship costs: the whole treasure, or four gold for one of two ships (PD-28). Where both sank, the
    defender's is settled first, and the attacker is afloat until then (PD-12)."""
    two = len(state.players) == 2
    for side in reversed(sunk):
        opponent, gold = opponent_of(state, side).seat, list(state.gold)
        paid = min(SUNK_COSTS, gold[side.seat]) if two else gold[side.seat]
        gold[side.seat] -= paid
        if two or len(sunk) == 1 or side is sunk[-1]:  # otherwise the opponent is out already
            gold[opponent] += paid
        state = replace(state, gold=tuple(gold))
        alone = not any(in_play(state, seat) for seat in range(len(state.players)) if seat != opponent)
        if len(sunk) == 2 and (state.gold[opponent] >= goal(state) or alone):
            break  # the attacker has won
    return state


def _paid(state: Duel) -> Duel:
    attacker, defender = fight_of(state).sides
    inflicted, suffered = worth(state, defender.lost), worth(state, attacker.lost)
    if inflicted == suffered:
        return state
    winner, loser = (attacker, defender) if inflicted > suffered else (defender, attacker)
    assert state.turn.card is not None
    prize = min(cards(state).combat[state.turn.card].gold, state.gold[loser.seat])
    gold = list(state.gold)
    gold[winner.seat] += prize
    gold[loser.seat] -= prize
    return replace(state, gold=tuple(gold))


PREPARED: dict[tuple[Stage, int], Callable[[Duel], Duel]] = {
    (Stage.DICE, ATTACKER): _mustered,
    (Stage.MARMOSET, ATTACKER): _cursed,
    (Stage.LOSSES, DEFENDER): _counted,
}
OFFERED: dict[Stage, Callable[[Duel, Side], bool]] = {
    Stage.BROTHER: _brother_offered,
    Stage.HELM: _helm_offered,
    Stage.SHOOT: _shot_offered,
    Stage.DICE: _dice_offered,
    Stage.MARMOSET: _dice_offered,
    Stage.PARROT: _parrot_offered,
    Stage.LOSSES: _losses_offered,
    Stage.RED_CROSS: _cross_offered,
}
