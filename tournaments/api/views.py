"""Tournaments: read events, their clock, entries, seats and results."""

from django.db.models import QuerySet
from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response

from journal.unix_time import milliseconds
from poker.refusal import Refusal
from tournaments.actions import load_tournament
from tournaments.api import schemas
from tournaments.models import EventSummary, ScheduledEvent
from tournaments.rules.state import Tournament
from web.api.endpoint import Endpoint, caller
from web.api.filters import ChoiceFilter, Filters, IntegerFilter, MomentFilter, TextFilter
from web.api.openapi import documented
from web.api.pagination import no_parameters, paginate
from web.api.responses import Page

EVENT = {"tournament": "Tournament number."}
STATUSES = ("scheduled", "running", "day_over", "closed", "canceled")


class TournamentFilter(Filters):
    """Filters of tournaments."""

    room = IntegerFilter(field_name="event__room", label="In this room.")
    status = ChoiceFilter(choices=[(status, status) for status in STATUSES], label="In this state.")
    series = TextFilter(field_name="event__series", label="In this series.")
    since = MomentFilter(field_name="starts_at", lookup_expr="gte", label="Starts then or later.")
    until = MomentFilter(field_name="starts_at", lookup_expr="lt", label="Starts before.")


def _summaries(request: Request) -> "QuerySet[EventSummary]":
    """Return the summaries of the events the caller may see."""
    rows = EventSummary.objects.select_related("event__room")
    return caller(request).within(rows, "event__room")


def _event(request: Request, tournament: int) -> tuple[ScheduledEvent, int, Tournament]:
    """Return an event, the number of its last entry, and its state. Raises `Refusal`: `not_found`."""
    no_parameters(request)
    summary = _summaries(request).filter(pk=tournament).first()
    if summary is None:
        raise Refusal("not_found")
    seq, event = load_tournament(tournament)
    return summary.event, seq, event


class TournamentList(Endpoint):
    """Tournaments."""

    scopes = {"GET": "tournaments:read"}

    @documented(
        "list_tournaments",
        "List tournaments.",
        answer=Page[schemas.TournamentItem],
        filters=TournamentFilter,
    )
    def get(self, request: Request) -> Response:
        """By number, oldest first."""
        return paginate(request, _summaries(request), schemas.tournament_item, TournamentFilter)


class TournamentView(Endpoint):
    """One tournament."""

    scopes = {"GET": "tournaments:read"}

    @documented(
        "read_tournaments",
        "Get a tournament: clock, levels, counts, prize pool, payouts.",
        answer=schemas.TournamentDetail,
        path=EVENT,
    )
    def get(self, request: Request, tournament: int) -> Response:
        """At the time of the request. Between changes a client computes the clock from `levels`."""
        row, seq, event = _event(request, tournament)
        now = milliseconds(timezone.now())
        return Response(schemas.tournament_detail(seq, row, event, now))


class EntriesView(Endpoint):
    """The entries of a tournament."""

    scopes = {"GET": "tournaments:read"}

    @documented(
        "list_tournament_entries",
        "List a tournament's entries.",
        answer=schemas.TournamentEntries,
        path=EVENT,
    )
    def get(self, request: Request, tournament: int) -> Response:
        """By entry number, with voided ones."""
        _, seq, event = _event(request, tournament)
        return Response(schemas.TournamentEntries(seq, schemas.entry_items(event)))


class SeatsView(Endpoint):
    """The seats of a tournament."""

    scopes = {"GET": "tournaments:read"}

    @documented(
        "list_tournament_seats",
        "List a tournament's tables and seats.",
        answer=schemas.TournamentSeats,
        path=EVENT,
    )
    def get(self, request: Request, tournament: int) -> Response:
        """A player on the way to a seat has it already."""
        _, seq, event = _event(request, tournament)
        return Response(schemas.TournamentSeats(seq, schemas.table_items(event)))


class ResultsView(Endpoint):
    """The results of a tournament."""

    scopes = {"GET": "tournaments:read"}

    @documented(
        "list_tournament_results",
        "List a tournament's finishing places and what they won.",
        answer=schemas.TournamentResults,
        path=EVENT,
    )
    def get(self, request: Request, tournament: int) -> Response:
        """Best place first. Places of players still in are missing."""
        _, seq, event = _event(request, tournament)
        results = schemas.result_items(event)
        return Response(schemas.TournamentResults(seq, event.status == "closed", results))
