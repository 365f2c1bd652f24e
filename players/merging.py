"""Two players turn out to be one: which is kept, and why, is written down once."""

from datetime import datetime

from django.db import transaction

from players.models import Change, Merge, Player
from players.roster import names_forget
from players.sanctions import reason_checked
from players.standing import marks_forget
from poker.refusal import Refusal

FILLED = ("card_number", "legal_name", "phone", "email", "born", "notes")


def merge_inside_transaction(
    *, kept: Player, gone: Player, reason: str, by: str, now: datetime
) -> Merge:
    """Let `kept` be both; the caller has the transaction. What only the other one had is taken over.

    Logs and rows that are never changed go on naming the other: `players.identity` knows who it is. Refuses
    `merge_same`, `merged`, `sanction_reason`, `sanction_reason_long`.
    """
    said = reason_checked(reason)
    if kept.pk == gone.pk:
        raise Refusal("merge_same", "", name=kept.alias)
    rows = Player.objects.select_for_update(of=("self",)).order_by("pk")
    locked = {row.pk: row for row in rows.filter(pk__in=(kept.pk, gone.pk))}
    first, second = locked[kept.pk], locked[gone.pk]
    for row in (first, second):
        if row.merged_into is not None:
            raise Refusal("merged", "", name=row.alias, other=row.merged_into.alias)
        if row.anonymised_at is not None:
            raise Refusal("anonymised", "", name=row.alias)
    taken = {name: getattr(second, name) for name in FILLED if not getattr(first, name)}
    second.alias_key = second.card_number = None
    second.merged_into = first
    second.save()
    Player.objects.filter(merged_into=second).update(merged_into=first)
    for name, value in taken.items():
        if value:
            setattr(first, name, value)
            Change.objects.create(
                player=first, field=name, before="", after=str(value), by=by, at=now
            )
    if first.alias_key is None:
        raise Refusal("merge_no_alias", "", name=first.alias)
    first.save()
    transaction.on_commit(names_forget)
    transaction.on_commit(marks_forget)
    return Merge.objects.create(kept=first, gone=second, reason=said, by=by, at=now)
