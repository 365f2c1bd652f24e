"""The sums that lie under the reports of many shifts, in a few questions: a change of one is a correction."""

from collections.abc import Mapping
from datetime import date
from typing import Any

from django.db.models import Count, F, Model, Q, QuerySet, Sum

from drops.models import Result
from reports.models import CallFact, DayTable, IncidentDay, SilentHour, WaitDay
from reports.rolling.fold import Sums
from reports.rolling.room import calendar_of
from reports.rolling.silences import going_on
from tables.models import Room

Basis = dict[str, list[int]]  # by what is summed
Shift = tuple[date, str]


def bases(room: Room, since: date) -> dict[Shift, Basis]:
    """By gaming day and shift, of all with anything in them from a day on."""
    found: dict[Shift, Basis] = {}
    for name, rows, day, shift, sums in _asked(room, since):
        for key_day, key_shift, *values in rows.order_by().values_list(day, shift).annotate(**sums):
            found.setdefault((key_day, key_shift), {})[name] = [int(one or 0) for one in values]
    _going_on(room, since, found)
    return found


def _going_on(room: Room, since: date, found: dict[Shift, Basis]) -> None:
    """Silences count before they are over, so that their end corrects nothing; of themselves they make no report."""
    calendar, last = calendar_of(room), max((day for day, _ in found), default=since)
    first, ends = calendar.begins(since), calendar.ends(last)
    parts = going_on(room, since=first, until=ends, calendar=calendar)
    for _, shift, seconds, times in parts:
        if basis := found.get((shift.day, shift.name)):
            before = basis.setdefault("silent", [0, 0])
            basis["silent"] = [before[0] + seconds, before[1] + times]


def of_day(found: Mapping[Shift, Basis], day: date) -> dict[str, Basis]:
    """The bases of a day by shift."""
    return {shift: basis for (on, shift), basis in sorted(found.items()) if on == day}


def _asked(room: Room, since: date) -> Any:
    def of(model: type[Model]) -> QuerySet[Any]:
        return model._default_manager.filter(room=room, day__gte=since)

    dealt = (*Sums.__struct_fields__, "n", "hh", "ht", "tt")
    yield "dealt", of(DayTable), "day", "shift", _sums(*dealt)
    called = {
        "made": Count("pk"),
        "over": Count("pk", filter=Q(decision="overridden")),
        "ended": Count("pk", filter=~Q(status="open")),
    }
    yield "calls", of(CallFact), "day", "shift", called | _sums("appeals", "here_s", "closed_s")
    yield "waits", of(WaitDay), "day", "shift", _sums("added", "seated", "left", "passed")
    grave = {"sum_grave": Sum(F("n") * F("severity"))}
    yield "incidents", of(IncidentDay), "day", "shift", _sums("n") | grave
    yield "silent", of(SilentHour), "day", "shift", _sums("seconds", "times")
    counted = Result.objects.filter(box__room=room, box__day__gte=since)
    results = {"made": Count("pk")} | _sums("total", "difference")
    yield "boxes", counted, "box__day", "box__shift", results


def _sums(*names: str) -> dict[str, Any]:
    return {f"sum_{name}": Sum(name) for name in names}
