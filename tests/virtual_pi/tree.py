"""The device tree: QEMU's own of its `virt` machine, calling itself a Raspberry Pi 4; its PL061 goes, so that the first
GPIO chip is the header's."""

from __future__ import annotations

from pathlib import Path

from tests.virtual_pi.pieces import Cache, run

MODEL = "Raspberry Pi 4 Model B Rev 1.4"
REVISION = 0xB03114  # 4B, 2 GB


# Read after QEMU's own tree, and laid over it. The buttons of gpio-keys hang on the chip that goes.
AS_A_PI = f"""
/ {{
    model = "{MODEL}";
    system {{ linux,revision = <{REVISION:#x}>; }};
    /delete-node/ gpio-keys;
    /delete-node/ pl061@9030000;
}};
"""


def device_tree(cache: Cache, cpus: int, memory_mb: int) -> Path:
    """QEMU takes a given tree as it is, memory and processors too: one for each size."""
    tree = cache / f"pi-{cpus}-{memory_mb}.dtb"
    if not tree.exists():
        raw, text = cache / "virt.dtb", cache / "pi.dts"
        machine = ("-M", f"virt,dumpdtb={raw}", "-cpu", "cortex-a72", "-smp", str(cpus), "-m", str(memory_mb))
        run("qemu-system-aarch64", *machine, "-display", "none", "-nic", "none")
        text.write_text(run("dtc", "-q", "-I", "dtb", "-O", "dts", raw) + AS_A_PI)
        run("dtc", "-q", "-I", "dts", "-O", "dtb", "-o", tree, text)
    return tree
