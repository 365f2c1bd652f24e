"""The line-up after an event: one small function each; no rule refuses here."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from poker.lineup import events as e
from poker.lineup.state import Assigned, Box, Dealers, Duty, Section, downs_of

Step = Callable[[Dealers, Any], Dealers]


def evolve(dealers: Dealers, event: e.Told) -> Dealers:
    """The line-up after `event`. Raises KeyError for an event that nobody has taught it."""
    return _STEPS[type(event)](dealers, event)


def _policy(dealers: Dealers, event: e.PolicySet) -> Dealers:
    return replace(dealers, policy=event.policy)


def _clocked_in(dealers: Dealers, event: e.ClockedIn) -> Dealers:
    one = Duty(event.key, event.name, event.at, event.at, rotates=event.rotates)
    return replace(dealers, duty=(*dealers.duty, one))


def _clocked_out(dealers: Dealers, event: e.ClockedOut) -> Dealers:
    duty = tuple(one for one in dealers.duty if one.key != event.key)
    assigned = tuple(one for one in dealers.assigned if one.key != event.key)
    return replace(dealers, duty=duty, assigned=assigned)


def _break_began(dealers: Dealers, event: e.BreakBegan) -> Dealers:
    return _change(dealers, event.key, at=event.at, until=event.until, aside="")


def _aside(dealers: Dealers, event: e.StoodAside) -> Dealers:
    return _change(dealers, event.key, at=event.at, until=0, aside=event.reason)


def _returned(dealers: Dealers, event: e.Returned) -> Dealers:
    fresh = {"downs": 0} if event.rested else {}
    return _change(dealers, event.key, at=event.at, until=0, aside="", **fresh)


def _assigned(dealers: Dealers, event: e.NextAssigned) -> Dealers:
    # One dealer comes in at one table.
    kept = [one for one in dealers.assigned if event.table != one.table and event.key != one.key]
    one = Assigned(event.table, event.key, event.reason)
    return replace(dealers, assigned=(*kept, one))


def _cleared(dealers: Dealers, event: e.NextCleared) -> Dealers:
    return replace(
        dealers, assigned=tuple(one for one in dealers.assigned if one.table != event.table)
    )


def _opened(dealers: Dealers, event: e.BoxOpened) -> Dealers:
    box = Box(event.table, event.at, whose=event.whose, pushed=event.pushed)
    return replace(dealers, boxes=(*dealers.boxes, box))


def _taken(dealers: Dealers, event: e.BoxTaken) -> Dealers:
    dealers = _out(dealers, event.table, event.at)
    before = dealers.find(event.key)
    if before is not None and before.table:  # gone from there, whether or not anybody came
        dealers = _out(dealers, before.table, event.at)
        dealers = _put(dealers, before.table, dealer="", since=event.at)
    seat = {"dealer": event.key, "since": event.at, "pushed": event.at, "whose": event.key}
    dealers = _put(dealers, event.table, **seat)
    assigned = [
        one for one in dealers.assigned if event.table != one.table and event.key != one.key
    ]
    dealers = replace(dealers, assigned=tuple(assigned))
    changed = {"at": event.at, "table": event.table, "until": 0, "aside": "", "downs": event.downs}
    return _change(dealers, event.key, **changed)


def _closed(dealers: Dealers, event: e.BoxClosed) -> Dealers:
    dealers = _out(dealers, event.table, event.at)
    dealers = _cleared(dealers, e.NextCleared(event.table))
    return replace(dealers, boxes=tuple(one for one in dealers.boxes if one.table != event.table))


def _emptied(dealers: Dealers, event: e.BoxEmptied) -> Dealers:
    dealers = _out(dealers, event.table, event.at)
    return _put(dealers, event.table, dealer="", since=event.at, pushed=0, whose="")


def _section(dealers: Dealers, event: e.SectionSet) -> Dealers:
    gone = set(event.tables)
    others = [
        replace(one, tables=tuple(name for name in one.tables if name not in gone))
        for one in dealers.sections
    ]
    new = Section(event.key, event.name, event.tables)
    at = next((i for i, one in enumerate(others) if one.key == event.key), None)
    if at is None:
        others.append(new)
    else:
        others[at] = new
    return replace(dealers, sections=tuple(one for one in others if one.tables))


def _out(dealers: Dealers, table: str, at: int) -> Dealers:
    """Whoever deals at a table stands up: free from then on, with the downs that it was."""
    for one in dealers.duty:
        if one.table == table:
            downs = one.downs + downs_of(at - one.at, dealers.policy)
            return _change(dealers, one.key, at=at, table="", last=table, downs=downs)
    return dealers


def _put(dealers: Dealers, table: str, **changes: Any) -> Dealers:
    boxes = tuple(replace(one, **changes) if one.table == table else one for one in dealers.boxes)
    return replace(dealers, boxes=boxes)


def _change(dealers: Dealers, key: str, **changes: Any) -> Dealers:
    duty = tuple(replace(one, **changes) if one.key == key else one for one in dealers.duty)
    return replace(dealers, duty=duty)


_STEPS: dict[type[e.Told], Step] = {
    e.PolicySet: _policy,
    e.ClockedIn: _clocked_in,
    e.ClockedOut: _clocked_out,
    e.BreakBegan: _break_began,
    e.StoodAside: _aside,
    e.Returned: _returned,
    e.NextAssigned: _assigned,
    e.NextCleared: _cleared,
    e.BoxOpened: _opened,
    e.BoxTaken: _taken,
    e.BoxClosed: _closed,
    e.BoxEmptied: _emptied,
    e.SectionSet: _section,
}
