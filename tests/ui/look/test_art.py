from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pygame
import pytest

from rules.dice import CORSAIR, DUEL, PIPS, TWELVE
from rules.mille.score import Card
from rules.say import Trouble
from rules.series.dice import Colour
from ui.games.mille import cards
from ui.look.engrave import ART, Plate, art
from ui.look.pictures import DICE_ROOM, MARKS, button, console, die, medallion, picture
from ui.look.theme import BLOOD, LIVERIES, SEA
from ui.screen import Window
from vision.art import pictograms

NAMES = sorted(path.stem for path in ART.glob("*.svg"))


def ink_in(surface: pygame.Surface) -> float:
    """The share of a picture that is not clear."""
    return float((pygame.surfarray.array_alpha(surface) > 40).mean())


@pytest.mark.parametrize("name", NAMES)
def test_every_drawing_keeps_to_the_subset_that_the_printed_parts_are_made_from(name: str) -> None:
    shapes = pictograms.parse((ART / f"{name}.svg").read_text(encoding="utf-8"), name)
    assert shapes
    points = [point for shape in shapes for polygon in shape.polygons for point in polygon]
    assert all(-0.03 <= x <= 1.03 and -0.03 <= y <= 1.03 for x, y in points)


@pytest.mark.parametrize("name", [*NAMES, *pictograms.FACES])
def test_every_picture_fills_its_square_even_at_24_pixels(name: str) -> None:
    assert ink_in(picture(name, 24)) > 0.12
    assert ink_in(picture(name, 200)) > 0.10


def test_pictures_are_antialiased() -> None:
    alpha = pygame.surfarray.array_alpha(picture("anchor", 80))
    assert ((alpha > 10) & (alpha < 245)).sum() > 100


def test_a_tint_changes_the_body_and_leaves_the_ink() -> None:
    assert "#a8322a" in art("anchor", BLOOD) and "#2f5d6b" in art("anchor", SEA)
    assert "#2B2118" in art("anchor", SEA)


def test_a_missing_picture_says_its_name() -> None:
    with pytest.raises(Trouble, match="sea-cucumber"):
        art("sea-cucumber")


def test_every_face_of_every_set_can_be_told_from_every_other(window: Callable[..., Window]) -> None:
    window()
    faces: list[tuple[str, str | None, str | None]] = [(face, None, None) for face in CORSAIR.faces]
    faces += [(face, colour, None) for face in TWELVE.faces for colour in TWELVE.colours]
    faces += [(face, None, body) for face in DUEL.faces for body in DUEL.bodies]
    faces += [(face, None, None) for face in PIPS.faces]
    seen = []
    for face, colour, body in faces:
        image = die(face, 40, colour=colour, body=body)
        assert image.get_width() == round(40 * DICE_ROOM)
        seen.append(pygame.surfarray.array3d(image)[12:48, 12:48].astype(int))
    for number, one in enumerate(seen):
        nearest = min(float(np.abs(one - other).mean()) for other in seen[number + 1 :] or [one + 99])
        assert nearest > 2.5, faces[number]


def test_an_unread_die_shows_no_face() -> None:
    unread = pygame.surfarray.array3d(die(None, 40)).astype(int)
    for face in CORSAIR.faces:
        assert np.abs(unread - pygame.surfarray.array3d(die(face, 40))).mean() > 2


def test_a_lit_button_is_brighter_than_a_dark_one(window: Callable[..., Window]) -> None:
    window()
    for livery in LIVERIES:
        dark, lit = (pygame.surfarray.array3d(button(livery, 60, lit=on)).mean() for on in (False, True))
        assert lit > dark
        assert ink_in(medallion(livery, 60)) > 0.6
    assert ink_in(console("choose", 60)) > 0.6


def test_there_is_a_picture_for_every_card_of_the_deck() -> None:
    assert set(cards.KINDS) == {card.value for card in Card} - {Card.NONE.value}


def test_cards_keep_their_shape_and_differ(window: Callable[..., Window]) -> None:
    window()
    drawn = [cards.card(kind, 120, "Le bateau pirate") for kind in (*cards.KINDS, cards.BACK)]
    assert {image.get_size() for image in drawn} == {(120, 168)}
    assert len({pygame.image.tobytes(image, "RGBA") for image in drawn}) == len(drawn)


def test_a_plate_prints_at_any_size() -> None:
    plate = Plate(10, 10)
    plate.cut("M0 0L10 0L10 10L0 10Z", fill=BLOOD)
    assert plate.print((7, 7)).get_at((3, 3)) == pygame.Color(*BLOOD)
    assert plate.print().get_size() == (10, 10)


def test_who_cannot_tell_the_colours_of_series_dice_goes_by_a_sign_of_each() -> None:
    assert set(MARKS) == {colour.value for colour in Colour}
    assert len(set(MARKS.values())) == len(MARKS)
