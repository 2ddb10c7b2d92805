"""Which dice are looked for: each makes its Watcher in the eyes' process, so that nobody else has to load OpenCV."""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from rules.say import Trouble

if TYPE_CHECKING:
    from vision.cards.faces import Faces
    from vision.time.watch import Watcher


def house_dice(kind: str) -> Watcher:
    """The virtual table's own."""
    from firmware.practice.house_dice import profile_of
    from vision.mat import geometry
    from vision.time.watch import Watcher

    return Watcher(profile_of(kind, geometry.load()), geometry.load())


def own_dice(name: str, mat_file: str, cards: str | None = None) -> Watcher:
    """Dice that were taught here, on the settings' mat, through the camera as it was measured. `cards`: what is printed
    on the cards that were taught by this name is no die."""
    from vision.cards.sight import Sight
    from vision.mat import calibrate, geometry
    from vision.read import read
    from vision.taught import profile
    from vision.time.watch import Watcher

    mat, home = geometry.load(mat_file or None), profile.path_of(name)
    reader = partial(read, sight=Sight(mat, _faces(cards)))
    return Watcher(profile.load(name), mat, calibrate.own_lens(), reader, home)


def _faces(name: str | None) -> Faces | None:
    """A damaged file is said where cards are looked for."""
    from vision.cards import deck

    with suppress(Trouble):
        return deck.own(name) if name else None
    return None
