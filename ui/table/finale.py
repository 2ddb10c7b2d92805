"""The end of a game: the treasure is dug up, who won, how the evening went, and once more?"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from pygame import Rect, Surface

from rules.say import Message
from ui.look import ground, text
from ui.look.pictures import medallion, picture
from ui.look.text import Face
from ui.look.theme import BONE, FADED, LIVERY, Layout
from ui.motion import between
from ui.parts.tags import Tag
from ui.table.stagecraft import burst, halo, rays, share

if TYPE_CHECKING:
    from ui.table.screen import GameScreen

DIG_S = 1.5  # until the chest stands there
LUCK = 0.75  # less than that above the odds is not worth a word


class Finale:
    """Lies over the stage as long as the game is over; an undo takes it away again."""

    def __init__(self, at: GameScreen) -> None:
        self._at = at
        self._since: float | None = None

    def begin(self, at: float) -> None:
        """The moment of the win; a game that was over before is shown at rest."""
        self._since = at

    def skip(self, now: float) -> bool:
        """Comes to rest at once; says whether it was on its way."""
        moving = self._since is not None and now < self._since + DIG_S + 0.35
        self._since = None
        return moving

    def draw(self, now: float, treasure: tuple[float, float] | None = None) -> None:
        """`treasure`: where the X is, on a chart."""
        t = 99.0 if self._since is None else now - self._since
        if t < 0:
            return
        stage = self._at.layout.stage
        spot = treasure or (stage.centerx, stage.centery)
        opened = share(t, DIG_S, 0.35)
        if opened > 0:
            self._sheet(opened)
        self._dig(spot, t, opened)

    def _dig(self, spot: tuple[float, float], t: float, opened: float) -> None:
        """The X opens, the chest rises out of it into the middle of the stage, opens in a blaze of light, and comes to
        its place on the sheet."""
        at, u, sheet = self._at, self._at.layout.unit, self.area
        small, grand, last = u * 7, round(sheet.height * 0.46), round(sheet.height * 0.34)
        goal = (sheet.x + sheet.width * 0.17, sheet.y + sheet.height * 0.24)
        up, blaze = share(t, 0.2, 0.45), share(t, 0.5, 0.3)
        x, y = between(spot[0], sheet.centerx, up), between(spot[1], sheet.centery, up)
        x, y = between(x, goal[0], opened), between(y, goal[1], opened)
        size = last if opened >= 1 else grand if up >= 1 and opened <= 0 else small
        if 0 < up < 1 or 0 < opened < 1:  # on its way: in steps, for each size is engraved anew
            size = round(between(between(small, grand, up), last, opened) / 32) * 32
        if t < DIG_S:
            wide = round(sheet.height * 0.9) if blaze > 0 else small * 3
            halo(at, "dug light", (x, y), wide, round(230 * blaze) or 120)
            if blaze > 0:
                beams = rays(wide, int(t * 8) % 4, BONE)
                at.canvas.image("dug rays", beams, (x - wide / 2, y - wide / 2), alpha=round(200 * blaze))
        at.canvas.image("dug", picture("chest_open" if t > 0.6 else "chest", size), (x - size / 2, y - size / 2))
        if opened <= 0 and t > 0.6:
            burst(at, "dug coin", "coin", u * 5, (x, y), t, 0.6, 11, sheet.height * 0.5)

    @property
    def area(self) -> Rect:
        return self._at.layout.stage

    def _sheet(self, opened: float) -> None:
        at, layout = self._at, self._at.layout
        sheet = self.area
        lines = tuple((sign, at.words.say(line)) for sign, line in story(at))
        title = at.words.say(at.table.expects.message)
        winners = tuple(at.liveries[seat] for seat in at.table.expects.seats)
        at.canvas.part("finale", sheet, _Told(layout, title, lines, winners))
        if opened >= 1:
            self._offer(sheet)

    def _offer(self, sheet: Rect) -> None:
        at, u = self._at, self._at.layout.unit
        row = Rect(sheet.x + 4 * u, 0, sheet.width - 8 * u, round(sheet.height * 0.15))
        row.bottom = sheet.bottom - 3 * u
        items = [Tag("again", at.words.say(Message("Play again"))), Tag("menu", at.words.say(Message("To the menu")))]
        at.tags("finale offer", row, items, lambda key: partial(self._take, key), 2)

    def _take(self, key: str, at: float) -> None:
        self._at.want(key)


def story(at: GameScreen) -> list[tuple[str, Message]]:
    """What is worth telling: the quickest claim, the game's own tales, who was lucky, how long it took."""
    summary, players = at.evening.finished, at.table.players
    lines: list[tuple[str, Message]] = []
    if summary is None:
        return lines
    claims = [(quick, seat) for seat, quick in enumerate(summary.fastest_claim_s) if quick is not None]
    if claims:
        quick, seat = min(claims)
        said = Message("Quickest claim: {player}, {seconds} s after the die came to rest.",
                       player=players[seat], seconds=round(quick, 1))  # fmt: skip
        lines.append(("bell", said))
    lines += at.tales()
    lucky = [(much, seat) for seat, much in enumerate(summary.luck) if much is not None]
    if lucky and max(lucky)[0] >= LUCK:
        lines.append(("cup", Message("Luck of the dice: {player}.", player=players[max(lucky)[1]])))
    minutes = max(1, round(summary.duration_s / 60))
    lines.append(("hourglass", Message("It took one minute.", plural="It took {n} minutes.", n=minutes)))
    return lines


@dataclass(frozen=True, slots=True)
class _Told:
    """Who won, how, and what there is to tell of the game."""

    layout: Layout
    title: str
    lines: tuple[tuple[str, str], ...]
    winners: tuple[str, ...]  # their liveries

    def paint(self, surface: Surface, box: Rect) -> None:
        layout, u = self.layout, self.layout.unit
        ground.lay(surface, box, seed=14, age=0.8, lift=u // 2)
        size = round(box.height * 0.30)
        for place, livery in enumerate(self.winners[:2]):
            emblem = medallion(LIVERY[livery], size // (1 if len(self.winners) == 1 else 2))
            surface.blit(emblem, (box.x + box.width * 0.33 + place * size // 2, box.y + round(box.height * 0.08)))
        left = round(box.width * 0.35) + size
        head = Rect(left, box.y + 2 * u, box.width - left - 3 * u, round(box.height * 0.41))
        sizes = [round(layout.medium * scale) for scale in (1.7, 1.45, 1.2, 1.0, 0.85, 0.7)]
        text.write(surface, self.title, head, sizes, face=Face.LETTERING)
        surface.fill(FADED, Rect(3 * u, head.bottom + u // 2, box.width - 6 * u, max(1, u // 8)))
        room = Rect(4 * u, head.bottom + u, box.width - 8 * u, round(box.height * 0.79) - head.bottom - u)
        self._story(surface, room)

    def _story(self, surface: Surface, room: Rect) -> None:
        layout, lines = self.layout, self.lines
        sizes = [round(layout.small * scale) for scale in (1.15, 1.0, 0.9, 0.8, 0.74)]

        def tall(px: int, line: str) -> int:
            return text.height(line, Face.SENTENCE, px, room.width - 2 * px)

        def high(px: int) -> int:
            return sum(tall(px, line) for _, line in lines)

        px = next((size for size in sizes if high(size) <= room.height), sizes[-1])
        y = room.y + (room.height - high(px)) // 2
        for sign, line in lines:
            box = Rect(room.x + 2 * px, y, room.width - 2 * px, tall(px, line))
            surface.blit(picture(sign, round(px * 1.2)), (room.x, y))
            text.write(surface, line, box, px)
            y = box.bottom
