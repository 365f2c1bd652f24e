"""Changes of a log that should be found."""

from collections.abc import Callable

from django.db import connection

from journal import triggers


def tamper(change: Callable[[], object]) -> None:
    """Change the log as a database owner could."""
    # By hand and not with a schema editor: inside a test's transaction SQLite allows none.
    with connection.cursor() as cursor:
        for statement in triggers.statements_to_drop(connection.vendor):
            cursor.execute(statement)
    change()
