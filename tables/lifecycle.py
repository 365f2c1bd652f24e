"""Making and opening tables, and seating players."""

from dataclasses import dataclass, replace
from datetime import datetime
from uuid import uuid4

from django.db import transaction
from django.utils.text import slugify

from journal import store
from players.identity import keys_of
from players.roster import player_named
from poker import engine
from poker.commands import OpenTable, SeatPlayer
from poker.refusal import Refusal
from poker.state import Transfer
from poker.waiting.state import Lists
from tables.actions import (
    Result,
    append_inside_transaction,
    durably,
    execute,
    execute_inside_transaction,
)
from tables.chairs import refuse_kept
from tables.in_force import rules_at
from tables.lists.asking import lists_held, lists_known
from tables.lists.carrying import By
from tables.lists.seating import sat_down
from tables.models import Plaque, Room, Table
from tables.plaques import fits
from tables.warning import refuse_apart, warned


def table_create(
    *, room: Room, name: str, seats: int, plaque: Plaque | None, actor: str, now: datetime
) -> Table:
    """A new, closed table with empty chairs, and its log."""
    if plaque is not None:
        fits(plaque=plaque, seats=seats)
    outcome = engine.create(name, seats)
    with transaction.atomic():
        number = uuid4().hex
        stream = store.create_stream(key=f"table.{slugify(name)}.{number[:12]}")
        table = Table(stream=stream, room=room, name=name, seats=seats, plaque=plaque)
        table.save(force_insert=True)
        append_inside_transaction(
            stream=stream, command_id=number, outcome=outcome, actor=actor, now=now
        )
    return table


def table_open(
    *, table: Table, command_id: str, seen: int | None, actor: str, now: datetime
) -> Result:
    """Open a table under its plaque (S-005); the engine refuses fewer than two players."""
    plaque = table.plaque
    if plaque is None:
        raise Refusal("no_plaque", "S-005", table=table.name)
    fits(plaque=plaque, seats=table.seats)
    command = OpenTable(
        stakes=plaque.to_stakes(),
        rules=rules_at(table_id=table.pk, now=now),
        tracking=plaque.tracking,  # type: ignore[arg-type]
    )
    return execute(
        table_id=table.pk,
        command_id=command_id,
        seen=seen,
        command=command,
        actor=actor,
        now=now,
    )


@dataclass(frozen=True, slots=True)
class Stake:
    """What a player sits down with, as in `SeatPlayer`; `by` decided on the reason."""

    stack: int | None = None
    buy_in: int | None = None
    reason: Transfer = ""
    said: str = ""
    by: str = ""


def player_seat(
    *,
    table_id: int,
    seat: int,
    player: str,
    name: str,
    command_id: str,
    seen: int | None,
    actor: str,
    now: datetime,
    stack: int | None = None,
    stake: Stake | None = None,
    together: bool = True,
) -> Result:
    """Seat a player, known or new. Only staff do this (S-013), so the actor is staff.

    `stack` alone is a stake that is counted and brought for no reason of the house.

    together: with whom he may share no game is only said with the result (S-016); without, `players_apart` refuses.
    No guide forbids a second seat at another table, so whoever has one is seated and the dealer is told.
    """
    if not name.strip():
        raise Refusal("bad_command", "S-013", name="seat_player")
    brought = stake or Stake(stack)

    def sit() -> Result:
        table = Table.objects.select_related("plaque").get(pk=table_id)
        lists_id = lists_known(table.room_id)
        lists = lists_held(lists_id) if lists_id else Lists()  # always before the table
        who = player_named(key=player, alias=name)
        keys = keys_of(who)
        refuse_kept(lists, table.name, seat, keys)
        done = execute_inside_transaction(
            table_id=table_id,
            command_id=command_id,
            seen=seen,
            command=SeatPlayer(
                seat=seat,
                player=who.key,
                name=who.alias,
                stack=brought.stack,
                buy_in=brought.buy_in,
                reason=brought.reason,
                said=brought.said,
                by=brought.by if brought.reason else "",
            ),
            actor=actor,
            now=now,
        )
        if not (together or done.repeated):
            refuse_apart(done.view, who.key, who.alias)
        if lists_id and not done.repeated:
            by = By(room_id=table.room_id, command_id=command_id, actor=actor, now=now)
            sat_down(lists_id, lists, table, seat, keys, by)
        return done

    result = durably(table_id=table_id, command_id=command_id, work=sit)
    came = [result.view["seats"][seat - 1]["player"]]
    return replace(result, warning=warned(table_id, result.view, came))
