"""The embedded server's worker and beat, as threads beside the web server."""

import logging
import signal
import threading
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from types import FrameType

from celery import Celery
from celery.beat import Service
from celery.worker import WorkController
from django.db import connection, connections

from config.warm_up import warm_up
from config.web_server import STOP_WITHIN

_log = logging.getLogger("floorbook.server")
TASKS_OF_CONNECTION = 1_000  # on one SQLite connection, before a worker's thread opens another
BEAT_INTERVAL = 5  # seconds until a changed schedule is noticed; tasks that are due start on time
STOP_SIGNALS = (signal.SIGINT, signal.SIGTERM)


@contextmanager
def handle_stop_signals(handler: Callable[[int, FrameType | None], object]) -> Generator[None]:
    """Send stop signals to `handler` for the duration of the block."""
    before = {number: signal.signal(number, handler) for number in STOP_SIGNALS}
    try:
        yield
    finally:
        for number, previous in before.items():
            signal.signal(number, previous)


@contextmanager
def hold_database_open() -> Generator[None]:
    """Keep this thread's connection to SQLite open for the duration of the block.

    Whenever the last connection closes, SQLite writes its log into the database and deletes it. An idle server would do
    so at every task, with several syncs of the disk.
    """
    if connection.vendor == "sqlite":
        connection.ensure_connection()
    try:
        yield
    finally:
        connections.close_all()


@contextmanager
def run_worker_and_beat(app: Celery) -> Generator[None]:
    """Run a worker and beat as threads for the duration of the block.

    The worker's threads keep their connections to SQLite, because each new one reads the whole schema, which takes
    longer than most tasks. No restore replaces the file while the server holds its lock.
    """
    if connection.vendor == "sqlite":
        app.conf["CELERY_DB_REUSE_MAX"] = TASKS_OF_CONNECTION
    worker = WorkController(
        app=app,
        pool="threads",
        concurrency=2,
        without_heartbeat=True,
        without_mingle=True,
        without_gossip=True,
    )
    beat = Service(app, max_interval=BEAT_INTERVAL, scheduler_cls=app.conf.beat_scheduler)
    threads = [
        threading.Thread(target=_then_disconnect, args=[work], name=name, daemon=True)
        for name, work in (("celery-worker", worker.start), ("celery-beat", beat.start))
    ]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        app.control.shutdown(destination=[worker.hostname])
        beat.stop()
        for thread in threads:
            thread.join(STOP_WITHIN)


class BackgroundWork:
    """Work after a room opens, so that it opens sooner: preparing its pages, then running worker and beat."""

    def __init__(self, app: Celery, steps: Sequence[Callable[[], None]] = (warm_up,)) -> None:
        """steps: functions that run before worker and beat, in turn."""
        self._app = app
        self._steps = steps
        self._is_closing = threading.Event()
        self._is_prepared = threading.Event()
        self._thread = threading.Thread(target=self._run, name="background-work", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """End worker and beat, if they run. The steps store nothing, so a stop does not wait for them."""
        self._is_closing.set()
        if self._is_prepared.is_set():
            self._thread.join(2 * STOP_WITHIN)  # one for each thread

    def _run(self) -> None:
        for step in self._steps:
            try:
                step()
            except Exception:
                _log.exception("The room is open, but not all of it is prepared.")
            if self._is_closing.is_set():
                return
        self._is_prepared.set()  # set before the check, so that a stop in between waits for the worker
        if self._is_closing.is_set():
            return
        with run_worker_and_beat(self._app):
            self._is_closing.wait()


def _then_disconnect(work: Callable[[], object]) -> None:
    """Run a thread's work, then close its database connection."""
    try:
        work()
    finally:
        connections.close_all()
