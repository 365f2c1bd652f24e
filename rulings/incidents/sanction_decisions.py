"""Sanctions by supervisors, lifted by managers, each with badge and PIN at that moment (S-012, S-045)."""

from datetime import datetime, timedelta
from functools import partial

from django.db import transaction

from players.identity import keys_of
from players.models import Player, Sanction, SanctionLift, Separation
from players.sanctions import sanction_give, sanction_lift
from players.separation import separation_decide, separations_add
from players.standing import moment
from poker.refusal import Refusal
from rulings.incidents.models import Incident
from staff.aliases import canonical_alias
from staff.models import Staff
from staff.permissions import require
from staff.pins import staff_by_pin
from tables import table_screens
from tables.admission import tables_of
from tables.models import Table
from waitlist.every_room import lock_tables_and_waitlists
from waitlist.exclusions import remove_excluded
from web import broadcast
from web.floor_screens import notify_floor

EXCLUDING = (Sanction.Kind.SUSPENSION, Sanction.Kind.BAR)  # the player may not play
DUPLICATE_WINDOW = timedelta(minutes=1)  # an identical form within this time is a duplicate


def sanction_decide(
    *,
    player: Player,
    badge: str,
    pin: str,
    kind: str,
    until: datetime | None,
    reason: str,
    now: datetime,
    incident: Incident | None = None,
) -> Sanction:
    """Give a sanction; the player's tables, the map and the queue show it immediately.

    A player who may no longer play loses every list entry, lock-up and request to join.

    Raises `Refusal`: `bad_sign_in`, `locked_out`, `not_allowed`, those of `sanction_give`, and `sanctioned_already` for
    the same sanction of one incident, or with the same end, again; within a minute, it is treated as one form sent
    twice.
    """
    # Before the transaction, so that a failed PIN attempt is never rolled back.
    staff = staff_by_pin(
        badge=badge, pin=pin, room_id=incident.table.room_id if incident else None, now=now
    )
    require(staff, "players.give_sanction")
    with transaction.atomic(durable=True):
        if kind in EXCLUDING:
            lock_tables_and_waitlists()
            remove_excluded(player=player, by=staff.key, now=now)
        Player.objects.select_for_update().get(pk=player.pk)
        duplicate = _find_duplicate(player, kind, until, reason, staff, incident)
        if duplicate is not None and duplicate.at > now - DUPLICATE_WINDOW:
            return duplicate
        if duplicate is not None and (incident is not None or until is not None):
            facts = {"name": player.alias, "kind": kind, "at": moment(duplicate.at)}
            raise Refusal("sanctioned_already", "S-045", **facts)
        sanction = sanction_give(
            player=player,
            kind=kind,
            until=until,
            reason=reason,
            by=staff.key,
            now=now,
            incident=incident.pk if incident else None,
        )
        refresh_tables(player)
    return sanction


def sanction_end(
    *, sanction: Sanction, badge: str, pin: str, reason: str, now: datetime
) -> SanctionLift:
    """Lift a sanction. Raises `Refusal`: `bad_sign_in`, `locked_out`, `not_allowed`, and those of
    `sanction_lift`.
    """
    staff = staff_by_pin(badge=badge, pin=pin, room_id=None, now=now)
    require(staff, "players.lift_sanction")
    with transaction.atomic(durable=True):
        lifting = sanction_lift(sanction=sanction, reason=reason, by=staff.key, now=now)
        refresh_tables(sanction.player)
    return lifting


def players_separate(
    *, player: Player, others: str, apart: bool, badge: str, pin: str, reason: str, now: datetime
) -> list[Separation]:
    """Keep a set of players apart (supervisors), or let two play together again (managers).

    `others` is an alias, or several with commas if `apart` is true. Raises `Refusal`: `bad_sign_in`, `locked_out`,
    `not_allowed`, `no_player`, and those of `separations_add` and `separation_decide`.
    """
    staff = staff_by_pin(badge=badge, pin=pin, room_id=None, now=now)
    require(staff, "players.give_sanction" if apart else "players.lift_sanction")
    players = _find_players(others, several=apart)
    with transaction.atomic(durable=True):
        numbers = sorted({player.pk, *(other.pk for other in players)})
        list(Player.objects.select_for_update().filter(pk__in=numbers).order_by("pk"))
        if apart:
            return separations_add(players=[player, *players], reason=reason, by=staff.key, now=now)
        back = separation_decide(
            one=player, other=players[0], apart=False, reason=reason, by=staff.key, now=now
        )
    return [back]


def _find_players(text: str, *, several: bool) -> list[Player]:
    """Return players by their aliases, which may contain commas. Raises `Refusal`: `no_player`."""
    names = " ".join(text.replace("\0", " ").split())
    alone = Player.objects.filter(alias_key=canonical_alias(names)).first() if names else None
    if alone is not None:
        return [alone]
    results = []
    for name in [part.strip() for part in names.split(",") if part.strip()] if several else [names]:
        player = Player.objects.filter(alias_key=canonical_alias(name)).first() if name else None
        if player is None:
            raise Refusal("no_player", "S-017", name=name[:40])
        results.append(player)
    if not results:
        raise Refusal("no_player", "S-017", name=names[:40])
    return results


def _find_duplicate(
    player: Player,
    kind: str,
    until: datetime | None,
    reason: str,
    staff: Staff,
    incident: Incident | None,
) -> Sanction | None:
    """Return the newest sanction with the same content that was not lifted; None if there is none."""
    return Sanction.objects.filter(
        player=player,
        kind=kind,
        until=until,
        reason=" ".join(reason.split()),
        by=staff.key,
        incident=incident.pk if incident else None,
        lifting=None,
    ).first()


def refresh_tables(player: Player) -> None:
    """After the commit, refresh the tablets, maps and queues that show the player's standing."""
    tables = Table.objects.filter(pk__in=tables_of(*keys_of(player)))
    for table_id, room_id in tables.values_list("pk", "room_id"):
        transaction.on_commit(partial(table_screens.send_refresh, table_id=table_id), robust=True)
        message = {"type": "floor.changed", "table": table_id}
        send = partial(broadcast.send, table_screens.map_group(room_id), message)
        transaction.on_commit(send, robust=True)
        notify_floor(room_id=room_id, table_id=table_id)
