"""vigie doctor: what works on this machine, what does not, and how to mend it."""

from __future__ import annotations

import argparse
import json
import os
import queue
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from firmware import checks
from firmware.checks import Check
from firmware.clock import Clock, RealClock
from firmware.config import Config, load, own_file
from firmware.panel.buttons import Buttons
from firmware.panel.contact import ButtonEvent, name_of
from firmware.panel.gpio import open_factory
from firmware.panel.lamps import Lamps
from firmware.play.events import Pressed, player_button
from firmware.play.referee import Lamp
from rules.say import Message, Trouble
from ui.words.language import LANGUAGES, language
from vision import rig
from vision.measure import measured
from vision.picture.files import picture as read_picture
from vision.places import data_dir

EXAMPLES = """examples:
  vigie doctor                           a line for each thing looked at; the exit code is 1 if something is wrong
  vigie doctor --interactive             and press each button, and watch each lamp
  vigie doctor --picture table.jpg       look for the mat in a picture in place of the camera
  vigie doctor --json                    for machines
"""
MARKS = {"ok": "ok   ", "remark": "note ", "wrong": "WRONG"}
WAIT_S = 20.0


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--interactive", action="store_true", help="try each button and each lamp, with your help")
    parser.add_argument("--picture", type=Path, metavar="FILE", help="look at this picture in place of the camera")
    parser.add_argument("--json", action="store_true", help="print it for machines, one JSON list")
    parser.add_argument("--lang", choices=tuple(LANGUAGES), default="en", help="the language (default: en)")


def run(arguments: argparse.Namespace) -> int:
    if arguments.interactive and (arguments.json or not sys.stdin.isatty()):
        raise Trouble(Message("--interactive needs a terminal with somebody at it, and no --json."))
    say = language(arguments.lang).say
    config, troubles = load()
    factory, why = open_factory()
    if arguments.interactive and why is not None:
        raise Trouble(why)
    found: list[Check] = []
    for check in examine(config, troubles, factory, why, arguments.picture, RealClock()):
        found.append(check)
        if not arguments.json:
            print(_line(check, say), flush=True)
    if arguments.interactive:
        for check in try_each(config, factory, RealClock(), lambda text: print(say(text), flush=True), _yes):
            found.append(check)
            print(_line(check, say), flush=True)
    if arguments.json:
        print(json.dumps([_as_json(check, say) for check in found], ensure_ascii=False, indent=2))
    return 1 if any(check.state == "wrong" for check in found) else 0


def examine(
    config: Config, troubles: list[Message], factory: Any, why: Message | None, picture: Path | None, clock: Clock
) -> Iterator[Check]:
    pi = checks.on_pi()
    yield checks.python()
    yield from checks.libraries(pi)
    yield display()
    yield from checks.settings(troubles, own_file())
    yield checks.gpio(factory, why, pi)
    yield from checks.buttons_and_lamps(config, factory, clock)
    if picture is None:
        check, image = checks.camera(config.camera, pi)
        yield check
    else:
        image = read_picture(picture)
    if image is not None:
        check, mat, pose = checks.mat_in_view(config.mat.file, image)
        yield check
        if mat is not None and pose is not None:
            yield checks.light(image, mat, pose)
            now, kept = measured(image, mat, pose, rig.DIE_MM), data_dir() / rig.FILE
            yield from checks.camera_and_lamp(now, rig.kept(kept))
            if picture is None:
                rig.keep(now, kept)
    yield from checks.dice(config)
    yield checks.disk(data_dir())
    yield checks.faults(data_dir())
    yield checks.service()
    yield checks.clock(clock)
    yield checks.power(pi)


def display() -> Check:
    """pygame, and the driver it draws with."""
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    os.environ.setdefault("XDG_RUNTIME_DIR", tempfile.gettempdir())  # sudo takes it away, and a library complains
    try:
        import pygame
    except ImportError:
        return checks.library("pygame", "2.6", None)
    if (library := checks.library("pygame", "2.6", pygame.version.ver)).state != "ok":
        return library
    try:
        pygame.display.init()
        driver = pygame.display.get_driver()
    except pygame.error as error:
        fix = Message("Plug in a screen. On the Pi end the running table first; it needs the system's pygame, too.")
        return Check("display", "wrong", Message("The screen cannot be opened: {error}.", error=str(error)), fix)
    finally:
        pygame.display.quit()
    said = Message("pygame {version} draws with {driver}", driver=driver, version=pygame.version.ver)
    if driver in ("dummy", "offscreen"):
        fix = Message("That shows nothing: there is no screen, or SDL_VIDEODRIVER hides it.")
        return Check("display", "remark", said, fix)
    return Check("display", "ok", said)


def try_each(
    config: Config, factory: Any, clock: Clock, say: Callable[[Message], None], yes: Callable[[], bool]
) -> Iterator[Check]:
    """Each button is pressed and each lamp is watched, one after the other."""
    heard: queue.SimpleQueue[ButtonEvent] = queue.SimpleQueue()
    buttons, lamps = Buttons(config, factory, clock, heard.put), Lamps(config, factory)
    pins = {(wire.name, wire.use): wire.pin for wire in config.wires()}
    try:
        for name in (*buttons.devices, *(buttons.pad.keys if buttons.pad else ())):
            pin = pins.get((name, "button"))
            where = Message("GPIO {pin}", pin=pin) if pin is not None else Message("the matrix")
            say(Message("Press the {button} ({where}).", button=name_of(name), where=where))
            yield _pressed(name, buttons, heard, clock)
        for seat in sorted(lamps.devices):
            lamps.show([Lamp.STEADY if other == seat else Lamp.OFF for other in range(seat + 1)], clock.now())
            said = Message("the lamp of player {n}", n=seat + 1)
            say(Message("Is {lamp} lit, and no other? (y/n)", lamp=said))
            pin = pins[(player_button(seat), "lamp")]
            if yes():
                yield Check("lamp", "ok", said)
            else:
                fix = Message("Check its wire to GPIO {pin}, its transistor and its resistor.", pin=pin)
                yield Check("lamp", "wrong", Message("The lamp of player {n} does not light.", n=seat + 1), fix)
    finally:
        buttons.close()
        lamps.close()


def _pressed(name: str, buttons: Buttons, heard: queue.SimpleQueue[ButtonEvent], clock: Clock) -> Check:
    until = clock.now() + WAIT_S
    while clock.now() < until:
        buttons.poll(clock.now())
        try:
            event = heard.get(timeout=0.02)
        except queue.Empty:
            continue
        if isinstance(event, Pressed) and event.button == name:
            return Check("button", "ok", name_of(name))
        if isinstance(event, Pressed):
            one, other = name_of(name), name_of(event.button)
            said = Message("The {other} answered in place of the {button}.", other=other, button=one)
            return Check("button", "wrong", said, Message("Swap their wires, or their pins in table.toml."))
    said = Message("The {button} was not heard within {n} seconds.", button=name_of(name), n=round(WAIT_S))
    return Check("button", "wrong", said, Message("Check both wires: one to its pin, the other to ground."))


def _yes() -> bool:
    try:
        return input("> ").strip().lower()[:1] in ("y", "o", "j")
    except EOFError:
        return False


def _line(check: Check, say: Callable[[Message | str], str]) -> str:
    fix = f"\n      -> {say(check.fix)}" if check.fix is not None else ""
    return f"{MARKS[check.state]} {say(check.said)}{fix}"


def _as_json(check: Check, say: Callable[[Message | str], str]) -> dict[str, Any]:
    fix = None if check.fix is None else say(check.fix)
    return {"name": check.name, "state": check.state, "said": say(check.said), "fix": fix}
