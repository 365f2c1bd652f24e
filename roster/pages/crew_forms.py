"""Forms about a crew, parsed into commands: those of managers, and a dealer's own ones."""

from collections.abc import Iterator

import msgspec
from django.http import QueryDict

from poker.refusal import Refusal
from roster.pages.form_fields import (
    MOST_HOURS,
    CrewReader,
    convert,
    note,
    posted_command,
    read_hours,
    read_number,
    read_text,
)
from roster.pages.local_times import DAY_MINUTES, HOUR, read_day, read_minute
from roster.rules import crew_commands as crew
from roster.rules.people import RosterRules, ShiftTemplate, Window, Wish

RULE_LIMITS = {
    "day_minutes": 24 * HOUR,
    "week_minutes": MOST_HOURS * HOUR,
    "rest_minutes": 48 * HOUR,
    "overtime_minutes": MOST_HOURS * HOUR,
}
RULE_LABELS = {
    "day_minutes": "The most work that begins on one day",
    "week_minutes": "The most work in a week",
    "rest_minutes": "Rest between two shifts",
    "overtime_minutes": "Overtime",
    "days_in_row": "The most days in a row",
    "late_minutes": "Minutes until a dealer is late",
    "no_show_minutes": "Minutes until a no-show",
    "least_stud": "The least dealers of stud",
    "least_draw": "The least dealers of draw",
}
RULE_NUMBERS = {
    "days_in_row": (1, 14),
    "late_minutes": (0, 120),
    "no_show_minutes": (1, 480),
    "least_stud": (0, 50),
    "least_draw": (0, 50),
}


def _rules(posted: QueryDict) -> crew.SetRules:
    """Read the rules: long times in hours, the others in minutes or days."""
    values: dict[str, object] = {}
    for name, most in RULE_LIMITS.items():
        values[name] = read_hours(posted, name, RULE_LABELS[name], most)
    for name, (least, limit) in RULE_NUMBERS.items():
        values[name] = read_number(posted, name, RULE_LABELS[name], least, limit)
    values["approves_swaps"] = posted.get("approves_swaps") == "yes"
    return crew.SetRules(
        rules=msgspec.convert(values, RosterRules), reason=read_text(posted, "reason", "The reason")
    )


def _template(posted: QueryDict) -> crew.SetTemplate:
    title = read_text(posted, "title", "The name of the shift", 80)
    first = read_minute(posted.get("start", ""))
    last = read_minute(posted.get("end", ""))
    if last <= first:
        last += DAY_MINUTES
    weekdays = tuple(day for day in range(7) if str(day) in posted.getlist("weekdays"))
    key = posted.get("key", "").strip()[:40] or "-".join(title.lower().split())[:40]
    return crew.SetTemplate(ShiftTemplate(key, title, first, last - first, weekdays))


def _holiday(posted: QueryDict) -> crew.SetHoliday:
    arguments = {
        "day": read_day(posted.get("day", "")),
        "title": read_text(posted, "title", "The name of the holiday", 80),
        "percent": read_number(posted, "percent", "The percentage", 0, 400),
    }
    return convert(crew.SetHoliday, arguments)


def _member(posted: QueryDict) -> crew.SetMember:
    arguments = {
        "member": posted.get("member", ""),
        "contract": posted.get("contract", ""),
        "least": read_hours(posted, "least", "The minimum of a week", MOST_HOURS * HOUR),
        "most": read_hours(posted, "most", "The maximum of a week", MOST_HOURS * HOUR),
        "hired": read_day(posted.get("hired", "")),
    }
    return convert(crew.SetMember, arguments)


def _remove_member(posted: QueryDict) -> crew.RemoveMember:
    arguments = {
        "member": posted.get("member", ""),
        "reason": read_text(posted, "reason", "The reason"),
    }
    return convert(crew.RemoveMember, arguments)


def _decide_time_off(posted: QueryDict) -> crew.DecideTimeOff:
    arguments = {
        "number": posted.get("number", ""),
        "is_approved": posted.get("is_approved") == "yes",
        "reason": note(posted),
    }
    return convert(crew.DecideTimeOff, arguments)


CREW_FORMS: dict[str, CrewReader] = {
    "set_rules": _rules,
    "set_template": _template,
    "remove_template": lambda posted: posted_command(crew.RemoveTemplate, posted, "key"),
    "set_holiday": _holiday,
    "set_member": _member,
    "remove_member": _remove_member,
    "decide_time_off": _decide_time_off,
}


def _windows(posted: QueryDict) -> Iterator[Window]:
    """Read the times of a week: for each day from and to; a blank day is not available."""
    if posted.get("any_time") == "yes":
        return
    for weekday in range(7):
        start = posted.get(f"from-{weekday}", "").strip()
        end = posted.get(f"to-{weekday}", "").strip()
        if not (start or end):
            continue
        first = read_minute(start)
        last = read_minute(end)
        yield Window(weekday, first, last if last > first else last + DAY_MINUTES)


def _availability(posted: QueryDict) -> crew.SetAvailability:
    windows = tuple(_windows(posted))
    if not windows and posted.get("any_time") != "yes":
        raise Refusal("roster_blank", "", what="At least one day")
    return crew.SetAvailability(posted.get("member", ""), windows)


def _wishes(posted: QueryDict) -> crew.SetWishes:
    """Read one choice for each weekday: "" for none, "off" to avoid it, "any", or a template."""
    wishes = []
    for weekday in range(7):
        choice = posted.get(f"wish-{weekday}", "")[:40]
        if choice == "off":
            wishes.append(Wish(weekday, likes=False))
        elif choice:
            wishes.append(Wish(weekday, "" if choice == "any" else choice))
    return crew.SetWishes(posted.get("member", ""), tuple(wishes))


def _bid(posted: QueryDict) -> crew.SetBid:
    """Read the ranked templates: the fields `rank-1`, `rank-2` and so on. A template counts once."""
    ranks = [posted.get(f"rank-{number}", "")[:40] for number in range(1, 21)]
    templates = tuple(dict.fromkeys(key for key in ranks if key))
    return crew.SetBid(posted.get("member", ""), templates)


def _time_off(posted: QueryDict) -> crew.AskTimeOff:
    first = read_day(posted.get("first", ""))
    last = posted.get("last", "").strip()
    arguments = {
        "member": posted.get("member", ""),
        "first": first,
        "last": read_day(last) if last else first,
        "note": note(posted, "note"),
    }
    return convert(crew.AskTimeOff, arguments)


OWN_CREW_FORMS: dict[str, CrewReader] = {
    "set_availability": _availability,
    "set_wishes": _wishes,
    "set_bid": _bid,
    "ask_time_off": _time_off,
    "cancel_time_off": lambda posted: posted_command(
        crew.CancelTimeOff, posted, "number", "member"
    ),
}
