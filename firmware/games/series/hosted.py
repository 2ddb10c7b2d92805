"""The treasure race as the table hosts it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from firmware.config import Config
from firmware.games.series.hand import SeriesHand
from firmware.games.series.referee import SeriesReferee
from firmware.games.series.robot import SeriesRobot
from firmware.play.hosting import Hosted, House
from rules import series
from rules.game import Chance, Seat
from rules.series.dice import FACES, Face, Track, there
from rules.series.rules import Claim, Tied, TimeOut


def _referee(house: House, config: Config, chance: Chance) -> SeriesReferee:
    return SeriesReferee(config.play.tie_window_ms, aloud=house.naming == "aloud")


def _settled(setup: series.Setup, house: House, config: Config) -> series.Setup:
    """SR-5 and SR-15: how long there is to name and to claim is the table's setting."""
    naming, redeal = round(config.play.name_limit_s), round(config.play.claim_limit_s)
    return replace(setup, naming_seconds=naming, redeal_seconds=redeal)


def luck(state: series.Race, action: series.Action) -> tuple[Seat, float] | None:
    """Throws that laid a new series on the track, against the chance of each throw to do so."""
    if not isinstance(action, series.Throw):
        return None
    already = len(there(state.track))
    made = len(there(_with(state.track, action.face))) > already
    chance = sum(len(there(_with(state.track, face))) > already for face in FACES) / len(FACES)
    return state.turn, made - chance


def _with(track: Track, face: Face) -> Track:
    place = track.index(None)
    return (*track[:place], face, *track[place + 1 :])


def thrown(action: series.Action) -> Iterable[str]:
    return (action.face.symbol.value,) if isinstance(action, series.Throw) else ()


HOSTED = Hosted(
    game=series.GAME,
    dice="twelve",
    referee=_referee,
    robot=SeriesRobot,
    hand=SeriesHand,
    luck=luck,
    thrown=thrown,
    shared_throws=True,
    raced=(Claim, TimeOut, Tied),
    settled=_settled,
    demo=series.Setup(squares=8),
)
