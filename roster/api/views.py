"""The roster: read weeks and their published shifts."""

from django.db.models import QuerySet
from rest_framework.request import Request
from rest_framework.response import Response

from poker.refusal import Refusal
from roster.api import schemas
from roster.models import RosterShift, RosterWeek, ShiftRecord
from roster.week_log import load_week
from staff.keys import aliases
from web.api.endpoint import Endpoint, caller
from web.api.filters import Filters, IntegerFilter
from web.api.openapi import documented
from web.api.pagination import no_parameters, paginate
from web.api.responses import Page

WEEK = {"week": "Week number, as in `id`."}


class WeekFilter(Filters):
    """Filters of weeks."""

    room = IntegerFilter(field_name="room", label="In this room.")


def _weeks(request: Request) -> "QuerySet[RosterWeek]":
    """Return the weeks the caller may see."""
    return caller(request).within(RosterWeek.objects.select_related("room"), "room")


def _item(row: RosterWeek) -> schemas.RosterWeekItem:
    return schemas.week_item(row, load_week(row.pk)[1].version)


class WeekList(Endpoint):
    """Weeks."""

    scopes = {"GET": "roster:read"}

    @documented(
        "list_roster_weeks",
        "List the dealers' weeks.",
        answer=Page[schemas.RosterWeekItem],
        filters=WeekFilter,
    )
    def get(self, request: Request) -> Response:
        """By number, oldest first."""
        return paginate(request, _weeks(request), _item, WeekFilter)


class ShiftsView(Endpoint):
    """The shifts of a week."""

    scopes = {"GET": "roster:read"}

    @documented(
        "list_roster_shifts",
        "List a week's published shifts with their attendance.",
        answer=schemas.RosterShifts,
        path=WEEK,
    )
    def get(self, request: Request, week: int) -> Response:
        """By start. A draft isn't shown."""
        no_parameters(request)
        row = _weeks(request).filter(pk=week).first()
        if row is None:
            raise Refusal("not_found")
        shifts = list(RosterShift.objects.filter(week=row.pk).order_by("start", "number"))
        records = {
            (record.number, record.dealer): record
            for record in ShiftRecord.objects.filter(week=row.pk)
        }
        names = aliases(shift.dealer for shift in shifts)
        seq, _ = load_week(row.pk)
        items = [
            schemas.shift_item(shift, records.get((shift.number, shift.dealer)), names)
            for shift in shifts
        ]
        return Response(schemas.RosterShifts(seq, items))
