from __future__ import annotations

import itertools

import numpy as np
import pygame
import pytest
from numpy.typing import NDArray

from ui.look import text
from ui.look.engrave import ART
from ui.look.pictures import picture
from ui.look.theme import INK, LIVERIES, TEXT_ON, Colour, Layout, contrast
from ui.screen import SIZES
from vision.art.pictograms import COLOURS


@pytest.mark.parametrize(("ink", "paper"), TEXT_ON)
def test_text_stands_out_from_its_ground_four_and_a_half_times(ink: Colour, paper: Colour) -> None:
    assert contrast(ink, paper) >= 4.5


def test_contrast_is_that_of_the_web_guidelines() -> None:
    assert contrast((0, 0, 0), (255, 255, 255)) == pytest.approx(21)
    assert contrast((119, 119, 119), (255, 255, 255)) == pytest.approx(4.48, abs=0.01)
    assert contrast(INK, INK) == 1


def test_every_player_has_a_colour_an_emblem_and_a_name_of_their_own() -> None:
    for part in (lambda livery: livery.colour, lambda livery: livery.emblem, lambda livery: str(livery.title)):
        assert len({part(livery) for livery in LIVERIES}) == len(LIVERIES) == 6
    assert all((ART / f"{livery.emblem}.svg").is_file() for livery in LIVERIES)
    assert {livery.key for livery in LIVERIES} == set(COLOURS)


def without_colour(emblem: str) -> NDArray[np.float64]:
    """An emblem as somebody sees it who sees no colours: its outline and its brightness."""
    image = picture(emblem, 64)
    grey = pygame.surfarray.array3d(image).mean(2) / 255
    return np.where(pygame.surfarray.array_alpha(image) > 127, grey, -1.0)


def test_a_colour_is_never_the_only_sign_so_emblems_differ_without_it() -> None:
    for one, other in itertools.combinations(LIVERIES, 2):
        differs = np.abs(without_colour(one.emblem) - without_colour(other.emblem)) > 0.3
        assert differs.mean() > 0.1, (one.key, other.key)


@pytest.mark.parametrize("size", SIZES)
def test_no_text_is_smaller_than_a_thirtieth_of_the_height(size: tuple[int, int]) -> None:
    layout = Layout(*size)
    assert layout.small >= layout.height / 30
    assert layout.small < layout.medium < layout.large


@pytest.mark.parametrize("size", SIZES)
def test_the_digits_of_a_score_are_a_twelfth_of_the_height(size: tuple[int, int]) -> None:
    layout = Layout(*size)
    assert text.font(text.Face.FIGURES, layout.large).render("0", True, INK).get_bounding_rect().height >= size[1] / 12


@pytest.mark.parametrize("size", SIZES)
def test_stage_crew_and_ribbon_share_the_screen_without_overlap(size: tuple[int, int]) -> None:
    layout = Layout(*size)
    areas = (layout.stage, layout.crew, layout.ribbon)
    assert all(layout.screen.contains(area) for area in areas)
    assert not any(one.colliderect(other) for one, other in itertools.combinations(areas, 2))
    assert layout.stage.width > 1.9 * layout.crew.width
