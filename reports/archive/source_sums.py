"""The source sums of many shifts' reports, read in a few queries. A changed sum means a correction."""

from collections.abc import Mapping
from datetime import date
from typing import Any

from django.db.models import Count, F, Model, Q, QuerySet, Sum

from drop.models import DropResult
from reports.models import CallFact, IncidentDay, OutageHour, TableDay, WaitDay
from reports.rollups.log_reducer import CellSums
from reports.rollups.room import calendar_of
from reports.rollups.tablet_outages import going_on
from staff.models import Room

Basis = dict[str, list[int]]  # sums by the name of their source
Shift = tuple[date, str]


def bases(room: Room, since: date) -> dict[Shift, Basis]:
    """Return the sums by gaming day and shift, for every shift with data since a given day."""
    bases_by_shift: dict[Shift, Basis] = {}
    for name, rows, day, shift, sums in _sources(room, since):
        for key_day, key_shift, *values in rows.order_by().values_list(day, shift).annotate(**sums):
            bases_by_shift.setdefault((key_day, key_shift), {})[name] = [
                int(item or 0) for item in values
            ]
    _going_on(room, since, bases_by_shift)
    return bases_by_shift


def _going_on(room: Room, since: date, matches: dict[Shift, Basis]) -> None:
    """Add outages that have not ended yet, so that their end does not look like a correction; outages alone make no
    report.
    """
    calendar = calendar_of(room)
    last = max((day for day, _ in matches), default=since)
    first = calendar.begins(since)
    ends = calendar.ends(last)
    parts = going_on(room, since=first, until=ends, calendar=calendar)
    for _, shift, seconds, times in parts:
        if basis := matches.get((shift.day, shift.name)):
            before = basis.setdefault("silent", [0, 0])
            basis["silent"] = [before[0] + seconds, before[1] + times]


def of_day(matches: Mapping[Shift, Basis], day: date) -> dict[str, Basis]:
    """Return the sums of a day by shift."""
    return {shift: basis for (on, shift), basis in sorted(matches.items()) if on == day}


def _sources(room: Room, since: date) -> Any:
    def of(model: type[Model]) -> QuerySet[Any]:
        return model._default_manager.filter(room=room, day__gte=since)

    dealt = [name for name in CellSums.__struct_fields__ if name != "splash"]
    yield "dealt", of(TableDay), "day", "shift", _sums(*dealt, "n", "hh", "ht", "tt")
    # Apart from the others, so that reports of shifts without a splash keep their sums.
    yield "splash", of(TableDay).exclude(splash=0), "day", "shift", _sums("splash")
    called = {
        "made": Count("pk"),
        "over": Count("pk", filter=Q(decision="overridden")),
        "ended": Count("pk", filter=~Q(status="open")),
    }
    yield "calls", of(CallFact), "day", "shift", called | _sums("appeals", "here_s", "closed_s")
    yield "waits", of(WaitDay), "day", "shift", _sums("added", "seated", "left", "passed")
    grave = {"sum_grave": Sum(F("n") * F("severity"))}
    yield "incidents", of(IncidentDay), "day", "shift", _sums("n") | grave
    yield "silent", of(OutageHour), "day", "shift", _sums("seconds", "times")
    counted = DropResult.objects.filter(box__room=room, box__day__gte=since)
    results = {"made": Count("pk")} | _sums("total", "difference")
    yield "boxes", counted, "box__day", "box__shift", results


def _sums(*names: str) -> dict[str, object]:
    return {f"sum_{name}": Sum(name) for name in names}
