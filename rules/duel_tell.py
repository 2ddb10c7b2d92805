"""The words of Pirates en Duel: what the table waits for, and one sentence of the story for each action."""

from __future__ import annotations

from functools import reduce

from rules.duel_cards import COLOUR_NAMES, KIND_NAMES, Colour
from rules.duel_fight import opponent_of, side_of
from rules.duel_state import (
    Action,
    Attack,
    ChangeFight,
    Die,
    Dodge,
    Draw,
    Duel,
    Enough,
    Face,
    Impose,
    Overboard,
    Pass,
    Recruit,
    Replace,
    Rethrow,
    Save,
    Shoot,
    Stage,
    Swap,
    Tavern,
    Throw,
    TurnAway,
    TurnUp,
    cards,
    dice_wanted,
    in_play,
    ship_of,
)
from rules.duel_turn import recruiter
from rules.say import Message

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


def tell(before: Duel, action: Action, after: Duel) -> Message:
    """What happened; where it moved gold or sent a player away, that is told too."""
    told = _told(before, action)
    changes = _changes(before, after)
    return Message("{told} {changes}", told=told, changes=changes) if changes else told


def _told(state: Duel, action: Action) -> Message:
    player = state.players[recruiter(state)] if state.fight is None else state.players[side_of(state).seat]
    match action:
        case TurnUp(pirate):
            return Message("{pirate} is turned up.", pirate=pirate)
        case Draw(card):
            drawn = cards(state).combat[card]
            kind = KIND_NAMES[drawn.kind]
            if not drawn.is_fight:
                return Message("{player} draws: {kind}.", player=player, kind=kind)
            return Message(
                "{player} draws: {kind} ({ships}) for {coins}.",
                player=player,
                kind=kind,
                ships=_listed(drawn.ships),
                coins=coins(drawn.gold),
            )
        case Throw(die):
            count, shows = action.skulls + action.ships + action.blanks, _shows(action)
            if die is Die.RED:
                return Message("Red die: {shows}.", plural="Red dice: {shows}.", n=count, shows=shows)
            return Message("Blue die: {shows}.", plural="Blue dice: {shows}.", n=count, shows=shows)
        case Recruit(pirate, ship):
            colour = COLOUR_NAMES[ship]
            return Message("{player} takes {pirate} aboard ({colour}).", player=player, pirate=pirate, colour=colour)
        case Replace(pirate, old):
            return Message("{player} takes {pirate} aboard in place of {old}.", player=player, pirate=pirate, old=old)
        case TurnAway(pirate):
            return Message("{player} has no use for {pirate}.", player=player, pirate=pirate)
        case Enough():
            return Message("{player} recruits nobody else.", player=player)
        case Tavern():
            owner = state.players[state.turn.asked[-1]]
            return Message("{owner} sits in the tavern with {player}.", owner=owner, player=player)
        case Impose(pirate):
            owner = state.players[state.turn.asked[-1]]
            return Message("{owner} makes {player} take {pirate}.", owner=owner, player=player, pirate=pirate)
        case Swap(mine, theirs):
            return Message(
                "{player} rows {mine} over and comes back with {theirs}.", player=player, mine=mine, theirs=theirs
            )
    return _told_of_fight(state, action, player)


def _told_of_fight(state: Duel, action: Action, player: str) -> Message:
    match action:
        case Attack(ship, target):
            return Message(
                "{player} attacks: {ship} against {target}.",
                player=player,
                ship=COLOUR_NAMES[ship],
                target=COLOUR_NAMES[target],
            )
        case ChangeFight():
            return Message("{player} changes the kind of fight.", player=player)
        case Dodge():
            return Message("{player} takes the helm to dodge the fight.", player=player)
        case Shoot():
            return Message("{player} takes aim.", player=player)
        case Rethrow(face):
            return Message("{player} lets the parrot throw {face} again.", player=player, face=FACE_NAMES[face])
        case Overboard(pirate):
            return Message("{pirate} goes overboard.", pirate=pirate)
        case Save(pirate):
            return Message("{player} tries to save {pirate}.", player=player, pirate=pirate)
    if state.stage is Stage.TAVERN:
        player = state.players[state.turn.asked[-1]]
    assert isinstance(action, Pass)
    return Message("{player} lets it be.", player=player)


def _changes(before: Duel, after: Duel) -> Message | None:
    """Gold that moved, the ships that a fight cost, and who is out."""
    parts: list[Message] = []
    for seat, player in enumerate(before.players):
        gold = after.gold[seat] - before.gold[seat]
        if gold > 0:
            parts.append(Message("{player} gains {coins}.", player=player, coins=coins(gold)))
        elif gold < 0:
            parts.append(Message("{player} loses {coins}.", player=player, coins=coins(-gold)))
    if after.fight is None and before.fight is not None:
        for side in before.fight.sides:
            if not ship_of(after, side.ship).crew:
                parts.append(Message("The {colour} ship is lost.", colour=COLOUR_NAMES[side.ship]))
    if after.fight is None:
        for seat, player in enumerate(before.players):
            if before.gold[seat] and not in_play(after, seat):
                parts.append(Message("{player} is out of the game.", player=player))
    return reduce(lambda told, part: Message("{told} {changes}", told=told, changes=part), parts) if parts else None


def coins(count: int) -> Message:
    return Message("one gold coin", plural="{n} gold coins", n=count)


def _shows(throw: Throw) -> Message:
    counted = [
        Message("one skull", plural="{n} skulls", n=throw.skulls),
        Message("one ship", plural="{n} ships", n=throw.ships),
        Message("one blank", plural="{n} blanks", n=throw.blanks),
    ]
    seen = [part for part in counted if part.values["n"]]
    return reduce(lambda told, part: Message("{told}, {more}", told=told, more=part), seen)


def _listed(ships: tuple[Colour, ...]) -> Message:
    if not ships:
        return Message("black")
    first, second = ships
    return Message("{one} or {other}", one=COLOUR_NAMES[first], other=COLOUR_NAMES[second])
