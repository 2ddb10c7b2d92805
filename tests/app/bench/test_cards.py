"""vigie bench cards: what it does with a deck that teaching refuses."""

from __future__ import annotations

import json

import pytest

from app import cli
from app.bench import cards
from rules.say import Message, Trouble


@pytest.mark.slow
def test_a_deck_that_cannot_be_taught_is_named_and_its_cards_count_as_not_right(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def refused(seed: int, renderer: object) -> None:
        raise Trouble(Message("No cards are seen in these photos: lay them two fingers apart on the track."))

    monkeypatch.setattr(cards, "learned", refused)
    monkeypatch.setattr(cards, "times", lambda renderer: {"printed": 0.1, "taught": 0.1})
    monkeypatch.setattr(cards, "dice_beside", lambda renderer, pictures: {})
    arguments = ["bench", "cards", "--decks", "1", "--pictures", "1"]
    assert cli.main([*arguments, "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["decks not taught"].keys() == {f"deck {cards.BLIND}"}
    assert report["taught"]["all"] >= 1 and report["taught"]["right"] == 0
    assert report["printed"]["all"] >= 1
    assert cli.main(arguments) == 0
    assert f"deck {cards.BLIND} cannot be taught: No cards are seen" in capsys.readouterr().out
