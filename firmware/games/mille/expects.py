"""Who is expected to do what in Mille Sabords: the ribbon, the lamps and the options, from one answer."""

from __future__ import annotations

from collections.abc import Iterable

from firmware.games.mille.marks import NAMES
from firmware.games.mille.mat import (
    Memory,
    as_before,
    is_fresh,
    not_allowed,
    on_mat,
    sort_out,
    stayed,
)
from firmware.play import cards
from firmware.play.referee import Expects, Option
from rules.mille.rules import shuffled
from rules.mille.score import CARD_NAMES, CARDS, DICE, FACE_NAMES, Card, Face
from rules.mille.state import Mille, Rethrow
from rules.say import Message, listed
from vision.seen import Die

LABELS = {card.value: name for card, name in CARD_NAMES.items()}


def asks(state: Mille, memory: Memory, deck: str) -> Expects:
    if state.turn.card is None:
        return _card(state, memory, deck)
    if state.turn.rolling:
        return _throwing(state, memory)
    return _choosing(state, memory)


def _said(
    state: Mille, task: str, message: Message, options: tuple[Option, ...] = (), dice: Iterable[Die] = ()
) -> Expects:
    """Only the player whose turn it is is asked for anything."""
    return Expects(task, message, (state.turn.seat,), (), options, tuple(die.id for die in dice))


def _card(state: Mille, memory: Memory, deck: str) -> Expects:
    player = state.players[state.turn.seat]
    if deck == "virtual":
        message = Message("{player}, your turn: press to reveal the card.", player=player)
        return _said(state, "card", message, (Option("reveal", Message("Reveal the card")),))
    turned = cards.turned(cards.laid(memory), NAMES, LABELS)
    options = cards.likeliest_first(
        (
            Option(f"card:{card.value}", CARD_NAMES[card], card.value)
            for card, left in zip(CARDS, state.deck, strict=True)
            if left or (state.setup.box and card is not Card.NONE)
        ),
        turned.likely,
    )
    eyes = deck == "read" and memory.camera
    message = Message("{player}, reveal a card and put it in.", player=player)
    if shuffled(state):
        message = Message("By our count the pile is out: shuffle it. Then, {player}, reveal a card.", player=player)
    elif eyes:
        message = Message("{player}, turn over a card.", player=player)
    if turned.said is not None:
        return _said(state, "card", turned.said, options)
    if not eyes:
        return _said(state, "card", message, options)
    if memory.by_hand:
        said = Message("{player}, which card was turned over?", player=player)
        return _said(state, "card", said, (*options, cards.BACK_TO_THE_EYES))
    if turned.likely:
        lies = LABELS[turned.likely[0]]
        message = Message("{ask} ({card} lies there from before.)", ask=message, card=lies)
    return _said(state, "card", message, (cards.BY_HAND,))


def _throwing(state: Mille, memory: Memory) -> Expects:
    turn, player = state.turn, state.players[state.turn.seat]
    many = len(turn.thrown)
    if not memory.camera:
        left = many - len(memory.spoken)
        message = Message(
            "{player}, throw and put in what one die shows.",
            plural="{player}, throw and put in what {n} dice show.",
            player=player,
            n=left,
        )
        return _said(state, "enter", message)
    lying = on_mat(memory)
    if len(lying) > DICE:
        return _said(state, "fix", Message("There are more than eight dice on the mat: take some away."))
    stale = [die for die in lying if not is_fresh(die, memory.before)]
    if memory.resting and len(lying) == DICE and many == DICE and 0 < len(stale) < DICE:
        message = Message("{player}, all eight dice are thrown: take up the others too.", player=player)
        return _said(state, "throw", message, (Option("counts", Message("They were all thrown")),), stale)
    if memory.resting and len(lying) == DICE and many < DICE:
        still = stayed(state, memory)
        if len(still) + many < DICE:  # a thrown die hit one that was to stay
            was = _listed(turn.dice[number] for number in range(DICE) if number not in (*turn.thrown, *still))
            hit = Message("A die that was to stay was turned over.")
            return _said(state, "fix", Message("{fault} Turn these back: {dice}.", fault=hit, dice=was))
    if turn.island:
        message = Message(
            "Skull Island! {player}, throw the last die.",
            plural="Skull Island! {player}, throw the other {n} dice.",
            player=player,
            n=many,
        )
        return _said(state, "throw", message)
    if many == DICE:
        return _said(state, "throw", Message("{player}, throw all eight dice!", player=player))
    message = Message("{player}, throw one die.", plural="{player}, throw {n} dice.", player=player, n=many)
    return _said(state, "throw", message)


def _choosing(state: Mille, memory: Memory) -> Expects:
    turn, player = state.turn, state.players[state.turn.seat]
    stop = Option("stop", Message("Stop"))
    if not memory.camera:
        return _choosing_by_hand(state, memory, stop)
    if memory.resting and (fix := _fixing(state, memory)):
        return fix
    options: tuple[Option, ...] = (stop,)
    if memory.maybe:
        options += (Option("thrown", Message("These dice were thrown again")),)
    if memory.rolled and turn.card is Card.TREASURE_ISLAND:
        options += (Option("lay", Message("What lies on the island is laid")),)
    if turn.guardian_waits:
        message = Message("{player}, three skulls! Throw one of them again with the guardian, or stop.", player=player)
        return _said(state, "guardian", message, options)
    if turn.card is Card.TREASURE_ISLAND:
        message = Message("{player}: throw again, lay dice on the island, or stop?", player=player)
    else:
        message = Message("{player}: throw again, or stop?", player=player)
    return _said(state, "choose", message, options)


def _choosing_by_hand(state: Mille, memory: Memory, stop: Option) -> Expects:
    player = state.players[state.turn.seat]
    dice = tuple(
        Option(f"die:{number}", FACE_NAMES[face], face.value, number in memory.picked)
        for number, face in enumerate(state.turn.dice)
    )
    options = (stop, *dice)
    if memory.picked and not_allowed(state, Rethrow(memory.picked)) is None:
        options += (Option("throw", Message("Throw these again")),)
    if memory.picked and state.turn.card is Card.TREASURE_ISLAND:
        options += (Option("lay", Message("Lay these on the island")),)
    message = Message("{player}: choose dice to throw again, or stop.", player=player)
    return _said(state, "choose", message, options)


def _fixing(state: Mille, memory: Memory) -> Expects | None:
    """What the dice on the mat do not agree with, or what would not be allowed; None where all is well."""
    turn, player, dice = state.turn, state.players[state.turn.seat], on_mat(memory)
    if len(dice) > DICE:
        return _said(state, "fix", Message("There are more than eight dice on the mat: take some away."))
    if not memory.lying:
        if as_before(turn, dice) is not None:
            return None
        message = Message("Lay the dice as they were: {dice}.", dice=_listed(turn.dice))
        return _said(state, "fix", message)
    sorted_ = sort_out(memory.lying, dice)
    if not sorted_.away:
        back = [number for number in turn.laid if sorted_.kept[number].zone != "island"]
        if back:
            message = Message("Dice on the treasure island stay there until they are thrown: put them back.")
            return _said(state, "fix", message, (), [sorted_.kept[number] for number in back])
        return None
    fault = not_allowed(state, Rethrow(sorted_.away))
    in_hand = DICE - len(dice)
    if fault is None:
        if not in_hand:
            return None
        message = Message("{player}, throw one die.", plural="{player}, throw {n} dice.", player=player, n=in_hand)
        return _said(state, "throw", message)
    was = _listed(turn.dice[number] for number in sorted_.away)
    if in_hand:
        return _said(state, "fix", Message("{fault} In the hand: {dice}.", fault=fault, dice=was))
    message = Message("{fault} Turn these back: {dice}.", fault=fault, dice=was)
    return _said(state, "fix", message, (), sorted_.new)


def _listed(faces: Iterable[Face]) -> Message:
    """Like: 2 gold coins and 3 sabres."""
    dice = tuple(faces)
    return listed(_so_many(face, many) for face in FACE_NAMES if (many := dice.count(face)))


def _so_many(face: Face, n: int) -> Message:
    match face:
        case Face.SKULL:
            return Message("one skull", plural="{n} skulls", n=n)
        case Face.DIAMOND:
            return Message("one diamond", plural="{n} diamonds", n=n)
        case Face.COIN:
            return Message("one gold coin", plural="{n} gold coins", n=n)
        case Face.MONKEY:
            return Message("one monkey", plural="{n} monkeys", n=n)
        case Face.PARROT:
            return Message("one parrot", plural="{n} parrots", n=n)
    return Message("one sabre", plural="{n} sabres", n=n)
