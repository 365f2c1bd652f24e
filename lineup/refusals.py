"""Refusal messages about dealers on duty, the lineup and sections. A name in braces is a fact of the refusal."""

from web.messages import catalogue

LINEUP = {
    "not_on_duty": "that dealer is no longer on duty. Check the lineup.",
    "on_duty": "{name} is already on duty.",
    "duty_full": "{most} people are on duty, the maximum. No one else can clock in.",
    "deals_now": "{name} is dealing at {table}. Push the next dealer first.",
    "on_break": "{name} is already on break.",
    "aside_already": "{name} is already out of the lineup.",
    "not_away": "{name} isn't on break or out of the lineup.",
    "deals_there": "{name} is dealing at {table}. Choose someone else.",
    "stands_aside": "{name} is out of the lineup. Put them back in first.",
    "no_box": "{table} isn't open, so it doesn't need a dealer.",
    "box_moved_on": "the dealer or next dealer at {table} has changed. Nothing was saved; check the lineup.",
    "section_too_large": "{name} would have {tables} open tables; the limit is {most}. Give some to another"
    " supervisor.",
    "section_moved_on": "someone else changed {name}'s section. Nothing was saved; check it again.",
    "no_such_dealer": "no dealer here has that badge.",
    "no_such_supervisor": "choose a supervisor who works here.",
    "no_suggestion": "that suggestion is out of date. Reload the page.",
    "unknown_tables": "no such table in this room: {tables}.",
}
STATUS = {
    "not_on_duty": 409,
    "on_duty": 409,
    "deals_now": 409,
    "on_break": 409,
    "not_away": 409,
    "no_suggestion": 409,
    "aside_already": 409,
    "box_moved_on": 409,
    "section_moved_on": 409,
}

catalogue.add(LINEUP, STATUS)
