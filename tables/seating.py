"""Seating a player at a table. The waitlists follow the seat that was taken (`waitlist/following.py`)."""

from dataclasses import replace
from datetime import datetime

from players.roster import player_named
from poker.commands import SeatPlayer
from poker.refusal import Refusal
from tables.actions import TABLE, CommandResult, execute_inside_transaction
from tables.lifecycle import BuyIn
from tables.seating_warnings import refuse_apart, seating_warning
from tables.stale import Seen


def player_seat(
    *,
    table_id: int,
    seat: int,
    player: str,
    name: str,
    command_id: str,
    seen: Seen,
    actor: str,
    now: datetime,
    stack: int | None = None,
    buy_in: BuyIn | None = None,
    together: bool = True,
) -> CommandResult:
    """Seat a player, known or new.

    Only staff do this (S-013), so the actor is a staff member. `stack` alone is a counted buy-in without a reason of
    the house. With `together`, a separation only gives a warning with the result (S-016); without it, the command is
    refused. Raises `Refusal`: `bad_command` without a name, `players_apart`, `chair_kept`, and the refusals of the
    table and the admission check.
    """
    if not name.strip():
        raise Refusal("bad_command", "S-013", name="seat_player", detail="the name is missing")
    chips = buy_in or BuyIn(stack)

    def sit() -> CommandResult:
        TABLE.lock_for(table_id, SeatPlayer)  # before the registry stores a new player
        seated_player = player_named(key=player, alias=name)
        result = execute_inside_transaction(
            table_id=table_id,
            command_id=command_id,
            seen=seen,
            command=SeatPlayer(
                seat=seat,
                player=seated_player.key,
                name=seated_player.alias,
                stack=chips.stack,
                buy_in=chips.buy_in,
                reason=chips.reason,
                said=chips.said,
                by=chips.by if chips.reason else "",
            ),
            actor=actor,
            now=now,
        )
        if not (together or result.repeated):
            refuse_apart(result.view.seats, seated_player.key, seated_player.alias)
        return result

    result = TABLE.durably(table_id, command_id, sit)
    seats = result.view.seats
    return replace(result, warning=seating_warning(seats, [seats[seat - 1].player]))
