"""The error of a write to SQLite on a full disk."""

import sqlite3
from contextlib import closing

from django.db import OperationalError


def full_disk_error() -> OperationalError:
    """Return Django's error for a write that SQLite had no space for."""
    with closing(sqlite3.connect(":memory:")) as database:
        database.execute("PRAGMA max_page_count = 1")
        try:
            database.execute("CREATE TABLE drinks (name TEXT)")
        except sqlite3.OperationalError as error:
            raised = OperationalError(*error.args)
            raised.__cause__ = error
            return raised
    raise AssertionError("SQLite had room.")
