"""What dealers did, read from the events of a lineup: hours on duty, breaks, and times in a box. Pure."""

from collections.abc import Iterable
from typing import NamedTuple

from lineup.rules import events as e


class Span(NamedTuple):
    """A time of a dealer. table: of a time in a box, "" for others."""

    dealer: str
    start: int
    end: int
    table: str = ""

    def cut(self, start: int, end: int) -> "Span | None":
        """Return the part of the time in a period; None if there is none."""
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

    def read(self, event: e.LineupEvent, at: int) -> None:
        """Take an event into account. at: when it was stored."""
        match event:
            case e.ClockedIn(key=key, rotates=rotates):
                self._clock_in(key, event.at, rotates)
            case e.ClockedOut(key=key):
                self._clock_out(key, event.at)
            case e.BreakBegan(key=key):
                self._end_break(key, event.at)
                self._on_break[key] = event.at
            case e.RejoinedRotation(key=key) | e.LeftRotation(key=key):
                self._end_break(key, event.at)
            case e.BoxTaken():
                self._take(event)
            case e.BoxClosed(table=table) | e.BoxEmptied(table=table):
                self._leave(table, event.at)
            case e.TableRenamed(table=table, to=to):
                if table in self._in_box:
                    self._in_box[to] = self._in_box.pop(table)

    def finish(self, at: int) -> None:
        """End what goes on at the end of the record."""
        for key in [*self._on_duty]:
            self._clock_out(key, at)
        for table in [*self._in_box]:
            self._leave(table, at)

    def _clock_in(self, key: str, at: int, rotates: bool) -> None:
        if rotates:
            self._on_duty.setdefault(key, at)
            self._supervisors.discard(key)
        else:
            self._supervisors.add(key)

    def _clock_out(self, key: str, at: int) -> None:
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

    def _take(self, event: e.BoxTaken) -> None:
        """Put a dealer into a box. After an undone push, the time of the dealer who came back goes on."""
        self._end_break(event.key, event.at)
        self._take_back(event)
        for table in [table for table, (key, _) in self._in_box.items() if key == event.key]:
            self._leave(table, event.at)
        self._leave(event.table, event.at)
        if event.key not in self._supervisors:
            self._in_box[event.table] = (event.key, event.at)

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


def duty_record(events: Iterable[tuple[int, e.LineupEvent]], end: int) -> DutyRecord:
    """Return dealers' times from a lineup's events with their moments, up to `end`."""
    record = DutyRecord()
    for at, event in events:
        if at >= end:
            break
        record.read(event, at)
    record.finish(end)
    return record
