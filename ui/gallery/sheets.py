"""The kit on show: every pictogram, die, card, map and piece of furniture on sheets of its own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from pygame import Rect, Surface

from firmware.play.referee import Lamp
from rules.dice import CORSAIR, TWELVE
from rules.mille.score import CARD_NAMES, Card
from rules.say import Message
from ui import motion
from ui.canvas import Canvas
from ui.chart import sheet
from ui.gallery.exhibits import Shown, exhibit
from ui.games.mille import cards
from ui.games.staged import STAGED
from ui.inputs import Input
from ui.look import ground, text
from ui.look.engrave import ART
from ui.look.pictures import DICE_ROOM, button, console, die, medallion, picture
from ui.look.text import Face
from ui.look.theme import LIVERIES, SEA, Layout
from ui.parts import choice, plots, widgets
from ui.parts.choice import Choice, Item
from ui.parts.plain import Paper
from ui.targets import Target
from ui.words.language import Language
from vision.art import pictograms

Lay = Callable[[Canvas, float], None]


class Sheet:
    """A still or moving sheet: `lay` puts its parts on the canvas."""

    def __init__(self, layout: Layout, lay: Lay, base: Surface | None = None) -> None:
        self._canvas = Canvas(base or ground.table(layout.width, layout.height))
        self._lay = lay

    def handle(self, event: Input) -> None:
        """A sheet is only looked at."""

    def draw(self, surface: Surface, now: float) -> list[Rect]:
        self._lay(self._canvas, now)
        return self._canvas.flush(surface)

    def targets(self) -> tuple[Target, ...]:
        return ()

    focused: str | None = None


@dataclass(frozen=True, slots=True)
class Painted:
    """What only a picture of the gallery shows: whatever this paints, on a sheet of paper."""

    seed: int
    age: float
    unit: int
    on: Callable[[Surface, Rect], object]

    def paint(self, surface: Surface, box: Rect) -> None:
        room = ground.lay(surface, box, seed=self.seed, age=self.age, lift=self.unit // 2)
        self.on(surface, room.inflate(-self.unit, -self.unit))


def _on_paper(layout: Layout, paint: Callable[[Surface, Rect], object]) -> Sheet:
    """One sheet of paper over the whole table."""
    box = layout.screen.inflate(-2 * layout.unit, -2 * layout.unit)
    sheet = Painted(5, 0.8, layout.unit, paint)
    return Sheet(layout, lambda canvas, now: void(canvas.part("sheet", box, sheet)))


def void(_: object) -> None:
    """For a lambda that is called for what it does."""


@exhibit("kit-pictograms")
def pictogram_sheet(layout: Layout, language: Language) -> Shown:
    names = [*pictograms.FACES, *sorted(path.stem for path in ART.glob("*.svg"))]

    def paint(surface: Surface, room: Rect) -> None:
        columns = 10
        cell = min(room.width // columns, room.height // -(-len(names) // columns))
        for number, name in enumerate(names):
            x, y = room.x + number % columns * (room.width // columns), room.y + number // columns * cell
            surface.blit(picture(name, round(cell * 0.84)), (x, y))
            surface.blit(picture(name, 24), (x + round(cell * 0.86), y + round(cell * 0.55)))

    return Shown(_on_paper(layout, paint))


@exhibit("kit-emblems")
def emblem_sheet(layout: Layout, language: Language) -> Shown:
    def paint(surface: Surface, room: Rect) -> None:
        high = room.height // len(LIVERIES)
        for number, livery in enumerate(LIVERIES):
            row = Rect(room.x, room.y + number * high, room.width, high)
            size = round(high * 0.9)
            surface.blit(medallion(livery, size), (row.x, row.y))
            surface.blit(button(livery, size), (row.x + high, row.y))
            surface.blit(button(livery, size, lit=True), (row.x + high * 2, row.y))
            words = Rect(row.x + round(high * 3.2), row.y, row.width - round(high * 3.2), high)
            text.write(surface, language.say(livery.title), words, layout.medium, face=Face.LETTERING)
        for number, key in enumerate(("left", "choose", "right")):
            size = room.height // 5
            surface.blit(console(key, size), (room.right - size, room.y + number * round(size * 1.2)))

    return Shown(_on_paper(layout, paint))


@exhibit("kit-dice")
def dice_sheet(layout: Layout, language: Language) -> Shown:
    edge = layout.height // 12

    def lay(canvas: Canvas, now: float) -> None:
        step = round(edge * DICE_ROOM)
        for number, face in enumerate(CORSAIR.faces):
            canvas.image(
                f"corsair {face}", die(face, edge, angle=number * 11 - 25), (layout.unit + number * step, layout.unit)
            )
        for row, face in enumerate(TWELVE.faces):
            for column, colour in enumerate(TWELVE.colours):
                image = die(face, edge, colour=colour, angle=(row * 7 + column * 5) % 30 - 15, glow=row == column)
                canvas.image(f"{face} {colour}", image, (layout.unit + column * step, (row + 1.1) * step))
        for number, (face, body) in enumerate(
            (("skull", "red"), ("ship", "red"), ("skull", "blue"), ("blank", "blue"))
        ):
            image = die(face, edge, body=body, angle=number * 9)
            canvas.image(f"duel {number}", image, (layout.width - 3 * step, layout.unit + number * step))
        for number in range(6):
            canvas.image(f"pip {number}", die(str(number + 1), edge), (layout.width - 1.6 * step, number * step))
        canvas.image("unread", die(None, edge), (layout.width - 3 * step, layout.unit + 4 * step))

    return Shown(Sheet(layout, lay))


@exhibit("kit-cards")
def card_sheet(layout: Layout, language: Language) -> Shown:
    kinds = [*cards.KINDS, cards.BACK]
    width = min(layout.width // 6 - layout.unit, round((layout.height / 2 - layout.unit * 2) / cards.SHAPE))

    def lay(canvas: Canvas, now: float) -> None:
        for number, kind in enumerate(kinds):
            title = "" if kind == cards.BACK else language.say(CARD_NAMES[Card(kind)])
            x = (number % 6 + 0.5) * layout.width / 6 - width / 2
            canvas.image(kind, cards.card(kind, width, title), (x, layout.unit + number // 6 * layout.height / 2))

    return Shown(Sheet(layout, lay))


def _table(layout: Layout, map_: sheet.Chart) -> Surface:
    base = ground.table(layout.width, layout.height).copy()
    ground.shadow(base, layout.stage, layout.unit * 2)
    base.blit(map_.surface, layout.stage)
    return base


def _mapped(layout: Layout, language: Language, squares: int, seed: int) -> Shown:
    """A map with the crew beside it; the first pawn sails on from square to square."""
    title = language.say(Message("Treasure race"))
    map_ = sheet.draw(layout.stage.size, seed, squares, title, layout.small)
    crew = (
        widgets.CrewPlate("red", "Anne", "12", Lamp.PULSING, acts=True, dice=4),
        widgets.CrewPlate("blue", "Jack", "7", dice=6),
        widgets.CrewPlate("green", "Zoé", "3", dice=0),
        widgets.CrewPlate("yellow", "Louis", "0", dice=2),
    )
    says = widgets.Ribbon(language.say(Message("{player} throws one die.", player="Anne")), "button", "red", "1")
    pawn = round(layout.unit * 4.4)

    def lay(canvas: Canvas, now: float) -> None:
        widgets.crew(canvas, layout, crew, now)
        widgets.ribbon(canvas, layout, says, now)
        for number, plate in enumerate(crew):
            way = (now * 2 + number * squares / 4) % squares
            step, share = int(way), motion.in_out(way % 1)
            (x0, y0), (x1, y1) = map_.squares[step], map_.squares[step + 1]
            x = layout.stage.x + motion.between(x0, x1, share)
            y = layout.stage.y + motion.between(y0, y1, share) - motion.hop(way % 1) * pawn * 0.4
            image = medallion(LIVERIES[number], pawn)
            canvas.image(f"pawn {plate.livery}", image, (x - pawn / 2, y - pawn / 2))

    return Shown(Sheet(layout, lay, _table(layout, map_)), at=1.0)


@exhibit("kit-map-5-squares", lively=True)
def short_map(layout: Layout, language: Language) -> Shown:
    return _mapped(layout, language, 5, 2)


@exhibit("kit-map-20-squares", lively=True)
def usual_map(layout: Layout, language: Language) -> Shown:
    return _mapped(layout, language, 20, 7)


@exhibit("kit-map-60-squares", lively=True)
def long_map(layout: Layout, language: Language) -> Shown:
    return _mapped(layout, language, 60, 5)


@exhibit("kit-furniture", lively=True)
def furniture(layout: Layout, language: Language) -> Shown:
    """Five players with long scores, trouble, fuse and photo finish."""
    stage, u = layout.stage, layout.unit
    plates = (
        widgets.CrewPlate("red", "Anne", language.number(5900), Lamp.STEADY, acts=True),
        widgets.CrewPlate("blue", "Barthélemy", language.number(-1300)),
        widgets.CrewPlate("purple", "Zoé", language.number(300)),
        widgets.CrewPlate("yellow", "Grand-père Louis", language.number(8400)),
        widgets.CrewPlate("black", "Mary", language.number(0)),
    )
    says = Message("{player} chooses: throw again or stop.", player="Anne")
    trouble = widgets.Banner(
        language.say(Message("The camera does not answer.")),
        language.say(Message("Check its cable; meanwhile, enter the dice by hand.")),
    )

    def lay(canvas: Canvas, now: float) -> None:
        widgets.crew(canvas, layout, plates, now)
        widgets.ribbon(canvas, layout, widgets.Ribbon(language.say(says), "choose", "red"), now)
        widgets.banner(canvas, layout, trouble)
        paper = Rect(stage.x, stage.centery - u * 4, stage.width, u * 14)
        canvas.part("paper", paper, Paper(9, 0.7, u // 2))
        presses = (("blue", 0.0), ("red", 4.0), ("yellow", 63.0))
        widgets.photo_finish(canvas, layout, paper.inflate(-u * 4, -u * 2), presses, "0 ms")
        rope = Rect(stage.x + u * 3, stage.bottom - u * 5, stage.width - u * 6, u * 3)
        widgets.fuse(canvas, "fuse", rope, 1 - now / 10 % 1, now)

    return Shown(Sheet(layout, lay), at=3.7)


@exhibit("kit-choices", lively=True)
def choices(layout: Layout, language: Language) -> Shown:
    u = layout.unit
    shown = [(key, each.game.title, each.picture, each.game.seats) for key, each in list(STAGED.items())[:4]]
    games = Choice(
        tuple(
            Item(
                key,
                language.say(title),
                art,
                language.say(Message("{least} to {most} players", least=least, most=most)),
            )
            for key, title, art, (least, *_, most) in shown
        ),
        columns=4,
    )
    players = Choice(tuple(Item(x.key, language.say(x.title), x.key) for x in LIVERIES), columns=3)

    def lay(canvas: Canvas, now: float) -> None:
        top = Rect(u, u, layout.width - 2 * u, round(layout.height * 0.5))
        choice.draw(canvas, "games", layout, top, replace(games, at=int(now * 3) % 4), upright=True)
        low = Rect(u, top.bottom + u, layout.width - 2 * u, layout.height - top.bottom - 2 * u)
        choice.draw(canvas, "players", layout, low, replace(players, at=int(now * 4) % 6))

    return Shown(Sheet(layout, lay))


@exhibit("kit-plots")
def plot_sheet(layout: Layout, language: Language) -> Shown:
    half, u = layout.height // 2, layout.unit
    faces = zip(CORSAIR.faces, (34, 28, 41, 30, 33, 26), strict=True)
    fair = [plots.Bar(f"art:{face}", count, SEA) for face, count in faces]
    points = (
        plots.Curve("red", (0, 300, 300, 1200, 2100, 2100, 4600)),
        plots.Curve("blue", (0, 0, 500, -300, 1200, 3100, 5200)),
        plots.Curve("green", (0, 800, 900, 900, 1400, 1500, 2200)),
    )
    times = (0.3, 0.5, 0.6, 0.7, 0.75, 0.8, 0.9, 1.1, 1.2, 1.4, 1.9, 2.2, 2.4, 3.3, 0.85, 0.66)
    said = {
        "fair": language.say(Message("Are the dice fair?")),
        "points": language.say(Message("Points by round")),
        "rounds": language.say(Message("rounds")),
        "times": language.say(Message("Time to claim")),
        "seconds": language.say(Message("seconds")),
    }

    def of_fair(surface: Surface, room: Rect) -> None:
        plots.bars(surface, room, layout, language, said["fair"], fair, 32)

    def of_times(surface: Surface, room: Rect) -> None:
        plots.histogram(surface, room, layout, language, said["times"], times, said["seconds"])

    def of_points(surface: Surface, room: Rect) -> None:
        plots.curves(surface, room, layout, language, said["points"], points, said["rounds"])

    def lay(canvas: Canvas, now: float) -> None:
        left = Rect(u, u, layout.width // 2 - u * 3 // 2, half - u * 3 // 2)
        right = left.move(layout.width // 2, 0)
        low = Rect(u, half + u // 2, layout.width - 2 * u, half - u * 3 // 2)
        for name, area, on in (("fair", left, of_fair), ("times", right, of_times), ("points", low, of_points)):
            canvas.part(name, area, Painted(4, 0.7, u, on))

    return Shown(Sheet(layout, lay))
