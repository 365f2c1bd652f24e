"""Reports of a room: a shift, gaming days, or a range of hours."""

from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from api.schemas.reports import Report, sheet_item
from poker.refusal import Refusal
from reports.figures.call_figures import EACH_CALL
from reports.figures.dashboard import dashboard
from reports.figures.hand_figures import BY_DAY
from reports.figures.hands import MIN_HANDS
from reports.figures.ranges import MAX_DAYS, ReportRange, shifts_of
from reports.figures.sheets import LAYOUTS, sheets
from staff.models import Room
from tables.models import Table
from web.api.caller import Caller
from web.api.endpoint import Endpoint, caller
from web.api.filters import (
    ChoiceFilter,
    DayFilter,
    Filters,
    IntegerFilter,
    MomentFilter,
    TextFilter,
)
from web.api.openapi import documented
from web.api.pagination import check_parameters
from web.api.responses import NamedRef
from web.api.rooms import ROOM

KEYS = tuple(layout.key for layout in (*LAYOUTS, BY_DAY) if layout is not EACH_CALL)


class ReportFilter(Filters):
    """Filters of a report."""

    first = DayFilter(label="First gaming day. Use with `last`, instead of `since` and `until`.")
    last = DayFilter(label="Last gaming day; same as `first` for a single day.")
    since = MomentFilter(label="Start time, on the hour. Use with `until`.")
    until = MomentFilter(label="End time, not included.")
    shift = TextFilter(label="Shift name: this shift on each day.")
    table = IntegerFilter(label="Table number.")
    game = TextFilter(label="Game, by plaque name.")
    dealer = TextFilter(label="Dealer, as logged.")
    sheet = ChoiceFilter(choices=[(key, key) for key in KEYS], label="Only this sheet.")


class ReportView(Endpoint):
    """Figures with confidence intervals."""

    scopes = {"GET": "reports:read"}

    @documented(
        "read_reports",
        "Figures for a shift, gaming days or a time range. Supervisor roles can read shifts only.",
        answer=Report,
        filters=ReportFilter,
        paged=False,
        path=ROOM,
    )
    def get(self, request: Request, room: int) -> Response:
        """Read from hourly rollups."""
        requested_room = caller(request).within(Room.objects.filter(pk=room), "pk").first()
        if requested_room is None:
            raise Refusal("not_found")
        data = _query(request)
        report_range = _range(requested_room, data)
        _check_permission(caller(request), report_range)
        of = dashboard(report_range)
        if report_range.dealer and of.total.hands < MIN_HANDS:
            few = f"{of.total.hands} hands in range; a dealer under {MIN_HANDS} has no figures"
            raise Refusal("bad_query", "", field="dealer", detail=few)
        all_sheets = sheets(of)
        return Response(
            Report(
                room=NamedRef(requested_room.pk, requested_room.name),
                first=report_range.first,
                last=report_range.last,
                since=report_range.since,
                until=report_range.until,
                shift=report_range.shift,
                sheets=[
                    sheet_item(sheet) for sheet in all_sheets if data["sheet"] in ("", sheet.key)
                ],
            )
        )


def _query(request: Request) -> dict[str, object]:
    check_parameters(request, ReportFilter, paged=False)
    filters = ReportFilter(request.query_params, queryset=Room.objects.none())
    if wrong := filters.refused():
        raise Refusal("bad_query", "", field=wrong[0], detail=wrong[1])
    data: dict[str, object] = filters.form.cleaned_data
    return data


def _range(room: Room, data: dict[str, Any]) -> ReportRange:
    """Return the requested range. Raises `Refusal`: `bad_query`."""
    table = data.pop("table")
    if table is not None and not Table.objects.filter(room=room, pk=table).exists():
        raise Refusal("bad_query", "", field="table", detail="no such table in this room")
    if data["shift"] and data["shift"] not in shifts_of(room):
        names = ", ".join(shifts_of(room))
        raise Refusal("bad_query", "", field="shift", detail=f"this room's shifts are {names}")
    try:
        report_range = ReportRange(
            room=room,
            table=table,
            **{name: item for name, item in data.items() if name != "sheet"},
        )
    except ValueError as error:
        raise Refusal("bad_query", "", field="first", detail=str(error)) from None
    if report_range.days > MAX_DAYS:  # a range of hours has its own limit of 31 days
        raise Refusal("bad_query", "", field="last", detail=f"{MAX_DAYS:,} days max")
    return report_range


def _check_permission(caller: Caller, report_range: ReportRange) -> None:
    """Check the permission: managers and surveillance may read everything, supervisors a shift's report."""
    one_shift = bool(report_range.shift) and report_range.days == 1
    caller.must_be_able("reports.read_reports", *(("reports.read_shift",) if one_shift else ()))
