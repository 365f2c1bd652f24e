"""Check-in and check-out, as at the desk."""

from datetime import datetime
from typing import Annotated

import msgspec
from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response

from players.models import Player
from poker.refusal import Refusal
from staff.models import Room
from tables.models import Visit
from waitlist.visits import check_in, check_out
from web.api.endpoint import Endpoint, caller, read_body
from web.api.openapi import documented
from web.api.pagination import no_parameters

PLAYER = {"player": "The number in the key: 7 for p7."}


class CheckIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The room to check in to."""

    room: Annotated[int, msgspec.Meta(ge=1, le=2**31 - 1)]


class VisitItem(msgspec.Struct, frozen=True):
    """A visit. out_at: null while the player is here."""

    player: str
    room: int
    in_at: datetime
    out_at: datetime | None


def _item(row: Visit) -> VisitItem:
    return VisitItem(row.player.key, row.room_id, row.in_at, row.out_at)


def _player(player: int) -> Player:
    row = Player.objects.select_related("merged_into").filter(pk=player).first()
    if row is None:
        raise Refusal("not_found")
    return row


class CheckInView(Endpoint):
    """Check-in of a player."""

    scopes = {"POST": "players:check_in"}

    @documented(
        "check_in_players",
        "Check a player in. Refused with `in_already` if already in.",
        body=CheckIn,
        answer=VisitItem,
        path=PLAYER,
        problems=(409, 422),
        example={"room": 1},
    )
    def post(self, request: Request, player: int) -> Response:
        """Barred, excluded and underage players are refused, same as at the desk."""
        no_parameters(request)
        sent = read_body(request, CheckIn)
        who = caller(request)
        room = who.within(Room.objects.filter(pk=sent.room), "pk").first()
        if room is None:
            raise Refusal("no_such_room")
        came = check_in(player=_player(player), room=room, by=who.key, now=timezone.now())
        return Response(_item(came))


class CheckOutView(Endpoint):
    """Check-out of a player."""

    scopes = {"POST": "players:check_in"}

    @documented(
        "check_out_players",
        "Check a player out. Refused while seated.",
        answer=VisitItem,
        path=PLAYER,
        problems=(409, 422),
    )
    def post(self, request: Request, player: int) -> Response:
        """Takes no body. A visit to another room counts as not found."""
        no_parameters(request)
        row = _player(player)
        who = caller(request)
        visits = who.within(Visit.objects.filter(player=row.merged_into or row, out_at=None))
        if not visits.exists():
            raise Refusal("not_in", "", name=row.alias)
        return Response(_item(check_out(player=row, by=who.key, now=timezone.now())))
