"""vigie-games.service under a read-only root: its own commands, run in mounts of their own."""

from __future__ import annotations

import os
import subprocess

import pytest

from tests.systemd.supervised import ROOT, settings

UNIT = ROOT / "systemd" / "vigie-games.service"

# The card's root as overlayroot leaves it: read-only at /media/root-ro, with the folder of the games in it. /var/lib
# is the overlay in memory. All of it is seen by this shell alone.
CARD = """
mount --make-rprivate /
mount -t tmpfs card /media
mkdir /media/root-ro
mount -t tmpfs card /media/root-ro
mkdir -p /media/root-ro/etc /media/root-ro/var/lib/vigie
mount -o remount,ro /media/root-ro
mount -t tmpfs memory /var/lib
mkdir /var/lib/vigie
"""
LOOK = """
if echo game > /var/lib/vigie/game 2>/dev/null; then echo "games: written"; else echo "games: refused"; fi
if test -e /media/root-ro/var/lib/vigie/game; then echo "on the card: yes"; else echo "on the card: no"; fi
if touch /media/root-ro/etc/changed 2>/dev/null; then echo "system: written"; else echo "system: refused"; fi
"""


def after(commands: list[str]) -> list[str]:
    script = "set -e\n" + CARD + "\n".join(commands) + LOOK
    done = subprocess.run(["unshare", "--mount", "sh", "-c", script], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


needs_root = pytest.mark.skipif(os.geteuid() != 0, reason="mounting needs root")


@needs_root
def test_games_reach_the_card_and_the_system_stays_closed() -> None:
    commands = [value for _, key, value in settings(UNIT) if key == "ExecStart"]
    assert after(commands) == ["games: written", "on the card: yes", "system: refused"]


@needs_root
def test_without_the_unit_games_would_be_lost_with_the_power() -> None:
    assert after([]) == ["games: written", "on the card: no", "system: refused"]


@needs_root
def test_stopping_the_unit_lets_go_of_the_card() -> None:
    commands = [value for _, key, value in settings(UNIT) if key in {"ExecStart", "ExecStop"}]
    assert after(commands) == ["games: written", "on the card: no", "system: refused"]
