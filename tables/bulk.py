"""Tables in bulk: one line such as "T1-T40" creates them with their tablets, all of them or none."""

import re
from collections.abc import Iterable, Sequence
from datetime import datetime

from django.db import transaction

from poker.refusal import Refusal
from staff.audit.recording import Actor, record
from staff.models import Room
from tables.lifecycle import table_create
from tables.models import Device, Plaque, Table
from tables.natural_order import natural_order
from tables.table_names import check_table_name

MOST_TABLES = 600  # in one line
MOST_TEXT = 2_000  # characters of a line
MAX_NUMBER_DIGITS = 4
_DASH = r"\s*[-\u2013\u2014]\s*"
# "T1-T40" or "T1-40": the same letters on both sides, or none on the second.
_RANGE = re.compile(
    rf"(?P<letters>[^0-9]*)(?P<first>[0-9]+){_DASH}(?P<again>[^0-9]*)(?P<last>[0-9]+)"
)


def table_names(line: str) -> list[str]:
    """Return the names of "T1-T40", "T1-T8, S1-S4" or "T9", even with a longer dash; T01-T12 keep their zeros.

    Raises `Refusal`: `tables_none`, `tables_line`, `tables_backwards`, `tables_many`, `tables_twice`, `table_name`.
    """
    if len(line) > MOST_TEXT:
        raise Refusal("tables_many", "", most=MOST_TABLES)
    names: list[str] = []
    for part in (part.strip() for part in line.split(",")):
        if part:
            names += _names_of(part, MOST_TABLES - len(names))
    if not names:
        raise Refusal("tables_none")
    twice = sorted({name for name in names if names.count(name) > 1}, key=natural_order)
    if twice:
        raise Refusal("tables_twice", "", names=_shown(twice))
    for name in names:
        check_table_name(name)
    return names


def tables_create(
    *,
    room: Room,
    names: Sequence[str],
    seats: int,
    plaque: Plaque | None,
    by: Actor,
    now: datetime,
) -> list[Table]:
    """Create closed tables, each with an unpaired tablet, in one transaction.

    Raises `Refusal`: `tables_there` with the names that the room already has, `too_many_seats`.
    """
    with transaction.atomic():
        Room.objects.select_for_update().get(
            pk=room.pk
        )  # the second of two concurrent requests sees the names
        taken = Table.objects.filter(room=room, name__in=names).values_list("name", flat=True)
        there = sorted(taken, key=natural_order)
        if there:
            raise Refusal("tables_there", "", names=_shown(there), count=len(there))
        tables = []
        for name in names:
            table = table_create(
                room=room, name=name, seats=seats, plaque=plaque, actor=by.key, now=now
            )
            tablet = Device.objects.create(name=f"Tablet {name}", table=table)
            after = {
                "name": name,
                "seats": seats,
                "plaque": plaque.name if plaque else "",
                "tablet": tablet.name,
            }
            record(
                by, "setting_added", now=now, about=table, room=room.pk, table=table.pk, after=after
            )
            tables.append(table)
    return tables


def section_letters(names: Iterable[str], size: int) -> dict[str, str]:
    """Return a letter for each table, a new one after every `size` tables in natural order: A to Z, then AA."""
    ordered = sorted(names, key=natural_order)
    return {name: _letter(at // size) for at, name in enumerate(ordered)}


def _letter(number: int) -> str:
    return (_letter(number // 26 - 1) if number >= 26 else "") + chr(ord("A") + number % 26)


def _names_of(part: str, most: int) -> list[str]:
    match = _RANGE.fullmatch(part)
    if match is None:
        if most < 1:
            raise Refusal("tables_many", "", most=MOST_TABLES)
        return [part]
    letters = match["letters"].lstrip()
    again = match["again"].strip()
    first = match["first"]
    last = match["last"]
    if again not in ("", letters.strip()):
        raise Refusal("tables_line", "", part=part)
    if max(len(first), len(last)) > MAX_NUMBER_DIGITS or int(last) - int(first) >= most:
        raise Refusal("tables_many", "", most=MOST_TABLES)
    if int(last) < int(first):
        raise Refusal("tables_backwards", "", part=part)
    width = len(first) if first.startswith("0") else 0
    return [f"{letters}{number:0{width}}" for number in range(int(first), int(last) + 1)]


def _shown(names: Sequence[str]) -> list[str]:
    """Return names for a sentence: the first ten, and the number of the others."""
    more = len(names) - 10
    return [*names[:10], f"{more} more"] if more > 0 else list(names)
