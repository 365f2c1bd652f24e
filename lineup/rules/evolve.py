"""Applies events to the lineup, with one small function per event. It refuses nothing."""

from msgspec.structs import replace

from lineup.rules import events as e
from lineup.rules.state import DealerBox, Lineup, NextAssignment, OnDutyDealer, Section, downs_of
from poker.handlers import Evolve

Step = Evolve[Lineup]


def evolve(dealers: Lineup, event: e.LineupEvent) -> Lineup:
    """Return the lineup after `event`. Raises `KeyError` for an event without a handler."""
    return _STEPS[type(event)](dealers, event)


def _policy(dealers: Lineup, event: e.PolicySet) -> Lineup:
    return replace(dealers, policy=event.policy)


def _clocked_in(dealers: Lineup, event: e.ClockedIn) -> Lineup:
    dealer = OnDutyDealer(event.key, event.name, event.at, event.at, rotates=event.rotates)
    return replace(dealers, duty=(*dealers.duty, dealer))


def _clocked_out(dealers: Lineup, event: e.ClockedOut) -> Lineup:
    duty = tuple(dealer for dealer in dealers.duty if dealer.key != event.key)
    assigned = tuple(assignment for assignment in dealers.assigned if assignment.key != event.key)
    return replace(dealers, duty=duty, assigned=assigned)


def _break_began(dealers: Lineup, event: e.BreakBegan) -> Lineup:
    return _change(dealers, event.key, at=event.at, until=event.until, aside="")


def _aside(dealers: Lineup, event: e.LeftRotation) -> Lineup:
    return _change(dealers, event.key, at=event.at, until=0, aside=event.reason)


def _returned(dealers: Lineup, event: e.RejoinedRotation) -> Lineup:
    fresh = {"downs": 0} if event.rested else {}
    return _change(dealers, event.key, at=event.at, until=0, aside="", **fresh)


def _assigned(dealers: Lineup, event: e.NextAssigned) -> Lineup:
    # A dealer is assigned to one table at a time.
    assignments = [
        assignment
        for assignment in dealers.assigned
        if event.table != assignment.table and event.key != assignment.key
    ]
    assignment = NextAssignment(event.table, event.key, event.reason)
    return replace(dealers, assigned=(*assignments, assignment))


def _cleared(dealers: Lineup, event: e.NextCleared) -> Lineup:
    return replace(
        dealers,
        assigned=tuple(
            assignment for assignment in dealers.assigned if assignment.table != event.table
        ),
    )


def _opened(dealers: Lineup, event: e.BoxOpened) -> Lineup:
    box = DealerBox(event.table, event.at, whose=event.whose, pushed=event.pushed)
    return replace(dealers, boxes=(*dealers.boxes, box))


def _taken(dealers: Lineup, event: e.BoxTaken) -> Lineup:
    dealers = _out(dealers, event.table, event.at)
    before = dealers.find(event.key)
    if before is not None and before.table:  # the dealer left that box, with or without a successor
        dealers = _out(dealers, before.table, event.at)
        dealers = _put(dealers, before.table, dealer="", since=event.at)
    seat = {"dealer": event.key, "since": event.at, "pushed": event.at, "whose": event.key}
    dealers = _put(dealers, event.table, **seat)
    assigned = [
        assignment
        for assignment in dealers.assigned
        if event.table != assignment.table and event.key != assignment.key
    ]
    dealers = replace(dealers, assigned=tuple(assigned))
    changed = {"at": event.at, "table": event.table, "until": 0, "aside": "", "downs": event.downs}
    return _change(dealers, event.key, **changed)


def _closed(dealers: Lineup, event: e.BoxClosed) -> Lineup:
    dealers = _out(dealers, event.table, event.at)
    dealers = _cleared(dealers, e.NextCleared(event.table))
    return replace(
        dealers,
        boxes=tuple(dealer_box for dealer_box in dealers.boxes if dealer_box.table != event.table),
    )


def _emptied(dealers: Lineup, event: e.BoxEmptied) -> Lineup:
    dealers = _out(dealers, event.table, event.at)
    return _put(dealers, event.table, dealer="", since=event.at, pushed=0, whose="")


def _section(dealers: Lineup, event: e.SectionSet) -> Lineup:
    gone = set(event.tables)
    sections = [
        replace(section, tables=tuple(name for name in section.tables if name not in gone))
        for section in dealers.sections
    ]
    new = Section(event.key, event.name, event.tables)
    at = next((i for i, section in enumerate(sections) if section.key == event.key), None)
    if at is None:
        sections.append(new)
    else:
        sections[at] = new
    return replace(dealers, sections=tuple(section for section in sections if section.tables))


def _renamed(dealers: Lineup, event: e.TableRenamed) -> Lineup:
    def new(name: str) -> str:
        return event.to if name == event.table else name

    return replace(
        dealers,
        duty=tuple(
            replace(dealer, table=new(dealer.table), last=new(dealer.last))
            for dealer in dealers.duty
        ),
        boxes=tuple(replace(box, table=new(box.table)) for box in dealers.boxes),
        assigned=tuple(
            replace(assignment, table=new(assignment.table)) for assignment in dealers.assigned
        ),
        sections=tuple(
            replace(section, tables=tuple(map(new, section.tables))) for section in dealers.sections
        ),
    )


def _out(dealers: Lineup, table: str, at: int) -> Lineup:
    """Take the dealer of a table out of the box. They are available from `at`, with the downs they dealt."""
    for dealer in dealers.duty:
        if dealer.table == table:
            downs = dealer.downs + downs_of(at - dealer.at, dealers.policy)
            return _change(dealers, dealer.key, at=at, table="", last=table, downs=downs)
    return dealers


def _put(dealers: Lineup, table: str, **changes: object) -> Lineup:
    boxes = tuple(
        replace(dealer_box, **changes) if dealer_box.table == table else dealer_box
        for dealer_box in dealers.boxes
    )
    return replace(dealers, boxes=boxes)


def _change(dealers: Lineup, key: str, **changes: object) -> Lineup:
    duty = tuple(
        replace(dealer, **changes) if dealer.key == key else dealer for dealer in dealers.duty
    )
    return replace(dealers, duty=duty)


_STEPS: dict[type[e.LineupEvent], Step] = {
    e.PolicySet: _policy,
    e.ClockedIn: _clocked_in,
    e.ClockedOut: _clocked_out,
    e.BreakBegan: _break_began,
    e.LeftRotation: _aside,
    e.RejoinedRotation: _returned,
    e.NextAssigned: _assigned,
    e.NextCleared: _cleared,
    e.BoxOpened: _opened,
    e.BoxTaken: _taken,
    e.BoxClosed: _closed,
    e.BoxEmptied: _emptied,
    e.SectionSet: _section,
    e.TableRenamed: _renamed,
}
