"""The checks, in the order one would try a new table. Each says in its notes what it saw, and raises Wrong where that
is not as it should be."""

from __future__ import annotations

import re
import shutil
import time
from collections.abc import Callable

from app.install import image
from tests.virtual_pi.bench import GAMES, MAIN, NUMBER, SLOW, Bench
from tests.virtual_pi.image import layer
from tests.virtual_pi.pieces import Wrong, run
from tests.virtual_pi.wheels import PROJECT, wheels

Check = Callable[[Bench], None]
TITLE_LIKE = 0.85  # the ship sails and the lamps of the chart flicker: not all of it is the same at all times


def install(bench: Bench) -> None:
    """A clone on a plain card becomes a table by `sudo ./vigie install`."""
    machine = bench.machine
    machine.stop()
    machine.disk = layer(bench.plain(), bench.out / "now.qcow2")
    machine.start()
    bench.note(f"plain card, up after {machine.up(900):.0f} s")
    machine.give(bench.clone(), "/srv/vigie")
    machine.give(wheels(bench.cache), "/srv/wheels")
    began = time.monotonic()
    said = machine.must("cd /srv/vigie && ./vigie install 2>&1", timeout=1800)
    if "Vigie is installed" not in said:
        raise Wrong(f"install ended otherwise: {said[-300:]}")
    bench.note(f"installed after {time.monotonic() - began:.0f} s")
    machine.must("/opt/vigie/current/venv/bin/python -m pip install -q /srv/wheels/lgpio-*.whl", timeout=600)
    machine.must(f"mkdir -p /etc/systemd/system/vigie.service.d; printf '%s' '{drop_in(bench)}' > "
                 "/etc/systemd/system/vigie.service.d/bench.conf; systemctl daemon-reload")  # fmt: skip
    before = machine.ask("stat -c '%G %a' /dev/gpiochip0")
    if "gpio 660" not in before:
        raise Wrong(f"/dev/gpiochip0 is not the group's without a restart: {before}")
    exposure = machine.ask("systemd-analyze security vigie.service --no-pager | tail -1")
    bench.note(exposure.strip())
    bench.off()
    shutil.copyfile(machine.disk, bench.installed)


def cold(bench: Bench) -> None:
    """From power to the title, as `vigie shots` draws it, on a machine without a GPU; the camera gives pictures."""
    bench.boot()
    seen = bench.wait(lambda: bench.like("cold", "title") > TITLE_LIKE, 900, "the title on the screen")
    bench.note(f"the title {time.monotonic() - bench.machine.began:.0f} s after power (looked for {seen:.0f} s)")
    gives_pictures(bench, "after a cold boot")
    bench.note("the camera is open")
    told = re.search(r"First picture.*", bench.log())
    bench.note(told[0] if told else "no word of the first picture")
    log = bench.log(200)
    for unwanted in ("ALSA lib", "leaked shared_memory", "Traceback", "Segmentation"):
        if unwanted in log:
            raise Wrong(f"the log has '{unwanted}'")


def camera(bench: Bench) -> None:
    """The camera is opened from cold, each time; unplugged it is missed, plugged in again it is back."""
    boots = 3 if bench.thorough else 1
    for turn in range(boots):
        bench.boot()
        gives_pictures(bench, f"after cold boot {turn + 1}")
    bench.note(f"{boots} of {boots} cold boots: the camera is open")
    bench.mat.camera.unplug()
    time.sleep(8)
    bench.picture("camera-away")
    bench.mat.camera.plug()
    gives_pictures(bench, "after it is plugged in again")
    bench.note("unplugged and back")


def gives_pictures(bench: Bench, when: str) -> None:
    before = bench.mat.camera.sent
    bench.wait(lambda: bench.mat.camera.sent > before + 5, 600, f"pictures {when}")


def pins(bench: Bench) -> None:
    """Lamps breathe at the title; a button leads to the menu."""
    bench.boot()
    bench.wait(lambda: bench.like("pins-title", "title") > TITLE_LIKE, 900, "the title")
    lit = bench.lamps(3)
    if not all(0.02 < share < 0.98 for share in list(lit.values())[:2]):
        raise Wrong(f"the lamps do not breathe: {lit}")
    bench.note(f"lamps at the title, share of time lit: {lit}")
    bench.press("player1", pause=1)
    took = bench.wait(lambda: bench.like("pins-menu", "title") < TITLE_LIKE, 200, "another page after a press")
    bench.note(f"a press leads on within {took + 1:.1f} s")


def race(bench: Bench) -> None:
    """A treasure race begun by the buttons alone, a die thrown before the camera and read; two presses 40 ms apart are
    told as such."""
    begin_series(bench)
    throw(bench, 0)
    really = float(bench.machine.must("python3 /srv/bench/pins.py race 17 27 40").splitlines()[-1])
    time.sleep(3)
    bench.picture("race")
    bench.note(f"pressed {really:.1f} ms apart; picture race.png")


def begin_series(bench: Bench) -> None:
    bench.mat.lay("twelve")
    bench.boot()
    bench.wait(lambda: bench.like("series-title", "title") > TITLE_LIKE, 900, "the title")
    bench.press("player1", "choose", "choose", pause=4)
    bench.wait(lambda: any("players" in line for line in bench.journal()), 300, "a game in the journal")
    bench.note("begun with three presses")


def throw(bench: Bench, number: int) -> None:
    known = len(bench.journal())
    began = time.monotonic()
    bench.mat.laid.throw(number)
    bench.wait(lambda: len(bench.journal()) > known, 400, "the thrown die in the journal")
    bench.note(f"thrown and read after {time.monotonic() - began:.1f} s: {bench.journal()[-1]}")


def power(bench: Bench) -> None:
    """The plug is pulled while a die rolls and again while it resumes: nothing acknowledged is missing."""
    begin_series(bench)
    throw(bench, 0)
    kept = bench.journal()
    bench.mat.laid.throw(1)
    time.sleep(0.4)
    bench.machine.pull_the_plug()
    bench.machine.start()
    time.sleep(12)
    bench.machine.pull_the_plug()
    bench.boot(fresh=False)
    after = bench.journal()
    if after[: len(kept)] != kept:
        raise Wrong(f"acknowledged and gone: {kept} -> {after}")
    time.sleep(10)
    bench.picture("resumed")
    bench.note(f"{len(kept)} lines acknowledged before the cuts, all there after them")


def off(bench: Bench) -> None:
    """Asked by the table's own user, it switches itself off."""
    bench.boot()
    bench.machine.ask("runuser -u vigie -- touch /run/vigie/off", timeout=30)
    if not bench.machine.off(120):
        raise Wrong("it did not switch off")
    bench.note("switched itself off")


def update(bench: Bench) -> None:
    """Another version over this one keeps everything to the byte."""
    bench.boot()
    before = bench.sums()
    bench.machine.give(bench.clone(), "/srv/vigie")
    bench.machine.must(
        "echo '# another version' >> /srv/vigie/app/startup.py; cd /srv/vigie && ./vigie install 2>&1", 1800
    )
    if bench.sums() != before:
        raise Wrong("the update changed what is kept")
    bench.machine.until("systemctl is-active vigie | grep -x active", "active", 900)
    bench.note("the same to the byte")


def safe(bench: Bench) -> None:
    """Killed twice, the third start is a safe one and says why."""
    bench.boot()
    for _ in range(2):
        pid = bench.machine.must(f"echo {MAIN}").strip()
        bench.machine.ask(f"kill -9 {pid}")
        bench.machine.until(f"echo {MAIN} $(systemctl is-active vigie) | grep -v '^{pid} '", "active", 300)
    said = bench.machine.ask("systemctl status vigie --no-pager | grep Status")
    bench.picture("safe")
    if "Safe mode" not in said:
        raise Wrong(f"no safe mode: {said}")
    bench.note(said.strip())


def bare(bench: Bench) -> None:
    """Without a camera, without GPIO, without a screen, with a full disk: it starts, or says why not."""
    bench.boot(plugged=False)
    bench.note("without a camera: active")
    bench.boot(append="systemd.mask=header.service")
    bench.note("without GPIO: active")
    bench.machine.ask("fallocate -l 20G /fill 2>/dev/null; dd if=/dev/zero of=/fill bs=1M 2>/dev/null; sync", 600)
    bench.machine.ask("systemctl restart vigie", 300)
    bench.machine.until("systemctl is-active vigie | grep -x active", "active", 900)
    bench.picture("full-disk")
    bench.note("with a full disk: " + bench.machine.ask("systemctl status vigie --no-pager | grep Status").strip())


def dark(bench: Bench) -> None:
    """Without a screen it says so, again and again, and a screen that is not there counts as no failed start."""
    machine = bench.machine
    machine.stop()
    machine.disk = layer(bench.installed, bench.out / "now.qcow2")
    machine.start(gpu=False)
    machine.up(600)
    machine.until("journalctl -u vigie -b --no-pager -o cat", "No screen could be opened", 300)
    starts = machine.ask(f"cat {GAMES}/starts.json")
    if '"failed": 0' not in starts:
        raise Wrong(f"counted as failed: {starts}")
    bench.note("says that there is no screen, and counts nothing")


def memory(bench: Bench) -> None:
    """What both processes take, with 1 GB and with 512 MB."""
    for size in (1024, 512):
        bench.boot(memory_mb=size)
        time.sleep(20)
        said = bench.machine.ask(
            "ps -o rss=,args= -u vigie | awk '{printf \"%d MB \", $1/1024}'; free -m | awk '/Mem/{print $7}'"
        )
        bench.note(f"{size} MB: processes {said} MB free")


def flashed(bench: Bench) -> None:
    """`vigie image` makes a card of a Lite of the same layout; it boots into the game, in French, without a network."""
    bench.machine.stop()
    lite, made, settings = bench.out / "lite.img", bench.out / "vigie.img", "etc/systemd/system/vigie.service.d"
    run("qemu-img", "convert", "-O", "raw", bench.plain(), lite)
    with image.opened(lite) as root:  # what the bench gives any of its guests
        shutil.copytree(wheels(bench.cache), root / "srv" / "wheels", dirs_exist_ok=True)
        (root / settings).mkdir(parents=True)
        (root / settings / "bench.conf").write_text(drop_in(bench))
    began = time.monotonic()
    run(PROJECT / "vigie", "image", lite, "--out", made, "--lang", "fr", "--keep-ssh", log=bench.out / "image.log")
    bench.note(f"made after {time.monotonic() - began:.0f} s")
    lite.unlink()
    bench.machine.disk = layer(made, bench.out / "now.qcow2", "raw")
    bench.machine.start()
    bench.wait(lambda: bench.like("flashed", "title", "fr") > TITLE_LIKE, 1200, "the title on the screen, in French")
    bench.note(f"the title {time.monotonic() - bench.machine.began:.0f} s after power")


def stick(bench: Bench) -> None:
    """A USB stick is plugged in, everything is saved on it by the unit's own way, and brought back to the byte."""
    if not bench.machine.runs:
        bench.boot()
    machine, file = bench.machine, bench.out / "stick.fat"
    file.unlink(missing_ok=True)
    run("mkfs.vfat", "-C", "-n", "STICK", file, str(64 << 10))
    machine.qmp(
        "blockdev-add", **{"driver": "raw", "node-name": "stick", "file": {"driver": "file", "filename": str(file)}}
    )
    machine.qmp("device_add", driver="usb-storage", drive="stick", bus="usb.0", id="stick", removable=True)
    machine.until("lsblk -o TRAN,FSTYPE", "vfat", 120)
    machine.must(f"echo '[\"Anne\"]' > {GAMES}/bench.json; chown vigie: {GAMES}/bench.json")
    before = bench.sums()
    bench.note(asked(bench, "save"))
    machine.must(f"echo other > {GAMES}/bench.json; echo new > {GAMES}/bench-2.json")
    bench.note(asked(bench, "restore"))
    machine.ask("systemctl restart --no-block vigie")
    machine.until("journalctl -u vigie -b --no-pager -o cat", "what was brought back is in its place", 600)
    after = machine.ask(f"cd {GAMES}; cat bench.json; ls bench-2.json .before/bench-2.json")
    if "Anne" not in after or "cannot access 'bench-2.json'" not in after:
        raise Wrong(f"not as it was saved: {after}")
    kept = [line for line in before.splitlines() if line not in bench.sums()]
    bench.note(f"brought back: {len(before.splitlines())} files, {len(kept)} that differ")
    machine.qmp("device_del", id="stick")


def asked(bench: Bench, what: str) -> str:
    """As the table asks, by its own user; the answer."""
    machine = bench.machine
    leave = f"echo {what} > /run/vigie/.asked; mv /run/vigie/.asked /run/vigie/stick"
    machine.must(f"rm -f /run/vigie/stick.json; runuser -u vigie -- sh -c '{leave}'")
    machine.until("cat /run/vigie/stick.json 2>/dev/null", "done", 300)
    said = machine.ask("cat /run/vigie/stick.json; rm /run/vigie/stick.json")
    if '"done": true' not in said:
        raise Wrong(f"{what}: {said}; {machine.ask('journalctl -u vigie-stick -b --no-pager -o cat | tail -5')}")
    return said


def drop_in(bench: Bench) -> str:
    """Where the bench is unlike a Pi."""
    return SLOW + (NUMBER if bench.cache.arch.name == "amd64" else "")


CHECKS: dict[str, Check] = {
    check.__name__: check
    for check in (install, cold, pins, camera, race, power, off, update, safe, bare, dark, memory, stick, flashed)
}  # fmt: skip
