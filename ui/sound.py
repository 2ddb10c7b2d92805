"""All sounds, made of numbers: dice on wood, a gull, a ship's bell, a cannon. No sound card is no error, only silence.

Each voice is a function of the sample rate and a random generator that returns samples between -1 and 1.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pygame

from rules.say import Message

RATE = 32000
PEAK = 0.89
Samples = npt.NDArray[np.float32]
Rng = np.random.Generator
Wave = npt.NDArray[np.float64]


def _time(seconds: float) -> Wave:
    return np.arange(int(seconds * RATE)) / RATE


def _fade(t: Wave, seconds: float) -> Wave:
    falling: Wave = np.exp(-t / seconds)
    return falling


def _rise(t: Wave, seconds: float) -> Wave:
    return 1 - _fade(t, seconds)


def _tone(pitch: Wave | float, seconds: float) -> Wave:
    """A sine whose pitch may change from sample to sample."""
    steps = np.broadcast_to(np.asarray(pitch, float), (int(seconds * RATE),))
    wave: Wave = np.sin(2 * np.pi * np.cumsum(steps) / RATE)
    return wave


def _hiss(rng: Rng, seconds: float, low: float, high: float) -> Wave:
    """Noise between two pitches, by leaving out the rest of its spectrum."""
    count = int(seconds * RATE)
    spectrum = np.fft.rfft(rng.standard_normal(count))
    pitch = np.fft.rfftfreq(count, 1 / RATE)
    spectrum *= np.exp(-((np.maximum(0, low - pitch) / (low * 0.3 + 1)) ** 2))
    spectrum *= np.exp(-((np.maximum(0, pitch - high) / (high * 0.3 + 1)) ** 2))
    noise = np.fft.irfft(spectrum, count)
    return noise / float(np.max(np.abs(noise)) + 1e-9)


def _at(sound: Wave, start: float, piece: Wave) -> None:
    first = int(start * RATE)
    last = min(len(sound), first + len(piece))
    sound[first:last] += piece[: last - first]


def _ring(pitch: float, seconds: float, partials: tuple[tuple[float, float, float], ...]) -> Wave:
    """Struck metal: partials as (ratio, strength, seconds to fade)."""
    t = _time(seconds)
    return sum(
        (s * _fade(t, fade) * np.sin(2 * np.pi * pitch * ratio * t) for ratio, s, fade in partials), np.zeros_like(t)
    )


def _knock(rng: Rng, pitch: float, hard: float = 1.0) -> Wave:
    t = _time(0.07)
    body = _tone(pitch, 0.07) * _fade(t, 0.010) + 0.6 * _tone(pitch * 2.3, 0.07) * _fade(t, 0.006)
    return hard * (body + 0.5 * _hiss(rng, 0.07, 1500, 7000) * _fade(t, 0.004))


def dice(rng: Rng) -> Wave:
    """One die: a fall, some bounces that come quicker and softer, a last rock."""
    sound = np.zeros(int(0.75 * RATE))
    at, gap, hard = 0.0, 0.17, 1.0
    while gap > 0.022:
        _at(sound, at, _knock(rng, rng.uniform(700, 1300), hard))
        at, gap, hard = at + gap, gap * rng.uniform(0.62, 0.78), hard * 0.72
    return sound


def gull(rng: Rng) -> Wave:
    """Three cries, each rising and falling, a little hoarse."""
    sound = np.zeros(int(1.5 * RATE))
    for start, long, high in ((0.0, 0.42, 1.0), (0.47, 0.36, 0.92), (0.88, 0.46, 0.86)):
        t = _time(long) / long
        pitch = high * (1150 + 850 * np.sin(np.pi * t**0.55) - 250 * t) * (1 + 0.012 * np.sin(2 * np.pi * 31 * t))
        voice = _tone(pitch, long) + 0.5 * _tone(pitch * 2, long) + 0.28 * _tone(pitch * 3, long)
        _at(sound, start, voice * np.sin(np.pi * t) ** 0.7 * (1 + 0.25 * _hiss(rng, long, 500, 4000)))
    return sound


def bell(rng: Rng) -> Wave:
    """A ship's bell, struck twice."""
    partials = (
        (0.5, 0.35, 1.1),
        (1.0, 1.0, 0.8),
        (1.19, 0.5, 0.6),
        (1.5, 0.4, 0.45),
        (2.0, 0.6, 0.4),
        (2.98, 0.3, 0.2),
    )
    stroke = _ring(784, 1.5, partials)
    sound = np.zeros(int(1.9 * RATE))
    _at(sound, 0.0, stroke)
    _at(sound, 0.36, stroke * 0.9)
    return sound


def cannon(rng: Rng) -> Wave:
    """A crack, a deep thump and its roll over the water."""
    seconds = 1.9
    t = _time(seconds)
    thump = _tone(38 + 85 * _fade(t, 0.06), seconds) * _fade(t, 0.28)
    crack = _hiss(rng, seconds, 300, 6000) * _fade(t, 0.035)
    roll = _hiss(rng, seconds, 40, 260) * _fade(t, 0.6) * _rise(t, 0.05)
    return 1.3 * thump + 0.8 * crack + 0.9 * roll


def broadside(rng: Rng) -> Wave:
    """Four guns, not quite together."""
    sound = np.zeros(int(2.4 * RATE))
    for gun in range(4):
        _at(sound, gun * 0.14 + rng.uniform(0, 0.05), cannon(rng) * (1 - 0.12 * gun))
    return sound


def skull(rng: Rng) -> Wave:
    """A low rattle of bones over two falling notes."""
    seconds = 1.0
    t = _time(seconds)
    drone = (_tone(110.0, seconds) + 0.7 * _tone(116.5, seconds) + 0.4 * _tone(55.0, seconds)) * _fade(t, 0.5)
    sound = drone * _rise(t, 0.02) * 0.6
    for number in range(7):
        _at(sound, 0.02 + number * 0.06, _knock(rng, 420 + 70 * (number % 3), 0.8 - 0.08 * number))
    return sound


def bust(rng: Rng) -> Wave:
    """The lamp goes out: a falling slide into the dark."""
    seconds = 1.3
    t = _time(seconds)
    slide = _tone(330 * 0.4 ** (t / seconds), seconds) + 0.5 * _tone(247 * 0.4 ** (t / seconds), seconds)
    return slide * _fade(t, 0.7) * _rise(t, 0.02) + 0.6 * np.pad(skull(rng), (0, len(t) - RATE))


def _brass(pitch: float, seconds: float) -> Wave:
    t = _time(seconds)
    swell = _rise(t, 0.03) * np.minimum(1, (seconds - t) / 0.06)
    bend = pitch * (1 - 0.02 * _fade(t, 0.03) + 0.003 * np.sin(2 * np.pi * 5.5 * t))
    return swell * sum((_tone(bend * k, seconds) * (0.75 ** (k - 1)) for k in range(1, 7)), np.zeros_like(t))


def fanfare(rng: Rng) -> Wave:
    """Three short calls and a held chord."""
    sound = np.zeros(int(2.2 * RATE))
    for start, notes, long in (
        (0.0, (392,), 0.16),
        (0.18, (392,), 0.16),
        (0.36, (523,), 0.3),
        (0.68, (523, 659, 784), 1.4),
    ):
        for note in notes:
            _at(sound, start, _brass(note, long) / len(notes) ** 0.5)
    return sound


def win(rng: Rng) -> Wave:
    """The evening's last word: the fanfare, higher, with a bell over it."""
    sound = np.zeros(int(3.0 * RATE))
    for start, note, long in ((0.0, 392, 0.2), (0.22, 523, 0.2), (0.44, 659, 0.2), (0.66, 784, 0.42), (1.1, 659, 0.16)):
        _at(sound, start, _brass(note, long))
    for note in (523, 659, 784, 1047):
        _at(sound, 1.3, _brass(note, 1.6) * 0.5)
    _at(sound, 1.3, bell(rng) * 0.8)
    return sound


def tick(rng: Rng) -> Wave:
    return _knock(rng, 1900, 1.0)


def claim(rng: Rng) -> Wave:
    """A struck bell and a drum: somebody was first."""
    sound = np.zeros(int(0.9 * RATE))
    t = _time(0.5)
    _at(sound, 0.0, _tone(70 + 60 * _fade(t, 0.03), 0.5) * _fade(t, 0.12) * 1.2)
    _at(sound, 0.0, _ring(1046, 0.9, ((1.0, 0.8, 0.3), (2.4, 0.4, 0.15), (3.8, 0.2, 0.08))))
    return sound


def right(rng: Rng) -> Wave:
    """Two bright notes upwards."""
    sound = np.zeros(int(0.8 * RATE))
    for start, note in ((0.0, 659), (0.13, 988)):
        _at(sound, start, _ring(note, 0.6, ((1.0, 1.0, 0.22), (2.0, 0.35, 0.12), (3.0, 0.15, 0.08))))
    return sound


def wrong(rng: Rng) -> Wave:
    """Two dull notes downwards, and a splash."""
    sound = np.zeros(int(0.95 * RATE))
    for start, note in ((0.0, 233), (0.17, 175)):
        t = _time(0.35)
        buzz = _tone(float(note), 0.35) + 0.4 * _tone(note * 2.0, 0.35) + 0.3 * _tone(note * 3.0, 0.35)
        _at(sound, start, buzz * _fade(t, 0.16) * _rise(t, 0.008))
    _at(sound, 0.35, splash(rng) * 0.5)
    return sound


def splash(rng: Rng) -> Wave:
    seconds = 0.8
    t = _time(seconds)
    water = _hiss(rng, seconds, 500, 5200) * _fade(t, 0.16) * _rise(t, 0.006)
    plop = _tone(240 + 420 * (t / seconds) ** 0.5, seconds) * _fade(t, 0.09) * 0.7
    return water + plop


def coin(rng: Rng) -> Wave:
    """Gold on gold, a handful."""
    sound = np.zeros(int(0.9 * RATE))
    for number in range(6):
        pitch = rng.uniform(2600, 4400)
        _at(sound, number * 0.055 + rng.uniform(0, 0.02), _ring(pitch, 0.4, ((1.0, 0.8, 0.09), (1.48, 0.5, 0.06))))
    return sound


def card(rng: Rng) -> Wave:
    """Paper drawn over paper and laid down."""
    seconds = 0.3
    t = _time(seconds)
    swish: Wave = _hiss(rng, seconds, 1800, 8000) * np.sin(np.pi * np.minimum(1, t / 0.22)) ** 2
    _at(swish, 0.2, _knock(rng, 300, 0.9))
    return swish


def wave(rng: Rng) -> Wave:
    """The sea takes a breath: for the first picture and for Skull Island."""
    seconds = 2.6
    t = _time(seconds)
    breath: Wave = np.sin(np.pi * t / seconds) ** 2
    return _hiss(rng, seconds, 120, 1500) * breath


VOICES: dict[str, Callable[[Rng], Wave]] = {
    voice.__name__: voice
    for voice in (
        dice, gull, bell, cannon, broadside, skull, bust, fanfare, win,
        tick, claim, right, wrong, splash, coin, card, wave,
    )
}  # fmt: skip


def made(name: str) -> Samples:
    """A voice, evened out: faded at its ends, at one peak for all."""
    sound = np.asarray(VOICES[name](np.random.default_rng(sum(map(ord, name)))), float)
    ramp = min(len(sound) // 2, RATE // 250)
    sound[-ramp * 4 :] *= np.linspace(1, 0, min(len(sound), ramp * 4))
    sound -= sound.mean()
    return np.asarray(sound / np.max(np.abs(sound)) * PEAK, np.float32)


def has_card(devices: Path = Path("/dev/snd")) -> bool:
    """Is there anything ALSA could play on? Other drivers are asked by trying."""
    return os.environ.get("SDL_AUDIODRIVER") != "alsa" or any(devices.glob("pcm*p"))


class Speaker:
    """Plays voices by name. Where the machine cannot, `silent` says why and nothing else happens."""

    def __init__(self, volume: int = 70, mute: bool = False) -> None:
        self.volume, self.mute = volume, mute
        self.silent: Message | None = None
        self._made: dict[str, pygame.mixer.Sound] = {}
        if not has_card():  # the library would say so in eight lines of the log
            self.silent = Message("There is no sound: this machine has no sound card.")
            return
        try:
            pygame.mixer.init(frequency=RATE, size=-16, channels=1, buffer=512, allowedchanges=0)
        except pygame.error as error:
            self.silent = Message("There is no sound: {error}.", error=str(error))

    def play(self, name: str) -> None:
        if self.silent is not None or self.mute or self.volume <= 0:
            return
        sound = self._sound(name)
        sound.set_volume((self.volume / 100) ** 1.5)  # the ear hears in proportions
        sound.play()

    def warm(self) -> None:
        """Makes all voices beside the game, so that the first fanfare does not make it stumble."""
        if self.silent is None:
            threading.Thread(target=lambda: [self._sound(name) for name in VOICES], daemon=True).start()

    def _sound(self, name: str) -> pygame.mixer.Sound:
        if name not in self._made:
            self._made[name] = pygame.mixer.Sound(buffer=(made(name) * 32767).astype(np.int16).tobytes())
        return self._made[name]

    def close(self) -> None:
        if self.silent is None:
            pygame.mixer.quit()
