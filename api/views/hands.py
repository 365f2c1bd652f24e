"""Hands of a table: listed, step by step, and as PHH."""

from django.http import HttpResponse
from rest_framework.request import Request
from rest_framework.response import Response

from api.schemas.hands import HandItem, HandView, hand_item, hand_view
from api.views.tables import TABLE, table_of
from poker.phh.write import write
from poker.refusal import Refusal
from tables.hand_kind_names import CHOICES
from tables.hand_starts import kinds_of_hand
from tables.table_log import hand_batches, hand_commands, hands_of
from web.api.endpoint import Endpoint
from web.api.filters import ChoiceFilter, Filters, MomentFilter
from web.api.openapi import documented
from web.api.pagination import next_page_url, no_parameters, page_bounds
from web.api.responses import Page

HAND = TABLE | {"number": "Hand number at its table."}


class HandFilter(Filters):
    """Filters of hands."""

    since = MomentFilter(label="Started at or after this time.")
    until = MomentFilter(label="Started before this time.")
    kind = ChoiceFilter(choices=CHOICES, label="Only hands of this kind.")


class HandList(Endpoint):
    """The hands of a table."""

    scopes = {"GET": "hands:read"}

    @documented(
        "list_hands",
        "List a table's hands, newest first.",
        answer=Page[HandItem],
        filters=HandFilter,
        path=TABLE,
    )
    def get(self, request: Request, table: int) -> Response:
        """Read from an index, so the log's length doesn't matter."""
        row = table_of(request, table)
        size, after = page_bounds(request, HandFilter)
        hand_filter = HandFilter(request.query_params, queryset=type(row).objects.none())
        if wrong := hand_filter.refused():
            raise Refusal("bad_query", "", field=wrong[0], detail=wrong[1])
        text = hand_filter.form.cleaned_data
        hand_starts = hands_of(
            row.pk,
            since=text["since"],
            until=text["until"],
            before=after,
            limit=size + 1,
            kind=text["kind"],
        )
        then = hand_starts[size - 1].seq if len(hand_starts) > size else None
        return Response(
            Page(
                [hand_item(hand_start) for hand_start in hand_starts[:size]],
                next_page_url(request, then),
            )
        )


class HandDetail(Endpoint):
    """One hand."""

    scopes = {"GET": "hands:read"}

    @documented("read_hands", "Get a hand, step by step.", answer=HandView, path=HAND)
    def get(self, request: Request, table: int, number: int) -> Response:
        """Undone steps are included and marked."""
        no_parameters(request)
        row = table_of(request, table)
        logged_commands = hand_commands(row.stream, number)
        if not logged_commands:
            raise Refusal("no_such_hand", "", table=row.name, number=number)
        kinds = kinds_of_hand(row.pk, number)
        return Response(hand_view(row, number, logged_commands, kinds))


class HandPhh(Endpoint):
    """One hand in the Poker Hand History format."""

    scopes = {"GET": "hands:read"}

    @documented(
        "read_phh_hands",
        "Get a hand in PHH format. Refused if PHH doesn't cover the game, or the hand's bets weren't logged.",
        answer=str,
        media="text/plain; charset=utf-8",
        path=HAND,
        problems=(422,),
    )
    def get(self, request: Request, table: int, number: int) -> HttpResponse:
        """Text."""
        no_parameters(request)
        row = table_of(request, table)
        batches = hand_batches(row.stream, number)
        if not batches:
            raise Refusal("no_such_hand", "", table=row.name, number=number)
        return HttpResponse(write(batches), content_type="text/plain; charset=utf-8")
