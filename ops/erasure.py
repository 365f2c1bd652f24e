"""Erasure of players' names and notes from the projections of the logs."""

from collections.abc import Collection
from typing import get_args

from django.db.models import Min

from journal.archives import entry_at
from journal.personal_text import ERASED_NOTE, erased_name
from poker.state import Transfer
from tables.models import ChipMovement
from waitlist.models import WaitlistChange

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
