"""Reports of a room: a shift, gaming days, or a while."""

from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from api.caller import Caller
from api.documented import documented
from api.endpoint import Endpoint, caller
from api.filters import Choice, Day, Filters, Moment, Whole, Word
from api.listing import known_parameters
from api.shapes.common import Named
from api.shapes.reports import Report, sheet_item
from api.views.lists import ROOM
from poker.refusal import Refusal
from reports.figures.dashboard import dashboard
from reports.figures.dealt import LEAST_HANDS
from reports.figures.ranges import MOST_DAYS, Range, shifts_of
from reports.figures.sheets import sheets
from tables.models import Room, Table

KEYS = (
    *("pace", "drop", "waits", "calls", "overrides", "reasons", "tables"),
    *("dealers", "shifts", "seats", "incidents", "silences", "series"),
)


class ReportFilter(Filters):
    """Of what."""

    first = Day(label="The first gaming day; with `last`, instead of `since` and `until`.")
    last = Day(label="The last gaming day, the same as the first for one day.")
    since = Moment(label="From this time on, with `until`; of whole clock hours.")
    until = Moment(label="Before this time.")
    shift = Word(label="Of this shift of each day.")
    table = Whole(label="Of this table.")
    game = Word(label="Of this game: a plaque's name.")
    dealer = Word(label="Of this dealer, as the log names people.")
    sheet = Choice(choices=[(key, key) for key in KEYS], label="This one alone.")


class ReportView(Endpoint):
    """Figures with their intervals."""

    scopes = {"GET": "reports:read"}

    @documented(
        "read_reports",
        "The figures of a shift, of gaming days or of a while; a shift alone for a supervisor's role.",
        answer=Report,
        filters=ReportFilter,
        paged=False,
        path=ROOM,
    )
    def get(self, request: Request, room: int) -> Response:
        """From rollups: no log is read for it."""
        found = caller(request).within(Room.objects.filter(pk=room), "pk").first()
        if found is None:
            raise Refusal("not_found")
        said = _said(request)
        asked = _range(found, said)
        _must(caller(request), asked)
        of = dashboard(asked)
        if asked.dealer and of.total.hands < LEAST_HANDS:
            few = f"{of.total.hands} hands in it; a dealer under {LEAST_HANDS} has no figures"
            raise Refusal("bad_query", "", field="dealer", detail=few)
        made = sheets(of)
        return Response(
            Report(
                room=Named(found.pk, found.name),
                first=asked.first,
                last=asked.last,
                since=asked.since,
                until=asked.until,
                shift=asked.shift,
                sheets=[sheet_item(one) for one in made if said["sheet"] in ("", one.key)],
            )
        )


def _said(request: Request) -> dict[str, Any]:
    known_parameters(request, ReportFilter, paged=False)
    filters = ReportFilter(request.query_params, queryset=Room.objects.none())
    if wrong := filters.refused():
        raise Refusal("bad_query", "", field=wrong[0], detail=wrong[1])
    said: dict[str, Any] = filters.form.cleaned_data
    return said


def _range(room: Room, said: dict[str, Any]) -> Range:
    """Refuses `bad_query`."""
    table = said.pop("table")
    if table is not None and not Table.objects.filter(room=room, pk=table).exists():
        raise Refusal("bad_query", "", field="table", detail="there is no such table in this room")
    if said["shift"] and said["shift"] not in shifts_of(room):
        names = ", ".join(shifts_of(room))
        raise Refusal("bad_query", "", field="shift", detail=f"the room has {names}")
    try:
        asked = Range(
            room=room,
            table=table,
            **{name: one for name, one in said.items() if name != "sheet"},
        )
    except ValueError as error:
        raise Refusal("bad_query", "", field="first", detail=str(error)) from None
    if asked.days > MOST_DAYS:  # a while is of 31 days at most anyway
        raise Refusal("bad_query", "", field="last", detail=f"at most {MOST_DAYS:,} days")
    return asked


def _must(who: Caller, asked: Range) -> None:
    """Managers and surveillance read everything, supervisors a shift's report."""
    one_shift = bool(asked.shift) and asked.days == 1
    who.must_be_able("reports.read_reports", *(("reports.read_shift",) if one_shift else ()))
