"""Which dice are looked for: each makes its Watcher in the eyes' process, so that nobody else has to load OpenCV."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from vision.time.watch import Watcher


def house_dice(kind: str) -> Watcher:
    """The virtual table's own."""
    from firmware.practice.house_dice import profile_of
    from vision.mat import geometry
    from vision.time.watch import Watcher

    return Watcher(profile_of(kind, geometry.load()), geometry.load())


def own_dice(name: str, mat_file: str) -> Watcher:
    """Dice that were taught here, on the settings' mat, through the camera as it was measured."""
    from vision.mat import calibrate, geometry
    from vision.taught import profile
    from vision.time.watch import Watcher

    mat, home = geometry.load(mat_file or None), profile.path_of(name)
    return Watcher(profile.load(name), mat, calibrate.own_lens(), home=home)
