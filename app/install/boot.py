"""The Pi's two boot files as text: what Vigie adds to them, and how it goes away again."""

from __future__ import annotations

BEGIN = "# vigie: begin (vigie uninstall takes this block away)"
END = "# vigie: end"
BLOCK = f"""{BEGIN}
[all]
# A button from GPIO3 to ground: off when it runs, on when it is off.
dtoverlay=gpio-shutdown,gpio_pin=3
# Straight to the game: no rainbow, no waiting.
disable_splash=1
boot_delay=0
{END}
"""

# The kernel's command line. A word with = takes the place of another value of the same name.
QUIET = ("quiet", "loglevel=3", "logo.nologo", "vt.global_cursor_default=0", "systemd.show_status=false")
# Only the root is laid over: where the games are kept must stay as it is mounted.
READ_ONLY = ("overlayroot=tmpfs:recurse=0",)


def with_block(config: str) -> str:
    """config.txt with our block at its end, once, and as it is today."""
    rest = without_block(config)
    return rest + ("" if not rest or rest.endswith("\n") else "\n") + BLOCK


def without_block(config: str) -> str:
    kept: list[str] = []
    ours = False
    for line in config.splitlines(keepends=True):
        if line.strip() == BEGIN:
            ours = True
        if not ours:
            kept.append(line)
        if line.strip() == END:
            ours = False
    return "".join(kept)


def name_of(word: str) -> str:
    return word.split("=")[0]


def found(cmdline: str, wanted: tuple[str, ...]) -> dict[str, str]:
    """For each wanted word what stands there now: the word of the same name, or nothing."""
    standing = {name_of(word): word for word in cmdline.split()}
    return {name_of(word): standing.get(name_of(word), "") for word in wanted}


def with_words(cmdline: str, wanted: tuple[str, ...]) -> str:
    """cmdline.txt, which is one line, with each wanted word once."""
    ours = {name_of(word): word for word in wanted}
    words = [ours.get(name_of(word), word) for word in cmdline.split()]
    return " ".join([*words, *(word for word in wanted if word not in words)]) + "\n"


def without_words(cmdline: str, wanted: tuple[str, ...], before: dict[str, str]) -> str:
    """The line without our words; what they took the place of comes back."""
    words = [before.get(name_of(word), "") if word in wanted else word for word in cmdline.split()]
    return " ".join(word for word in words if word) + "\n"
