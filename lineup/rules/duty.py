"""What dealers did, read from the events of a lineup: hours on duty, breaks, and times in a box. Pure."""

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from lineup.rules import events as e


class Span(NamedTuple):
    """A time of a dealer. table: of a time in a box, "" for others."""

    dealer: str
    start: int
    end: int
    table: str = ""

    def cut(self, start: int, end: int) -> "Span | None":
        """Return the part of the time within a period, or None."""
        first = max(self.start, start)
        last = min(self.end, end)
        return self._replace(start=first, end=last) if first < last else None


class DutyRecord:
    """Dealers' times up to a moment. Supervisors who fill a box are not on duty as dealers."""

    def __init__(self) -> None:
        self.duty: list[Span] = []
        self.breaks: list[Span] = []
        self.boxes: list[Span] = []
        self._on_duty: dict[str, int] = {}
        self._on_break: dict[str, int] = {}
        self._in_box: dict[str, tuple[str, int]] = {}  # dealer and since, by table
        self._supervisors: set[str] = set()

    def read(self, event: e.LineupEvent) -> None:
        """Take an event into account."""
        step = _STEPS.get(type(event))
        if step is not None:
            step(self, event)

    def finish(self, at: int) -> None:
        """End every open time at the moment of the record's end."""
        for key in [*self._on_duty]:
            self._end_duty(key, at)
        for table in [*self._in_box]:
            self._leave(table, at)

    def clock_in(self, event: e.ClockedIn) -> None:
        if event.rotates:
            self._on_duty.setdefault(event.key, event.at)
            self._supervisors.discard(event.key)
        else:
            self._supervisors.add(event.key)

    def clock_out(self, event: e.ClockedOut) -> None:
        self._end_duty(event.key, event.at)

    def begin_break(self, event: e.BreakBegan) -> None:
        self._end_break(event.key, event.at)
        self._on_break[event.key] = event.at

    def end_break(self, event: e.RejoinedRotation | e.LeftRotation) -> None:
        self._end_break(event.key, event.at)

    def take_box(self, event: e.BoxTaken) -> None:
        """Put a dealer into a box. After an undone push, the time of the dealer who came back continues."""
        self._end_break(event.key, event.at)
        self._take_back(event)
        for table in [table for table, (key, _) in self._in_box.items() if key == event.key]:
            self._leave(table, event.at)
        self._leave(event.table, event.at)
        if event.key not in self._supervisors:
            self._in_box[event.table] = (event.key, event.at)

    def leave_box(self, event: e.BoxClosed | e.BoxEmptied) -> None:
        self._leave(event.table, event.at)

    def rename_table(self, event: e.TableRenamed) -> None:
        if event.table in self._in_box:
            self._in_box[event.to] = self._in_box.pop(event.table)

    def _end_duty(self, key: str, at: int) -> None:
        self._end_break(key, at)
        since = self._on_duty.pop(key, None)
        if since is not None and since < at:
            self.duty.append(Span(key, since, at))
        for table in [table for table, (dealer, _) in self._in_box.items() if dealer == key]:
            self._leave(table, at)

    def _end_break(self, key: str, at: int) -> None:
        since = self._on_break.pop(key, None)
        if since is not None and since < at:
            self.breaks.append(Span(key, since, at))

    def _take_back(self, event: e.BoxTaken) -> None:
        """Remove what was recorded at the table after the push of a dealer who is back."""
        current = self._in_box.get(event.table)
        if current is not None and current[1] > event.at:
            del self._in_box[event.table]
        self.boxes = [
            span for span in self.boxes if span.table != event.table or span.start < event.at
        ]

    def _leave(self, table: str, at: int) -> None:
        dealer, since = self._in_box.pop(table, ("", at))
        if since < at:
            self.boxes.append(Span(dealer, since, at, table))


_STEPS: dict[type[e.LineupEvent], Callable[[DutyRecord, Any], None]] = {
    e.ClockedIn: DutyRecord.clock_in,
    e.ClockedOut: DutyRecord.clock_out,
    e.BreakBegan: DutyRecord.begin_break,
    e.RejoinedRotation: DutyRecord.end_break,
    e.LeftRotation: DutyRecord.end_break,
    e.BoxTaken: DutyRecord.take_box,
    e.BoxClosed: DutyRecord.leave_box,
    e.BoxEmptied: DutyRecord.leave_box,
    e.TableRenamed: DutyRecord.rename_table,
}


def duty_record(events: Iterable[e.LineupEvent], end: int) -> DutyRecord:
    """Return dealers' times from a lineup's events, up to `end`."""
    record = DutyRecord()
    for event in events:
        record.read(event)
    record.finish(end)
    return record
