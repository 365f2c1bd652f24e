"""The people that a plan is made for, and the house's rules for their work.

Times are Unix milliseconds, lengths are minutes, days are local days such as "2026-11-30".
"""

from typing import Literal

import msgspec

MINUTE = 60_000
DAY_MINUTES = 24 * 60
Contract = Literal["full", "part", "on_call"]
Skill = Literal["flop", "stud", "draw"]
SKILLS: tuple[Skill, ...] = ("flop", "stud", "draw")


class RosterRules(msgspec.Struct, frozen=True, omit_defaults=True):
    """The rules of a plan. No guide sets them: each is a house choice, with common practice as its default.

    `RULE_SOURCES` has the kind of source of each.
    """

    day_minutes: int = 600  # most work that begins on one local day
    week_minutes: int = 2400  # most work in a week
    rest_minutes: int = 600  # least time between the end of a shift and the next one
    days_in_row: int = 6  # most days in a row with a shift
    overtime_minutes: int = 2400  # work in a week above which a warning is shown
    late_minutes: int = 5  # after the start of a shift
    no_show_minutes: int = 30  # after the start of a shift, without a clock-in or a call
    # Dealers of a skill on duty while any table needs a dealer, so that a game of it can open.
    least_stud: int = 0
    least_draw: int = 0
    approves_swaps: bool = True  # a supervisor approves swaps and pick-ups that keep all rules


class HouseSource(msgspec.Struct, frozen=True):
    """Where a rule is from. kind: "practice" is common practice, "house" has no source outside the house."""

    kind: Literal["practice", "house"]
    text: str


RULE_SOURCES: dict[str, HouseSource] = {
    "day_minutes": HouseSource("practice", "Shifts of eight to ten hours"),
    "week_minutes": HouseSource("practice", "A week of forty hours"),
    "rest_minutes": HouseSource("practice", "No close followed by an open"),
    "days_in_row": HouseSource("practice", "One day off in seven"),
    "overtime_minutes": HouseSource("practice", "Overtime above forty hours a week"),
    "late_minutes": HouseSource("house", "Minutes of grace"),
    "no_show_minutes": HouseSource("house", "When the floor plans without the dealer"),
    "least_stud": HouseSource("house", "A stud game can open at any time"),
    "least_draw": HouseSource("house", "A draw game can open at any time"),
    "approves_swaps": HouseSource("practice", "A supervisor signs the swap"),
}


class Window(msgspec.Struct, frozen=True, array_like=True):
    """A time of each week in which a dealer can work: weekday (Monday is 0), first and last local minute of the day.

    last: up to two days of minutes, because a window may go past midnight.
    """

    weekday: int
    first: int
    last: int


class Wish(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a dealer would like. template: "" is any shift of the weekday; likes: False to avoid it."""

    weekday: int
    template: str = ""
    likes: bool = True


class Person(msgspec.Struct, frozen=True, omit_defaults=True):
    """A dealer as a plan sees them.

    least, most: minutes of work in a week; windows: () is any time; off: local days of approved time off; bid:
    templates by preference, which seniority decides; seniority: 1 is the longest in the house.
    """

    key: str
    name: str
    contract: Contract = "full"
    least: int = 0
    most: int = 2400
    skills: tuple[Skill, ...] = ("flop",)
    windows: tuple[Window, ...] = ()
    off: tuple[str, ...] = ()
    wishes: tuple[Wish, ...] = ()
    bid: tuple[str, ...] = ()
    seniority: int = 0
    # Shifts of past weeks, for a fair split of those that no one likes.
    nights: int = 0
    weekends: int = 0


class ShiftTemplate(msgspec.Struct, frozen=True, omit_defaults=True):
    """A shift that a plan may use. first: local minute of the day; minutes: length; weekdays: () is all."""

    key: str
    title: str
    first: int
    minutes: int
    weekdays: tuple[int, ...] = ()
