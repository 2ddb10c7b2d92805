"""The unit files, judged by systemd's own tools, and held to what the program and the installer say."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from app.install.installer import GAMES
from app.install.program import HOME
from tests.systemd.supervised import ROOT, UNIT, command, settings, value, wants

UNITS = sorted(one for one in (ROOT / "systemd").iterdir() if one.suffix in {".service", ".mount", ".path"})
HARDENS = r"Protect|Private|Restrict|SystemCall|Device|NoNew|Cap|Ambient|Lock|Memory|Remove|Keyring|IPAddress"


def analyze(*words: str) -> subprocess.CompletedProcess[str]:
    wants("systemd-analyze")
    return subprocess.run(["systemd-analyze", *words], capture_output=True, text=True, check=False)


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: str(unit.name))
def test_systemd_finds_nothing_to_say_about_a_unit(unit: Path, tmp_path: Path) -> None:
    here = tmp_path / unit.name  # the program is not installed on this machine: any executable stands in for it
    here.write_text(unit.read_text().replace(f"{HOME}/current/venv/bin/python", sys.executable))
    said = analyze("verify", "--man=no", str(here))
    assert (said.returncode, said.stdout + said.stderr) == (0, "")


def test_systemd_would_find_a_slip_in_a_unit(tmp_path: Path) -> None:
    wrong = tmp_path / UNIT.name
    wrong.write_text(UNIT.read_text().replace("WatchdogSec=20s", "WatchdogSec=often"))
    assert "often" in analyze("verify", "--man=no", str(wrong)).stderr


def test_the_table_is_hardened_to_an_exposure_of_1_at_most() -> None:
    said = analyze("security", "--offline=true", "--no-pager", str(UNIT))
    overall = re.search(r"Overall exposure level for vigie.service: ([\d.]+)", said.stdout)
    assert overall is not None, said.stderr
    assert float(overall[1]) <= 1.0


def test_the_unit_starts_what_the_installer_installs() -> None:
    assert command() == [f"{HOME}/current/venv/bin/python", "-P", "-m", "app.cli", "play", "--kiosk"]
    assert f"/var/lib/{value('StateDirectory')}" == GAMES


def test_the_screen_is_taken_without_a_desktop() -> None:
    words = {word for _, key, text in settings() if key == "Environment" for word in text.split()}
    assert "SDL_VIDEODRIVER=kmsdrm" in words
    assert value("TTYPath") == "/dev/tty1" and value("StandardInput") == "tty"
    assert value("Conflicts") == "getty@tty1.service"


def test_only_the_tables_own_devices_can_be_opened() -> None:
    allowed = {text for _, key, text in settings() if key == "DeviceAllow"}
    kinds = ("drm", "input", "alsa", "gpiochip", "video4linux", "media", "dma_heap")
    assert allowed == {"/dev/tty1 rw", *(f"char-{kind} rw" for kind in kinds)}
    assert value("DevicePolicy") == "closed"


def test_the_drivers_of_allowed_devices_are_loaded_before_it_starts() -> None:
    """char-NAME is looked up when the unit starts: a camera whose driver came later was refused all evening. Drivers of
    GPIO chips, keys and DMA heaps are part of the kernel."""
    modules = {"drm": "drm", "alsa": "snd", "video4linux": "videodev", "media": "mc"}
    allowed = {text.removeprefix("char-").split()[0] for _, key, text in settings() if key == "DeviceAllow"}
    loaded = {modules[kind] for kind in allowed & set(modules)}
    for order in ("Wants", "After"):
        waited = {word for _, key, text in settings() if key == order for word in text.split()}
        assert {f"modprobe@{module}.service" for module in loaded} <= waited, order
    assert allowed - set(modules) == {"/dev/tty1", "input", "gpiochip", "dma_heap"}


def test_without_a_gpu_the_renderer_is_one_that_lives_with_the_unit() -> None:
    words = {word for _, key, text in settings() if key == "Environment" for word in text.split()}
    assert value("MemoryDenyWriteExecute") == "yes" and "GALLIUM_DRIVER=softpipe" in words


@pytest.mark.parametrize("breaks_gpio", ["PrivateDevices", "ProcSubset"])
def test_what_breaks_gpio_is_left_out(breaks_gpio: str) -> None:
    assert breaks_gpio not in {key for _, key, _ in settings()}


def test_it_is_restarted_for_ever() -> None:
    assert value("Restart") == "always" and value("StartLimitIntervalSec") == "0"
    assert value("Type") == "notify" and value("WatchdogSec") == "20s"


def test_the_boot_waits_for_no_network() -> None:
    assert not any("network" in text for section, _, text in settings() if section == "Unit")


def test_no_internet_socket_can_be_made() -> None:
    assert value("RestrictAddressFamilies") == "AF_UNIX AF_NETLINK" and value("IPAddressDeny") == "any"


def test_every_hardening_line_has_its_reason_in_the_readme() -> None:
    story = (ROOT / "systemd" / "README.md").read_text()
    keys = {key for section, key, _ in settings() if section == "Service"}
    hardening = {key for key in keys if re.match(HARDENS, key)}
    assert len(hardening) > 20
    assert [key for key in sorted(hardening) if f"`{key}=" not in story] == []


def test_the_stick_is_mounted_by_root_and_all_else_done_by_the_tables_user() -> None:
    unit = ROOT / "systemd" / "vigie-stick.service"
    assert value("User", unit) == "vigie" and value("CapabilityBoundingSet", unit) == ""
    as_root = [text for _, key, text in settings(unit) if key.startswith("Exec") and "+" in text.split("/")[0]]
    assert [text.split(maxsplit=1)[1] for text in as_root] == [
        "-t 1 -m -- /opt/vigie/current/venv/bin/python -P -m app.stick mount",
        "-t 1 -m -- umount -l -q %t/vigie-stick",
    ], "in the mounts of the machine: each command of a unit has its own"
    assert value("DeviceAllow", unit) == "block-sd rw"  # else root itself may not open the stick: one control group
    said = analyze("security", "--offline=true", "--no-pager", str(unit))
    overall = re.search(r"Overall exposure level for vigie-stick.service: ([\d.]+)", said.stdout)
    assert overall is not None and float(overall[1]) <= 1.5, said.stdout[-200:]


def test_the_table_reaches_the_stick_through_a_file_only() -> None:
    path = ROOT / "systemd" / "vigie-stick.path"
    assert value("PathExists", path) == "%t/vigie/stick" and value("Unit", path) == "vigie-stick.service"
