"""Players who may not play: removed from every list, lock-up and request, and marked where they still sit (S-045)."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from uuid import uuid4

from players.identity import keys_of
from players.models import Player
from players.standing import Standing, standing_rows, warning_flags
from poker.commands import UnlockSeat
from poker.view.model import Occupant
from tables.actions import TABLE, execute_inside_transaction
from tables.admission import tables_naming
from tables.seat_occupancy import seat_occupancy
from waitlist.every_room import remove_player
from waitlist.joining import join_requests_close
from waitlist.rules.state import Waitlists

REASON = "taken off by the house"  # the player's page shows it, so it does not reveal the standing


@dataclass(frozen=True, slots=True)
class RefusedSeat:
    """A seated player who may not play."""

    table: str
    seat: int
    name: str
    standing: str


def remove_excluded(*, player: Player, by: str, now: datetime) -> None:
    """Take a player off all lists, lock-ups and requests to join, in the transaction of the decision.

    The caller has locked the tables and waitlists, and locks the player afterward.
    """
    keys = keys_of(player)
    for table_id in tables_naming(keys):
        for seat in TABLE.lock_state(table_id).seats:
            if seat.lock is not None and seat.lock.player in keys:
                execute_inside_transaction(
                    table_id=table_id,
                    command_id=uuid4().hex,
                    seen=None,
                    command=UnlockSeat(seat.number),
                    actor=by,
                    now=now,
                )
    remove_player(keys, REASON, command_id=uuid4().hex, actor=by, now=now)
    join_requests_close(player=player, actor=by, now=now)


def excluded_entries(waitlists: Waitlists, now: datetime) -> list[int]:
    """Return the entries of players who may not play, such as after an exclusion that began just now."""
    keys = {entry.player for waitlist in waitlists.lists for entry in waitlist.entries}
    excluded = not_admitted(keys, now)
    return [
        entry.number
        for waitlist in waitlists.lists
        for entry in waitlist.entries
        if entry.player in excluded
    ]


def not_admitted(keys: Iterable[str], now: datetime) -> dict[str, Standing]:
    """Return the standing of each of these players who may not play, by key."""
    standings = warning_flags(standing_rows(now), keys, now)
    return {key: standing for key, standing in standings.items() if not standing.is_admitted}


def refused_occupants(seats: Iterable[Occupant], now: datetime) -> dict[int, Standing]:
    """Return the standing of those players of a table who may not play, by seat."""
    players = {seat.seat: seat.player for seat in seats if seat.player}
    excluded = not_admitted(players.values(), now)
    return {seat: excluded[key] for seat, key in players.items() if key in excluded}


def refused_seats(room_id: int, now: datetime) -> list[RefusedSeat]:
    """Return the seated players of a room who may not play, by table."""
    return [
        RefusedSeat(table.name, seat.seat, seat.name, refused[seat.seat].sentence)
        for table in seat_occupancy(room_id)
        for refused in (refused_occupants(table.seats, now),)
        for seat in table.seats
        if seat.seat in refused
    ]
