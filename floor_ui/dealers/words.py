"""Sentences about dealers and sections: what is refused, what happened, how somebody stands."""

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any

from django.utils import timezone

from floor_ui import words as floor_words
from poker.lineup import events as e
from poker.lineup.events import Told
from poker.lineup.plan import Push
from poker.refusal import Refusal

# What poker/lineup, tables/dealers and these pages refuse.
SENTENCES = {
    "not_on_duty": "that dealer is not on duty any more. Look again.",
    "on_duty": "{name} is on duty already.",
    "duty_full": "{most} people are on duty; nobody else can be clocked in.",
    "deals_now": "{name} deals at {table}. Push the next dealer first.",
    "on_break": "{name} is on a break already.",
    "aside_already": "{name} is out of the order already.",
    "not_away": "{name} is neither on a break nor out of the order.",
    "deals_there": "{name} deals at {table} now. Choose somebody else.",
    "stands_aside": "{name} is out of the order. Call the dealer back first.",
    "no_box": "{table} is not open, so it needs no dealer.",
    "box_moved_on": "somebody else has come to {table} or was named for it since. Nothing was changed; look again.",
    "section_too_large": "{tables} open tables for {name}: one supervisor has {most} at most. Give some to another.",
    "section_moved_on": "the tables of {name} were changed since. Nothing was changed; look again.",
    "reason_missing": "say why, in a few words: whoever reads the log asks.",
    "policy_number": "{what}: a number from {least} to {most}.",
    "no_such_room": "there is no such room.",
    "no_such_dealer": "nobody who deals here has that badge.",
    "no_such_supervisor": "nobody who supervises here was chosen.",
    "unknown_tables": "this room has no table {tables}.",
    "unknown_ask": "the line-up knows no such command: {name}.",
    "bad_ask": "that cannot be read: {detail}.",
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


def sentence(refusal: Refusal) -> str:
    """What a page says of a refusal."""
    template = SENTENCES.get(refusal.code)
    if template is None:
        return floor_words.sentence(refusal)
    text = template.format_map(refusal.facts)
    return text[:1].upper() + text[1:]


def status(refusal: Refusal) -> int:
    """The HTTP status that goes with it."""
    if refusal.code in SENTENCES:
        return STATUS.get(refusal.code, 422)
    return floor_words.status(refusal)


def clock(milliseconds: int) -> str:
    """21:50, in the room's time."""
    return f"{timezone.localtime(datetime.fromtimestamp(milliseconds / 1000, tz=UTC)):%H:%M}"


def downs(count: int) -> str:
    """So many downs in a row."""
    return f"{count} down{'' if count == 1 else 's'}" if count else "rested"


def why(push: Push) -> str:
    """What is to be said of whoever comes in; "" for the plain case."""
    if push.inward is None:
        return "nobody is free and rested"
    if push.reason:
        return f"named: {push.reason}"
    if push.tired:
        return "a break is owed to this dealer: nobody else is free"
    if push.again:
        return f"dealt {push.table} last: nobody else is free"
    if push.inward.until:
        return f"on a break until {clock(push.inward.until)}"
    if push.inward.table and push.inward.table != push.table:
        return f"comes from {push.inward.table}"
    return ""


def told(event: Told, names: Mapping[str, str]) -> str:
    """What happened, for whoever reads why. `names`: of people by key."""
    return TOLD[type(event)](event, names.get(getattr(event, "key", ""), "somebody"))


def _clocked_in(event: e.ClockedIn, who: str) -> str:
    how = f", by signing in at {event.table}" if event.table else ""
    return f"{event.name} clocked in{how}"


TOLD: dict[type[Told], Callable[[Any, str], str]] = {
    e.PolicySet: lambda event, who: "how the room pushes was changed",
    e.ClockedIn: _clocked_in,
    e.ClockedOut: lambda event, who: f"{who} clocked out",
    e.BreakBegan: lambda event, who: f"{who} on a break until {clock(event.until)}",
    e.StoodAside: lambda event, who: f"{who} out of the order: {event.reason}",
    e.Returned: lambda event, who: f"{who} back{', rested' if event.rested else ''}",
    e.NextAssigned: lambda event, who: f"{who} named for {event.table}: {event.reason}",
    e.NextCleared: lambda event, who: f"{event.table} as suggested again",
    e.BoxOpened: lambda event, who: f"{event.table} opened",
    e.BoxTaken: lambda event, who: f"{who} pushed into {event.table}",
    e.BoxClosed: lambda event, who: f"{event.table} closed",
    e.BoxEmptied: lambda event, who: f"{event.table} has no dealer",
    e.SectionSet: lambda event, who: f"{event.name} has {', '.join(event.tables) or 'no tables'}",
}
