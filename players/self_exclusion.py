"""Self-exclusion: a player asks to be kept from playing, and it cannot be lifted before its end."""

from datetime import datetime

from django.db import transaction

from players.identity import surviving_player
from players.models import Player, SelfExclusion
from players.standing import clear_flag_cache
from poker.refusal import Refusal


def self_exclude(
    *, player: Player, since: datetime, until: datetime | None, by: str, now: datetime
) -> SelfExclusion:
    """Record a self-exclusion, starting now or later; without `until` it is permanent.

    Raises `Refusal`: `exclusion_dates`.
    """
    begins = max(since, now)
    if until is not None and until <= begins:
        raise Refusal("exclusion_dates", "")
    row = SelfExclusion.objects.create(
        player=surviving_player(player), since=begins, until=until, by=by, at=now
    )
    transaction.on_commit(clear_flag_cache)
    return row
