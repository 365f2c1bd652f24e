"""At every door: who is barred or suspended is not seated, is not dealt in again, and buys no chips (S-045)."""

from datetime import datetime

from django.utils import timezone

from players.identity import keys_of
from players.models import Player
from players.registry import age
from players.roster import player_known
from players.standing import refuse_unwelcome
from poker.commands import AddChips, Command, DrawSeats, SeatPlayer, SitIn, Undo
from poker.refusal import Refusal
from poker.state import Table
from tables import models

SEATS = (
    SeatPlayer,
    DrawSeats,
    SitIn,
    AddChips,
    Undo,
)  # by which somebody may come to be dealt in, or buys


def refuse_at_the_door(
    command: Command, before: Table, after: Table, table_id: int, now: datetime
) -> None:
    """Refuses `player_barred`, `player_excluded`, `player_suspended` and `too_young` for whoever a command seats, sits
    in or sells chips to, and `player_seated` for the second key of somebody who was merged.

    An undo seats whoever had left, and brings back who had sat out.
    """
    if not isinstance(command, SEATS):
        return
    if isinstance(command, SitIn | AddChips):
        coming = {seat.player for seat in after.seats if seat.number == command.seat}
    else:
        coming = _playing(after) - _playing(before)
    for key in sorted(coming):
        player = player_known(key)
        if player is not None:
            refuse_unwelcome(player, now)
            _refuse_twice(player, key, after)
            if player.born is not None:
                room = models.Room.objects.filter(tables=table_id)
                refuse_too_young(player, room.values_list("minimum_age", flat=True).first(), now)


def _refuse_twice(player: Player, key: str, table: Table) -> None:
    """Two keys of one player, who was merged, are one player to a hand."""
    keys = keys_of(player)
    for seat in table.seats:
        if seat.player != key and seat.player in keys:
            raise Refusal("player_seated", "S-014", seat=seat.number, name=player.alias)


def refuse_too_young(player: Player, least: int | None, now: datetime) -> None:
    """Refuses `too_young`; who has no date of birth is asked for it at check-in."""
    if least is None or player.born is None:
        return
    if age(player.born, timezone.localdate(now)) < least:
        raise Refusal("too_young", "", name=player.alias, age=least)


def _playing(table: Table) -> set[str]:
    return {seat.player for seat in table.seats if seat.player and not seat.away}


def tables_of(*keys: str) -> list[int]:
    """The tables at which a player sits now, by the keys that logs have."""
    views = models.Table.objects.values_list("pk", "stream__view").order_by("pk")
    return [pk for pk, view in views if any(s["player"] in keys for s in view.get("seats", []))]
