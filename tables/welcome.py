"""At every door: who is barred or suspended is not seated, is not dealt in again, and buys no chips (S-045)."""

from datetime import datetime

from players.roster import player_known
from players.standing import refuse_unwelcome
from poker.commands import AddChips, Command, SeatPlayer, SitIn, Undo
from poker.state import Table
from tables import models

SEATS = (SeatPlayer, SitIn, AddChips, Undo)  # by which somebody may come to be dealt in, or buys


def refuse_at_the_door(command: Command, before: Table, after: Table, now: datetime) -> None:
    """Refuses `player_barred` and `player_suspended` for whoever a command seats, sits in or sells chips to.

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


def _playing(table: Table) -> set[str]:
    return {seat.player for seat in table.seats if seat.player and not seat.away}


def tables_of(player: str) -> list[int]:
    """The tables at which a player sits now, by the key that the log has."""
    views = models.Table.objects.values_list("pk", "stream__view").order_by("pk")
    return [pk for pk, view in views if any(s["player"] == player for s in view.get("seats", []))]
