"""The database for code of sockets."""

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from functools import cache, partial
from typing import ParamSpec, TypeVar

from asgiref.sync import sync_to_async
from django.conf import settings
from django.db import close_old_connections, connections

from tables.currency import load_currency

P = ParamSpec("P")
R = TypeVar("R")
THREADS = 4  # of a process on PostgreSQL: while one waits for a commit, others execute


def socket_database(func: Callable[P, R]) -> Callable[P, Coroutine[object, object, R]]:
    """Return a coroutine function that runs this function in a thread of the sockets.

    SQLite has one writer, so its sockets share one thread, as in `channels.db.database_sync_to_async`. PostgreSQL has
    `THREADS`, which run functions as `asyncio.to_thread` does: every tap needs this, and `sync_to_async` takes three
    times as long, because it also gives back what the function set in context variables, which no caller reads, and
    takes along the active language and time zone, which no socket sets. Each thread keeps its connection open:
    opening the file with its options takes longer than most messages, and a pool a tenth of one. A connection that
    failed is replaced.
    """

    def run(*args: P.args, **kwargs: P.kwargs) -> R:
        close_old_connections()
        try:
            load_currency()
            return func(*args, **kwargs)
        finally:
            for connection in connections.all(initialized_only=True):
                if connection.errors_occurred and not connection.in_atomic_block:
                    connection.close()  # a pool replaces it if it is broken
                connection.close_at = None

    if (threads := _threads()) is None:
        return sync_to_async(run)

    async def run_in_thread(*args: P.args, **kwargs: P.kwargs) -> R:
        work = partial(copy_context().run, run, *args, **kwargs)
        return await asyncio.get_running_loop().run_in_executor(threads, work)

    return run_in_thread


@cache
def _threads() -> ThreadPoolExecutor | None:
    """Return the threads of this process; None for the one thread that all code of this process shares."""
    if settings.DATABASES["default"]["ENGINE"].endswith("sqlite3"):
        return None
    return ThreadPoolExecutor(THREADS, thread_name_prefix="sockets")
