"""Visits: check-in and check-out at the desk, visit summaries, and merging the visits of two players."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Sum

from players.identity import keys_of, surviving_player
from players.merging import merge_inside_transaction
from players.models import Player, PlayerMerge
from players.registry import alias_release
from poker.refusal import Refusal
from staff.models import Room
from tables.admission import tables_of
from tables.check_in import ensure_checked_in
from tables.models import ChipMovement, SeatSession, Table, Visit
from waitlist.every_room import lock_tables_and_waitlists, remove_duplicates
from waitlist.player_aliases import alias_show
from waitlist.resolve import require_entry, require_player
from waitlist.rules.events import PlayerArrived
from waitlist.stored_commands import StoredInWaitlists


def check_in(*, player: Player, room: Room, by: str, now: datetime) -> Visit:
    """Check a player in.

    Raises `Refusal`: `player_barred`, `player_excluded`, `player_suspended`, `age_unknown`,
    `too_young`, `alias_needed`, `in_already`.
    """
    current = Player.objects.select_related("merged_into").get(pk=player.pk)
    with transaction.atomic():
        visit, begins = ensure_checked_in(player=current, room=room, by=by, now=now)
    if not begins:
        raise Refusal("in_already", "", name=visit.player.alias)
    return visit


def check_in_arrived(stored: StoredInWaitlists) -> None:
    """Check in the players who have arrived. Taking a seat also checks in (`tables/seat_sessions.py`)."""
    room = Room.objects.get(pk=stored.room_id)
    for event in stored.events:
        if isinstance(event, PlayerArrived):
            _, entry = require_entry(stored.state, event.number)
            player = require_player(entry.player)
            ensure_checked_in(player=player, room=room, by=stored.actor, now=stored.now)


def open_visit(player: Player) -> Visit | None:
    """Return the current visit of a player, in any room of the house; None if there is none."""
    return Visit.objects.filter(player=surviving_player(player), out_at=None).first()


def check_out(*, player: Player, by: str, now: datetime) -> Visit:
    """Check a player out. Raises `Refusal`: `not_in`, and `still_seated` if the player has a seat."""
    survivor = surviving_player(player)
    with transaction.atomic():
        visit = Visit.objects.select_for_update().filter(player=survivor, out_at=None).first()
        if visit is None:
            raise Refusal("not_in", "", name=survivor.alias)
        if table_ids := tables_of(*keys_of(survivor)):
            table = Table.objects.get(pk=table_ids[0])
            raise Refusal("still_seated", "", name=survivor.alias, table=table.name)
        visit.out_at = now
        visit.out_by = by
        visit.save(update_fields=["out_at", "out_by"])
    return visit


def alias_free(*, player: Player, by: str, now: datetime) -> None:
    """Release the alias of a player who is not checked in. Raises `Refusal`: `alias_in_use`."""
    seated = tables_of(*keys_of(player))
    if seated or open_visit(player) is not None:
        raise Refusal("alias_in_use", "", name=player.alias)
    alias_release(player=player, by=by, now=now)


def players_merge(
    *, surviving: Player, merged: Player, reason: str, by: str, now: datetime
) -> PlayerMerge:
    """Merge two players. Raises `Refusal`: `merge_seated` if both sit, and what `merge_inside_transaction`
    refuses.
    """
    with transaction.atomic():
        lock_tables_and_waitlists()  # before the players, as everywhere
        merged_keys = [keys_of(player) for player in (surviving, merged)]
        merge = merge_inside_transaction(
            player=surviving, gone=merged, reason=reason, by=by, now=now
        )
        # With the players locked, neither of them can take a seat.
        table_ids = [tables_of(*keys) for keys in merged_keys]
        if table_ids[0] and table_ids[1]:
            names = [Table.objects.get(pk=ids[0]).name for ids in table_ids]
            raise Refusal(
                "merge_seated",
                "",
                name=surviving.alias,
                other=merged.alias,
                table=names[0],
                second=names[1],
            )
        _visits_follow(surviving, merged)
        remove_duplicates(keys_of(surviving), command_id=f"merge-{merge.pk}", actor=by, now=now)
        alias_show(player=surviving, by=by, now=now)
    return merge


def _visits_follow(player: Player, merged: Player) -> None:
    """Move the visits to the surviving player; two open visits become one, from the earlier check-in."""
    visit = Visit.objects.filter(player=player, out_at=None).first()
    other = Visit.objects.filter(player=merged, out_at=None).first()
    if visit is not None and other is not None:
        visit.in_at = min(visit.in_at, other.in_at)
        visit.save(update_fields=["in_at"])
        other.sittings.update(visit=visit)
        other.delete()
    Visit.objects.filter(player=merged).update(player=player)


@dataclass(frozen=True, slots=True)
class VisitSummary:
    """Totals of a visit."""

    visit: Visit
    played: timedelta  # time in seats
    tables: tuple[str, ...]  # names in order
    bought: int  # in cents
    taken_off: int  # in cents
    sittings: tuple[SeatSession, ...]


def visit_summary(visit: Visit, now: datetime) -> VisitSummary:
    """Return the totals of a visit up to `now`."""
    rows = tuple(visit.sittings.select_related("table").prefetch_related("movements"))
    played = sum(((row.left_at or now) - row.taken_at for row in rows), timedelta())
    moved = ChipMovement.objects.filter(sitting__visit=visit).order_by()
    sums = dict(moved.values_list("kind").annotate(Sum("amount")))
    bought = sums.get(ChipMovement.Kind.BUY_IN, 0) + sums.get(ChipMovement.Kind.ADD_ON, 0)
    return VisitSummary(
        visit,
        played,
        tuple(dict.fromkeys(row.table.name for row in rows)),
        bought,
        sums.get(ChipMovement.Kind.TAKEN_OFF, 0),
        rows,
    )
