"""Forms about a week, parsed into commands: those of the plan, of the day, and of a dealer's own shifts."""

from django.http import QueryDict

from roster.pages.form_fields import (
    WeekReader,
    convert,
    note,
    posted_command,
    read_number,
    read_text,
)
from roster.pages.local_times import read_day, read_span
from roster.rules import week_commands as week
from roster.rules.week_state import HALF_HOUR


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


def _give(posted: QueryDict) -> week.TakeShift:
    """Read the open shift that a supervisor gives to a dealer."""
    arguments = {
        "dealer": posted.get("dealer", ""),
        "shift": posted.get("shift", ""),
        "is_given": True,
    }
    return convert(week.TakeShift, arguments)


WEEK_FORMS: dict[str, WeekReader] = {
    "set_need": lambda posted: week.SetNeed(),
    "edit_need": _edit_need,
    "start_run": lambda posted: posted_command(week.StartRun, posted, "planner"),
    "place_shift": _place,
    "change_shift": _change,
    "remove_shift": lambda posted: posted_command(week.RemoveShift, posted, "shift"),
    "release_shift": lambda posted: posted_command(week.ReleaseShift, posted, "shift"),
    "publish": lambda posted: convert(week.Publish, {"reason": note(posted)}),
}
DAY_FORMS: dict[str, WeekReader] = {
    "decide_request": _decide,
    "mark_no_show": lambda posted: posted_command(week.MarkNoShow, posted, "shift"),
    "let_go": _let_go,
    "call_off": _call_off,
    "take_shift": _give,
    "ask_early_out": lambda posted: posted_command(week.AskEarlyOut, posted, "dealer"),
    "withdraw_early_out": lambda posted: posted_command(week.WithdrawEarlyOut, posted, "dealer"),
}
# The dealer's own forms; `dealer` is filled in by the server.
OWN_WEEK_FORMS: dict[str, WeekReader] = {
    "give_up": lambda posted: posted_command(week.GiveUp, posted, "dealer", "shift"),
    "propose_swap": lambda posted: posted_command(
        week.ProposeSwap, posted, "dealer", "shift", "other"
    ),
    "take_shift": lambda posted: convert(
        week.TakeShift,
        {
            "dealer": posted.get("dealer", ""),
            "request": posted.get("request") or 0,
            "shift": posted.get("shift") or 0,
        },
    ),
    "withdraw_request": lambda posted: posted_command(
        week.WithdrawRequest, posted, "dealer", "number"
    ),
    "call_off": _call_off,
    "ask_early_out": lambda posted: posted_command(week.AskEarlyOut, posted, "dealer"),
    "withdraw_early_out": lambda posted: posted_command(week.WithdrawEarlyOut, posted, "dealer"),
}
