"""What many tests begin with, made once a worker by the room's own actions and then put back as rows."""

from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass
from typing import Any, TypeVar

from django.core.management.color import no_style
from django.db import connection, transaction
from django.db.backends.utils import CursorWrapper

from tests.db_reset import Rows, changed_tables, quoted, rows_of

Made = TypeVar("Made")


@dataclass(frozen=True)
class _Kept:
    """What was made: the rows of each table that was empty before, and what the maker gave."""

    rows: Rows
    given: Any


_kept: dict[Callable[[], Any], _Kept] = {}
_pristine: Rows = {}


def remember_pristine(rows: Rows) -> None:
    """Say what migrations left: only upon that is anything put back."""
    _pristine.update(rows)


def again(make: Callable[[], Made]) -> Made:
    """Give what `make` gives, with its rows in the database; only the first call of a worker runs it.

    `make` takes nothing, is a module's own function, and draws nothing that tests must have anew.
    Where the test has written rows before, it is run as ever. What it tells others after a commit is
    told by the first call alone: nobody listens before a test has begun.
    """
    kept = _kept.get(make)
    if kept is not None and not _written(kept.rows):
        _put_back(kept.rows)
        type_var_type: Made = deepcopy(kept.given)
        return type_var_type
    first = kept is None and _pristine and not changed_tables(_pristine)
    made = make()
    if first:
        changed = changed_tables(_pristine)
        if not any(_pristine[table] for table in changed):
            _kept[make] = _Kept({table: rows_of(table) for table in changed}, deepcopy(made))
    return made


def _written(tables: Rows) -> bool:
    """Whether any of these tables has a row."""
    asked = " OR ".join(f"EXISTS (SELECT 1 FROM {quoted(table)})" for table in tables)
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {asked}")
        return bool(cursor.fetchone()[0])


def _put_back(rows: Rows) -> None:
    """Insert them; references are looked at when all are there."""
    with transaction.atomic(), connection.cursor() as cursor:
        for table, match in rows.items():
            row = "(" + ", ".join(["%s"] * len(match[0])) + ")"
            values = [value for item in match for value in item]
            cursor.execute(
                f"INSERT INTO {quoted(table)} VALUES {', '.join([row] * len(match))}", values
            )
        if connection.vendor == "postgresql":
            _number_on(cursor, rows)


def _number_on(cursor: CursorWrapper, rows: Rows) -> None:
    """Rows that come with their numbers leave PostgreSQL's counters behind."""
    models = list(connection.introspection.installed_models(list(rows)))
    cursor.execute("; ".join(connection.ops.sequence_reset_sql(no_style(), models)))
