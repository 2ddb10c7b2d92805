from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from ui import sound
from ui.sound import RATE, VOICES, Speaker, made


def pitch(samples: sound.Samples) -> float:
    """The middle of its spectrum, in Hz."""
    power = np.abs(np.fft.rfft(samples)) ** 2
    return float((power * np.fft.rfftfreq(len(samples), 1 / RATE)).sum() / power.sum())


@pytest.mark.parametrize("name", VOICES)
def test_no_voice_clips_is_silent_or_ends_in_a_click(name: str) -> None:
    samples = made(name)
    assert 0.85 < np.abs(samples).max() <= sound.PEAK + 1e-6
    assert np.sqrt((samples**2).mean()) > 0.03
    assert 0.05 < len(samples) / RATE <= 3.1
    assert abs(samples[-1]) < 0.02 and abs(float(samples.mean())) < 0.01
    assert np.isfinite(samples).all()


@pytest.mark.parametrize("name", VOICES)
def test_a_voice_is_the_same_every_time(name: str) -> None:
    assert (made(name) == made(name)).all()


def test_a_cannon_is_deep_and_a_coin_is_bright() -> None:
    assert pitch(made("cannon")) < 400
    assert pitch(made("skull")) < 700
    assert 700 < pitch(made("bell")) < 2000
    assert pitch(made("gull")) > 900
    assert pitch(made("coin")) > 2500


def test_a_bell_rings_on_and_a_tick_does_not() -> None:
    bell, tick = made("bell"), made("tick")
    assert np.abs(bell[int(0.9 * RATE) : RATE]).max() > 0.1
    assert len(tick) / RATE < 0.1


def test_dice_bounce_quicker_and_softer() -> None:
    samples = np.abs(made("dice"))
    loud = samples[: int(0.1 * RATE)].max()
    later = samples[int(0.35 * RATE) : int(0.5 * RATE)].max()
    assert loud > 1.5 * later > 0.05


def test_the_speaker_plays_and_obeys_volume_and_mute() -> None:
    speaker = Speaker(volume=50)
    assert speaker.silent is None
    speaker.play("tick")
    assert set(speaker._made) == {"tick"}
    speaker.mute = True
    speaker.play("bell")
    speaker.mute, speaker.volume = False, 0
    speaker.play("gull")
    assert set(speaker._made) == {"tick"}  # what is not heard is not made
    speaker.close()


def test_no_sound_card_is_no_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "no-such-driver")
    speaker = Speaker()
    assert speaker.silent is not None and "sound" in str(speaker.silent)
    speaker.play("cannon")
    speaker.warm()
    speaker.close()


def test_without_a_card_nothing_is_tried_that_alsa_would_complain_of(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "alsa")
    (tmp_path / "controlC0").touch()
    assert not sound.has_card(tmp_path)
    monkeypatch.setattr(sound, "has_card", lambda: False)
    monkeypatch.setattr("pygame.mixer.init", lambda **how: pytest.fail("the mixer was opened"))
    assert "no sound card" in str(Speaker().silent)
    (tmp_path / "pcmC0D0p").touch()
