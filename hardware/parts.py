"""The parts list: data in parts.toml, amounts from the settings, written as a table with its totals."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path

from firmware.config import Config
from hardware.sheet import Say
from hardware.wiring import markdown
from rules.say import Message, Trouble

FILE = Path(__file__).with_name("parts.toml")
GROUPS = {
    "computer": Message("computer"),
    "camera": Message("camera"),
    "screen": Message("screen"),
    "driver": Message("lamp driver"),
    "dice": Message("dice"),
    "cards": Message("cards"),
}


@dataclass(frozen=True, slots=True)
class Part:
    name: str
    french: str
    count: int
    price: float  # of one
    choice: str | None = None
    note: str = ""
    french_note: str = ""

    @property
    def cost(self) -> float:
        return self.count * self.price


def load(config: Config, path: Path = FILE) -> list[Part]:
    amounts = {
        "players": config.players,
        "boxes": config.players + 1,
        "lamps": sum(wire.use == "lamp" for wire in config.wires()),
    }
    with path.open("rb") as file:
        entries = tomllib.load(file)["part"]
    parts = []
    for entry in entries:
        count = entry["count"]
        if isinstance(count, str) and count not in amounts:
            raise Trouble(
                Message("{file}: '{word}' is no amount of '{part}'.", file=path.name, word=count, part=entry["name"])
            )
        if "choice" in entry and entry["choice"] not in GROUPS:
            raise Trouble(Message("{file}: there is no choice '{word}'.", file=path.name, word=entry["choice"]))
        parts.append(Part(**entry | {"count": amounts.get(count, count)}))
    return parts


def needed(parts: list[Part]) -> list[Part]:
    """One of each choice, the first; all else."""
    seen: set[str] = set()
    out = []
    for part in parts:
        if part.choice is None or part.choice not in seen:
            out.append(part)
        seen |= {part.choice} if part.choice else set()
    return out


def cheapest(parts: list[Part]) -> float:
    best: dict[str, float] = {}
    for part in parts:
        if part.choice:
            best[part.choice] = min(best.get(part.choice, part.cost), part.cost)
    return sum(part.cost for part in parts if part.choice is None) + sum(best.values())


def table(config: Config, say: Say, french: bool) -> str:
    parts = load(config)
    counted = needed(parts)
    head = [
        say(m)
        for m in (Message("Part"), Message("Amount"), Message("Each, €"), Message("Together, €"), Message("Remark"))
    ]
    rows = []
    for part in parts:
        name, note = (part.french, part.french_note) if french else (part.name, part.note)
        if part.choice:
            group = say(GROUPS[part.choice])
            name = f"{name} ({group})" if part in counted else f"*{say(Message('or'))}* {name} ({group})"
        together = _euros(part.cost, french) if part in counted else "–"
        rows.append((name, str(part.count), _euros(part.price, french), together, note))
    total, least = sum(part.cost for part in counted), cheapest(parts)
    rows.append((f"**{say(Message('Total'))}**", "", "", f"**{_euros(total, french)}**", ""))
    told = Message(
        "Prices are estimates of the day, with tax, without postage. The total counts the first of each choice; with "
        "the cheapest of each it is {least} €.",
        least=_euros(least, french),
    )
    return f"{markdown(head, rows)}\n{say(told)}\n"


def _euros(value: float, french: bool) -> str:
    text = f"{value:.2f}"
    return text.replace(".", ",") if french else text
