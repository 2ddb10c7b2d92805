"""Advice on a hand of Mille Sabords: solved beside the game, shown when it is there; no frame waits for it."""

from __future__ import annotations

from concurrent.futures import Future, ThreadPoolExecutor

from rules.mille.odds import Advice, odds
from rules.mille.score import Card, Counts

Asked = tuple[Card, Counts, bool]


class Adviser:
    def __init__(self) -> None:
        self._worker = ThreadPoolExecutor(1, thread_name_prefix="advice")
        self._worker.submit(odds)  # takes a second or two, once
        self._answers: dict[Asked, Future[Advice]] = {}

    def ask(self, card: Card, dice: Counts, guarded: bool) -> Advice | None:
        """None as long as it is being thought about."""
        asked = (card, dice, guarded)
        if asked not in self._answers:
            self._answers[asked] = self._worker.submit(lambda: odds().advice(*asked))
        answer = self._answers[asked]
        return answer.result() if answer.done() else None

    def wait(self) -> None:
        """Until all that was asked is answered: for pictures and tests."""
        for answer in self._answers.values():
            answer.result()
