"""Making and opening tables, and seating players."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any
from uuid import uuid4

from django.db import transaction
from django.utils.text import slugify

from journal import store
from players.apart import kept_from
from players.identity import keys_of
from players.roster import player_known, player_named
from poker import engine
from poker.commands import OpenTable, SeatPlayer
from poker.refusal import Refusal
from poker.state import Transfer
from tables.actions import (
    Result,
    append_inside_transaction,
    durably,
    execute,
    execute_inside_transaction,
)
from tables.in_force import rules_at
from tables.models import Plaque, Room, Table
from tables.plaques import fits


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
) -> Result:
    """Seat a player, known or new. Only staff do this (S-013), so the actor is staff.

    `stack` alone is a stake that is counted and brought for no reason of the house.

    No guide forbids a second seat at another table, so whoever has one is seated and the dealer is told.
    """
    if not name.strip():
        raise Refusal("bad_command", "S-013", name="seat_player")
    brought = stake or Stake(stack)

    def sit() -> Result:
        who = player_named(key=player, alias=name)
        return execute_inside_transaction(
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

    result = durably(table_id=table_id, command_id=command_id, work=sit)
    came = [result.view["seats"][seat - 1]["player"]]
    return replace(result, warning=warned(table_id, result.view, came))


def warned(table_id: int, view: Mapping[str, Any], keys: Collection[str]) -> Refusal | None:
    """What is to be said of players who have just sat down, by their keys: with whom (S-017), where else they sit."""
    for seat in view["seats"]:
        if seat["player"] and seat["player"] in keys:
            told = _beside(view, seat) or _elsewhere(table_id, seat)
            if told is not None:
                return told
    return None


def _beside(view: Mapping[str, Any], seat: Mapping[str, Any]) -> Refusal | None:
    """Somebody at the table with whom the house lets this player share no game (S-016, S-017)."""
    player = player_known(seat["player"] or "")
    apart = kept_from(player) if player else {}
    for other in view["seats"] if apart else ():
        beside = player_known(other["player"] or "")
        if beside is not None and beside.pk in apart:
            facts = {"name": seat["name"], "other": other["name"], "seat": other["seat"]}
            return Refusal("players_apart", "S-017", **facts)
    return None


def _elsewhere(table_id: int, seat: Mapping[str, Any]) -> Refusal | None:
    """The other seat of a player who sits at two tables of the house."""
    player = player_known(seat["player"] or "")
    keys = keys_of(player) if player else [seat["player"]]
    for table in Table.objects.select_related("stream").exclude(pk=table_id).order_by("name"):
        for other in table.view.get("seats", []):
            if other["player"] and other["player"] in keys:
                facts = {"name": other["name"], "table": table.name, "seat": other["seat"]}
                return Refusal("player_elsewhere", "", **facts)
    return None
