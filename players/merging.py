"""Merging two players; which one survives, and the reason, are recorded once."""

from datetime import datetime

from django.db import transaction

from players.models import Player, PlayerChange, PlayerMerge
from players.roster import clear_name_cache
from players.sanctions import reason_checked
from players.standing import clear_flag_cache
from poker.refusal import Refusal

TRANSFERRED_FIELDS = ("card_number", "legal_name", "phone", "email", "born", "notes", "works_as")


def merge_inside_transaction(
    *, player: Player, gone: Player, reason: str, by: str, now: datetime
) -> PlayerMerge:
    """Merge `gone` into `player`, in the caller's transaction; values that only `gone` has are taken over.

    Logs and append-only rows still have the merged player; `players.identity` resolves them. Raises `Refusal`:
    `merge_same`, `merged`, `anonymised`, `merge_no_alias`, `sanction_reason`, `sanction_reason_long`.
    """
    text = reason_checked(reason)
    if player.pk == gone.pk:
        raise Refusal("merge_same", "", name=player.alias)
    rows = Player.objects.select_for_update(of=("self",)).order_by("pk")
    players = {row.pk: row for row in rows.filter(pk__in=(player.pk, gone.pk))}
    first = players[player.pk]
    second = players[gone.pk]
    for row in (first, second):
        if row.merged_into is not None:
            raise Refusal("merged", "", name=row.alias, other=row.merged_into.alias)
        if row.anonymised_at is not None:
            raise Refusal("anonymised", "", name=row.alias)
    transferred_values = {
        name: getattr(second, name) for name in TRANSFERRED_FIELDS if not getattr(first, name)
    }
    second.alias_key = second.card_number = None
    second.merged_into = first
    second.save()
    Player.objects.filter(merged_into=second).update(merged_into=first)
    for name, value in transferred_values.items():
        if value:
            setattr(first, name, value)
            PlayerChange.objects.create(
                player=first, field=name, before="", after=str(value), by=by, at=now
            )
    if first.alias_key is None:
        raise Refusal("merge_no_alias", "", name=first.alias)
    first.save()
    transaction.on_commit(clear_name_cache)
    transaction.on_commit(clear_flag_cache)
    return PlayerMerge.objects.create(kept=first, gone=second, reason=text, by=by, at=now)
