"""Which list is for which tables: a plaque's name is the game and its limit."""

from dataclasses import dataclass

from django.utils.text import slugify

from poker.refusal import Refusal
from tables.models import Plaque, Table

LONGEST = 40


@dataclass(frozen=True, slots=True, kw_only=True)
class Chairs:
    """A table of the room as a list sees it. seats: alias by number, "" where nobody sits."""

    table_id: int
    name: str
    key: str
    title: str
    is_open: bool
    seats: dict[int, str]

    @property
    def empty(self) -> list[int]:
        """The numbers of chairs in which nobody sits."""
        return [number for number, name in self.seats.items() if not name]


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


def chairs(room_id: int) -> list[Chairs]:
    """All tables of a room that have a plaque, by name."""
    rows = Table.objects.filter(room=room_id, plaque__isnull=False).order_by("name")
    asked = ("pk", "name", "plaque__name", "stream__view__table__open", "stream__view__seats")
    return [
        Chairs(
            table_id=pk,
            name=name,
            key=key_of(title),
            title=title,
            is_open=bool(is_open),
            seats={seat["seat"]: seat["name"] or "" for seat in seats or []},
        )
        for pk, name, title, is_open, seats in rows.values_list(*asked)
    ]
