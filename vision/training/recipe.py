"""The recipe: every set of path-traced dice there is, by its numbers, and what it is for. Nothing here needs a tracer.

recipe.toml lists the sets of three splits. From *learn* the nets learn; on *limits* limits are set and choices made;
*blind* is only measured. A set belongs to one split for ever, by its seed. It also says how each net learns: in steps
and from a seed, never by the clock. smoke.toml is the same in small.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, get_args

Split = Literal["learn", "limits", "blind"]
SPLITS: tuple[Split, ...] = get_args(Split)
KINDS = ("corsair", "twelve", "duel", "pips")
FILE, SMOKE = (Path(__file__).with_name(name) for name in ("recipe.toml", "smoke.toml"))
WAYS = {
    "pale": "the mat was printed by a printer short of ink",
    "crooked": "the printer did not draw straight",
    "wavy": "the mat does not lie smooth",
    "cloth": "there is a patterned cloth on the table",
    "two lamps": "there are two lamps",
    "side lamp": "the lamp stands low beside the mat",
    "sun": "the sun makes a spot on the mat",
    "engraved": "symbols are cut into the dice",
    "translucent": "the dice let light through",
    "scratched": "the dice are old",
}
MAT_MM = 480.0  # across: the mat with what a camera leaves around it


@dataclass(frozen=True, slots=True)
class Box:
    """One set of dice under one camera. Everything else follows from the seed."""

    kind: str
    body: str  # empty where a kind has bodies of its own
    edge: float  # millimetres
    seed: int
    height: float = 415.0  # of the camera over the mat, millimetres
    field: float = 66.0  # its angle of view across, degrees
    bend: float = 0.0  # its lens's k1, about
    width: int = 1600  # of its pictures, pixels
    quality: tuple[int, int] = (86, 92)  # of their compression
    gloss: float | None = None  # roughness of the bodies: 0.04 mirrors, 0.3 is frosted; none: by the seed
    corner: float | None = None  # radius of the edges' rounding, of the edge; none: by the seed
    ways: tuple[str, ...] = ()  # what is special about them or their table: of WAYS

    def __post_init__(self) -> None:
        if strange := {*self.ways} - {*WAYS}:
            raise ValueError(f"{self.name}: there is no {sorted(strange)} among {sorted(WAYS)}")

    @property
    def name(self) -> str:
        return f"{self.kind}-{self.body or 'both'}-{self.seed}"


@dataclass(frozen=True, slots=True)
class Lesson:
    """How one net learns."""

    net: str  # the file that comes of it
    steps: int
    seed: int = 0
    rate: float | None = None  # of learning, at its highest; none: as its own module has it
    further: bool = True  # from the net that ships, not from chance
    share: float | None = None  # of a judge that learned beside the one that ships: how much its word counts


def lessons(file: Path = FILE) -> list[Lesson]:
    """One for each net, in the order in which they are held: those that look through others come after these."""
    return [Lesson(net, **row) for net, row in _read(file)["lessons"].items()]


def boxes(split: Split, file: Path = FILE) -> list[Box]:
    """The sets of one split, in the recipe's order."""
    return [_box(row) for row in _read(file).get(split, {"sets": []})["sets"]]


def crowd(split: Split, file: Path = FILE) -> int:
    """Up to so many dice in a picture, more than a set has; 0 leaves it at the set's own."""
    return int(_read(file)[split].get("crowd", 0))


def scenes(split: Split, file: Path = FILE) -> int:
    """Pictures of a set besides its teaching photos."""
    return int(_read(file)[split]["scenes"])


def _read(file: Path) -> dict[str, Any]:
    return tomllib.loads(file.read_text(encoding="utf-8"))


def _box(row: dict[str, Any]) -> Box:
    values: dict[str, Any] = {name: tuple(value) if isinstance(value, list) else value for name, value in row.items()}
    return Box(**values)


def from_text(text: str) -> Box:
    """KIND:BODY:EDGE:SEED, as a command line gives it."""
    kind, body, edge, seed = text.split(":")
    return Box(kind, body, float(edge), int(seed))
