"""Hands of a table: listed, step by step, and as PHH."""

from django.http import HttpResponse
from rest_framework.request import Request
from rest_framework.response import Response

from api.documented import documented
from api.endpoint import Endpoint
from api.filters import Filters, Moment
from api.listing import bounds, following, no_parameters
from api.shapes.common import Page
from api.shapes.hands import HandItem, HandView, hand_item, hand_view
from api.views.tables import TABLE, table_of
from poker.phh.write import write
from poker.refusal import Refusal
from tables.log import hand_batches, hand_told, hands_of

HAND = TABLE | {"number": "The hand's number at its table."}


class HandFilter(Filters):
    """Which hands."""

    since = Moment(label="Begun at this time or later.")
    until = Moment(label="Begun before this time.")


class HandList(Endpoint):
    """The hands of a table."""

    scopes = {"GET": "hands:read"}

    @documented(
        "list_hands",
        "The hands of a table, the newest first.",
        answer=Page[HandItem],
        filters=HandFilter,
        path=TABLE,
    )
    def get(self, request: Request, table: int) -> Response:
        """From an index of their own, whatever the length of the log."""
        row = table_of(request, table)
        size, after = bounds(request, HandFilter)
        asked = HandFilter(request.query_params, queryset=type(row).objects.none())
        if wrong := asked.refused():
            raise Refusal("bad_query", "", field=wrong[0], detail=wrong[1])
        said = asked.form.cleaned_data
        found = hands_of(
            row.pk, since=said["since"], until=said["until"], before=after, most=size + 1
        )
        then = found[size - 1].seq if len(found) > size else None
        return Response(Page([hand_item(one) for one in found[:size]], following(request, then)))


class HandDetail(Endpoint):
    """One hand."""

    scopes = {"GET": "hands:read"}

    @documented("read_hands", "A hand, step by step.", answer=HandView, path=HAND)
    def get(self, request: Request, table: int, number: int) -> Response:
        """What was taken back is there, and marked."""
        no_parameters(request)
        row = table_of(request, table)
        told = hand_told(row.stream, number)
        if not told:
            raise Refusal("no_hand", "", table=row.name, number=number)
        return Response(hand_view(row, number, told))


class HandPhh(Endpoint):
    """One hand in the Poker Hand History format."""

    scopes = {"GET": "hands:read"}

    @documented(
        "read_phh_hands",
        "A hand as PHH; refused where the format has no word for the game, or bets were not followed.",
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
            raise Refusal("no_hand", "", table=row.name, number=number)
        return HttpResponse(write(batches), content_type="text/plain; charset=utf-8")
