"""What is wrong with the camera and the buttons, until it is put right. Kept here alone: for the table, for a game that
begins later, and for the workshop."""

from __future__ import annotations

from collections.abc import Mapping

from firmware.play.events import ButtonTrouble, CameraBack, CameraLost, Event, Looked
from rules.say import Message

CAMERA = "camera"


class Senses:
    """Owned by the thread that owns the game."""

    def __init__(self) -> None:
        self._troubles: dict[str, Message] = {}

    @property
    def troubles(self) -> Mapping[str, Message]:
        """By the button's name, or "camera"."""
        return self._troubles

    @property
    def blind(self) -> Message | None:
        """Why there is no camera; None: there is one."""
        return self._troubles.get(CAMERA)

    def note(self, event: Event) -> None:
        match event:
            case CameraLost(message):
                self._troubles[CAMERA] = message
            case CameraBack() | Looked():
                self._troubles.pop(CAMERA, None)
            case ButtonTrouble(button, None):
                self._troubles.pop(button, None)
            case ButtonTrouble(button, message) if message is not None:
                self._troubles[button] = message
