"""Pictures of Aux Sabords: robots play with cards in their hands, until there is something to see; then it is resumed
at a real table, as after a power cut, and goes on from there."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any

from firmware.games.sabords.customs import CUSTOMS
from firmware.games.sabords.hands import Hands
from firmware.games.sabords.marks import NUMBERS
from firmware.games.sabords.moments import Fight
from firmware.play.events import CameraLost, CardsSeen, Pressed, Undo
from firmware.play.hosting import House
from rules import record as records
from rules import text
from rules.game import SEA
from rules.sabords import actions, cards
from rules.sabords.state import Aux, Deal, Phase, Setup
from rules.say import Message
from ui.gallery.exhibits import Shown, exhibit
from ui.gallery.games import CREW, Played
from ui.gallery.hands import by_hand, menu_of
from ui.gallery.rehearsal import drawn
from ui.games.sabords.staged import STAGED
from ui.inputs import Touched, Typed, Using
from ui.look.theme import LIVERIES, Layout
from ui.pages.explain import Explain
from ui.pages.options import Agreement
from ui.pages.people import Person
from ui.pages.setup import SetUp
from ui.words.language import Language
from vision.seen import Card

Wanted = Callable[[Aux, Any], bool]  # of a position and what is about to be done in it
SEEDS = range(1, 200)


@dataclass(frozen=True, slots=True)
class Course:
    """A game up to where it gets interesting, as its file is written, and what comes next."""

    lines: tuple[str, ...]
    action: Any


@cache
def course(wanted: Wanted, players: tuple[str, ...] = CREW, chests: int = 4) -> Course:
    for seed in SEEDS:
        chance = Random(seed)
        record = records.begin(CUSTOMS.game, players, Setup(chests=chests, cards=Deal.PHYSICAL))
        hands = Hands(record, chance)
        while record.state.phase is not Phase.OVER:
            thrown = CUSTOMS.wanted(record.state) is not None
            action: Any = actions.Throw(chance.randrange(1, 7)) if thrown else hands.choice(record)
            if wanted(record.state, action):
                return Course(tuple(records.write(record).rstrip("\n").split("\n")), action)
            record = records.play(record, action)
    raise AssertionError("no game ever came to that")


class Voyage(Played):
    """A game of Aux Sabords that goes on from there."""

    def __init__(self, wanted: Wanted, players: Sequence[str] = CREW, chests: int = 4) -> None:
        super().__init__("aux", players)
        self._course = course(wanted, tuple(players), chests)
        self.evening.journal.begin(self._course.lines)
        self.table = self.evening.resume()

    @property
    def state(self) -> Aux:
        state: Aux = self.table.state
        return state

    def throw(self, *pips: int, **more: Any) -> None:
        self.lift(*(die.id for die in self.dice))
        self.lay(*map(str, pips), **more)

    def go_on(self) -> None:
        """What comes next is done."""
        action = self._course.action
        if isinstance(action, actions.Throw):
            self.throw(action.pips)
        else:
            self.pick(text.write_action(action, self.table.players))

    def shot(self, layout: Layout, words: Language, after: float = 0.4) -> Shown:
        self.watch(layout, words)
        return self.shown(after)

    def then(self, layout: Layout, words: Language, after: float) -> Shown:
        """What comes next, that long after it happened."""
        self.watch(layout, words)
        self.go_on()
        return self.shown(after)


def laden(state: Aux) -> bool:
    """Much is on its way: chests at sea, and some in port."""
    return sum(any(one.cargo) for one in state.ships) > 1 and sum(sum(one.port) for one in state.ships) > 1


@cache
def sailing(steps: int) -> Wanted:
    def wanted(state: Aux, action: Any) -> bool:
        return laden(state) and state.phase is Phase.SAIL and state.steps == steps

    return wanted


@cache
def in_phase(phase: Phase) -> Wanted:
    return lambda state, action: state.phase is phase and state.ship.square is not None


def busy_throw(state: Aux, action: Any) -> bool:
    return isinstance(action, actions.Throw) and laden(state)


def big_load(state: Aux, action: Any) -> bool:
    return isinstance(action, actions.Load) and state.ship.treasure > 2


def landing(state: Aux, action: Any) -> bool:
    told = CUSTOMS.moments(state, action, CUSTOMS.game.apply(state, action))
    return any(moment.name == "ashore" and sum(moment["chests"]) > 4 for moment in told)


@cache
def fought(there: Callable[[Fight], bool]) -> Wanted:
    def wanted(state: Aux, action: Any) -> bool:
        if state.phase not in (Phase.DEFEND, Phase.STRIKE):
            return False
        told = CUSTOMS.moments(state, action, CUSTOMS.game.apply(state, action))
        return any(moment.name in ("fought", "drawn") and there(moment["fight"]) for moment in told)

    return wanted


# -- before the game -----------------------------------------------------------------------------------------------


@exhibit("aux-how-to-play")
def aux_explained(layout: Layout, words: Language) -> Shown:
    return Shown(Explain(layout, words, "aux", lambda: None))


@exhibit("aux-rules")
def aux_rules(layout: Layout, words: Language) -> Shown:
    """The rules to agree on, with two of them changed."""
    people = tuple(Person(name, livery.key) for name, livery in zip(CREW, LIVERIES, strict=False))
    page = SetUp(layout, words, Agreement(STAGED, people, 2), lambda agreement: None)
    page.handle(Pressed("right", 0.0))
    for button in ("choose", "choose", "right", "choose"):
        page.handle(Pressed(button, 0.0))
    return Shown(page)


# -- a turn --------------------------------------------------------------------------------------------------------


def build(state: Aux, action: Any) -> bool:
    return isinstance(action, actions.Build)


@exhibit("aux-build", lively=True)
def aux_build(layout: Layout, words: Language) -> Shown:
    return Voyage(build).shot(layout, words)


@exhibit("aux-built", lively=True)
def aux_built(layout: Layout, words: Language) -> Shown:
    return Voyage(build).then(layout, words, 0.9)


@exhibit("aux-leave-port", lively=True)
def aux_leave(layout: Layout, words: Language) -> Shown:
    return Voyage(in_phase(Phase.LAY)).shot(layout, words)


@exhibit("aux-throw", lively=True)
def aux_throw(layout: Layout, words: Language) -> Shown:
    return Voyage(busy_throw).shot(layout, words)


@exhibit("aux-sail", lively=True)
def aux_sail(layout: Layout, words: Language) -> Shown:
    game = Voyage(sailing(6))
    for _ in range(3):  # through open water
        ways = [action for action in CUSTOMS.game.legal(game.state) if isinstance(action, actions.Sail)]
        calm = [way for way in ways if CUSTOMS.game.apply(game.state, way).phase is Phase.SAIL]
        game.pick(text.write_action(calm[-1], game.table.players))
    return game.shot(layout, words)


@exhibit("aux-sail-two-players", lively=True)
def aux_two(layout: Layout, words: Language) -> Shown:
    return Voyage(sailing(4), ("Barthélemy", "Zoé")).shot(layout, words)


@exhibit("aux-rose", lively=True)
def aux_rose(layout: Layout, words: Language) -> Shown:
    return Voyage(in_phase(Phase.ROSE)).shot(layout, words)


@exhibit("aux-treasure", lively=True)
def aux_treasure(layout: Layout, words: Language) -> Shown:
    return Voyage(big_load).shot(layout, words)


@exhibit("aux-loading", lively=True)
def aux_loading(layout: Layout, words: Language) -> Shown:
    return Voyage(big_load).then(layout, words, 0.3)


@exhibit("aux-ashore", lively=True)
def aux_ashore(layout: Layout, words: Language) -> Shown:
    return Voyage(landing).then(layout, words, 1.5)


# -- boarding ------------------------------------------------------------------------------------------------------


def attack(state: Aux, action: Any) -> bool:
    return isinstance(action, actions.Attack)


def strong_defence(state: Aux, action: Any) -> bool:
    return state.phase is Phase.STRIKE and state.defence is not None and state.defence.pirates > 1


def prize(fight: Fight) -> bool:
    return fight.attack is not None and sum(fight.booty) > 1 and fight.sunk is fight.attacked


def draw(fight: Fight) -> bool:
    return fight.sunk is None


def gave_up(fight: Fight) -> bool:
    return fight.attack is None and any(fight.booty)


@exhibit("aux-meet", lively=True)
def aux_meet(layout: Layout, words: Language) -> Shown:
    return Voyage(attack).shot(layout, words)


@exhibit("aux-boarding", lively=True)
def aux_boarding(layout: Layout, words: Language) -> Shown:
    return Voyage(attack).then(layout, words, 0.8)


@exhibit("aux-defend", lively=True)
def aux_defend(layout: Layout, words: Language) -> Shown:
    return Voyage(in_phase(Phase.DEFEND)).shot(layout, words)


@exhibit("aux-strike", lively=True)
def aux_strike(layout: Layout, words: Language) -> Shown:
    return Voyage(strong_defence, ("Anne", "Barthélemy", "Zoé")).shot(layout, words)


@exhibit("aux-fought", lively=True)
def aux_fought(layout: Layout, words: Language) -> Shown:
    return Voyage(fought(prize)).then(layout, words, 1.5)


@exhibit("aux-draw", lively=True)
def aux_draw(layout: Layout, words: Language) -> Shown:
    return Voyage(fought(draw)).then(layout, words, 1.2)


@exhibit("aux-gave-up", lively=True)
def aux_gave_up(layout: Layout, words: Language) -> Shown:
    return Voyage(fought(gave_up)).then(layout, words, 1.4)


# -- when something is wrong, and the end ----------------------------------------------------------------------------


@exhibit("aux-cocked-die", lively=True)
def aux_cocked(layout: Layout, words: Language) -> Shown:
    game = Voyage(busy_throw)
    game.throw(4, face=None, state="cocked")
    return game.shot(layout, words)


@exhibit("aux-two-dice", lively=True)
def aux_two_dice(layout: Layout, words: Language) -> Shown:
    game = Voyage(busy_throw)
    game.throw(4, 6)
    return game.shot(layout, words)


@exhibit("aux-without-camera", lively=True)
def aux_blind(layout: Layout, words: Language) -> Shown:
    game = Voyage(busy_throw)
    game.watch(layout, words)
    lost = Message("The camera does not answer: check its cable. Meanwhile, enter the dice by hand.")
    game.hear(CameraLost(lost, game.clock.now()))
    return game.shown(0.4)


@exhibit("aux-does-it-count", lively=True)
def aux_counts(layout: Layout, words: Language) -> Shown:
    """A throw was taken back, and the die still lies there."""
    game = Voyage(busy_throw)
    game.throw(5)
    game.hear(Undo(game.clock.now()))
    return game.shot(layout, words)


@exhibit("aux-correct-a-die", lively=True)
def aux_correct(layout: Layout, words: Language) -> Shown:
    game = Voyage(sailing(4))
    screen = game.watch(layout, words)
    x, y = screen.place("die").center
    screen.handle(Touched(x, y, game.clock.now()))
    return game.shown(0.4)


@exhibit("aux-undo", lively=True)
def aux_undo(layout: Layout, words: Language) -> Shown:
    game = Voyage(sailing(4))
    game.watch(layout, words).handle(Typed("u", game.clock.now()))
    return game.shown(0.4)


def last(state: Aux, action: Any) -> bool:
    after: Aux = CUSTOMS.game.apply(state, action)
    return after.phase is Phase.OVER


@exhibit("aux-finale", lively=True)
def aux_finale(layout: Layout, words: Language) -> Shown:
    return Voyage(last, chests=2).then(layout, words, 8.0)


@exhibit("aux-hands-throw", lively=True)
def aux_hands(layout: Layout, words: Language) -> Shown:
    """On the virtual table, with a keyboard."""
    game = Voyage(busy_throw)
    by_hand(game, layout, words)
    return game.shown(0.3)


def dealt(players: Sequence[str] = CREW, phase: Phase = Phase.LAY, seed: int = 3) -> Played:
    """Hands dealt by the table, at the first decision of this kind."""
    chance, game = Random(seed), Played("aux", players)
    record = records.begin(CUSTOMS.game, tuple(players), Setup(chests=2))
    while record.state.due or record.state.phase is not phase:
        act = CUSTOMS.game.sea if CUSTOMS.game.actor(record.state) is SEA else CUSTOMS.game.bot
        record = records.play(record, act(record.state, chance))
    game.evening.journal.begin(records.write(record).rstrip("\n").split("\n"))
    game.table = game.evening.resume()
    return game


@exhibit("aux-hand-covered", lively=True)
def hand_covered(layout: Layout, words: Language) -> Shown:
    game = dealt()
    game.watch(layout, words)
    return game.shown(0.4)


def _looked_at(layout: Layout, words: Language, phase: Phase) -> Shown:
    game = dealt(phase=phase)
    game.watch(layout, words)
    shown = game.shown(0.4)
    drawn(shown.screen, layout, shown.at)
    shown.screen.handle(Pressed("choose", shown.at))
    shown.screen.redraw()  # type: ignore[attr-defined]
    return shown


@exhibit("aux-hand-open", lively=True)
def hand_open(layout: Layout, words: Language) -> Shown:
    return _looked_at(layout, words, Phase.LAY)


def printed() -> Played:
    return Played("aux", CREW[:3], Setup(chests=2, cards=Deal.PHYSICAL), house=House(cards="printed"))


@exhibit("aux-printed-lay", lively=True)
def printed_lay(layout: Layout, words: Language) -> Shown:
    """Printed cards before the eyes: one tool lies there, another is missing."""
    game = printed()
    game.hear(CardsSeen((), game.clock.now()))
    game.hear(CardsSeen((Card(NUMBERS[cards.Card.SABRE], 450, 60, "off"),), game.clock.now()))
    game.watch(layout, words)
    return game.shown(0.4)


@exhibit("aux-hands-cards", lively=True)
def hands_cards(layout: Layout, words: Language) -> Shown:
    """Printed cards on the virtual table: what can be laid of a secret hand."""
    game = printed()
    by_hand(game, layout, words)
    shown = game.shown(0.4)
    drawn(shown.screen, layout, shown.at)
    shown.screen.handle(Pressed("choose", shown.at))
    shown.screen.redraw()  # type: ignore[attr-defined]
    return shown


@exhibit("aux-hand-discard", lively=True)
def hand_discard(layout: Layout, words: Language) -> Shown:
    return _looked_at(layout, words, Phase.DISCARD)


@exhibit("aux-hand-defend", lively=True)
def hand_defend(layout: Layout, words: Language) -> Shown:
    return _looked_at(layout, words, Phase.DEFEND)


@exhibit("aux-menu", lively=True)
def aux_menu(layout: Layout, words: Language) -> Shown:
    return menu_of(Voyage(busy_throw), layout, words, Using.BUTTONS)
