"""What lies over a game's stage: the menu, the same in every game; and what makes way for what is urgent."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from pygame import Rect, Surface

from firmware.play.events import Paused
from firmware.play.judge import Dispute, disputes, ruling
from rules.say import Message
from ui.look import ground, text
from ui.look.text import Face
from ui.look.theme import Layout
from ui.parts.tags import Tag

if TYPE_CHECKING:
    from ui.table.screen import GameScreen


@dataclass(frozen=True, slots=True)
class Menu:
    """The menu is open; what could be put to a judge, and how far that has come: the decision, and who judges."""

    disputes: tuple[Dispute, ...] = ()
    path: tuple[int, ...] | None = None


def open_menu(at: GameScreen, when: float) -> None:
    """The game waits meanwhile."""
    if at.menu is None and at.table.expects.task != "over":
        at.menu, at.slip = Menu(disputes(at.table.record)), None
        at.correcting, at.correction_asked = None, False
        if at.table.paused is None:
            at.put(Paused(True, when))


def close_menu(at: GameScreen, when: float) -> None:
    """The game goes on."""
    if at.menu is not None:
        at.menu = None
        at.put(Paused(False, when))


def items(at: GameScreen, menu: Menu) -> list[Tag]:
    say = at.words.say
    undoes, advised = at.table.undoes, at.advice
    found = [Tag("go on", say(Message("Go on")), "choose")]
    if undoes is not None:
        found.append(Tag("take back", say(Message("Take back")), "undo"))
    if at.has_dice:
        found.append(Tag("correct", say(Message("Correct a die")), "spyglass"))
    if menu.disputes:
        found.append(Tag("judge", say(Message("Ask a judge")), "bell"))
    found.append(Tag("explain", say(Message("How to play")), "book"))
    if advised is not None:
        found.append(Tag("advice", say(Message("No advice") if advised else Message("Advice")), "compass"))
    if at.sounds is not None:
        found.append(Tag("sound", say(Message("Sound on") if at.sounds.mute else Message("Sound off")),
                         "speaker" if at.sounds.mute else "mute"))  # fmt: skip
    found.append(Tag("language", TONGUES[at.words.code], "parrot"))
    if at.live is not None:
        found.append(Tag("live", say(Message("The mat")), "camera"))
    found.append(Tag("workshop", say(Message("Workshop")), "wheel"))
    found.append(Tag("leave", say(Message("Leave")), "port"))
    return found


def judging(at: GameScreen, menu: Menu, path: tuple[int, ...]) -> tuple[str, list[Tag]]:
    """A question to settle the dispute, and its answers: which decision, who judges, what is the judge's word."""
    say = at.words.say
    if not path:
        asks = Message("What is it about?")
        answers = [(say(each.about), "bell") for each in menu.disputes]
    elif len(path) == 1:
        asks = Message("Who judges?")
        watching, players = say(Message("Somebody who watches")), at.table.players
        answers = [(watching, "spyglass") if seat is None else (players[seat], "hand")
                   for seat in menu.disputes[path[0]].judges]  # fmt: skip
    else:
        asks = menu.disputes[path[0]].about
        answers = [(say(each.label), each.picture) for each in menu.disputes[path[0]].verdicts]
    tags = [Tag(f"judge {number}", label, picture) for number, (label, picture) in enumerate(answers)]
    return say(asks), [*tags, Tag("judge back", say(Message("Back")), "undo")]


def _judge(at: GameScreen, menu: Menu, key: str, when: float) -> None:
    assert menu.path is not None
    if key == "judge back":
        at.menu = replace(menu, path=menu.path[:-1] if menu.path else None)
        return
    path = (*menu.path, int(key.removeprefix("judge ")))
    if len(path) < 3:
        at.menu = replace(menu, path=path)
        return
    about = menu.disputes[path[0]]
    close_menu(at, when)
    at.put(ruling(about, about.verdicts[path[2]], about.judges[path[1]], when))


TONGUES = {"en": "Français", "fr": "English"}  # the other one


def draw_menu(at: GameScreen, menu: Menu) -> None:
    at.cover(at.layout.screen)
    layout, u, stage = at.layout, at.layout.unit, at.layout.stage
    title, undoes = at.words.say(Message("The game waits")), at.table.undoes
    found, act = items(at, menu), partial(_picked, at)
    if menu.path is not None:
        (title, found), undoes, act = judging(at, menu, menu.path), None, partial(_judge, at, menu)
    says = "" if undoes is None else at.words.say(Message("Take back: {what}", what=undoes))

    at.canvas.part("menu sheet", stage, _Sheet(layout, title, says))
    top = stage.y + round(layout.medium * 1.3) + u
    room = Rect(stage.x + 2 * u, top, stage.width - 4 * u, stage.bottom - top - 2 * u)
    room.height -= round(layout.small * 2.6) if says else 0
    if menu.path is not None:
        room.height = min(room.height, round(layout.medium * 2.2) * len(found))
    at.tags("menu", room, found, lambda key: partial(act, key), 1 if menu.path is not None else 2)
    return


@dataclass(frozen=True, slots=True)
class _Sheet:
    layout: Layout
    title: str
    says: str

    def paint(self, surface: Surface, box: Rect) -> None:
        layout, u = self.layout, self.layout.unit
        ground.lay(surface, box, seed=8, age=0.7, lift=u // 2)
        head = Rect(3 * u, u, box.width - 6 * u, round(layout.medium * 1.3))
        heads = [round(layout.medium * share) for share in (1.0, 0.85, 0.7, 0.6, 0.5)]
        text.write(surface, self.title, head, heads, face=Face.LETTERING)
        foot = Rect(3 * u, box.height - round(layout.small * 2.6) - u, box.width - 6 * u, round(layout.small * 2.5))
        sizes = (layout.small, round(layout.small * 0.86), round(layout.small * 0.76))
        text.write(surface, self.says, foot, sizes)


def _picked(at: GameScreen, key: str, when: float) -> None:
    if key == "judge" and at.menu is not None:
        at.menu = replace(at.menu, path=())
        return
    close_menu(at, when)
    match key:
        case "take back":
            at.take_back(when)
        case "correct":
            at.correction_asked = True
            at.say(Message("Which die? Choose it."), "spyglass")
        case "advice":
            at.advise(not at.advice)
        case "sound":
            if at.sounds is not None:
                at.sounds.mute = not at.sounds.mute
        case "live":
            at.look_live(when)
        case "leave":
            at.want("menu")
        case "explain" | "language" | "workshop":
            at.want(key)


def urgent(at: GameScreen) -> Hashable:
    """A claim, a decision that runs against time, a camera that is lost."""
    expects = at.table.expects
    runs = (expects.task, expects.since) if expects.until is not None or expects.task == "name" else None
    lost = tuple(str(trouble) for trouble in at.table.troubles)
    return (runs, lost) if runs is not None or lost else None


def give_way(at: GameScreen) -> None:
    """When something urgent comes, whatever lies on the table makes way for it. A live picture over the whole stage
    does so for whatever is asked anew that is to be done there."""
    asked = len(at.table.record.entries), at.table.expects.task
    if asked != at.last_asked and at.live is not None and at.live.large and at.live_area == at.layout.stage:
        at.live.large = at.table.expects.task != "choose" and not at.deeds
    at.last_asked = asked
    now, before = urgent(at), at.last_urgent
    at.last_urgent = now
    if now is None or now == before:
        return
    if at.live is not None:
        at.live.large = False
    at.correcting, at.correction_asked = None, False
    if at.slip is not None and at.slip.act is not None:
        at.slip = None
