"""Broken rules, unmet wishes and requests as texts."""

from roster.pages import local_times as times
from roster.rules.plan_check import Broken
from roster.rules.week_state import PlanFacts, Request, Shift, Unmet

HARD_RULES = {
    "not_in_crew": "isn't in the crew anymore",
    "overlap": "has two shifts at one time",
    "day_minutes": "works {value} on one day, at most {limit} are allowed",
    "week_minutes": "works {value} in the week, at most {limit} are allowed",
    "most": "works {value} in the week, the contract allows {limit}",
    "rest_minutes": "rests {value} before the shift, at least {limit} are required",
    "days_in_row": "works {value} days in a row, at most {limit} are allowed",
    "availability": "isn't available at that time",
    "time_off": "has time off on that day",
}
UNMET_REASONS = {
    "no_template": "No shift template covers this time.",
    "no_skill": "Too few dealers are signed off for it.",
    "not_available": "Too few dealers are available then.",
    "rules": "Rest, hours or days in a row keep the others out.",
    "too_few": "The crew has fewer dealers than this time needs.",
    "other_need": "The need of the tables came first.",
    "late_change": "Something changed while the plan was made.",
}
IN_DAYS = ("days_in_row",)
STATES = {
    "open": "offered",
    "taken": "waits for a supervisor",
    "approved": "approved",
    "refused": "refused",
    "withdrawn": "withdrawn",
}


def broken_text(item: Broken, facts: PlanFacts) -> str:
    """Return a broken rule, to be read after the dealer's name."""
    amounts = (item.value, item.limit)
    value, limit = amounts if item.rule in IN_DAYS else map(times.hours_text, amounts)
    return HARD_RULES[item.rule].format(value=value, limit=limit)


def unmet_text(item: Unmet, name: str) -> str:
    """Return what a plan does not meet."""
    if item.kind == "need":
        day = times.day_text(times.local_day(item.start))
        when = f"{day}, {times.span_text(item.start, item.end)}"
        skill = f" for {item.skill} games" if item.skill else ""
        return f"{when}: {item.missing} dealer{'' if item.missing == 1 else 's'} short{skill}"
    if item.kind == "least_hours":
        return f"{name}: {times.hours_text(item.missing)} below the contract"
    when = f" on {times.day_text(times.local_day(item.start))}" if item.start else ""
    return f"{name}: {'a wish' if item.kind == 'wish' else 'the bid'}{when} isn't met"


def request_text(request: Request, names: dict[str, str]) -> str:
    """Return what a request asks for, after the dealer's name."""
    to = names.get(request.to, "someone")
    if request.kind == "pick_up":
        return "wants an open shift"
    if request.kind == "swap":
        return f"swaps with {to}"
    return f"gives up a shift to {to}" if request.to else "gives up a shift"


def shift_text(shift: Shift) -> str:
    """Return a shift as text: "Mon, Nov 30, 18:00 to 02:00"."""
    return f"{times.day_text(shift.day)}, {times.span_text(shift.start, shift.end)}"
