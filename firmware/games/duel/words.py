"""What the table says in Pirates en Duel: who does what, and every choice in a few words."""

from __future__ import annotations

from dataclasses import replace

from firmware.play.referee import Option
from rules.duel import actions, tell
from rules.duel.cards import KIND_NAMES, CombatCard, Kind, Skill
from rules.duel.fight import fight_of, other_kind, shooters, side_of
from rules.duel.state import Duel, Face, Stage, afloat, cards
from rules.duel.tell import FACE_NAMES
from rules.duel.turn import recruiter
from rules.game import Seat
from rules.say import Message, either

SHIP_NAMES = {
    "blue": Message("the blue ship"),
    "red": Message("the red ship"),
    "white": Message("the white ship"),
    "green": Message("the green ship"),
    "yellow": Message("the yellow ship"),
    "purple": Message("the purple ship"),
}
SHOTS = (Skill.SHARPSHOOTER, Skill.PISTOL, Skill.CARRIAGE)
DRAW = Option("draw", Message("Draw a combat card"), "card:back")
# A path of picks is written with these words: open pirates, members of crews, losses, ships, cards.
PLAIN = {
    "enough": Option("enough", Message("That is enough"), "stop"),
    "away": Option("away", Message("Nobody: turn away"), "stop"),
    "swap": Option("swap", Message("The rowing boat"), "skill:rowing-boat"),
    "tavern": Option("tavern", Message("Try the tavern"), "skill:tavern"),
    "change": Option("change", Message("Change the fight"), "skill:brother"),
    "dodge": Option("dodge", Message("Try to dodge"), "skill:helm"),
    "shoot": Option("shoot", Message("Shoot"), "skill:sharpshooter"),
    "pass": Option("pass", Message("Let it be"), "stop"),
}


def thrower(state: Duel) -> Seat:
    if state.stage is Stage.TAVERN_DIE:
        return state.turn.asked[-1]
    return side_of(state).seat if state.fight is not None else state.turn.seat


def reveal(state: Duel) -> tuple[Seat, Option] | None:
    """The combat card is drawn by the player whose turn it is; pirates are turned up by themselves."""
    return (state.turn.seat, DRAW) if state.stage is Stage.DRAW else None


# -- who does what -------------------------------------------------------------------------------------------------


def expected(state: Duel) -> Message:
    player = state.players[state.turn.seat]
    match state.stage:
        case Stage.FIRST_PIRATES:
            return Message("Turn up a pirate and put it in.")
        case Stage.TURN_UP:
            return Message("{player}, turn up a pirate and put it in.", player=player)
        case Stage.DRAW:
            return Message("{player}, draw a combat card!", player=player)
        case Stage.FIRST_CREW:
            player = state.players[recruiter(state)]
            return Message("{player}, choose a pirate for your first crew.", player=player)
        case Stage.RECRUIT:
            left = state.turn.quota - len(state.turn.recruits)
            return Message(
                "{player}, choose one recruit.", plural="{player}, choose {n} recruits.", player=player, n=left
            )
        case Stage.TARGET:
            return Message("{player}, whom do you attack?", player=player)
        case Stage.ROW:
            return Message("{player}: send out the rowing boat?", player=player)
        case Stage.IMPOSE:
            owner = state.players[state.turn.asked[-1]]
            return Message("{owner}, choose a recruit for {player}.", owner=owner, player=player)
        case Stage.BROTHER:
            player, kind = state.players[side_of(state).seat], KIND_NAMES[other_kind(fight_of(state).kind)]
            return Message("{player}: shall it be another fight, {kind}?", player=player, kind=kind)
        case Stage.AIM:
            player = state.players[side_of(state).seat]
            return Message("{player}, a hit! Whom do you choose?", player=player)
        case Stage.SHOOT:
            player = state.players[side_of(state).seat]
            return Message("{player}: shoot before the fight? A skull hits.", player=player)
        case Stage.HELM:
            player = state.players[side_of(state).seat]
            return Message("{player}: dodge the fight at the helm? A ship does it.", player=player)
        case Stage.TAVERN:
            owner = state.players[state.turn.asked[-1]]
            return Message("{owner}: choose a recruit for {player}? A skull does it.", owner=owner, player=player)
        case Stage.LOSSES:
            return _losses(state)
        case Stage.RED_CROSS:
            player = state.players[side_of(state).seat]
            return Message("{player}: whom shall the red cross save? A ship does it.", player=player)
        case Stage.PARROT:
            player = state.players[side_of(state).seat]
            return Message("{player}: may the parrot throw a die again?", player=player)
    return tell.expected(state)


def _losses(state: Duel) -> Message:
    assert state.fight is not None
    victim = side_of(state)
    chooser = next(side for side in state.fight.sides if side.seat != victim.seat)
    return Message(
        "{player}, choose one loss of {victim}.",
        plural="{player}, choose {n} losses of {victim}.",
        player=state.players[chooser.seat],
        victim=state.players[victim.seat],
        n=victim.due,
    )


def ask(state: Duel, count: int, body: str | None) -> Message:
    player = state.players[thrower(state)]
    match state.stage:
        case Stage.TAVERN_DIE:
            recruiting = state.players[state.turn.seat]
            return Message(
                "{player}, throw one blue die: with a skull you choose for {recruiter}.",
                player=player,
                recruiter=recruiting,
            )
        case Stage.HELM_DIE:
            return Message("{player} at the helm, throw one blue die: with a ship you are away.", player=player)
        case Stage.SHOT_DIE:
            return Message("{player} takes aim, throw one red die: a skull hits.", player=player)
        case Stage.RED_CROSS_DIE:
            saved = state.fight.saving if state.fight else ""
            return Message("{player}, throw one blue die: with a ship {pirate} is saved.", player=player, pirate=saved)
        case Stage.PARROT_DIE if body == "red":
            return Message("{player}, throw that one red die again.", player=player)
        case Stage.PARROT_DIE:
            return Message("{player}, throw that one blue die again.", player=player)
        case Stage.MARMOSET if body == "red":
            return Message(
                "The marmoset! {player}, throw one red die again, all but the blanks.",
                plural="The marmoset! {player}, throw {n} red dice again, all but the blanks.",
                player=player,
                n=count,
            )
        case Stage.MARMOSET:
            return Message(
                "The marmoset! {player}, throw one blue die again, all but the blanks.",
                plural="The marmoset! {player}, throw {n} blue dice again, all but the blanks.",
                player=player,
                n=count,
            )
    if body == "red":
        return Message(
            "{player} attacks: throw one red die.",
            plural="{player} attacks: throw {n} red dice.",
            player=player,
            n=count,
        )
    return Message(
        "{player} defends: throw one blue die.", plural="{player} defends: throw {n} blue dice.", player=player, n=count
    )


# -- choices, one pick after the other ------------------------------------------------------------------------------


def path(state: Duel, action: actions.Action) -> tuple[str, ...]:
    """The picks that lead to an action."""
    match action:
        case actions.TurnUp(pirate):
            return (f"pile:{pirate}",)
        case actions.Draw(card):
            kind = cards(state).combat[card].kind
            return (f"kind:{kind.value}", f"card:{card}")
        case actions.Recruit(pirate, ship):
            one = len(afloat(state, recruiter(state))) == 1
            return (f"open:{pirate}",) if one else (f"open:{pirate}", f"ship:{ship.value}")
        case actions.Replace(pirate, old):
            return (f"open:{pirate}", f"crew:{old}")
        case actions.TurnAway(pirate):
            return (f"open:{pirate}", "away")
        case actions.Impose(pirate):
            return (f"open:{pirate}",)
        case actions.Swap(mine, theirs):
            return ("swap", f"crew:{mine}", f"crew:{theirs}")
        case actions.Attack(ship, target):
            one = len(afloat(state, state.turn.seat)) == 1
            return (f"ship:{target.value}",) if one else (f"ship:{ship.value}", f"ship:{target.value}")
        case actions.Overboard(pirate):
            return (f"crew:{pirate}",)
        case actions.Save(pirate):
            return (f"lost:{pirate}",)
        case actions.Rethrow(face):
            return (f"face:{face.value}",)
    return (WORDS[type(action)],)


WORDS: dict[type[actions.Action], str] = {
    actions.Enough: "enough", actions.Tavern: "tavern", actions.ChangeFight: "change",
    actions.Dodge: "dodge", actions.Shoot: "shoot", actions.Pass: "pass",
}  # fmt: skip


def option(state: Duel, picks: tuple[str, ...]) -> Option:
    """The last of these picks, as it is offered."""
    key = picks[-1]
    kind, _, name = key.partition(":")
    match kind:
        case "ship":
            return Option(key, SHIP_NAMES[name], key)
        case "kind":
            return Option(key, KIND_NAMES[Kind(name)], f"kind:{name}")
        case "card":
            return Option(key, card_label(state, name), f"card:{name}")
        case "face":
            return Option(key, Message("Throw {face} again", face=FACE_NAMES[Face(name)]), f"face:{name}")
        case "open" | "crew" | "lost" | "pile":
            return Option(key, Message("{card}", card=name), f"pirate:{name}")
    if key == "shoot":
        return replace(PLAIN[key], picture=f"skill:{shot_skill(state, shooters(state, side_of(state))[0]).value}")
    return PLAIN[key]


def shot_skill(state: Duel, name: str) -> Skill:
    """With what a pirate shoots."""
    return next(skill for skill in cards(state).members[name].skills if skill in SHOTS)


def card_label(state: Duel, name: str) -> Message:
    return combat_label(cards(state).combat[name])


def combat_label(card: CombatCard) -> Message:
    if not card.is_fight:
        return KIND_NAMES[card.kind]
    if not card.ships:
        return Message("black ships, {n}", n=card.gold)
    ships = either(SHIP_NAMES[ship.value] for ship in card.ships)
    return Message("{ships}, {n}", ships=ships, n=card.gold)


def asks(state: Duel, picks: tuple[str, ...]) -> Message:
    """What is asked after these picks."""
    kind, _, name = picks[-1].partition(":")
    match kind:
        case "open":
            full = [ship.is_full for ship in afloat(state, recruiter(state))]
            if all(full):
                return Message("Whose place shall {pirate} take?", pirate=name)
            if any(full):
                return Message("Where shall {pirate} go: the free ship, or whose place?", pirate=name)
            return Message("On which ship shall {pirate} sail?", pirate=name)
        case "swap":
            return Message("Who rows over?")
        case "crew":
            return Message("Whom does {pirate} change places with?", pirate=name)
        case "ship":
            return Message("Whom does {ship} attack?", ship=SHIP_NAMES[name])
    return Message("Which card is it?")
