"""Present and former names of tables, so that an address or a record with a former name still leads to its table."""

from datetime import datetime

from django.core.exceptions import ValidationError

from poker.refusal import Refusal
from staff.aliases import is_shown
from staff.models import Room
from tables.models import FormerTableName, Table

MOST_DIGITS = 18  # digits of a primary key


def table_by_name(name: str, room: Room | int | None) -> Table | None:
    """Return the table of a room with this name, ignoring case, or else the last table that had it; None for an unknown
    name.
    """
    tables = Table.objects.select_related("stream", "room", "plaque").filter(room=room)
    table = tables.filter(name=name).first() or tables.filter(name__iexact=name).first()
    if table is not None:
        return table
    former = FormerTableName.objects.filter(table__room=room, name__iexact=name)
    pk = former.order_by("-until", "-seq").values_list("table_id", flat=True).first()
    return tables.filter(pk=pk).first()


def other_table_by_name(name: str, room: Room | int | None) -> Table | None:
    """Return the table of a room with this name whose game is not poker, ignoring case; None for any other name."""
    tables = Table.every.exclude(kind=Table.Kind.POKER).filter(room=room)
    return tables.filter(name__iexact=name).first()


def table_of_page(*, name: str, pk: str, room: Room | int | None) -> Table | None:
    """Return the table of the page that posted a form: by its number, whatever its name is now.

    The page may be older than a rename, and another table of the room may have taken the name since. Without a number,
    the name decides, as in `table_by_name`.
    """
    if not pk:
        return table_by_name(name, room)
    tables = Table.objects.select_related("stream", "room", "plaque").filter(room=room)
    return tables.filter(pk=int(pk)).first() if pk.isdecimal() and len(pk) <= MOST_DIGITS else None


def refuse_taken_name(*, room: Room, name: str, but: int | None) -> None:
    """Raise `Refusal`: `table_name_taken` if another table of the room than `but` has this name, ignoring case.

    People search for t12 and T12.
    """
    other = Table.every.filter(room=room, name__iexact=name).exclude(pk=but).first()
    if other is not None:
        raise Refusal("table_name_taken", "", name=other.name, room=room.name)


def names_over_time(table: Table) -> list[tuple[str, datetime | None, datetime | None]]:
    """Return a table's names, the newest first, each with its beginning and end.

    The first name begins with None, and the current one ends with None.
    """
    periods: list[tuple[str, datetime | None, datetime | None]] = []
    since: datetime | None = None
    for row in FormerTableName.objects.filter(table=table.pk).order_by("seq"):
        periods.append((row.name, since, row.until))
        since = row.until
    return [(table.name, since, None), *reversed(periods)]


def check_table_name(name: str) -> None:
    """Raise `Refusal`: `table_name` for a name that a table cannot have."""
    field = Table._meta.get_field("name")
    try:
        field.clean(name, None)
    except ValidationError as error:
        raise Refusal("table_name", "", name=name) from error
    if not is_shown(name):
        raise Refusal("table_name", "", name=name)
