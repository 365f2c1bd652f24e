"""Anonymizing a player: everything personal is removed, and the events at the tables stay."""

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import get_args

from django.db import transaction
from django.db.models import Min, Q

from absences.stacks import holds_chips_of
from journal.archives import entry_at
from journal.erasure import erase_inside_transaction, texts_of
from journal.personal_text import ERASED_NOTE, erased_name
from ops.models import Anonymization
from players.identity import keys_of, numbers_of, surviving_player
from players.models import (
    Player,
    PlayerChange,
    PlayerMerge,
    Sanction,
    SanctionLift,
    SelfExclusion,
    Separation,
)
from players.roster import clear_name_cache
from players.sanctions import reason_checked
from players.standing import moment, standing
from poker import codec
from poker.refusal import Refusal
from poker.state import Transfer
from promotions.unpaid_shares import has_unpaid_share
from rulings.incidents.models import Incident, IncidentNote
from staff.audit.recording import record
from staff.models import Staff
from tables.models import ChipMovement, Table, Visit
from waitlist.every_room import lock_tables_and_waitlists
from waitlist.models import RoomWaitlistLog, WaitlistChange
from waitlist.rules import codec as lists_codec

SYSTEM = "system.retention"

TRANSFER_REASONS = frozenset(get_args(Transfer))


def projections_erase(keys: Collection[str], names: Collection[str]) -> None:
    """Erase players from projections; runs in the caller's transaction, after the logs were erased.

    `keys` are those of a player and of the players merged into them; `names` are all their aliases. Another player may
    have had the same alias. Raises `ArchiveError` if an archive of a list entry can't be read.
    """
    list_changes = WaitlistChange.objects.filter(name__in=list(names)).order_by()
    first = list_changes.values_list("lists_id", "number").annotate(Min("seq"))
    for lists_id, number, seq in list(first):
        entry = entry_at(lists_id, seq)  # even if its month is archived
        for key in keys:
            if entry and f'"player":"{key}"' in entry.data:
                rows = WaitlistChange.objects.filter(lists=lists_id, number=number)
                rows.update(name=erased_name(key))
    numbers = [int(key[1:]) for key in keys]
    movements = ChipMovement.objects.filter(sitting__visit__player__in=numbers).exclude(reason="")
    kinds = (ChipMovement.Kind.BROUGHT, ChipMovement.Kind.BUY_IN)
    for row in movements.filter(kind__in=kinds).exclude(reason__in=TRANSFER_REASONS):
        code, _, text = row.reason.partition(": ")
        row.reason = f"{code}: {ERASED_NOTE}" if code in TRANSFER_REASONS and text else ERASED_NOTE
        row.save(update_fields=["reason"])


def anonymize(
    *, player: Player, by: Staff | str, second: str = "", reason: str, now: datetime
) -> Anonymization:
    """Anonymize a player and their merged duplicates. It cannot be undone.

    by: a manager, or the name of a scheduled task; second: the manager who agreed. Raises `Refusal`: `anonymised`,
    `anonymise_here`, `anonymise_waiting`, `anonymise_kept`, `anonymise_standing`, `sanction_reason`,
    `sanction_reason_long`.
    """
    text = reason_checked(reason)
    with transaction.atomic():
        survivor = surviving_player(Player.objects.select_related("merged_into").get(pk=player.pk))
        numbers = numbers_of(survivor)
        keys = keys_of(survivor)
        lock_tables_and_waitlists()  # a concurrent command then finds the player anonymized
        rows = list(Player.objects.select_for_update(of=("self",)).filter(pk__in=numbers))
        _refuse(next(row for row in rows if row.pk == survivor.pk), keys, now)
        names = {row.alias for row in rows} | texts_of(keys)
        count, _ = erase_inside_transaction(keys)
        projections_erase(keys, names)
        _emptied(numbers)
        for row in rows:
            _number_only(row, now)
        name = by if isinstance(by, str) else by.key
        anonymization = Anonymization.objects.create(
            player=survivor, by=name, second=second, reason=text, names=count, at=now
        )
        about = ("player", survivor.key)  # by key, because the name is removed
        record(by, "player_forgotten", now=now, about=about, reason=text)
        transaction.on_commit(clear_name_cache)
    return anonymization


def refuse_needed(player: Player, now: datetime) -> None:
    """Refuse players whom the house has to keep out. Raises `Refusal`: `anonymise_standing`."""
    player_standing = standing(player, now)
    later = Q(until=None) | Q(until__gt=now)
    is_excluded = SelfExclusion.objects.filter(later, player__in=numbers_of(player)).exists()
    how = ""
    if player_standing.barred:
        how = "barred"
    elif player_standing.suspended_until is not None:
        how = f"suspended until {moment(player_standing.suspended_until)}"
    elif is_excluded:  # including an exclusion that begins later
        how = "self-excluded"
    elif holds_chips_of(player):
        how = "the owner of chips that the house holds"
    elif has_unpaid_share(player):
        how = "the winner of a share that isn't paid"
    if how:
        raise Refusal("anonymise_standing", "S-045", name=player.alias, how=how)


def _refuse(player: Player, keys: Sequence[str], now: datetime) -> None:
    if player.anonymised_at is not None:
        raise Refusal("anonymised", "", name=player.alias)
    refuse_needed(player, now)
    if Visit.objects.filter(player__in=numbers_of(player), out_at=None).exists():
        raise Refusal("anonymise_here", "", name=player.alias)
    for state in RoomWaitlistLog.objects.order_by("pk").values_list("stream__state", flat=True):
        waitlists = lists_codec.decode_state(bytes(state))
        for key in keys:
            for waitlist, _ in waitlists.of(key):
                raise Refusal("anonymise_waiting", "S-013", name=player.alias, list=waitlist.title)
    _refuse_at_tables(player, keys)


def _refuse_at_tables(player: Player, keys: Sequence[str]) -> None:
    patterns = [f'"player":"{key}"'.encode() for key in keys]
    for name, state in Table.objects.order_by("pk").values_list("name", "stream__state"):
        if not any(item in bytes(state) for item in patterns):
            continue
        for seat in codec.decode_state(bytes(state)).seats:
            if seat.player in keys:
                raise Refusal("anonymise_here", "", name=player.alias)
            if seat.lock is not None and seat.lock.player in keys:
                raise Refusal(
                    "anonymise_kept", "S-013", seat=seat.number, table=name, name=player.alias
                )


def _number_only(player: Player, now: datetime) -> None:
    player.alias = erased_name(player.key)
    player.alias_key = None
    player.card_number = None
    player.legal_name = player.phone = player.email = player.notes = ""
    player.works_as = ""
    player.born = None
    player.anonymised_at = now
    player.save()


def _emptied(numbers: Sequence[int]) -> None:
    """Blank the texts about a player; who wrote them and when stays."""
    PlayerChange.objects.filter(player__in=numbers).update(before="", after="")
    merges = Q(kept__in=numbers) | Q(gone__in=numbers)
    PlayerMerge.objects.filter(merges).update(reason="")
    Sanction.objects.filter(player__in=numbers).update(reason="")
    SanctionLift.objects.filter(sanction__player__in=numbers).update(reason="")
    Separation.objects.filter(Q(one__in=numbers) | Q(other__in=numbers)).update(reason="")
    Incident.objects.filter(player__in=numbers).update(note="")
    IncidentNote.objects.filter(incident__player__in=numbers).update(text="")
