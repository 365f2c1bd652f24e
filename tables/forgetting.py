"""Players are forgotten: the rows beside the logs that have a name or what was said of it."""

from collections.abc import Collection
from typing import get_args

from django.db.models import Min

from journal.models import Entry
from journal.names import GONE, forgotten
from poker.state import Transfer
from tables.models import ListChange, Movement

CODES = frozenset(get_args(Transfer))


def beside_forget(keys: Collection[str], names: Collection[str]) -> None:
    """Make these rows what the logs say by now; the caller has the transaction, and the logs have forgotten.

    keys: of a player and of who was merged into him; names: all that they were called. Another player may have been
    called so as well.
    """
    found = ListChange.objects.filter(name__in=list(names)).order_by()
    first = found.values_list("lists_id", "number").annotate(Min("seq"))
    for lists_id, number, seq in list(first):
        data = Entry.objects.filter(stream=lists_id, seq=seq).values_list("data", flat=True).first()
        for key in keys:
            if data and f'"player":"{key}"' in data:
                rows = ListChange.objects.filter(lists=lists_id, number=number)
                rows.update(name=forgotten(key))
    numbers = [int(key[1:]) for key in keys]
    brought = Movement.objects.filter(sitting__visit__player__in=numbers).exclude(reason="")
    kinds = (Movement.Kind.BROUGHT, Movement.Kind.BUY_IN)
    for row in brought.filter(kind__in=kinds).exclude(reason__in=CODES):
        code, _, said = row.reason.partition(": ")
        row.reason = f"{code}: {GONE}" if code in CODES and said else GONE
        row.save(update_fields=["reason"])
