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

from rules.duel import fight, turn
from rules.duel.bot import bot
from rules.duel.cards import LEVELS, Colour, deck
from rules.duel.state import (
    ACTIONS,
    FACES,
    Action,
    Attack,
    ChangeFight,
    Dodge,
    Draw,
    Duel,
    Enough,
    Face,
    Hand,
    Impose,
    Overboard,
    Pass,
    Recruit,
    Replace,
    Rethrow,
    Save,
    Setup,
    Ship,
    Shoot,
    Stage,
    Swap,
    Tavern,
    Throw,
    Turn,
    TurnAway,
    TurnUp,
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
MOMENTS: dict[Stage, tuple[type[Action], ...]] = {
    Stage.FIRST_PIRATES: (TurnUp,),
    Stage.FIRST_CREW: (Recruit,),
    Stage.TURN_UP: (TurnUp,),
    Stage.TAVERN: (Tavern, Pass),
    Stage.TAVERN_DIE: (Throw,),
    Stage.IMPOSE: (Impose,),
    Stage.RECRUIT: (Recruit, Replace, TurnAway, Enough, Swap),
    Stage.ROW: (Swap, Pass),
    Stage.DRAW: (Draw,),
    Stage.TARGET: (Attack, Swap, Pass),
    Stage.BROTHER: (ChangeFight, Pass),
    Stage.HELM: (Dodge, Pass),
    Stage.HELM_DIE: (Throw,),
    Stage.SHOOT: (Shoot, Pass),
    Stage.SHOT_DIE: (Throw,),
    Stage.AIM: (Overboard,),
    Stage.DICE: (Throw,),
    Stage.MARMOSET: (Throw,),
    Stage.PARROT: (Rethrow, Pass),
    Stage.PARROT_DIE: (Throw,),
    Stage.LOSSES: (Overboard,),
    Stage.RED_CROSS: (Save, Pass),
    Stage.RED_CROSS_DIE: (Throw,),
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
    if MOMENTS[stage][0] in (TurnUp, Draw, Throw):
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
        case TurnUp(pirate):
            return (
                None if pirate in turn.may_come(state) else Message("{pirate} does not lie in the pile.", pirate=pirate)
            )
        case Draw(card):
            return None if card in turn.may_be_drawn(state) else Message("{card} does not lie in the pile.", card=card)
        case Throw(die, skulls, ships, blanks):
            shows = (skulls, ships, blanks)
            right = min(shows) >= 0 and dice_wanted(state) == (die, sum(shows))
            return None if right else expected(state)
        case Impose(pirate) if pirate in state.turn.imposed:
            return Message("{pirate} comes aboard already.", pirate=pirate)
        case Impose(pirate):
            return None if pirate in state.open else Message("{pirate} does not lie open.", pirate=pirate)
        case Recruit(pirate, ship):
            return turn.recruit_fault(state, pirate, ship)
        case Replace(pirate, old):
            return turn.replace_fault(state, pirate, old)
        case TurnAway(pirate):
            return turn.turn_away_fault(state, pirate)
        case Enough():
            return turn.enough_fault(state)
        case Swap(mine, theirs):
            return turn.swap_fault(state, mine, theirs)
        case Attack(ship, target):
            return turn.attack_fault(state, ship, target)
        case Overboard(pirate):
            return fight.overboard_fault(state, pirate)
        case Save(pirate):
            return fight.save_fault(state, pirate)
        case Rethrow(face):
            return fight.rethrow_fault(state, face)
        case Pass() if state.stage is Stage.TARGET:
            return turn.no_fight_fault(state)
    return None  # Pass, Tavern, ChangeFight, Dodge, Shoot: the stage comes only where they are offered


def apply(state: Duel, action: Action) -> Duel:
    why = fault(state, action)
    if why is not None:
        raise IllegalAction(why)
    match action:
        case TurnUp(pirate):
            return turn.turned_up(state, pirate)
        case Recruit(pirate, ship):
            return turn.recruited(state, pirate, ship)
        case Replace(pirate, old):
            return turn.replaced(state, pirate, old)
        case TurnAway(pirate):
            return turn.turned_away(state, pirate)
        case Enough():
            return turn.enough(state)
        case Tavern():
            return replace(state, stage=Stage.TAVERN_DIE)
        case Impose(pirate):
            return turn.imposed(state, pirate)
        case Swap(mine, theirs):
            return turn.swapped(state, mine, theirs)
        case Draw(card):
            return turn.drawn(state, card)
        case Attack(ship, target):
            return fight.attacked(state, ship, target)
        case ChangeFight():
            return fight.fight_changed(state)
        case Dodge():
            return fight.dodged(state)
        case Shoot():
            return fight.shot(state)
        case Throw(_, skulls, ships, blanks):
            return _thrown(state, Hand(skulls, ships, blanks))
        case Rethrow(face):
            return fight.rethrown(state, face)
        case Overboard(pirate):
            return (fight.shot_named if state.stage is Stage.AIM else fight.loss_named)(state, pirate)
        case Save(pirate):
            return fight.save_tried(state, pirate)
        case Pass():
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


def legal(state: Duel) -> Iterable[Action]:
    return (action for kind in MOMENTS[state.stage] for action in NAMED[kind](state) if fault(state, action) is None)


def _own(state: Duel) -> list[str]:
    return [name for ship in afloat(state, turn.recruiter(state)) for name in ship.crew]


def _swaps(state: Duel) -> Iterator[Action]:
    if turn.can_row(state):
        others = [name for ship in enemies(state, state.turn.seat) for name in ship.crew]
        yield from (Swap(mine, theirs) for mine in _own(state) for theirs in others)


def _throws(state: Duel) -> Iterator[Throw]:
    wanted = dice_wanted(state)
    if wanted is not None:
        die, count = wanted
        for skulls, ships in product(range(count, -1, -1), range(count, -1, -1)):
            if skulls + ships <= count:
                yield Throw(die, skulls, ships, count - skulls - ships)


# Every action of a kind that what lies on the table could be meant with; fault() has the last word.
NAMED: dict[type[Action], Callable[[Duel], Iterable[Action]]] = {
    TurnUp: lambda state: map(TurnUp, turn.may_come(state)),
    Draw: lambda state: map(Draw, dict.fromkeys(turn.may_be_drawn(state))),
    Throw: _throws,
    Recruit: lambda state: (Recruit(pirate, ship.colour) for pirate in state.open for ship in state.ships),
    Replace: lambda state: (Replace(pirate, old) for pirate in state.open for old in _own(state)),
    TurnAway: lambda state: map(TurnAway, state.open),
    Enough: lambda _: [Enough()],
    Tavern: lambda _: [Tavern()],
    Impose: lambda state: map(Impose, state.open),
    Swap: _swaps,
    Attack: lambda state: (Attack(ship.colour, target.colour) for ship, target in permutations(state.ships, 2)),
    ChangeFight: lambda _: [ChangeFight()],
    Dodge: lambda _: [Dodge()],
    Shoot: lambda _: [Shoot()],
    Rethrow: lambda _: map(Rethrow, Face),
    Overboard: lambda state: (Overboard(name) for ship in state.ships for name in ship.crew),
    Save: lambda state: map(Save, fight.side_of(state).lost),
    Pass: lambda _: [Pass()],
}


def sea(state: Duel, chance: Chance) -> Action:
    wanted = dice_wanted(state)
    if wanted is not None:
        die, count = wanted
        faces = [FACES[die][int(chance.random() * 6)] for _ in range(count)]
        return Throw(die, faces.count(Face.SKULL), faces.count(Face.SHIP), faces.count(Face.BLANK))
    if state.stage is Stage.DRAW:
        return Draw(state.combat_pile[int(chance.random() * len(state.combat_pile))])
    return TurnUp(state.pile[int(chance.random() * len(state.pile))])


def points(state: Duel) -> tuple[int, ...]:
    return state.gold


GAME = Game(
    key="duel",
    title=Message("Pirates en Duel"),
    seats=SEATS,
    setup=Setup,
    actions=ACTIONS,
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
