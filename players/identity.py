"""Which numbers and keys mean one player: those who were merged keep theirs in the logs."""

from collections.abc import Iterable

from players.models import Player


def kept(player: Player) -> Player:
    """The player who this one turned out to be; itself where it was never merged."""
    return player.merged_into or player


def numbers_of(player: Player) -> list[int]:
    """The number of a player and of everybody merged into him."""
    root = player.merged_into_id or player.pk
    return [root, *Player.objects.filter(merged_into=root).order_by().values_list("pk", flat=True)]


def keys_of(player: Player) -> list[str]:
    """How logs name a player, by all his keys."""
    return [f"p{number}" for number in numbers_of(player)]


def roots(numbers: Iterable[int]) -> dict[int, int]:
    """By number, the number of the player who it turned out to be; only those who were merged."""
    rows = Player.objects.filter(pk__in=list(numbers)).exclude(merged_into=None)
    return {pk: root for pk, root in rows.order_by().values_list("pk", "merged_into") if root}
