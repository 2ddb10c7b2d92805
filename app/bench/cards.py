"""vigie bench cards: printed cards by their marks, cards of made-up boxes by sight, from 60 cm with a 720p webcam.

Every deck is made up from a seed and photographed once, six cards to a photo; then its cards lie about in other light,
under other cameras, some half under dice, a hand or another card. The decks from BLIND on were looked at by nobody
while limits were chosen. Of a deck that cannot be taught no card is right: all of them count as they are found, unseen.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from statistics import median
from time import thread_time
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from app.progress import progress
from firmware.practice.house_dice import profile_of
from rules.say import Trouble
from vision.cards.faces import Faces
from vision.cards.learn import taught
from vision.cards.plane import Plane
from vision.cards.sight import Sight
from vision.mat import geometry
from vision.mat.pose import find_pose
from vision.read import read
from vision.seen import Card, covers
from vision.synth import box, cards
from vision.synth.camera import above
from vision.synth.dice import Placed, corsair
from vision.synth.render import Renderer, Scene
from vision.synth.solid import SKINS, SLEEVES, Hand
from vision.synth.stage import LIGHTS, TABLES, Print, Thing

Array = NDArray[Any]
BLIND = 1000
CARDS = 60
TOGETHER = 6  # cards in a photo to learn from
NEAR_MM = 12.0
HIDDEN = ("nothing", "nothing", "dice", "nothing", "nothing", "hand", "nothing", "card")
VISIBLE = 0.5  # of a card: one of which less shows need not be known
EDGE_MM = 16.5
NEAR_DIE_MM = 9.0
TIMES = 9
CHANGED = 25  # grey levels by which what hides a card differs from it
AGAIN = 6
MARKED = 40  # numbers of printed cards in use


@dataclass(frozen=True)
class Lying:
    """A card as it was laid; `shows` is how much of it nothing hides."""

    name: str
    x: float
    y: float
    turn: float
    shows: float


@dataclass
class Count:
    """What became of the cards of one kind of picture."""

    all: int = 0
    right: int = 0
    wrong: int = 0
    asked: int = 0
    unseen: int = 0
    hidden: int = 0  # too little of it shows: it counts only where it is wrong
    false: int = 0  # something was named where no card of the deck lies
    ghosts: int = 0  # something was asked about where no card lies
    faults: list[str] = field(default_factory=list)

    def figures(self) -> dict[str, Any]:
        share = {f"{what}_share": round(getattr(self, what) / max(1, self.all), 4) for what in ("right", "wrong")}
        return {**{k: v for k, v in self.__dict__.items() if k != "faults"}, **share}


def run(arguments: argparse.Namespace) -> int:
    cv2.setNumThreads(1)
    mat = geometry.load()
    renderer = Renderer(mat)
    seeds = [BLIND + k for k in range(arguments.decks)] if not arguments.tuning else list(range(arguments.decks))
    report: dict[str, Any] = {}
    work = [
        (kind, seed, number) for kind in ("printed", "taught") for seed in seeds for number in range(arguments.pictures)
    ]
    counts: dict[str, Count] = {}
    sights: dict[tuple[str, int], Sight] = {}
    untaught: dict[str, str] = {}
    for kind, seed, number in progress(work, len(work), "pictures"):
        if (kind, seed) not in sights:
            faces = None
            try:
                faces = learned(seed, renderer) if kind == "taught" else None
            except Trouble as trouble:
                untaught[f"deck {seed}"] = str(trouble)
            sights = {(kind, seed): Sight(mat, faces)}
        deck = box.deck(seed, CARDS) if kind == "taught" else tuple(cards.card(k) for k in range(MARKED))
        how = HIDDEN[number % len(HIDDEN)]
        frame, lying = picture(deck, seed * 1000 + number, how, renderer)
        pose = find_pose(frame, mat)
        if pose is None:
            continue
        found = sights[kind, seed].cards(frame, pose)
        for name in (kind, f"{kind}, hidden by {how}") if how != "nothing" else (kind, f"{kind}, in plain view"):
            _count(counts.setdefault(name, Count()), lying, found, f"deck {seed}, picture {number}, {how}")
    report |= {name: count.figures() for name, count in counts.items()}
    report["decks not taught"] = untaught
    report["time added"] = times(renderer)
    report["dice"] = dice_beside(renderer, 12 * max(1, arguments.decks // 2))
    print(json.dumps(report, indent=1) if arguments.json else _table(report))
    if arguments.faults:
        for name in ("printed", "taught"):
            print("\n".join(counts[name].faults), file=sys.stderr)
    return 0


def learned(seed: int, renderer: Renderer) -> Faces:
    """One photo of each card, six to a photo, each photo in a light and from a place of its own. Where teaching says
    that a card is not seen, that photo is taken again in other light, as whoever is told so would do."""
    deck, plane = box.deck(seed, CARDS), Plane(renderer.mat)
    photos = {}
    for start in range(0, len(deck), TOGETHER):
        names = tuple(str(k) for k in range(start, min(start + TOGETHER, len(deck))))
        for attempt in range(AGAIN):
            frame = _photographed(deck[start : start + TOGETHER], (seed, start, attempt), renderer)
            photos[f"photo {start}"] = frame, names
            with suppress(Trouble):
                taught({"photo": (frame, names)}, plane)
                break
    return taught(photos, plane)


def _photographed(some: tuple[Print, ...], seed: tuple[int, ...], renderer: Renderer) -> Array:
    rng = np.random.default_rng(seed)
    things = tuple(
        Thing("card", 88.0 + 86 * (k % 3), 80.0 + 134 * (k // 3), float(rng.normal(0, 3)), print=print_)
        for k, print_ in enumerate(some)
    )
    light = LIGHTS[str(rng.choice(["ceiling", "enrol", "window"]))]
    frame = renderer.render(Scene(things=things, camera=_camera(rng), light=light), int(rng.integers(1 << 30)))
    return _jpeg(frame, 85)


def picture(deck: tuple[Print, ...], seed: int, how: str, renderer: Renderer) -> tuple[Array, list[Lying]]:
    """Three cards on the mat or beside it, and how much of each shows."""
    rng = np.random.default_rng((seed, 77))
    mat = renderer.mat
    laid: list[tuple[int, float, float, float]] = []
    reach = float(np.hypot(deck[0].width, deck[0].height))
    while len(laid) < 3:
        x, y = float(rng.uniform(-60, mat.width + 60)), float(rng.uniform(5, mat.height - 5))
        markers = (corners.mean(axis=0) for corners in (mat.corners(m) for m in mat.markers))
        if any(np.hypot(x - mx, y - my) < reach / 2 + 25 for mx, my in markers):
            continue
        if all(np.hypot(x - ox, y - oy) > 0.95 * reach for _, ox, oy, _ in laid):
            laid.append((int(rng.integers(len(deck))), x, y, float(rng.uniform(0, 360))))
    things = tuple(Thing("card", x, y, turn, print=deck[k]) for k, x, y, turn in laid)
    light = LIGHTS[list(LIGHTS)[int(rng.integers(len(LIGHTS)))]]
    table = TABLES[int(rng.integers(len(TABLES)))]
    scene = Scene(things=things, camera=_camera(rng), light=light, table=table, defocus=float(rng.uniform(0.5, 1.1)))
    frame = renderer.render(scene, seed)
    there = [1.0] * 3
    if how != "nothing":
        plain, scene = frame, _hiding(scene, how, rng)
        frame = renderer.render(scene, seed)
        changed = cv2.absdiff(plain, frame).max(axis=2) > CHANGED
        there = [_shows(thing, scene, changed) for thing in things]
    else:
        there = [_shows(thing, scene, np.zeros(frame.shape[:2], bool)) for thing in things]
    lying = [Lying(str(k), x, y, turn, shows) for (k, x, y, turn), shows in zip(laid, there, strict=True)]
    return _jpeg(frame, int(rng.integers(65, 92))), lying


def _hiding(scene: Scene, how: str, rng: np.random.Generator) -> Scene:
    if how == "hand":
        thing = scene.things[0]
        at = thing.x + float(rng.normal(0, 12)), thing.y + float(rng.normal(0, 12))
        looks = str(rng.choice(list(SKINS))), str(rng.choice(list(SLEEVES)))
        return scene.with_(hand=Hand(*at, float(rng.uniform(0, 360)), *looks))
    dice: list[Placed] = []
    over: list[Thing] = []
    cubes = corsair(edge=EDGE_MM)
    strange = box.deck(BLIND - 1, CARDS)
    for thing in scene.things:
        assert thing.print is not None
        turn, (w, h) = np.radians(thing.rot), (thing.print.width, thing.print.height)
        if how == "card":
            way = turn + float(rng.choice([0, np.pi / 2, np.pi, -np.pi / 2])) + float(rng.normal(0, 0.2))
            far = float(rng.uniform(0.4, 0.65)) * h
            print_ = strange[int(rng.integers(len(strange)))]
            at = thing.x + far * float(np.cos(way)), thing.y + far * float(np.sin(way))
            over.append(Thing("card", *at, float(rng.uniform(0, 360)), print=print_))
            continue
        for _ in range(int(rng.integers(1, 4))):
            u, v = float(rng.uniform(-w / 2, w / 2)), float(rng.uniform(-h / 2, h / 2))
            x = thing.x + u * float(np.cos(turn)) - v * float(np.sin(turn))
            y = thing.y + u * float(np.sin(turn)) + v * float(np.cos(turn))
            if all(np.hypot(x - die.x, y - die.y) > 1.5 * EDGE_MM for die in dice):
                dice.append(Placed(cubes[len(dice) % 8], int(rng.integers(6)), x, y, float(rng.uniform(0, 360))))
    return scene.with_(dice=tuple(dice), things=(*scene.things, *over))


def _shows(thing: Thing, scene: Scene, hidden: Array) -> float:
    """The share of a card that is in the picture and not hidden."""
    assert thing.print is not None
    corners = cv2.boxPoints(((thing.x, thing.y), (thing.print.width, thing.print.height), thing.rot))
    seen = scene.camera.pixels(np.column_stack([corners, np.zeros(4)]))
    mask = np.zeros(hidden.shape, np.uint8)
    cv2.fillConvexPoly(mask, np.rint(seen).astype(np.int32), 1)
    whole = cv2.contourArea(seen.astype(np.float32))
    return float(((mask > 0) & ~hidden).sum() / whole)


def _camera(rng: np.random.Generator) -> Any:
    lean = rng.normal(0, 2.2, 2)
    middle = 210 + float(rng.normal(0, 8)), 148.5 + float(rng.normal(0, 4))
    bend = float(rng.uniform(-0.03, 0.03))
    return above(
        middle,
        (1280, 720),
        float(rng.uniform(575, 605)),
        float(lean[0]),
        float(lean[1]),
        float(rng.normal(0, 1.2)),
        bend,
    )


def _jpeg(frame: Array, quality: int) -> Array:
    return np.asarray(cv2.imdecode(cv2.imencode(".jpg", frame, [cv2.IMWRITE_JPEG_QUALITY, quality])[1], 1))


def _count(count: Count, lying: list[Lying], found: tuple[Card, ...], where: str) -> None:
    left = list(found)
    for one in lying:
        near = [card for card in left if np.hypot(card.x_mm - one.x, card.y_mm - one.y) < NEAR_MM]
        names = [card.name or (str(card.number) if card.number is not None else None) for card in near]
        left = [card for card in left if card not in near]
        wrong = [name for name in names if name is not None and name != one.name]
        count.wrong += bool(wrong)
        if wrong:
            count.faults.append(f"{where}: {one} read as {wrong[0]}")
        if one.shows < VISIBLE:
            count.hidden += 1
            continue
        count.all += 1
        if one.name in names and not wrong:
            count.right += 1
        elif not wrong and near:
            count.asked += 1
            count.faults.append(f"{where}: {one} asked about, {near[0].likely}")
        elif not wrong:
            count.unseen += 1
            count.faults.append(f"{where}: {one} not seen")
    count.false += sum(card.known for card in left)
    count.ghosts += sum(not card.known and not card.back for card in left)
    count.faults += [f"{where}: {card} where none lies" for card in left]


def times(renderer: Renderer) -> dict[str, float]:
    """What looking for three cards takes, over one detectMarkers call on the same picture."""
    mat, detector = renderer.mat, cv2.aruco.ArucoDetector(renderer.mat.aruco)
    made = {}
    for kind in ("printed", "taught"):
        deck = box.deck(BLIND, CARDS) if kind == "taught" else tuple(cards.card(k) for k in range(MARKED))
        sight = Sight(mat, learned(BLIND, renderer) if kind == "taught" else None)
        ratios = []
        for number in range(TIMES):
            frame, _ = picture(deck, number, "nothing", renderer)
            pose = find_pose(frame, mat)
            assert pose is not None
            gray = cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY)
            pairs = [
                (_spent(partial(sight.cards, frame, pose)), _spent(partial(detector.detectMarkers, gray)))
                for _ in range(TIMES)
            ]
            ratios.append(median(cards_ for cards_, _ in pairs) / median(markers for _, markers in pairs))
        made[kind] = round(median(ratios), 2)
    return made


def _spent(what: Callable[[], object]) -> float:
    before = thread_time()
    what()
    return thread_time() - before


def dice_beside(renderer: Renderer, pictures: int) -> dict[str, dict[str, int]]:
    """The same dice without cards, with three printed cards, and with three from a box that lie among them."""
    mat, profile = renderer.mat, profile_of("corsair", renderer.mat)
    counts = {what: Counter[str]() for what in ("without", "printed", "taught")}
    sights = {"taught": Sight(mat, learned(BLIND, renderer))}
    for number in progress(range(pictures), pictures, "pictures"):
        for what, frame, dice, lie in _among(renderer, number):
            pose = find_pose(frame, mat)
            if pose is None:
                continue
            seen = list(read(frame, profile, mat, pose, sight=sights.get(what)).dice)
            for die in dice:
                near = [each for each in seen if np.hypot(each.x_mm - die.x, each.y_mm - die.y) < NEAR_DIE_MM]
                seen = [each for each in seen if each not in near]
                right = any(each.face == die.face.name for each in near)
                where = "upon" if any(covers(card, die.x, die.y) for card in lie) else "beside"
                counts[what][f"dice {where}"] += 1
                counts[what][f"right {where}"] += right
                counts[what]["wrong"] += not right and any(each.face is not None for each in near)
            counts[what]["false"] += sum(each.face is not None for each in seen)
            counts[what]["asked about where none lies"] += sum(each.face is None for each in seen)
    return {what: dict(count) for what, count in counts.items()}


def _among(renderer: Renderer, number: int) -> Iterator[tuple[str, Array, list[Placed], list[Card]]]:
    rng = np.random.default_rng((number, 9))
    decks = {"printed": tuple(cards.card(k) for k in range(MARKED)), "taught": box.deck(BLIND, CARDS)}
    lie = [
        Card(None, 100.0 + 95 * k, float(rng.uniform(80, 215)), "track", float(rng.uniform(0, 360))) for k in range(3)
    ]
    cubes, dice = corsair(edge=EDGE_MM), list[Placed]()
    while len(dice) < 8:
        x, y = float(rng.uniform(62, 286)), float(rng.uniform(24, 274))
        free = all(np.hypot(x - die.x, y - die.y) > 1.6 * EDGE_MM for die in dice)
        inside = [covers(card, x, y) for card in lie]
        edges = [covers(card, x + dx, y + dy) for card in lie for dx in (-12, 12) for dy in (-12, 12)]
        if free and (not any(edges) or (number % 3 == 0 and any(inside))):
            dice.append(Placed(cubes[len(dice)], int(rng.integers(6)), x, y, float(rng.uniform(0, 360))))
    light = LIGHTS[list(LIGHTS)[number % len(LIGHTS)]]
    scene = Scene(dice=tuple(dice), light=light, camera=_camera(rng), table=TABLES[number % len(TABLES)])
    picks = [int(k) for k in rng.integers(0, MARKED, 3)]
    for what in ("without", "printed", "taught"):
        things = tuple(
            Thing("card", card.x_mm, card.y_mm, card.turn_deg, print=decks[what][k])
            for card, k in zip(lie, picks, strict=True)
            if what != "without"
        )
        yield what, _jpeg(renderer.render(scene.with_(things=things), number), 85), dice, lie


def _table(report: dict[str, Any]) -> str:
    heads = ("all", "right", "wrong", "asked", "unseen", "false", "ghosts", "hidden")
    lines = [f"{'cards':<28}" + "".join(f"{head:>8}" for head in heads) + "   right"]
    for name, figures in report.items():
        if name in ("time added", "dice", "decks not taught"):
            continue
        cells = "".join(f"{figures[head]:>8}" for head in heads)
        lines.append(f"{name:<28}{cells}  {100 * figures['right_share']:.1f} %")
    added = report["time added"]
    lines += [f"{deck} cannot be taught: {why}" for deck, why in report["decks not taught"].items()]
    lines.append("")
    lines.append("looking for three cards, over one detectMarkers call on the same picture (median of processor time):")
    lines.append(f"  printed {added['printed']:.2f}, taught by sight {added['taught']:.2f}")
    lines.append("")
    for what, counted in report["dice"].items():
        said = {"without": "no cards", "printed": "three printed cards", "taught": "three cards from a box"}[what]
        lines.append(
            f"dice, {said}: {counted.get('right beside', 0)} of {counted.get('dice beside', 0)} beside them right,"
            f" {counted.get('right upon', 0)} of {counted.get('dice upon', 0)} upon them,"
            f" {counted.get('wrong', 0)} wrong, {counted.get('false', 0)} false,"
            f" {counted.get('asked about where none lies', 0)} asked about where none lies"
        )
    return "\n".join(lines)
