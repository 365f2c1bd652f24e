"""Primary keys and log keys of one player: after a merger, the logs keep the keys of the merged players."""

from collections.abc import Collection, Iterable

from players.models import Player


def surviving_player(player: Player) -> Player:
    """Return the player that this one was merged into, or itself."""
    return player.merged_into or player


def numbers_of(player: Player) -> list[int]:
    """Return the primary keys of a player and of all players merged into it."""
    root = player.merged_into_id or player.pk
    return [root, *_merged_numbers(root)]


def keys_of(player: Player) -> list[str]:
    """Return all keys of a player in the logs."""
    return [f"p{number}" for number in numbers_of(player)]


def merged_into(numbers: Iterable[int]) -> dict[int, int]:
    """Return surviving players' primary keys by primary key, for merged players only."""
    rows = Player.objects.filter(pk__in=list(numbers)).exclude(merged_into=None)
    return {pk: root for pk, root in rows.order_by().values_list("pk", "merged_into") if root}


def lock_players(numbers: Collection[int]) -> dict[int, list[int]]:
    """Lock players until the caller's transaction ends; return all primary keys of each player, including merged ones.

    The survivor of a merger is locked as well, so two keys of one player are one lock. In the lock order, players come
    after waitlists and tables.
    """
    keys = {*numbers, *merged_into(numbers).values()}
    while True:
        rows = Player.objects.select_for_update(of=("self",), no_key=True).filter(pk__in=keys)
        root = dict(rows.order_by("pk").values_list("pk", "merged_into"))
        merged_since = {survivor for survivor in root.values() if survivor} - keys
        if not merged_since:
            break
        keys |= merged_since
    return {
        number: [survivor, *_merged_numbers(survivor)]
        for number in numbers
        for survivor in (root.get(number) or number,)
    }


def _merged_numbers(survivor: int) -> list[int]:
    return list(Player.objects.filter(merged_into=survivor).order_by().values_list("pk", flat=True))


def number_of(key: str) -> int:
    """Return the primary key in a log key such as p17; 0 for a recorded hand's key."""
    text = key.removeprefix("p")
    is_number = text != key and text.isascii() and text.isdecimal() and len(text) < 18
    return int(text) if is_number else 0
