"""Pictures of Aux Sabords: robots play with cards in their hands, and stop where there is much to see."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from firmware.aux_customs import CUSTOMS
from firmware.aux_hands import Hands
from firmware.aux_moments import Fight
from firmware.events import CameraLost
from rules import text
from rules.aux_state import Attack, Aux, Build, Deal, Load, Phase, Setup
from rules.say import Message
from ui.gallery import Shown, exhibit
from ui.game_shots import CREW, Played
from ui.inputs import Touched, Typed
from ui.language import Language
from ui.theme import Layout

There = Callable[[Aux], bool]
SEEDS = range(1, 60)


class Voyage(Played):
    """A game that goes on by itself: robots lay cards and choose, and the die falls as chance will."""

    def __init__(self, players: Sequence[str] = CREW, seed: int = 3, **setup: Any) -> None:
        super().__init__("aux", players, Setup(cards=Deal.PHYSICAL, **setup), seed=seed)
        self._hands = Hands(self.table.record, self.chance)

    @property
    def state(self) -> Aux:
        state: Aux = self.table.state
        return state

    def decide(self) -> Any:
        return self._hands.choice(self.table.record)

    def take(self, action: Any) -> None:
        self.pick(text.write_action(action, self.table.players))

    def throw(self, *pips: int, **more: Any) -> None:
        self.lift(*(die.id for die in self.dice))
        self.lay(*map(str, pips), **more)

    def go_on(self) -> None:
        if CUSTOMS.wanted(self.state) is not None:
            self.throw(self.chance.randrange(1, 7))
        else:
            self.take(self.decide())


def voyage(there: There, players: Sequence[str] = CREW, **setup: Any) -> Voyage:
    """The first game in which that happens, at that point."""
    for seed in SEEDS:
        game = Voyage(players, seed, **setup)
        while not there(game.state) and game.state.phase is not Phase.OVER:
            game.go_on()
        if there(game.state):
            return game
    raise AssertionError("no game ever came to that")


def about_to(kind: type[Any], there: There = lambda state: True) -> tuple[Voyage, Any]:
    """A game in which somebody is about to do that, and what it is."""
    for seed in SEEDS:
        game = Voyage(seed=seed)
        while game.state.phase is not Phase.OVER:
            if CUSTOMS.wanted(game.state) is None and there(game.state):
                action = game.decide()
                if isinstance(action, kind):
                    return game, action
            game.go_on()
    raise AssertionError("nobody ever did that")


def laden(state: Aux) -> bool:
    """Much is on its way: chests at sea, and some in port."""
    return sum(any(one.cargo) for one in state.ships) > 1 and sum(sum(one.port) for one in state.ships) > 1


def sailing(steps: int) -> There:
    return lambda state: laden(state) and state.phase is Phase.SAIL and state.steps >= steps


def in_phase(phase: Phase, there: There = lambda state: True) -> There:
    return lambda state: state.phase is phase and there(state)


def fight(layout: Layout, words: Language, there: Callable[[Fight], bool]) -> Voyage:
    """A boarding that has just ended, by its last card."""
    for seed in SEEDS:
        game = Voyage(seed=seed)
        while game.state.phase is not Phase.OVER:
            if game.state.phase in (Phase.DEFEND, Phase.STRIKE):
                action = game.decide()
                after = CUSTOMS.game.apply(game.state, action)
                ended = [m for m in CUSTOMS.moments(game.state, action, after) if m.name == "fought"]
                if ended and there(ended[0]["fight"]):
                    game.watch(layout, words)
                    game.take(action)
                    return game
            game.go_on()
    raise AssertionError("nobody fought like that")


def shown(game: Voyage, layout: Layout, words: Language, after: float = 0.4) -> Shown:
    game.watch(layout, words)
    return game.shown(after)


# -- a turn --------------------------------------------------------------------------------------------------------


@exhibit("aux-build", lively=True)
def aux_build(layout: Layout, words: Language) -> Shown:
    return shown(Voyage(), layout, words)


@exhibit("aux-built", lively=True)
def aux_built(layout: Layout, words: Language) -> Shown:
    game, action = about_to(Build)
    game.watch(layout, words)
    game.take(action)
    return game.shown(0.9)


@exhibit("aux-leave-port", lively=True)
def aux_leave(layout: Layout, words: Language) -> Shown:
    return shown(voyage(in_phase(Phase.LAY, lambda s: s.ship.square is not None)), layout, words)


@exhibit("aux-throw", lively=True)
def aux_throw(layout: Layout, words: Language) -> Shown:
    return shown(voyage(in_phase(Phase.THROW, laden)), layout, words)


@exhibit("aux-sail", lively=True)
def aux_sail(layout: Layout, words: Language) -> Shown:
    game = voyage(sailing(5))
    game.go_on()
    game.go_on()
    return shown(game, layout, words)


@exhibit("aux-sail-two-players", lively=True)
def aux_two(layout: Layout, words: Language) -> Shown:
    return shown(voyage(sailing(4), ("Barthélemy", "Zoé")), layout, words)


@exhibit("aux-rose", lively=True)
def aux_rose(layout: Layout, words: Language) -> Shown:
    return shown(voyage(in_phase(Phase.ROSE)), layout, words)


@exhibit("aux-treasure", lively=True)
def aux_treasure(layout: Layout, words: Language) -> Shown:
    return shown(voyage(in_phase(Phase.TREASURE, lambda s: s.ship.treasure > 2)), layout, words)


@exhibit("aux-loading", lively=True)
def aux_loading(layout: Layout, words: Language) -> Shown:
    game, action = about_to(Load, lambda s: s.ship.treasure > 2)
    game.watch(layout, words)
    game.take(action)
    return game.shown(0.3)


@exhibit("aux-ashore", lively=True)
def aux_ashore(layout: Layout, words: Language) -> Shown:
    game = voyage(lambda s: s.phase is Phase.SAIL and sum(s.ship.cargo) > 2)
    game.watch(layout, words)
    while not any(moment.name == "ashore" for moment in game.table.moments):
        game.look()
        game.go_on()
    return game.shown(1.1)


# -- boarding ------------------------------------------------------------------------------------------------------


@exhibit("aux-meet", lively=True)
def aux_meet(layout: Layout, words: Language) -> Shown:
    return shown(voyage(in_phase(Phase.MEET)), layout, words)


@exhibit("aux-boarding", lively=True)
def aux_boarding(layout: Layout, words: Language) -> Shown:
    game, action = about_to(Attack)
    game.watch(layout, words)
    game.take(action)
    return game.shown(0.8)


@exhibit("aux-defend", lively=True)
def aux_defend(layout: Layout, words: Language) -> Shown:
    return shown(voyage(in_phase(Phase.DEFEND)), layout, words)


@exhibit("aux-strike", lively=True)
def aux_strike(layout: Layout, words: Language) -> Shown:
    strong = in_phase(Phase.STRIKE, lambda s: s.defence is not None and s.defence.pirates > 1)
    return shown(voyage(strong, ("Anne", "Barthélemy", "Zoé")), layout, words)


@exhibit("aux-fought", lively=True)
def aux_fought(layout: Layout, words: Language) -> Shown:
    game = fight(layout, words, lambda f: f.attack is not None and sum(f.booty) > 1 and f.sunk is f.attacked)
    return game.shown(1.75)


@exhibit("aux-draw", lively=True)
def aux_draw(layout: Layout, words: Language) -> Shown:
    return fight(layout, words, lambda f: f.sunk is None).shown(1.2)


@exhibit("aux-gave-up", lively=True)
def aux_gave_up(layout: Layout, words: Language) -> Shown:
    return fight(layout, words, lambda f: f.attack is None).shown(1.0)


# -- when something is wrong, and the end ----------------------------------------------------------------------------


@exhibit("aux-cocked-die", lively=True)
def aux_cocked(layout: Layout, words: Language) -> Shown:
    game = voyage(in_phase(Phase.THROW, laden))
    game.throw(4, face=None, state="cocked")
    return shown(game, layout, words)


@exhibit("aux-two-dice", lively=True)
def aux_two_dice(layout: Layout, words: Language) -> Shown:
    game = voyage(in_phase(Phase.THROW, laden))
    game.throw(4, 6)
    return shown(game, layout, words)


@exhibit("aux-without-camera", lively=True)
def aux_blind(layout: Layout, words: Language) -> Shown:
    game = voyage(in_phase(Phase.THROW, laden))
    game.watch(layout, words)
    lost = Message("The camera does not answer: check its cable. Meanwhile, enter the dice by hand.")
    game.hear(CameraLost(lost, game.clock.now()))
    return game.shown(0.4)


@exhibit("aux-correct-a-die", lively=True)
def aux_correct(layout: Layout, words: Language) -> Shown:
    game = voyage(sailing(4))
    screen = game.watch(layout, words)
    x, y = screen.place("die").center
    screen.handle(Touched(x, y, game.clock.now()))
    return game.shown(0.4)


@exhibit("aux-undo", lively=True)
def aux_undo(layout: Layout, words: Language) -> Shown:
    game = voyage(sailing(4))
    game.watch(layout, words).handle(Typed("u", game.clock.now()))
    return game.shown(0.4)


@exhibit("aux-finale", lively=True)
def aux_finale(layout: Layout, words: Language) -> Shown:
    game = voyage(in_phase(Phase.OVER), chests=2)
    return shown(game, layout, words, 8.0)
