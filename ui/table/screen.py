"""What the screens of all games share: crew, ribbon, signs, troubles, hints, undo, corrections, pause, moments.

A screen shows a `Table` and tells it what people do; it keeps nothing of the game itself. Its clock is the table's.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from functools import partial

from pygame import Rect, Surface

from firmware.config import Config
from firmware.play.evening import Evening
from firmware.play.events import Corrected, Event, Paused, Picked, Pressed, Undo, seat_of
from firmware.play.referee import Lamp, Moment
from rules.game import Seat
from rules.say import Message
from ui.breath import breathe
from ui.canvas import Canvas
from ui.inputs import Input, Touched, Typed
from ui.look import ground, text
from ui.look.pictures import medallion
from ui.look.text import Align, Face
from ui.look.theme import INK, LIVERIES, LIVERY, Colour, Layout
from ui.motion import LONGEST, Motions
from ui.parts import tags, widgets
from ui.parts.tags import Tag
from ui.sound import Speaker
from ui.table import furniture
from ui.table.correcting import Correcting
from ui.table.finale import Finale
from ui.table.furniture import Act, Slip, Troubled
from ui.table.live import LiveView
from ui.words.language import Language

Put = Callable[[Event], None]
HINT_S = 4.0
SEATED = tuple(livery.key for livery in LIVERIES)  # who sits where wears this, unless it is said otherwise


@dataclass(frozen=True, slots=True)
class Show:
    """A moment on the stage: from when, for how long."""

    moment: Moment
    begin: float
    seconds: float
    pace: float = 1.0  # below 1 where several moments share the time that one may take


class GameScreen:
    """A game's screen lays its stage in `stage` and says how long its moments last in `LASTS`."""

    LASTS: Mapping[str, float] = {}  # seconds on the stage, by the moment's name
    VOICES: Mapping[str, str] = {}  # what is heard
    RACED = False  # whether players press against each other: then a press goes to the table whatever is on the screen

    def __init__(
        self,
        evening: Evening,
        put: Put,
        layout: Layout,
        words: Language,
        sounds: Speaker | None,
        config: Config,
        *,
        liveries: Sequence[str] = SEATED,
        live: LiveView | None = None,
        keys: bool = False,
    ) -> None:
        assert evening.table is not None, "a game is on the table before it is shown"
        self.evening, self.table, self.put = evening, evening.table, put
        self.layout, self.words, self.sounds, self.config = layout, words, sounds, config
        self.liveries, self.live, self.keys = tuple(liveries), live, keys
        self.wants: str | None = None  # "menu", "again": read by whoever shows this screen
        self.motions = Motions()
        self.canvas = Canvas(self.background())
        self.plates: list[Rect] = []  # where each player's score is
        self.correcting: Correcting | None = None
        self.slip: Slip | None = None
        self.troubled = Troubled()
        self.finale = Finale(self)
        self._shows: deque[Show] = deque()
        self._heard = len(self.table.moments)  # what happened before this screen is not announced again
        self._pressed = False  # while the last picture was painted
        self._targets: list[tuple[Rect, Act, str]] = []  # what a touch does, the topmost last
        self.now = evening.clock.now()

    # -- for a game to fill in -------------------------------------------------------------------------------------

    def background(self) -> Surface:
        return ground.table(self.layout.width, self.layout.height)

    def stage(self, now: float) -> None:
        raise NotImplementedError

    def score(self, seat: Seat) -> str:
        raise NotImplementedError

    def plate(self, seat: Seat) -> widgets.CrewPlate:
        expects = self.table.expects
        lamp = expects.lamps[seat] if seat < len(expects.lamps) else Lamp.OFF
        name = self.table.players[seat]
        return widgets.CrewPlate(self.liveries[seat], name, self.score(seat), lamp, acts=seat in expects.seats)

    def crew_area(self) -> Rect:
        """The panel without its last row, where the signs are."""
        crew, high = self.layout.crew, self.signs_area().height
        return Rect(crew.x, crew.y, crew.width, crew.height - high)

    def ask(self, at: float) -> None:
        """Opens the sheet for the die that the players have to tell."""

    def happened(self, moment: Moment, now: float) -> None:
        """More than a picture and a sound."""

    def play(self, show: Show, t: float) -> None:
        """A moment on the stage, `t` seconds after it began."""

    # -- frames ----------------------------------------------------------------------------------------------------

    def draw(self, surface: Surface, now: float) -> list[Rect]:
        """One picture of the table as it stands now: what is pressed while it is painted changes the game, and only the
        next picture."""
        table, self.table = self.table, copy(self.table)
        try:
            return self._draw(surface, now)
        finally:
            self.table = table

    def _draw(self, surface: Surface, now: float) -> list[Rect]:
        self.now = now
        if self._pressed:
            self._pressed = False
            self.skip()
        self._announce(now)
        if self.live is not None:
            self.live.heed(self.table)
        self._targets = []
        self.motions.busy(now)
        self.stage(now)
        breathe()
        players = range(len(self.table.players))
        self.plates = widgets.crew(self.canvas, self.layout, [self.plate(s) for s in players], now, self.crew_area())
        breathe()
        furniture.signs(self)
        widgets.ribbon(self.canvas, self.layout, furniture.ribbon(self), now)
        show = self._showing(now)
        if show is not None:
            self.play(show, (now - show.begin) / show.pace)
        if self.live is not None and self.live.large:
            self.target(self.live.draw(self.canvas, self.layout, self.layout.stage, self.words), lambda at: None)
        if self.correcting is not None:
            self._correct()
        elif self.table.paused is not None:
            furniture.paused(self)
        furniture.messages(self, now)
        breathe()
        return self.canvas.flush(surface)

    # -- moments ---------------------------------------------------------------------------------------------------

    def _announce(self, now: float) -> None:
        new = self.table.moments[self._heard :]
        self._heard = len(self.table.moments)
        for moment in new:
            self.sound(self.VOICES.get(moment.name))
            self.happened(moment, now)
            if moment.name in ("hint", "rewritten"):
                self.say(moment.message, "undo" if moment.name == "rewritten" else "bell")
        staged = [moment for moment in new if moment.name in self.LASTS]
        staged = [moment for moment in staged if moment.name == "magic"] or staged  # beside it nothing else counts
        begin = now
        if staged:
            whole = sum(self.LASTS[moment.name] for moment in staged)
            pace = min(1.0, LONGEST / whole)  # however much happens at once, play goes on in time
            self._shows.clear()
            for moment in staged:
                seconds = self.LASTS[moment.name] * pace
                self._shows.append(Show(moment, begin, seconds, pace))
                begin += seconds
        if any(moment.name == "won" for moment in new):
            self.finale.begin(begin)

    def _showing(self, now: float) -> Show | None:
        while self._shows and now >= self._shows[0].begin + self._shows[0].seconds:
            self._shows.popleft()
        return self._shows[0] if self._shows else None

    @property
    def busy(self) -> bool:
        """A moment is on the stage or something is on its way."""
        return bool(self._shows) or self.motions.busy(self.now)

    def redraw(self) -> None:
        """All of it at the next frame: another screen was shown meanwhile."""
        self.canvas = Canvas(self.background())

    def skip(self) -> bool:
        """Everything comes to rest; says whether the end of the game was being shown."""
        self._shows.clear()
        self.motions.skip()
        return self.finale.skip(self.now)

    def sound(self, name: str | None) -> None:
        if self.sounds is not None and name is not None:
            self.sounds.play(name)

    def say(self, message: Message, sign: str = "bell", label: str = "", act: Act | None = None) -> None:
        self.slip = Slip(self.words.say(message), self.now + HINT_S, sign, label, act)

    # -- what people do --------------------------------------------------------------------------------------------

    def handle(self, event: Input) -> None:
        if isinstance(event, Touched) and event.how != "down":
            self._dragged(event)
            return
        if isinstance(event, Typed):  # a digit is also the button it stands for, which comes by itself
            self.typed(event.letter.lower(), event.at)
            return
        if not isinstance(event, Pressed | Touched) or self.skip():
            return
        match event:
            case Touched():
                self._touched(event)
            case Pressed("back", _):
                self.back()
            case Pressed(button, at) if self.correcting is not None and button in Correcting.BUTTONS:
                self._corrected(self.correcting.pressed(button), at)
            case Pressed("up" | "down" as way, at):
                for _ in range(self.columns):
                    self.put(Pressed("right" if way == "down" else "left", at))
            case Pressed():
                self.pressed(event)

    def at_once(self, press: Pressed) -> bool:
        """Takes a player's press even while a picture is painted; says whether that could be. Whatever may change the
        page that is being painted has to wait."""
        table = self.evening.table
        if not self.RACED or seat_of(press.button) is None or table is None or table.expects.task == "over":
            return False
        self._pressed = True  # as with every press, what moves on the stage comes to rest
        self.put(press)
        return True

    columns = 1  # how many options stand in a row, for up and down

    def pressed(self, event: Pressed) -> None:
        task = self.table.expects.task
        if task == "over":
            self.finale.pressed(event.button)
        elif task in ("enter", "ask") and event.button == "choose":
            self.ask(event.at)
        else:
            self.put(event)

    def back(self) -> None:
        if self.correcting is not None:
            self.correcting = None
        elif self.live is not None and self.live.large:
            self.live.large = False
        else:
            self.want("menu")

    def want(self, what: str) -> None:
        self.wants = what
        self.redraw()

    def _touched(self, event: Touched) -> None:
        if self.live is not None and self.live.large and self.live.touched(event):
            return
        for area, act, _ in reversed(self._targets):
            if area.collidepoint(event.x, event.y):
                act(event.at)
                return

    def _dragged(self, event: Touched) -> None:
        if self.live is not None and self.live.large:
            self.live.touched(event)

    def typed(self, letter: str, at: float) -> None:
        match letter:
            case "u":
                self.undo(at)
            case "p":
                self.put(Paused(self.table.paused is None, at))
            case "v" if self.live is not None:
                self.live.large = not self.live.large
            case " " if self.live is not None:
                self.live.throw(self.table)
            case "t" if self.live is not None:
                self.live.tilt()

    def undo(self, at: float) -> None:
        """First it is said what would be taken back; the second time it is done."""
        if self.slip is not None and self.slip.act == self._take_back:
            self._take_back(at)
        elif self.table.undoes is None:
            self.say(Message("There is nothing to take back."), "undo")
        else:
            asked = Message("Take back: {what}", what=self.table.undoes)
            self.say(asked, "undo", self.words.say(Message("Yes")), self._take_back)

    def _take_back(self, at: float) -> None:
        self.slip = None
        self.put(Undo(at))

    def pick(self, key: str) -> Act:
        return lambda at: self.put(Picked(key, at))

    def offer(
        self, area: Rect, options: Sequence[Sequence[str | None]], at: int, act: Callable[[str], Act], columns: int = 0
    ) -> None:
        """Options as tags: key, label and perhaps a picture; the one the console points at in gold."""
        items = [Tag(str(key), str(label), art[0] if art else None) for key, label, *art in options]
        boxes = tags.draw(self.canvas, "offer", self.layout, area, items, at, columns or len(items))
        for box, item in zip(boxes, items, strict=True):
            self.target(box, act(item.key), item.key)

    def target(self, area: Rect, act: Act, name: str = "") -> Rect:
        """A touch there does that; what is laid later lies on top."""
        self._targets.append((area, act, name))
        return area

    def place(self, name: str) -> Rect:
        """Where something with that name could be touched in the last frame."""
        return next(area for area, _, known in reversed(self._targets) if known == name)

    # -- corrections -----------------------------------------------------------------------------------------------

    def correct(self, correcting: Correcting) -> Act:
        def begin(at: float) -> None:
            self.correcting = correcting

        return begin

    def _correct(self) -> None:
        assert self.correcting is not None
        self.target(self.layout.screen, lambda at: self.back())
        for area, what in self.correcting.draw(self.canvas, self.layout, self.words):
            self.target(area, partial(self._pick_face, what), what)

    def _pick_face(self, what: str, at: float) -> None:
        if self.correcting is not None:
            self._corrected(self.correcting.picked(what), at)

    def _corrected(self, result: Corrected | Correcting, at: float) -> None:
        if isinstance(result, Correcting):
            self.correcting = result
        else:
            self.corrected(replace(result, at=at))

    def corrected(self, event: Corrected) -> None:
        self.correcting = None
        self.put(event)

    # -- the furniture ---------------------------------------------------------------------------------------------

    def signs_area(self) -> Rect:
        crew, tight = self.layout.crew, len(self.table.players) > 4
        high = round(self.layout.small * (1.15 if tight else 1.5))
        return Rect(crew.x, crew.bottom - high, crew.width, high)

    def beside_signs(self, area: Rect) -> None:
        """The rest of the signs' row."""

    def write(
        self,
        name: str,
        area: Rect,
        words: str,
        px: int | Sequence[int],
        *,
        face: Face = Face.SENTENCE,
        colour: Colour = INK,
        align: Align = "left",
        alpha: int = 255,
    ) -> None:
        """Words as a part of the canvas."""
        sizes = px if isinstance(px, int) else tuple(px)
        shows: Hashable = (words, sizes, face, colour, align)
        self.canvas.panel(
            name,
            area,
            shows,
            lambda s, box: text.write(s, words, box, sizes, face=face, colour=colour, align=align),
            alpha=alpha,
        )

    def banner_height(self) -> int:
        """What a banner takes of the stage's top, where a game makes room for it."""
        return furniture.banner_height(self)

    def emblem(self, seat: Seat, size: int, *, dim: bool = False) -> Surface:
        return medallion(LIVERY[self.liveries[seat]], size, dim=dim)
