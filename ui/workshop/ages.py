"""Service: what makes a table good for every age, on one page: larger letters, stillness, time, advice, sound. One
press sets all of it for children, another takes it back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from firmware.play.events import Pressed
from rules.say import Message
from ui.inputs import Input
from ui.parts.choice import Item
from ui.workshop.settings import SETTINGS, Setting, SettingsPage

WORDS: Mapping[str, Message] = {
    "usual": Message("usual"),
    "large": Message("large"),
    "full": Message("all of it"),
    "little": Message("little"),
}
EASE = (
    Setting("ease.letters", Message("Letters"), "book", ("large", "usual"), lambda value: WORDS[value]),
    Setting("ease.motion", Message("Motion"), "galleon", ("full", "little"), lambda value: WORDS[value]),
)
SHARED = ("play.advice", "play.name_limit_s", "play.claim_limit_s", "sound.volume", "sound.mute")
FOR_CHILDREN: Mapping[str, Any] = {
    "ease.letters": "large",
    "play.advice": True,
    "play.name_limit_s": 60.0,
    "play.claim_limit_s": 120.0,
}
FOR_ALL: Mapping[str, Any] = {
    "ease.letters": "usual",
    "play.advice": False,
    "play.name_limit_s": 10.0,
    "play.claim_limit_s": 30.0,
}


class AgesPage(SettingsPage):
    TITLE = Message("For every age")
    OF = (*EASE, *(one for key in SHARED for one in SETTINGS if one.key == key))

    def handle(self, event: Input) -> None:
        if isinstance(event, Pressed) and event.button == "back":
            self.leave()
        else:
            super().handle(event)

    @property
    def _for_children(self) -> bool:
        config = self.shop.config
        return all(one.now(config) == FOR_CHILDREN[one.key] for one in self.OF if one.key in FOR_CHILDREN)

    def more(self) -> tuple[Item, ...]:
        on = Message("on") if self._for_children else Message("off")
        return (Item("children", self.say(Message("With children")), "parrot", self.say(on)),)

    def took(self, key: str) -> bool:
        if key != "children":
            return False
        for name, value in (FOR_ALL if self._for_children else FOR_CHILDREN).items():
            self.shop.change(name, value)
        return True
