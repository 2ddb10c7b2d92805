"""Days and hours as people say them: "today, 20:15", "yesterday", "3 May 2025"."""

from __future__ import annotations

from datetime import date as Date
from datetime import datetime

from rules.say import Message

MONTHS = (
    Message("{day} January"),
    Message("{day} February"),
    Message("{day} March"),
    Message("{day} April"),
    Message("{day} May"),
    Message("{day} June"),
    Message("{day} July"),
    Message("{day} August"),
    Message("{day} September"),
    Message("{day} October"),
    Message("{day} November"),
    Message("{day} December"),
)


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
    month = MONTHS[date.month - 1]
    said = Message(month.template, day=str(date.day))
    return said if date.year == today.year else Message("{day} {year}", day=said, year=str(date.year))


def lasted(seconds: float) -> Message:
    """How long a game was."""
    minutes = max(1, round(seconds / 60))
    if minutes < 60:
        return Message("{n} min", n=minutes)
    return Message("{hours} h {minutes}", hours=str(minutes // 60), minutes=f"{minutes % 60:02}")
