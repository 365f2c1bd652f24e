"""Shares of hits that the fund still owes a player."""

from players.identity import keys_of
from players.models import Player
from promotions.models import Share

UNPAID = ("open", "held")


def has_unpaid_share(player: Player) -> bool:
    """Return whether a share of a player, under any of their keys, is still in a fund."""
    return Share.objects.filter(player__in=keys_of(player), status__in=UNPAID).exists()
