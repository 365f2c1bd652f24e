"""Database access from the code of sockets."""

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from functools import cache, partial
from typing import Any, ParamSpec, TypeVar

from asgiref.sync import sync_to_async
from django.conf import settings
from django.db import close_old_connections, connections

from staff.house_currency import load_currency
from staff.time_zone import load_time_zone
from web import broadcast

P = ParamSpec("P")
R = TypeVar("R")
THREADS = 4  # per process on PostgreSQL: while a thread waits for a commit, the others execute


def socket_database(function: Callable[P, R]) -> Callable[P, Coroutine[Any, Any, R]]:
    """Return a coroutine function that runs `function` in a thread of the sockets.

    SQLite has one writer, so its sockets share one thread. PostgreSQL has `THREADS`. Each thread keeps its
    connection open: opening an SQLite file with its options takes longer than handling most messages, and borrowing a
    connection from a pool takes a tenth of that time. A failed connection is replaced.
    """

    async def run(*args: P.args, **kwargs: P.kwargs) -> R:
        work = partial(_with_database, function, *args, **kwargs)
        threads = _threads()
        if threads is None:
            return await sync_to_async(work)()
        in_context = partial(copy_context().run, work)
        return await asyncio.get_running_loop().run_in_executor(threads, in_context)

    return run


def _with_database(function: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    """Call a function with the settings of the house, and keep this thread's connection for the next call."""
    close_old_connections()
    try:
        load_currency()
        load_time_zone()
        with broadcast.sent_together():
            return function(*args, **kwargs)
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
