"""The clock of an event with its texts, from which a public screen computes every second without the network."""

from functools import lru_cache

import msgspec
from django.utils import timezone

from journal.unix_time import from_milliseconds
from poker.games import GAMES
from tournaments.rules.clock import Clock
from tournaments.rules.plan import Break, Level, Plan, segments
from tournaments.rules.state import Tournament

# Widths of the line of blinds and ante on the wall, in hundredths of the font size of the blinds.
FITTING = {
    "": 820,
    "tight": 960,
    "tighter": 1_180,
}  # by scale, the widest line; anything wider is "tightest"
DIGIT = 58
DAY = 86_400_000  # milliseconds
OTHER = 30
ANTE_SHARE = 0.48  # the ante's font size
GAP = 24


class ShownSegment(msgspec.Struct, frozen=True):
    """A level or a break as screens show it. In a break, `blinds` and `ante` are those of the level after it.

    length: milliseconds; scale: "", "tight", "tighter" or "tightest", so that the line fits on the wall.
    """

    level: int
    length: int
    pause: bool
    title: str
    blinds: str
    ante: str
    next: str
    scale: str


def shown_segments(plan: Plan) -> tuple[ShownSegment, ...]:
    """Return the levels and breaks of a plan in order."""
    return _shown_segments(plan)


@lru_cache(maxsize=64)
def _shown_segments(plan: Plan) -> tuple[ShownSegment, ...]:
    shown = []
    for part in segments(plan):
        following = plan.levels[part.level] if part.level < len(plan.levels) else None
        level = following if part.pause and following else plan.levels[part.level - 1]
        blinds = blinds_text(level)
        ante = ante_text(level)
        shown.append(
            ShownSegment(
                level=part.level,
                length=part.length,
                pause=part.pause is not None,
                title="Break" if part.pause else _title(part.level, level),
                blinds=blinds,
                ante=ante,
                next=_break_text(part.pause) if part.pause else _next_text(following),
                scale=_scale(blinds, ante),
            )
        )
    return tuple(shown)


def clock_json(event: Tournament, now: int, *, is_static: bool = False) -> str:
    """Return the clock's data as JSON. now: Unix milliseconds; is_static: the page shows words instead of a time.

    `offset` is the difference of the room's time to UTC in milliseconds; `change` is when daylight saving begins or
    ends within a day, and the difference from then on.
    """
    data = {
        "segments": shown_segments(event.plan),
        "clock": event.clock,
        "now": now,
        "offset": _offset(now),
        "change": _offset_change(now),
        "static": is_static or not _has_begun(event.clock),
    }
    return msgspec.json.encode(data).decode()


def _offset(moment: int) -> int:
    offset = timezone.localtime(from_milliseconds(moment)).utcoffset()
    return int(offset.total_seconds() * 1000) if offset else 0


def _offset_change(now: int) -> tuple[int, int] | None:
    before = _offset(now)
    first = now
    last = now + DAY
    if _offset(last) == before:
        return None
    while last - first > 1:
        middle = (first + last) // 2
        if _offset(middle) == before:
            first = middle
        else:
            last = middle
    return last, _offset(last)


def blinds_text(level: Level) -> str:
    """Return the blinds, or in stud the completion and the upper bet: 300 / 500."""
    return f"{level.small:,} / {level.big:,}"


def ante_text(level: Level) -> str:
    """Return ante and bring-in: ante 500; ante 50, bring-in 100."""
    ante = f"ante {level.ante:,}" if level.ante else ""
    bring_in = f"bring-in {level.bring_in:,}" if level.bring_in else ""
    return ", ".join(part for part in (ante, bring_in) if part)


def _has_begun(clock: Clock) -> bool:
    return clock.runs or clock.elapsed > 0 or clock.segment > 0


def _title(number: int, level: Level) -> str:
    return f"Level {number}, {GAMES[level.game].title}" if level.game else f"Level {number}"


def _next_text(level: Level | None) -> str:
    if level is None:
        return "Last level"
    return f"{blinds_text(level)} {ante_text(level)}".strip()


def _break_text(pause: Break) -> str:
    if not pause.color_up:
        return ""
    chips = " and ".join(f"{chip:,}" for chip in pause.color_up)
    return f"{chips} chips come off: color up at your table"


def _scale(blinds: str, ante: str) -> str:
    width = _width(blinds) + GAP + ANTE_SHARE * _width(ante)
    return next((scale for scale, widest in FITTING.items() if width <= widest), "tightest")


def _width(text: str) -> int:
    return sum(DIGIT if character.isalnum() else OTHER for character in text)
