"""The dice sets the games are played with: what a die of each can show. Vision reads these, the rules score them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class DiceSet:
    """`faces` are symbols; a face has one of `colours` where the set has any; `bodies` where the body tells."""

    kind: str
    count: int
    faces: tuple[str, ...]
    colours: tuple[str, ...] = ()
    bodies: tuple[str, ...] = ()


CORSAIR = DiceSet("corsair", 8, ("skull", "diamond", "coin", "monkey", "parrot", "sabre"))
TWELVE = DiceSet(
    "twelve",
    12,
    ("skull", "sabre", "palm", "diamond", "ship", "pistol"),
    colours=("black", "red", "green", "blue", "yellow", "purple"),
)
DUEL = DiceSet("duel", 12, ("skull", "ship", "blank"), bodies=("red", "blue"))
PIPS = DiceSet("pips", 1, ("1", "2", "3", "4", "5", "6"))

SETS = {dice.kind: dice for dice in (CORSAIR, TWELVE, DUEL, PIPS)}
