"""The faults that the first virtual Pi found, looked for in the same way on the code before they were mended and on the
code as it is."""

from __future__ import annotations

import re
import time
from pathlib import Path

from tests.virtual_pi.bench import GAMES, LONG, MAIN, Bench
from tests.virtual_pi.image import clone
from tests.virtual_pi.pieces import Wrong, run
from tests.virtual_pi.wheels import PROJECT

BEFORE = "cb087e5"  # the commit it was found on
OWN = "/etc/systemd/system/vigie.service.d/faults.conf"
RUNNING = "/etc/systemd/system/vigie.service"
LOG = "journalctl -u vigie --no-pager -o cat --since @$(cat /run/since)"
CAMERA_DRIVERS = "uvcvideo videobuf2_v4l2 videodev"


def faults(bench: Bench) -> None:
    """Refused devices, a renderer that dies, OpenCV on the table's process, a starved watchdog, noise in the log: none
    of it is seen any more."""
    bench.ready()
    seen = [*_renderer(bench), *_loaded(bench), *_camera(bench), *_watchdog(bench)]
    if seen:
        raise Wrong("; ".join(seen))


def faults_before(bench: Bench) -> None:
    """The same looked for on the code before they were mended: all are seen, so that the looking is worth something."""
    bench.ready()
    old = clone(_checked_out(bench.out / "before"), bench.out / "clone-before")
    machine = bench.machine
    machine.must("systemctl stop vigie")
    machine.give(old, "/opt/vigie/before")
    machine.must(
        "cp -a /opt/vigie/current/venv /opt/vigie/before/ && "
        "for p in /opt/vigie/before/venv/lib/python3*/site-packages/vigie.pth; do echo /opt/vigie/before > $p; done; "
        f"cp {RUNNING} /srv/unit-now; readlink /opt/vigie/current > /srv/current-now; "
        f"ln -sfn before /opt/vigie/current; cp /opt/vigie/before/systemd/vigie.service {RUNNING}; "
        "systemctl daemon-reload"
    )
    seen = [*_renderer(bench), *_loaded(bench), *_camera(bench), *_watchdog(bench)]
    machine.must(
        f"systemctl stop vigie; cp /srv/unit-now {RUNNING}; ln -sfn $(cat /srv/current-now) /opt/vigie/current; "
        f"rm -rf /opt/vigie/before; rm -f {GAMES}/starts.json; systemctl daemon-reload; systemctl start vigie",
        LONG,
    )
    bench.note(f"seen: {'; '.join(seen)}")
    if len(seen) < 4:
        raise Wrong(f"of the faults only {len(seen)} are seen on {BEFORE}")


def _checked_out(to: Path) -> Path:
    to.mkdir(parents=True, exist_ok=True)
    run("sh", "-c", f"git -C '{PROJECT}' archive {BEFORE} | tar -x -C '{to}' && git -C '{to}' init -q")
    return to


def _begin(bench: Bench, settings: str = "") -> None:
    """The service anew, with these lines in its unit."""
    machine = bench.machine
    machine.must(f"systemctl stop vigie; rm -f {OWN} {GAMES}/starts.json; date +%s > /run/since", LONG)
    if settings:
        machine.must(f"printf '[Service]\\n{settings}' > {OWN}")
    machine.must("systemctl daemon-reload; systemctl start --no-block vigie")


def _active(bench: Bench) -> None:
    bench.machine.until("systemctl is-active vigie | grep -x active", "active", LONG)


def _renderer(bench: Bench) -> list[str]:
    """Without a GPU Mesa's own renderer dies of MemoryDenyWriteExecute, again and again."""
    _begin(bench)
    said = ""

    def settled() -> bool:
        nonlocal said
        said = bench.machine.ask(f"systemctl is-active vigie; {LOG} | grep -c -i 'SEGV'")
        return said.startswith("active") or int((re.findall(r"\d+$", said) or ["0"])[0]) > 3

    bench.wait(settled, LONG, "it starts, or dies often")
    if said.startswith("active"):
        return []
    return [f"SIGSEGV {said.split()[-1]} times, and {bench.machine.ask(f'cat {GAMES}/starts.json')[:40]}"]


def _loaded(bench: Bench) -> list[str]:
    """What a start leaves in the log, and what the table's process has loaded once a game was opened."""
    _begin(bench, "Environment=GALLIUM_DRIVER=softpipe\\n")
    _active(bench)
    time.sleep(15)
    seen = []
    bench.press("choose", "choose", "choose", pause=5.0)
    time.sleep(20)
    maps = bench.machine.ask(f"grep -c -E 'cv2|opencv' /proc/{MAIN}/maps")
    if maps.strip() not in ("", "0"):
        seen.append("cv2 is loaded by the table's process")
    lines = int(bench.machine.ask(f"{LOG} | grep -c 'ALSA lib'").split()[-1])
    if lines:
        seen.append(f"{lines} ALSA lines")
    bench.machine.ask("systemctl stop vigie", LONG)
    if "leaked shared_memory" in bench.machine.ask(LOG):
        seen.append("leaked shared memory is warned of")
    return seen


def _camera(bench: Bench) -> list[str]:
    """The camera's driver comes after the service."""
    machine = bench.machine
    bench.mat.camera.unplug()
    machine.must(f"systemctl stop vigie; sleep 2; modprobe -r {CAMERA_DRIVERS}", LONG)
    _begin(bench, "Environment=GALLIUM_DRIVER=softpipe\\n")
    _active(bench)
    sent = bench.mat.camera.sent
    bench.mat.camera.plug()
    until = time.monotonic() + 180
    while time.monotonic() < until and bench.mat.camera.sent < sent + 5:
        time.sleep(1)
    if bench.mat.camera.sent >= sent + 5:
        return []
    return ["the camera stays forbidden when its driver comes after the service"]


def _watchdog(bench: Bench) -> list[str]:
    """Patience for a few seconds only, and pictures that take as long."""
    _begin(bench, "WatchdogSec=6s\\nEnvironment=GALLIUM_DRIVER=softpipe\\n")
    _active(bench)
    bench.press("choose", "choose", "choose", pause=4.0)
    time.sleep(20)
    times = bench.machine.ask(f"{LOG} | grep -c -i 'watchdog timeout'").split()[-1]
    _begin(bench)
    return [f"ended {times} times by the watchdog while it drew"] if times != "0" else []
