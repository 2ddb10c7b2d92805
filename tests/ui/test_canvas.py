from __future__ import annotations

import ast
import random
import re
from dataclasses import dataclass

import pygame
import pytest
from pygame import Rect, Surface

from tests.test_floors import ROOT
from ui.canvas import Canvas
from ui.targets import NamedTwice


def block(colour: tuple[int, int, int], size: int = 20) -> Surface:
    surface = Surface((size, size))
    surface.fill(colour)
    return surface


def pixels(surface: Surface) -> bytes:
    return pygame.image.tobytes(surface, "RGB")


def ground() -> Surface:
    surface = Surface((200, 120))
    for y in range(120):
        surface.fill((y, 2 * y % 256, 90), Rect(0, y, 200, 1))
    return surface


def test_the_first_frame_draws_all_and_an_idle_one_nothing() -> None:
    canvas, target, ship = Canvas(ground()), Surface((200, 120)), block((200, 0, 0))
    canvas.image("ship", ship, (10, 10))
    assert canvas.flush(target) == [target.get_rect()]
    canvas.image("ship", ship, (10, 10))
    assert canvas.flush(target) == []


painted: list[tuple[int, tuple[int, int]]] = []


@dataclass(frozen=True)
class Score:
    points: int

    def paint(self, surface: Surface, box: Rect) -> None:
        painted.append((self.points, box.size))


def test_a_part_is_painted_again_only_when_it_is_another_or_of_another_size() -> None:
    canvas, target = Canvas(ground()), Surface((200, 120))
    painted.clear()
    for score, wide in ((1, 40), (1, 40), (2, 40), (2, 40), (2, 50)):
        canvas.part("score", Rect(5, 5, wide, 20), Score(score))
        canvas.flush(target)
    assert painted == [(1, (40, 20)), (2, (40, 20)), (2, (50, 20))]


def test_every_part_is_a_frozen_value_and_takes_nothing_from_around_it() -> None:
    """What is painted depends on nothing but the part's own fields: its class is frozen, stands in no function, and has
    no field that goes on changing."""
    wrong = []
    for path in sorted((ROOT / "ui").rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        parts = {node for node in ast.walk(tree) if isinstance(node, ast.ClassDef) and paints(node)}
        wrong += [f"{path.name}: {part.name}" for part in parts if part not in tree.body or not frozen(part)]
        wrong += [f"{path.name}: {part.name}.{field}" for part in parts for field in changing(part)]
    assert wrong == []


def paints(node: ast.ClassDef) -> bool:
    """A part, and not the protocol of one."""
    named = {base.id for base in node.bases if isinstance(base, ast.Name)}
    own = [each for each in node.body if isinstance(each, ast.FunctionDef) and each.name == "paint"]
    return bool(own) and "Protocol" not in named


def changing(node: ast.ClassDef) -> list[str]:
    fields = [each for each in node.body if isinstance(each, ast.AnnAssign)]
    kinds = [(ast.unparse(each.target), ast.unparse(each.annotation)) for each in fields]
    return [name for name, kind in kinds if re.search(r"(Screen|Page|Table|Evening|Canvas|Config|list|dict)\b", kind)]


def frozen(node: ast.ClassDef) -> bool:
    return any(ast.unparse(each).startswith("dataclass(frozen=True") for each in node.decorator_list)


def test_what_moves_is_redrawn_where_it_was_and_where_it_is() -> None:
    canvas, target, ship = Canvas(ground()), Surface((200, 120)), block((200, 0, 0))
    canvas.image("ship", ship, (10, 10))
    canvas.flush(target)
    canvas.image("ship", ship, (150, 90))
    changed = canvas.flush(target)
    assert sorted(tuple(area) for area in changed) == [(10, 10, 20, 20), (150, 90, 20, 20)]
    assert target.get_at((12, 12)) == ground().get_at((12, 12))


def test_redrawing_the_changes_gives_the_same_picture_as_drawing_all() -> None:
    dice = random.Random(4)
    base, ships = ground(), [block((40 * n, 200 - 30 * n, 10 * n), 14 + 3 * n) for n in range(6)]
    canvas, target = Canvas(base), Surface((200, 120))
    for _ in range(120):
        parts = [(n, dice.randrange(190), dice.randrange(110), dice.choice((255, 120))) for n in range(6)]
        parts = [part for part in parts if dice.random() < 0.8]
        fresh, whole = Canvas(base), Surface((200, 120))
        for n, x, y, alpha in parts:
            canvas.image(f"ship {n}", ships[n], (x, y), alpha=alpha)
            fresh.image(f"ship {n}", ships[n], (x, y), alpha=alpha)
        canvas.flush(target)
        fresh.flush(whole)
        assert pixels(target) == pixels(whole)


def test_what_a_solid_picture_hides_is_not_drawn_and_the_picture_is_the_same() -> None:
    canvas, target, clear = Canvas(ground()), Surface((200, 120)), Surface((60, 60), pygame.SRCALPHA)
    clear.fill((0, 90, 0, 128))
    for number in range(3):
        canvas.image("low", block((10 * number, 0, 0), 20), (30, 30))
        canvas.image("solid", block((200, 0, number), 60), (20, 20))
        canvas.image("clear", clear, (40, 40))
        canvas.flush(target)
    whole = ground()
    for surface, place in ((block((200, 0, 2), 60), (20, 20)), (clear, (40, 40))):
        whole.blit(surface, place)
    assert pixels(target) == pixels(whole)


def test_what_lies_later_lies_on_top_even_if_only_the_lower_one_changed() -> None:
    canvas, target = Canvas(ground()), Surface((200, 120))
    top = block((0, 200, 0))
    canvas.image("low", block((200, 0, 0)), (10, 10))
    canvas.image("top", top, (15, 15))
    canvas.flush(target)
    canvas.image("low", block((0, 0, 200)), (10, 10))
    canvas.image("top", top, (15, 15))
    canvas.flush(target)
    assert tuple(target.get_at((20, 20))) == (0, 200, 0, 255) and tuple(target.get_at((11, 11))) == (0, 0, 200, 255)


def test_another_ground_redraws_all() -> None:
    canvas, target = Canvas(ground()), Surface((200, 120))
    canvas.flush(target)
    canvas.ground(block((9, 9, 9), 200))
    assert canvas.flush(target) == [target.get_rect()]


def test_two_parts_of_one_name_are_refused() -> None:
    canvas = Canvas(ground())
    canvas.image("ship", block((200, 0, 0)), (10, 10))
    with pytest.raises(NamedTwice, match="ship"):
        canvas.image("ship", block((0, 200, 0)), (60, 10))
    canvas.flush(Surface((200, 120)))
    canvas.image("ship", block((0, 200, 0)), (60, 10))  # in the next picture the name is free again


def test_what_comes_to_lie_on_top_is_drawn_on_top_though_nothing_else_changed() -> None:
    canvas, target = Canvas(ground()), Surface((200, 120))
    parts = {"one": (block((200, 0, 0)), (10, 10)), "two": (block((0, 200, 0)), (15, 15))}
    for order in (("one", "two"), ("two", "one")):
        for name in order:
            canvas.image(name, *parts[name])
        canvas.flush(target)
    assert tuple(target.get_at((20, 20))) == (200, 0, 0, 255)
