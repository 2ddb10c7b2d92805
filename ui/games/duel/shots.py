"""Pictures of Pirates en Duel: real games, played by the game's own bot up to the moment worth a look."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from firmware.games.choices.referee import ChoiceReferee
from firmware.games.duel.laying import THINGS
from firmware.play.events import CameraLost, CardsSeen, Pressed, Tick
from firmware.play.hosting import House
from rules.duel.cards import Skill
from rules.duel.state import Duel, Setup, Stage, cards, owns, ship_of
from rules.game import SEA
from rules.say import Message
from ui.gallery.exhibits import Shown, exhibit
from ui.gallery.games import Played
from ui.gallery.hands import by_hand, menu_of
from ui.games.duel.staged import FLEETS, STAGED
from ui.look.theme import LIVERIES, Layout
from ui.pages.explain import Explain
from ui.pages.options import Agreement
from ui.pages.people import Person
from ui.pages.setup import SetUp
from ui.words.language import Language
from vision.seen import Card

SIX = ("Anne", "Barthélemy", "Zoé", "Louis", "Mary", "Grand-père")
When = Callable[[Duel], bool]


class Sailed(Played):
    """A game whose players do what the bot would do, with dice that chance throws."""

    def __init__(self, players: Sequence[str] = SIX[:4], level: int = 3, seed: int = 1, **options: Any) -> None:
        setup = Setup(level=level, colours=FLEETS.get(len(players), ()))
        super().__init__("duel", players, setup, seed=seed, **options)
        referee = self.table.referee
        assert isinstance(referee, ChoiceReferee)
        self.customs = referee.customs

    def go_on(self) -> None:
        """The next thing that has to be done."""
        state, game = self.table.state, self.customs.game
        if self.customs.wanted(state) is not None:
            throw = game.sea(state, self.chance)
            self.throw(*["skull"] * throw.skulls, *["ship"] * throw.ships, *["blank"] * throw.blanks)
        elif game.actor(state) is not SEA:
            for pick in self.customs.steps.path(state, game.bot(state, self.chance)):
                if self.table.state is state:  # where only one way was left it was gone at once
                    self.pick(pick)
        elif self.table.expects.options:
            self.pick(self.table.expects.options[self.chance.randrange(len(self.table.expects.options))].key)
        else:
            self.hear(Tick(self.clock.now()))

    def throw(self, *faces: str) -> None:
        """The dice that are wanted come to rest so; what is to be kept stays where it lies."""
        wanted = self.customs.wanted(self.table.state)
        assert wanted is not None
        kept, stay = list(wanted.kept or ()), []
        for die in self.dice:
            if die.body == wanted.body and die.face in kept:
                kept.remove(str(die.face))
                stay.append(die.id)
        gone = [die.id for die in self.dice if die.id not in stay and (die.body == wanted.body or wanted.along)]
        self.lift(*gone)
        self.lay(*faces, body=wanted.body)

    def until(self, there: When, most: int = 4000) -> Sailed:
        for _ in range(most):
            if there(self.table.state):
                return self
            self.go_on()
            if self.table.expects.task == "over":
                break
        raise AssertionError("never came to that")


def at_stage(*stages: Stage, turn: int = 8) -> When:
    return lambda state: state.stage in stages and state.turn.number >= turn


def found(there: When, **options: Any) -> Sailed:
    """The first game, by its seed, that comes to that."""
    for seed in range(1, 60):
        try:
            return Sailed(seed=seed, **options).until(there)
        except AssertionError:
            continue
    raise AssertionError("no game comes to that")


def opened(layout: Layout, words: Language, there: When, **options: Any) -> Sailed:
    game = found(there, **options)
    game.watch(layout, words)
    return game


@exhibit("duel-how-to-play")
def duel_explained(layout: Layout, words: Language) -> Shown:
    return Shown(Explain(layout, words, "duel", lambda: None))


@exhibit("duel-rules")
def duel_rules(layout: Layout, words: Language) -> Shown:
    people = tuple(Person(name, livery.key) for name, livery in zip(SIX, LIVERIES, strict=True))
    page = SetUp(layout, words, Agreement(STAGED, people, 6), lambda agreement: None)
    page.handle(Pressed("right", 0.0))
    return Shown(page)


@exhibit("duel-first-crews", lively=True)
def duel_first(layout: Layout, words: Language) -> Shown:
    return opened(layout, words, at_stage(Stage.FIRST_CREW, turn=0), players=SIX).shown(0.3)


@exhibit("duel-recruit", lively=True)
def duel_recruit(layout: Layout, words: Language) -> Shown:
    return opened(layout, words, at_stage(Stage.RECRUIT, turn=9)).shown(0.3)


@exhibit("duel-recruit-two-players", lively=True)
def duel_two(layout: Layout, words: Language) -> Shown:
    return opened(layout, words, at_stage(Stage.RECRUIT, turn=7), players=SIX[:2]).shown(0.3)


@exhibit("duel-draw", lively=True)
def duel_draw(layout: Layout, words: Language) -> Shown:
    return opened(layout, words, at_stage(Stage.DRAW), players=SIX[:3], level=1).shown(0.3)


@exhibit("duel-target", lively=True)
def duel_target(layout: Layout, words: Language) -> Shown:
    def lookout(state: Duel) -> bool:
        return at_stage(Stage.TARGET, turn=6)(state) and owns(state, state.turn.seat, Skill.LOOKOUT)

    return opened(layout, words, lookout, players=SIX).shown(0.3)


@exhibit("duel-throw", lively=True)
def duel_throw(layout: Layout, words: Language) -> Shown:
    return opened(layout, words, at_stage(Stage.DICE), players=SIX[:5]).shown(0.3)


@exhibit("duel-losses", lively=True)
def duel_losses(layout: Layout, words: Language) -> Shown:
    def much(state: Duel) -> bool:
        fight = state.fight
        if not at_stage(Stage.LOSSES)(state) or fight is None or fight.side.due < 2:
            return False
        return all(len(ship_of(state, side.ship).crew) > 3 for side in fight.sides)

    return opened(layout, words, much, players=SIX).shown(0.3)


@exhibit("duel-helm", lively=True)
def duel_helm(layout: Layout, words: Language) -> Shown:
    return opened(layout, words, at_stage(Stage.HELM), level=2).shown(0.3)


@exhibit("duel-helm-die", lively=True)
def duel_helm_die(layout: Layout, words: Language) -> Shown:
    return opened(layout, words, at_stage(Stage.HELM_DIE), level=2).shown(0.3)


@exhibit("duel-tavern-die", lively=True)
def duel_tavern_die(layout: Layout, words: Language) -> Shown:
    return opened(layout, words, at_stage(Stage.TAVERN_DIE, turn=4), players=SIX[:5], level=2).shown(0.3)


@exhibit("duel-parrot", lively=True)
def duel_parrot(layout: Layout, words: Language) -> Shown:
    return opened(layout, words, at_stage(Stage.PARROT)).shown(0.3)


@exhibit("duel-red-cross", lively=True)
def duel_cross(layout: Layout, words: Language) -> Shown:
    return opened(layout, words, at_stage(Stage.RED_CROSS), level=2).shown(0.3)


@exhibit("duel-tavern", lively=True)
def duel_tavern(layout: Layout, words: Language) -> Shown:
    return opened(layout, words, at_stage(Stage.TAVERN), players=SIX[:5], level=2).shown(0.3)


@exhibit("duel-rowing-boat", lively=True)
def duel_boat(layout: Layout, words: Language) -> Shown:
    game = opened(layout, words, at_stage(Stage.ROW), players=SIX)
    game.pick("swap")
    crew = next(key for key in (option.key for option in game.table.expects.options) if key.startswith("crew:"))
    game.pick(crew)
    return game.shown(0.3)


@exhibit("duel-rowing-boat-five-ships", lively=True)
def duel_boat_of_six(layout: Layout, words: Language) -> Shown:
    def all_afloat(state: Duel) -> bool:
        return state.stage is Stage.ROW and all(ship.crew for ship in state.ships)

    game = opened(layout, words, all_afloat, players=SIX)
    game.pick("swap")
    game.pick(next(option.key for option in game.table.expects.options if option.key.startswith("crew:")))
    return game.shown(0.3)


@exhibit("duel-wrong-dice", lively=True)
def duel_wrong(layout: Layout, words: Language) -> Shown:
    def red(state: Duel) -> bool:
        return at_stage(Stage.DICE)(state) and state.fight is not None and state.fight.acting == 0

    game = opened(layout, words, red)
    game.lift(*(die.id for die in game.dice))
    game.lay("skull", "ship", "blank", body="blue")
    return game.shown(0.3)


@exhibit("duel-cocked-die", lively=True)
def duel_cocked(layout: Layout, words: Language) -> Shown:
    game = opened(layout, words, at_stage(Stage.DICE))
    wanted = game.customs.wanted(game.table.state)
    assert wanted is not None
    game.lift(*(die.id for die in game.dice if die.body == wanted.body))
    game.lay("skull", "ship", body=wanted.body)
    game.lay("", face=None, state="cocked", body=wanted.body)
    return game.shown(0.3)


@exhibit("duel-camera-lost", lively=True)
def duel_camera(layout: Layout, words: Language) -> Shown:
    game = opened(layout, words, at_stage(Stage.DICE))
    lost = Message("The camera does not answer: check its cable. Meanwhile, enter the dice by hand.")
    game.hear(CameraLost(lost, game.clock.now()))
    return game.shown(0.3)


@exhibit("duel-losses-without-camera", lively=True)
def duel_losses_unseen(layout: Layout, words: Language) -> Shown:
    game = opened(layout, words, at_stage(Stage.LOSSES), players=SIX)
    lost = Message("The camera does not answer: check its cable. Meanwhile, enter the dice by hand.")
    game.hear(CameraLost(lost, game.clock.now()))
    return game.shown(0.3)


@exhibit("duel-real-pirates", lively=True)
def duel_pile(layout: Layout, words: Language) -> Shown:
    there = at_stage(Stage.TURN_UP, turn=2)
    return opened(layout, words, there, house=House(cards="physical")).shown(0.3)


@exhibit("duel-real-cards", lively=True)
def duel_deck(layout: Layout, words: Language) -> Shown:
    game = opened(layout, words, at_stage(Stage.DRAW, turn=2), house=House(cards="physical"))
    game.pick("kind:boarding")
    return game.shown(0.3)


def printed() -> Played:
    return Played("duel", SIX[:3], Setup(level=1, box=True), house=House(cards="printed"))


@exhibit("duel-hands-turn-up", lively=True)
def duel_turn_up(layout: Layout, words: Language) -> Shown:
    """Printed cards on the virtual table: pirates are to be turned up."""
    game = printed()
    by_hand(game, layout, words)
    return game.shown(0.3)


@exhibit("duel-printed-wrong", lively=True)
def duel_wrong_card(layout: Layout, words: Language) -> Shown:
    """A combat card lies there where pirates are to be turned up."""
    game = printed()
    game.hear(CardsSeen((), game.clock.now()))
    marks = THINGS.numbers(game.table.state)
    storm = next(name for name, card in cards(game.table.state).combat.items() if not card.is_fight)
    game.hear(CardsSeen((Card(marks[storm], 450, 60, "off"),), game.clock.now()))
    game.watch(layout, words)
    return game.shown(0.3)


def moment(layout: Layout, words: Language, name: str, after: float, **options: Any) -> Shown:
    """The first game in which that happens, at a moment of its picture."""
    for seed in range(1, 80):
        game = Sailed(seed=seed, **options)
        for _ in range(900):
            known = len(game.table.moments)
            if game.table.expects.task == "over":
                break
            before = game.table.record
            game.go_on()
            if any(each.name == name for each in game.table.moments[known:]):
                break
        else:
            continue
        if game.table.expects.task == "over" and name != "won":
            continue
        assert before is not None
        again = Sailed(seed=seed, **options)
        while len(again.table.record.entries) < len(before.entries):
            again.go_on()
        again.watch(layout, words)
        again.go_on()
        again.look()
        again.hear(Tick(again.clock.now()))  # the next cards come
        return again.shown(after)
    raise AssertionError(f"nowhere: {name}")


@exhibit("duel-card", lively=True)
def duel_card(layout: Layout, words: Language) -> Shown:
    return moment(layout, words, "card", 0.7)


@exhibit("duel-to-arms", lively=True)
def duel_arms(layout: Layout, words: Language) -> Shown:
    return moment(layout, words, "fight", 1.0)


@exhibit("duel-overboard", lively=True)
def duel_overboard(layout: Layout, words: Language) -> Shown:
    return moment(layout, words, "overboard", 0.45)


@exhibit("duel-result", lively=True)
def duel_result(layout: Layout, words: Language) -> Shown:
    return moment(layout, words, "result", 1.3)


@exhibit("duel-sunk", lively=True)
def duel_sunk(layout: Layout, words: Language) -> Shown:
    return moment(layout, words, "sunk", 1.7, players=SIX[:5])


@exhibit("duel-finale", lively=True)
def duel_finale(layout: Layout, words: Language) -> Shown:
    return moment(layout, words, "won", 6.0)


@exhibit("duel-hands-throw", lively=True)
def duel_hands(layout: Layout, words: Language) -> Shown:
    """On the virtual table, with a keyboard."""
    game = found(at_stage(Stage.DICE))
    by_hand(game, layout, words)
    return game.shown(0.3)


@exhibit("duel-hands-recruit", lively=True)
def duel_hands_recruit(layout: Layout, words: Language) -> Shown:
    game = found(at_stage(Stage.RECRUIT))
    by_hand(game, layout, words)
    return game.shown(0.3)


@exhibit("duel-menu", lively=True)
def duel_menu(layout: Layout, words: Language) -> Shown:
    return menu_of(found(at_stage(Stage.DICE)), layout, words)
