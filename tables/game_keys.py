"""Keys of waitlists: one list for each game and limit, under the name of the oldest plaque.

Plaques that differ only in collection or in the detail of the log share a list: players see the same game.
"""

from collections.abc import Hashable
from functools import lru_cache
from threading import Lock
from time import monotonic

from django.utils.text import slugify

from journal.caches import LIST_NAMES
from poker.refusal import Refusal
from tables.models import Plaque, Table

MAX_KEY_LENGTH = 40
# The fields that make two plaques one game for a player: neither the collection nor the detail of the log.
_PLAYED = (
    "game",
    "limit",
    "small_bet",
    "big_bet",
    "blinds",
    "ante",
    "ante_by",
    "bring_in",
    "kill",
    "kill_legs",
    "rotate_by",
    "rotation",
    "straddle",
    "straddle_by",
    "straddle_most",
    "straddle_cap",
    "bomb",
    "bomb_amount",
    "bomb_boards",
    "bounty",
    "bounty_amount",
    "buy_in_min",
    "buy_in_max",
)
_LOCK = Lock()
_NAMES = "names"
_CACHE_SECONDS = 30


@lru_cache(maxsize=1_000)
def key_of(plaque: str) -> str:
    """Return the key of a plaque's list, from its name: "no-limit-holdem-13" for "No-limit hold'em 1/3"."""
    return slugify(plaque.replace("/", "-"))[:MAX_KEY_LENGTH].strip("-") or "game"


def list_name(plaque: str) -> str:
    """Return the name of the list for a plaque's name: that of the oldest plaque with the same game and limit."""
    with _LOCK:
        cached: tuple[float, dict[str, str]] = LIST_NAMES.get(_NAMES, (0.0, {}))
    read_at, names = cached
    if plaque not in names or monotonic() - read_at > _CACHE_SECONDS:
        names = {plaque: plaque, **names, **_list_names()}  # including names that no plaque has now
        with _LOCK:
            LIST_NAMES[_NAMES] = (monotonic(), names)
    return names[plaque]


def list_key(plaque: str) -> str:
    """Return the key of the list for a plaque's name."""
    return key_of(list_name(plaque))


def clear_list_names() -> None:
    """Read the plaques again after one was published. Other processes read them again within half a minute."""
    with _LOCK:
        LIST_NAMES.clear()


def _list_names() -> dict[str, str]:
    first: dict[Hashable, str] = {}
    newest = {plaque.name: plaque for plaque in Plaque.objects.order_by("pk")}
    for name, plaque in newest.items():  # in the order in which the house created them
        first.setdefault(_game_and_limit(plaque), name)
    return {name: first[_game_and_limit(plaque)] for name, plaque in newest.items()}


def _game_and_limit(plaque: Plaque) -> Hashable:
    return repr([getattr(plaque, field) for field in _PLAYED])


def waitlist_key_of(table: Table) -> str:
    """Return the key of the list of the game that a table deals now; "" without a plaque."""
    plaque = table.plaque_in_force
    return list_key(plaque.name) if plaque else ""


def title_of(key: str, room_id: int) -> str:
    """Return the plaque whose list has this key, preferring the room's tables. Raises `Refusal`: `no_plaque_named`."""
    of_tables = Table.objects.filter(room=room_id, plaque__isnull=False)
    for name in (
        *of_tables.values_list("plaque__name", flat=True),
        *Plaque.objects.order_by("name").values_list("name", flat=True).distinct(),
    ):
        if list_key(name) == key:
            return list_name(name)
    raise Refusal("no_plaque_named", "S-005", list=key)


def plaques() -> list[str]:
    """Return the names of the lists that the house's plaques can have."""
    names = Plaque.objects.order_by("name").values_list("name", flat=True).distinct()
    return [name for name in names if list_name(name) == name]
