"""Database access from the code of sockets."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import ParamSpec, TypeVar

from asgiref.sync import SyncToAsync
from django.conf import settings
from django.db import close_old_connections, connections

from staff.house_currency import load_currency
from staff.time_zone import load_time_zone

P = ParamSpec("P")
R = TypeVar("R")
THREADS = 4  # per process on PostgreSQL: while a thread waits for a commit, the others execute


class SocketDatabase(SyncToAsync[P, R]):
    """Runs a function in a thread of the sockets, as `channels.db.database_sync_to_async` does.

    SQLite has one writer, so its sockets share one thread. PostgreSQL has `THREADS`. Each thread keeps its
    connection open: opening an SQLite file with its options takes longer than handling most messages, and borrowing a
    connection from a pool takes a tenth of that time. A failed connection is replaced.
    """

    def __init__(self, func: Callable[P, R]) -> None:
        threads = _threads()
        super().__init__(func, thread_sensitive=threads is None, executor=threads)

    def thread_handler(self, *args: object, **kwargs: object) -> object:
        close_old_connections()
        try:
            load_currency()
            load_time_zone()
            return super().thread_handler(*args, **kwargs)  # type: ignore[no-untyped-call]
        finally:
            for connection in connections.all(initialized_only=True):
                if connection.errors_occurred and not connection.in_atomic_block:
                    connection.close()  # a pool replaces a broken connection
                connection.close_at = None


def thread_count() -> int:
    """Return how many threads the sockets of this process share."""
    return 1 if _threads() is None else THREADS


@cache
def _threads() -> ThreadPoolExecutor | None:
    """Return the threads of this process; None for the single thread that all code of this process shares."""
    if settings.DATABASES["default"]["ENGINE"].endswith("sqlite3"):
        return None
    return ThreadPoolExecutor(THREADS, thread_name_prefix="sockets")


socket_database = SocketDatabase
