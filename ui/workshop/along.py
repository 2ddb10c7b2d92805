"""Service: take it along: everything of this table onto a USB stick, and back from it."""

from __future__ import annotations

from pygame import Rect

from rules.say import Message
from ui.look.theme import BLOOD, INK
from ui.parts.choice import Item
from ui.parts.plain import Words
from ui.workshop.page import Job, Page

WHAT = Message(
    "Games, log book, dice, names and settings go onto a USB stick in one file, or come back from it. Plug one in, and "
    "choose."
)
SURE = Message(
    "What is on the stick takes the place of all that is here: games, log book, dice, names and settings. The table "
    "starts anew with it."
)


class AlongPage(Page):
    def __init__(self, *args: object) -> None:
        super().__init__(*args)  # type: ignore[arg-type]
        self._job: Job[Message] | None = None
        self._asks = False  # whether it is meant

    def title(self) -> Message:
        return Message("Take it along")

    @property
    def busy(self) -> bool:
        return self._job is not None and not self._job.done

    def says(self) -> Message:
        if self.busy:
            return Message("The stick is at work: leave it plugged in.")
        return Message("Bring it back?") if self._asks else Message("Choose.")

    def actions(self) -> tuple[Item, ...]:
        if self.busy:
            return ()
        if self._asks:
            return (Item("sure", self.say(Message("Yes, bring it back")), "chest"),)
        return (
            Item("save", self.say(Message("Save everything")), "flag"),
            Item("restore", self.say(Message("Bring it back")), "chest"),
        )

    def act(self, key: str) -> None:
        self._asks = key == "restore"
        if key in ("save", "sure"):
            what = "save" if key == "save" else "restore"
            self._job = Job(self.shop.submit, lambda: self.shop.take_along(what))
        else:
            self._job = None

    def body(self, area: Rect, now: float) -> None:
        trouble = self._job.trouble if self._job is not None and self._job.done else None
        done = self._job.value if self._job is not None and self._job.done else None
        said = self.say(trouble or done or (SURE if self._asks else WHAT))
        colour = BLOOD if trouble is not None else INK
        small, large = self.layout.small, round(self.layout.small * 1.3)
        words = Words(said, (large, small), colour=colour, align="centre")
        self.paper("along", area.inflate(-area.width // 6, -area.height // 8), words)
