"""Calls, rulings and incidents, read-only: API clients cannot decide them."""

from django.db.models import QuerySet
from rest_framework.request import Request
from rest_framework.response import Response

from api.schemas.floor import (
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
from web.api.endpoint import Endpoint, caller
from web.api.filters import ChoiceFilter, Filters, IntegerFilter, MomentFilter, TextFilter
from web.api.openapi import documented
from web.api.pagination import no_parameters, paginate
from web.api.responses import Page


class CallFilter(Filters):
    """Filters of calls."""

    room = IntegerFilter(label="Room number.")
    table = IntegerFilter(label="Table number.")
    status = ChoiceFilter(choices=Call.Status.choices, label="Status.")
    key = TextFilter(label="Irregularity key.")
    since = MomentFilter(field_name="called_at", lookup_expr="gte", label="At or after this time.")
    until = MomentFilter(field_name="called_at", lookup_expr="lt", label="Before this time.")


class RulingFilter(Filters):
    """Filters of rulings."""

    room = IntegerFilter(label="Room number.")
    table = IntegerFilter(label="Table number.")
    number = TextFilter(label="Ruling number, such as R 1121-58.")
    kind = ChoiceFilter(choices=Ruling.Kind.choices, label="Rulings or later records.")
    decision = ChoiceFilter(choices=Ruling.Decision.choices, label="Decision.")
    key = TextFilter(label="Irregularity key.")
    since = MomentFilter(field_name="at", lookup_expr="gte", label="At or after this time.")
    until = MomentFilter(field_name="at", lookup_expr="lt", label="Before this time.")


class IncidentFilter(Filters):
    """Filters of incidents."""

    room = IntegerFilter(field_name="table__room", label="Room number.")
    table = IntegerFilter(label="Table number.")
    category = TextFilter(label="Category key.")
    since = MomentFilter(
        field_name="at", lookup_expr="gte", label="Reported at or after this time."
    )
    until = MomentFilter(field_name="at", lookup_expr="lt", label="Reported before this time.")


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
        "list_calls", "List floor calls, newest first.", answer=Page[CallItem], filters=CallFilter
    )
    def get(self, request: Request) -> Response:
        """Includes the reported facts."""
        return paginate(request, _calls(request), call_item, CallFilter, newest=True)


class CallDetail(Endpoint):
    """One call."""

    scopes = {"GET": "rulings:read"}

    @documented("read_calls", "Get a floor call.", answer=CallItem, path={"call": "Call number."})
    def get(self, request: Request, call: int) -> Response:
        """Same fields as in the list."""
        no_parameters(request)
        row = _calls(request).filter(pk=call).first()
        if row is None:
            raise Refusal("not_found")
        return Response(call_item(row))


class RulingList(Endpoint):
    """Final rulings."""

    scopes = {"GET": "rulings:read"}

    @documented(
        "list_rulings",
        "List final rulings and later records, newest first.",
        answer=Page[RulingItem],
        filters=RulingFilter,
    )
    def get(self, request: Request) -> Response:
        """Rulings are never edited."""
        return paginate(request, _rulings(request), ruling_item, RulingFilter, newest=True)


class RulingDetail(Endpoint):
    """One ruling."""

    scopes = {"GET": "rulings:read"}

    @documented("read_rulings", "Get a ruling.", answer=RulingItem, path={"ruling": "Ruling ID."})
    def get(self, request: Request, ruling: int) -> Response:
        """Same fields as in the list."""
        no_parameters(request)
        row = _rulings(request).filter(pk=ruling).first()
        if row is None:
            raise Refusal("not_found")
        return Response(ruling_item(row))


class IncidentList(Endpoint):
    """Incidents of conduct."""

    scopes = {"GET": "incidents:read"}

    @documented(
        "list_incidents",
        "List incidents, newest first.",
        answer=Page[IncidentItem],
        filters=IncidentFilter,
    )
    def get(self, request: Request) -> Response:
        """Includes later notes."""
        return paginate(request, _incidents(request), incident_item, IncidentFilter, newest=True)


class IncidentDetail(Endpoint):
    """One incident."""

    scopes = {"GET": "incidents:read"}

    @documented(
        "read_incidents",
        "Get an incident.",
        answer=IncidentItem,
        path={"incident": "Incident number."},
    )
    def get(self, request: Request, incident: int) -> Response:
        """Same fields as in the list."""
        no_parameters(request)
        row = _incidents(request).filter(pk=incident).first()
        if row is None:
            raise Refusal("not_found")
        return Response(incident_item(row))
