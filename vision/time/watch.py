"""The Watcher: frames with their times in, what happens on the mat out.

    watcher = Watcher(profile, mat)
    for frame, at in camera:
        if seen := watcher.look(frame, at): ...     # only when there is something to say

A frame on which nothing changed costs two small subtractions. Dice are read only once everything is still, and a die
whose picture did not change keeps its reading, so that a hand, a shadow or a lamp elsewhere cannot change it. A die in
doubt is looked at in a few still frames before it is told.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from rules.say import Message, Trouble
from vision import read as reading
from vision.limits import count, limit
from vision.log import LOG
from vision.mat.geometry import Mat
from vision.mat.pose import Lens, Pose, find_pose
from vision.picture.views import warp
from vision.seen import Change, Die, Phase, Reading, Seen
from vision.taught import lessons
from vision.taught.corrected import Table
from vision.taught.profile import Profile
from vision.time import doubt, motion
from vision.time.follow import SAME_PLACE_MM, apart, follow, same_face

Array = NDArray[Any]
Reader = Callable[..., Reading]

SETTLE_S = limit("watch.settle_s")
LONGEST_STEP_S = limit("watch.longest_step_s")
AGAIN_S = limit("watch.again_s")
TRIES = count("watch.tries")
SELDOM_S = limit("watch.seldom_s")
SMALLEST = 64
TOP_SHARE, TOP_PX_PER_MM, SLACK_MM = 0.78, 1.6, 1.6  # of a die's top, when it is compared with how it looked before
SAME_PICTURE, SURELY_SAME = limit("watch.same_picture"), limit("watch.surely_same")
BLANK = limit("watch.blank")
GONE = Message("the die no longer lies where it was seen.")
NO_MAT = Message("The mat is not in view: its four corner markers must show.")
EMPTY = {
    "dark": Message("The picture is black: is the lens covered, or the lamp off?"),
    "bright": Message("The picture is white: there is too much light."),
}


class Watcher:
    """Keeps the last settled dice, the camera's pose and two small pictures. Never raises out of `look`."""

    def __init__(
        self,
        profile: Profile,
        mat: Mat,
        lens: Lens | None = None,
        reader: Reader = reading.read,
        home: Path | None = None,
    ) -> None:
        self.profile, self.mat, self.lens = profile, mat, lens
        self.home = home  # where the profile is kept, if what it learns is to last
        self._lesson: tuple[int, Profile] | None = None  # the die that was learned from last, and what was known before
        self._read = reader
        self.dice: tuple[Die, ...] = ()
        self.pose: Pose | None = None
        self._phase: Phase | None = None
        self._trouble: Message | None = None
        self._next_id = 0
        self._size: tuple[int, ...] | None = None
        self._before: Array | None = None  # the frame before, small
        self._anchor: Array | None = None  # the last settled one, small
        self._frame: Array | None = None  # the same, in full
        self._noise = 0.0
        self._clock = 0.0  # our own: it never goes back
        self._at: float | None = None
        self._moved = 0.0  # when something last moved
        self._looked: float | None = None  # when it was last read since then; None: not yet
        self._tries = 0
        self._looks: list[tuple[Die, ...]] = []  # at a table with a die in doubt, since it became still

    def look(self, frame: Array | None, at: float) -> Seen | None:
        """One frame, taken at `at` seconds. Says something on a change of phase and when the settled dice changed."""
        self._tick(at)
        try:
            return self._look(frame, at)
        except Exception as error:  # whatever a frame does to us: the game goes on, and it is said
            self._forget()
            said = self._blind(at, Message("This picture could not be read: {why}.", why=str(error)))
            if said is not None:
                LOG.exception("A picture could not be read.")
            return said

    # -- learning --------------------------------------------------------------------------------------------------

    def looked_at(self, die: Die) -> Table:
        """The settled table as it was looked at when this die lay there; a Trouble where it lies there no more."""
        there = next((now for now in self.dice if now.id == die.id), None)
        if self._frame is None or self.pose is None or there is None or apart(there, die) > SAME_PLACE_MM:
            raise Trouble(GONE)
        return Table(self._frame, self.pose, self.dice, self.profile)

    def learn(self, die: Die, face: str, colour: str | None) -> None:
        """From now on that die is known in that light. A Trouble says why nothing is learned. What was learned from the
        same die before was wrong then, and is forgotten."""
        table, known = self.looked_at(die), self.profile
        if self._lesson is not None and self._lesson[0] == die.id:
            known = self._lesson[1]
        seen = reading.looked_at(table.frame, known, self.mat, table.pose, self.lens)
        if isinstance(seen, Message):
            raise Trouble(seen)
        self.profile, self._lesson = known, None
        self.profile = lessons.learned(known, seen, die.x_mm, die.y_mm, face, colour)
        self._lesson = die.id, known

    # -- looking ---------------------------------------------------------------------------------------------------

    def _tick(self, at: float) -> None:
        step = at - self._at if self._at is not None else 0.0
        self._clock += min(max(step, 0.0), LONGEST_STEP_S) if math.isfinite(step) else 0.0
        if math.isfinite(at):
            self._at = at

    def _look(self, frame: Array | None, at: float) -> Seen | None:
        if not isinstance(frame, np.ndarray) or frame.dtype != np.uint8 or frame.ndim != 3 or frame.shape[2] != 3:
            self._forget()
            return self._blind(at, Message("The camera gives no picture."))
        if min(frame.shape[:2]) < SMALLEST:
            self._forget()
            return self._blind(at, Message("The camera's picture is too small to show anything."))
        if frame.shape != self._size:
            first = self._size is None
            self._forget()
            self._size, self.pose = frame.shape, None
            if not first:
                return self._blind(at, Message("The camera's picture changed its size."))
        now = motion.small(frame)
        empty = motion.emptiness(now)
        if empty is not None:
            self._forget()
            return self._blind(at, EMPTY[empty])
        before, self._before = self._before, now
        moved = self._note_motion(now, before)
        if not moved and self._looked is not None and not self._due():
            return None
        if self._clock - self._moved < SETTLE_S or moved:
            return self._say_moving(now, at)
        return self._settle(frame, now, at)

    def _note_motion(self, now: Array, before: Array | None) -> bool:
        """Whether a thing moved since the frame before, or stands elsewhere than when the dice were last read."""
        if before is None:
            self._moved, self._looked, self._tries = self._clock, None, 0
            return True
        lately = motion.differs(now, before, self._noise)
        anchor = self._anchor if self._phase == "settled" and self._looked is not None else None
        if not lately:
            self._noise += 0.05 * (cv2.mean(cv2.absdiff(now, before))[0] - self._noise)
        if not lately and (anchor is None or not motion.differs(now, anchor, self._noise)):
            return False
        if lately and not motion.difference(now, before).is_light:
            self._stirred()
            return True
        if anchor is None:
            return False
        if motion.difference(now, anchor).is_light:
            if not lately:  # only the light has changed, and it is steady again
                self._anchor = now
            return False
        self._stirred()  # it came too slowly to be seen moving
        return True

    def _stirred(self) -> None:
        self._moved, self._looked, self._tries, self._looks = self._clock, None, 0, []

    def _due(self) -> bool:
        """Time for another look: something could not be read the last time."""
        if self._looks:
            return True
        unread = self._phase in ("blind", "hand") or any(die.state != "flat" for die in self.dice)
        patience = AGAIN_S if self._tries < TRIES or self._phase in ("blind", "hand") else SELDOM_S
        return unread and self._looked is not None and self._clock - self._looked >= patience

    def _say_moving(self, now: Array, at: float) -> Seen | None:
        if self._phase == "blind" and self.pose is None:
            return None  # still blind, until the mat has been found
        hand = self._anchor is not None and motion.difference(now, self._anchor).is_hand
        phase: Phase = "hand" if hand else "moving"
        if self._phase == phase or (self._phase == "hand" and not hand and self._clock - self._moved > 0):
            return None
        return self._say(phase, at)

    def _settle(self, frame: Array, now: Array, at: float) -> Seen | None:
        self._looked = self._clock
        self._tries += 1
        pose = find_pose(frame, self.mat, self.pose, self.lens)
        if pose is None:
            self._looks = []
            return self._blind(at, NO_MAT)
        read = self._read(frame, self.profile, self.mat, pose=pose, lens=self.lens)
        if not read.mat:
            return self._blind(at, read.trouble or NO_MAT)
        if read.hand:
            self._looks = []
            return self._say("hand", at) if self._phase != "hand" else None
        knocked = self.pose is not None and pose is not self.pose and pose.knocked(self.pose)
        trouble = Message("The camera or the mat was moved; its new place is learned.") if knocked else read.trouble
        counted = tuple(die for die in read.dice if die.zone != "off" or die.state == "flat")
        self._looks.append(doubt.against_the_set(self._unchanged_kept(counted, frame, pose), self.profile.kind))
        if doubt.in_doubt(self._looks[-1]) and len(self._looks) < doubt.LOOKS:
            return None  # the next still frame is looked at as well
        fresh, self._looks = doubt.fused(self._looks), []
        dice, changes, self._next_id = follow(self.dice, fresh, self._next_id)
        known = all(change.happened == "stayed" and _alike(change) for change in changes)
        self.pose, self._anchor, self._frame, self.dice = pose, now, frame.copy(), dice
        if self._phase == "settled" and known and trouble == self._trouble:
            return None
        self._phase, self._trouble = "settled", trouble
        return Seen(at, "settled", dice, changes, trouble)

    def _unchanged_kept(self, fresh: tuple[Die, ...], frame: Array, pose: Pose) -> tuple[Die, ...]:
        """The new reading, except for dice whose top looks as it did: for them the old reading holds, unless the new
        one knows better (another face, or tilted) and the likeness leaves room for it."""
        before, place = self._frame, self.pose
        if before is None or place is None:
            return fresh
        edge = self.profile.edge_mm
        near = max(0.6 * edge, SAME_PLACE_MM)
        flat = [die for die in self.dice if die.state == "flat"]
        looked, looks = _tops(before, place, flat, edge, 0.0), _tops(frame, pose, flat, edge, SLACK_MM)
        kept = []
        for die, old, now in zip(flat, looked, looks, strict=True):
            there = [new for new in fresh if apart(die, new) <= near and new.state != "unsure"]
            news = any(not same_face(die, new) for new in there)
            if likeness(old, now) > (SURELY_SAME if news else SAME_PICTURE):
                kept.append(die)
        return (*kept, *(die for die in fresh if all(apart(die, old) > near for old in kept)))

    def _say(self, phase: Phase, at: float, trouble: Message | None = None) -> Seen:
        self._phase, self._trouble = phase, trouble
        return Seen(at, phase, self.dice, (), trouble)

    def _blind(self, at: float, trouble: Message) -> Seen | None:
        if self._phase == "blind" and self._trouble == trouble:
            return None
        return self._say("blind", at, trouble)

    def _forget(self) -> None:
        """No picture to compare with: the next good one is looked at as if it were the first."""
        self._before = self._anchor = self._looked = None
        self._looks = []


def _alike(change: Change) -> bool:
    return change.before is not None and change.after is not None and change.before.state == change.after.state


def _tops(frame: Array, pose: Pose, dice: Sequence[Die], edge: float, slack: float) -> list[Array]:
    """The top faces of dice from straight above, each with `slack` millimetres around it."""
    size = TOP_SHARE * edge + 2 * slack
    x, y, turn = (np.array([getattr(die, name) for die in dice]) for name in ("x_mm", "y_mm", "rot_deg"))
    views = warp(frame, pose, x, y, turn, size, round(size * TOP_PX_PER_MM), edge)
    return [cv2.GaussianBlur(view, (0, 0), 0.8) for view in views]


def likeness(before: Array, now: Array) -> float:
    """How well the picture `before` is found in `now`, in any light: brightness and contrast do not count."""
    if float(before.std(axis=(0, 1)).max()) < BLANK:  # a blank face: no picture to know it by
        return 0.0
    return float(cv2.matchTemplate(now, before, cv2.TM_CCOEFF_NORMED).max())
