"""The cards of Pirates en Duel, to print: captains, pirates and combat cards with their two backs."""

from __future__ import annotations

from functools import lru_cache

from pygame import Surface

from firmware.games.duel.marks import numbers
from rules.duel.cards import COLOUR_NAMES, KIND_NAMES, CombatCard, Kind, Member, Skill
from rules.duel.cards import deck as read_deck
from rules.say import Message
from ui.games.duel import engravings
from ui.look.engrave import Plate, rounded
from ui.look.theme import BONE, GOLD, INK, SEA, blend
from ui.parts.printed import Art, PrintedCard, PrintedDeck
from ui.words.language import Language

EVENTS = {
    Kind.FISHING: Message("Nothing happens: the turn is over."),
    Kind.STORM: Message("You lose one gold coin."),
    Kind.BAD_ENCOUNTER: Message("You lose one gold coin."),
    Kind.CAPTURE: Message("You win one gold coin."),
    Kind.PLUNDER: Message("Take one gold coin from a player."),
}
FIGHTS = {
    Kind.BOARDING: Message("Sabres count. Attack one of these ships."),
    Kind.CANNONADE: Message("Cannons count. Attack one of these ships."),
}
SKILLS = {
    Skill.HELM: Message("A ship on one blue die: dodge the fight."),
    Skill.LOOKOUT: Message("Change the ships that your card lets you attack."),
    Skill.RED_CROSS: Message("A ship on one blue die: save another lost pirate."),
    Skill.TAVERN: Message("A skull on one blue die: choose whom another player recruits."),
    Skill.PARROT: Message("Throw one of your dice again, once a fight."),
    Skill.MARMOSET: Message("Once a fight, throw all your dice again that are not blank."),
    Skill.SKULL: Message("One skull more in your fights."),
    Skill.SHIP: Message("One ship more in your fights."),
    Skill.SERGEANT: Message("Recruiting, turn up three and choose among four."),
    Skill.BOAT: Message("Once a turn, swap a pirate with an opponent's."),
    Skill.BROTHER: Message("Turn boarding into cannonade, or back."),
    Skill.TWIN: Message("Both aboard: two dice more each in a boarding."),
    Skill.SHARPSHOOTER: Message("Before a fight, a skull on one red die takes a pirate."),
    Skill.PISTOL: Message("Before a boarding, a skull on one red die takes a pirate."),
    Skill.CARRIAGE: Message("Before a cannonade, a skull on one red die takes a pirate."),
}


def deck(file: str = "duel") -> PrintedDeck:
    """The cards of that deck's file, at the highest level: skills that are not played yet do not count."""
    whole = read_deck(file, 3)
    number = numbers(whole)
    crew = [_member(member, number.get(name)) for name, member in whole.members.items()]
    combat = [
        _combat(whole.combat[name], number.get(name), pile.count(name), back)
        for back, pile in (("black", whole.black), ("white", whole.white))
        for name in dict.fromkeys(pile)
    ]
    backs: dict[str, Art] = {
        "crew": _crew_back,
        "black": lambda width, words: engravings.combat(None, width, ""),
        "white": _white_back,
    }
    return PrintedDeck((*crew, *combat), backs)


def _member(member: Member, mark: int | None) -> PrintedCard:
    captain = Message("Captain of the {colour} ship.", colour=COLOUR_NAMES[member.captain]) if member.captain else None
    does = (*([captain] if captain else []), *(SKILLS[skill] for skill in member.skills))
    return PrintedCard(
        member.name,
        mark,
        1,
        lambda width, words: engravings.crew(member, width, round(width * 1.36)),
        does,
        back="crew",
    )


def _combat(card: CombatCard, mark: int | None, copies: int, back: str) -> PrintedCard:
    does = FIGHTS[card.kind] if card.is_fight else EVENTS[card.kind]

    def art(width: int, words: Language) -> Surface:
        return engravings.combat(card, width, words.say(KIND_NAMES[card.kind]))

    return PrintedCard(f"{back}-{card.name}", mark, copies, art, (does,), back=back)


@lru_cache(maxsize=2)
def _crew_back(width: int, words: Language) -> Surface:
    plate = Plate(100, 140)
    plate.cut(rounded(0.8, 0.8, 98.4, 138.4, 6), fill=blend(SEA, INK, 0.25), stroke=INK, width=1.6)
    plate.cut(rounded(6, 6, 88, 128, 3), stroke=GOLD, width=1.2)
    plate.dot(50, 70, 33, fill=BONE, stroke=GOLD, width=2)
    plate.stamp("wheel", 50, 70, 52)
    return plate.print((width, round(width * 1.4)))


@lru_cache(maxsize=2)
def _white_back(width: int, words: Language) -> Surface:
    plate = Plate(100, 140)
    plate.cut(rounded(0.8, 0.8, 98.4, 138.4, 6), fill=BONE, stroke=INK, width=1.6)
    plate.cut(rounded(6, 6, 88, 128, 3), stroke=INK, width=1.2)
    plate.dot(50, 70, 30, fill=BONE, stroke=INK, width=1.6)
    plate.stamp("sabre", 45, 70, 34)
    plate.stamp("sabre", 55, 70, 34, flip=True)
    return plate.print((width, round(width * 1.4)))
