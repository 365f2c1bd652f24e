"""Self-exclusion: a player asks to be kept from playing, and nobody lifts it before its end."""

from datetime import datetime

from django.db import transaction

from players.identity import kept
from players.models import Player, SelfExclusion
from players.standing import marks_forget
from poker.refusal import Refusal


def self_exclude(
    *, player: Player, since: datetime, until: datetime | None, by: str, now: datetime
) -> SelfExclusion:
    """Write it down; `until` None is for good. It begins now or later. Refuses `exclusion_dates`."""
    begins = max(since, now)
    if until is not None and until <= begins:
        raise Refusal("exclusion_dates", "")
    row = SelfExclusion.objects.create(
        player=kept(player), since=begins, until=until, by=by, at=now
    )
    transaction.on_commit(marks_forget)
    return row
