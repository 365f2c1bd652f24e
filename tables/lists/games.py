"""Which list is for which tables: a plaque's name is the game and its limit."""

from django.utils.text import slugify

from poker.refusal import Refusal
from tables.models import Plaque, Table

LONGEST = 40


def key_of(plaque: str) -> str:
    """The key of the list for a plaque, by its name: "no-limit-holdem-13" of "No-limit hold'em 1/3"."""
    return slugify(plaque.replace("/", "-"))[:LONGEST].strip("-") or "game"


def title_of(key: str, room_id: int) -> str:
    """The plaque whose list has this key, a table's own first. Refuses `no_game`."""
    of_tables = Table.objects.filter(room=room_id, plaque__isnull=False)
    for name in (
        *of_tables.values_list("plaque__name", flat=True),
        *Plaque.objects.order_by("name").values_list("name", flat=True).distinct(),
    ):
        if key_of(name) == key:
            return name
    raise Refusal("no_game", "S-005", list=key)


def plaques() -> list[str]:
    """The names of all plaques that the house has."""
    return list(Plaque.objects.order_by("name").values_list("name", flat=True).distinct())
