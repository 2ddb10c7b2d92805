"""The bench: `python -m tests.virtual_pi [--only CHECK] [--list]`. One line and a picture for each check."""

from __future__ import annotations

import argparse
import os
import platform
import sys
import time
import traceback
from pathlib import Path

from tests.virtual_pi.pieces import ARCHES, Cache, Wrong, lacking, say


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.virtual_pi", description=__doc__)
    parser.add_argument("--only", action="append", default=[], metavar="CHECK", help="this check; may stand many times")
    parser.add_argument("--list", action="store_true", help="name the checks")
    parser.add_argument("--arch", choices=sorted(ARCHES), default="arm64", help="the machine's processor (arm64)")
    parser.add_argument(
        "--cache", type=Path, metavar="DIR", help="where the pieces are kept (~/.cache/vigie-virtual-pi)"
    )
    parser.add_argument("--out", type=Path, metavar="DIR", help="pictures, logs and the installed card (in the cache)")
    parser.add_argument("--long", action="store_true", help="more of what takes its time")
    arguments = parser.parse_args()
    packages = lacking(ARCHES[arguments.arch])
    if packages and not arguments.list:
        print(f"The virtual Pi needs more tools: sudo apt install {' '.join(packages)}")
        return 2
    from tests.virtual_pi.checks import CHECKS

    if arguments.list:
        for name, check in CHECKS.items():
            print(f"{name:10} {' '.join((check.__doc__ or '').split())}")
        return 0
    if unknown := set(arguments.only) - set(CHECKS):
        print(f"There is no check {', '.join(sorted(unknown))}; there are: {', '.join(CHECKS)}.")
        return 2
    if os.geteuid() != 0:
        print("The virtual Pi's card is made as root: run it with sudo.")
        return 2
    from tests.virtual_pi.bench import Bench

    cache = Cache.at(arguments.cache, ARCHES[arguments.arch])
    bench = Bench(cache, (arguments.out or cache / "out").resolve(), arguments.long)
    wanted = arguments.only or list(CHECKS)
    if not bench.installed.exists() and set(wanted) - {"install", "evening", "flashed"}:
        wanted = ["install", *(name for name in wanted if name != "install")]
    results = []
    try:
        for name in wanted:
            results.append(one(bench, name))
            if name == "install" and not results[-1].startswith("ok"):
                break
    finally:
        bench.machine.stop()
        bench.mat.close()
    print(f"\nOn {platform.machine()} as {cache.arch.name}; pictures in {bench.out}")
    for line in results:
        print(line)
    return 0 if all(line.startswith("ok") for line in results) else 1


def one(bench: object, name: str) -> str:
    from tests.virtual_pi.bench import Bench
    from tests.virtual_pi.checks import CHECKS

    assert isinstance(bench, Bench)
    bench.said.clear()
    began = time.monotonic()
    say(f"{name} ...")
    try:
        CHECKS[name](bench)
        state = "ok   "
    except Wrong as wrong:
        bench.note(str(wrong))
        state = "WRONG"
    except Exception as error:
        traceback.print_exc()
        bench.note(f"{type(error).__name__}: {error}")
        state = "WRONG"
    if bench.machine.runs:
        try:
            bench.machine.picture(f"end-of-{name}")
            (bench.out / f"{name}.log").write_text(bench.log(400), encoding="utf-8")
        except Exception as error:
            bench.note(f"no picture: {error}")
            state = "WRONG"
        if state == "WRONG":  # the next one begins with another machine
            bench.machine.stop()
    line = f"{state} {name:8} {time.monotonic() - began:5.0f} s  {'; '.join(bench.said)}"
    say(line)
    return line


if __name__ == "__main__":
    sys.exit(main())
