"""vigie odds: exact odds and the best choice in a turn of Mille Sabords."""

from __future__ import annotations

import argparse
import json
import sys
from typing import Any

from app.commands.hand import CARD_HELP, FACE_HELP, in_words, read_card, read_dice
from rules.mille.score import CARD_NAMES, FACES, Card, Counts, worth
from rules.say import Message, Trouble

EXAMPLES = """examples:
  vigie odds                                                     the worth of a fresh turn with each card
  vigie odds --card pirate "3 sabre 2 coin monkey parrot skull"
  vigie odds --card guardian "3 skull 4 coin sabre"              the guardian can still act
  vigie odds --card guardian --guardian-used "2 skull 5 coin sabre" --json

What the figures assume:
  - Only the points of this turn count; every later choice is the best one for them. Scores, opponents, the target and
    what Skull Island takes from the others are left out. Four skulls or more on the first throw are worth 0.
  - Nine alike win the game; here they are worth their points, those of eight alike.
  - With the treasure island, every die that is not thrown lies on the card: it costs nothing to lay it there.
  - bust is the chance that this one throw ends the turn with three skulls or more. With the guardian, a third skull
    does not end it as long as she can act."""

SHOWN = 8  # lines of choices, unless all are asked for


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("dice", nargs="?", metavar="DICE", help=f"the eight dice as they lie; {FACE_HELP}")
    parser.add_argument("--card", metavar="CARD", help=f"{CARD_HELP} (default with dice: none)")
    parser.add_argument("--guardian-used", action="store_true", help="the guardian has thrown a skull again already")
    parser.add_argument("--all", action="store_true", help=f"every way to throw again, not only the best {SHOWN}")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON, always with every choice")


def run(arguments: argparse.Namespace) -> int:
    card = None if arguments.card is None else read_card(arguments.card)
    if arguments.guardian_used and card is not Card.GUARDIAN:
        raise Trouble(Message("--guardian-used needs --card guardian."))
    if arguments.guardian_used and arguments.dice is None:
        raise Trouble(Message("--guardian-used needs dice: a fresh turn always has its guardian."))
    dice = None if arguments.dice is None else read_dice(arguments.dice)
    if dice is None:
        _fresh_turns(card, arguments.json)
    elif arguments.json:
        print(json.dumps(_advice(card or Card.NONE, dice, arguments.guardian_used)))
    else:
        _print(_advice(card or Card.NONE, dice, arguments.guardian_used), card or Card.NONE, arguments.all)
    return 0


def _fresh_turns(card: Card | None, as_json: bool) -> None:
    values = {name: value for name, value in _solved().fresh_turn.items() if card in (None, name)}
    if as_json:
        print(json.dumps({"fresh_turn": {name: round(value, 4) for name, value in values.items()}}))
        return
    print("Points to expect from a fresh turn, with the best play for them:\n")
    for name, value in sorted(values.items(), key=lambda item: -item[1]):
        print(f"  {CARD_NAMES[name]!s:<20}{name:<18}{value:>9.2f}")


def _advice(card: Card, dice: Counts, guarded: bool) -> dict[str, Any]:
    advice = _solved().advice(card, dice, guarded)
    rethrows = [
        {"keep": _faces(way.keep), "throw": _faces(way.throw), "bust": way.bust, "points": way.points}
        for way in advice.rethrows
    ]
    return {
        "card": card,
        "dice": _faces(dice),
        "bust": worth(card, dice).bust,  # three skulls lie there already
        "stop": advice.stop,
        "best": rethrows[0] if advice.best else "stop",
        "points": advice.points,
        "rethrows": rethrows,
    }


def _print(advice: dict[str, Any], card: Card, every: bool) -> None:
    print(f"{CARD_NAMES[card]}: {_typed(advice['dice'])}\n")
    best, ways = advice["best"], advice["rethrows"]
    rows = [("best" if best == "stop" else "", "nothing: stop", "", "", f"{advice['stop']:.2f}")]
    for way in ways if every else ways[:SHOWN]:
        mark = "best" if way is best else ""
        rows.append((mark, _typed(way["throw"]), _typed(way["keep"]), f"{way['bust']:.1%}", f"{way['points']:.2f}"))
    rows.insert(0, ("", "throw again", "keep", "bust", "points"))
    wide = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for first, throw, keep, bust, points in rows:
        line = f"  {first:<{wide[0]}}  {throw:<{wide[1]}}  {keep:<{wide[2]}}  {bust:>{wide[3]}}  {points:>{wide[4]}}"
        print(line.rstrip())
    if not ways:
        print("\n  Three skulls: the turn is over." if advice["bust"] else "\n  Nine alike: the game is won.")
    elif len(ways) > SHOWN and not every:
        print(f"\n  {len(ways) - SHOWN} more ways to throw: --all shows them.")


def _faces(dice: Counts) -> list[str]:
    return [face.value for face, many in zip(FACES, dice, strict=True) for _ in range(many)]


def _typed(faces: list[str]) -> str:
    return in_words(tuple(map(faces.count, FACES)))


def _solved() -> Any:
    if sys.stderr.isatty():
        print("solving all twelve cards ...", end="\r", file=sys.stderr, flush=True)
    from rules.mille.odds import odds  # numpy is not loaded for a wrong argument

    solved = odds()
    if sys.stderr.isatty():
        print("\033[K", end="", file=sys.stderr, flush=True)
    return solved
