"""The service pages: what whoever sets up the table needs, one page each, and the way back to the game."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pygame import Rect, Surface

from firmware.play.events import Pressed
from firmware.play.referee import Lamp
from rules.say import Message
from ui.inputs import Input, Typed
from ui.look.theme import Layout
from ui.pages.menu import Menu
from ui.pages.title import other
from ui.parts.choice import Item
from ui.screen import Screen
from ui.targets import Target
from ui.words.language import Language
from ui.workshop.ages import AgesPage
from ui.workshop.along import AlongPage
from ui.workshop.buttons import ButtonsPage
from ui.workshop.camera import CameraPage
from ui.workshop.log import LogPage
from ui.workshop.page import Page, Workshop
from ui.workshop.rig import RigPage
from ui.workshop.settings import SettingsPage
from ui.workshop.teach import CalibratePage, TeachPage

Show = Callable[[], None]
PAGES: dict[str, tuple[type[Page], str, Message]] = {
    "camera": (CameraPage, "camera", Message("Camera")),
    "rig": (RigPage, "sun", Message("Sharp eyes")),
    "buttons": (ButtonsPage, "lamp", Message("Buttons")),
    "teach": (TeachPage, "cup", Message("Teach dice")),
    "calibrate": (CalibratePage, "compass", Message("Calibrate")),
    "settings": (SettingsPage, "wheel", Message("Settings")),
    "ages": (AgesPage, "turtle", Message("For every age")),
    "log": (LogPage, "book", Message("Log book")),
    "along": (AlongPage, "chest", Message("Take it along")),
}
TONGUES = {"fr": "Français", "en": "English"}


class Service:
    def __init__(
        self,
        shop: Workshop,
        layout: Layout,
        words: Language,
        leave: Callable[[], None],
        speak: Callable[[str], None],
        open_at: str | None = None,
    ) -> None:
        self._shop, self._layout, self._words = shop, layout, words
        self._leave, self._speak = leave, speak
        self._page: Screen = self._menu()
        self._home = True
        if open_at is not None:
            self._picked(open_at)

    @property
    def page(self) -> Screen:
        return self._page

    @property
    def lamps(self) -> Sequence[Lamp]:
        return getattr(self._page, "lamps", ())

    def handle(self, event: Input) -> None:
        if isinstance(event, Pressed) and event.button == "back":
            self.back()
        elif isinstance(event, Typed) and event.letter.lower() == "l":
            self._speak(other(self._words))
        else:
            self._page.handle(event)

    def draw(self, surface: Surface, now: float) -> list[Rect]:
        return self._page.draw(surface, now)

    def targets(self) -> tuple[Target, ...]:
        return self._page.targets()

    @property
    def focused(self) -> str | None:
        return self._page.focused

    def back(self) -> None:
        """From a page to the menu, from the menu to the game."""
        if isinstance(self._page, Page) and self._page.back():
            return
        if self._home:
            self._leave()
        else:
            self._page, self._home = self._menu(), True

    def _menu(self) -> Menu:
        say = self._words.say
        items = (
            *(Item(key, say(title), picture) for key, (_, picture, title) in PAGES.items()),
            Item("tongue", TONGUES[other(self._words)], "parrot"),
            Item("off", say(Message("Shut down")), "lamp_out"),
            Item("leave", say(Message("Back")), "undo"),
        )
        title, says = say(Message("In the workshop")), say(Message("Choose what to look after."))
        return Menu(self._layout, title, says, items, self._picked, columns=6, upright=True)

    def _picked(self, key: str) -> None:
        match key:
            case "leave":
                self._leave()
            case "tongue":
                self._speak(other(self._words))
            case "off":
                self._page, self._home = self._confirm(), False
            case _:
                kind = PAGES[key][0]
                self._page, self._home = kind(self._shop, self._layout, self._words, self.back), False

    def _confirm(self) -> Menu:
        say = self._words.say
        items = (Item("stay", say(Message("Stay")), "lamp"), Item("off", say(Message("Shut down")), "lamp_out"))
        title, says = say(Message("Shut down?")), say(Message("A game that is not finished can be resumed."))
        return Menu(self._layout, title, says, items, self._confirmed, columns=2, upright=True)

    def _confirmed(self, key: str) -> None:
        if key == "off":
            self._shop.power_off()
        else:
            self.back()
