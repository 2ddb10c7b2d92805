"""The installer on a folder that looks like a Pi's root. Commands go to a small machine that keeps count of packages,
users and units; the whole thing for real is tests/bench/install_in_trixie.py."""

from __future__ import annotations

import json
import subprocess
import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path

import pytest

from app.install import boot, installer
from app.install.machine import Heard, Machine, execute
from app.install.program import NEVER_FROM_PIP, SYSTEM, digest, files, missing, requirements
from rules.say import Trouble

SOURCE = Path(__file__).resolve().parents[3]
CONFIG_TXT = "dtparam=audio=on\ncamera_auto_detect=1\n\n[cm5]\ndtoverlay=dwc2,dr_mode=host\n"
CMDLINE_TXT = "console=serial0,115200 console=tty1 root=PARTUUID=aa-02 rootwait loglevel=7\n"
TRIXIE = 'PRETTY_NAME="Debian GNU/Linux 13 (trixie)"\nVERSION_ID="13"\nVERSION_CODENAME=trixie\nID=debian\n'


class Pi:
    """Answers the installer's commands as a Pi would, and remembers those that changed something."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.ran: list[str] = []
        self.packages = {"python3-numpy", "python3-lgpio"}
        self.unknown = {"python3-picamera2"}  # as on plain Debian
        self.groups, self.users = {"video", "render", "input", "audio"}, {"root"}
        self.units = {"getty@tty1.service", "apt-daily.timer", "NetworkManager-wait-online.service"}
        self.disk = False
        self.versions = {"numpy": "2.2.4", "opencv-python": "4.10.0", "pygame": "2.6.1", "reportlab": "4.3.1"}
        (root / "run/systemd/system").mkdir(parents=True)  # it is booted
        for file, text in {
            "etc/os-release": TRIXIE,
            "proc/device-tree/model": "Raspberry Pi 5 Model B Rev 1.0\0",
            "boot/firmware/config.txt": CONFIG_TXT,
            "boot/firmware/cmdline.txt": CMDLINE_TXT,
        }.items():
            (root / file).parent.mkdir(parents=True, exist_ok=True)
            (root / file).write_text(text)

    def __call__(self, command: list[str], hear: Heard) -> int:
        assert command[:2] == ["chroot", str(self.root)]
        answer = self.answer(command[2:])
        if isinstance(answer, str):
            hear(answer)
            return 0
        return answer

    def answer(self, words: list[str]) -> str | int:
        match words:
            case ["dpkg", "--print-architecture"]:
                return "arm64"
            case ["python3", "--version"]:
                return "Python 3.13.5"
            case ["systemctl", "--version"] | ["systemctl", "get-default"]:
                return "multi-user.target"
            case ["dpkg-query", *_, package]:
                return "installed" if package in self.packages else 1
            case ["apt-cache", "policy", package]:
                return "" if package in self.unknown else f"{package}:\n  Candidate: 1.0"
            case ["apt-get", "-s", *_, "autoremove"]:
                return "Remv python3-opencv [4.10]\nRemv libopencv [4.10]" if "auto" in " ".join(self.ran) else ""
            case ["systemctl", "is-enabled", unit]:
                return "enabled" if unit in self.units else 1
            case ["getent", "group", name]:
                return name if name in self.groups else 2
            case ["getent", "passwd", name]:
                return name if name in self.users else 2
            case ["blkid", *_]:
                return "/dev/sda1" if self.disk else 2
            case ["findmnt", *_]:
                return 1
            case [python, "-c", *_] if python.endswith("venv/bin/python"):
                return json.dumps(self.versions)
        return self.change(words)

    def change(self, words: list[str]) -> int:
        self.ran.append(" ".join(words))
        match words:
            case ["apt-get", "install", *rest]:
                self.packages |= {word for word in rest if not word.startswith("-")}
            case ["groupadd", *_, name]:
                self.groups.add(name)
            case ["useradd", *_, name]:
                self.users.add(name)
            case ["userdel", name]:
                self.users.discard(name)
            case ["install", "-d", *_, folder]:
                (self.root / folder.lstrip("/")).mkdir(parents=True)
            case ["systemctl", "disable", *units]:
                self.units -= set(units)
            case ["systemctl", "enable", *units]:
                self.units |= set(units)
            case ["python3", "-m", "venv", *_, folder]:
                (self.root / folder.lstrip("/") / "lib" / "python3.13" / "site-packages").mkdir(parents=True)
        return 0

    def text(self, file: str) -> str:
        return (self.root / file).read_text()

    def everything(self) -> dict[str, str]:
        """Each file and link below the root, with what is in it."""
        found = {}
        for one in sorted(self.root.rglob("*")):
            name = str(one.relative_to(self.root))
            if one.is_symlink():
                found[name] = f"-> {one.readlink()}"
            elif one.is_file():
                found[name] = one.read_bytes().hex()
        return found


@pytest.fixture
def pi(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Pi:
    monkeypatch.setattr("app.install.checks.ROOM_BYTES", 1)
    monkeypatch.setattr("os.sync", lambda: None)  # it waits for everybody else's writes, too
    return Pi(tmp_path)


def installed(pi: Pi, *, read_only: bool = False, dry: bool = False, source: Path = SOURCE) -> Machine:
    machine = Machine(pi.root, dry, pi)
    installer.install(machine, source, read_only)
    return machine


def uninstalled(pi: Pi) -> Machine:
    machine = Machine(pi.root, False, pi)
    installer.uninstall(machine)
    return machine


def test_a_pi_becomes_a_table(pi: Pi, capsys: pytest.CaptureFixture[str]) -> None:
    installed(pi)
    said = capsys.readouterr().out
    assert [f"[{step}/9]" in said for step in range(1, 10)] == [True] * 9
    assert "vigie" in pi.users and {"vigie.service", "vigie-off.path"} <= pi.units
    assert "getty@tty1.service" not in pi.units
    assert pi.text("etc/systemd/system/vigie.service") == (SOURCE / "systemd/vigie.service").read_text()
    assert (pi.root / "opt/vigie/current/app/cli.py").is_file()
    assert (pi.root / "usr/local/bin/vigie").stat().st_mode & 0o777 == 0o755
    assert pi.ran[-1] == "systemctl restart --no-block vigie.service"


def test_in_a_root_that_nobody_has_booted_nothing_is_started(pi: Pi) -> None:
    (pi.root / "run/systemd/system").rmdir()
    installed(pi)
    assert "systemctl enable vigie.service vigie-off.path vigie-stick.path" in pi.ran
    assert not any("restart" in one or "reload" in one for one in pi.ran)


def test_the_program_is_found_from_any_folder(pi: Pi) -> None:
    installed(pi)
    release = (pi.root / "opt/vigie/current").readlink().name
    assert pi.text("opt/vigie/current/venv/lib/python3.13/site-packages/vigie.pth") == f"/opt/vigie/{release}\n"


def test_the_groups_of_the_unit_are_made_where_they_are_missing(pi: Pi) -> None:
    installed(pi)
    assert "groupadd --system gpio" in pi.ran and not any("groupadd --system video" in one for one in pi.ran)


def test_a_package_only_raspberry_pi_os_has_is_named_and_left_out(pi: Pi, capsys: pytest.CaptureFixture[str]) -> None:
    machine = installed(pi)
    asked = next(one for one in pi.ran if one.startswith("apt-get install"))
    assert "python3-picamera2" not in asked and "python3-opencv" in asked
    assert any("python3-picamera2 cannot be had here" in remark for remark in machine.remarks)
    assert capsys.readouterr().out.count("note: python3-picamera2") == 2  # where it happens, and again at the end


def test_pip_fetches_only_what_the_system_leaves_open_and_follows_no_dependencies(pi: Pi) -> None:
    pi.versions["gpiozero"] = "1.6.2"  # plain Debian's
    installed(pi)
    pip = next(one for one in pi.ran if " -m pip " in one)
    assert "--no-deps" in pip and "gpiozero>=2.0" in pip and "font-amatic-sc" in pip
    assert not any(name in pip for name in ("numpy", "opencv", "pygame", "reportlab"))


@pytest.mark.parametrize("name", sorted(NEVER_FROM_PIP))
def test_pip_never_stands_in_for_what_must_be_the_systems(name: str) -> None:
    wanted = requirements(SOURCE)
    with pytest.raises(Trouble, match=SYSTEM[name][0]):
        missing(wanted, {one: "99" for one in wanted if one != name})


def test_a_second_run_changes_nothing(pi: Pi) -> None:
    installed(pi)
    before = pi.everything()
    pi.ran.clear()
    installed(pi)
    assert pi.everything() == before
    assert pi.ran == [
        "apt-get update -q",  # could what was missing be had by now?
        "systemctl enable vigie.service vigie-off.path vigie-stick.path",
        "systemctl daemon-reload",
        "systemctl restart --no-block vigie.service",
    ]


def test_an_update_turns_to_the_new_version_and_keeps_games_and_dice(pi: Pi, tmp_path: Path) -> None:
    installed(pi)
    old = (pi.root / "opt/vigie/current").readlink()
    games = pi.root / "var/lib/vigie/games"
    games.mkdir()
    (games / "journal.db").write_bytes(b"an evening")
    newer = tmp_path.parent / "newer"
    for file in files(SOURCE):
        to = newer / file.relative_to(SOURCE)
        to.parent.mkdir(parents=True, exist_ok=True)
        to.write_bytes(file.read_bytes())
    (newer / "rules" / "say.py").write_text("# a new version\n")
    installed(pi, source=newer)
    assert pi.text("opt/vigie/current/rules/say.py") == "# a new version\n"
    assert not (pi.root / "opt/vigie" / old).exists()
    assert (games / "journal.db").read_bytes() == b"an evening"


def test_an_update_that_fails_leaves_the_old_version_in_place(pi: Pi, monkeypatch: pytest.MonkeyPatch) -> None:
    installed(pi)
    before = (pi.root / "opt/vigie/current").readlink()
    monkeypatch.setattr(pi, "answer", _failing_at("compileall", pi))
    monkeypatch.setattr("app.install.program.digest", lambda source, python: "another")
    with pytest.raises(Trouble, match="compileall"):
        installed(pi)
    assert (pi.root / "opt/vigie/current").readlink() == before
    assert (pi.root / "opt/vigie/current/app/cli.py").is_file()


def _failing_at(word: str, pi: Pi):  # type: ignore[no-untyped-def]
    answer = pi.answer
    return lambda words: 1 if word in words else answer(words)


def test_a_dry_run_tells_everything_and_does_nothing(pi: Pi, capsys: pytest.CaptureFixture[str]) -> None:
    before = pi.everything()
    installed(pi, dry=True, read_only=True)
    said = capsys.readouterr().out
    assert pi.everything() == before and pi.ran == []
    for told in (
        "would run: apt-get install",
        "would copy",
        "would run: useradd --system",
        "+ dtoverlay=gpio-shutdown,gpio_pin=3",
        "vt.global_cursor_default=0",
        "overlayroot=tmpfs:recurse=0",
        "would run: systemctl enable vigie.service vigie-off.path",
        "Nothing was changed",
    ):
        assert told in said


def test_the_boot_files_are_changed_once_and_undone(pi: Pi) -> None:
    for _ in range(3):
        installed(pi)
    assert pi.text("boot/firmware/config.txt").count("dtoverlay=gpio-shutdown,gpio_pin=3") == 1
    assert pi.text("boot/firmware/config.txt").startswith(CONFIG_TXT)
    words = pi.text("boot/firmware/cmdline.txt").split()
    assert sorted(set(words)) == sorted(words) and "loglevel=3" in words and "loglevel=7" not in words
    assert pi.text("boot/firmware/cmdline.txt").count("\n") == 1
    uninstalled(pi)
    assert pi.text("boot/firmware/config.txt") == CONFIG_TXT
    assert pi.text("boot/firmware/cmdline.txt") == CMDLINE_TXT


def test_words_somebody_else_put_on_the_command_line_stay_there() -> None:
    line = "quiet root=/dev/sda1\n"
    before = boot.found(line, boot.QUIET)
    ours = boot.with_words(line, boot.QUIET)
    assert boot.without_words(ours, boot.QUIET, before) == line


def test_config_txt_without_a_last_newline_is_not_glued_to_our_block() -> None:
    assert "\n# vigie: begin" in boot.with_block("arm_64bit=1")


def test_uninstalling_leaves_only_the_games(pi: Pi) -> None:
    before, units, groups = pi.everything(), set(pi.units), set(pi.groups)
    installed(pi)
    (pi.root / "var/lib/vigie/table.toml").write_text("mine")
    uninstalled(pi)
    left = {name: text for name, text in pi.everything().items() if not name.startswith("var/lib/vigie/")}
    assert left == before
    assert pi.text("var/lib/vigie/table.toml") == "mine"
    assert units <= pi.units and "vigie" not in pi.users
    assert [one for one in pi.ran if one.startswith("groupdel")] == ["groupdel gpio"] and groups <= pi.groups
    assert "chown -R root:root /var/lib/vigie" in pi.ran


def test_uninstalling_takes_only_packages_that_nobody_else_needs(pi: Pi) -> None:
    installed(pi)
    uninstalled(pi)
    marked = next(one for one in pi.ran if one.startswith("apt-mark auto"))
    assert "python3-opencv" in marked and "python3-numpy" not in marked  # that one was there before
    assert "apt-get purge -y -q libopencv python3-opencv" in pi.ran


def test_uninstalling_twice_is_harmless(pi: Pi) -> None:
    installed(pi)
    uninstalled(pi)
    before = pi.everything()
    uninstalled(pi)
    assert pi.everything() == before


def test_read_only_lets_writes_through_to_the_games_folder(pi: Pi) -> None:
    installed(pi, read_only=True)
    assert "overlayroot=tmpfs:recurse=0" in pi.text("boot/firmware/cmdline.txt").split()
    assert "overlayroot" in pi.packages and "vigie-games.service" in pi.units
    assert not (pi.root / "etc/systemd/system/var-lib-vigie.mount").exists()
    uninstalled(pi)
    assert pi.text("boot/firmware/cmdline.txt") == CMDLINE_TXT


def test_read_only_takes_a_partition_labelled_vigie_and_moves_the_games_there(pi: Pi) -> None:
    pi.disk = True
    installed(pi, read_only=True)
    assert "var-lib-vigie.mount" in pi.units and "vigie-games.service" not in pi.units
    assert "cp -a --update=none /var/lib/vigie/. /run/vigie-disk/" in pi.ran


def test_installing_without_read_only_opens_the_root_again(pi: Pi) -> None:
    installed(pi, read_only=True)
    installed(pi)
    assert "overlayroot" not in pi.text("boot/firmware/cmdline.txt")


def test_under_a_read_only_root_the_way_out_is_prepared_and_said(pi: Pi) -> None:
    installed(pi, read_only=True)
    (pi.root / "proc/mounts").write_text("overlayroot / overlay rw,lowerdir=/media/root-ro 0 0\n")
    pi.ran.clear()
    with pytest.raises(Trouble, match="sudo reboot, then run this again"):
        installed(pi)
    assert pi.ran == [] and "overlayroot" not in pi.text("boot/firmware/cmdline.txt")


@pytest.mark.parametrize(
    ("release", "reason"),
    [
        (TRIXIE.replace("13", "12").replace("trixie", "bookworm"), "12 \\(bookworm\\), and its OpenCV.*too old"),
        (TRIXIE.replace("ID=debian", "ID=raspbian"), "32 bit"),
        ('ID=ubuntu\nPRETTY_NAME="Ubuntu 24.04"\n', "Ubuntu 24.04; the installer knows"),
        ("", "an unknown system"),
    ],
)
def test_another_system_is_refused_with_the_reason(pi: Pi, release: str, reason: str) -> None:
    (pi.root / "etc/os-release").write_text(release)
    before = pi.everything()
    with pytest.raises(Trouble, match=reason):
        installed(pi)
    assert pi.everything() == before and pi.ran == []


@pytest.mark.parametrize(("model", "fits"), [
    ("Raspberry Pi 4 Model B Rev 1.5", True),
    ("Raspberry Pi 500 Rev 1.0", True),
    ("Raspberry Pi Compute Module 4 Rev 1.0", True),
    ("Raspberry Pi 3 Model B Plus Rev 1.3", False),
    ("Raspberry Pi Zero 2 W Rev 1.0", False),
])  # fmt: skip
def test_a_pi_4_or_5_it_must_be(pi: Pi, model: str, fits: bool) -> None:
    (pi.root / "proc/device-tree/model").write_text(model + "\0")
    if fits:
        installed(pi)
    else:
        with pytest.raises(Trouble, match="needs a Raspberry Pi 4 or 5"):
            installed(pi)


@pytest.mark.parametrize("model", ["", "Raspberry Pi 3 Model B Plus Rev 1.3"])
def test_into_an_image_it_goes_on_any_machine(pi: Pi, capsys: pytest.CaptureFixture[str], model: str) -> None:
    (pi.root / "run/systemd/system").rmdir()
    (pi.root / "proc/device-tree/model").write_text(model)
    installed(pi)
    said = capsys.readouterr().out
    assert "no Raspberry Pi" not in said and "reboot" not in said


def test_beside_a_desktop_it_does_not_install(pi: Pi, monkeypatch: pytest.MonkeyPatch) -> None:
    (pi.root / "etc/systemd/system").mkdir(parents=True)
    (pi.root / "etc/systemd/system/display-manager.service").symlink_to("/lib/systemd/system/lightdm.service")
    answer = pi.answer
    monkeypatch.setattr(pi, "answer", lambda words: "graphical.target" if "get-default" in words else answer(words))
    with pytest.raises(Trouble, match="a desktop starts here"):
        installed(pi)


def test_a_full_card_is_noticed_before_anything_is_changed(pi: Pi, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.install.checks.ROOM_BYTES", 10**18)
    with pytest.raises(Trouble, match="MB are needed"):
        installed(pi)
    assert pi.ran == []


def test_the_name_of_a_version_follows_its_files_and_its_python(tmp_path: Path) -> None:
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "a.py").write_text("1")
    one = digest(tmp_path, "Python 3.13.5")
    assert digest(tmp_path, "Python 3.13.6") != one
    (tmp_path / "rules" / "a.py").write_text("2")
    assert digest(tmp_path, "Python 3.13.5") != one


def test_a_command_that_fails_is_told_in_one_sentence() -> None:
    with pytest.raises(Trouble, match="'false' failed: 1"):
        Machine(runner=execute).run("false")
    with pytest.raises(Trouble, match="there is no such command"):
        Machine(runner=execute).run("no-such-command-anywhere")


def test_the_installer_needs_nothing_but_the_standard_library() -> None:
    code = "import sys; sys.path.insert(0, sys.argv[1]); import app.cli, app.install.installer; print(*sys.modules)"
    said = subprocess.run([sys.executable, "-I", "-S", "-c", code, str(SOURCE)], capture_output=True, text=True)
    assert said.returncode == 0, said.stderr
    ours = {name.split(".")[0] for name in said.stdout.split()} - set(sys.stdlib_module_names)
    assert ours <= {"app", "rules", "__main__"}


def test_only_install_knows_read_only() -> None:
    for name, knows in (("install", True), ("uninstall", False)):
        parser = ArgumentParser(prog=f"vigie {name}")
        installer.add_arguments(parser)
        assert ("--read-only" in parser.format_help()) is knows


def test_from_an_installed_package_there_is_nothing_to_install_and_it_says_so(
    pi: Pi, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(installer, "__file__", str(tmp_path / "site-packages" / "app" / "install" / "installer.py"))
    arguments = Namespace(root=pi.root, dry_run=True, read_only=False, command="install")
    with pytest.raises(Trouble, match="comes with a checkout"):
        installer.run(arguments)


def test_devices_that_are_there_are_given_to_a_group_that_was_just_made(pi: Pi) -> None:
    """Their files kept the group of before until a restart: no buttons on a plain Debian on the first evening."""
    installed(pi)
    assert 'SUBSYSTEM=="gpio", GROUP="gpio"' in pi.text("etc/udev/rules.d/60-vigie.rules")
    made, told = (
        next(place for place, one in enumerate(pi.ran) if one.startswith(start)) for start in ("groupadd", "udevadm t")
    )
    assert made < told and "--subsystem-match=gpio" in pi.ran[told]
    uninstalled(pi)
    assert not (pi.root / "etc/udev/rules.d/60-vigie.rules").exists()


def test_where_the_groups_are_known_the_devices_are_left_as_they_are(pi: Pi) -> None:
    pi.groups.add("gpio")
    installed(pi)
    assert not any(one.startswith("udevadm") for one in pi.ran)
    assert not (pi.root / "etc/udev/rules.d/60-vigie.rules").exists()


def test_without_lgpio_it_says_how_to_come_by_it(pi: Pi, capsys: pytest.CaptureFixture[str]) -> None:
    pi.packages.discard("python3-lgpio")
    pi.unknown.add("python3-lgpio")
    installed(pi)
    assert "swig" in capsys.readouterr().out


def test_this_machines_pip_settings_do_not_reach_the_system_that_is_installed_to(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("PIP_FIND_LINKS", "/somewhere/here")
    lines: list[str] = []
    assert execute(["env"], lines.append) == 0
    assert lines and not any(line.startswith("PIP_") for line in lines)
