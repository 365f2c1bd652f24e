"""Texts of notices to dealers about their shifts: what changed, for each dealer once."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import date
from typing import Any, TypeAlias

from django.utils import timezone

from journal.unix_time import from_milliseconds
from roster.rules import crew_events
from roster.rules import week_events as e
from roster.rules.crew_state import Crew
from roster.rules.week_state import Request, Shift, Week

LONGEST = 300  # characters
# The dealer and a sentence for them.
Line: TypeAlias = tuple[str, str]
# Reasons of an assignment that the dealer who loses the shift caused or knows.
OWN_REASONS = ("called_off", "removed")


def shift_text(shift: Shift) -> str:
    """Return a shift such as "Tue, Dec 1, 16:00 to 00:00" on the clock of the house."""
    start = timezone.localtime(from_milliseconds(shift.start))
    end = timezone.localtime(from_milliseconds(shift.end))
    return f"{start:%a, %b} {start.day}, {start:%H:%M} to {end:%H:%M}"


def day_text(day: str) -> str:
    """Return a local day such as "Dec 1"."""
    value = date.fromisoformat(day)
    return f"{value:%b} {value.day}"


def week_notices(
    before: Week, after: Week, events: Sequence[Any], actor: str = ""
) -> dict[str, str]:
    """Return the text for each dealer whom the events of one command concern.

    actor: who sent the command, and needs no notice of a request that they took back.
    """
    lines = [line for event in events for line in _week_lines(before, after, event)]
    lines += [
        line
        for event in events
        if isinstance(event, e.RequestWithdrawn) and not event.reason
        for line in _taken_back(after, event)
        if line[0] != actor
    ]
    return _joined(iter(lines))


def crew_notices(after: Crew, events: Sequence[Any]) -> dict[str, str]:
    """Return the text for each dealer whose time off was decided."""
    return _joined(line for event in events for line in _crew_lines(after, event))


def _joined(lines: Iterator[Line]) -> dict[str, str]:
    sentences: dict[str, list[str]] = defaultdict(list)
    for dealer, sentence in lines:
        if dealer and sentence not in sentences[dealer]:
            sentences[dealer].append(sentence)
    return {dealer: " ".join(texts)[:LONGEST] for dealer, texts in sentences.items()}


def _week_lines(before: Week, after: Week, event: Any) -> Iterator[Line]:
    match event:
        case e.PlanPublished():
            return _published(before, event)
        case e.DealerAssigned():
            return _assigned(after, event)
        case e.RequestMade():
            return _made(after, event.request)
        case e.RequestDecided() | e.RequestWithdrawn():
            return _ended(after, event)
        case e.DealerLetGo():
            return _let_go(after, event)
    return iter(())


def _made(after: Week, request: Request) -> Iterator[Line]:
    shift = after.shift(request.shift)
    if request.kind == "swap" and shift is not None:
        yield request.to, f"A swap is offered to you: {shift_text(shift)}."


def _ended(after: Week, event: e.RequestDecided | e.RequestWithdrawn) -> Iterator[Line]:
    """Yield the lines about a refused request, or one that ended with a change of the plan."""
    request = after.request(event.number)
    if request is None or request.status not in ("refused", "withdrawn") or not event.reason:
        return
    text = "Your request about a shift has ended because the plan changed."
    if isinstance(event, e.RequestDecided):
        text = f"Your request about a shift was not approved: {event.reason}"
    yield request.dealer, text
    yield request.to, text


def _taken_back(after: Week, event: e.RequestWithdrawn) -> Iterator[Line]:
    """Yield the lines about a request that one of its two dealers took back."""
    request = after.request(event.number)
    shift = after.shift(request.shift) if request else None
    if request is None or shift is None or not (request.dealer and request.to):
        return
    if request.kind == "swap":
        swap = f"The swap about {shift_text(shift)} is off. You keep your shift."
        yield request.dealer, swap
        yield request.to, swap
        return
    text = shift_text(shift)
    yield (
        request.dealer,
        f"The dealer who wanted your shift {text} changed their mind. You still have it.",
    )
    yield request.to, f"The shift {text} is no longer offered. You don't have it."


def _published(before: Week, event: e.PlanPublished) -> Iterator[Line]:
    """Yield the difference of two versions for each dealer, without shifts that are over."""
    former = _by_dealer(before.published, event.at)
    current = _by_dealer(event.shifts, event.at)
    week = f"Week of {day_text(before.monday)}"
    for dealer in sorted(former.keys() | current.keys()):
        old, new = former[dealer], current[dealer]
        added, removed = len(new.keys() - old.keys()), len(old.keys() - new.keys())
        if not (added or removed):
            continue
        if not old:
            first = shift_text(new[min(new)])
            count = "1 shift" if added == 1 else f"{added} shifts"
            yield dealer, f"{week}: {count}, the first {first}."
        else:
            yield dealer, f"{week} has changed: {added} new, {removed} removed."


def _by_dealer(shifts: Sequence[Shift], now: int) -> dict[str, dict[tuple[int, int], Shift]]:
    """Return the shifts that are not over by dealer and times."""
    times: dict[str, dict[tuple[int, int], Shift]] = defaultdict(dict)
    for shift in shifts:
        if shift.dealer and shift.end > now:
            times[shift.dealer][shift.start, shift.end] = shift
    return times


def _assigned(after: Week, event: e.DealerAssigned) -> Iterator[Line]:
    shift = after.shift(event.shift)
    if shift is None:
        return
    yield event.dealer, f"You have the shift {shift_text(shift)}."
    if event.before and event.why not in OWN_REASONS:
        yield event.before, f"You no longer have the shift {shift_text(shift)}."


def _let_go(after: Week, event: e.DealerLetGo) -> Iterator[Line]:
    row = after.early_out(event.number)
    if row is not None:
        yield row.dealer, "You may go home early. If you are in a box, wait for the push."


def _crew_lines(after: Crew, event: Any) -> Iterator[Line]:
    if not isinstance(event, crew_events.TimeOffDecided):
        return
    request = after.request(event.number)
    if request is None:
        return
    days = day_text(request.first)
    if request.last != request.first:
        days += f" to {day_text(request.last)}"
    if event.is_approved:
        yield request.member, f"Time off approved: {days}."
    else:
        yield request.member, f"Time off not approved, {days}: {event.reason}"
