"""Seats that a waitlist reserves are closed to other players."""

from collections.abc import Sequence

from poker.refusal import Refusal
from waitlist.rules.state import Waitlists


def refuse_reserved(waitlists: Waitlists, table: str, seat: int, keys: Sequence[str]) -> None:
    """Raise `Refusal`: `chair_kept` if a waitlist reserves the seat for another player. `keys` are all keys of one
    player.
    """
    for waitlist in waitlists.lists:
        for entry in waitlist.entries:
            if (entry.table, entry.seat) == (table, seat) and entry.player not in keys:
                raise Refusal("chair_kept", "S-013", seat=seat, name=entry.name)
