"""The players offered for an open seat, with their current seats: a player has one seat in the house."""

from collections.abc import Mapping, Sequence

from django.core.cache import cache

from players import roster
from tables.seated_players import seats_taken

_CACHE_KEY = "tablet.seats_taken"
_CACHE_SECONDS = 10  # the admission check decides; the mark only warns before the tap


def offered() -> list[dict[str, str]]:
    """Return the short list of names, each with the player's current table and seat, if any."""
    taken: dict[str, str] | None = cache.get(_CACHE_KEY)
    if taken is None:
        taken = seats_taken()
        cache.set(_CACHE_KEY, taken, _CACHE_SECONDS)
    return _marked(roster.names(), taken)


def cached_offered() -> list[dict[str, str]] | None:
    """Return the list without a database query; None if a part of it has expired."""
    names = roster.cached_names()
    taken = cache.get(_CACHE_KEY)
    return None if names is None or taken is None else _marked(names, taken)


def _marked(names: Sequence[dict[str, str]], taken: Mapping[str, str]) -> list[dict[str, str]]:
    return [person | {"at": taken.get(person["player"], "")} for person in names]
