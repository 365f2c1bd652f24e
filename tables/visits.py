"""Visits: check-in and check-out at the desk, and what two players who are one have of them."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Sum

from players.identity import kept, keys_of
from players.merging import merge_inside_transaction
from players.models import Merge, Player
from players.registry import alias_release
from poker.refusal import Refusal
from tables.arrivals import checked_in
from tables.lists.carrying import By
from tables.lists.seating import twice_off
from tables.models import Movement, Room, Sitting, Table, Visit
from tables.welcome import tables_of


def check_in(*, player: Player, room: Room, by: str, now: datetime) -> Visit:
    """A player comes in.

    Refuses `player_barred` and the like, `age_unknown`, `too_young`, `alias_needed`, `in_already`.
    """
    found = Player.objects.select_related("merged_into").get(pk=player.pk)
    with transaction.atomic():
        visit, begins = checked_in(player=found, room=room, by=by, now=now)
    if not begins:
        raise Refusal("in_already", "", name=visit.player.alias)
    return visit


def check_out(*, player: Player, by: str, now: datetime) -> Visit:
    """A player goes. Refuses `not_in`, and `still_seated` while there is a seat."""
    found = kept(player)
    with transaction.atomic():
        visit = Visit.objects.select_for_update().filter(player=found, out_at=None).first()
        if visit is None:
            raise Refusal("not_in", "", name=found.alias)
        if at := tables_of(*keys_of(found)):
            table = Table.objects.get(pk=at[0])
            raise Refusal("still_seated", "", name=found.alias, table=table.name)
        visit.out_at, visit.out_by = now, by
        visit.save(update_fields=["out_at", "out_by"])
    return visit


def alias_free(*, player: Player, by: str, now: datetime) -> None:
    """Let somebody else have the alias of a player who is not here. Refuses `alias_in_use`."""
    seated = tables_of(*keys_of(player))
    if seated or Visit.objects.filter(player=kept(player), out_at=None).exists():
        raise Refusal("alias_in_use", "", name=player.alias)
    alias_release(player=player, by=by, now=now)


def players_merge(*, kept: Player, gone: Player, reason: str, by: str, now: datetime) -> Merge:
    """Two players are one. Refuses `merge_seated` where both sit, and what `merge_inside_transaction` refuses."""
    with transaction.atomic():
        sits = [tables_of(*keys_of(player)) for player in (kept, gone)]
        merge = merge_inside_transaction(kept=kept, gone=gone, reason=reason, by=by, now=now)
        if sits[0] and sits[1]:
            names = [Table.objects.get(pk=found[0]).name for found in sits]
            raise Refusal(
                "merge_seated",
                "",
                name=kept.alias,
                other=gone.alias,
                table=names[0],
                second=names[1],
            )
        _visits_follow(kept, gone)
        said = By(room_id=0, command_id=f"merge-{merge.pk}", actor=by, now=now)
        twice_off(keys_of(kept), said)
    return merge


def _visits_follow(kept: Player, gone: Player) -> None:
    """Of two open visits one is left, from when the first of them began."""
    mine = Visit.objects.filter(player=kept, out_at=None).first()
    other = Visit.objects.filter(player=gone, out_at=None).first()
    if mine is not None and other is not None:
        mine.in_at = min(mine.in_at, other.in_at)
        mine.save(update_fields=["in_at"])
        other.sittings.update(visit=mine)
        other.delete()
    Visit.objects.filter(player=gone).update(player=kept)


@dataclass(frozen=True, slots=True)
class Stay:
    """A visit in sums: time in seats, tables in order, chips bought and taken off in the smallest unit."""

    visit: Visit
    played: timedelta
    tables: tuple[str, ...]
    bought: int
    taken_off: int
    sittings: tuple[Sitting, ...]


def stay(visit: Visit, now: datetime) -> Stay:
    """What a visit came to by now."""
    rows = tuple(visit.sittings.select_related("table").prefetch_related("movements"))
    played = sum(((row.left_at or now) - row.taken_at for row in rows), timedelta())
    moved = Movement.objects.filter(sitting__visit=visit).order_by()
    sums = dict(moved.values_list("kind").annotate(Sum("amount")))
    bought = sums.get(Movement.Kind.BUY_IN, 0) + sums.get(Movement.Kind.ADD_ON, 0)
    return Stay(
        visit,
        played,
        tuple(dict.fromkeys(row.table.name for row in rows)),
        bought,
        sums.get(Movement.Kind.TAKEN_OFF, 0),
        rows,
    )
