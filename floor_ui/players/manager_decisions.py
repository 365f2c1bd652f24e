"""Decisions about players that only managers make, each with badge and PIN (S-012)."""

from datetime import datetime

from django.db import transaction

from ops.anonymize import anonymize
from ops.models import Anonymization
from players.employment import employment_set
from players.models import Player, PlayerMerge, SelfExclusion
from players.self_exclusion import self_exclude
from poker.refusal import Refusal
from rulings.incidents.sanction_decisions import refresh_tables
from staff.aliases import canonical_alias
from staff.models import Staff
from staff.permissions import require
from staff.pins import staff_by_pin
from waitlist.every_room import lock_tables_and_waitlists
from waitlist.exclusions import remove_excluded
from waitlist.visits import players_merge


def exclusion_decide(
    *,
    player: Player,
    since: datetime | None,
    until: datetime | None,
    for_good: bool,
    badge: str,
    pin: str,
    now: datetime,
) -> SelfExclusion:
    """Record a self-exclusion; the player's tables, the map and the queue show it immediately.

    The player leaves every list, lock-up and request to join, immediately or when the exclusion begins.

    Raises `Refusal`: `bad_sign_in`, `locked_out`, `not_allowed`, `exclusion_dates`; only a permanent exclusion may have
    no end.
    """
    staff = staff_by_pin(
        badge=badge, pin=pin, room_id=None, now=now
    )  # before the transaction, so that a failed attempt is counted
    require(staff, "players.exclude_player")
    if until is None and not for_good:
        raise Refusal("exclusion_dates", "")
    end = None if for_good else until
    with transaction.atomic(durable=True):
        lock_tables_and_waitlists()
        if since is None or since <= now:
            remove_excluded(player=player, by=staff.key, now=now)
        row = self_exclude(player=player, since=since or now, until=end, by=staff.key, now=now)
        refresh_tables(row.player)
    return row


def merge_decide(
    *, player: Player, other: str, reason: str, badge: str, pin: str, now: datetime
) -> PlayerMerge:
    """Merge `other`, an alias, into this player, who stays.

    Raises `Refusal`: `bad_sign_in`, `locked_out`, `not_allowed`, `no_player`, and those of `players_merge`.
    """
    staff = staff_by_pin(badge=badge, pin=pin, room_id=None, now=now)
    require(staff, "players.merge_player")
    name = " ".join(other.replace("\0", " ").split())
    duplicate = Player.objects.filter(alias_key=canonical_alias(name)).first() if name else None
    if duplicate is None:
        raise Refusal("no_player", "S-017", name=name[:40])
    return players_merge(surviving=player, merged=duplicate, reason=reason, by=staff.key, now=now)


def employment_decide(*, player: Player, job: str, badge: str, pin: str, now: datetime) -> None:
    """Record what a player does for the house; "" for nothing.

    Raises `Refusal`: `bad_sign_in`, `locked_out`, `not_allowed`, and those of `employment_set`.
    """
    staff = staff_by_pin(badge=badge, pin=pin, room_id=None, now=now)
    require(staff, "promotions.keep_fund")
    employment_set(player=player, job=job, by=staff, now=now)


def anonymize_decide(
    *, player: Player, staff: Staff, reason: str, badge: str, pin: str, now: datetime
) -> Anonymization:
    """Erase everything personal about a player, with a second manager's agreement; this cannot be undone.

    Raises `Refusal`: `not_allowed`, `bad_sign_in`, `locked_out`, `anonymise_alone`, and those of `anonymize`.
    """
    require(staff, "players.anonymise_player")
    second = staff_by_pin(badge=badge, pin=pin, room_id=None, now=now)
    require(second, "players.anonymise_player")
    if second.pk == staff.pk:
        raise Refusal("anonymise_alone", "")
    return anonymize(player=player, by=staff, second=second.key, reason=reason, now=now)
