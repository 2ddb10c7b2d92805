"""What the screens of all games share: crew, ribbon, signs, troubles, hints, undo, corrections, pause, moments.

A screen shows a `Table` and tells it what people do; it keeps nothing of the game itself. Its clock is the table's.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable, Mapping, Sequence
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
from ui.table.correcting import CANCEL, Correcting
from ui.table.finale import Finale
from ui.table.furniture import Slip, Troubled
from ui.table.live import LiveView
from ui.table.view import TableView, view_of
from ui.targets import Act, Target, Targets, stepped
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
        self.evening, self.put = evening, put
        self._table = evening.table
        self._painting: TableView | None = None  # what is painted now, whatever happens meanwhile
        self.focus: str | None = None  # the name of the target that the console points at
        self._moved = False  # somebody moved it there: else it is at the first thing to do
        self._answered: Hashable = None  # what the focus was an answer to
        self._cursor = 0  # the table's own, as it was last: somebody may press at the table itself
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
        self._heard = self.table.moments  # what happened before this screen is not announced again
        self._pressed = False  # while the last picture was painted
        self._targets = Targets()
        self._framed: set[str] = set()  # targets that show by themselves that the console points at them
        self._answers: Hashable = None  # what the last picture asked
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

    def tales(self) -> list[tuple[str, Message]]:
        """What this game has to tell at its end: a picture and a sentence each."""
        return []

    @property
    def table(self) -> TableView:
        """The table as it is painted now; between two pictures, as it stands."""
        return self._painting or self.table_now()

    def table_now(self) -> TableView:
        keys = [option.key for option in self._table.expects.options]
        return view_of(self._table, keys.index(self.focus) if self.focus in keys else -1)

    # -- frames ----------------------------------------------------------------------------------------------------

    def draw(self, surface: Surface, now: float) -> list[Rect]:
        """One picture of the table as it stands now: what is pressed while it is painted changes the game, and only the
        next picture."""
        self._point()
        self._painting = self.table_now()
        try:
            return self._draw(surface, now)
        finally:
            self._painting = None

    def _draw(self, surface: Surface, now: float) -> list[Rect]:
        self.now = now
        if self._pressed:
            self._pressed = False
            self.skip()
        self._announce(now)
        if self.live is not None:
            self.live.heed(self._table)
        self._targets, self._framed = Targets(), set()
        self._answers = self._question()
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
            self._targets.cover(self.live.draw(self.canvas, self.layout, self.layout.stage, self.words))
        if self.correcting is not None:
            self._correct()
        elif self.table.paused is not None:
            furniture.paused(self)
        furniture.messages(self, now)
        self._show_focus()
        breathe()
        return self.canvas.flush(surface)

    # -- moments ---------------------------------------------------------------------------------------------------

    def _announce(self, now: float) -> None:
        new = self._table.moments[self._heard : self.table.moments]
        self._heard = self.table.moments
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
            case Pressed("left" | "right" | "up" | "down" | "choose"):
                self._console(event)
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

    def pressed(self, event: Pressed) -> None:
        """A button of the table that is none of the console's."""
        if event.button == "choose":  # a player's own button may take what the console points at, and nothing else
            self._console(event, self.table.keys)
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
        meant = self._targets.at(event.x, event.y)
        if meant is not None:
            meant.act(event.at)

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
                self.live.throw(self._table)
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
        self, area: Rect, options: Sequence[Sequence[str | None]], act: Callable[[str], Act], columns: int = 0
    ) -> None:
        """Options as tags: key, label and perhaps a picture; the one the console points at in gold."""
        items = [Tag(str(key), str(label), art[0] if art else None) for key, label, *art in options]
        self.tags("offer", area, items, act, columns or len(items))

    def offer_to_tell(self, area: Rect) -> None:
        """Players may say what a die shows."""
        self.offer(area, [("tell", self.words.say(Message("Say what it shows")))], lambda key: self.ask)

    def tags(self, name: str, area: Rect, items: Sequence[Tag], act: Callable[[str], Act], columns: int) -> None:
        boxes = tags.draw(self.canvas, name, self.layout, area, items, self.place_of(items), columns)
        for box, item in zip(boxes, items, strict=True):
            self.target(box, act(item.key), item.key, framed=True)

    def place_of(self, items: Sequence[Tag]) -> int | None:
        """Which of these the console points at."""
        return next((place for place, item in enumerate(items) if item.key == self.focus), None)

    # -- what can be done ------------------------------------------------------------------------------------------

    def target(
        self, area: Rect, act: Act, name: str, key: str = "", *, focus: bool = True, rank: int = 0, framed: bool = False
    ) -> Rect:
        """A touch there does that, and so does the console when it points at it; what is laid later lies on top.
        `framed`: what is painted there shows by itself that it is pointed at."""
        self._targets.lay(Target(name, area.copy(), act, key, focus, rank))
        if framed:
            self._framed.add(name)
        return area

    def laid(self, name: str) -> bool:
        """Something on this picture is called so already."""
        return self._targets.named(name) is not None

    def cover(self, area: Rect) -> None:
        """A sheet lies there: nothing under it can be reached."""
        self._targets.cover(area)

    def targets(self) -> tuple[Target, ...]:
        """What can be done on the last picture, in the console's order."""
        return self._targets.visible

    @property
    def focused(self) -> str | None:
        return self.focus

    def place(self, name: str) -> Rect:
        """Where something with that name could be touched in the last frame."""
        found = self._targets.named(name)
        assert found is not None, f"nothing on the screen is called {name}"
        return found.area

    # -- the console -----------------------------------------------------------------------------------------------

    def _question(self) -> Hashable:
        """What is asked now: a press that comes before its picture is no answer to the last one."""
        table = self.table
        return len(table.record.entries), table.expects.task, table.keys, self._sheet_of

    @property
    def _sheet_of(self) -> int | None:
        """The die whose sheet is open."""
        return self.correcting.die if self.correcting is not None else None

    def _point(self) -> None:
        """Another choice: the console points at its first option again, or where somebody moved it at the table."""
        table, cursor = self.table, self._table.cursor
        asked = len(table.record.entries), table.expects.task, self._sheet_of
        moved, self._cursor = cursor != self._cursor, cursor
        if asked != self._answered or moved:
            self._answered, self.focus, self._moved = asked, None, moved
        if self.focus is None and self.correcting is not None:
            self.focus = self.correcting.first
        elif self.focus is None and table.keys:
            self.focus = table.keys[min(cursor, len(table.keys) - 1)]

    def _show_focus(self) -> None:
        """A frame of gold around what the console points at."""
        reached = {each.name: each for each in self.targets() if each.focus}
        stays = self._moved or self.correcting is not None
        if reached and self.focus not in self.table.keys and not (stays and self.focus in reached):
            self.focus, self._moved = next(iter(reached)), False
        if self.focus in reached and self.focus not in self._framed:
            u = self.layout.unit
            area = reached[self.focus].area.inflate(u, u).clip(self.layout.screen)
            self.canvas.panel("focus", area, self.focus, lambda s, b: ground.frame(s, b, u, 0))

    def _console(self, event: Pressed, among: Sequence[str] | None = None) -> None:
        reached = [each for each in self.targets() if each.focus and (among is None or each.name in among)]
        if not reached or self._question() != self._answers:
            self._blindly(event)
        elif event.button != "choose":
            self.focus, self._moved = stepped(reached, self.focus, event.button), True
        else:
            meant = next((each for each in reached if each.name == self.focus), None)
            if meant is not None:
                meant.act(event.at)

    def _blindly(self, event: Pressed) -> None:
        """A press that comes before the picture of what is asked."""
        if event.button == "choose" and self.table.expects.task in ("enter", "ask"):
            self.ask(event.at)
        elif event.button in ("left", "right", "choose"):
            self.put(event)

    # -- corrections -----------------------------------------------------------------------------------------------

    def correct(self, correcting: Correcting) -> Act:
        def begin(at: float) -> None:
            self.correcting = correcting

        return begin

    def _correct(self) -> None:
        assert self.correcting is not None
        self.target(self.layout.screen, lambda at: self.back(), "around", focus=False)
        for area, what in self.correcting.draw(self.canvas, self.layout, self.words, self.focus):
            act: Act = partial(self._pick_face, what) if what != CANCEL else lambda at: self.back()
            self.target(area, act, what, framed=True)

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
