"""A robot that plays Mille Sabords at the virtual table."""

from __future__ import annotations

from collections import Counter

from firmware.games.mille.marks import THINGS
from firmware.play.events import Picked
from firmware.practice.robots import Robot
from rules import mille


class MilleRobot(Robot):
    def restore(self) -> bool:
        """A thrown die hit one that was to stay, say: what differs is turned back by hand to what the game knows. Where
        nothing differs, the camera may see better what is moved a little."""
        turn = self.table.state.turn
        if not turn.dice:
            return False
        wanted = Counter((face.value, number in turn.laid) for number, face in enumerate(turn.dice))
        lying, differ = self.mat.lying(), []
        for number in range(len(self.mat.cubes)):
            die = lying.get(number)
            shown = (die.face.name, self.zone(number) == "island") if die else ("", False)
            wanted.subtract([shown])
            if wanted[shown] < 0:
                differ.append(number)
        for number, (face, laid) in zip(differ, (+wanted).elements(), strict=True):
            self.mat.put(number, face)
            if laid:
                self.mat.aside(number, "island")
        if not differ:
            self.nudge(self.chance.randrange(0, len(self.mat.cubes)))
        return True

    def play(self, task: str, now: float) -> None:
        state = self.table.state
        if task == "card" and self.deck is not None:
            if self.deck.pending:  # nobody could tell what it is
                self.deck.tidy(now)
            else:
                self.deck.lay(now, *THINGS.laid_by(state, mille.GAME.sea(state, self.chance)))
        elif task == "card":
            options = self.table.expects.options
            self.put(Picked(options[self.chance.randrange(0, len(options))].key, now))
        elif task == "throw":
            if self.mat.in_hand and len(self.mat.in_hand) < len(self.mat.cubes):
                self.mat.throw(*self.mat.in_hand)
            elif not state.turn.rolling and state.turn.dice:  # they lie there, and the camera does not see them
                self.restore()
            elif state.turn.island:
                self.mat.throw(*self._showing([face for face in state.turn.dice if face != mille.Face.SKULL]))
            else:
                self.mat.throw(*range(len(self.mat.cubes)))
        elif task in {"choose", "guardian"}:
            self._choose(now)

    def _choose(self, now: float) -> None:
        state = self.table.state
        match self.decide(self.table.record):
            case mille.Rethrow(dice):
                self.mat.throw(*self._showing([state.turn.dice[number] for number in dice]))
            case mille.Lay(dice):
                for number in self._showing([state.turn.dice[die] for die in dice]):
                    self.mat.aside(number, "island")
            case _:
                self.press(state.turn.seat, now)

    def _showing(self, faces: list[mille.Face]) -> list[int]:
        """Dice on the mat that show these faces, those on the track first."""
        zone_of = self.mat.mat.zone_of
        lying = sorted(self.mat.lying().items(), key=lambda item: zone_of(item[1].x, item[1].y) != "track")
        found: list[int] = []
        for face in faces:
            found += [number for number, die in lying if die.face.name == face and number not in found][:1]
        return found
