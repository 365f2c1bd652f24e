"""Primary keys and log keys of one player: merged players keep theirs in the logs."""

from collections.abc import Iterable

from players.models import Player


def surviving_player(player: Player) -> Player:
    """Return the player that this one was merged into; itself if it was never merged."""
    return player.merged_into or player


def numbers_of(player: Player) -> list[int]:
    """Return the primary keys of a player and of all players merged into it."""
    root = player.merged_into_id or player.pk
    return [root, *Player.objects.filter(merged_into=root).order_by().values_list("pk", flat=True)]


def keys_of(player: Player) -> list[str]:
    """Return all keys that the logs have for a player."""
    return [f"p{number}" for number in numbers_of(player)]


def merged_into(numbers: Iterable[int]) -> dict[int, int]:
    """Return the surviving player's primary key by primary key, for merged players only."""
    rows = Player.objects.filter(pk__in=list(numbers)).exclude(merged_into=None)
    return {pk: root for pk, root in rows.order_by().values_list("pk", "merged_into") if root}
