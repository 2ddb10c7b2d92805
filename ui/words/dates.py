"""Days and hours as people say them: "today, 20:15", "yesterday", "3 May 2025"."""

from __future__ import annotations

from datetime import date as Date
from datetime import datetime

from rules.say import Message


def when(written: str, today: Date) -> Message:
    """A date as the journals write it ("2026-05-01 20:15", or with a T and a zone); as it stands if it is none."""
    try:
        at = datetime.fromisoformat(written.strip().replace(" ", "T"))
    except ValueError:
        return Message("{name}", name=written)
    hour = Message("{hour}:{minute}", hour=str(at.hour), minute=f"{at.minute:02}")
    match (today - at.date()).days:
        case 0:
            return Message("today, {time}", time=hour)
        case 1:
            return Message("yesterday, {time}", time=hour)
    return day(at.date(), today)


def day(date: Date, today: Date) -> Message:
    """A day, with its year where that is another."""
    said = _in_its_month(str(date.day), date.month)
    return said if date.year == today.year else Message("{day} {year}", day=said, year=str(date.year))


def _in_its_month(day: str, month: int) -> Message:
    match month:
        case 1:
            return Message("{day} January", day=day)
        case 2:
            return Message("{day} February", day=day)
        case 3:
            return Message("{day} March", day=day)
        case 4:
            return Message("{day} April", day=day)
        case 5:
            return Message("{day} May", day=day)
        case 6:
            return Message("{day} June", day=day)
        case 7:
            return Message("{day} July", day=day)
        case 8:
            return Message("{day} August", day=day)
        case 9:
            return Message("{day} September", day=day)
        case 10:
            return Message("{day} October", day=day)
        case 11:
            return Message("{day} November", day=day)
    return Message("{day} December", day=day)


def lasted(seconds: float) -> Message:
    """How long a game was."""
    minutes = max(1, round(seconds / 60))
    if minutes < 60:
        return Message("{n} min", n=minutes)
    return Message("{hours} h {minutes}", hours=str(minutes // 60), minutes=f"{minutes % 60:02}")
