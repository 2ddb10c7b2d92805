"""The table's settings: table.toml as it ships, with the owner's own table.toml laid over it.

Every default stands in the shipped file alone. A wrong entry in the owner's file never stops the table: `load`
leaves that entry out and says what is wrong; `read` is for tools and refuses the file.
"""

from __future__ import annotations

import difflib
import os
import tomllib
from collections.abc import Iterator, MutableMapping
from dataclasses import dataclass, field, fields, is_dataclass
from pathlib import Path
from typing import Any, NamedTuple, get_type_hints

import tomlkit
from tomlkit.exceptions import ParseError

from firmware.panel import pins
from firmware.panel.pins import Wire
from rules import files
from rules.say import Message, Trouble
from vision.places import data_dir

SHIPPED = Path(__file__).with_name("table.toml")

CAMERA_KINDS = ("auto", "picamera", "usb", "folder", "video", "virtual")
Pin = int | None


def _within(low: float, high: float) -> Any:
    return field(metadata={"low": low, "high": high})


def _one_of(*words: str) -> Any:
    return field(metadata={"words": words})


def _pins(count: int) -> Any:
    return field(metadata={"count": count})


@dataclass(frozen=True, slots=True, kw_only=True)
class Play:
    tie_window_ms: float = _within(0, 500)
    name_limit_s: float = _within(3, 120)
    claim_limit_s: float = _within(5, 600)
    advice: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Ease:
    motion: str = _one_of("full", "little")
    letters: str = _one_of("usual", "large")


@dataclass(frozen=True, slots=True, kw_only=True)
class Sound:
    volume: int = _within(0, 100)
    mute: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class CameraSettings:
    kind: str = _one_of(*CAMERA_KINDS)
    index: int = _within(0, 9)
    width: int = _within(320, 4608)
    height: int = _within(240, 2592)
    fps: int = _within(5, 120)
    path: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Mat:
    file: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Dice:
    corsair: str
    twelve: str
    duel: str
    pips: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ButtonSettings:
    bounce_ms: float = _within(1, 50)
    stuck_s: float = _within(5, 300)


@dataclass(frozen=True, slots=True, kw_only=True)
class Board:
    serial_console: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Player:
    button: Pin
    lamp: Pin


@dataclass(frozen=True, slots=True, kw_only=True)
class Console:
    left: Pin
    choose: Pin
    right: Pin


@dataclass(frozen=True, slots=True, kw_only=True)
class Pad:
    fitted: bool
    rows: tuple[int, ...] = _pins(3)
    columns: tuple[int, ...] = _pins(4)


@dataclass(frozen=True, slots=True, kw_only=True)
class Shutdown:
    button: Pin


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    language: str = _one_of("auto", "en", "fr")
    players: int = _within(1, 6)
    play: Play
    ease: Ease
    sound: Sound
    camera: CameraSettings
    mat: Mat
    dice: Dice
    buttons: ButtonSettings
    board: Board
    player1: Player
    player2: Player
    player3: Player
    player4: Player
    player5: Player
    player6: Player
    console: Console
    pad: Pad
    shutdown: Shutdown

    def wires(self) -> list[Wire]:
        """Everything that is wired, in the order of the file: buttons, drawings and checks all come from this."""
        return list(_wires(self))


class ConfigError(Trouble, ValueError):
    """A setting that cannot be: names the file, the key, the fault and what is allowed."""


class Fault(NamedTuple):
    key: str
    text: Message


Tree = dict[str, Any]
_MISSING = object()


def own_file() -> Path:
    return data_dir() / "table.toml"


def load(path: Path | None = None) -> tuple[Config, list[Message]]:
    """The settings to play with, and what is wrong in the owner's file. A wrong entry keeps its shipped value; a
    wrong pin is left unwired, for driving some other pin than the owner meant could hurt what is wired there."""
    path = own_file() if path is None else path
    if not path.exists():
        return read(SHIPPED), []
    try:
        own = _parse(path)
    except ConfigError as error:
        return read(SHIPPED), [error.message]
    faults: list[Fault] = []
    shipped = _parse(SHIPPED)
    config = _build(Config, own, shipped, "", faults)
    config, unwired = _unwire(config, own, shipped)
    faults += unwired
    return config, [_said(path, fault) for fault in faults]


def read(path: Path) -> Config:
    """The settings of one file over the shipped ones; anything wrong in it is refused."""
    faults: list[Fault] = []
    config: Config = _build(Config, _parse(path), _parse(SHIPPED), "", faults)
    faults += (Fault(wire.key, fault) for wire, fault in pins.faults(config.wires(), config.board.serial_console))
    if faults:
        raise ConfigError(_said(path, faults[0]))
    return config


def save(key: str, value: str | float | bool, path: Path | None = None) -> Config:
    """Puts one setting ("play.advice") into the owner's file, whose other lines and remarks stay as they are, and
    gives all settings as they are now. A value that cannot be is refused, and then nothing is written."""
    path = own_file() if path is None else path
    written = _changed(path, key, value)
    faults: list[Fault] = []
    _build(Config, tomllib.loads(written), _parse(SHIPPED), "", faults)
    if wrong := next((fault for fault in faults if fault.key == key), None):
        raise ConfigError(_said(path, wrong))
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        new = path.with_suffix(".new")
        with new.open("w", encoding="utf-8") as file:
            file.write(written)
            file.flush()
            os.fsync(file.fileno())
        new.replace(path)  # whole or not at all
    except OSError as error:
        why = error.strerror or str(error)
        raise ConfigError(Message("{file}: cannot be written: {error}", file=str(path), error=why)) from None
    return load(path)[0]


def _changed(path: Path, key: str, value: str | float | bool) -> str:
    """The owner's file with that setting changed or added, however it is written there."""
    text = _text(path) if path.exists() else ""
    try:
        files.parsed(text)  # what another reader of TOML makes of hostile files is not known
        document = tomlkit.parse(text)
    except files.Unreadable as error:
        raise _unreadable(path, error) from None
    except (ParseError, RecursionError) as error:
        raise _unreadable(
            path, files.Unreadable(Message("this is not valid TOML: {error}", error=str(error)))
        ) from None
    section, _, name = key.rpartition(".")
    table: Any = document
    if section:
        if section not in document:
            if document.body:
                document.add(tomlkit.nl())
            document.add(section, tomlkit.table())
        table = document[section]
        if not isinstance(table, MutableMapping):
            fault = Message("this is a section; write [{key}] on a line of its own", key=section)
            raise ConfigError(_said(path, Fault(section, fault)))
    table[name] = value
    return tomlkit.dumps(document)


def _said(path: Path, fault: Fault) -> Message:
    return Message("{file}: {key}: {fault}", file=str(path), key=fault.key, fault=fault.text)


def _parse(path: Path) -> Tree:
    try:
        return files.toml(path)
    except files.Unreadable as error:
        raise _unreadable(path, error) from None


def _text(path: Path) -> str:
    try:
        return files.text(path)
    except files.Unreadable as error:
        raise _unreadable(path, error) from None


def _unreadable(path: Path, error: files.Unreadable) -> ConfigError:
    return ConfigError(Message("{file}: cannot be read: {error}", file=str(path), error=error.message))


def _build(kind: Any, own: Tree, shipped: Tree, place: str, faults: list[Fault]) -> Any:
    """One section: each key from the owner's file where it is right there, else from the shipped one."""
    known = {one.name: one for one in fields(kind)}
    for name in own:
        if name not in known:
            faults.append(Fault(place + name, _unknown(name, list(known))))
    hints = get_type_hints(kind)
    values = {}
    for name, one in known.items():
        key, type_ = place + name, hints[name]
        if is_dataclass(type_):
            section = own.get(name, {})
            if not isinstance(section, dict):
                faults.append(Fault(key, Message("this is a section; write [{key}] on a line of its own", key=key)))
                section = {}
            values[name] = _build(type_, section, shipped[name], key + ".", faults)
            continue
        value = own.get(name, _MISSING)
        if value is not _MISSING and (fault := _wrong(value, type_, dict(one.metadata))):
            faults.append(Fault(key, fault))
            value = None if type_ == Pin else _MISSING
        value = shipped[name] if value is _MISSING else value
        if isinstance(value, list):
            value = tuple(value)
        values[name] = None if type_ == Pin and value == "none" else value
    return kind(**values)


def _unknown(name: str, known: list[str]) -> Message:
    if near := difflib.get_close_matches(name, known, 1):
        return Message("there is no such setting; did you mean '{near}'?", near=near[0])
    return Message("there is no such setting; allowed here: {known}", known=", ".join(known))


def _wrong(value: Any, type_: Any, limits: dict[str, Any]) -> Message | None:
    """What is wrong with one value, or None. True is an int to Python but not to people."""
    shown = files.short(_shown(value))
    if words := limits.get("words"):
        if value in words:
            return None
        return Message("{value} is none of the allowed words: {words}", value=shown, words=", ".join(words))
    if count := limits.get("count"):
        if isinstance(value, list) and len(value) == count and all(_is_whole(item) for item in value):
            return None
        return Message("{value} will not do: it takes a list of {count} GPIO numbers", value=shown, count=count)
    if type_ == Pin:
        if _is_whole(value) or value == "none":
            return None
        return Message('{value} is not a GPIO number; allowed are 2 to 27, or "none"', value=shown)
    if type_ is bool:
        return None if isinstance(value, bool) else Message("{value} is neither true nor false", value=shown)
    if type_ is str:
        return None if isinstance(value, str) else Message("{value} is not a text in quotes", value=shown)
    low, high = limits["low"], limits["high"]
    if type_ is int and not _is_whole(value):
        return Message("{value} is not a whole number; allowed: {low} to {high}", value=shown, low=low, high=high)
    if not _is_whole(value) and not isinstance(value, float):
        return Message("{value} is not a number; allowed: {low} to {high}", value=shown, low=low, high=high)
    if not low <= value <= high:
        return Message("{value} is out of range; allowed: {low} to {high}", value=shown, low=low, high=high)
    return None


def _shown(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return f'"{value}"' if isinstance(value, str) else str(value)


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _wires(config: Config) -> Iterator[Wire]:
    for number in range(1, config.players + 1):
        player: Player = getattr(config, f"player{number}")
        if player.button is not None:
            yield Wire(f"player{number}.button", f"player{number}", "button", player.button)
        if player.lamp is not None:
            yield Wire(f"player{number}.lamp", f"player{number}", "lamp", player.lamp)
    for name in ("left", "choose", "right"):
        pin: Pin = getattr(config.console, name)
        if pin is not None:
            yield Wire(f"console.{name}", name, "button", pin)
    if config.pad.fitted:
        for place, pin in enumerate(config.pad.rows, 1):
            yield Wire("pad.rows", f"row{place}", "row", pin)
        for place, pin in enumerate(config.pad.columns, 1):
            yield Wire("pad.columns", f"column{place}", "column", pin)
    if config.shutdown.button is not None:
        yield Wire("shutdown.button", "shutdown", "shutdown", config.shutdown.button)


def _unwire(config: Config, own: Tree, shipped: Tree) -> tuple[Config, list[Fault]]:
    """Take faulty pins out, one after the other, until the rest fits together."""
    faults: list[Fault] = []
    while wrong := next(pins.faults(config.wires(), config.board.serial_console), None):
        wire, text = wrong
        faults.append(Fault(wire.key, text))
        section, name = wire.key.split(".")
        change = {"fitted": False} if section == "pad" else {name: "none"}
        written = own.get(section)
        own = own | {section: (written if isinstance(written, dict) else {}) | change}
        config = _build(Config, own, shipped, "", [])
    return config, faults
