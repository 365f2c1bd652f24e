"""Texts about dealers and sections: events, downs, and notes on suggestions."""

from collections.abc import Callable, Mapping
from typing import Any

from django.utils import timezone

from journal.unix_time import from_milliseconds
from lineup.rules import events as e
from lineup.rules.events import LineupEvent
from lineup.rules.plan import Push


def format_time(milliseconds: int) -> str:
    """Return a time such as 21:50 in the room's time zone."""
    return f"{timezone.localtime(from_milliseconds(milliseconds)):%H:%M}"


def downs(count: int) -> str:
    """Return the number of downs in a row as text."""
    return f"{count} down{'' if count == 1 else 's'}" if count else "rested"


def suggestion_note(push: Push) -> str:
    """Return a note on the suggested dealer; "" if there is nothing to note."""
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
    """Return the text of a lineup event. `names` has people's names by key."""
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
    e.TableRenamed: lambda event, who: f"{event.table} renamed {event.to}",
    e.SectionSet: lambda event, who: f"{event.name} has {', '.join(event.tables) or 'no tables'}",
}
