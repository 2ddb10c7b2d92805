"""vigie score: what a hand of Mille Sabords is worth, part by part, or many hands as JSON lines."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from functools import cache
from typing import Any, BinaryIO

from app.commands.hand import CARD_HELP, FACE_HELP, check_laid, read_card, read_dice, read_faces
from rules.mille.score import CARD_NAMES, CARDS, DICE, FACES, NOTHING, Card, Counts, Worth, counted, worth
from rules.say import Message, Trouble

EXAMPLES = """examples:
  vigie score --card pirate "4 coin diamond 2 skull sabre"
  vigie score --card treasure_island --banked "3 coin" "3 skull 3 coin 2 sabre"
  vigie score --card pirate --first-throw "5 skull 3 coin"       Skull Island
  vigie score --jsonl < hands.jsonl

points   what the turn adds to the player's score: below zero for a lost ship
penalty  what every opponent loses: only on Skull Island (four skulls or more on the first throw)
bust     three skulls: nothing, the ship's value off, or what lies on the treasure island
win      nine alike with the coin or diamond card; the points are then those of eight alike

With --jsonl each line is an object with "card", "dice" (eight faces) and, if need be, "first_throw" and "banked" (faces
on the treasure island, among the eight). Every line is answered by one line; a bad one by {"error": ...}, and the exit
code is then 1."""

JSON = json.JSONDecoder()
CARD_OF = {str(card): card for card in CARDS}
FACE_WORDS = tuple(map(str, FACES))  # plain strings compare faster than members


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("dice", nargs="?", metavar="DICE", help=f"the eight dice; {FACE_HELP}")
    parser.add_argument("--card", default="none", metavar="CARD", help=f"{CARD_HELP} (default: none)")
    parser.add_argument("--banked", default="", metavar="DICE", help="those of them on the treasure island")
    parser.add_argument("--first-throw", action="store_true", help="the dice are those of the first throw")
    parser.add_argument("--jsonl", action="store_true", help="read hands as JSON lines from standard input")


def run(arguments: argparse.Namespace) -> int:
    if arguments.jsonl:
        if arguments.dice is not None:
            raise Trouble(Message("with --jsonl the dice come from standard input, not from the command line."))
        return _answer_lines()
    if arguments.dice is None:
        raise Trouble(Message('which dice? For example: vigie score --card pirate "4 coin diamond 2 skull sabre"'))
    card, dice = read_card(arguments.card), read_dice(arguments.dice)
    laid = counted(read_faces(arguments.banked))
    check_laid(card, dice, laid)
    _print(card, worth(card, dice, arguments.first_throw, laid))
    return 0


def _print(card: Card, hand: Worth) -> None:
    lines = [(str(part.label), part.points) for part in hand.parts]
    if hand.island:
        lines.append(("Skull Island: every opponent", -hand.penalty))
    elif hand.bust:
        lines.insert(0, ("three skulls", 0))
    width = max((len(label) for label, _ in lines), default=0)
    width = max(width, len(str(CARD_NAMES[card])), 6)
    print(CARD_NAMES[card])
    for label, points in lines:
        print(f"  {label:<{width}}  {points:>6}")
    print(f"  {'points':<{width}}  {hand.points:>6}")
    if hand.win:
        print("  nine alike: pirate magic wins the game")


def _answer_lines() -> int:
    bad = total = 0
    for lines in _as_they_come(sys.stdin.buffer):
        answers = []
        for line in lines:
            try:
                answers.append(answer(line))
            except Trouble as trouble:
                bad += 1
                answers.append(json.dumps({"error": str(trouble)}))
        total += len(lines)
        print("\n".join(answers), flush=True)
    if bad:
        print(f"vigie score: {bad} of {total} lines could not be scored.", file=sys.stderr)
    return 1 if bad else 0


def _as_they_come(stream: BinaryIO) -> Iterator[list[bytes]]:
    """The lines of a stream, as many at a time as are there: quick with a file, prompt with somebody who waits."""
    rest = b""
    while chunk := stream.read1(1 << 16):  # type: ignore[attr-defined]  # standard input is a BufferedReader
        *lines, rest = (rest + chunk).split(b"\n")
        if lines:
            yield lines
    if rest:
        yield [rest]


def answer(line: bytes) -> str:
    """One line of JSON for one line of JSON; Trouble where it does not describe a hand."""
    try:
        text = line.strip().decode()
        asked, end = JSON.raw_decode(text)  # json.loads does the same, at half the speed for lines as short as these
    except (ValueError, RecursionError):
        raise Trouble(Message("this line is not JSON.")) from None
    if end != len(text):
        raise Trouble(Message("there is more on this line than one JSON object."))
    if not isinstance(asked, dict):
        raise Trouble(Message("this line is not an object like {example}.", example='{"card": "none", "dice": [...]}'))
    first_throw = asked.get("first_throw", False)
    if not isinstance(first_throw, bool):
        raise Trouble(Message("first_throw must be true or false."))
    banked = asked.get("banked")
    return _answered(
        _card(asked.get("card")),
        _counted("dice", asked.get("dice"), DICE),
        first_throw,
        _counted("banked", banked) if banked else NOTHING,
    )


def _card(name: Any) -> Card:
    if not isinstance(name, str):
        raise Trouble(Message("card must be one of: {cards}.", cards=", ".join(CARDS)))
    return CARD_OF.get(name) or read_card(name)


def _counted(field: str, faces: Any, needed: int | None = None) -> Counts:
    if not isinstance(faces, list):
        raise Trouble(Message("{field} must be a list of faces.", field=field))
    counts = tuple(map(faces.count, FACE_WORDS))
    if sum(counts) != len(faces):
        wrong = next(face for face in faces if face not in FACES)
        faces_known = ", ".join(FACES)
        raise Trouble(
            Message(
                "{field}: {wrong} is no face of a die; the faces are: {faces}.",
                field=field,
                wrong=json.dumps(wrong),
                faces=faces_known,
            )
        )
    if needed is not None and len(faces) != needed:
        raise Trouble(Message("{field} must be eight faces, not {n}.", field=field, n=len(faces)))
    return counts


@cache
def _answered(card: Card, dice: Counts, first_throw: bool, laid: Counts) -> str:
    check_laid(card, dice, laid)
    hand = worth(card, dice, first_throw, laid)
    return json.dumps(
        {"points": hand.points, "bust": hand.bust, "island": hand.island, "win": hand.win, "penalty": hand.penalty}
    )
