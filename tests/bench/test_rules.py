"""The figures the rules core must reach, on a quiet machine: ./vigie test tests/bench/test_rules.py"""

from __future__ import annotations

import subprocess
import sys


def test_every_figure_of_bench_rules_is_reached() -> None:
    # In a process of its own: "from nothing" means that nothing is loaded or solved yet.
    code = "from app.bench.rules import measure; [print(f) for f in measure() if not f.reached]"
    missed = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert missed == ""
