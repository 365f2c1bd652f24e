"""Links of report rows: to a ruling, to a hand in replay, or to the report of a game, table or dealer."""

from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import urlencode

from django.urls import reverse

from reports.figures.calls import CallRow
from reports.figures.ranges import ReportRange
from staff.permissions import Permission
from web.addresses import address


@dataclass(frozen=True, slots=True)
class ColumnLinks:
    """The links of a column's cells, row by row ("" if none), and the permission they need."""

    key: str
    permission: Permission
    urls: tuple[str, ...]


def of_calls(report_range: ReportRange, calls: Iterable[CallRow]) -> tuple[ColumnLinks, ...]:
    """Link each call's table to the call in replay, and its number to the ruling. Both need the shift permission."""
    calls = list(calls)
    return (
        ColumnLinks(
            "table",
            "reports.read_shift",
            tuple(_replay(report_range, call_row) for call_row in calls),
        ),
        ColumnLinks("ruling", "reports.read_shift", tuple(_ruling(call_row) for call_row in calls)),
    )


def of_groups(report_range: ReportRange, name: str, keys: Iterable[object]) -> ColumnLinks:
    """Link each key to the report of the same days for one game, table or dealer; "" and None have no link."""
    return ColumnLinks(
        name, "reports.read_reports", tuple(_narrower(report_range, name, key) for key in keys)
    )


def of_kinds(report_range: ReportRange, keys: Iterable[str | None]) -> tuple[ColumnLinks, ...]:
    """Link each kind of hand to its newest hands in replay; ordinary hands have no link."""
    room = report_range.room.pk
    urls = (
        f"{address('hands of a kind')}?{urlencode({'room': room, 'kind': key})}#by-kind"
        if key
        else ""
        for key in keys
    )
    return (ColumnLinks("kind", "reports.read_shift", tuple(urls)),)


def calls_report(report_range: ReportRange) -> str:
    """Return the report of the floor calls of the same days and shift; "" for a range of hours."""
    if report_range.first is None or report_range.last is None:
        return ""
    fields = {
        "room": str(report_range.room.pk),
        "first": report_range.first.isoformat(),
        "last": report_range.last.isoformat(),
        "shift": report_range.shift,
    }
    return f"{reverse('reports:report', args=['calls'])}?{urlencode(fields)}"


def _replay(report_range: ReportRange, call_row: CallRow) -> str:
    if call_row.entry is None or "/" in call_row.table:
        return ""
    return address("replayed hand", report_range.room.pk, call_row.table, f"e{call_row.entry}")


def _ruling(call_row: CallRow) -> str:
    return address("floor ruling", call_row.ruling) if call_row.ruling else ""


def _narrower(report_range: ReportRange, name: str, key: object) -> str:
    if not key or report_range.first is None or report_range.last is None:
        return ""
    fields = {
        "room": report_range.room.pk,
        "first": report_range.first.isoformat(),
        "last": report_range.last.isoformat(),
        "shift": report_range.shift,
        "table": report_range.table,
        "game": report_range.game,
        "dealer": report_range.dealer,
    } | {name: key}
    text = urlencode({field: value for field, value in fields.items() if value})
    return f"{reverse('reports:report', args=['range'])}?{text}"
