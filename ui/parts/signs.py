"""Signs for sheets that explain: each is a picture that is drawn at whatever height there is."""

from __future__ import annotations

from collections.abc import Callable

from pygame import Surface

from ui.look import pictures
from ui.look.theme import LIVERY

Sign = Callable[[int], Surface]  # a picture of that height


def die(face: str, colour: str | None = None, *, glow: bool = False, angle: int = 0, body: str | None = None) -> Sign:
    return lambda size: pictures.die(face, round(size / 1.5), colour=colour, body=body, glow=glow, angle=angle)


def art(name: str) -> Sign:
    return lambda size: pictures.picture(name, size)


def button(livery: str) -> Sign:
    return lambda size: pictures.button(LIVERY[livery], size, lit=livery == "red")


def key(name: str) -> Sign:
    return lambda size: pictures.console(name, size)
