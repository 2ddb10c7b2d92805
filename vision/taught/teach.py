"""Teaching: a dice set from one photo per face. What it learns comes from these photos and from nothing else."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from rules.say import Message, Trouble
from vision.dice import glare, level, survey, symbols
from vision.limits import count, limit
from vision.mat.geometry import Mat
from vision.mat.pose import Lens, find_pose
from vision.pairing import assign
from vision.picture.colour import SOFT
from vision.picture.views import Square
from vision.taught import checks, find
from vision.taught.profile import DARK, Kind, Profile, blank

Array = NDArray[Any]

EDGES = np.arange(13.0, 22.0)  # millimetres: the dice there are
FEWEST = count("teach.fewest")
DROWNED = count("teach.drowned")
SURELY = limit("teach.surely")
COLOURS = ("black", "red", "green", "blue", "yellow", "purple")
# Log colour of inks and bodies less that of white in the same light, as words go: blue, green, red light.
WORDS = {
    "black": (-2.6, -2.6, -2.6),
    "red": (-2.2, -2.4, -0.4),
    "green": (-1.9, -0.8, -2.2),
    "blue": (-0.4, -1.7, -2.2),
    "yellow": (-2.6, -0.5, -0.1),
    "purple": (-0.7, -2.0, -1.2),
}
BODIES = {
    "white": (0.0, 0.0, 0.0),
    "ivory": (-0.5, -0.15, -0.02),
    "cream": (-0.75, -0.2, -0.02),
    "black": (-3.0, -3.0, -3.0),
    "red": (-2.6, -2.8, -0.5),
    "blue": (-0.8, -2.2, -2.9),
    "green": (-2.2, -1.0, -2.6),
    "yellow": (-2.4, -0.5, -0.15),
}


@dataclass(frozen=True)
class Sample:
    """One die in a teaching photo."""

    at: Square
    features: Array
    amount: float
    tone: Array  # of the ink, less the body's
    body: Array
    top: Array  # tones of its face (3, VIEW, VIEW)
    mirrors: bool = False  # the lamp shows in its top


def teach(photos: Mapping[str, Array], kind: Kind, name: str, mat: Mat, lens: Lens | None = None) -> Profile:
    """A profile from photos by face name (`red-skull` where bodies differ). A bad photo is a Trouble naming it."""
    if len(photos) < 2:
        raise Trouble(Message("There are too few photos to teach from: at least two faces are needed, one photo each."))
    views, tones = _bodies_in(photos, mat, lens, dark=True)  # dark dice look like shadows until one looks for them
    if np.median([tone.max() for tone in tones.values()]) >= DARK:
        with contextlib.suppress(Trouble):  # black dice that shine in some photos and look like shadows in others
            views, tones = _bodies_in(photos, mat, lens, dark=False)
    alike = {face: body_of(face, kind) for face in photos}
    tones = checks.without_glare(tones, alike)
    edge = _edge(views, tones, mat)
    for last in (False, False, True):
        found = {face: _samples(face, view, tones[face], edge, mat) for face, view in views.items()}
        samples = _of_one_face(_with_glare_told(found, alike))
        if not last:
            edge *= float(np.median([die.at.wide for dice in samples.values() for die in dice]))
    return _profile(samples, kind, name, edge)


def body_of(face: str, kind: Kind) -> str:
    """The word before the dash of a photo's name, where a set has dice of two colours."""
    return face.split("-", 1)[0] if kind == "duel" and "-" in face else ""


def _with_glare_told(samples: Mapping[str, list[Sample]], alike: Mapping[str, str]) -> dict[str, list[Sample]]:
    """The samples, those marked that mirror the lamp: by the tones of all dice that have the same body."""
    out = {}
    for face, dice in samples.items():
        bodies = np.array([d.body for f, ds in samples.items() if alike[f] == alike[face] for d in ds])
        mirrors = checks.mirrored(np.array([d.body for d in dice]), bodies)
        out[face] = [replace(d, mirrors=bool(shines)) for d, shines in zip(dice, mirrors, strict=True)]
    return out


def _to_learn_from(dice: Sequence[Sample], empty: bool) -> list[Sample]:
    """The dice of a photo that its face is learned from: those that mirror no lamp, for a pale square in some of them
    is of the light and not of the face. Where nearly all do: what is left of the symbol in their middle."""
    clean = [d for d in dice if not d.mirrors]
    if len(clean) >= FEWEST or empty:
        return clean if len(clean) >= FEWEST else list(dice)
    features = symbols.ink_of(glare.lifted(np.stack([d.top for d in dice], 1))).features * glare.INNER
    return [replace(d, features=f) for d, f in zip(dice, features, strict=True)]


def _bodies_in(
    photos: Mapping[str, Array], mat: Mat, lens: Lens | None, dark: bool
) -> tuple[dict[str, find.Strange], dict[str, Array]]:
    views = {face: view_of(face, photo, mat, lens, dark) for face, photo in photos.items()}
    return views, {face: body_tone(face, view, mat) for face, view in views.items()}


def view_of(face: str, photo: Array, mat: Mat, lens: Lens | None, dark: bool) -> find.Strange:
    gray = cv2.cvtColor(photo, cv2.COLOR_BGR2GRAY)
    pose = find_pose(gray, mat, lens=lens)
    if pose is None:
        raise Trouble(
            Message("In the photo of '{face}' the mat is not to be seen: all of it must be in view.", face=face)
        )
    checks.check_sharp(face, gray, pose, mat)
    views = find.look(photo, pose, mat, dark)
    if views is None:
        raise Trouble(Message("In the photo of '{face}' too little of the mat shows, or it is too dark.", face=face))
    return views


def body_tone(face: str, view: find.Strange, mat: Mat) -> Array:
    """The commonest colour of what lies on the mat."""
    found, labels = find.blobs(view.strange, view.pose, mat, 16.0)
    keep = {b.label for b in found if 0.6 * 14**2 < b.area < 2.4 * 20**2 and max(b.x1 - b.x0, b.y1 - b.y0) < 48}
    if len(keep) < FEWEST:
        raise _too_few(face, len(keep))
    tones = view.tones[np.isin(labels, list(keep))].astype(np.float64)
    middle = np.median(tones, axis=0)
    for reach in (0.8, 0.5, 0.35, 0.3):  # mean shift to the densest colour
        near = np.abs(tones - middle).max(1) < reach
        if near.sum() > 10:
            middle = tones[near].mean(0)
    return middle


def _too_few(face: str, n: int) -> Trouble:
    return Trouble(
        Message(
            "The photo of '{face}' shows one die only; lay about six dice apart on the track.",
            plural="The photo of '{face}' shows {n} dice; lay about six dice apart on the track.",
            n=n,
            face=face,
        )
    )


def _edge(views: Mapping[str, find.Strange], tones: Mapping[str, Array], mat: Mat) -> float:
    """The dice's edge: the one at which what is found is as wide as that, over some of the photos."""
    scores = np.zeros(len(EDGES))
    for i, edge in enumerate(EDGES):
        for face in list(views)[:3]:
            for square in _flat_dice(views[face], tones[face][None], float(edge), mat):
                scores[i] += np.exp(-(((square.wide - 1) / 0.05) ** 2))
    i = int(scores.argmax())
    if 0 < i < len(EDGES) - 1:
        a, b, c = scores[i - 1 : i + 2]
        return float(EDGES[i] + 0.5 * (a - c) / (a - 2 * b + c))
    return float(EDGES[i])


def _flat(said: Array) -> bool:
    return int(said.argmax()) == 0


def _samples(face: str, view: find.Strange, tone: Array, edge: float, mat: Mat) -> list[Sample]:
    squares = _flat_dice(view, tone[None], edge, mat)
    if len(squares) < FEWEST:
        raise _too_few(face, len(squares))
    tops = symbols.faces(view, squares, edge)
    ink = symbols.ink_of(tops, tone[None])
    tones = symbols.hues(view, squares, edge, ink.body)
    rows = zip(squares, ink.features, ink.amount, tones, ink.body, tops.transpose(1, 0, 2, 3), strict=True)
    return [Sample(*row) for row in rows]


def _flat_dice(view: find.Strange, bodies: Array, edge: float, mat: Mat) -> list[Square]:
    field = survey.field_of(view, edge, bodies, mat)
    spots = [square for square, _ in survey.squares(field, survey.said(field))]
    if not spots:
        return []
    said, squares = level.judged(view, spots, edge, mat)
    return [square for square, scores in zip(squares, said, strict=True) if _flat(scores)]


def _of_one_face(samples: dict[str, list[Sample]]) -> dict[str, list[Sample]]:
    """The samples without those that show something else than most in their photo: dice not cleanly seen, things that
    are no dice. One that shows the face of another photo is a mistake to be told."""
    good: dict[str, list[Sample]] = {}
    others: dict[str, list[Sample]] = {}
    moulds = {}
    for (face, dice), empty in zip(samples.items(), blank(samples), strict=True):
        if len(dice) < FEWEST:
            raise _too_few(face, len(dice))
        shown = _to_learn_from(dice, bool(empty))
        lifted = not empty and sum(not d.mirrors for d in shown) < FEWEST
        features = _features(shown)
        odd = checks.drowned(features) if lifted else checks.other_faces(features, _amounts(shown), bool(empty))
        kept = [d for i, d in enumerate(shown) if i not in odd]
        if len(kept) < FEWEST:
            raise checks.lamp_in(face) if any(d.mirrors for d in shown) else _too_few(face, len(kept))
        moulds[face] = symbols.average(_features(kept)), float(np.median(_amounts(kept)))
        others[face] = [shown[i] for i in odd if not shown[i].mirrors]
        aside = [d for d in dice if d.mirrors] if len(shown) < len(dice) else []  # their colours may still show
        good[face] = [*kept, *aside]
    taught = symbols.Moulds(
        np.stack([mould for mould, _ in moulds.values()]), np.array([ink for _, ink in moulds.values()]), blank(good)
    )
    for face, odd_ones in others.items():
        for die in odd_ones:
            like = symbols.compare(die.features[None], np.array([die.amount]), taught)[0].like
            best = list(good)[int(like.argmax())]
            same = best.split("-")[-1] == face.split("-")[-1]  # the same symbol on another body
            if like.max() > SURELY and not taught.blank[like.argmax()] and not same:
                raise checks.mixed(face, best)
    return good


def _features(dice: list[Sample]) -> Array:
    return np.stack([d.features for d in dice])


def _amounts(dice: list[Sample]) -> Array:
    return np.array([d.amount for d in dice])


def _profile(samples: Mapping[str, list[Sample]], kind: Kind, name: str, edge: float) -> Profile:
    features, ink, own = [], [], []
    for seen, empty in zip(samples.values(), blank(samples), strict=True):
        clean = [d for d in seen if not d.mirrors]
        dice = clean if len(clean) >= FEWEST else seen
        features.append(symbols.average(_features(dice)))
        ink.append(np.median(_amounts(dice)))
        own.append(np.mean(_leave_one_out(dice, np.array([empty]))))
    bodies, index, tones = _bodies(samples, kind)
    checks.check_apart(list(samples), index, np.stack(features), np.array(ink))
    faces = tuple(face.split("-", 1)[1] if kind == "duel" and "-" in face else face for face in samples)
    colours: tuple[str, ...] = ()
    colour_tones = np.zeros((0, 0, 3))
    if kind == "twelve":
        colours, colour_tones = COLOURS, _colours(samples)
    return Profile(
        name=name,
        kind=kind,
        edge_mm=edge,
        bodies=bodies,
        body_tones=tones,
        faces=faces,
        template_body=np.array(index),
        features=np.stack(features),
        ink=np.array(ink),
        own=np.array(own),
        colours=colours,
        colour_tones=colour_tones,
    )


def _leave_one_out(dice: list[Sample], empty: Array) -> list[float]:
    out = []
    for i, die in enumerate(dice):
        mean = symbols.average(np.stack([d.features for j, d in enumerate(dice) if j != i]))
        mould = symbols.Moulds(mean[None], np.array([np.median([d.amount for d in dice])]), empty)
        out.append(float(symbols.compare(die.features[None], np.array([die.amount]), mould)[0].like[0]))
    return out


def _bodies(samples: Mapping[str, list[Sample]], kind: Kind) -> tuple[tuple[str, ...], list[int], Array]:
    named = {face: body_of(face, kind) for face in samples}
    names = list(dict.fromkeys(named.values()))
    tones = []
    for body in names:
        dice = [d for face, ds in samples.items() if named[face] == body for d in ds]
        clean = [d.body for d in dice if not d.mirrors]
        tones.append(np.median(clean or [d.body for d in dice], axis=0))
    if kind != "duel":
        names = [_word(tones[0])]
    return tuple(names), [list(dict.fromkeys(named.values())).index(named[face]) for face in samples], np.array(tones)


def _word(tone: Array) -> str:
    white: Array = np.array([1.25, 1.15, 1.62])  # a white die's tone, on the mat as printed

    def far(word: str) -> float:
        off = tone - np.log(np.exp(white + BODIES[word]) + SOFT)
        rise = float(off.mean())
        return float(np.abs(off - rise).max()) + 0.3 * abs(rise)  # a gloss changes brightness sooner than hue

    return min(BODIES, key=far)


def _colours(samples: Mapping[str, list[Sample]]) -> Array:
    """Each photo shows every colour once: which die is which, from what the words mean, then from each other. A die or
    two may be missing, drowned in the mirrored lamp: their colours show in other photos."""
    n = len(COLOURS)
    fewest = min(samples, key=lambda face: len(samples[face]))
    if len(samples[fewest]) < n - DROWNED:
        raise _too_few(fewest, len(samples[fewest]))
    known = direction(np.array([WORDS[w] for w in COLOURS]))
    for _ in range(4):
        picked: dict[str, list[Sample | None]] = {}  # the die of each colour
        for face, dice in samples.items():
            picked[face] = [None] * n
            for row, column in assign(np.array([[_apart(die.tone, colour) for colour in known] for die in dice])):
                picked[face][column] = dice[row]
        inks = [[d for d in shown if d is not None] for shown in zip(*picked.values(), strict=True)]
        if min(map(len, inks)) < (len(samples) + 1) // 2:
            raise _too_few(fewest, len(samples[fewest]))
        known = np.array([np.mean([direction(d.tone) for d in ink], axis=0) for ink in inks])
    # All symbols are printed with the same six inks. Thin lines and gloss show them pale: the strongest half says it.
    strongest = [sorted(ink, key=lambda d: -float(np.linalg.norm(d.tone)))[: (len(samples) + 1) // 2] for ink in inks]
    tones = np.array([np.mean([d.tone + d.body for d in ink], axis=0) for ink in strongest])
    return np.repeat(tones[None], len(samples), axis=0)


def direction(tone: Array) -> Array:
    """Ink without how thick it lies: thin lines mix with the body, along a line towards it."""
    return np.asarray(tone / (np.linalg.norm(tone, axis=-1, keepdims=True) + 0.15))


def _apart(tone: Array, towards: Array) -> float:
    return float(((direction(tone) - towards) ** 2).sum())
