"""Forms of the roster, parsed into commands. The server fills in who sends a command and what the room knows."""

from collections.abc import Callable, Iterator, Mapping
from typing import TypeVar

import msgspec
from django.http import QueryDict

from poker.logs.codec import tag
from poker.refusal import Refusal
from roster.pages.local_times import DAY_MINUTES, HOUR, read_day, read_minute, read_span
from roster.rules import crew_commands as crew
from roster.rules import week_commands as week
from roster.rules.people import RosterRules, ShiftTemplate, Window, Wish
from roster.rules.week_state import HALF_HOUR
from staff.permissions import Permission

CommandT = TypeVar("CommandT", bound=msgspec.Struct)
PLAN: Permission = "roster.plan_week"
DAY: Permission = "roster.run_day"
OWN: Permission = "roster.own_week"
MOST_HOURS = 168
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
}
RULE_NUMBERS = {"days_in_row": (1, 14), "late_minutes": (0, 120), "no_show_minutes": (1, 480)}


def read_number(posted: QueryDict, name: str, what: str, least: int, most: int) -> int:
    """Return a whole number of a form. Raises `Refusal`: `roster_number`."""
    text = posted.get(name, "").strip()
    value = int(text) if text.isascii() and text.isdecimal() and len(text) < 7 else -1
    if not least <= value <= most:
        raise Refusal("roster_number", "", what=what, least=least, most=most)
    return value


def read_text(posted: QueryDict, name: str, what: str, longest: int = 200) -> str:
    """Return a text that can't be blank. Raises `Refusal`: `roster_blank`."""
    text = " ".join(posted.get(name, "").split())[:longest]
    if not text:
        raise Refusal("roster_blank", "", what=what)
    return text


def note(posted: QueryDict, name: str = "reason") -> str:
    """Return a text that may be blank."""
    return " ".join(posted.get(name, "").split())[:200]


def convert(kind: type[CommandT], arguments: Mapping[str, object]) -> CommandT:
    """Return a command whose arguments are checked. Raises `Refusal`: `bad_ask`."""
    try:
        return msgspec.convert({**arguments, "ask": tag(kind)}, kind, strict=False)
    except msgspec.ValidationError as error:
        raise Refusal("bad_ask", "", name=tag(kind), detail=str(error)[:200]) from error


def _posted(kind: type[CommandT], posted: QueryDict, *names: str) -> CommandT:
    return convert(kind, {name: posted.get(name, "").strip() for name in names})


# Commands to a week.


def _edit_need(posted: QueryDict) -> week.EditNeed:
    """Read the need from one time of a day to another; the second one is not included."""
    start = int(posted.get("week_start", "0"))
    day = read_day(posted.get("day", ""))
    first, last = read_span(day, posted.get("from", ""), posted.get("to", ""))
    arguments: dict[str, object] = {
        "skill": posted.get("skill", ""),
        "first": (first - start) // HALF_HOUR,
        "last": -((start - last) // HALF_HOUR) - 1,
        "dealers": read_number(posted, "dealers", "The number of dealers", 0, 600),
    }
    return convert(week.EditNeed, arguments)


def _place(posted: QueryDict) -> week.PlaceShift:
    day = read_day(posted.get("day", ""))
    start, end = read_span(day, posted.get("start", ""), posted.get("end", ""))
    arguments = {
        "day": day,
        "start": start,
        "end": end,
        "template": posted.get("template", ""),
        "dealer": posted.get("dealer", ""),
    }
    return convert(week.PlaceShift, arguments)


def _change(posted: QueryDict) -> week.ChangeShift:
    day = read_day(posted.get("day", ""))
    start, end = read_span(day, posted.get("start", ""), posted.get("end", ""))
    arguments = {
        "shift": posted.get("shift", ""),
        "start": start,
        "end": end,
        "dealer": posted.get("dealer", ""),
    }
    return convert(week.ChangeShift, arguments)


def _decide(posted: QueryDict) -> week.DecideRequest:
    arguments = {
        "number": posted.get("number", ""),
        "is_approved": posted.get("is_approved") == "yes",
        "reason": note(posted),
    }
    return convert(week.DecideRequest, arguments)


def _call_off(posted: QueryDict) -> week.CallOff:
    arguments = {
        "dealer": posted.get("dealer", ""),
        "shift": posted.get("shift", ""),
        "reason": read_text(posted, "reason", "The reason"),
    }
    return convert(week.CallOff, arguments)


def _let_go(posted: QueryDict) -> week.LetGo:
    return convert(week.LetGo, {"number": posted.get("number", ""), "reason": note(posted)})


Reader = Callable[[QueryDict], msgspec.Struct]
WEEK_FORMS: dict[str, tuple[Permission, Reader]] = {
    "set_need": (PLAN, lambda posted: week.SetNeed()),
    "edit_need": (PLAN, _edit_need),
    "start_run": (PLAN, lambda posted: _posted(week.StartRun, posted, "planner")),
    "place_shift": (PLAN, _place),
    "change_shift": (PLAN, _change),
    "remove_shift": (PLAN, lambda posted: _posted(week.RemoveShift, posted, "shift")),
    "release_shift": (PLAN, lambda posted: _posted(week.ReleaseShift, posted, "shift")),
    "publish": (PLAN, lambda posted: convert(week.Publish, {"reason": note(posted)})),
}
DAY_FORMS: dict[str, tuple[Permission, Reader]] = {
    "decide_request": (DAY, _decide),
    "mark_no_show": (DAY, lambda posted: _posted(week.MarkNoShow, posted, "shift")),
    "let_go": (DAY, _let_go),
    "call_off": (DAY, _call_off),
    "take_shift": (DAY, lambda posted: _posted(week.TakeShift, posted, "dealer", "shift")),
    "ask_early_out": (DAY, lambda posted: _posted(week.AskEarlyOut, posted, "dealer")),
    "withdraw_early_out": (DAY, lambda posted: _posted(week.WithdrawEarlyOut, posted, "dealer")),
}
# The dealer's own forms; `dealer` is filled in by the server.
OWN_WEEK_FORMS: dict[str, Reader] = {
    "give_up": lambda posted: _posted(week.GiveUp, posted, "dealer", "shift"),
    "propose_swap": lambda posted: _posted(week.ProposeSwap, posted, "dealer", "shift", "other"),
    "take_shift": lambda posted: convert(
        week.TakeShift,
        {
            "dealer": posted.get("dealer", ""),
            "request": posted.get("request") or 0,
            "shift": posted.get("shift") or 0,
        },
    ),
    "withdraw_request": lambda posted: _posted(week.WithdrawRequest, posted, "dealer", "number"),
    "call_off": _call_off,
    "ask_early_out": lambda posted: _posted(week.AskEarlyOut, posted, "dealer"),
    "withdraw_early_out": lambda posted: _posted(week.WithdrawEarlyOut, posted, "dealer"),
}


# Commands to a crew.


def _rules(posted: QueryDict) -> crew.SetRules:
    """Read the rules: long times in hours, the others in minutes or days."""
    values: dict[str, object] = {}
    for name, most in RULE_LIMITS.items():
        values[name] = _hours(posted, name, RULE_LABELS[name], most)
    for name, (least, limit) in RULE_NUMBERS.items():
        values[name] = read_number(posted, name, RULE_LABELS[name], least, limit)
    values["approves_swaps"] = posted.get("approves_swaps") == "yes"
    return crew.SetRules(
        rules=msgspec.convert(values, RosterRules), reason=read_text(posted, "reason", "The reason")
    )


def _hours(posted: QueryDict, name: str, what: str, most: int) -> int:
    """Return the minutes of typed hours such as 7.5. Raises `Refusal`: `roster_hours`."""
    text = posted.get(name, "").strip()
    try:
        minutes = round(float(text) * HOUR)
    except ValueError:
        minutes = -1
    if not 0 <= minutes <= most:
        raise Refusal("roster_hours", "", what=what, most=most // HOUR)
    return minutes


def _template(posted: QueryDict) -> crew.SetTemplate:
    title = read_text(posted, "title", "The name of the shift", 80)
    first = read_minute(posted.get("start", ""))
    last = read_minute(posted.get("end", ""))
    if last <= first:
        last += DAY_MINUTES
    weekdays = tuple(sorted(int(day) for day in posted.getlist("weekdays") if day in "0123456"))
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
        "least": _hours(posted, "least", "The minimum of a week", MOST_HOURS * HOUR),
        "most": _hours(posted, "most", "The maximum of a week", MOST_HOURS * HOUR),
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


CREW_FORMS: dict[str, Reader] = {
    "set_rules": _rules,
    "set_template": _template,
    "remove_template": lambda posted: _posted(crew.RemoveTemplate, posted, "key"),
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


OWN_CREW_FORMS: dict[str, Reader] = {
    "set_availability": _availability,
    "set_wishes": _wishes,
    "set_bid": _bid,
    "ask_time_off": _time_off,
    "cancel_time_off": lambda posted: _posted(crew.CancelTimeOff, posted, "number", "member"),
}


def unknown(name: str) -> Refusal:
    """Return the refusal of a form that no page sends."""
    return Refusal("unknown_ask", "", name=name[:40])
