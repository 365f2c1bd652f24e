"""Admission check: a barred or suspended player is not seated, dealt back in or sold chips (S-045).

A player has a seat at only one table of the house.
"""

from collections.abc import Collection
from datetime import datetime

from django.utils import timezone

from players.identity import keys_of, lock_players, number_of
from players.models import Player
from players.registry import age
from players.roster import player_known
from players.standing import refuse_if_barred
from poker.commands import AddChips, Command, DrawSeats, SeatPlayer, SitIn, Undo
from poker.refusal import Refusal
from poker.state import Table
from poker.view.model import read_occupants
from staff.hooks import hooks
from staff.models import Room
from tables import models
from tables.seating_warnings import seat_elsewhere

# Commands that deal a player in or sell the player chips
CHECKED_COMMANDS = (SeatPlayer, DrawSeats, SitIn, AddChips, Undo)


def refuse_barred_players(
    command: Command, before: Table, after: Table, table_id: int, now: datetime
) -> None:
    """Refuse a command that seats, deals back in or sells chips to a player who may not play.

    An undo can seat a player who had left, or bring back one who had sat out. Raises `Refusal`:
    `player_barred`, `player_excluded`, `player_suspended`, `too_young`, and `player_seated` for the
    second key of a merged player.
    """
    if not isinstance(command, CHECKED_COMMANDS):
        return
    if isinstance(command, SitIn | AddChips):
        keys = {seat.player for seat in after.seats if seat.number == command.seat}
    else:
        keys = _keys_dealt_in(after) - _keys_dealt_in(before)
    for key in sorted(keys):
        player = player_known(key)
        if player is not None:
            refuse_if_barred(player, now)
            _refuse_second_seat(player, key, after)
            if player.born is not None:
                room = Room.objects.filter(tables=table_id)
                refuse_too_young(player, room.values_list("minimum_age", flat=True).first(), now)


def _refuse_second_seat(player: Player, key: str, table: Table) -> None:
    """Refuse a second seat for a merged player: both keys would be the same player in a hand."""
    keys = keys_of(player)
    for seat in table.seats:
        if seat.player != key and seat.player in keys:
            raise Refusal("player_seated", "S-014", seat=seat.number, name=player.alias)


def refuse_second_seats(before: Table, after: Table, table_id: int) -> None:
    """Refuse a command that seats a player who sits at another table of the house, in any room.

    That includes an undo or a ruling that seats a player again. The players are locked, so that only one of two tables
    can seat a player. A move empties the other seat first. Raises `Refusal`: `player_elsewhere`.
    """
    if after.event is not None:
        return  # the tournament knows its players' seats
    seated = {seat.player for seat in before.seats}
    names = {
        number: seat.name
        for seat in after.seats
        if seat.player not in seated and (number := number_of(seat.player))
    }
    if not names:
        return
    for number, numbers in lock_players(names).items():
        refusal = seat_elsewhere(names[number], numbers, table_id)
        if refusal is not None:
            raise refusal
        _refuse_seat_of_a_slice(names[number], [f"p{key}" for key in numbers])


def _refuse_seat_of_a_slice(name: str, keys: Collection[str]) -> None:
    """Raise the refusal for a player who has a seat that is not at a cash table, such as one in an event."""
    for seat_elsewhere_of in hooks().SEATS_ELSEWHERE:
        refusal = seat_elsewhere_of(name, keys)
        if refusal is not None:
            raise refusal


def refuse_too_young(player: Player, minimum_age: int | None, now: datetime) -> None:
    """Refuse a player below the minimum age. The desk asks for a missing date of birth at check-in.

    Raises `Refusal`: `too_young`.
    """
    if minimum_age is None or player.born is None:
        return
    if age(player.born, timezone.localdate(now)) < minimum_age:
        raise Refusal("too_young", "", name=player.alias, age=minimum_age)


def _keys_dealt_in(table: Table) -> set[str]:
    return {seat.player for seat in table.seats if seat.player and not seat.away}


def tables_naming(keys: Collection[str]) -> list[int]:
    """Return the tables with a seat taken by a player or locked up for them, in the order of their locks."""
    texts = [f'"player":"{key}"'.encode() for key in keys]
    states = models.Table.objects.order_by("pk").values_list("pk", "stream__state")
    return [pk for pk, state in states if any(text in bytes(state) for text in texts)]


def tables_of(*keys: str) -> list[int]:
    """Return the tables where a player sits now, by the player's keys in the logs."""
    views = models.Table.objects.values_list("pk", "stream__view__seats").order_by("pk")
    return [pk for pk, seats in views if any(s.player in keys for s in read_occupants(seats))]
