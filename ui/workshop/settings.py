"""Service: the table's settings, each press takes the next value, written down at once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from pygame import Rect, Surface

from firmware.config import Config
from rules.say import Message, Trouble
from ui.inputs import Input
from ui.look.theme import Layout
from ui.pages.menu import Menu
from ui.parts.choice import Item
from ui.words.language import Language
from ui.workshop.page import Page, Workshop


@dataclass(frozen=True, slots=True)
class Setting:
    key: str  # as in table.toml
    label: Message
    picture: str
    values: tuple[Any, ...]
    told: Callable[[Any], Message]
    counts: Message | None = None  # from when on, where that is not at once

    def now(self, config: Config) -> Any:
        value: Any = config
        for name in self.key.split("."):
            value = getattr(value, name)
        return value

    def following(self, config: Config) -> Any:
        """The next larger value, or the first again; a value of the owner's own is not lost before it is left."""
        here = self.now(config)
        return next((value for value in self.values if value > here), self.values[0])


def _seconds(value: Any) -> Message:
    return Message("{n} s", n=value)


def _ms(value: Any) -> Message:
    return Message("{n} ms", n=value)


def _percent(value: Any) -> Message:
    return Message("{n} %", n=value)


def _on(value: Any) -> Message:
    return Message("on") if value else Message("off")


NEXT = Message("Each press takes the next value.")
LATER = Message("A game that has begun keeps what it began with: this counts from the next game on.")
RESTART = Message("This counts when Vigie is started again.")

SETTINGS = (
    Setting("sound.volume", Message("Volume"), "speaker", tuple(range(0, 101, 10)), _percent),
    Setting("sound.mute", Message("Silence"), "mute", (False, True), _on),
    Setting("play.tie_window_ms", Message("Same moment"), "hourglass", (0, 5, 10, 15, 25, 40, 60), _ms, LATER),
    Setting("play.name_limit_s", Message("Time to name a series"), "bell", (5, 10, 15, 20, 30, 60), _seconds, LATER),
    Setting("play.claim_limit_s", Message("Time to claim at the end"), "hand", (15, 30, 45, 60, 120), _seconds, LATER),
    Setting("play.advice", Message("Advice for learners"), "parrot", (False, True), _on),
    Setting(
        "players", Message("Player buttons"), "lamp", (2, 3, 4, 5, 6), lambda value: Message("{n}", n=value), RESTART
    ),
)


class SettingsPage(Page):
    TITLE = Message("Settings")
    OF: tuple[Setting, ...] = SETTINGS

    def __init__(self, shop: Workshop, layout: Layout, words: Language, leave: Callable[[], None]) -> None:
        super().__init__(shop, layout, words, leave)
        title, says = self.say(self.TITLE), self.say(NEXT)
        self._menu = Menu(layout, title, says, self._items(), self._picked, columns=2)

    def handle(self, event: Input) -> None:
        self._menu.handle(event)

    def draw(self, surface: Surface, now: float) -> list[Rect]:
        return self._menu.draw(surface, now)

    def _items(self) -> tuple[Item, ...]:
        config = self.shop.config
        return (
            *(
                Item(one.key, self.say(one.label), one.picture, self.say(one.told(_now(one, config))))
                for one in self.OF
            ),
            *self.more(),
            Item("leave", self.say(Message("Back")), "undo"),
        )

    def more(self) -> tuple[Item, ...]:
        """What a page offers besides its settings."""
        return ()

    def _picked(self, key: str) -> None:
        if key == "leave":
            self.leave()
            return
        if self.took(key):
            self._menu.offer(self._items())
            return
        setting = next(one for one in self.OF if one.key == key)
        says, trouble = self.say(setting.counts or NEXT), ""  # on the ribbon: what can be touched stays where it is
        try:
            self.shop.change(key, setting.following(self.shop.config))
        except Trouble as error:
            trouble = self.say(error.message)
        if self.shop.sounds is not None and key.startswith("sound"):
            self.shop.sounds.play("bell")
        self._menu.offer(self._items(), trouble=trouble, says=says)

    def took(self, key: str) -> bool:
        """Whether this was one of `more`."""
        return False


def _now(setting: Setting, config: Config) -> Any:
    value = setting.now(config)
    return int(value) if isinstance(value, float) and value.is_integer() else value
