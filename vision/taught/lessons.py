"""Lessons: what the players said of a die that was read otherwise, or not at all, taken in as one more look at it.

A lesson is one more template, of that face in that light. It is given up with its reason where by the profile's own
leave-one-out another die would be read worse for it; of one face, and of all, only so many are kept, the last ones.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rules.say import Message, Trouble
from vision.dice import level, symbols
from vision.dice.look import Look, Scene, colour_chances
from vision.limits import count, limit
from vision.picture.colour import SOFT
from vision.read import SURE_COLOUR, weighed
from vision.taught.profile import Profile, blank

Array = NDArray[Any]

MOST = count("lessons.most")
MOST_OF_A_FACE = count("lessons.most_of_a_face")
LEAD = limit("lessons.lead")
OWN = limit("lessons.own")
NEARER = limit("lessons.nearer")
FAR = limit("lessons.far")


def learned(profile: Profile, seen: Scene, x: float, y: float, face: str, colour: str | None = None) -> Profile:
    """The profile with one more look at a die that lies at that place; else a Trouble that says why nothing is learned.
    `seen` was looked at with that profile, or one that differs by lessons only."""
    if face not in profile.faces:
        raise Trouble(Message("'{face}' is not a face of these dice.", face=face))
    look = _lying_at(seen, x, y)
    if look is None or look.level.argmax() != level.FLAT:
        raise Trouble(Message("The die to learn from is no longer where it lay, or not flat."))
    if look.mirrors:
        raise Trouble(Message("The lamp is mirrored in this die: nothing is learned from that."))
    like = _template_of(profile, face, look.kin)
    top = symbols.ink_of(symbols.faces(seen.views, [look.at], profile.edge_mm), profile.body_tones)
    tones = profile.colour_tones[like : like + 1]
    if colour is not None and profile.colours:
        tones = _with_ink(profile, like, look, profile.colours.index(colour))[None]
    wiser = replace(
        profile,
        faces=(*profile.faces, profile.faces[like]),
        template_body=np.append(profile.template_body, profile.template_body[like]),
        features=np.concatenate([profile.features, top.features]),
        ink=np.append(profile.ink, top.amount[0]),
        own=np.append(profile.own, profile.own[like]),
        colour_tones=np.concatenate([profile.colour_tones, tones]) if profile.colours else profile.colour_tones,
        lessons=profile.lessons + 1,
    )
    if (other := confused(wiser)) is not None:
        raise Trouble(Message("In this light it looks too much like '{face}': nothing is learned.", face=other))
    return _bounded(wiser)


def _lying_at(seen: Scene, x: float, y: float) -> Look | None:
    there = [(each.look.at.x - x) ** 2 + (each.look.at.y - y) ** 2 for each in weighed(seen)]
    if not there or min(there) > (FAR * seen.profile.edge_mm) ** 2:
        return None
    return weighed(seen)[int(np.argmin(there))].look


def _template_of(profile: Profile, face: str, kin: int) -> int:
    """The one that was taught of this face: of the body that the die has, where there are several."""
    taught = [i for i, name in enumerate(profile.faces) if name == face]
    return next((i for i in taught if profile.template_body[i] == kin), taught[0])


def confused(profile: Profile) -> str | None:
    """The face that the last template stands in the way of: one of whose dice, each compared with all that is known but
    itself, would no longer be nearest to its own."""
    last, own = len(profile.faces) - 1, own_likeness(profile)
    empty = blank(profile.faces)
    like = _likeness(profile)
    others = [
        i for i in range(last)
        if profile.faces[i] != profile.faces[last] and profile.template_body[i] == profile.template_body[last]
    ]  # fmt: skip
    for i in others:
        if not (empty[i] and not empty[last]) and max(like[i, last], like[last, i]) > own[i] - LEAD:
            return profile.faces[i]
    if empty[last]:
        return None
    rival = max(others, key=lambda i: like[last, i], default=None)
    if own[last] < OWN or (rival is not None and like[last, rival] > own[last] + NEARER):
        return profile.faces[rival] if rival is not None else profile.faces[last]
    return None


def own_likeness(profile: Profile) -> Array:
    """How like its own face each template is without itself: as teaching found it, or, of a lesson, by the others."""
    own, like = profile.own.astype(float), _likeness(profile)
    for i in range(len(profile.faces) - profile.lessons, len(profile.faces)):
        same = (profile.face_index == profile.face_index[i]) & (profile.template_body == profile.template_body[i])
        same[i] = False
        own[i] = like[i, same].max() if same.any() else own[i]
    return own


def _likeness(profile: Profile) -> Array:
    """Of each template with each."""
    return np.array([match.like for match in symbols.compare(profile.features, profile.ink, profile.moulds)])


def _with_ink(profile: Profile, like: int, look: Look, which: int) -> Array:
    """The inks of a face as they are on this die in this light: as taught, but for the one that it has. Where an ink
    would be taken for another by that, as taught."""
    body, tone = profile.body_tones[look.kin], look.body + look.hue
    inks = profile.colour_tones[like].copy()
    paper = np.exp(body) - SOFT
    around = np.sqrt(np.maximum(paper * np.maximum(np.exp(look.body) - SOFT, 0.02), 1e-4))
    seen = np.log(SOFT + np.maximum((np.exp(tone) - SOFT) / around, 0.0) * paper)
    inks[which] = (inks[which] + seen) / 2
    all_inks, bodies = profile.colour_tones[like], np.repeat(body[None], len(inks), 0)
    chances = colour_chances(all_inks, bodies, np.repeat(inks[None], len(inks), 0), bodies)
    return np.asarray(inks if (chances.diagonal() > SURE_COLOUR).all() else all_inks)


def _bounded(profile: Profile) -> Profile:
    """Without the oldest lesson of the last one's face, or of all, where there are too many."""
    first = len(profile.faces) - profile.lessons
    same = [
        i for i in range(first, len(profile.faces))
        if profile.faces[i] == profile.faces[-1] and profile.template_body[i] == profile.template_body[-1]
    ]  # fmt: skip
    if len(same) > MOST_OF_A_FACE:
        return _without(profile, same[0])
    return _without(profile, first) if profile.lessons > MOST else profile


def forgotten(profile: Profile) -> Profile:
    """As it was taught, without what was learned at the table."""
    while profile.lessons:
        profile = _without(profile, len(profile.faces) - 1)
    return profile


def _without(profile: Profile, i: int) -> Profile:
    def left(array: Array) -> Array:
        return np.delete(array, i, axis=0)

    return replace(
        profile,
        faces=profile.faces[:i] + profile.faces[i + 1 :],
        template_body=left(profile.template_body),
        features=left(profile.features),
        ink=left(profile.ink),
        own=left(profile.own),
        colour_tones=left(profile.colour_tones) if profile.colours else profile.colour_tones,
        lessons=profile.lessons - 1,
    )
