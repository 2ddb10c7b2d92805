"""Pirates en Duel: a ship, a captain, six places for a crew, and everybody else's gold (rules PD-1 to PD-28).

Where the rulebook is silent, this is decided:

- The setup says who begins, and the bank never runs dry.
- Skills (levels 2 and 3): every pirate uses its own skill on its own, so two helms try twice and two skulls add two;
  but a tavern is used once per turn of an opponent, a second sergeant adds nothing, and each side changes the kind of
  a fight at most once, the attacker first. Captains may have skills too, if the deck says so.
- Recruiting: pirates are turned up until one more than may be chosen lies open. Of those whom a sergeant leaves when
  he stops early, the one that lies open longest stays for the next player; the others are discarded.
  Taverns are asked clockwise, after the pirates are turned up and before the first is chosen; not for the first
  crews. Whoever is imposed must be chosen, and may be turned away like any other when all places are taken.
- A free place is filled; only a full ship's pirates are replaced, never its captain nor a recruit of this turn.
- The rowing boat goes out during recruiting, before the combat card is drawn, or before the attack. Nobody swaps a
  captain, neither one's own nor another's.
- The lookout may choose any opponent's ship. Where the card shows none that sails, its owner may also let it be.
- A fight goes: kind (attacker, defender), helm (attacker, defender), shots (attacker, defender), red dice, blue dice,
  marmosets, parrots (own dice), losses (defender's, attacker's), red cross (defender, attacker), sinking, gold.
- A ship emptied by shots is not fought any more. Losses that nobody can be named for lapse.
- Twins alone count as printed. A shot at one of a pair marks him: he is lost if the other is named in the same fight.
- The red cross may save any loss of the fight, a captain and one who was shot as well; each red cross tries once.
- A sunk player takes no gold for the fight. Of two ships that sink each other the defender's is settled first; where
  that wins the attacker the game (enough gold, or nobody else left), it is over. Otherwise the attacker's treasure goes
  down with the ship (two players: four to the other), for its opponent is out.
- A player with an empty treasure leaves with the crew, whose cards are out of the game.
- Two players: skills of a fight count on the ship engaged; sergeant, tavern, lookout and rowing boat on either.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import permutations, product
from operator import attrgetter

from rules.duel import actions, fight, turn
from rules.duel.bot import bot
from rules.duel.cards import LEVELS, Colour, deck
from rules.duel.state import (
    FACES,
    Duel,
    Face,
    Hand,
    Setup,
    Ship,
    Stage,
    Turn,
    afloat,
    dice_wanted,
    enemies,
    goal,
    in_play,
)
from rules.duel.tell import coins, expected, tell
from rules.game import SEA, Actor, Chance, Game, IllegalAction, Outcome, SetupError, seated
from rules.say import Message

SEATS = range(2, 7)

# What may happen at each stage; who acts is the sea wherever a card or dice come.
MOMENTS: dict[Stage, tuple[type[actions.Action], ...]] = {
    Stage.FIRST_PIRATES: (actions.TurnUp,),
    Stage.FIRST_CREW: (actions.Recruit,),
    Stage.TURN_UP: (actions.TurnUp,),
    Stage.TAVERN: (actions.Tavern, actions.Pass),
    Stage.TAVERN_DIE: (actions.Throw,),
    Stage.IMPOSE: (actions.Impose,),
    Stage.RECRUIT: (actions.Recruit, actions.Replace, actions.TurnAway, actions.Enough, actions.Swap),
    Stage.ROW: (actions.Swap, actions.Pass),
    Stage.DRAW: (actions.Draw,),
    Stage.TARGET: (actions.Attack, actions.Swap, actions.Pass),
    Stage.BROTHER: (actions.ChangeFight, actions.Pass),
    Stage.HELM: (actions.Dodge, actions.Pass),
    Stage.HELM_DIE: (actions.Throw,),
    Stage.SHOOT: (actions.Shoot, actions.Pass),
    Stage.SHOT_DIE: (actions.Throw,),
    Stage.AIM: (actions.Overboard,),
    Stage.DICE: (actions.Throw,),
    Stage.MARMOSET: (actions.Throw,),
    Stage.PARROT: (actions.Rethrow, actions.Pass),
    Stage.PARROT_DIE: (actions.Throw,),
    Stage.LOSSES: (actions.Overboard,),
    Stage.RED_CROSS: (actions.Save, actions.Pass),
    Stage.RED_CROSS_DIE: (actions.Throw,),
    Stage.OVER: (),
}


def start(players: Sequence[str], setup: Setup | None = None) -> Duel:
    """PD-1, PD-2, PD-25."""
    setup = setup or Setup()
    names = seated(players, SEATS)
    if setup.level not in LEVELS:
        raise SetupError(Message("Pirates en Duel has the levels 1, 2 and 3, not {n}.", n=setup.level))
    box = deck(setup.deck, setup.level)
    small = len(names) <= 4
    if setup.first not in range(len(names)):
        raise SetupError(Message("Nobody sits on seat {seat}, so nobody there can begin.", seat=setup.first + 1))
    second = 1 - setup.first
    owners = (setup.first, setup.first, second, second) if len(names) == 2 else tuple(range(len(names)))
    colours = _colours(setup, len(owners), tuple(Colour)[: 4 if small else 6], fixed=len(names) == 2)
    return Duel(
        players=names,
        setup=setup,
        ships=tuple(Ship(colour, seat, (box.captain(colour),)) for colour, seat in zip(colours, owners, strict=True)),
        gold=(12 if len(names) == 2 else 6,) * len(names),
        pile=box.pirates(),
        open=(),
        discard=(),
        combat_pile=box.black if small else box.black + box.white,
        combat_discard=(),
        turn=Turn(seat=setup.first, number=0),
        stage=Stage.FIRST_PIRATES,
    )


def _colours(setup: Setup, ships: int, box: tuple[Colour, ...], *, fixed: bool) -> tuple[Colour, ...]:
    chosen = setup.colours or box[:ships]
    if fixed and chosen != box:
        raise SetupError(Message("With two players the first sails blue and red, the second white and green."))
    if len(chosen) != ships or len(set(chosen)) < ships or not set(chosen) <= set(box):
        raise SetupError(
            Message("Each player needs a ship of their own from: {colours}.", colours=", ".join(c.value for c in box))
        )
    return chosen


def actor(state: Duel) -> Actor | None:
    stage = state.stage
    if stage is Stage.OVER:
        return None
    if MOMENTS[stage][0] in (actions.TurnUp, actions.Draw, actions.Throw):
        return SEA
    if stage in (Stage.TAVERN, Stage.IMPOSE):
        return state.turn.asked[-1]
    if state.fight is None:
        return turn.recruiter(state)
    return fight.opponent_of(state).seat if stage is Stage.LOSSES else fight.side_of(state).seat


def outcome(state: Duel) -> Outcome | None:
    if state.stage is not Stage.OVER:
        return None
    first = state.winners[0]
    name = state.players[first]
    if state.gold[first] >= goal(state):
        return Outcome(state.winners, Message("{player} has {coins}.", player=name, coins=coins(state.gold[first])))
    if in_play(state, first):
        return Outcome(state.winners, Message("{player} is the last one left.", player=name))
    said = Message("The last two ships sank each other, the defender's first: {player} wins.", player=name)
    return Outcome(state.winners, said)


# -- what may happen, and what happens -----------------------------------------------------------------------------


def fault(state: Duel, action: object) -> Message | None:
    """Why an action is not allowed now; None if it is."""
    if type(action) not in MOMENTS[state.stage]:
        return Message("Not now: {expected}", expected=expected(state))
    match action:
        case actions.TurnUp(pirate):
            return (
                None if pirate in turn.may_come(state) else Message("{pirate} does not lie in the pile.", pirate=pirate)
            )
        case actions.Draw(card):
            return None if card in turn.may_be_drawn(state) else Message("{card} does not lie in the pile.", card=card)
        case actions.Throw(die, skulls, ships, blanks):
            shows = (skulls, ships, blanks)
            right = min(shows) >= 0 and dice_wanted(state) == (die, sum(shows))
            return None if right else expected(state)
        case actions.Impose(pirate) if pirate in state.turn.imposed:
            return Message("{pirate} comes aboard already.", pirate=pirate)
        case actions.Impose(pirate):
            return None if pirate in state.open else Message("{pirate} does not lie open.", pirate=pirate)
        case actions.Recruit(pirate, ship):
            return turn.recruit_fault(state, pirate, ship)
        case actions.Replace(pirate, old):
            return turn.replace_fault(state, pirate, old)
        case actions.TurnAway(pirate):
            return turn.turn_away_fault(state, pirate)
        case actions.Enough():
            return turn.enough_fault(state)
        case actions.Swap(mine, theirs):
            return turn.swap_fault(state, mine, theirs)
        case actions.Attack(ship, target):
            return turn.attack_fault(state, ship, target)
        case actions.Overboard(pirate):
            return fight.overboard_fault(state, pirate)
        case actions.Save(pirate):
            return fight.save_fault(state, pirate)
        case actions.Rethrow(face):
            return fight.rethrow_fault(state, face)
        case actions.Pass() if state.stage is Stage.TARGET:
            return turn.no_fight_fault(state)
    return None  # Pass, Tavern, ChangeFight, Dodge, Shoot: the stage comes only where they are offered


def apply(state: Duel, action: actions.Action) -> Duel:
    why = fault(state, action)
    if why is not None:
        raise IllegalAction(why)
    match action:
        case actions.TurnUp(pirate):
            return turn.turned_up(state, pirate)
        case actions.Recruit(pirate, ship):
            return turn.recruited(state, pirate, ship)
        case actions.Replace(pirate, old):
            return turn.replaced(state, pirate, old)
        case actions.TurnAway(pirate):
            return turn.turned_away(state, pirate)
        case actions.Enough():
            return turn.enough(state)
        case actions.Tavern():
            return replace(state, stage=Stage.TAVERN_DIE)
        case actions.Impose(pirate):
            return turn.imposed(state, pirate)
        case actions.Swap(mine, theirs):
            return turn.swapped(state, mine, theirs)
        case actions.Draw(card):
            return turn.drawn(state, card)
        case actions.Attack(ship, target):
            return fight.attacked(state, ship, target)
        case actions.ChangeFight():
            return fight.fight_changed(state)
        case actions.Dodge():
            return fight.dodged(state)
        case actions.Shoot():
            return fight.shot(state)
        case actions.Throw(_, skulls, ships, blanks):
            return _thrown(state, Hand(skulls, ships, blanks))
        case actions.Rethrow(face):
            return fight.rethrown(state, face)
        case actions.Overboard(pirate):
            return (fight.shot_named if state.stage is Stage.AIM else fight.loss_named)(state, pirate)
        case actions.Save(pirate):
            return fight.save_tried(state, pirate)
        case actions.Pass():
            return _passed(state)


def _thrown(state: Duel, thrown: Hand) -> Duel:
    match state.stage:
        case Stage.TAVERN_DIE:
            return turn.tavern_thrown(state, thrown)
        case Stage.HELM_DIE:
            return fight.dodge_thrown(state, thrown)
        case Stage.SHOT_DIE:
            return fight.shot_thrown(state, thrown)
        case Stage.RED_CROSS_DIE:
            return fight.save_thrown(state, thrown)
    return fight.dice_thrown(state, thrown)


def _passed(state: Duel) -> Duel:
    match state.stage:
        case Stage.TAVERN:
            return turn.tavern_passed(state)
        case Stage.ROW:
            return turn.ready_to_draw(state)
        case Stage.TARGET:
            return turn.end_turn(state)
    return fight.passed(state)


def legal(state: Duel) -> Iterable[actions.Action]:
    return (action for kind in MOMENTS[state.stage] for action in NAMED[kind](state) if fault(state, action) is None)


def _own(state: Duel) -> list[str]:
    return [name for ship in afloat(state, turn.recruiter(state)) for name in ship.crew]


def _swaps(state: Duel) -> Iterator[actions.Action]:
    if turn.can_row(state):
        others = [name for ship in enemies(state, state.turn.seat) for name in ship.crew]
        yield from (actions.Swap(mine, theirs) for mine in _own(state) for theirs in others)


def _throws(state: Duel) -> Iterator[actions.Throw]:
    wanted = dice_wanted(state)
    if wanted is not None:
        die, count = wanted
        for skulls, ships in product(range(count, -1, -1), range(count, -1, -1)):
            if skulls + ships <= count:
                yield actions.Throw(die, skulls, ships, count - skulls - ships)


# Every action of a kind that what lies on the table could be meant with; fault() has the last word.
NAMED: dict[type[actions.Action], Callable[[Duel], Iterable[actions.Action]]] = {
    actions.TurnUp: lambda state: map(actions.TurnUp, turn.may_come(state)),
    actions.Draw: lambda state: map(actions.Draw, dict.fromkeys(turn.may_be_drawn(state))),
    actions.Throw: _throws,
    actions.Recruit: lambda state: (
        actions.Recruit(pirate, ship.colour) for pirate in state.open for ship in state.ships
    ),
    actions.Replace: lambda state: (actions.Replace(pirate, old) for pirate in state.open for old in _own(state)),
    actions.TurnAway: lambda state: map(actions.TurnAway, state.open),
    actions.Enough: lambda _: [actions.Enough()],
    actions.Tavern: lambda _: [actions.Tavern()],
    actions.Impose: lambda state: map(actions.Impose, state.open),
    actions.Swap: _swaps,
    actions.Attack: lambda state: (
        actions.Attack(ship.colour, target.colour) for ship, target in permutations(state.ships, 2)
    ),
    actions.ChangeFight: lambda _: [actions.ChangeFight()],
    actions.Dodge: lambda _: [actions.Dodge()],
    actions.Shoot: lambda _: [actions.Shoot()],
    actions.Rethrow: lambda _: map(actions.Rethrow, Face),
    actions.Overboard: lambda state: (actions.Overboard(name) for ship in state.ships for name in ship.crew),
    actions.Save: lambda state: map(actions.Save, fight.side_of(state).lost),
    actions.Pass: lambda _: [actions.Pass()],
}


def sea(state: Duel, chance: Chance) -> actions.Action:
    wanted = dice_wanted(state)
    if wanted is not None:
        die, count = wanted
        faces = [FACES[die][int(chance.random() * 6)] for _ in range(count)]
        return actions.Throw(die, faces.count(Face.SKULL), faces.count(Face.SHIP), faces.count(Face.BLANK))
    if state.stage is Stage.DRAW:
        return actions.Draw(state.combat_pile[int(chance.random() * len(state.combat_pile))])
    return actions.TurnUp(state.pile[int(chance.random() * len(state.pile))])


def points(state: Duel) -> tuple[int, ...]:
    return state.gold


GAME = Game(
    key="duel",
    title=Message("Pirates en Duel"),
    seats=SEATS,
    setup=Setup,
    actions=actions.ACTIONS,
    start=start,
    legal=legal,
    apply=apply,
    actor=actor,
    outcome=outcome,
    sea=sea,
    bot=bot,
    turn_of=attrgetter("turn.seat"),
    points=points,
    tell=tell,
)
