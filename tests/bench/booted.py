"""A root that boots: systemd as the first process of a container of its own, as far as a machine without a screen
goes. What is put there for it stands in /run and is gone with it."""

from __future__ import annotations

import contextlib
import shlex
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

# No screen, no sound and no terminal here; everything else of the unit stays as it is.
DROP_IN = """[Service]
Environment=SDL_VIDEODRIVER=dummy SDL_AUDIODRIVER=dummy
StandardInput=null
TTYReset=no
TTYVHangup=no
TTYVTDisallocate=no
"""
# As the package overlayroot lays it: the card below, memory above, the card itself seen at /media/root-ro. The boot
# files are a partition of their own on a Pi, and recurse=0 leaves it as it is.
OVERLAY = """mount -t tmpfs memory /mnt
mkdir /mnt/boot /mnt/card /mnt/over /mnt/work
mount --bind {root}/boot/firmware /mnt/boot
mount --bind {root} /mnt/card
mount -o remount,bind,ro /mnt/card
mount -t overlay overlayroot -o lowerdir=/mnt/card,upperdir=/mnt/over,workdir=/mnt/work {root}
mkdir -p {root}/media/root-ro
mount --move /mnt/card {root}/media/root-ro
mount --move /mnt/boot {root}/boot/firmware"""
UNWANTED = ("systemd-udevd.service", "systemd-logind.service", "getty@.service", "systemd-networkd.service")


class Booted:
    def __init__(self, first: int) -> None:
        self._first = first

    def run(self, *words: str) -> str:
        line = ["nsenter", "-t", str(self._first), "-m", "-u", "-i", "-p", "-n", "-C", "-r", "-w"]
        done = subprocess.run([*line, *words], capture_output=True, text=True, check=False)
        return (done.stdout + done.stderr).strip()

    def gone(self, seconds: float) -> bool:
        """Has it switched itself off within this time?"""
        until = time.monotonic() + seconds
        while Path(f"/proc/{self._first}").exists() and time.monotonic() < until:
            time.sleep(0.5)
        return not Path(f"/proc/{self._first}").exists()

    def show(self, name: str, unit: str = "vigie.service") -> str:
        return self.run("systemctl", "show", "--value", "-p", name, unit)

    def wait(self, name: str, wanted: str, seconds: float) -> bool:
        until = time.monotonic() + seconds
        while self.show(name) != wanted:
            if time.monotonic() > until:
                return False
            time.sleep(1)
        return True


@contextlib.contextmanager
def booted(root: Path, laid_over: bool = False) -> Iterator[Booted]:
    """Boots it, waits for its bus, and ends it with all its processes. The root is pivoted to, not chrooted: from a
    chroot the kernel allows no PrivateUsers=. `laid_over` boots it as overlayroot does: the root itself read-only at
    /media/root-ro, and over it a memory that is gone with the power."""
    groups = Path(subprocess.check_output(["findmnt", "-n", "-o", "TARGET", "-t", "cgroup2"], text=True).split()[0])
    own = groups / "vigie-bench"
    own.mkdir(exist_ok=True)
    masks = "\n".join(f"ln -s /dev/null {root}/run/systemd/system/{unit}" for unit in UNWANTED)
    script = f"""set -e
echo $$ > {own}/cgroup.procs
exec unshare --mount --pid --fork --kill-child --cgroup --uts --ipc --net sh -ec '
mount --make-rprivate /
{OVERLAY.format(root=root) if laid_over else f"mount --bind {root} {root}"}
mount -t proc proc {root}/proc
mount -t sysfs sysfs {root}/sys
mount -t cgroup2 cgroup2 {root}/sys/fs/cgroup
mount -t tmpfs tmpfs {root}/run
mkdir -p {root}/run/systemd/system/vigie.service.d
{masks}
printf "%s" {shlex.quote(DROP_IN).replace("'", '"')} > {root}/run/systemd/system/vigie.service.d/bench.conf
cd {root}
pivot_root . .
umount -l .
exec env -i container=other PATH=/usr/sbin:/usr/bin /usr/lib/systemd/systemd --unit=multi-user.target
'"""
    process = subprocess.Popen(["sh", "-c", script], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    try:
        system = Booted(_child(process.pid))
        until = time.monotonic() + 60
        while "running" not in (state := system.run("systemctl", "is-system-running")) and "degraded" not in state:
            if time.monotonic() > until:
                raise TimeoutError(f"the system does not come up: {state}")
            time.sleep(1)
        yield system
    finally:
        process.kill()
        process.wait()
        time.sleep(1)
        for folder in sorted(own.rglob("*/"), reverse=True):
            with contextlib.suppress(OSError):
                folder.rmdir()
        with contextlib.suppress(OSError):
            own.rmdir()


def _child(pid: int) -> int:
    """The one process that unshare starts; it is the container's first."""
    for _ in range(100):
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        if children and Path(f"/proc/{children[0]}/exe").readlink().name == "systemd":
            return int(children[0])
        time.sleep(0.1)
    raise TimeoutError("systemd did not start")
