"""The director: which screen stands on the stage now, from the title page over the menus into a game and back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from pygame import Rect, Surface

from firmware.play.evening import Evening
from firmware.play.events import Event, Paused, Pressed, Released, seat_of
from firmware.play.referee import Lamp
from rules.say import Message
from ui.games.staged import STAGED
from ui.inputs import Input, Keyed, Typed, Using
from ui.look.theme import LARGER, Layout
from ui.pages.attract import Robots
from ui.pages.explain import Explain
from ui.pages.lobby import Lobby
from ui.pages.menu import Menu
from ui.pages.setup import SetUp
from ui.pages.title import Title, other
from ui.parts.choice import Item
from ui.screen import Screen
from ui.sound import Speaker
from ui.table.guide import Guide, is_first
from ui.table.live import LiveView
from ui.table.screen import GameScreen
from ui.targets import Target
from ui.words.language import Language, language
from ui.workshop.ages import AgesPage
from ui.workshop.log import LogPage
from ui.workshop.page import Workshop
from ui.workshop.pages import Service

if TYPE_CHECKING:
    from firmware.practice.hand import Hand
    from firmware.practice.virtual import VirtualMat

MENU_S = 0.8  # and in a game, its menu
HELD_S = 2.0  # an arrow of the console held for so long opens the service pages
ARROWS = ("left", "right")  # they only point: holding them does nothing to a game, as holding "choose" would


class Host(Protocol):
    """What the director needs from the program around it."""

    evening: Evening
    names_file: Path

    @property
    def workshop(self) -> Workshop: ...
    @property
    def virtual(self) -> VirtualMat | None: ...
    @property
    def hand(self) -> Hand | None:
        """At the virtual table, for the game that is watched."""
        ...

    def submit(self, work: Callable[[], Any], /) -> Future[Any]: ...
    def watch(self, game: str) -> None: ...
    def put(self, event: Event) -> None: ...
    def live(self) -> Any: ...
    def robots(self) -> Robots: ...
    def connect(self, *, safe: bool = False) -> None: ...


class Director:
    """`failed` is what the last starts ended with, where they failed: then that is said first."""

    def __init__(
        self, host: Host, layout: Layout, words: Language, sounds: Speaker | None, failed: str | None = None
    ) -> None:
        self._host, self.words, self._sounds = host, words, sounds
        self._layout = self._fitted(layout)
        self.using = Using.NOTHING
        self._keyed = -1.0  # when a key was pressed last
        self._lobby = Lobby(
            host.evening, host.names_file, self._layout, lambda: self.words, self._show, self.play,
            lambda: self._show(self._title), self._log_book, self._ages,
        )  # fmt: skip
        self._held: dict[str, float] = {}  # arrows that are down, since when
        self.answer: Callable[[Message], None] = lambda title: None  # shows at once that a game was chosen
        self._drawn: set[str] = set()  # games whose sheets are drawn already
        self._make: Callable[[], Screen] = self._title  # what is shown, to be made again in the other language
        self.screen: Screen = self._make()
        if failed is not None:
            self._show(lambda: self._safe(failed))
        else:
            self._show(self._first())

    # -- what comes in ---------------------------------------------------------------------------------------------

    def handle(self, event: Input) -> None:
        self._use(event)
        match event:
            case Pressed(button, at) if button in ARROWS:
                self._held[button] = at
            case Released(button, at) if button in ARROWS:
                since = self._held.pop(button, at)
                if at - since >= self._held_s:  # on a slow machine no picture may have come in between
                    self.held()
            case Pressed("back", _) if not self._keeps_back():
                self._show(self._title)
                return
            case Typed(letter) if letter.lower() in "ls" and not isinstance(self.screen, SetUp | Service | Title):
                if letter.lower() == "l":
                    self.speak(other(self.words))
                else:
                    self._open_service()
                return
        self.screen.handle(event)
        self._heed()

    def _use(self, event: Input) -> None:
        """What people press now: what they can press is shown."""
        match event:
            case Keyed(at):
                self._keyed, self.using = at, Using.KEYS
            case Pressed(_, at) if at != self._keyed:
                self.using = Using.BUTTONS
        self._show_keys()

    def _show_keys(self) -> None:
        if isinstance(self.screen, GameScreen | Menu | SetUp):
            self.screen.using = self.using

    def at_once(self, event: Event) -> bool:
        """Takes what may be taken in the middle of a picture: a press in the race of a game, and a finger that leaves
        such a button. Says whether it did."""
        if not isinstance(self.screen, GameScreen):
            return False
        if isinstance(event, Released):
            return seat_of(event.button) is not None
        return isinstance(event, Pressed) and self.screen.at_once(event)

    def draw(self, surface: Surface, now: float) -> list[Rect]:
        if any(now - since >= self._held_s for since in self._held.values()):
            self._held.clear()
            self.held()
        self._heed()
        return self.screen.draw(surface, now)

    def targets(self) -> tuple[Target, ...]:
        return self.screen.targets()

    @property
    def focused(self) -> str | None:
        return self.screen.focused

    @property
    def _held_s(self) -> float:
        return MENU_S if isinstance(self.screen, GameScreen) else HELD_S

    def held(self) -> None:
        """An arrow was held: to the game's menu; into the service pages, or out of the one that is open."""
        if isinstance(self.screen, GameScreen | Service):
            self.screen.back()
        else:
            self._open_service()

    def speak(self, code: str) -> None:
        """The other language, at once: whatever is shown is made again with its words."""
        self.words = language(code)
        if isinstance(self.screen, SetUp):
            agreement = self.screen.agreement
            self._make = lambda: self._lobby.setup(agreement)
        self.screen = self._make()

    @property
    def lamps(self) -> Sequence[Lamp]:
        """What a page wants to light; else what the game at the table wants."""
        lamps: Sequence[Lamp] | None = getattr(self.screen, "lamps", None)
        if lamps is not None:
            return lamps
        table = self._host.evening.table
        return table.expects.lamps if table is not None else ()

    def _keeps_back(self) -> bool:
        """Screens that have a use for "back" themselves; it leads to the title everywhere else."""
        if isinstance(self.screen, Menu):
            return self.screen.leads_back
        return isinstance(self.screen, GameScreen | Service | Explain | SetUp | LogPage | AgesPage)

    def _heed(self) -> None:
        """What a game's screen wants: to the menu, or once more."""
        wants = getattr(self.screen, "wants", None)
        if wants == "menu":
            self._host.evening.leave()
            self._show(self._title)
        elif wants == "again":
            self._lobby.again()
        elif wants == "language":
            self.speak(other(self.words))
        elif wants == "workshop":
            self._open_service()
        elif wants == "explain" and self._host.evening.table is not None:
            played = self._host.evening.table.record
            self._lay_over(
                lambda leave: Explain(
                    self._layout, self.words, played.game.key, leave, played.setup, len(played.players)
                )
            )

    def _fitted(self, layout: Layout) -> Layout:
        """With letters as large as the settings say."""
        large = self._host.evening.config.ease.letters == "large"
        return replace(layout, letters=LARGER if large else 1.0)

    def _refit(self) -> None:
        """The settings may be others now."""
        self._layout = self._fitted(self._layout)
        self._lobby.fit(self._layout)

    def _show(self, make: Callable[[], Screen]) -> None:
        self._make = make
        self.screen = make()
        self._show_keys()

    # -- pages -----------------------------------------------------------------------------------------------------

    def _title(self) -> Screen:
        host = self._host
        return Title(
            self._layout, self.words, lambda: self._show(self._lobby.games), self._open_service,
            lambda: self.speak(other(self.words)), host.robots, host.submit,
        )  # fmt: skip

    def _first(self) -> Callable[[], Screen]:
        """A game that was interrupted is offered before anything else."""
        return self._lobby.offered if self._host.evening.waiting() else self._title

    def _log_book(self, leave: Callable[[], None]) -> Screen:
        return LogPage(self._host.workshop, self._layout, self.words, leave)

    def _open_service(self) -> None:
        self._lay_over(lambda leave: Service(self._host.workshop, self._layout, self.words, leave, self.speak))

    def _ages(self, leave: Callable[[], None]) -> Screen:
        """From the page before a game, and back to it with letters as they were chosen."""

        def left() -> None:
            self._refit()
            leave()

        return AgesPage(self._host.workshop, self._layout, self.words, left)

    def _lay_over(self, page: Callable[[Callable[[], None]], Screen]) -> None:
        """A page over whatever is shown, and back again when it is left; a game waits meanwhile."""
        back, evening, put = self._make, self._host.evening, self._host.put
        if isinstance(self.screen, SetUp):
            agreement = self.screen.agreement
            back = lambda: self._lobby.setup(agreement)  # noqa: E731
        pauses = isinstance(self.screen, GameScreen) and evening.table is not None and evening.table.paused is None
        if pauses:
            put(Paused(True, evening.clock.now()))

        def leave() -> None:
            if pauses:
                put(Paused(False, evening.clock.now()))
            self._refit()
            self._show(back)

        self._show(lambda: page(leave))

    def _safe(self, why: str) -> Screen:
        """After two starts that failed: what happened, and how to go on."""
        say = self.words.say
        items = (
            Item("without", say(Message("Go on without it")), "hand"),
            Item("all", say(Message("Try all again")), "camera"),
            Item("off", say(Message("Shut down")), "lamp_out"),
        )
        title, says = say(Message("Safe mode")), say(Message("Choose how to go on."))
        failed = Message("The last starts failed: {why}", why=why or say(Message("nobody knows why.")))
        return Menu(self._layout, title, says, items, self._safely, columns=3, upright=True, trouble=say(failed))

    def _safely(self, key: str) -> None:
        if key == "off":
            self._host.workshop.power_off()
            return
        if key == "all":
            self._host.connect()
        self._show(self._first())

    # -- games -----------------------------------------------------------------------------------------------------

    def play(self, key: str) -> None:
        """The screen of the game that was begun or resumed."""
        self._answered(key)
        self._host.watch(key)
        self._show(lambda: self._game(key))

    def _answered(self, key: str) -> None:
        """Before a game's sheets are drawn for the first time, which takes seconds on a small machine: its name."""
        if key not in self._drawn:
            self._drawn.add(key)
            self.answer(STAGED[key].game.title)

    def _game(self, key: str) -> Screen:
        host, evening = self._host, self._host.evening
        assert evening.table is not None
        if self.using is Using.NOTHING and host.virtual is not None:
            self.using = Using.KEYS  # a laptop
        return STAGED[key].screen(
            evening, host.put, self._layout, self.words, self._sounds, evening.config,
            liveries=self._lobby.liveries(evening.table.players), live=LiveView(host.live),
            hand=host.hand, using=self.using,
            guide=Guide(STAGED[key].guide if is_first(evening.journal.folder, key) else None),
        )  # fmt: skip
