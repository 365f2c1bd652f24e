"""Calls, rulings and incidents: to read. Nothing of them is decided by a program."""

from django.db.models import QuerySet
from rest_framework.request import Request
from rest_framework.response import Response

from api.documented import documented
from api.endpoint import Endpoint, caller
from api.filters import Choice, Filters, Moment, Whole, Word
from api.listing import listed, no_parameters
from api.shapes.common import Page
from api.shapes.floor import (
    CallItem,
    IncidentItem,
    RulingItem,
    call_item,
    incident_item,
    ruling_item,
)
from poker.refusal import Refusal
from rulings.calls.models import Call, Ruling
from rulings.incidents.models import Incident


class CallFilter(Filters):
    """Which calls."""

    room = Whole(label="Of this room.")
    table = Whole(label="Of this table.")
    status = Choice(choices=Call.Status.choices, label="That stand so.")
    key = Word(label="Of this irregularity.")
    since = Moment(field_name="called_at", lookup_expr="gte", label="Made then or later.")
    until = Moment(field_name="called_at", lookup_expr="lt", label="Made before then.")


class RulingFilter(Filters):
    """Which rulings."""

    room = Whole(label="Of this room.")
    table = Whole(label="Of this table.")
    number = Word(label="Of this number, such as R 1121-58.")
    kind = Choice(choices=Ruling.Kind.choices, label="Rulings, or later records.")
    decision = Choice(choices=Ruling.Decision.choices, label="Decided so.")
    key = Word(label="Of this irregularity.")
    since = Moment(field_name="at", lookup_expr="gte", label="Made then or later.")
    until = Moment(field_name="at", lookup_expr="lt", label="Made before then.")


class IncidentFilter(Filters):
    """Which incidents."""

    room = Whole(field_name="table__room", label="Of this room.")
    table = Whole(label="Of this table.")
    category = Word(label="Of this category.")
    since = Moment(field_name="at", lookup_expr="gte", label="Reported then or later.")
    until = Moment(field_name="at", lookup_expr="lt", label="Reported before then.")


def _calls(request: Request) -> "QuerySet[Call]":
    return caller(request).within(Call.objects.select_related("room", "table"))


def _rulings(request: Request) -> "QuerySet[Ruling]":
    return caller(request).within(Ruling.objects.select_related("room", "table", "by"))


def _incidents(request: Request) -> "QuerySet[Incident]":
    rows = Incident.objects.select_related("player", "table__room", "recorded_by")
    return caller(request).within(rows.prefetch_related("notes__by"), "table__room")


class CallList(Endpoint):
    """Calls for a supervisor."""

    scopes = {"GET": "rulings:read"}

    @documented(
        "list_calls", "Floor calls, the newest first.", answer=Page[CallItem], filters=CallFilter
    )
    def get(self, request: Request) -> Response:
        """With the facts that were reported."""
        return listed(request, _calls(request), call_item, CallFilter, newest=True)


class CallDetail(Endpoint):
    """One call."""

    scopes = {"GET": "rulings:read"}

    @documented("read_calls", "One floor call.", answer=CallItem, path={"call": "Its number."})
    def get(self, request: Request, call: int) -> Response:
        """As in the list."""
        no_parameters(request)
        found = _calls(request).filter(pk=call).first()
        if found is None:
            raise Refusal("not_found")
        return Response(call_item(found))


class RulingList(Endpoint):
    """Final rulings."""

    scopes = {"GET": "rulings:read"}

    @documented(
        "list_rulings",
        "Final rulings and later records, the newest first.",
        answer=Page[RulingItem],
        filters=RulingFilter,
    )
    def get(self, request: Request) -> Response:
        """None is ever edited."""
        return listed(request, _rulings(request), ruling_item, RulingFilter, newest=True)


class RulingDetail(Endpoint):
    """One ruling."""

    scopes = {"GET": "rulings:read"}

    @documented(
        "read_rulings", "One ruling.", answer=RulingItem, path={"ruling": "Its number as a row."}
    )
    def get(self, request: Request, ruling: int) -> Response:
        """As in the list."""
        no_parameters(request)
        found = _rulings(request).filter(pk=ruling).first()
        if found is None:
            raise Refusal("not_found")
        return Response(ruling_item(found))


class IncidentList(Endpoint):
    """Incidents of conduct."""

    scopes = {"GET": "incidents:read"}

    @documented(
        "list_incidents",
        "Incidents, the newest first.",
        answer=Page[IncidentItem],
        filters=IncidentFilter,
    )
    def get(self, request: Request) -> Response:
        """With what was added to them."""
        return listed(request, _incidents(request), incident_item, IncidentFilter, newest=True)


class IncidentDetail(Endpoint):
    """One incident."""

    scopes = {"GET": "incidents:read"}

    @documented(
        "read_incidents", "One incident.", answer=IncidentItem, path={"incident": "Its number."}
    )
    def get(self, request: Request, incident: int) -> Response:
        """As in the list."""
        no_parameters(request)
        found = _incidents(request).filter(pk=incident).first()
        if found is None:
            raise Refusal("not_found")
        return Response(incident_item(found))
