"""The words of Pirates en Duel: what the table waits for, and one sentence of the story for each action."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import reduce

from rules.duel import actions
from rules.duel.cards import COLOUR_NAMES, KIND_NAMES, Colour, Kind
from rules.duel.fight import lost_with, opponent_of, other_kind, side_of, worth
from rules.duel.state import Die, Duel, Face, Fight, Hand, Side, Stage, cards, dice_wanted, in_play, ship_of
from rules.duel.turn import recruiter
from rules.say import Message, either, listed

FACE_NAMES = {Face.SKULL: Message("a skull"), Face.SHIP: Message("a ship"), Face.BLANK: Message("a blank")}


def expected(state: Duel) -> Message:
    """Who is expected to do what."""
    wanted = dice_wanted(state)
    if wanted is not None:
        return _dice_expected(*wanted)
    stage = state.stage
    if state.fight is not None:
        return _expected_in_fight(state)
    player = state.players[recruiter(state)] if stage is not Stage.OVER else ""
    match stage:
        case Stage.FIRST_PIRATES | Stage.TURN_UP:
            return Message("a pirate is turned up.")
        case Stage.FIRST_CREW:
            return Message("{player} chooses a pirate for the first crew.", player=player)
        case Stage.TAVERN:
            owner = state.players[state.turn.asked[-1]]
            return Message("{owner} may try the tavern while {player} recruits.", owner=owner, player=player)
        case Stage.IMPOSE:
            owner = state.players[state.turn.asked[-1]]
            return Message("{owner} chooses a pirate for {player}.", owner=owner, player=player)
        case Stage.RECRUIT:
            return Message("{player} chooses a recruit.", player=player)
        case Stage.ROW:
            return Message("{player} may send out the rowing boat.", player=player)
        case Stage.DRAW:
            return Message("a combat card is drawn.")
        case Stage.TARGET:
            return Message("{player} chooses whom to attack.", player=player)
    return Message("the game is over.")


def _dice_expected(die: Die, count: int) -> Message:
    if die is Die.RED:
        return Message("one red die is thrown.", plural="{n} red dice are thrown.", n=count)
    return Message("one blue die is thrown.", plural="{n} blue dice are thrown.", n=count)


def _expected_in_fight(state: Duel) -> Message:
    player, opponent = state.players[side_of(state).seat], state.players[opponent_of(state).seat]
    match state.stage:
        case Stage.BROTHER:
            return Message("{player} may change the kind of fight.", player=player)
        case Stage.HELM:
            return Message("{player} may try to dodge the fight.", player=player)
        case Stage.SHOOT:
            return Message("{player} may shoot before the fight.", player=player)
        case Stage.AIM:
            return Message("{player} names the pirate who was hit.", player=player)
        case Stage.PARROT:
            return Message("{player} may let the parrot throw a die again.", player=player)
        case Stage.LOSSES:
            return Message("{opponent} names a loss of {player}.", opponent=opponent, player=player)
    return Message("{player} may try to save a loss with the red cross.", player=player)


def tell(before: Duel, action: actions.Action, after: Duel) -> Message:
    """What happened and what came of it: a skill that worked, who wins a fight, gold that moved, who is out."""
    return reduce(
        lambda told, part: Message("{told} {changes}", told=told, changes=part),
        _came_of(before, action, after),
        _told(before, action),
    )


def _came_of(before: Duel, action: actions.Action, after: Duel) -> Iterator[Message]:
    match action:
        case actions.Throw() if said := skill_die_told(before, action):
            yield said
        case actions.ChangeFight():
            assert before.fight is not None
            yield now_it_is(other_kind(before.fight.kind))
        case actions.Draw(card) if cards(before).combat[card].is_fight and after.stage is not Stage.TARGET:
            yield Message("None of these ships sails any more.")
    if before.fight is not None and after.fight is None and before.stage is not Stage.HELM_DIE:
        yield fight_told(before, finished(before, action))
    yield from _changes(before, after)
    if before.setup.box:
        yield from _to_shuffle(before, action, after)


def _to_shuffle(before: Duel, action: actions.Action, after: Duel) -> Iterator[Message]:
    """By our count a pile from the box is out."""
    if len(after.pile) > len(before.pile) and not (
        isinstance(action, actions.TurnUp) and action.pirate in before.discard
    ):
        yield Message("The pile is out: shuffle the discarded pirates.")
    early = (
        isinstance(action, actions.Draw)
        and action.card in before.combat_discard
        and action.card not in before.combat_pile
    )
    if len(after.combat_pile) > len(before.combat_pile) and not early:
        yield Message("The pile is out: shuffle the combat cards.")


def skill_die_told(state: Duel, thrown: actions.Throw) -> Message | None:
    """What a single die thrown for a skill does; None where a further choice tells it."""
    if state.stage is Stage.TAVERN_DIE and not thrown.skulls:
        return Message("The tavern is closed: no skull.")
    if state.fight is None:
        return None
    player, saving = state.players[side_of(state).seat], state.fight.saving
    match state.stage:
        case Stage.HELM_DIE if thrown.ships:
            return Message("{player} slips away!", player=player)
        case Stage.HELM_DIE:
            return Message("No ship: {player} does not get away.", player=player)
        case Stage.SHOT_DIE if not thrown.skulls:
            return Message("{player} has missed.", player=player)
        case Stage.RED_CROSS_DIE if thrown.ships:
            return Message("{pirate} is saved!", pirate=saving)
        case Stage.RED_CROSS_DIE:
            return Message("Nothing can be done for {pirate}.", pirate=saving)
    return None


def now_it_is(kind: Kind) -> Message:
    return Message("Now it is: {kind}.", kind=KIND_NAMES[kind])


def named(state: Duel) -> Side:
    """Whose loss is being named."""
    return opponent_of(state) if state.stage is Stage.AIM else side_of(state)


def loss_told(state: Duel, pirate: str) -> Message:
    match lost_with(state, named(state), pirate):
        case []:
            return Message("{pirate} is hit, but clings to his twin.", pirate=pirate)
        case [one, other]:
            return Message("{one} and {other} go overboard!", one=one, other=other)
    return Message("{pirate} goes overboard!", pirate=pirate)


def finished(before: Duel, action: actions.Action) -> Fight:
    """The fight with all its dice and losses, as the last action has left it."""
    fight = before.fight
    assert fight is not None
    sides = list(fight.sides)
    match action:
        case actions.Throw(_, skulls, ships, blanks) if before.stage in (Stage.DICE, Stage.MARMOSET, Stage.PARROT_DIE):
            side = sides[fight.acting]
            sides[fight.acting] = replace(side, dice=side.dice.plus(Hand(skulls, ships, blanks)))
        case actions.Throw(_, _, ships) if before.stage is Stage.RED_CROSS_DIE and ships:
            side = sides[fight.acting]
            lost = tuple(name for name in side.lost if name != fight.saving)
            sides[fight.acting] = replace(side, lost=lost)
        case actions.Overboard(pirate):
            hit = 1 - fight.acting if before.stage is Stage.AIM else fight.acting
            sides[hit] = replace(sides[hit], lost=(*sides[hit].lost, *lost_with(before, sides[hit], pirate)))
    return replace(fight, sides=(sides[0], sides[1]))


def fight_winner(state: Duel, fight: Fight) -> Side | None:
    """PD-13: who inflicted more losses."""
    attacker, defender = fight.sides
    inflicted, suffered = worth(state, defender.lost), worth(state, attacker.lost)
    return attacker if inflicted > suffered else defender if suffered > inflicted else None


def fight_told(state: Duel, fight: Fight) -> Message:
    winner = fight_winner(state, fight)
    if winner is None:
        return Message("Nobody wins this fight.")
    return Message("{player} wins the fight!", player=state.players[winner.seat])


def _told(state: Duel, action: actions.Action) -> Message:
    player = state.players[recruiter(state)] if state.fight is None else state.players[side_of(state).seat]
    match action:
        case actions.TurnUp(pirate):
            return Message("{pirate} is turned up.", pirate=pirate)
        case actions.Draw(card):
            drawn = cards(state).combat[card]
            kind = KIND_NAMES[drawn.kind]
            if not drawn.is_fight:
                return Message("{player} draws: {kind}.", player=player, kind=kind)
            return Message(
                "{player} draws: {kind} ({ships}) for {coins}.",
                player=player,
                kind=kind,
                ships=_ships(drawn.ships),
                coins=coins(drawn.gold),
            )
        case actions.Throw(die):
            count, shows = action.skulls + action.ships + action.blanks, _shows(action)
            if die is Die.RED:
                return Message("Red die: {shows}.", plural="Red dice: {shows}.", n=count, shows=shows)
            return Message("Blue die: {shows}.", plural="Blue dice: {shows}.", n=count, shows=shows)
        case actions.Recruit(pirate, ship):
            colour = COLOUR_NAMES[ship]
            return Message("{player} takes {pirate} aboard ({colour}).", player=player, pirate=pirate, colour=colour)
        case actions.Replace(pirate, old):
            return Message("{player} takes {pirate} aboard in place of {old}.", player=player, pirate=pirate, old=old)
        case actions.TurnAway(pirate):
            return Message("{player} has no use for {pirate}.", player=player, pirate=pirate)
        case actions.Enough():
            stays = state.open[0]
            return Message("{player} recruits nobody else; {pirate} stays open.", player=player, pirate=stays)
        case actions.Tavern():
            owner = state.players[state.turn.asked[-1]]
            return Message("{owner} sits in the tavern with {player}.", owner=owner, player=player)
        case actions.Impose(pirate):
            owner = state.players[state.turn.asked[-1]]
            return Message("{owner} makes {player} take {pirate}.", owner=owner, player=player, pirate=pirate)
        case actions.Swap(mine, theirs):
            return Message(
                "{player} rows {mine} over and comes back with {theirs}.", player=player, mine=mine, theirs=theirs
            )
    return _told_of_fight(state, action, player)


def _told_of_fight(state: Duel, action: actions.Action, player: str) -> Message:
    match action:
        case actions.Attack(ship, target):
            return Message(
                "{player} attacks: {ship} against {target}.",
                player=player,
                ship=COLOUR_NAMES[ship],
                target=COLOUR_NAMES[target],
            )
        case actions.ChangeFight():
            return Message("{player} changes the kind of fight.", player=player)
        case actions.Dodge():
            return Message("{player} takes the helm to dodge the fight.", player=player)
        case actions.Shoot():
            return Message("{player} takes aim.", player=player)
        case actions.Rethrow(face):
            return Message("{player} lets the parrot throw {face} again.", player=player, face=FACE_NAMES[face])
        case actions.Overboard(pirate):
            return loss_told(state, pirate)
        case actions.Save(pirate):
            return Message("{player} tries to save {pirate}.", player=player, pirate=pirate)
    if state.stage is Stage.TAVERN:
        player = state.players[state.turn.asked[-1]]
    assert isinstance(action, actions.Pass)
    return Message("{player} lets it be.", player=player)


def _changes(before: Duel, after: Duel) -> Iterator[Message]:
    """Gold that moved, the ships that a fight cost, and who is out."""
    for seat, player in enumerate(before.players):
        gold = after.gold[seat] - before.gold[seat]
        if gold > 0:
            yield Message("{player} gains {coins}.", player=player, coins=coins(gold))
        elif gold < 0:
            yield Message("{player} loses {coins}.", player=player, coins=coins(-gold))
    if after.fight is None and before.fight is not None:
        for side in before.fight.sides:
            if not ship_of(after, side.ship).crew:
                yield Message("The {colour} ship is lost.", colour=COLOUR_NAMES[side.ship])
    if after.fight is None:
        for seat, player in enumerate(before.players):
            if before.gold[seat] and not in_play(after, seat):
                yield Message("{player} is out of the game.", player=player)


def coins(count: int) -> Message:
    return Message("one gold coin", plural="{n} gold coins", n=count)


def _shows(throw: actions.Throw) -> Message:
    counted = [
        Message("one skull", plural="{n} skulls", n=throw.skulls),
        Message("one ship", plural="{n} ships", n=throw.ships),
        Message("one blank", plural="{n} blanks", n=throw.blanks),
    ]
    return listed(part for part in counted if part.values["n"])


def _ships(ships: tuple[Colour, ...]) -> Message:
    return either(COLOUR_NAMES[ship] for ship in ships) if ships else Message("black")
