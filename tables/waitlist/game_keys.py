"""Keys of waitlists: one list per plaque name, which stands for a game and its limit."""

from functools import lru_cache

from django.utils.text import slugify

from poker.refusal import Refusal
from tables.models import Plaque, Table

MAX_KEY_LENGTH = 40


@lru_cache(maxsize=1_000)
def key_of(plaque: str) -> str:
    """Return the key of a plaque's list, from its name: "no-limit-holdem-13" for "No-limit hold'em 1/3"."""
    return slugify(plaque.replace("/", "-"))[:MAX_KEY_LENGTH].strip("-") or "game"


def waitlist_key_of(table: Table) -> str:
    """Return the key of the list of the game that a table deals now; "" without a plaque."""
    plaque = table.plaque_in_force
    return key_of(plaque.name) if plaque else ""


def title_of(key: str, room_id: int) -> str:
    """Return the plaque whose list has this key, preferring the room's tables. Raises `Refusal`: `no_plaque_named`."""
    of_tables = Table.objects.filter(room=room_id, plaque__isnull=False)
    for name in (
        *of_tables.values_list("plaque__name", flat=True),
        *Plaque.objects.order_by("name").values_list("name", flat=True).distinct(),
    ):
        if key_of(name) == key:
            return name
    raise Refusal("no_plaque_named", "S-005", list=key)


def plaques() -> list[str]:
    """Return the names of all plaques of the house."""
    return list(Plaque.objects.order_by("name").values_list("name", flat=True).distinct())
