"""The checks, in the order one would try a new table. Each says in its notes what it saw, and raises Wrong where that
is not as it should be. One that needs nothing but a table that runs takes the one that the check before it left."""

from __future__ import annotations

import json
import re
import shutil
import time
from collections import Counter
from collections.abc import Callable, Sequence

from app.install import image
from tests.virtual_pi import cuts, here
from tests.virtual_pi.bench import GAMES, LONG, MAIN, NUMBER, SLOW, Bench
from tests.virtual_pi.faults import faults, faults_before
from tests.virtual_pi.image import layer
from tests.virtual_pi.kept import Shown, played
from tests.virtual_pi.person import GAMES as KINDS
from tests.virtual_pi.person import Person
from tests.virtual_pi.pieces import Wrong, run
from tests.virtual_pi.sticks import stick
from tests.virtual_pi.wheels import PROJECT, wheels

Check = Callable[[Bench], None]
# When enough of a game has been played: what a claim, a stop, a throw is there.
ENOUGH: dict[str, Callable[[list[str]], bool]] = {
    "series": lambda did: "claim" in did,
    "mille": lambda did: "stop" in did or did.count("card") > 1,
    "duel": lambda did: "throw" in did,
    "aux": lambda did: "throw" in did or len(did) >= 14,
}


def install(bench: Bench) -> None:
    """A clone on a plain card becomes a table by `sudo ./vigie install`."""
    machine = bench.machine
    machine.stop()
    machine.disk = layer(bench.plain(), bench.out / "now.qcow2")
    machine.start()
    bench.note(f"plain card, up after {machine.up(LONG):.0f} s")
    machine.give(bench.clone(), "/srv/vigie")
    machine.give(wheels(bench.cache), "/srv/wheels")
    began = time.monotonic()
    said = machine.must("cd /srv/vigie && ./vigie install 2>&1", timeout=3600)
    if "Vigie is installed" not in said:
        raise Wrong(f"install ended otherwise: {said[-300:]}")
    bench.note(f"installed after {time.monotonic() - began:.0f} s")
    if "pip install lgpio" not in said:
        raise Wrong("nothing was said of lgpio, which has no wheel")
    machine.must("/opt/vigie/current/venv/bin/python -m pip install -q /srv/wheels/lgpio-*.whl", timeout=1800)
    machine.must("cd /run && /opt/vigie/current/venv/bin/python -c 'import lgpio'")
    machine.must(f"mkdir -p /etc/systemd/system/vigie.service.d; printf '%s' '{drop_in(bench)}' > "
                 "/etc/systemd/system/vigie.service.d/bench.conf; systemctl daemon-reload")  # fmt: skip
    before = machine.ask("stat -c '%G %a' /dev/gpiochip0")
    if "gpio 660" not in before:
        raise Wrong(f"/dev/gpiochip0 is not the group's without a restart: {before}")
    exposure = machine.ask("systemd-analyze security vigie.service --no-pager | tail -1", LONG)
    bench.note(exposure.strip())
    if float((re.findall(r"\d+\.\d+", exposure) or ["9"])[-1]) > 1.0:
        raise Wrong("the service is exposed more than 1.0")
    bench.off()
    for old in bench.frozen:
        old.unlink(missing_ok=True)
    shutil.copyfile(machine.disk, bench.installed)


def cold(bench: Bench) -> None:
    """From power to the title, as `vigie shots` draws it, on a machine without a GPU; the camera gives pictures."""
    bench.boot()
    bench.title("cold")
    bench.note(f"the title {time.monotonic() - bench.machine.began:.0f} s after power")
    gives_pictures(bench, "after a cold boot")
    bench.note("the camera is open")
    told = re.search(r"First picture.*", bench.log())
    bench.note(told[0] if told else "no word of the first picture")
    log = bench.log(400)
    for unwanted in ("ALSA lib", "leaked shared_memory", "Traceback", "Segmentation"):
        if unwanted in log:
            raise Wrong(f"the log has '{unwanted}'")
    bench.note(f"1 GB: {memory_of(bench)}")
    bench.freeze()


def gives_pictures(bench: Bench, when: str) -> None:
    before = bench.mat.camera.sent
    bench.wait(lambda: bench.mat.camera.sent > before + 5, LONG, f"pictures {when}")


def memory_of(bench: Bench) -> str:
    """Once they grow no more."""
    taken = _taken(bench)

    def settled() -> bool:
        nonlocal taken
        time.sleep(10)
        before, taken = taken, _taken(bench)
        return "eyes" in taken and sum(taken.values()) < sum(before.values()) + 4

    bench.wait(settled, LONG, "processes that grow no more")
    free = bench.machine.ask("free -m | awk '/Mem/{print $7}'")
    return ", ".join(f"{name} {size} MB" for name, size in taken.items()) + f", available {free} MB"


def _taken(bench: Bench) -> dict[str, int]:
    """What each process has that no other has."""
    said = bench.machine.ask(
        "ps -o pid=,args= -u vigie | while read pid args; do case $args in *resource_tracker*) n=tracker;; "
        "*spawn*) n=eyes;; *) n=table;; esac; echo $n $(awk '/^Pss:/{print $2}' /proc/$pid/smaps_rollup); done"
    )
    return {name: int(size) >> 10 for name, size in re.findall(r"^(\w+) (\d+)$", said, re.MULTILINE)}


def camera(bench: Bench) -> None:
    """Unplugged the camera is missed, plugged in again it is back; with --long it is opened from cold three times."""
    if bench.thorough:
        for turn in range(3):
            bench.boot()
            gives_pictures(bench, f"after cold boot {turn + 1}")
        bench.note("3 of 3 cold boots: the camera is open")
    bench.ready()
    gives_pictures(bench, "at first")
    bench.mat.camera.unplug()
    bench.machine.until("ls /dev/video* 2>&1", "No such file", LONG)
    time.sleep(10)
    bench.picture("camera-away")
    bench.mat.camera.plug()
    gives_pictures(bench, "after it is plugged in again")
    bench.note("unplugged and back")


def pins(bench: Bench) -> None:
    """Lamps breathe at the title; a button leads to the menu, and an arrow that is held to the workshop and back."""
    bench.ready()
    bench.title("pins-title")
    lit = bench.lamps(3)
    if not all(0.02 < share < 0.98 for share in list(lit.values())[:2]):
        raise Wrong(f"the lamps do not breathe: {lit}")
    bench.note(f"lamps at the title, share of time lit: {lit}")
    bench.hold("left")
    bench.page("pins-workshop", "service-menu")
    bench.hold("left")
    bench.title("pins-title")
    bench.note("into the workshop and back by the console")


def games(bench: Bench) -> None:
    """A game of each kind is begun by the console alone, dice are thrown before the camera, somebody claims, somebody
    stops; in the race two presses 40 ms apart are told as such. What is written to the card is recorded."""
    bench.machine.stop()
    bench.shows.clear()
    bench.ready(log=bench.out / "writes.log")
    for game in KINDS:
        began = time.monotonic()
        bench.mat.lay(KINDS_OF_DICE[game])
        bench.title("title-before")
        person = Person(bench, seed=3)
        person.begin(game)
        person.play(ENOUGH[game])
        if game == "series":
            race(bench, person)
        time.sleep(6)
        bench.picture(f"game-{game}")
        counted = Counter(person.did)
        bench.note(
            f"{game} in {time.monotonic() - began:.0f} s: {', '.join(f'{n} {word}' for word, n in counted.items())}"
        )
        bench.keep_shows()
        to_title(bench)


def race(bench: Bench, person: Person) -> None:
    """Dice are thrown until there is a series again; then two press."""
    person.play(lambda did: did[-1] == "throw" and there_is_one(bench))
    before = bench.journal()
    really = float(bench.machine.must("python3 /srv/bench/pins.py race 27 17 40").splitlines()[-1])
    bench.wait(lambda: any(line.startswith("# claim 1") for line in bench.journal()[len(before) :]), LONG, "the claim")
    time.sleep(4)
    bench.picture("race")
    bench.note(f"the second player's press, {really:.1f} ms before the first's, has the claim; picture race.png")


def there_is_one(bench: Bench) -> bool:
    from random import Random

    from rules.series.dice import there
    from tests.virtual_pi.person import standing

    with standing(bench.journal(), Random(1)) as (table, _):
        return bool(table.state.fresh and there(table.state.track))


def to_title(bench: Bench) -> None:
    """Out of a game: an arrow held opens its menu, whose last item leaves it."""
    bench.hold("left")
    time.sleep(3)
    bench.press("left", "choose")
    bench.title("back-at-title")


KINDS_OF_DICE = {"series": "twelve", "mille": "corsair", "duel": "duel", "aux": "pips"}


def power(bench: Bench) -> None:
    """The plug is pulled in the middle of a throw, of a claim, of a resume: nothing that was shown is missing, and it
    goes on where it was."""
    bench.ready()
    bench.mat.lay("twelve")
    bench.title("power-title")
    person = Person(bench, seed=5)
    person.begin("series")
    person.play(lambda did: "throw" in did)
    for what in ("a throw", "a claim", "a resume"):
        kept = bench.journal()
        if what == "a throw":
            bench.mat.laid.throw(max(bench.mat.laid.lying()) + 1)
            time.sleep(0.3)
        elif what == "a claim":
            bench.machine.must("python3 /srv/bench/pins.py press 17 60")
        else:
            bench.machine.start()
            bench.machine.up(LONG)
            time.sleep(3)
        bench.machine.pull_the_plug()
        bench.boot(fresh=False)
        after = bench.journal()
        if played(after)[: len(played(kept))] != played(kept):
            raise Wrong(f"shown before {what}, and gone: {kept} -> {after}")
        time.sleep(8)
        bench.picture(f"after-{what.replace(' ', '-')}")
        bench.note(f"cut in {what}: {len(played(kept))} lines shown, {len(played(after))} there after it")
        bench.press("choose")
        if what != "a resume":
            time.sleep(5)
    bench.machine.stop()  # in the middle of a game: the next check begins at the title


def reordered(bench: Bench) -> None:
    """The card put together again as of 300 moments of the evening just played, torn and reordered between flushes:
    nothing shown is missing, everything opens."""
    bench.machine.stop()
    log, base, shows = bench.out / "writes.log", bench.out / "base.raw", bench.out / "shows.json"
    if not shows.exists():
        raise Wrong("no evening was recorded: run the check 'games' first")
    known = json.loads(shows.read_text())
    shown = [Shown(at, what, tuple(lines)) for at, what, lines in known["shown"]]
    run("qemu-img", "convert", "-O", "raw", known["below"], base)
    count = 1000 if bench.thorough else cuts.MOMENTS
    outcomes = cuts.cut(base, log, shown, bench.out / "cuts", [GAMES], count)
    base.unlink()
    told_of(bench, "reordered", shown, outcomes)


def evening(bench: Bench) -> None:
    """Whole games on a card of this machine's own, its every write recorded, and put together again as of 300 moments;
    then the same with a journal that does not wait for the disk, which has to be found out."""
    for name, count in (("evening", 1000 if bench.thorough else cuts.MOMENTS), ("control", 60)):
        with here.recorded(bench.out / "here") as (place, base, log):
            if name == "control":
                with here.without_waiting():
                    shown = here.evening(place, log, 40)
            else:
                shown = here.evening(place, log, 1200 if bench.thorough else 240)
        outcomes = cuts.cut(base, log, shown, bench.out / "cuts", here.KINDS, count, 0)
        if name == "evening":
            told_of(bench, name, shown, outcomes)
        elif not any(one.lost for one in outcomes):
            raise Wrong("a journal that does not wait for the disk is not found out")
        else:
            lost = sum(bool(one.lost) for one in outcomes)
            bench.note(f"control, a journal that does not wait for the disk: lost at {lost} of {len(outcomes)} moments")


def told_of(bench: Bench, name: str, shown: Sequence[Shown], outcomes: Sequence[cuts.Outcome]) -> None:
    told = cuts.table(outcomes)
    (bench.out / f"{name}.md").write_text(told + "\n", encoding="utf-8")
    print(told)
    bad = [one for one in outcomes if one.lost or one.wrong]
    bench.note(f"{len(outcomes)} moments, {len(shown)} things shown, {len(bad)} wrong")
    if bad:
        raise Wrong(f"{len(bad)} of {len(outcomes)}: {bad[0]}")


def off(bench: Bench) -> None:
    """ "Shut down" in the workshop, by the console: it switches itself off."""
    bench.ready()
    bench.title("off-title")
    bench.hold("left")
    bench.page("off-workshop", "service-menu")
    bench.press("left", "left", "choose", pause=3)
    bench.picture("off-sure")
    bench.press("right", "choose")
    if not bench.machine.off(LONG):
        raise Wrong("it did not switch off")
    bench.note("switched itself off")


def update(bench: Bench) -> None:
    """Another version over this one keeps everything to the byte."""
    bench.ready()
    before = bench.sums()
    was = bench.machine.must("readlink /opt/vigie/current")
    bench.machine.give(bench.clone(), "/srv/vigie")
    bench.machine.must(
        "echo '# another version' >> /srv/vigie/app/startup.py; cd /srv/vigie && ./vigie install 2>&1", 3600
    )
    bench.machine.must("/opt/vigie/current/venv/bin/python -m pip install -q /srv/wheels/lgpio-*.whl", timeout=1800)
    if bench.machine.must("readlink /opt/vigie/current") == was:
        raise Wrong("it is the same version still")
    after = bench.sums()
    bench.machine.until("systemctl is-active vigie | grep -x active", "active", LONG)
    if after != before:
        raise Wrong("the update changed what is kept")
    bench.note(f"{len(before.splitlines())} files, the same to the byte")


def safe(bench: Bench) -> None:
    """Killed at its start and once more, the third start is a safe one and says why."""
    bench.ready()
    machine = bench.machine
    for failed in (1, 2, 3):
        pid = machine.must(f"echo {MAIN}").strip()
        machine.ask(f"kill -9 {pid}")
        machine.until(f"echo {MAIN}; cat {GAMES}/starts.json", f'"failed": {failed}', LONG)
    machine.until("systemctl is-active vigie | grep -x active", "active", LONG)
    said = machine.ask("systemctl status vigie --no-pager | grep Status; journalctl -u vigie -b -o cat | grep Safe")
    time.sleep(5)
    bench.picture("safe")
    if "Safe mode" not in said:
        raise Wrong(f"no safe mode: {said}")
    bench.note(" ".join(said.split())[:160])
    machine.ask(f"rm {GAMES}/starts.json")
    bench.again()


def bare(bench: Bench) -> None:
    """Starts without a camera, without GPIO, with a full disk: it plays, and says what is missing."""
    bench.ready()
    machine = bench.machine
    bench.mat.camera.unplug()
    bench.again()
    said_without(bench, "camera")
    machine.must("systemctl stop vigie; echo 0 > /sys/kernel/config/gpio-sim/pi/live")
    bench.again()
    said_without(bench, "gpio")
    machine.ask("dd if=/dev/zero of=/fill bs=1M 2>/dev/null; dd if=/dev/zero of=/fill2 bs=4k 2>/dev/null; sync", LONG)
    bench.again()
    time.sleep(5)
    bench.picture("full-disk")
    bench.note("with a full disk: " + machine.ask("systemctl status vigie --no-pager | grep Status").strip())
    machine.must("rm -f /fill /fill2; echo 1 > /sys/kernel/config/gpio-sim/pi/live; udevadm settle")
    bench.mat.camera.plug()
    bench.again()
    gives_pictures(bench, "when all is there again")


def said_without(bench: Bench, what: str) -> None:
    time.sleep(10)
    bench.picture(f"without-{what}")
    bench.note(
        f"without {what}: active; " + bench.machine.ask("systemctl status vigie --no-pager | grep Status").strip()
    )


def dark(bench: Bench) -> None:
    """Without a graphics driver it says so, again and again, and a screen that is not there counts as no failed
    start."""
    machine = bench.machine
    machine.stop()
    machine.disk = layer(bench.installed, bench.out / "now.qcow2")
    machine.start(gpu=False)
    machine.up(LONG)
    machine.until("journalctl -u vigie -b --no-pager -o cat", "No screen could be opened", LONG)
    starts = machine.ask(f"cat {GAMES}/starts.json")
    if '"failed": 0' not in starts:
        raise Wrong(f"counted as failed: {starts}")
    bench.note("says that there is no screen, and counts nothing")


def memory(bench: Bench) -> None:
    """What both processes take with 512 MB (with 1 GB: see cold)."""
    bench.boot(memory_mb=512)
    bench.title("memory")
    gives_pictures(bench, "with 512 MB")
    bench.note(f"512 MB: {memory_of(bench)}")


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
    run(PROJECT / "vigie", "image", lite, "--out", made, "--lang", "fr", log=bench.out / "image.log")
    bench.note(f"made after {time.monotonic() - began:.0f} s")
    lite.unlink()
    bench.machine.disk = layer(made, bench.out / "now.qcow2", "raw")
    bench.mat.camera.unplug()
    bench.machine.start(network=False)
    bench.title("flashed", "fr")
    bench.note(
        f"the title {time.monotonic() - bench.machine.began:.0f} s after the first power-up, in French, no network"
    )


def drop_in(bench: Bench) -> str:
    """Where the bench is unlike a Pi."""
    return SLOW + (NUMBER if bench.cache.arch.name == "amd64" else "")


CHECKS: dict[str, Check] = {
    check.__name__: check
    for check in (evening, install, cold, pins, camera, games, reordered, power, stick, bare, safe, update, off, faults,
                  faults_before, dark, memory, flashed)
}  # fmt: skip
