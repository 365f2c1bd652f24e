"""At every door: who is barred or suspended is not seated, and is not dealt in again (S-045)."""

from datetime import datetime

from players.models import Player
from players.standing import refuse_unwelcome
from poker.commands import Command, SeatPlayer, SitIn, Undo
from poker.state import Table

SEATS = (SeatPlayer, SitIn, Undo)  # commands by which somebody may come to be dealt in


def refuse_at_the_door(command: Command, before: Table, after: Table, now: datetime) -> None:
    """Refuses `player_barred` and `player_suspended` for whoever a command seats or sits in.

    An undo seats whoever had left, and brings back who had sat out.
    """
    if not isinstance(command, SEATS):
        return
    if isinstance(command, SitIn):
        coming = {seat.player for seat in after.seats if seat.number == command.seat}
    else:
        coming = _playing(after) - _playing(before)
    for key in sorted(coming):
        player = Player.objects.filter(pk=int(key[1:])).first() if _known(key) else None
        if player is not None:
            refuse_unwelcome(player, now)


def _playing(table: Table) -> set[str]:
    return {seat.player for seat in table.seats if seat.player and not seat.away}


def _known(key: str) -> bool:
    """Whether it names a player of the room; recorded hands have names of their own."""
    return key.startswith("p") and key[1:].isascii() and key[1:].isdecimal() and len(key) < 19
