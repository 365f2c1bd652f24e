"""Self-exclusion: a player asks to be kept from playing, and it cannot be lifted before its end."""

from datetime import datetime

from django.db import transaction
from django.db.models import Q

from players.identity import numbers_of, surviving_player
from players.models import Player, SelfExclusion
from players.standing import clear_flag_cache, format_until
from poker.refusal import Refusal


def self_exclude(
    *, player: Player, since: datetime, until: datetime | None, by: str, now: datetime
) -> SelfExclusion:
    """Record a self-exclusion, starting now or later; without `until` it is permanent.

    Raises `Refusal`: `exclusion_dates`, and `excluded_already` if another one covers the same time.
    """
    begins = max(since, now)
    if until is not None and until <= begins:
        raise Refusal("exclusion_dates", "")
    survivor = surviving_player(player)
    with transaction.atomic():
        Player.objects.select_for_update(of=("self",)).get(pk=survivor.pk)
        _refuse_covered(survivor, begins, until)
        row = SelfExclusion.objects.create(
            player=survivor, since=begins, until=until, by=by, at=now
        )
    transaction.on_commit(clear_flag_cache)
    return row


def _refuse_covered(player: Player, since: datetime, until: datetime | None) -> None:
    """Refuse an exclusion that another one covers: it would be the same record twice."""
    covering = Q(until=None)
    if until is not None:
        covering |= Q(until__gte=until)
    rows = SelfExclusion.objects.filter(covering, player__in=numbers_of(player), since__lte=since)
    row = rows.first()
    if row is not None:
        raise Refusal("excluded_already", "", name=player.alias, until=format_until(row.until))
