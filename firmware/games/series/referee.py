"""The referee of the treasure race: dice appear one by one, a press freezes the sea, a name is judged.

What the camera counts is held against what the rules count (SR-17); nothing is judged while a die is cocked or moving
(SR-13); who pressed first is decided by the edges' times (SR-11).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from firmware.games.series.expects import SERIES_BY_KEY, STANDS, asks
from firmware.games.series.mat import (
    RACED_S,
    Memory,
    awkward,
    count,
    decides_at,
    face_of,
    for_new_die,
    in_vain,
    may_come,
    on_track,
    still_there,
    turned_over,
    wakes_at,
)
from firmware.games.series.words import names_of
from firmware.play.reconcile import Matched
from firmware.play.referee import Expects, Moment, Ruling
from firmware.play.ties import Tie, decide
from firmware.play.umpire import Umpire, backwards
from rules import series
from rules.game import Game, Seat
from rules.record import Record
from rules.say import Message
from rules.series.dice import Colour, Face, Symbol, Turned, dice_of
from rules.series.rules import MOST_NAMED, Claim, Race, Redeal, Throw, TimeOut
from vision.seen import Die

Ruled = Ruling[Memory, series.Action]


@dataclass(frozen=True, slots=True)
class SeriesReferee(Umpire[Race, series.Action, Memory]):
    tie_window_ms: float = 0.0
    aloud: bool = False

    @property
    def game(self) -> Game[Race, series.Action]:
        return series.GAME

    # -- the world speaks ------------------------------------------------------------------------------------------

    def begin(self, state: Race, at: float) -> Memory:
        return self._waiting(state, Memory(since=at), at)

    def goes_on(self, record: Record, memory: Memory) -> Memory:
        """Who threw last, and which dice the last claim or the dealing out took off the track."""
        thrower = next((before.turn for _, before, _ in backwards(record, Race, Throw)), None)
        memory = replace(memory, thrower=thrower)
        if not record.steps or not isinstance(record.steps[-1].action, Claim | Redeal):
            return memory
        before: Race = record.steps[-2].state if len(record.steps) > 1 else record.first
        taken = zip(before.track, record.state.track, strict=True)
        won = tuple(was for was, now in taken if was is not None and now is None)
        return replace(memory, won=won, dealing=isinstance(record.steps[-1].action, Redeal))

    def without_eyes(self, memory: Memory) -> Memory:
        if not memory.camera:
            return replace(memory, agreed=False)
        return replace(memory, agreed=False, ids=(), taking=())  # other eyes call the same dice by other numbers

    def done(self, before: Race, action: series.Action, state: Race, memory: Memory, at: float) -> Ruled:
        if isinstance(action, Throw):
            presses = (*memory.presses, *for_new_die(memory))
            memory = replace(memory, presses=presses, early=(), stirred=None, rested=at, tied=(), thrower=before.turn)
            return self._settle_presses(state, self._waiting(state, memory, at), at)
        tied = action.by if isinstance(action, series.Tied) else ()
        memory = replace(memory, claimer=None, named=(), heard=False, presses=(), early=(), tied=tied)
        gone = dict(memory.ids)
        if isinstance(action, Redeal):
            memory = replace(memory, taking=tuple(gone.values()), dealing=True, ids=())
        elif isinstance(action, Claim):
            still = {number for number, face in enumerate(state.track) if face is not None}
            memory = replace(
                memory,
                taking=tuple(watched for number, watched in gone.items() if number not in still),
                dealing=False,
                ids=tuple(pair for pair in memory.ids if pair[0] in still),
            )
        memory = self._waiting(state, memory, at)
        return self._recount(state, memory, at)

    def moments(self, before: Race, action: series.Action, after: Race) -> Iterator[Moment]:
        if isinstance(action, TimeOut):
            player = before.players[action.by]
            yield Moment("wrong", Message("{player} named nothing in time.", player=player), action.by)
        elif isinstance(action, Claim):
            player, right = before.players[action.by], series.is_right(before, action.named)
            if right:
                said = Message("{player} is right: {series}!", player=player, series=names_of(action.named))
            else:
                lacking = tuple(named for named in action.named if not series.is_right(before, (named,)))
                said = Message(
                    "{player} is wrong: {series} is not there.",
                    plural="{player} is wrong: {series} are not there.",
                    n=len(lacking),
                    player=player,
                    series=names_of(lacking),
                )
            dice = tuple(sorted(dice_of(before.track, action.named)))
            yield Moment("right" if right else "wrong", said, action.by, (("named", action.named), ("dice", dice)))

    def _waiting(self, state: Race, memory: Memory, at: float) -> Memory:
        """For a throw, or with all dice on the track for a claim until the fuse is out (SR-15)."""
        fuse = at + state.setup.redeal_seconds if series.next_die(state) is None else None
        return replace(memory, since=at, until=fuse)

    # -- the mat ---------------------------------------------------------------------------------------------------

    def looked(self, state: Race, memory: Memory, at: float) -> Ruled:
        if not memory.resting:
            return Ruling(replace(memory, stirred=at if memory.stirred is None else memory.stirred))
        ruling = self._recount(state, memory, at) if memory.claimer is None else Ruling(memory)
        if ruling.action is not None or may_come(state, ruling.memory):
            return ruling
        return replace(ruling, memory=replace(ruling.memory, stirred=None))

    def _recount(self, state: Race, memory: Memory, at: float) -> Ruled:
        """All dice rest: hold what lies on the track against what the rules know."""
        counted = count(state, memory)
        if counted is None or awkward(memory):
            return Ruling(memory)
        if memory.won:
            memory = replace(memory, won=(), taking=still_there(memory.won, counted.extra))
        lying = {die.id for die in on_track(memory)}
        left = tuple(watched for watched in memory.taking if watched in lying)
        new = tuple(die for die in counted.extra if die.id not in left)
        if left or len(new) < len(counted.missing):
            return Ruling(replace(memory, taking=left or memory.taking))
        memory = replace(memory, taking=(), ids=tuple(counted.ids.items()))
        if len(new) == 1 + len(counted.missing) and memory.agreed:
            return self._thrown(state, memory, counted, new)
        if not new and not turned_over(state, counted.known):
            return self._settle_presses(state, replace(memory, agreed=True), at)
        return Ruling(memory)

    def _thrown(self, state: Race, memory: Memory, counted: Matched, new: tuple[Die, ...]) -> Ruled:
        """One die more than before: the throw, with the dice it turned over (SR-3, SR-12)."""
        number, face = series.next_die(state), face_of(new[0])
        if number is None or face is None:
            return Ruling(memory)
        hit = (*counted.known, *zip(counted.missing, new[1:], strict=True))  # those it sent far off lost their id
        ids = {number: new[0].id} | {struck: die.id for struck, die in hit}
        return Ruling(replace(memory, ids=tuple(ids.items())), Throw(face, turned_over(state, hit)))

    # -- the buttons -----------------------------------------------------------------------------------------------

    def pressed(self, state: Race, memory: Memory, seat: Seat, at: float) -> Ruled:
        raced = memory.order and seat not in dict(memory.order) and at - memory.order[0][1] < RACED_S
        if memory.claimer is not None and raced:
            return self._too_late(state, memory, seat, at)
        if memory.claimer is not None:
            if self.aloud and seat != memory.claimer and not memory.heard:
                return Ruling(replace(memory, heard=True, until=None))
            if seat == memory.claimer and memory.named and not self.aloud:
                return self._claimed(memory)
            return Ruling(memory)
        if not state.fresh or memory.taking:  # it may be for a die that the eyes have not told of yet
            return self._refused(state, replace(memory, early=(*memory.early, (seat, at))), at)
        if seat in dict(memory.presses):
            return Ruling(memory)
        return Ruling(replace(memory, presses=(*memory.presses, (seat, at))))

    def _too_late(self, state: Race, memory: Memory, seat: Seat, at: float) -> Ruled:
        """Another press for the same claim: shown beside the first, unless its edge was only told late."""
        order = tuple(sorted((*memory.order, (seat, at)), key=lambda press: press[1]))
        if at <= memory.order[0][1] + self.tie_window_ms / 1000:
            again = replace(memory, claimer=None, presses=order)
            return self._settle_presses(state, again, max(at, memory.since))
        late = Message("{player} pressed, too.", player=state.players[seat])
        return Ruling(replace(memory, order=order), moments=(Moment("late", late, seat, (("order", order),)),))

    def _refused(self, state: Race, memory: Memory, now: float) -> Ruled:
        """SR-10: without a new die there is nothing to claim."""
        gone = in_vain(state, memory, now)
        hint = Message("A new die has to come to rest before the next claim.")
        moments = tuple(Moment("hint", hint, seat) for seat in dict(gone))
        return Ruling(replace(memory, early=tuple(press for press in memory.early if press not in gone)), None, moments)

    def _settle_presses(self, state: Race, memory: Memory, now: float) -> Ruled:
        """Once the dice rest and nobody can tie any more: who was first?"""
        decides = decides_at(state, memory, self.tie_window_ms)
        if decides is None or now < decides:
            return Ruling(memory)
        order = tuple(sorted(memory.presses, key=lambda press: press[1]))
        verdict = decide(order, self.tie_window_ms)
        after = None if memory.rested is None else max(0.0, order[0][1] - memory.rested)
        data = (("order", order), ("after", after))
        if isinstance(verdict, Tie):
            seats = tuple(sorted(verdict.seats))
            tied = series.tied_told(state, seats)
            return Ruling(memory, series.Tied(seats), (Moment("tie", tied, seats[0], data),))
        return _claims(state, replace(memory, order=order), order[0][0], now, data)

    def went_first(self, state: Race, memory: Memory, seat: Seat, at: float) -> Ruled:
        """Their claim stands, and they name it now: whoever else pressed did not."""
        if not state.fresh:
            return Ruling(memory)
        data = (("order", ((seat, at),)), ("after", None))
        return _claims(state, replace(memory, order=()), seat, at, data)

    def picked(self, state: Race, memory: Memory, option: str, at: float) -> Ruled:
        match option:
            case "claim":
                return self._claimed(memory)
            case "heard":
                return Ruling(replace(memory, heard=True, until=None))
            case "pass":
                return Ruling(memory, Redeal())
            case "taken":
                return Ruling(replace(memory, taking=(), since=at))
            case "counts":
                return self._recount(state, replace(memory, agreed=True), at)
            case _ if option == STANDS:
                return Ruling(replace(memory, tied=()))
        named = SERIES_BY_KEY[option]
        others = tuple(other for other in memory.named if other is not named)
        now = others if named in memory.named else (*others, named)[:MOST_NAMED]
        return Ruling(replace(memory, named=now))

    def _claimed(self, memory: Memory) -> Ruled:
        assert memory.claimer is not None
        return Ruling(memory, Claim(memory.claimer, memory.named))

    def spoken(self, state: Race, memory: Memory, die: int, face: str, colour: str | None) -> Ruled:
        """The players put in what a die shows while the camera is away."""
        if die == series.next_die(state) and not memory.camera and memory.claimer is None:
            return Ruling(memory, Throw(Face(Symbol(face), Colour(colour))))
        return Ruling(memory)

    def woken(self, state: Race, memory: Memory, at: float) -> Ruled:
        if memory.until is not None and at >= memory.until:
            if memory.claimer is not None and memory.named:  # what is ticked by then counts
                return self._claimed(memory)
            if memory.claimer is not None:
                return Ruling(memory, TimeOut(memory.claimer))
            if series.next_die(state) is None and not memory.presses:
                return Ruling(memory, Redeal())
        if memory.early:
            return self._refused(state, memory, at)
        return self._settle_presses(state, memory, at) if memory.claimer is None else Ruling(memory)

    def watched(self, memory: Memory) -> dict[int, int]:
        return dict(memory.ids)

    # -- who is expected to do what --------------------------------------------------------------------------------

    def asks(self, state: Race, memory: Memory) -> Expects:
        return asks(state, memory, self.aloud)

    def unread(self, state: Race, memory: Memory) -> tuple[Die, ...]:
        return awkward(memory) if memory.claimer is None else ()

    def thrower(self, state: Race, memory: Memory) -> Seat:
        """SR-13: who threw last, also when it is an older die that lies askew."""
        new = len(on_track(memory)) > sum(face is not None for face in state.track)
        return state.turn if new or memory.thrower is None else memory.thrower

    def heard(self, memory: Memory) -> frozenset[Seat]:
        waiting = (*memory.presses, *memory.early) if memory.claimer is None else ()
        return frozenset(seat for seat, _ in waiting)

    def wakes(self, state: Race, memory: Memory) -> float | None:
        return wakes_at(state, memory, self.tie_window_ms)

    # -- corrections -----------------------------------------------------------------------------------------------

    def correction(self, record: Record, die: int, face: str, colour: str | None) -> tuple[int, Throw] | None:
        now = Face(Symbol(face), Colour(colour))
        if die not in range(len(record.state.track)):
            raise IndexError(die)
        if record.state.track[die] is None:
            return None
        for number, before, action in backwards(record, Race, Throw):
            if any(turned.die == die for turned in action.turned):
                turned = tuple(Turned(die, now) if hit.die == die else hit for hit in action.turned)
                return number, Throw(action.face, turned)
            if series.next_die(before) == die:
                return number, Throw(now, action.turned)
        return None


def _claims(state: Race, memory: Memory, seat: Seat, now: float, data: tuple[tuple[str, object], ...]) -> Ruled:
    """They name a series from now on."""
    until = now + state.setup.naming_seconds
    memory = replace(memory, presses=(), claimer=seat, named=(), since=now, until=until)
    claims = Message("{player} claims!", player=state.players[seat])
    return Ruling(memory, moments=(Moment("claim", claims, seat, data),))
