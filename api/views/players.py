"""Players by key and alias; legal names and dates of birth only with a scope of their own."""

from collections.abc import Sequence
from datetime import date
from typing import Any

import msgspec
from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response

from api.documented import documented
from api.endpoint import Endpoint, caller
from api.filters import Filters, Word
from api.listing import listed, no_parameters
from api.shapes.common import Page
from audit.recording import record
from players.aliases import same
from players.models import Player
from poker.refusal import Refusal

LEGAL = "players:legal_names"


class PlayerItem(msgspec.Struct, frozen=True):
    """A player. merged_into: who this one turned out to be. legal_name, born: null without players:legal_names."""

    id: int
    key: str
    alias: str
    merged_into: str | None
    legal_name: str | None
    born: date | None


class PlayerFilter(Filters):
    """Which players."""

    alias = Word(method="by_alias", label="Whoever has this alias, however it is written.")

    def by_alias(self, rows: Any, _name: str, value: str) -> Any:
        """As the room compares them."""
        return rows.filter(alias_key=same(value))


def player_item(row: Player, *, legal: bool) -> PlayerItem:
    """legal: whether its reader may see who somebody is."""
    return PlayerItem(
        id=row.pk,
        key=row.key,
        alias=row.alias,
        merged_into=f"p{row.merged_into_id}" if row.merged_into_id else None,
        legal_name=(row.legal_name or None) if legal else None,
        born=row.born if legal else None,
    )


def _told(request: Request, items: Sequence[PlayerItem]) -> None:
    """Who read whose legal name is written down, by keys."""
    who, keys = caller(request), [one.key for one in items if one.legal_name or one.born]
    if not keys:
        return
    said = {"players": len(keys), "first": keys[0], "last": keys[-1]}
    room = who.integration.room_id
    record(who, "legal_names_read", now=timezone.now(), room=room, after=said)


class PlayerList(Endpoint):
    """The registry."""

    scopes = {"GET": "players:read"}

    @documented("list_players", "The players.", answer=Page[PlayerItem], filters=PlayerFilter)
    def get(self, request: Request) -> Response:
        """The registry is one for all rooms."""
        legal = caller(request).has(LEGAL)
        rows = Player.objects.all()
        answer = listed(request, rows, lambda row: player_item(row, legal=legal), PlayerFilter)
        _told(request, answer.data.items)
        return answer


class PlayerDetail(Endpoint):
    """One player."""

    scopes = {"GET": "players:read"}

    @documented(
        "read_players", "One player.", answer=PlayerItem, path={"player": "7 of the key p7."}
    )
    def get(self, request: Request, player: int) -> Response:
        """As in the list."""
        no_parameters(request)
        found = Player.objects.filter(pk=player).first()
        if found is None:
            raise Refusal("not_found")
        item = player_item(found, legal=caller(request).has(LEGAL))
        _told(request, [item])
        return Response(item)
