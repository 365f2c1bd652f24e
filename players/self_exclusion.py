"""Self-exclusion: a player asks to be kept from playing. It cannot be lifted before its end."""

from datetime import datetime

from django.db import transaction

from players.identity import numbers_of, surviving_player
from players.models import Player, SelfExclusion
from players.standing import clear_flag_cache, format_until
from poker.refusal import Refusal


def self_exclude(
    *, player: Player, since: datetime, until: datetime | None, by: str, now: datetime
) -> SelfExclusion:
    """Record a self-exclusion, starting now or later; without `until` it is permanent.

    Raises `Refusal`: `exclusion_dates`, and `excluded_already` if another one has the same end.
    """
    begins = max(since, now)
    if until is not None and until <= begins:
        raise Refusal("exclusion_dates", "")
    survivor = surviving_player(player)
    with transaction.atomic():
        Player.objects.select_for_update(of=("self",)).get(pk=survivor.pk)
        _refuse_same(survivor, begins, until)
        row = SelfExclusion.objects.create(
            player=survivor, since=begins, until=until, by=by, at=now
        )
    transaction.on_commit(clear_flag_cache)
    return row


def _refuse_same(player: Player, since: datetime, until: datetime | None) -> None:
    """Refuse an exclusion with the same end as an existing one that begins no later, which makes it a duplicate."""
    rows = SelfExclusion.objects.filter(
        player__in=numbers_of(player), since__lte=since, until=until
    )
    if rows.exists():
        raise Refusal("excluded_already", "", name=player.alias, until=format_until(until))
