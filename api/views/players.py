"""Players by key and alias; legal names and dates of birth need their own scope."""

from collections.abc import Sequence
from datetime import date

import msgspec
from django.db.models import QuerySet
from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response

from players.models import Player
from poker.refusal import Refusal
from staff.aliases import canonical_alias
from staff.audit.recording import record
from web.api.endpoint import Endpoint, caller
from web.api.filters import Filters, TextFilter
from web.api.openapi import documented
from web.api.pagination import no_parameters, paginate
from web.api.responses import Page

LEGAL = "players:legal_names"


class PlayerItem(msgspec.Struct, frozen=True):
    """A player. merged_into: the key this duplicate was merged into.

    legal_name, born: null without players:legal_names.
    """

    id: int
    key: str
    alias: str
    merged_into: str | None
    legal_name: str | None
    born: date | None


class PlayerFilter(Filters):
    """Filters of players."""

    alias = TextFilter(method="by_alias", label="Alias; capitals and spacing don't matter.")

    def by_alias(self, rows: "QuerySet[Player]", _name: str, value: str) -> "QuerySet[Player]":
        return rows.filter(alias_key=canonical_alias(value))


def player_item(row: Player, *, legal: bool) -> PlayerItem:
    """Return the item of a row. legal: whether the caller may read legal names."""
    return PlayerItem(
        id=row.pk,
        key=row.key,
        alias=row.alias,
        merged_into=f"p{row.merged_into_id}" if row.merged_into_id else None,
        legal_name=(row.legal_name or None) if legal else None,
        born=row.born if legal else None,
    )


def _record_reading(request: Request, items: Sequence[PlayerItem]) -> None:
    """Record whose legal names were read and by whom, by keys."""
    who = caller(request)
    keys = [player_item.key for player_item in items if player_item.legal_name or player_item.born]
    if not keys:
        return
    data = {"players": len(keys), "first": keys[0], "last": keys[-1]}
    room = who.integration.room_id
    record(who, "legal_names_read", now=timezone.now(), room=room, after=data)


class PlayerList(Endpoint):
    """The registry."""

    scopes = {"GET": "players:read"}

    @documented("list_players", "List players.", answer=Page[PlayerItem], filters=PlayerFilter)
    def get(self, request: Request) -> Response:
        """All rooms share one player registry."""
        legal = caller(request).has(LEGAL)
        rows = Player.objects.all()
        answer = paginate(request, rows, lambda row: player_item(row, legal=legal), PlayerFilter)
        _record_reading(request, answer.data.items)
        return answer


class PlayerDetail(Endpoint):
    """One player."""

    scopes = {"GET": "players:read"}

    @documented(
        "read_players",
        "Get a player.",
        answer=PlayerItem,
        path={"player": "The number in the key: 7 for p7."},
    )
    def get(self, request: Request, player: int) -> Response:
        """Same fields as in the list."""
        no_parameters(request)
        row = Player.objects.filter(pk=player).first()
        if row is None:
            raise Refusal("not_found")
        item = player_item(row, legal=caller(request).has(LEGAL))
        _record_reading(request, [item])
        return Response(item)
