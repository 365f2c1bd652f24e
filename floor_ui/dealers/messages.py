"""Messages about dealers and sections: refusals, events, dealer states."""

from collections.abc import Callable, Mapping
from typing import Any

from django.utils import timezone

from floor_ui import messages as floor_words
from journal.unix_time import from_milliseconds
from poker.lineup import events as e
from poker.lineup.events import LineupEvent
from poker.lineup.plan import Push
from poker.refusal import Refusal

# Refusals of poker/lineup, tables/dealers and these pages.
MESSAGES = {
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
    "reason_missing": "give a short reason. It stays in the log.",
    "policy_number": "{what}: enter a number from {least} to {most}.",
    "no_such_room": "no such room.",
    "no_such_dealer": "no dealer here has that badge.",
    "no_such_supervisor": "choose a supervisor who works here.",
    "unknown_tables": "no such table in this room: {tables}.",
    "unknown_ask": "unknown lineup command: {name}.",
    "bad_ask": "that request can't be read: {detail}.",
}
STATUS = {
    "no_such_room": 404,
    "unknown_ask": 400,
    "bad_ask": 400,
    "not_on_duty": 409,
    "on_duty": 409,
    "deals_now": 409,
    "on_break": 409,
    "not_away": 409,
    "aside_already": 409,
    "box_moved_on": 409,
    "section_moved_on": 409,
}


def refusal_message(refusal: Refusal) -> str:
    """Return the message of a refusal."""
    template = MESSAGES.get(refusal.code)
    if template is None:
        return floor_words.refusal_message(refusal)
    text = template.format_map(refusal.facts)
    return text[:1].upper() + text[1:]


def http_status(refusal: Refusal) -> int:
    """Return the HTTP status of a refusal."""
    if refusal.code in MESSAGES:
        return STATUS.get(refusal.code, 422)
    return floor_words.http_status(refusal)


def format_time(milliseconds: int) -> str:
    """Return a time such as 21:50 in the room's time zone."""
    return f"{timezone.localtime(from_milliseconds(milliseconds)):%H:%M}"


def downs(count: int) -> str:
    """Return the number of downs in a row as text."""
    return f"{count} down{'' if count == 1 else 's'}" if count else "rested"


def suggestion_note(push: Push) -> str:
    """Return a note on the suggested dealer, "" if there is nothing to note."""
    if push.inward is None:
        return "no rested dealer available"
    if push.reason:
        return f"assigned: {push.reason}"
    if push.tired:
        return "owed a break, but no one else is available"
    if push.again:
        return f"just dealt {push.table}, but no one else is available"
    if push.inward.until:
        return f"on break until {format_time(push.inward.until)}"
    if push.inward.table and push.inward.table != push.table:
        return f"coming from {push.inward.table}"
    return ""


def event_text(event: LineupEvent, names: Mapping[str, str]) -> str:
    """Return the text of a lineup event. `names`: people's names by key."""
    return EVENT_TEXTS[type(event)](event, names.get(getattr(event, "key", ""), "someone"))


def _clocked_in(event: e.ClockedIn, name: str) -> str:
    how = f" by signing in at {event.table}" if event.table else ""
    return f"{event.name} clocked in{how}"


EVENT_TEXTS: dict[type[LineupEvent], Callable[[Any, str], str]] = {
    e.PolicySet: lambda event, who: "push policy changed",
    e.ClockedIn: _clocked_in,
    e.ClockedOut: lambda event, who: f"{who} clocked out",
    e.BreakBegan: lambda event, who: f"{who} on break until {format_time(event.until)}",
    e.LeftRotation: lambda event, who: f"{who} out of the lineup: {event.reason}",
    e.RejoinedRotation: lambda event, who: f"{who} back in{', rested' if event.rested else ''}",
    e.NextAssigned: lambda event, who: f"{who} assigned to {event.table}: {event.reason}",
    e.NextCleared: lambda event, who: f"{event.table} back to the suggested dealer",
    e.BoxOpened: lambda event, who: f"{event.table} opened",
    e.BoxTaken: lambda event, who: f"{who} pushed into {event.table}",
    e.BoxClosed: lambda event, who: f"{event.table} closed",
    e.BoxEmptied: lambda event, who: f"{event.table} has no dealer",
    e.SectionSet: lambda event, who: f"{event.name} has {', '.join(event.tables) or 'no tables'}",
}
