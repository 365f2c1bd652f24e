"""Values of a sheet as text."""

from collections.abc import Callable, Mapping
from datetime import date, datetime

from django.utils import timezone

from poker.currency import currency
from poker.formatting import money
from poker.handlers import Describe
from reports.export.short_names import short_name

NOTHING = "\u2013"  # shown without a value, or with too few cases


def display(kind: str, value: object) -> str:
    """Return a value as text, formatted for the kind of its column (`reports.figures.figure.Kind` and the kinds of
    pages).
    """
    return NOTHING if value is None else _FORMATS[kind](value)


def rounded(amount: float) -> str:
    """Return a money rate: whole units from ten up, otherwise with decimals."""
    scale = currency().scale
    if abs(amount) < 10 * scale:
        return money(round(amount))
    return money(round(amount / scale) * scale)


def units(amount: float) -> str:
    """Return a money rate without the symbol, for a narrow column: one decimal below two units."""
    unit = currency()
    if abs(amount) >= 2 * unit.scale or not unit.decimals:
        return unit.plain(round(amount / unit.scale) * unit.scale)
    return f"{amount / unit.scale:.1f}".replace(".", unit.decimal)


def format_time(seconds: float) -> str:
    """Return a duration, such as 0:36 or 1:02:03."""
    minutes, remainder = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02d}:{remainder:02d}" if hours else f"{minutes}:{remainder:02d}"


def minutes(seconds: float) -> str:
    """Return whole minutes without a unit."""
    return f"{round(seconds / 60):,}"


def moment(at: datetime) -> str:
    """Return a time, such as Nov 20 19:26, in the room's time zone."""
    return f"{timezone.localtime(at):%b %-d %H:%M}"


def dated(at: datetime) -> str:
    """Return a time with its year, such as Nov 20, 2026 19:26, for archived documents."""
    return f"{timezone.localtime(at):%b %-d, %Y %H:%M}"


def day(on: date) -> str:
    """Return a day, such as Fri, Nov 20."""
    return f"{on:%a, %b %-d}"


def percents(*shares: float) -> list[str]:
    """Return percentages such as 3% and 17%; small percentages have a decimal, so that the ends of an interval
    differ.
    """
    places = 0 if max(shares) >= 0.1 else 1
    return [f"{100 * share:.{places}f}%" for share in shares]


def _pair(item: Callable[[float], str]) -> Callable[[tuple[float, float]], str]:
    return lambda ends: f"{item(ends[0])} to {item(ends[1])}"


_FORMATS: Mapping[str, Describe[str]] = {
    "text": str,
    "int": lambda value: f"{value:,}",
    "money": money,
    "rate": lambda value: f"{value:,.1f}",
    "money_rate": rounded,
    "share": lambda value: f"{value:.1%}",
    "interval": _pair(lambda value: f"{value:,.1f}"),
    "money_interval": _pair(rounded),
    "share_interval": lambda ends: " to ".join(percents(*ends)),
    "time": format_time,
    "moment": moment,
    "day": day,
    # Pages use these in narrow columns instead of "text", "time", "rate", "money_rate" and
    # "moment".
    "minutes": minutes,
    "game": short_name,
    "units": units,
    "hours": lambda value: f"{value:,.0f}",
    "few_hours": lambda value: f"{value:,.1f}",
    "fewer_hours": lambda value: f"{value:,.2f}",
    "clock": lambda at: f"{timezone.localtime(at):%H:%M}",
}
NUMBERS = frozenset(_FORMATS) - {"text", "game", "moment", "day", "clock"}
