"""The Watcher over rendered clips: what moved and what did not, whatever hand, lamp, shadow and camera do."""

from __future__ import annotations

import math
import time
from collections.abc import Iterable
from types import SimpleNamespace
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.mat.geometry import Mat, load
from vision.mat.pose import Lens, Pose
from vision.seen import Die, Reading, Seen
from vision.synth.camera import above
from vision.synth.dice import Placed, twelve
from vision.synth.render import Renderer, Scene, Veil
from vision.synth.roll import throw
from vision.synth.solid import Hand
from vision.synth.stage import LIGHTS
from vision.time.watch import Watcher

MAT = load()
FPS = 15
SIZE = (960, 540)
TWELVE = twelve()
RENDERER = Renderer(MAT)
REST = tuple(Placed(TWELVE[k], k % 6, 95 + 60 * (k % 3), 70 + 70 * (k // 3), rot=47 * k + 10) for k in range(7))
TABLE = Scene(REST, camera=above(size=SIZE))
STILL = [TABLE] * 6
Frame = NDArray[Any] | None
PROFILE: Any = SimpleNamespace(edge_mm=16.0, kind="twelve")  # all that Watcher itself asks of a profile


class Truth:
    """Reads the scene that is being shown instead of its picture: what is tested here is the watching."""

    def __init__(self) -> None:
        self.scene = TABLE
        self.calls = 0

    def __call__(self, frame: Any, profile: Any, mat: Mat, pose: Pose, lens: Lens | None) -> Reading:
        self.calls += 1
        dice = tuple(self._die(die) for die in self.scene.dice if die.z is None or not any(die.smear))
        return Reading(True, self.scene.hand is not None and self.scene.hand.x < 380, dice)

    @staticmethod
    def _die(die: Placed) -> Die:
        flat = die.state == "flat"
        zone = MAT.zone_of(die.x, die.y)
        face = die.face if flat else None
        state = "flat" if flat else "cocked"
        name, colour = (face.name, face.colour) if face else (None, None)
        return Die(name, colour, die.cube.body, die.x, die.y, zone, state, 0.9, die.rot)  # type: ignore[arg-type]


def watch(scenes: Iterable[Scene | Frame], watcher: Watcher | None = None) -> list[tuple[int, Seen]]:
    truth = Truth()
    watcher = watcher or Watcher(PROFILE, MAT, reader=truth)
    told = []
    for number, scene in enumerate(scenes):
        if isinstance(scene, Scene):
            truth.scene = scene
            frame: Frame = RENDERER.render(scene, number)
        else:
            frame = scene
        if seen := watcher.look(frame, number / FPS):
            told.append((number, seen))
    return told


def changes(told: list[tuple[int, Seen]]) -> list[str]:
    """Everything that happened after the first settled state, staying aside."""
    settled = [seen for _, seen in told if seen.phase == "settled"][1:]
    return sorted(c.happened for seen in settled for c in seen.changes if c.happened != "stayed")


def phases(told: list[tuple[int, Seen]]) -> list[str]:
    return [seen.phase for _, seen in told]


def test_dice_at_rest_are_settled_within_300_ms_and_then_nothing_is_said() -> None:
    told = watch(STILL * 3)
    assert phases(told) == ["moving", "settled"]
    number, seen = told[1]
    assert number / FPS <= 0.3 and len(seen.dice) == 7
    assert {c.happened for c in seen.changes} == {"appeared"}


def test_each_die_has_an_id_of_its_own_that_stays() -> None:
    gone = TABLE.with_(dice=REST[1:])
    told = watch([*STILL, *[gone] * 6])
    first, last = told[1][1].dice, told[-1][1].dice
    assert len({die.id for die in first}) == 7
    assert {(d.id, d.x_mm) for d in last} < {(d.id, d.x_mm) for d in first}


@pytest.mark.parametrize("lamp", ["warm", "dim", "window", "hardlight"])
def test_a_lamp_switched_on_and_off_is_no_throw(lamp: str) -> None:
    assert changes(watch([*STILL, *[TABLE.with_(light=LIGHTS[lamp])] * 9, *[TABLE] * 8])) == []


def test_a_passing_shadow_is_not_even_motion() -> None:
    told = watch([*STILL, *(TABLE.with_(veil=Veil(-150 + 40 * i)) for i in range(20)), *STILL])
    assert phases(told) == ["moving", "settled"]


def test_a_lamp_that_is_turned_down_evenly_is_not_even_motion() -> None:
    dimmed = LIGHTS["ceiling"].__class__(exposure=0.5)
    assert phases(watch([*STILL, *[TABLE.with_(light=dimmed)] * 8])) == ["moving", "settled"]


def test_a_nudge_of_the_table_leaves_every_die_where_it_was() -> None:
    nudged = TABLE.with_(camera=above(middle=(211.2, 147.7), size=SIZE, yaw=0.3))
    told = watch([*STILL, *[nudged] * 9])
    assert changes(told) == [] and phases(told)[-1] == "settled"


def test_a_knocked_camera_is_said_and_the_dice_stay() -> None:
    told = watch([*STILL, *[TABLE.with_(camera=above(middle=(222, 140), size=SIZE, yaw=2))] * 9])
    assert changes(told) == []
    assert told[-1][1].phase == "settled" and "moved" in str(told[-1][1].trouble)


def test_a_camera_turned_upside_down_still_knows_the_dice_by_the_markers() -> None:
    told = watch([*STILL, *[TABLE.with_(camera=above(size=SIZE, yaw=180))] * 9])
    assert changes(told) == [] and len(told[-1][1].dice) == 7


def hand_in(scene: Scene) -> list[Scene]:
    return [scene.with_(hand=Hand(460 - 30 * i, 150, 8)) for i in range(10)]


def test_a_hand_that_takes_two_dice_is_a_hand_and_then_two_vanished() -> None:
    gone = TABLE.with_(dice=REST[2:])
    told = watch([*STILL, *hand_in(TABLE), *reversed(hand_in(gone)), *[gone] * 8])
    assert "hand" in phases(told) and changes(told) == ["vanished", "vanished"]


def test_a_hand_that_passes_changes_nothing() -> None:
    told = watch([*STILL, *hand_in(TABLE), *reversed(hand_in(TABLE)), *[TABLE] * 8])
    assert "hand" in phases(told) and changes(told) == [] and phases(told)[-1] == "settled"


def test_while_a_hand_rests_on_the_mat_nothing_is_settled() -> None:
    told = watch([*STILL, *hand_in(TABLE), *[hand_in(TABLE)[-1]] * 20])
    assert phases(told)[-1] == "hand"
    assert len(told[-1][1].dice) == 7  # the last settled ones


@pytest.mark.parametrize("seed", [0, 3, 5, 8])
def test_a_throw_that_hits_others_tells_each_die_s_fate(seed: int) -> None:
    roll = throw(REST, [TWELVE[8]], MAT.zones["track"], seed)
    rolling = [TABLE.with_(dice=roll.at(i / FPS)) for i in range(math.ceil(roll.duration * FPS) + 1)]
    told = watch([*STILL, *rolling, *[TABLE.with_(dice=roll.final)] * 8])
    expected = ["appeared"] + [
        "turned" if path.rest.up != path.before.up else "moved" for path in roll.paths if path.before is not None
    ]
    assert changes(told) == sorted(expected)
    late = told[-1][0] - (len(STILL) + roll.duration * FPS)
    assert told[-1][1].phase == "settled" and 0 < late <= 0.3 * FPS + 1


def test_a_cocked_die_is_reported_and_given_no_face() -> None:
    leaning = TABLE.with_(dice=(REST[0].at(tilt=25, lean=40), *REST[1:]))
    told = watch([*STILL, *[leaning] * 8])
    (die,) = [die for die in told[-1][1].dice if die.state != "flat"]
    assert die.face is None and changes(told)[0] == "moved"


BAD: list[tuple[str, Frame]] = [
    ("none", None),
    ("one pixel", np.zeros((1, 1, 3), np.uint8)),
    ("grey", np.zeros((540, 960), np.uint8)),
    ("floats", np.zeros((540, 960, 3), np.float32)),
    ("black", np.zeros((540, 960, 3), np.uint8)),
    ("white", np.full((540, 960, 3), 255, np.uint8)),
    ("another size", np.full((480, 640, 3), 90, np.uint8)),
    ("empty", np.zeros((0, 0, 3), np.uint8)),
]


@pytest.mark.parametrize(("what", "frame"), BAD, ids=[name for name, _ in BAD])
def test_a_bad_frame_makes_it_blind_and_says_why_and_then_it_goes_on(what: str, frame: Frame) -> None:
    told = watch([*STILL, *[frame] * 3, *[TABLE] * 9])
    blind = [seen for _, seen in told if seen.phase == "blind"]
    assert blind and all(seen.trouble is not None and len(seen.dice) == 7 for seen in blind)
    assert phases(told)[-1] == "settled" and changes(told) == []


def test_a_mat_out_of_view_is_said_once() -> None:
    rng = np.random.default_rng(0)
    table = cv2.GaussianBlur(rng.integers(0, 255, (540, 960, 3), dtype=np.uint8), (0, 0), 5)
    table = cv2.normalize(table, None, 0, 255, cv2.NORM_MINMAX)  # type: ignore[call-overload]
    told = watch([table] * 20)
    assert phases(told)[-1] == "blind" and "mat is not in view" in str(told[-1][1].trouble)
    assert phases(told).count("blind") == 1


def test_a_reader_that_fails_makes_it_blind_and_never_raises(caplog: pytest.LogCaptureFixture) -> None:
    def broken(*_: Any, **__: Any) -> Reading:
        raise ValueError("no such luck")

    watcher = Watcher(PROFILE, MAT, reader=broken)
    told = watch(STILL, watcher)
    assert phases(told)[-1] == "blind" and "no such luck" in str(told[-1][1].trouble)
    assert caplog.records and caplog.records[0].exc_info, "the log has the traceback"


def test_times_that_stutter_go_back_or_are_no_times_do_no_harm() -> None:
    truth = Truth()
    watcher = Watcher(PROFILE, MAT, reader=truth)
    frame = RENDERER.render(TABLE, 1)
    told = [watcher.look(frame, at) for at in (5.0, 5.0, 4.0, 4.01, math.nan, 4.1, -3.0, -2.9, -2.6, -2.59, 900.0)]
    settled = [seen for seen in told if seen is not None and seen.phase == "settled"]
    assert len(settled) == 1 and len(settled[0].dice) == 7


def test_frames_on_which_nothing_changes_are_not_read() -> None:
    truth = Truth()
    watcher = Watcher(PROFILE, MAT, reader=truth)
    for number in range(60):
        watcher.look(RENDERER.render(TABLE, number), number / FPS)
    assert truth.calls == 1


def test_a_frame_on_which_nothing_changed_costs_a_tenth_of_finding_markers_at_most() -> None:
    watcher = Watcher(PROFILE, MAT, reader=Truth())
    frames = [RENDERER.render(TABLE, number) for number in range(12)]
    for number, frame in enumerate(frames):
        watcher.look(frame, number / FPS)
    gray = cv2.cvtColor(frames[0], cv2.COLOR_BGR2GRAY)
    detector = cv2.aruco.ArucoDetector(MAT.aruco)

    def cost(work: Any) -> float:
        times = []
        for _ in range(9):
            start = time.thread_time()  # what other programs do beside it does not count
            work()
            times.append(time.thread_time() - start)
        return min(times)

    threads = cv2.getNumThreads()
    cv2.setNumThreads(1)  # both on one core: the detector would take a second one
    try:
        still = cost(lambda: [watcher.look(frame, 1.0) for frame in frames]) / len(frames)
        assert still / cost(lambda: detector.detectMarkers(gray)) < 0.1
    finally:
        cv2.setNumThreads(threads)


def test_a_reader_that_raises_is_said_once_and_stands_in_the_log_with_its_traceback(
    caplog: pytest.LogCaptureFixture,
) -> None:
    def puzzled(*_: Any, **__: Any) -> Reading:
        raise ArithmeticError("no such dice")

    told = watch(STILL * 3, Watcher(PROFILE, MAT, reader=puzzled))
    troubles = [str(seen.trouble) for _, seen in told if seen.trouble is not None]
    assert troubles == ["This picture could not be read: no such dice."]
    assert len(caplog.records) == 1 and caplog.records[0].exc_info is not None
