"""A value of a sheet as people read it."""

from collections.abc import Callable, Mapping
from datetime import date, datetime
from typing import Any

from django.utils import timezone

from reports.writing.short import short
from rulings.wording.sayings import money

NOTHING = "\u2013"  # there is nothing to tell, or too few cases to tell it of


def said(kind: str, value: Any) -> str:
    """By the kind of its column (`reports.figures.sheets.Kind`, and those of `PAGES`)."""
    return NOTHING if value is None else _SAID[kind](value)


def rounded(cents: float) -> str:
    """A rate of money: whole units from ten on, else with cents."""
    if abs(cents) < 1000:
        return money(round(cents))
    return money(round(cents / 100) * 100)


def clock(seconds: float) -> str:
    """0:36, 1:02:03."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02d}:{rest:02d}" if hours else f"{minutes}:{rest:02d}"


def minutes(seconds: float) -> str:
    """Whole minutes, without the word."""
    return f"{round(seconds / 60):,}"


def moment(at: datetime) -> str:
    """20 Nov 19:26, in the room's time."""
    return f"{timezone.localtime(at):%-d %b %H:%M}"


def dated(at: datetime) -> str:
    """20 Nov 2026 19:26, for what is kept."""
    return f"{timezone.localtime(at):%-d %b %Y %H:%M}"


def day(on: date) -> str:
    """Fri 20 Nov."""
    return f"{on:%a %-d %b}"


def percents(*shares: float) -> list[str]:
    """3 %, 17 %; of small ones with a decimal, or both ends of an interval would be the same."""
    places = 0 if max(shares) >= 0.1 else 1
    return [f"{100 * one:.{places}f} %" for one in shares]


def _pair(one: Callable[[float], str]) -> Callable[[tuple[float, float]], str]:
    return lambda ends: f"{one(ends[0])} to {one(ends[1])}"


_SAID: Mapping[str, Callable[[Any], str]] = {
    "text": str,
    "int": lambda value: f"{value:,}",
    "money": money,
    "rate": lambda value: f"{value:,.1f}",
    "money_rate": rounded,
    "share": lambda value: f"{value:.1%}".replace("%", " %"),
    "interval": _pair(lambda value: f"{value:,.1f}"),
    "money_interval": _pair(rounded),
    "share_interval": lambda ends: " to ".join(percents(*ends)),
    "time": clock,
    "moment": moment,
    "day": day,
    # A page has these in the place of "text", "time", "rate", "money_rate" and "moment", where its column is narrow.
    "minutes": minutes,
    "game": short,
    "units": lambda cents: f"{cents / 100:,.0f}" if abs(cents) >= 200 else f"{cents / 100:.1f}",
    "hours": lambda value: f"{value:,.0f}",
    "few_hours": lambda value: f"{value:,.1f}",
    "fewer_hours": lambda value: f"{value:,.2f}",
    "clock": lambda at: f"{timezone.localtime(at):%H:%M}",
}
NUMBERS = frozenset(_SAID) - {"text", "game", "moment", "day", "clock"}
