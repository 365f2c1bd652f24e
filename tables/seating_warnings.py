"""Warnings and refusals about separated players at one table, and about a player's seat at another table."""

from collections.abc import Collection, Iterable

from players.roster import player_known
from players.separation import separations_of
from poker.refusal import Refusal
from poker.view.model import Occupant
from tables.models import SeatSession


def seating_warning(seats: Iterable[Occupant], keys: Collection[str]) -> Refusal | None:
    """Return the first warning about players who have just been seated, by their keys; None if there is none."""
    for seat in seats:
        if seat.player and seat.player in keys:
            refusal = separation_at_table(seats, seat.player, seat.name)
            if refusal is not None:
                return refusal
    return None


def separation_at_table(seats: Iterable[Occupant], key: str, name: str) -> Refusal | None:
    """Return a refusal if a player from whom this player is kept apart sits at the table (S-016, S-017)."""
    player = player_known(key)
    separated = separations_of(player) if player else {}
    for other in seats if separated else ():
        sitter = player_known(other.player)
        if sitter is not None and sitter.pk in separated:
            facts = {"name": name, "other": other.name, "seat": other.seat}
            return Refusal("players_apart", "S-017", **facts)
    return None


def refuse_apart(seats: Iterable[Occupant], key: str, name: str) -> None:
    """Raise `Refusal`: `players_apart` when the desk or the floor seats such a player. A tablet only shows the
    warning.
    """
    refusal = separation_at_table(seats, key, name)
    if refusal is not None:
        raise refusal


def seat_elsewhere(name: str, numbers: Collection[int], table_id: int) -> Refusal | None:
    """Return the refusal for a player's seat at another table of the house; None if there is none.

    `numbers`: all primary keys of the player, merged ones included.
    """
    sessions = SeatSession.objects.filter(visit__player__in=numbers, left=None)
    session = sessions.exclude(table=table_id).select_related("table__room").first()
    if session is None:
        return None
    facts = {"table": session.table.name, "seat": session.seat, "room": session.table.room.name}
    return Refusal("player_elsewhere", "", name=name, **facts)
