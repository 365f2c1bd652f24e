"""What somebody asks for, as people say it: "T12 at 21:43", "T12 hand 214", "table 12 yesterday 21:43". Pure."""

import re
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

from poker.refusal import Refusal

# A word that is none of a table's name.
_SMALL = re.compile(r"\b(table|at|on|the|o'clock)\b", re.IGNORECASE)
_HAND = re.compile(r"(?:\bhand|#|/)\s*(\d{1,9})\b", re.IGNORECASE)
_CLOCK = re.compile(
    r"\b(\d{1,2})[:.](\d{2})(?:[:.](\d{2}))?\s*([ap])?\.?(?:m\b\.?)?", re.IGNORECASE
)
_DATE = re.compile(r"\b(\d{4})-(\d{2})-(\d{2})(?:T|\b)")
_YESTERDAY = re.compile(r"\byesterday\b", re.IGNORECASE)
_LAST = re.compile(r"\b(now|last hand|last)\b", re.IGNORECASE)
LONGEST = 80


@dataclass(frozen=True, slots=True)
class Asked:
    """A table as it was written, and what of it: a hand's number, or a time of the room's clock.

    day: None where none was said; seconds: whether the time was said to the second.
    """

    table: str
    hand: int | None = None
    day: date | None = None
    clock: time | None = None
    seconds: bool = False


def asked(text: str) -> Asked:
    """What was written. Refuses `replay_unread`."""
    left = text.strip()[:LONGEST].replace(",", " ")
    day: date | None = None
    back = 0
    if found := _DATE.search(left):
        day, left = _date(found, text), left[: found.start()] + " " + left[found.end() :]
    if found := _YESTERDAY.search(left):
        back, left = 1, left[: found.start()] + " " + left[found.end() :]
    clock, seconds = None, False
    if found := _CLOCK.search(left):
        clock, seconds = _clock(found, text), found[3] is not None
        left = left[: found.start()] + " " + left[found.end() :]
    hand = None
    if clock is None and (found := _HAND.search(left)):
        hand, left = int(found[1]), left[: found.start()] + " " + left[found.end() :]
    left = _LAST.sub(" ", left) if clock is None and hand is None else left
    name = " ".join(_SMALL.sub(" ", left).split())
    if not name or (clock is None and (day or back)):
        raise Refusal("replay_unread", "", text=text)
    return Asked(name, hand, YESTERDAY if back else day, clock, seconds)


YESTERDAY = date.min  # the day before today, whatever that is


def moment(said: Asked, now: datetime) -> tuple[datetime, datetime]:
    """The first and the last moment that is meant, on the room's clock, which `now` is on.

    Without a day the last such time is meant. Refuses `replay_to_come`.
    """
    assert said.clock is not None
    day = said.day or now.date()
    if said.day == YESTERDAY:
        day = now.date() - timedelta(days=1)
    first = datetime.combine(day, said.clock, now.tzinfo)
    if said.day is None and first > now:
        first = datetime.combine(day - timedelta(days=1), said.clock, now.tzinfo)
    if first > now:
        raise Refusal("replay_to_come", "", at=f"{first:%Y-%m-%d %H:%M}")
    return first, first + (timedelta(seconds=1) if said.seconds else timedelta(minutes=1))


def _date(found: re.Match[str], text: str) -> date:
    try:
        return date(int(found[1]), int(found[2]), int(found[3]))
    except ValueError as error:
        raise Refusal("replay_unread", "", text=text) from error


def _clock(found: re.Match[str], text: str) -> time:
    hour, half = int(found[1]), (found[4] or "").lower()
    if half and 1 <= hour <= 12:
        hour = hour % 12 + (12 if half == "p" else 0)
    elif half:
        raise Refusal("replay_unread", "", text=text)
    try:
        return time(hour, int(found[2]), int(found[3] or 0))
    except ValueError as error:
        raise Refusal("replay_unread", "", text=text) from error
