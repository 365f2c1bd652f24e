"""Parse hand queries as people type them, such as "T12 at 21:43", "T12 hand 214", "table 12 yesterday 21:43". Pure."""

import re
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

from poker.refusal import Refusal

# Words that are not part of a table's name.
_SMALL = re.compile(r"\b(table|at|on|the|o'clock)\b", re.IGNORECASE)
_HAND = re.compile(r"(?:\bhand|#|/)\s*(\d{1,9})\b", re.IGNORECASE)
_CLOCK = re.compile(
    r"\b(\d{1,2})[:.](\d{2})(?:[:.](\d{2}))?\s*([ap])?\.?(?:m\b\.?)?", re.IGNORECASE
)
_DATE = re.compile(r"\b(\d{4})-(\d{2})-(\d{2})(?:T|\b)")
_YESTERDAY = re.compile(r"\byesterday\b", re.IGNORECASE)
_LAST = re.compile(r"\b(now|last hand|last)\b", re.IGNORECASE)
QUERY_LENGTH = 80


@dataclass(frozen=True, slots=True)
class HandQuery:
    """A table as typed, with the number of a hand or a local time."""

    table: str
    hand: int | None = None
    day: date | None = None  # None if not typed
    clock: time | None = None
    seconds: bool = False  # whether the time has seconds


def parse_hand_query(text: str) -> HandQuery:
    """Parse a typed query. Raises `Refusal`: `replay_unread`."""
    remainder = text.strip()[:QUERY_LENGTH].replace(",", " ")
    day: date | None = None
    back = 0
    if match := _DATE.search(remainder):
        day = _date(match, text)
        remainder = remainder[: match.start()] + " " + remainder[match.end() :]
    if match := _YESTERDAY.search(remainder):
        back = 1
        remainder = remainder[: match.start()] + " " + remainder[match.end() :]
    clock = None
    seconds = False
    if match := _CLOCK.search(remainder):
        clock = _clock(match, text)
        seconds = match[3] is not None
        remainder = remainder[: match.start()] + " " + remainder[match.end() :]
    hand = None
    if clock is None and (match := _HAND.search(remainder)):
        hand = int(match[1])
        remainder = remainder[: match.start()] + " " + remainder[match.end() :]
    remainder = _LAST.sub(" ", remainder) if clock is None and hand is None else remainder
    name = " ".join(_SMALL.sub(" ", remainder).split())
    if not name or (clock is None and (day or back)):
        raise Refusal("replay_unread", "", text=text)
    return HandQuery(name, hand, YESTERDAY if back else day, clock, seconds)


YESTERDAY = date.min  # means the day before today


def time_range(query: HandQuery, now: datetime) -> tuple[datetime, datetime]:
    """Return the first and last moment of the query, in the time zone of `now`.

    Without a day it is the most recent such time. Raises `Refusal`: `replay_to_come`.
    """
    assert query.clock is not None
    day = query.day or now.date()
    if query.day == YESTERDAY:
        day = now.date() - timedelta(days=1)
    first = datetime.combine(day, query.clock, now.tzinfo)
    if query.day is None and first > now:
        first = datetime.combine(day - timedelta(days=1), query.clock, now.tzinfo)
    if first > now:
        raise Refusal("replay_to_come", "", at=f"{first:%Y-%m-%d %H:%M}")
    return first, first + (timedelta(seconds=1) if query.seconds else timedelta(minutes=1))


def _date(match: re.Match[str], text: str) -> date:
    try:
        return date(int(match[1]), int(match[2]), int(match[3]))
    except ValueError as error:
        raise Refusal("replay_unread", "", text=text) from error


def _clock(match: re.Match[str], text: str) -> time:
    hour = int(match[1])
    half = (match[4] or "").lower()
    if half and 1 <= hour <= 12:
        hour = hour % 12 + (12 if half == "p" else 0)
    elif half:
        raise Refusal("replay_unread", "", text=text)
    try:
        return time(hour, int(match[2]), int(match[3] or 0))
    except ValueError as error:
        raise Refusal("replay_unread", "", text=text) from error
