"""A sensible pirate: recruits the strong, attacks where the dice and the gold are best, uses skills when they pay."""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import product

from rules.duel import actions
from rules.duel.cards import Kind, Skill, deck
from rules.duel.fight import (
    MOST_DICE,
    cost,
    crew_of,
    fight_of,
    in_sight,
    in_the_water,
    opponent_of,
    other_kind,
    result,
    side_of,
    strength,
    takeable,
)
from rules.duel.state import (
    FACES,
    Die,
    Duel,
    Face,
    Ship,
    Stage,
    afloat,
    cards,
    enemies,
    goal,
    having,
    is_captain,
    ship_of,
    twins,
    without,
)
from rules.duel.turn import choice_fault, recruiter, shown, swappable, targets
from rules.game import Chance, Seat

# What a skill adds to the worth of a pirate, in dice; found by letting bots with other numbers play each other.
SKILL_WORTH = {
    Skill.HELM: 1.0,
    Skill.LOOKOUT: 0.8,
    Skill.RED_CROSS: 2.0,
    Skill.TAVERN: 0.5,
    Skill.PARROT: 1.2,
    Skill.MARMOSET: -2.5,
    Skill.SKULL: 4.0,
    Skill.SHIP: 4.0,
    Skill.SERGEANT: 1.5,
    Skill.BOAT: 2.0,
    Skill.BROTHER: 0.6,
    Skill.TWIN: 0.3,
    Skill.SHARPSHOOTER: 3.0,
    Skill.PISTOL: 1.5,
    Skill.CARRIAGE: 1.5,
}
SPARE = 0.4  # the worth of a die beyond the six that may be thrown: it replaces one that is lost
PIRATE = 0.5  # the worth of a crew member in gold
Spread = tuple[float, ...]  # the chance of 0, 1, 2... losses


def bot(state: Duel, chance: Chance) -> actions.Action:
    """Where the choice is the player's; the chance is not needed, this pirate never tosses a coin."""
    match state.stage:
        case Stage.FIRST_CREW | Stage.RECRUIT:
            return _recruit(state)
        case Stage.TAVERN:
            return actions.Tavern() if _tavern_pays(state) else actions.Pass()
        case Stage.IMPOSE:
            return actions.Impose(min(_not_imposed(state), key=lambda name: _worth_to_recruiter(state, name)))
        case Stage.ROW:
            return _row(state)
        case Stage.TARGET:
            return _attack(state)
        case Stage.SHOOT:
            return actions.Shoot()
        case Stage.AIM:
            return actions.Overboard(_shot(state))
        case Stage.LOSSES:
            return actions.Overboard(_loss(state))
        case Stage.PARROT:
            return _parrot(state)
        case Stage.RED_CROSS:
            side = side_of(state)
            rest = crew_of(state, side)
            return actions.Save(max(in_the_water(state, side), key=lambda name: worth(state, rest, name)))
        case Stage.BROTHER:
            kind = fight_of(state).kind
            return actions.ChangeFight() if _hope(state, other_kind(kind)) > _hope(state, kind) else actions.Pass()
    return actions.Dodge() if _hope(state, fight_of(state).kind) < 0 else actions.Pass()  # Stage.HELM


# -- crews ---------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=16)
def _skill_worths(name: str, level: int) -> dict[str, float]:
    return {
        name: sum(SKILL_WORTH[skill] for skill in member.skills) for name, member in deck(name, level).members.items()
    }


def worth(state: Duel, rest: tuple[str, ...], name: str) -> float:
    """What somebody is worth to a crew with these others, in dice."""
    return _worth(state.setup.deck, state.setup.level, rest, name)


@lru_cache(maxsize=1 << 15)
def _worth(file: str, level: int, rest: tuple[str, ...], name: str) -> float:
    box = deck(file, level)
    known, twin = box.members, box.holders[Skill.TWIN]
    cannons, sabres = known[name].cannons, known[name].sabres
    alone = _skill_worths(file, level)[name]
    if name in twin and not twin.isdisjoint(rest):
        sabres, alone = 3, alone + 1  # two for this one, another for the brother; and they are hard to lose
    have_cannons = have_sabres = 0
    for each in rest:
        member = known[each]
        have_cannons += member.cannons
        have_sabres += member.sabres
    return alone + _dice(have_cannons, cannons) + _dice(have_sabres, sabres)


def _dice(have: int, more: int) -> float:
    useful = min(more, max(0, MOST_DICE - have))
    return useful + SPARE * (more - useful)


def _recruit(state: Duel) -> actions.Action:
    ships = afloat(state, recruiter(state))
    choice = [name for name in state.open if choice_fault(state, name) is None]
    free = [ship for ship in ships if not ship.is_full]
    if free:  # the ship where it is worth most; the smaller crew, if it is worth the same
        best, ship = max(product(choice, free), key=lambda way: (worth(state, way[1].crew, way[0]), -len(way[1].crew)))
        return actions.Recruit(best, ship.colour)
    recent = state.turn.recruits
    olds = [old for old in swappable(state, ships) if old not in recent]
    exchanges = _exchanges(state, ships, olds, choice)
    best, old = max(exchanges, key=lambda way: exchanges[way])
    if exchanges[best, old] > 0:
        return actions.Replace(best, old)
    waiting = [name for name in state.turn.imposed if name not in recent]
    return actions.Enough() if state.turn.quota == 3 and not waiting else actions.TurnAway(best)


def _exchanges(state: Duel, ships: list[Ship], olds: list[str], news: list[str]) -> dict[tuple[str, str], float]:
    """What it is worth to have one of the new in the place of one of the old."""
    gains = {}
    for ship in ships:
        for old in ship.crew:
            if old in olds:
                rest = without(ship.crew, old)
                before = worth(state, rest, old)
                gains.update({(new, old): worth(state, rest, new) - before for new in news})
    return gains


def _not_imposed(state: Duel) -> list[str]:
    return [name for name in state.open if name not in state.turn.imposed]


def _worth_to_recruiter(state: Duel, name: str) -> float:
    return max(worth(state, ship.crew, name) for ship in afloat(state, state.turn.seat))


def _tavern_pays(state: Duel) -> bool:
    """With a free place the weakest open pirate has to come aboard."""
    worths = {_worth_to_recruiter(state, name) for name in _not_imposed(state)}
    return len(worths) > 1 and not all(ship.is_full for ship in afloat(state, state.turn.seat))


def _row(state: Duel) -> actions.Action:
    seat = state.turn.seat
    ships = afloat(state, seat)
    gains = _exchanges(state, ships, swappable(state, ships), swappable(state, enemies(state, seat)))
    theirs, mine = max(gains, key=lambda way: gains[way])
    return actions.Swap(mine, theirs) if gains[theirs, mine] > 0 else actions.Pass()


# -- fights --------------------------------------------------------------------------------------------------------


@cache
def _throw(die: Die, count: int) -> dict[tuple[int, int], float]:
    """The chance of each number of skulls and ships on so many dice."""
    if count == 0:
        return {(0, 0): 1.0}
    chances: dict[tuple[int, int], float] = {}
    for (skulls, ships), chance in _throw(die, count - 1).items():
        for face in FACES[die]:
            shows = (skulls + (face is Face.SKULL), ships + (face is Face.SHIP))
            chances[shows] = chances.get(shows, 0.0) + chance / 6
    return chances


@lru_cache(maxsize=4096)
def _chances(red: int, blue: int, ahead: tuple[int, int], behind: tuple[int, int]) -> tuple[Spread, Spread, float]:
    """Losses inflicted and suffered by the attacker, and the chance to win the fight minus that to lose it; `ahead`
    and `behind` are the skulls and ships that crews add, attacker's and defender's."""
    inflicted, suffered, edge = [0.0] * 16, [0.0] * 16, 0.0
    for (skulls, ships), one in _throw(Die.RED, red).items():
        for (blue_skulls, blue_ships), other in _throw(Die.BLUE, blue).items():
            done = min(15, max(0, skulls + ahead[0] - blue_ships - behind[1]))
            taken = min(15, max(0, blue_skulls + behind[0] - ships - ahead[1]))
            inflicted[done] += one * other
            suffered[taken] += one * other
            edge += one * other * ((done > taken) - (done < taken))
    return tuple(inflicted), tuple(suffered), edge


def _added(state: Duel, ship: Ship) -> tuple[int, int]:
    return len(having(state, ship.crew, Skill.SKULL)), len(having(state, ship.crew, Skill.SHIP))


def prospect(state: Duel, attacker: Ship, defender: Ship, kind: Kind, prize: int) -> tuple[float, float]:
    """What a fight promises attacker and defender, in gold."""
    red, blue = strength(state, attacker.crew, kind), strength(state, defender.crew, kind)
    inflicted, suffered, edge = _chances(red, blue, _added(state, attacker), _added(state, defender))
    drowned, lost = _sinks(state, inflicted, defender), _sinks(state, suffered, attacker)
    price = [4 if len(state.players) == 2 else state.gold[seat] for seat in (attacker.seat, defender.seat)]
    pirates = PIRATE * sum(n * (one - other) for n, (one, other) in enumerate(zip(inflicted, suffered, strict=True)))
    ahead = edge * min(prize, state.gold[defender.seat] if edge > 0 else state.gold[attacker.seat])
    taken = drowned * price[1] - lost * price[0]
    survive = len(state.players) > 2  # to be sunk is to be out
    return (
        ahead + pirates + taken - lost * survive * 3 + edge * _rank(state, defender.seat),
        -(ahead + pirates + taken) - drowned * survive * 3 - edge * _rank(state, attacker.seat),
    )


def _sinks(state: Duel, spread: Spread, ship: Ship) -> float:
    hull = len(ship.crew) + any(is_captain(state, name) for name in ship.crew)
    return sum(spread[hull:])


def _rank(state: Duel, seat: Seat) -> float:
    """It is worth more to take from those who are near the goal."""
    return state.gold[seat] / goal(state)


def _prize(state: Duel) -> int:
    assert state.turn.card is not None
    return cards(state).combat[state.turn.card].gold


def _attack(state: Duel) -> actions.Action:
    assert state.turn.card is not None
    card = cards(state).combat[state.turn.card]
    ways: dict[tuple[Ship, Ship], float] = {
        (ship, target): prospect(state, ship, target, card.kind, card.gold)[0]
        for ship in afloat(state, state.turn.seat)
        for target in targets(state)
    }
    best = max(ways, key=lambda way: ways[way])
    if ways[best] < 0 and not shown(state):
        return actions.Pass()
    return actions.Attack(best[0].colour, best[1].colour)


def _hope(state: Duel, kind: Kind) -> float:
    """What the fight that has begun promises the side that is asked."""
    fight = fight_of(state)
    attacker, defender = (ship_of(state, side.ship) for side in fight.sides)
    return prospect(state, attacker, defender, kind, _prize(state))[fight.acting]


def _shot(state: Duel) -> str:
    """The dearest; one of two twins only when nobody else is there, or to complete the pair."""
    victim = opponent_of(state)
    crew = crew_of(state, victim)
    pair = twins(state, crew)
    return max(
        in_sight(state, victim),
        key=lambda name: (
            worth(state, without(crew, name), name) + (0 if name not in pair else 9 if victim.marked else -9)
        ),
    )


def _loss(state: Duel) -> str:
    """The dearest for each loss; the captain where the losses would otherwise run out of pirates."""
    victim = side_of(state)
    names = takeable(state, victim)
    crew = crew_of(state, victim)
    for name in names:
        if is_captain(state, name) and victim.due > len(crew) - 1:
            return name
    return max(names, key=lambda name: worth(state, without(crew, name), name) / cost(state, victim, name))


def _parrot(state: Duel) -> actions.Action:
    """A blank is thrown again, or what has no effect on the fight as the dice lie."""
    side = side_of(state)
    mine, theirs = result(state, side), result(state, opponent_of(state))
    if side.dice.blanks:
        return actions.Rethrow(Face.BLANK)
    if side.dice.ships and mine.ships > theirs.skulls:
        return actions.Rethrow(Face.SHIP)
    if side.dice.skulls and mine.skulls < theirs.ships:
        return actions.Rethrow(Face.SKULL)
    return actions.Pass()
