"""Take it along: USB sticks that are plugged into the machine, good ones and others."""

from __future__ import annotations

import json
import time
from pathlib import Path

from tests.virtual_pi.bench import GAMES, LONG, Bench
from tests.virtual_pi.pieces import Wrong, run
from ui.workshop.pages import PAGES

NAMES = f"{GAMES}/bench.json"


def stick(bench: Bench) -> None:
    """A USB stick: everything is saved on it from the workshop, by the console, and brought back the same to the byte;
    a full one, one pulled out, one with something else on it and none at all are said in a sentence."""
    bench.ready()
    refused(bench, "none", "save")
    with_stick(bench, "good", 96)
    bench.machine.must(f"echo '[\"Anne\"]' > {NAMES}; chown vigie: {NAMES}")
    before = bench.sums()
    saved = by_console(bench)
    bench.note(f"by the console: {saved}")
    bench.machine.must(f"echo other > {NAMES}; echo new > {GAMES}/bench-2.json; chown vigie: {GAMES}/bench*")
    bench.note(asked(bench, "restore"))
    bench.again()
    after = bench.sums()
    if after != before:
        differ = sorted(set(before.splitlines()) ^ set(after.splitlines()))
        raise Wrong(f"not the same to the byte: {differ}")
    bench.note(f"brought back: {len(before.splitlines())} files, the same to the byte")
    pulled_out(bench)
    with_stick(bench, "full", 4, fill=True)
    refused(bench, "full", "save")
    with_stick(bench, "other", 16, other=True)
    refused(bench, "something else on it", "restore")
    unplug(bench)
    bench.machine.must(f"rm -f {GAMES}/bench*.json")


def with_stick(bench: Bench, name: str, size_mb: int, *, fill: bool = False, other: bool = False) -> None:
    unplug(bench)
    file = bench.out / f"stick-{name}.fat"
    file.unlink(missing_ok=True)
    run("mkfs.vfat", "-C", "-n", "STICK", file, str(size_mb << 10))
    if fill:
        _lay(bench, file, "film.mp4", b"\0" * ((size_mb << 20) - (200 << 10)))
    if other:
        run("mmd", "-i", file, "::vigie")
        _lay(bench, file, "vigie/vigie-2026-01-01.parcel", b"holiday pictures, and no parcel")
    backing = {"driver": "file", "filename": str(file)}
    bench.machine.qmp("blockdev-add", **{"driver": "raw", "node-name": f"stick-{name}", "file": backing})
    bench.machine.qmp(
        "device_add", driver="usb-storage", drive=f"stick-{name}", bus="usb.0", id="stick", removable=True
    )
    bench.machine.until("lsblk -o TRAN,FSTYPE", "vfat", LONG)


def _lay(bench: Bench, stick: Path, name: str, content: bytes) -> None:
    file = bench.out / "on-the-stick"
    file.write_bytes(content)
    run("mcopy", "-i", stick, file, f"::{name}")
    file.unlink()


def unplug(bench: Bench) -> None:
    if "usb" not in bench.machine.ask("lsblk -n -o TRAN"):
        return
    bench.machine.qmp("device_del", id="stick")
    bench.wait(lambda: "usb" not in bench.machine.ask("lsblk -n -o TRAN"), LONG, "the stick is gone")


def pulled_out(bench: Bench) -> None:
    """In the middle of saving, as children do; there is enough to save that it takes a while."""
    machine = bench.machine
    machine.must(f"dd if=/dev/urandom of={GAMES}/bench-3.json bs=1M count=48 2>/dev/null; chown vigie: {GAMES}/bench*")
    before = bench.sums()
    _ask(bench, "save")
    machine.until("mount | grep vigie-stick; ls /run/vigie-stick/vigie 2>/dev/null", "/run/vigie-stick", LONG)
    unplug(bench)
    said = _answer(bench)
    if said["done"]:
        raise Wrong(f"a stick that was pulled out is said to be saved on: {said}")
    bench.note(f'pulled out: "{_sentence(said)}"')
    if bench.sums() != before:
        raise Wrong("what is here has changed")


def by_console(bench: Bench) -> str:
    """Into the workshop, to the page, and the first thing there."""
    machine = bench.machine
    machine.must("rm -f /run/vigie/stick.json")
    count = int(machine.ask("journalctl -u vigie-stick -b -o cat --no-pager | grep -c Finished") or 0)
    bench.title("stick-title")
    bench.hold("left")
    bench.page("stick-workshop", "service-menu")
    bench.press(*["right"] * list(PAGES).index("along"), "choose", pause=1.5)
    time.sleep(3)
    bench.picture("stick-page")
    bench.press("choose")
    asks = "journalctl -u vigie-stick -b -o cat --no-pager | grep -c Finished"
    machine.until(f"[ $({asks}) -gt {count} ] && echo finished", "finished", LONG)
    time.sleep(6)
    bench.picture("stick-saved")
    bench.hold("left")
    bench.hold("left")
    return "saved (stick-saved.png)"


def refused(bench: Bench, name: str, what: str) -> None:
    _ask(bench, what)
    said = _answer(bench)
    if said["done"]:
        raise Wrong(f"{name}: {said}")
    bench.note(f'{name}: "{_sentence(said)}"')


def asked(bench: Bench, what: str) -> str:
    """As the table asks, by its own user; the answer."""
    _ask(bench, what)
    said = _answer(bench)
    if not said["done"]:
        log = bench.machine.ask("journalctl -u vigie-stick -b --no-pager -o cat | tail -5")
        raise Wrong(f"{what}: {said}; {log}")
    return _sentence(said)


def _ask(bench: Bench, what: str) -> None:
    leave = f"echo {what} > /run/vigie/.asked; mv /run/vigie/.asked /run/vigie/stick"
    bench.machine.must(f"rm -f /run/vigie/stick.json; runuser -u vigie -- sh -c '{leave}'")


def _answer(bench: Bench) -> dict[str, object]:
    bench.machine.until("cat /run/vigie/stick.json 2>/dev/null", "done", LONG)
    said: dict[str, object] = json.loads(bench.machine.ask("cat /run/vigie/stick.json; rm /run/vigie/stick.json"))
    return said


def _sentence(said: dict[str, object]) -> str:
    values = said["values"]
    assert isinstance(values, dict)
    return str(said["template"]).format(**values)
