"""The cards of Pirates en Duel, to print: captains, pirates and combat cards with their two backs."""

from __future__ import annotations

import math
from functools import partial

from pygame import Surface

from firmware.games.duel.marks import numbers
from rules.duel.cards import BLUE_SKILLS, COLOUR_NAMES, KIND_NAMES, Colour, CombatCard, Kind, Member, Skill
from rules.duel.cards import deck as read_deck
from rules.say import Message
from ui.games.duel import engravings, faces
from ui.games.duel.engravings import KIND_ART
from ui.look import scene, theme
from ui.look.engrave import Plate
from ui.look.theme import BONE, GOLD, INK, PALM, SEA, blend, from_hex
from ui.parts import printed
from ui.parts.backs import Back
from ui.parts.printed import (
    PrintedBack,
    PrintedCard,
    PrintedCoin,
    PrintedDeck,
    PrintedLine,
    PrintedPieces,
    PrintedSummary,
    PrintedTent,
    Sign,
)

EVENTS = {
    Kind.FISHING: Message("Nothing happens: the turn is over."),
    Kind.STORM: Message("You lose one gold coin."),
    Kind.BAD_ENCOUNTER: Message("You lose one gold coin."),
    Kind.CAPTURE: Message("You win one gold coin."),
    Kind.PLUNDER: Message("You win one gold coin."),
}
FIGHTS = {
    Kind.BOARDING: Message("Sabres count. Attack one of these ships."),
    Kind.CANNONADE: Message("Cannons count. Attack one of these ships."),
}
ANY = {
    Kind.BOARDING: Message("Sabres count. Attack any ship you like."),
    Kind.CANNONADE: Message("Cannons count. Attack any ship you like."),
}
TOLD = {  # of a fight, where its card is not at hand
    Kind.BOARDING: Message("Sabres count. Attack a ship that the card shows."),
    Kind.CANNONADE: Message("Cannons count. Attack a ship that the card shows."),
}
SKILLS = {
    Skill.HELM: Message("A ship on one blue die: dodge the fight."),
    Skill.LOOKOUT: Message("Change the ships that your card lets you attack."),
    Skill.RED_CROSS: Message("A ship on one blue die: save another lost pirate."),
    Skill.TAVERN: Message("A skull on one blue die: choose whom another player recruits."),
    Skill.PARROT: Message("Throw one of your dice again, once a fight."),
    Skill.MARMOSET: Message("Once a fight, you must throw again all your dice that are not blank."),
    Skill.SKULL: Message("One skull more in your fights."),
    Skill.SHIP: Message("One ship more in your fights."),
    Skill.SERGEANT: Message("Recruiting, turn up three and choose among four."),
    Skill.BOAT: Message("Once a turn, swap a pirate with an opponent's."),
    Skill.BROTHER: Message("Turn boarding into cannonade, or back."),
    Skill.TWIN: Message("Both aboard: two dice more each in a boarding, and lost only together."),
    Skill.SHARPSHOOTER: Message("Before a fight, a skull on one red die takes a pirate."),
    Skill.PISTOL: Message("Before a boarding, a skull on one red die takes a pirate."),
    Skill.CARRIAGE: Message("Before a cannonade, a skull on one red die takes a pirate."),
}


BLOOD = from_hex("#8C3A2C")
STAGES = {
    Kind.FISHING: scene.DAY, Kind.STORM: scene.NIGHT, Kind.BAD_ENCOUNTER: scene.DUSK, Kind.CAPTURE: scene.GLEAM,
    Kind.PLUNDER: scene.GLEAM, Kind.BOARDING: scene.DUSK, Kind.CANNONADE: scene.DAY,
}  # fmt: skip
SABRES = (("sabre", -3.4, False), ("sabre", 3.4, True))
CREW = Back(from_hex("#1F4A57"), blend(SEA, BONE, 0.35), GOLD, (("pirate", 0, False),), 10, 25.0)
BLACK = Back(from_hex("#211A15"), from_hex("#6B5A44"), GOLD, SABRES, 14, 21.0)
WHITE = Back(from_hex("#F2EAD6"), from_hex("#B9A98A"), from_hex("#6B5A44"), SABRES, 14, 21.0)


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
    backs = {"crew": CREW, "black": BLACK, "white": WHITE}
    return PrintedDeck((*crew, *combat), {key: PrintedBack(back.field, back) for key, back in backs.items()})


def pieces() -> PrintedPieces:
    """A ship for each captain, and gold."""
    ships = tuple(
        PrintedTent(f"ship-{colour.value}", 1, 40, 42, 18, partial(_ship, colour=colour), engravings.SAILS[colour])
        for colour in Colour
    )
    return PrintedPieces(
        ships,
        (
            PrintedCoin(5, 24, partial(_coin, value="5", emblem=""), partial(_coin, value="", emblem="skull")),
            PrintedCoin(1, 21, partial(_coin, value="1", emblem=""), partial(_coin, value="", emblem="anchor")),
        ),
    )


def _ship(size: tuple[int, int], colour: Colour) -> Surface:
    return scene.with_figure(size, scene.DAY, engravings.ship(colour, round(size[0] * 0.94)))


def _coin(high: int, value: str, emblem: str) -> Surface:
    """Struck gold: a rope of dots inside the rim, and a number or an emblem."""
    plate = Plate(100, 100)
    gold = plate.gradient((12, 8), (88, 94), blend(GOLD, BONE, 0.72), GOLD, blend(GOLD, INK, 0.28))
    plate.dot(50, 50, 48.5, fill=gold, stroke=INK, width=2.4)
    plate.dot(50, 50, 36, stroke=blend(GOLD, INK, 0.55), width=1.4)
    for step in range(30):
        turn = math.tau * step / 30
        plate.dot(50 + 42 * math.cos(turn), 50 + 42 * math.sin(turn), 1.9, fill=blend(GOLD, INK, 0.6))
    if emblem:
        plate.stamp(emblem, 50, 50, 50, tint=blend(GOLD, INK, 0.78))
    coin = plate.print((high, high))
    if value:
        digits = printed.number(value)(round(high * 0.66))
        coin.blit(digits, digits.get_rect(center=(high // 2, high // 2)))
    return coin


def reminders() -> tuple[PrintedSummary, ...]:
    """What skills do, and the combat cards."""

    def lines(skills: list[Skill]) -> tuple[PrintedLine, ...]:
        return tuple(PrintedLine(SKILLS[one], (partial(engravings.skill, one),)) for one in skills)

    blue = [skill for skill in Skill if skill in BLUE_SKILLS]
    green = [skill for skill in Skill if skill not in BLUE_SKILLS]
    told = EVENTS | TOLD
    half = (len(green) + 1) // 2
    return (
        PrintedSummary(
            "blue",
            lines(blue),
            tuple(
                PrintedLine(Message("{name}. {told}", name=KIND_NAMES[kind], told=what), (printed.art(KIND_ART[kind]),))
                for kind, what in told.items()
            ),
        ),
        PrintedSummary("green", lines(green[:half]), lines(green[half:])),
    )


def _member(member: Member, mark: int | None) -> PrintedCard:
    captain = Message("Captain of the {colour} ship.", colour=COLOUR_NAMES[member.captain]) if member.captain else None
    does = (*([captain] if captain else []), *(SKILLS[skill] for skill in member.skills))
    return PrintedCard(
        member.name,
        mark,
        1,
        member.name,
        lambda size: _portrait(size, member),
        _token(member),
        does,
        _strength(member),
        _hue(member),
        back="crew",
    )


def _hue(member: Member) -> theme.Colour:
    if member.captain:
        return GOLD
    return BLOOD if not member.skills else SEA if member.skills[0] in BLUE_SKILLS else PALM


def _token(member: Member) -> Sign:
    if member.captain:
        return lambda high: engravings.ship(member.captain, high)
    if member.skills:
        return printed.art(engravings.SKILL_ART[member.skills[0]])
    return printed.art("flag")


def _portrait(size: tuple[int, int], member: Member) -> Surface:
    """Head and shoulders before the sea; a captain before a golden sky, under the ship's colour."""
    stage = scene.DUSK if member.captain else scene.DAY if not member.skills else scene.DECK

    def head(plate: Plate) -> None:
        scale = min(0.96, plate.height / 100)
        side = 50 - 50 * scale + (-13 if member.skills else 0)
        with plate.moved(f"translate({side:.2f} {plate.height - 100 * scale:.2f}) scale({scale:.4f})"):
            faces.draw(plate, member.name, engravings.SAILS[member.captain] if member.captain else None)

    picture = scene.paint(size, stage, head)
    for place, skill in enumerate(member.skills[:2]):
        disc = engravings.skill(skill, round(size[0] * 0.33))
        left = size[0] - disc.get_width() - round(size[0] * 0.035)
        picture.blit(disc, (left, round(size[0] * 0.035) + place * round(size[0] * 0.35)))
    return picture


def _strength(member: Member) -> Sign:
    """So many cannons and sabres; none is pale."""

    def pale(sign: Sign, count: int) -> Sign:
        def drawn(high: int) -> Surface:
            image = sign(high).copy()
            image.set_alpha(255 if count else 80)
            return image

        return drawn

    pairs = (("cannon", member.cannons), ("sabre", member.sabres))
    return printed.row(
        *(pale(printed.row(printed.art(name), printed.number(str(count)), gap=0.1), count) for name, count in pairs),
        gap=0.4,
    )


def _combat(card: CombatCard, mark: int | None, copies: int, back: str) -> PrintedCard:
    does = (FIGHTS if card.ships else ANY)[card.kind] if card.is_fight else EVENTS[card.kind]
    return PrintedCard(
        f"{back}-{card.name}",
        mark,
        copies,
        KIND_NAMES[card.kind],
        lambda size: _event(size, card),
        printed.art(KIND_ART[card.kind]),
        (does,),
        _gold(card),
        BLOOD if card.kind is Kind.BOARDING else SEA if card.is_fight else INK,
        back=back,
    )


def _event(size: tuple[int, int], card: CombatCard) -> Surface:
    if not card.is_fight:
        return scene.paint(size, STAGES[card.kind], lambda plate: _figure(plate, KIND_ART[card.kind]))
    picture = scene.paint(size, STAGES[card.kind], lambda plate: None)
    high = round(min(size[0] * 0.42, size[1] * 0.62))
    low = round(size[1] * 0.06)
    for place, colour in enumerate(card.ships or (None, None)):
        ship = scene.hatched(engravings.ship(colour, high).copy(), 0.2)
        x = round(size[0] * 0.04) if place == 0 else size[0] - high - round(size[0] * 0.04)
        picture.blit(ship, (x, size[1] - high - low))
    arms = Plate(100, 100 * size[1] / size[0])
    if card.kind is Kind.BOARDING:
        arms.stamp("sabre", 46, 25, 38)
        arms.stamp("sabre", 54, 25, 38, flip=True)
    else:
        arms.stamp("cannon", 50, 24, 38)
    picture.blit(arms.print(size), (0, 0))
    return picture


def _figure(plate: Plate, name: str) -> None:
    high = plate.height
    if name == KIND_ART[Kind.PLUNDER]:  # a hand in somebody's gold
        for x, y, size in ((24, 0.80, 22), (76, 0.82, 24), (62, 0.70, 20)):
            plate.stamp("coin", x, high * y, size)
    over = 0.64 if name == KIND_ART[Kind.BAD_ENCOUNTER] else 0.5  # it rises from the sea
    plate.stamp(name, 50, high * over, min(72.0, high * 0.84))


def _gold(card: CombatCard) -> Sign | None:
    legend = str(card.gold) if card.is_fight else engravings.LEGENDS.get(card.kind)
    return printed.row(printed.art("coin"), printed.number(legend)) if legend else None
