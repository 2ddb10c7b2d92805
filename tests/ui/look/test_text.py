from __future__ import annotations

import pygame
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pygame import Rect, Surface

from ui.look import text
from ui.look.text import Face

WORDS = st.lists(st.text("abcdeéèôçMW'’-", min_size=1, max_size=9), min_size=1, max_size=14)


@settings(max_examples=60, deadline=None)
@given(WORDS, st.integers(140, 600))
def test_wrapped_lines_are_never_wider_than_their_room_and_lose_no_word(words: list[str], room: int) -> None:
    sentence = " ".join(words)
    lines = text.wrapped(sentence, Face.SENTENCE, 24, room)
    assert " ".join(lines) == sentence
    assert all(text.width(line, Face.SENTENCE, 24) <= room for line in lines if " " in line)


def test_a_no_break_space_keeps_a_number_on_one_line() -> None:
    lines = text.wrapped(
        "il a 1\u202f000\u00a0points", Face.SENTENCE, 30, text.width("il a 1\u202f000", Face.SENTENCE, 30)
    )
    assert lines == ("il a", "1\u202f000\u00a0points")


def test_what_does_not_fit_its_box_is_found_out() -> None:
    page = Surface((400, 200))
    with text.measured() as written:
        text.write(page, "short", Rect(0, 0, 390, 60), 30)
        text.write(page, "a sentence far too long for so small a box", Rect(0, 0, 90, 30), 30)
        text.count(page, "123456789", Rect(0, 0, 60, 60), 40)
    assert [one.fits for one in written] == [True, False, False]


def test_the_first_size_that_fits_is_taken() -> None:
    page = Surface((400, 200))
    with text.measured() as written:
        text.write(page, "Course au trésor", Rect(0, 0, 230, 60), (60, 40, 26))
    assert written[0].px == 26 and written[0].fits


def test_nothing_is_recorded_when_nobody_measures() -> None:
    with text.measured() as written:
        pass
    text.write(Surface((100, 40)), "words", Rect(0, 0, 100, 40), 20)
    assert written == []


def test_a_very_long_name_is_shortened_to_its_box() -> None:
    page = Surface((400, 60))
    with text.measured() as written:
        text.write(page, "Maximilien-Barthélemy-Archibald", Rect(0, 0, 120, 40), 30, face=Face.LETTERING, cut=True)
    assert written[0].fits


def test_digits_do_not_jump_as_a_score_counts() -> None:
    assert len({text.figures(f"{n}", 60, (0, 0, 0)).get_width() for n in range(1000, 2000, 37)}) == 1
    ones, eights = text.figures("1118", 60, (0, 0, 0)), text.figures("8888", 60, (0, 0, 0))
    last = Rect(ones.get_width() * 3 // 4, 0, ones.get_width() // 4, ones.get_height())
    assert pygame.image.tobytes(ones.subsurface(last), "RGBA") == pygame.image.tobytes(eights.subsurface(last), "RGBA")


def test_without_our_fonts_the_text_is_still_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(text, "import_module", _missing)
    text.font.cache_clear()
    try:
        assert text.font(Face.LETTERING, 30).render("Vigie", True, (0, 0, 0)).get_width() > 20
    finally:
        text.font.cache_clear()


def _missing(name: str) -> object:
    raise ImportError(name)
