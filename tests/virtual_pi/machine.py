"""The machine: started, spoken to by QMP and ssh, looked at, and its plug pulled."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import time
from pathlib import Path
from typing import Any

from tests.virtual_pi.kernel import initrd, kernel
from tests.virtual_pi.pieces import Cache, Wrong, run
from tests.virtual_pi.tree import device_tree

QUIET = "quiet loglevel=3 vt.global_cursor_default=0 systemd.show_status=false mitigations=off net.ifnames=0"
# What waits for a device or for a unit waits as long as an emulated machine on a busy one needs.
PATIENT = "systemd.default_timeout_start_sec=900 systemd.default_device_timeout_sec=900"
SIZE = (800, 480)


class Patience:
    """How long something may take, told in what the machine has worked: on a busy host it gets little of the processor,
    and is not to blame. By the clock only where it does nothing at all."""

    IDLE = 3  # times as long by the clock

    def __init__(self, machine: Machine, seconds: float) -> None:
        self._machine, self._seconds = machine, seconds
        self._began, self._worked = time.monotonic(), machine.worked()

    @property
    def over(self) -> bool:
        waited = time.monotonic() - self._began
        return waited > self._seconds and (
            self._machine.worked() - self._worked > self._seconds or waited > self.IDLE * self._seconds
        )


class Machine:
    """One at a time, in a folder of its own for sockets, logs and pictures."""

    def __init__(self, cache: Cache, disk: Path, folder: Path) -> None:
        self.cache, self.disk, self.folder = cache, disk, folder
        self.camera_port, self._ssh_port = free_port(), free_port()
        self._process: subprocess.Popen[bytes] | None = None
        self.began = 0.0
        folder.mkdir(parents=True, exist_ok=True)

    def start(
        self, memory_mb: int = 1024, gpu: bool = True, append: str = "", cpus: int = 2, log: Path | None = None,
        network: bool = True, state: Path | None = None,
    ) -> None:  # fmt: skip
        """`log`: a file that is to have every write to the card, in the format of dm-log-writes. `state`: go on where a
        machine like this one was frozen, over the same card."""
        self.stop()
        for stale in ("qmp", "control"):
            (self.folder / stale).unlink(missing_ok=True)
        arch = self.cache.arch
        image, _ = kernel(self.cache)
        words = [arch.qemu, *arch.machine, "-smp", str(cpus), "-m", str(memory_mb), "-kernel", str(image)]
        words += ["-initrd", str(initrd(self.cache)), "-display", "none", "-nodefaults", "-no-user-config"]
        words += ["-append", f"root=/dev/vda2 rw console=tty1 console={arch.console} {QUIET} {PATIENT} {append}"]
        if arch.name == "arm64":
            words += ["-dtb", str(device_tree(self.cache, cpus, memory_mb))]
        below = f"driver=qcow2,node-name=below,discard=unmap,file.driver=file,file.filename={self.disk}"
        if log is None:
            words += ["-blockdev", below.replace("node-name=below", "node-name=card")]
        else:
            log.write_bytes(b"")
            written = f"log.driver=file,log.filename={log},log.cache.no-flush=on"
            words += ["-blockdev", below, "-blockdev", f"driver=blklogwrites,node-name=card,file=below,{written}"]
        words += ["-device", "virtio-blk-pci,drive=card"]
        if gpu:
            words += ["-device", f"virtio-gpu-pci,xres={SIZE[0]},yres={SIZE[1]}"]
        if network:
            words += ["-netdev", f"user,id=wire,hostfwd=tcp:127.0.0.1:{self._ssh_port}-:22"]
            words += ["-device", "virtio-net-pci,netdev=wire,romfile="]
        words += ["-device", "qemu-xhci,id=usb", "-device", "usb-kbd,bus=usb.0"]
        words += ["-chardev", f"socket,id=camera,host=127.0.0.1,port={self.camera_port},server=on,wait=off"]
        words += ["-device", "usb-redir,chardev=camera,bus=usb.0"]
        words += ["-object", "rng-random,filename=/dev/urandom,id=chance", "-device", "virtio-rng-pci,rng=chance"]
        words += ["-serial", f"file:{self.folder}/serial.log", "-qmp", f"unix:{self.folder}/qmp,server=on,wait=off"]
        if state is not None:
            words += ["-incoming", f"exec:cat '{state}'"]
        with (self.folder / "qemu.log").open("w") as said:
            self._process = subprocess.Popen(
                ["nice", "-n", os.environ.get("VIGIE_BENCH_NICE", "5"), *words],
                stdin=subprocess.DEVNULL, stdout=said, stderr=subprocess.STDOUT, start_new_session=True,
            )  # fmt: skip
        self.began = time.monotonic()
        while not (self.folder / "qmp").exists():
            if self._process.poll() is not None:
                raise Wrong(f"QEMU ended: {(self.folder / 'qemu.log').read_text()[-300:]}")
            time.sleep(0.05)
        if state is not None:
            self._wait_for("query-status", "running")

    def freeze(self, state: Path) -> None:
        """Writes down its memory and ends; the card is as it was at that moment."""
        self.qmp("migrate-set-parameters", **{"max-bandwidth": 1 << 32})
        self.qmp("migrate", uri=f"exec:cat > '{state}'")
        self._wait_for("query-migrate", "completed")
        self.qmp("quit")
        if not self.off(60):
            raise Wrong("QEMU does not end")

    def _wait_for(self, question: str, status: str, seconds: float = 300) -> None:
        patience = Patience(self, seconds)
        while (now := self.qmp(question).get("status")) != status:
            if now == "failed" or patience.over:
                raise Wrong(f"the machine's memory cannot be moved: {now}")
            time.sleep(0.2)

    @property
    def runs(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def worked(self) -> float:
        """Seconds that its processors have had of ours since the power came."""
        if self._process is None:
            return 0.0
        try:
            words = Path(f"/proc/{self._process.pid}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            return 0.0
        return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")

    def pull_the_plug(self) -> None:
        """The guest's memory is gone in an instant, with what it had not written yet."""
        if self._process is not None:
            self._process.send_signal(signal.SIGKILL)
            self._process.wait()
            self._process = None

    stop = pull_the_plug

    def off(self, seconds: float) -> bool:
        """Waits until it switches itself off."""
        assert self._process is not None
        patience = Patience(self, seconds)
        while self._process.poll() is None:
            if patience.over:
                return False
            time.sleep(0.1)
        self._process = None
        return True

    # -- from outside ----------------------------------------------------------------------------------------------

    def qmp(self, what: str, **arguments: Any) -> Any:
        with socket.socket(socket.AF_UNIX) as line:
            line.connect(str(self.folder / "qmp"))
            file = line.makefile("rw")
            file.readline()
            for command in ({"execute": "qmp_capabilities"}, {"execute": what, "arguments": arguments}):
                file.write(json.dumps(command) + "\n")
                file.flush()
                answer = json.loads(file.readline())
                while "event" in answer:
                    answer = json.loads(file.readline())
            if "error" in answer:
                raise Wrong(f"{what}: {answer['error']['desc']}")
            return answer["return"]

    def picture(self, name: str) -> Path:
        """What the screen shows, as a PNG."""
        file = self.folder / f"{name}.png"
        raw = self.folder / f"{name}.ppm"
        self.qmp("screendump", filename=str(raw))
        import cv2

        image = cv2.imread(str(raw))
        raw.unlink()
        if image is None:
            raise Wrong("the screen cannot be dumped")
        cv2.imwrite(str(file), image)
        return file

    def key(self, *names: str) -> None:
        self.qmp("send-key", keys=[{"type": "qcode", "data": name} for name in names], **{"hold-time": 80})
        time.sleep(0.15)

    # -- from inside -----------------------------------------------------------------------------------------------

    def _words(self, *more: str) -> list[str]:
        options = ("StrictHostKeyChecking=no", "UserKnownHostsFile=/dev/null", "LogLevel=ERROR", "ConnectTimeout=20",
                   "ControlMaster=auto", f"ControlPath={self.folder}/control", "ControlPersist=600")  # fmt: skip
        words = ["-i", str(self.cache / "key"), *more]
        return [*words, *(part for option in options for part in ("-o", option))]

    def ask(self, text: str, timeout: float = 300) -> str:
        """A shell command in the guest: what it said, whatever came of it."""
        words = ["ssh", *self._words("-p", str(self._ssh_port)), "root@127.0.0.1", text]
        patience = Patience(self, timeout)
        with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as asked:
            while True:
                try:
                    return "".join(asked.communicate(timeout=5)).strip()
                except subprocess.TimeoutExpired:
                    if not self.runs or patience.over:
                        asked.kill()
                        raise

    def must(self, text: str, timeout: float = 600) -> str:
        """A shell command in the guest that has to end well."""
        said = self.ask(f"{text}; echo $?", timeout)
        answer, _, code = said.rpartition("\n")
        if code.strip() != "0":
            raise Wrong(f"'{text[:100]}' failed in the guest: {said[-400:]}")
        return answer

    def give(self, folder: Path, to: str) -> None:
        """Copies a folder's content into the guest."""
        pack = subprocess.Popen(["tar", "-C", str(folder), "-cf", "-", "."], stdout=subprocess.PIPE)
        words = ["ssh", *self._words("-p", str(self._ssh_port)), "root@127.0.0.1"]
        unpack = f"rm -rf {to}; mkdir -p {to}; tar -C {to} --no-same-owner -xf -"
        done = subprocess.run([*words, unpack], stdin=pack.stdout, capture_output=True, text=True, check=False)
        if done.returncode or pack.wait():
            raise Wrong(f"{folder} did not arrive: {done.stderr[-300:]}")

    def up(self, seconds: float = 300) -> float:
        """Waits for ssh; seconds since the power came."""
        patience = Patience(self, seconds)
        while not patience.over:
            if not self.runs:
                raise Wrong("the machine has ended")
            try:
                if self.ask("echo up", timeout=20) == "up":
                    return time.monotonic() - self.began
            except subprocess.TimeoutExpired:
                pass
            time.sleep(0.5)
        raise Wrong(f"no ssh within {seconds:.0f} s of work")

    def until(self, text: str, wanted: str, seconds: float) -> float:
        """Until the command in the guest says this; seconds since the power came."""
        patience = Patience(self, seconds)
        said = ""
        while not patience.over:
            said = self.ask(text)
            if wanted in said:
                return time.monotonic() - self.began
            time.sleep(1)
        raise Wrong(f"'{text[:80]}' never said '{wanted}' within {seconds:.0f} s, but: {said[-300:]}")


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        return int(server.getsockname()[1])


def key(cache: Cache) -> None:
    if not (cache / "key").exists():
        run("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", cache / "key")
