"""Which dice are looked for: each makes its Watcher in the eyes' process, so that nobody else has to load OpenCV."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from vision.watch import Watcher


def house_dice(kind: str) -> Watcher:
    """The virtual table's own."""
    from firmware.house_dice import profile_of
    from vision import mat
    from vision.watch import Watcher

    return Watcher(profile_of(kind, mat.load()), mat.load())


def own_dice(name: str, mat_file: str) -> Watcher:
    """Dice that were taught here, on the settings' mat, through the camera as it was measured."""
    from vision import calibrate, mat, profile
    from vision.watch import Watcher

    return Watcher(profile.load(name), mat.load(mat_file or None), calibrate.own_lens())
