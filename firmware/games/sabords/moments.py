"""What happens in Aux Sabords and deserves a picture and a sound: a ship built, chests on the way, a boarding."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from firmware.play.referee import Moment
from rules.sabords import actions
from rules.sabords.board import Colour
from rules.sabords.state import HAND, Aux, Chests, Laid, Phase, Ship, met, player
from rules.sabords.tell import COLOUR_NAMES
from rules.say import Message


@dataclass(frozen=True, slots=True)
class Fight:
    """A boarding as it ended: what both sides laid (None: nobody had to), who went down, what moved."""

    attacker: Colour
    attacked: Colour
    attack: Laid | None
    defence: Laid | None
    sunk: Colour | None
    booty: Chests


def moments(before: Aux, action: actions.Action, after: Aux) -> Iterator[Moment]:
    ship = before.ship
    who = player(before, ship)
    match action:
        case actions.Build(first, second):
            said = Message("{player} has built {ship}!", player=who, ship=COLOUR_NAMES[ship.colour])
            yield _moment("built", said, ship, cards=(first, second))
        case actions.Ready() if before.held and (many := before.held[ship.hand] - HAND):
            yield Moment("hint", to_five(who, many), ship.seat)
        case actions.PlaceChest():
            yield _moment("placed", Message("A chest for the island!"), ship, chests=1)
        case actions.Load(chests):
            said = Message("One chest aboard.", plural="{n} chests aboard.", n=chests)
            yield _moment("loaded", said, ship, chests=chests)
        case actions.Unload(chests):
            said = Message("One chest back on the island.", plural="{n} chests back on the island.", n=chests)
            yield _moment("unloaded", said, ship, chests=chests)
        case actions.Attack():
            attacked = before.ships[_attacked(before)]
            said = Message("{player} boards {ship}!", player=who, ship=COLOUR_NAMES[attacked.colour])
            yield _moment("boarding", said, ship, against=attacked.colour)
        case actions.LayPirates() | actions.LayCaptain() | actions.GiveUp() if _is_last_word(before, action):
            fight = _fought(before, action, after)
            name = "drawn" if fight.sunk is None else "fought"
            yield _moment(name, _told(before, fight), ship, fight=fight)
    for was, now in zip(before.ships, after.ships, strict=True):
        landed = sum(now.port) - sum(was.port)
        if landed:
            said = Message("{player}: one chest is safe.", plural="{player}: {n} chests are safe.",
                           n=landed, player=player(before, was))  # fmt: skip
            yield _moment("ashore", said, now, chests=was.cargo)


def to_five(who: str, many: int) -> Message:
    """A turn without a die ends with five cards as well."""
    if many > 0:
        return Message("{player} puts one card away.", plural="{player} puts {n} cards away.", n=many, player=who)
    return Message("{player} draws one card.", plural="{player} draws {n} cards.", n=-many, player=who)


def _moment(name: str, said: Message, ship: Ship, **data: object) -> Moment:
    return Moment(name, said, ship.seat, (("colour", ship.colour), *data.items()))


def _attacked(state: Aux) -> int:
    number = met(state)
    assert number is not None, "there is no boarding without somebody to board"
    return number


def _is_last_word(before: Aux, action: actions.Action) -> bool:
    return before.phase is Phase.STRIKE or isinstance(action, actions.GiveUp)


def _fought(before: Aux, action: actions.LayPirates | actions.LayCaptain | actions.GiveUp, after: Aux) -> Fight:
    ship, attacked = before.ship, before.ships[_attacked(before)]
    laid: Laid | None
    match action:
        case actions.LayPirates(pirates):
            laid = Laid(pirates=pirates)
        case actions.LayCaptain():
            laid = Laid(captain=True)
        case actions.GiveUp():
            laid = Laid()
    attack, defence = (laid, before.defence) if before.phase is Phase.STRIKE else (None, laid)
    down = [was for was, now in zip(before.ships, after.ships, strict=True) if was.card and not now.card]
    booty = down[0].cargo if down else (0,) * len(before.ships)
    return Fight(ship.colour, attacked.colour, attack, defence, down[0].colour if down else None, booty)


def _told(before: Aux, fight: Fight) -> Message:
    if fight.sunk is None:
        return Message("A draw: both stay afloat.")
    winner = fight.attacked if fight.sunk is fight.attacker else fight.attacker
    who = next(player(before, ship) for ship in before.ships if ship.colour is winner)
    sunk = COLOUR_NAMES[fight.sunk]
    if any(fight.booty):
        return Message(
            "{player} sinks {ship} and takes one chest!",
            plural="{player} sinks {ship} and takes {n} chests!",
            n=sum(fight.booty),
            player=who,
            ship=sunk,
        )
    return Message("{player} sinks {ship}!", player=who, ship=sunk)
