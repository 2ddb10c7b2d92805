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
from firmware.play.cards import BY_HAND
from firmware.play.evening import Evening
from firmware.play.events import Corrected, Event, Paused, Picked, Pressed, Undo, player_button, seat_of
from firmware.play.referee import Lamp, Moment
from firmware.practice.hand import Deed, Hand
from rules.game import Seat
from rules.say import Message
from ui.breath import breathe
from ui.canvas import Canvas
from ui.inputs import Input, Touched, Typed, Using
from ui.look import ground
from ui.look.pictures import medallion, picture
from ui.look.text import Align, Face
from ui.look.theme import INK, LIVERIES, LIVERY, Colour, Layout
from ui.motion import LIT, LONGEST, Motions
from ui.parts import widgets
from ui.parts.plain import Words
from ui.parts.tags import Tag
from ui.sound import Speaker
from ui.table import furniture, hands, sheets
from ui.table.correcting import CANCEL, Correcting
from ui.table.finale import Finale
from ui.table.furniture import Slip, Troubled
from ui.table.guide import Guide
from ui.table.live import LiveView
from ui.table.reach import Reach
from ui.table.sheets import Menu
from ui.table.view import TableView, view_of
from ui.targets import Act
from ui.words.language import Language

Put = Callable[[Event], None]
HINT_S = 4.0
WIDE = 4.2  # a tag at most, in its heights
HOLD_S = 0.6  # a touch that lasts so long is a long one
DIGITS = "1234567890"  # they are buttons
SEATED = tuple(livery.key for livery in LIVERIES)  # who sits where wears this, unless it is said otherwise
FULLEST = 0.6  # of a moment, where it is shown as one still picture


@dataclass(frozen=True, slots=True)
class Show:
    """A moment on the stage: from when, for how long."""

    moment: Moment
    begin: float
    seconds: float
    pace: float = 1.0  # below 1 where several moments share the time that one may take


class GameScreen(Reach):
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
        hand: Hand | None = None,
        using: Using = Using.NOTHING,
        guide: Guide | None = None,
    ) -> None:
        super().__init__()
        assert evening.table is not None, "a game is on the table before it is shown"
        self.evening, self.put = evening, put
        self._table = evening.table
        self._painting: TableView | None = None  # what is painted now, whatever happens meanwhile
        self.layout, self.words, self.sounds, self.config = layout, words, sounds, config
        self.liveries, self.live, self.using = tuple(liveries), live, using
        self.hand = hand  # at the virtual table
        self.deeds: tuple[Deed, ...] = ()  # what it can do now
        self.marked: frozenset[int] = frozenset()  # the dice that it will throw again
        self.menu: Menu | None = None
        self.correction_asked = False  # the next die that is touched is to be corrected
        self._holding: tuple[Act, float] | None = None  # a long touch, since when
        self.last_urgent: Hashable = None  # what no sheet may lie over
        self.last_asked: Hashable = None
        self.wants: str | None = None  # "menu", "again": read by whoever shows this screen
        self.motions = Motions(still=config.ease.motion == "little")
        self.canvas = Canvas(self.background())
        self.plates: list[Rect] = []  # where each player's score is
        self.correcting: Correcting | None = None
        self.slip: Slip | None = None
        self.troubled = Troubled()
        self.finale = Finale(self)
        self.guide = guide or Guide()
        self._shows: deque[Show] = deque()
        self._heard = self.table.moments  # what happened before this screen is not announced again
        self._pressed = False  # while the last picture was painted
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

    @property
    def advice(self) -> bool | None:
        """Whether advice is given; None: this game has none."""
        return None

    def advise(self, on: bool) -> None:
        """From now on, or not any more."""

    @property
    def robots_turn(self) -> bool:
        """It is for a robot to act: nobody does it for it."""
        robots = self.evening.robots
        if not robots:
            return False
        asked = self.table.expects
        return bool(asked.seats) and asked.task != "over" and all(seat in robots for seat in asked.seats)

    def target(
        self, area: Rect, act: Act, name: str, key: str = "", *,
        focus: bool = True, rank: int = 0, framed: bool = False, hold: Act | None = None,
    ) -> Rect:  # fmt: skip
        if self.robots_turn and (name in self.table.keys or any(deed.key == name for deed in self.deeds)):
            return area  # it is shown, and the robot's to choose
        return super().target(area, act, name, key, focus=focus, rank=rank, framed=framed, hold=hold)

    @property
    def has_dice(self) -> bool:
        """Dice lie there that could be corrected."""
        return any(each.hold is not None for each in self._targets.all())

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
        self.tend(now)
        self.find_focus(self._table.cursor)
        self._painting = self.table_now()
        try:
            return self._draw(surface, now)
        finally:
            self._painting = None

    def tend(self, now: float) -> None:
        """What comes by itself: the hand puts dice right, a long touch is over, what is urgent has the stage."""
        self.now = now
        if self.hand is not None:
            self.hand.tend(now)
            self.deeds, self.marked = self.hand.deeds(), self.hand.marked
        if self._holding is not None and now - self._holding[1] >= HOLD_S:
            act, self._holding = self._holding[0], None
            act(now)
        sheets.give_way(self)

    def _draw(self, surface: Surface, now: float) -> list[Rect]:
        if self._pressed:
            self._pressed = False
            self.skip()
        self._announce(now)
        self.guide.heed(self.table.expects.task, len(self.table.record.entries))
        self.begin_picture()
        self.motions.busy(now)
        self.stage(now)
        breathe()
        players = range(len(self.table.players))
        self.plates = widgets.crew(
            self.canvas, self.layout, [self.plate(s) for s in players], self.breath(now), self.crew_area()
        )
        self._buttons()
        breathe()
        furniture.signs(self)
        widgets.ribbon(self.canvas, self.layout, furniture.ribbon(self), self.breath(now))
        show = self._showing(now)
        if show is not None:
            whole = self.LASTS[show.moment.name]
            self.play(show, whole * FULLEST if self.motions.still else (now - show.begin) / show.pace)
        if self.live is not None and self.live.large:
            area = self.live.draw(self.canvas, self.layout, self.live_area, self.words)
            if self.laid_over == "live picture":  # a sheet: what lies under it waits, and choose puts it away
                self.cover(area)
            self.target(area, lambda at: self.back(), "live picture", focus=self.laid_over == "live picture", rank=-1)
        if self.correcting is not None:
            self._correct()
        elif self.menu is not None:
            sheets.draw_menu(self, self.menu)
        elif self.table.paused is not None:
            furniture.paused(self)
        furniture.messages(self, now)
        self.show_focus()
        breathe()
        return self.canvas.flush(surface)

    def _buttons(self) -> None:
        """Where players race, each plate is the player's own button."""
        expects = self.table.expects
        if self.RACED and expects.task != "over":
            open_now = Lamp.STEADY in expects.lamps and expects.task != "name"
            for seat, box in enumerate(self.plates):
                self.target(box, self._pressed_by(seat), player_button(seat), str(seat + 1), focus=False, rank=1)
                if open_now and self.using is not Using.BUTTONS:
                    self._bell(seat, box)  # a touch there claims

    def _bell(self, seat: Seat, box: Rect) -> None:
        size = round(box.height * 0.42)
        self.canvas.image(f"bell {seat}", picture("bell", size), (box.x, box.bottom - size))

    def _pressed_by(self, seat: Seat) -> Act:
        return lambda at: self.put(Pressed(player_button(seat), at))

    @property
    def slip_area(self) -> tuple[Rect, bool]:
        """Where slips lie, and whether at its foot: what can be done now stays in sight."""
        return self.layout.stage, False

    @property
    def live_area(self) -> Rect:
        """Where the live picture lies: what can be done now stays in sight."""
        return self.layout.stage

    def breath(self, now: float) -> float:
        """The time for whatever breathes: it stands still where nothing is to move."""
        return LIT if self.motions.still else now

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
        until, entries = self.now + HINT_S * (1 if act is None else 3), len(self._table.record.entries)
        self.slip = Slip(self.words.say(message), until, sign, label, act, entries)
        if act is not None:
            self.point_at("slip")

    # -- what people do --------------------------------------------------------------------------------------------

    def handle(self, event: Input) -> None:
        if isinstance(event, Touched) and event.how != "down":
            self._turned(event)
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
                self.console(event)
            case Pressed():
                self.pressed(event)

    def at_once(self, press: Pressed) -> bool:
        """Takes a player's press even while a picture is painted; says whether that could be. Whatever may change the
        page that is being painted has to wait."""
        table = self.evening.table
        seat = seat_of(press.button)
        if (
            not self.RACED
            or seat is None
            or seat in self.evening.robots
            or table is None
            or table.expects.task == "over"
        ):
            return False
        self._pressed = True  # as with every press, what moves on the stage comes to rest
        self.put(press)
        return True

    def pressed(self, event: Pressed) -> None:
        """A button of the table that is none of the console's. A robot presses its own."""
        if seat_of(event.button) in self.evening.robots:
            return
        if event.button == "choose":  # a player's own button may take what the console points at, and nothing else
            self.console(event, self.table.keys)
        else:
            self.put(event)

    def blindly(self, event: Pressed) -> None:
        if self.robots_turn:
            return
        if event.button == "choose" and self.table.expects.task in ("enter", "ask"):
            self.ask(event.at)
        elif event.button in ("left", "right", "choose"):
            self.put(event)

    def back(self) -> None:
        """Off with what lies on top; then the menu."""
        if self.correcting is not None:
            self.correcting = None
        elif self.menu is not None and self.menu.path is not None:
            self.menu = replace(self.menu, path=None)
        elif self.menu is not None:
            sheets.close_menu(self, self.now)
        elif self.correction_asked:
            self.correction_asked = False
        elif self.slip is not None and self.slip.act is not None:
            self.slip = None
        elif self.live is not None and self.live.large:
            self.live.large = False
        elif self.table.expects.task == "over":
            self.want("menu")
        else:
            sheets.open_menu(self, self.now)

    def want(self, what: str) -> None:
        self.wants = what
        self.redraw()

    def _touched(self, event: Touched) -> None:
        meant = self.touched(event.x, event.y)
        if meant is not None:
            self._holding = None if meant.hold is None else (meant.hold, event.at)
            meant.act(event.at)

    def _turned(self, event: Touched) -> None:
        """A finger is lifted; or the wheel of the mouse goes from face to face of a die."""
        if event.how == "up":
            self._holding = None
        elif event.how.startswith("wheel"):
            if self.laid_over is not None:
                self.console(Pressed("right" if event.how == "wheel down" else "left", event.at))
            elif (meant := self.touched(event.x, event.y)) is not None and meant.hold is not None:
                meant.hold(event.at)

    def typed(self, letter: str, at: float) -> None:
        match letter:
            case "u":
                self.undo(at)
            case "p":
                if self.menu is not None:
                    sheets.close_menu(self, at)
                else:
                    self.put(Paused(self.table.paused is None, at))
            case "m" if self.menu is None:
                sheets.open_menu(self, at)
            case "v":
                self.look_live(at)
            case _ if letter not in DIGITS:
                meant = self.keyed(hands.KEYS.get(letter, letter.upper()))
                if meant is not None:
                    meant.act(at)

    def look_live(self, at: float) -> None:
        """The live picture, if nothing is more urgent."""
        if self.live is not None:
            runs = self.table.expects.until is not None or self.table.expects.task == "name"
            self.live.large = not self.live.large and not runs

    def undo(self, at: float) -> None:
        """First it is said what would be taken back; the second time it is done."""
        if self.slip is not None and self.slip.act == self.take_back and not furniture.late(self, self.slip):
            self.take_back(at)
        elif self.table.undoes is None:
            self.say(Message("There is nothing to take back."), "undo")
        else:
            asked = Message("Take back: {what}", what=self.table.undoes)
            self.say(asked, "undo", self.words.say(Message("Yes")), self.take_back)

    def take_back(self, at: float) -> None:
        self.slip = None
        self.put(Undo(at))

    def pick(self, key: str) -> Act:
        return lambda at: self.put(Picked(key, at))

    def offer(
        self, area: Rect, options: Sequence[Sequence[str | None]], act: Callable[[str], Act], columns: int = 0
    ) -> None:
        """Options as tags, and what the hand can do: key, label and perhaps a picture; the one the console points at in
        gold."""
        items = [Tag(str(key), str(label), art[0] if art else None) for key, label, *art in options]
        items += hands.tags_of(self)
        act = hands.or_deed(self, act)
        if not items:
            return
        if columns != 1:  # a few stand in the middle, as wide as words need
            wide = min(area.width, round(area.height * WIDE) * len(items))
            area = Rect(area.centerx - wide // 2, area.y, wide, area.height)
        self.tags("offer", area, items, act, columns or len(items))

    def offer_to_tell(self, area: Rect, columns: int = 0) -> None:
        """Players may say what a die shows."""
        self.offer(area, [("tell", self.words.say(Message("Say what it shows")))], lambda key: self.ask, columns)

    # -- corrections -----------------------------------------------------------------------------------------------

    def correct(self, correcting: Correcting) -> Act:
        def begin(at: float) -> None:
            self.correcting, self.correction_asked, self._holding = correcting, False, None

        return begin

    @property
    def laid_over(self) -> Hashable:
        if self.correcting is not None:
            return "correct", self.correcting.die
        if self.menu is not None:
            return "menu", self.menu.path
        if self.live is not None and self.live.large and self.live_area == self.layout.stage:
            return "live picture"
        return "which die" if self.correction_asked else None

    def first_on_sheet(self) -> str | None:
        return self.correcting.first if self.correcting is not None else None

    def first_to_do(self) -> str | None:
        """Where the hand can lay cards, they are picked by hand last."""
        by_hand = list(self.table.keys[:1]) == [BY_HAND.key]
        return f"{hands.DEED}{self.deeds[0].key}" if by_hand and self.deeds else None

    def _correct(self) -> None:
        assert self.correcting is not None
        self.cover(self.layout.screen)
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
        sizes = (px,) if isinstance(px, int) else tuple(px)
        self.canvas.part(name, area, Words(words, sizes, face, colour, align), alpha=alpha)

    def banner_height(self) -> int:
        """What a banner takes of the stage's top, where a game makes room for it."""
        return furniture.banner_height(self)

    def emblem(self, seat: Seat, size: int, *, dim: bool = False) -> Surface:
        return medallion(LIVERY[self.liveries[seat]], size, dim=dim)
