"""The cards of Pirates en Duel that the eyes read: pirates turned up, recruits taken, the combat card drawn."""

from __future__ import annotations

from functools import lru_cache

from firmware.games.choices.laid import Laying, Made
from firmware.games.duel.marks import numbers
from firmware.games.duel.words import card_label
from firmware.play.cards import Things
from rules.duel import actions
from rules.duel.cards import deck
from rules.duel.rules import fault
from rules.duel.state import Duel, Stage, cards
from rules.duel.tell import expected
from rules.duel.turn import first_picks
from rules.say import Message

TURNING = (Stage.FIRST_PIRATES, Stage.TURN_UP)
HIGHEST = 3  # cards are printed, and marked, with all their skills


@lru_cache(maxsize=8)
def _numbers(file: str) -> dict[str, int]:
    return numbers(deck(file, HIGHEST))


def _marks(state: Duel) -> dict[str, int]:
    return _numbers(state.setup.deck)


def missing(state: Duel) -> int:
    """Pirates that are still to be turned up."""
    if state.stage is Stage.FIRST_PIRATES:
        return len(first_picks(len(state.players))) - len(state.open)
    return state.turn.quota + 1 - len(state.open) if state.stage is Stage.TURN_UP else 0


def most(state: Duel) -> int:
    return 1 if state.stage is Stage.DRAW else missing(state)


def label(state: Duel, name: str) -> Message:
    return card_label(state, name) if name in cards(state).combat else Message("{card}", card=name)


def made(state: Duel, names: tuple[str, ...]) -> Made[actions.Action]:
    """The first of them; the others come after it."""
    combat = cards(state).combat
    for name in names:
        if state.stage in TURNING and name in combat:
            said = Message(
                "A combat card lies there ({card}): put it back, and turn up a pirate.", card=label(state, name)
            )
            return Made(said=said)
        if state.stage is Stage.DRAW and name not in combat:
            return Made(said=Message("A pirate lies there ({card}): put it back, and draw a combat card.", card=name))
    action = actions.Draw(names[0]) if state.stage is Stage.DRAW else actions.TurnUp(names[0])
    why = fault(state, action)
    return Made(action) if why is None else Made(said=why)


def ask(state: Duel) -> Message:
    player = state.players[state.turn.seat]
    match state.stage:
        case Stage.FIRST_PIRATES:
            return Message("Turn up one pirate.", plural="Turn up {n} pirates.", n=missing(state))
        case Stage.TURN_UP:
            return Message(
                "{player}, turn up one pirate.",
                plural="{player}, turn up {n} pirates.",
                player=player,
                n=missing(state),
            )
    return Message("{player}, draw a combat card!", player=player)


def stray(state: Duel, name: str) -> Message | None:
    """Crews and discarded cards may lie in view; what comes off a pile was not asked for."""
    return Message("Not now: {expected}", expected=expected(state)) if early(state, name) else None


def early(state: Duel, name: str) -> bool:
    return name in state.pile or (name in state.combat_pile and state.turn.card is None)


def takes(state: Duel) -> int:
    """Open pirates that may be taken now."""
    match state.stage:
        case Stage.FIRST_CREW | Stage.IMPOSE:
            return 1
        case Stage.RECRUIT:
            return state.turn.quota - len(state.turn.recruits)
    return 0


def open_cards(state: Duel) -> tuple[str, ...]:
    return state.open if state.turn.card is None else (*state.open, state.turn.card)


def laid_by(state: Duel, action: actions.Action) -> tuple[str, ...]:
    match action:
        case actions.TurnUp(pirate):
            return (pirate,)
        case actions.Draw(card):
            return (card,)
    return ()


def taken_by(action: actions.Action) -> str | None:
    match action:
        case actions.Recruit(pirate) | actions.Replace(pirate) | actions.TurnAway(pirate) | actions.Impose(pirate):
            return pirate
    return None


THINGS: Things[Duel, actions.Action] = Things(_marks, open_cards, laid_by)
LAYING: Laying[Duel, actions.Action] = Laying(
    things=THINGS,
    label=label,
    most=most,
    made=made,
    ask=ask,
    stray=stray,
    open=lambda state: state.open,
    takes=takes,
    early=early,
    taken_by=taken_by,
)
