"""Refusal messages about the roster. A name in braces is a fact of the refusal."""

from web.messages import catalogue

CREW = {
    "roster_day": "“{day}” isn't a day of the calendar. Type it like 2026-11-30.",
    "roster_rule": "{rule} must be between {least} and {most}.",
    "week_below_day": "the most work in a week can't be less than the most on a day. Change one of the two.",
    "rules_forbid_template": "no one could work {title}: it has {minutes} minutes, and a day would have at most "
    "{most}. Shorten the shift first.",
    "template_title": "a shift template needs a name.",
    "template_times": "a shift template begins on the hour or half hour, and lasts whole half hours.",
    "template_long": "no one could work {minutes} minutes: the rules allow {most} on a day. Shorten the shift, or "
    "change the rule.",
    "templates_many": "a room has at most {most} shift templates. Remove one that isn't used.",
    "no_template": "there is no shift template “{key}”. Reload the page.",
    "bad_weekday": "a weekday is a number from 0 for Monday to 6 for Sunday.",
    "bad_window": "an availability ends after it begins, on the same day or the next one.",
    "bid_twice": "a shift template can be in a bid only once.",
    "holidays_many": "a room has at most {most} holidays. Remove past ones.",
    "not_in_crew": "that dealer isn't in the crew of this room. A manager adds them under Crew.",
    "crew_full": "a crew has at most {most} dealers. Remove one who left.",
    "least_above_most": "the least hours of a week can't be above the most. Change one of the two.",
    "no_time_off": "there is no such request for time off. Reload the page.",
    "time_off_days": "the last day of time off can't be before the first.",
    "time_off_past": "time off begins today or later. Choose another first day.",
    "time_off_twice": "there is already a request for {first} to {last}. Take it back first.",
    "time_off_decided": "the request for time off is already {status}.",
    "time_off_begun": "the time off has already begun. Ask a supervisor.",
    "not_own_request": "that is another dealer's request.",
    "refusal_reason": "a refusal needs a reason. The dealer sees it.",
}
PLAN = {
    "no_week": "there is no such week. Reload the page.",
    "not_monday": "a week begins on a Monday, and {day} is another day.",
    "week_is_open": "the week of {monday} is already open.",
    "week_over": "the week of {monday} is over. Plan the next one.",
    "no_forecast": "the room has too few weeks behind it for a forecast. Type the need by hand.",
    "need_length": "the week has {half_hours} half hours, and the need has another number. Reload the page.",
    "half_hours": "the week has {half_hours} half hours. Choose a time in it.",
    "need_empty": "the week has no need yet. Take it from the forecast or type it, then make a plan.",
    "crew_empty": "the crew has no dealers. Add them under Crew first.",
    "no_templates": "the room has no shift templates. Add them under Crew first.",
    "no_solver": "the solver isn't installed on this server. Choose the quick plan.",
    "run_running": "run {number} is still planning. Wait until it ends, or cancel it.",
    "run_over": "run {number} is over already.",
    "shift_times": "a shift begins in its week and lasts at most a day. Check both times.",
    "shift_day": "the shift begins on another day. Reload the page.",
    "shifts_many": "a week has at most {most} shifts.",
    "shift_gone": "that shift isn't in the plan any longer. Reload the page.",
    "shift_worked": "someone has come in for that shift, so it can't be changed.",
    "nothing_to_publish": "the draft is the same as the published plan.",
    "plan_breaks_rules": "the plan breaks {count} more rules than the published one, the first for {name} on {day}. "
    "Mend them, or publish with a reason.",
}
BROKEN = {
    "breaks_overlap": "{name} already has a shift at that time on {day}.",
    "breaks_day_minutes": "{name} would work {value} on {day}. The rule is at most {limit} a day.",
    "breaks_week_minutes": "{name} would work {value} this week. The rule is at most {limit}.",
    "breaks_most": "{name} would work {value} this week. Their contract is at most {limit}.",
    "breaks_rest_minutes": "{name} would rest only {value} before or after the shift on {day}. The rule is at least "
    "{limit}.",
    "breaks_days_in_row": "{name} would work {value} days in a row until {day}. The rule is at most {limit}.",
    "breaks_availability": "{name} isn't available for the shift on {day}.",
    "breaks_time_off": "{name} has time off on {day}.",
    "breaks_not_in_crew": "{name} isn't in the crew of this room, but has a shift on {day}.",
}
DAY = {
    "not_own_shift": "that is another dealer's shift.",
    "shift_begun": "the shift has already begun. Ask a supervisor.",
    "shift_over": "the shift is over.",
    "shift_is_open": "no one has that shift.",
    "shift_not_open": "someone already has that shift.",
    "shift_taken": "another dealer was first. The shift isn't offered any longer.",
    "request_open": "there is already a request about that shift. Take it back, or decline it, first.",
    "own_shift": "that is your own shift. Take the offer back instead.",
    "swap_no_one": "a swap needs the shift of another dealer.",
    "swap_not_yours": "that swap is offered to another dealer.",
    "no_request": "there is no such request. Reload the page.",
    "request_decided": "the request is {status}. Reload the page.",
    "has_clocked_in": "the dealer has come in. Reload the page.",
    "no_show_early": "a no-show is marked {minutes} minutes after the start of the shift, not before.",
    "not_on_shift": "only a dealer on duty can ask for an early out. Clock in first.",
    "early_out_twice": "you are already on the early-out list.",
    "no_early_out": "that dealer isn't on the early-out list any longer. Reload the page.",
    "early_out_order": "{ahead} on the list asked earlier. Let the first one go, or type a reason.",
}
NOT_FOUND = ("no_week", "shift_gone", "no_request", "no_time_off", "no_template", "no_early_out")
FORBIDDEN = ("not_own_shift", "not_own_request", "swap_not_yours")
CONFLICTS = (
    "rules_forbid_template",
    "time_off_twice",
    "time_off_decided",
    "time_off_begun",
    "week_is_open",
    "week_over",
    "no_forecast",
    "need_empty",
    "crew_empty",
    "no_templates",
    "no_solver",
    "run_running",
    "run_over",
    "shift_worked",
    "nothing_to_publish",
    "plan_breaks_rules",
    "shift_begun",
    "shift_over",
    "shift_is_open",
    "shift_not_open",
    "shift_taken",
    "request_open",
    "request_decided",
    "has_clocked_in",
    "no_show_early",
    "not_on_shift",
    "early_out_twice",
    "early_out_order",
    *BROKEN,
)
STATUS = {
    **dict.fromkeys(NOT_FOUND, 404),
    **dict.fromkeys(FORBIDDEN, 403),
    **dict.fromkeys(CONFLICTS, 409),
}

catalogue.add(CREW, {})
catalogue.add(PLAN, {})
catalogue.add(BROKEN, {})
catalogue.add(DAY, STATUS)
