"""The plank on screen: the chest, the hand of whoever walks, the die as it was read, and two choices."""

from __future__ import annotations

from typing import Any

from pygame import Rect

from firmware.play.referee import Moment
from rules.dice import PIPS
from rules.game import Seat
from rules.say import Message
from tests.fifth_game.rules import Plank, Throw
from ui.look.pictures import picture
from ui.look.text import Face
from ui.look.theme import BONE
from ui.parts import tray
from ui.parts.tray import Lain
from ui.table import hands
from ui.table.correcting import Correcting
from ui.table.screen import GameScreen, Show
from ui.table.stagecraft import burst, drop, headline, scene

FACES = tuple((face, Message("{n}", n=int(face))) for face in PIPS.faces)
LOOKING = ("ask", "jiggle", "fix")  # tasks that are about what lies on the mat
LASTS = {"fall": 1.8, "home": 1.4}
VOICES = {"fall": "splash", "home": "coin", "won": "win", "hint": "tick"}


class PlankScreen(GameScreen):
    LASTS = LASTS
    VOICES = VOICES

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._bounds = tray.zone(self.config, "track")

    @property
    def state(self) -> Plank:
        state: Plank = self.table.state
        return state

    def score(self, seat: Seat) -> str:
        return str(self.state.purses[seat])

    def stage(self, now: float) -> None:
        if self.table.expects.task == "over":
            self.finale.draw(now)
            return
        stage, third = self.layout.stage, self.layout.stage.width // 3
        high = round(stage.height * 0.6)
        self._heap("chest", "chest_open", self.state.chest, Message("in the chest"), stage.x, high)
        self._heap("hand", "coin", self.state.hand, Message("in the hand"), stage.x + third, high)
        self._die(Rect(stage.x + 2 * third, stage.y, third, high))
        self._offers(Rect(stage.x, stage.y + high, stage.width, stage.height - high))

    def _heap(self, name: str, art: str, coins: int, where: Message, x: int, high: int) -> None:
        """A picture, how many coins, and where they are."""
        stage, u = self.layout.stage, self.layout.unit
        wide, size = stage.width // 3, round(high * 0.45)
        self.canvas.image(name, picture(art, size), (x + (wide - size) / 2, stage.y + u))
        count = Rect(x + u, stage.y + u + size, wide - 2 * u, round(high * 0.38))
        sizes = (self.layout.large, self.layout.medium)
        self.write(f"{name} count", count, str(coins), sizes, face=Face.LETTERING, colour=BONE, align="centre")
        below = Rect(count.x, count.bottom, count.width, high - size - count.height)
        self.write(f"{name} where", below, self.words.say(where), self.layout.small, colour=BONE, align="centre")

    # -- the die ---------------------------------------------------------------------------------------------------

    def _die(self, area: Rect) -> None:
        edge = round(min(area.size) * 0.4)
        seen, meant = self.table.seen, set(self.table.expects.dice)
        if self.table.expects.task in LOOKING and seen is not None:
            dice = [die for die in seen.dice if die.zone != "off"]
            spots = tray.lie(dice, area, edge, self._bounds)
            lain = [
                Lain(f"die seen {die.id}", die.face, None, spot, tray.turned(die.rot_deg), die.id in meant)
                for die, spot in zip(dice, spots, strict=True)
            ]
            for each, box in zip(lain, tray.draw(self.canvas, lain, edge), strict=True):
                self.target(box, self.ask, each.name, rank=1)
            return
        last = next((s.action.pips for s in reversed(self.table.record.steps) if isinstance(s.action, Throw)), None)
        if self.state.rolling or last is None:
            size = round(min(area.size) * 0.7)
            self.canvas.image("cup", picture("cup", size), (area.centerx - size / 2, area.centery - size / 2))
            return
        [box] = tray.draw(self.canvas, [Lain("die", str(last), None, area.center, -8)], edge)
        sheet = Correcting(0, Message("What does the die show?"), FACES, face=str(last))
        hands.die(self, box, "die", sheet)

    def ask(self, at: float) -> None:
        self.correcting = Correcting(0, Message("What does the die show?"), FACES)

    # -- choices ---------------------------------------------------------------------------------------------------

    def _offers(self, area: Rect) -> None:
        expects, u = self.table.expects, self.layout.unit
        row = area.inflate(-6 * u, -6 * u)
        if expects.task in ("enter", "ask"):
            self.offer_to_tell(row)
        elif not self._shows:
            self.offer(
                row, [(each.key, self.words.say(each.label), each.picture) for each in expects.options], self.pick
            )

    # -- what happens ----------------------------------------------------------------------------------------------

    def happened(self, moment: Moment, now: float) -> None:
        if moment.name == "played" and isinstance(moment["action"], Throw):
            self.sound("dice")

    def play(self, show: Show, t: float) -> None:
        room = scene(self, "dusk")
        size = room.height // 2
        if show.moment.name == "fall":
            drop(self, "fallen", "anchor", size, room.center, t, 0.1)
        else:
            drop(self, "purse", "chest", size, room.center, t, 0.0)
            burst(self, "coins", "coin", size // 4, room.center, t, 0.4, show.moment["coins"], room.height * 0.4)
        headline(self, self.words.say(show.moment.message), t)
