"""The embedded server's worker and beat, as threads beside the web server."""

import signal
import threading
from collections.abc import Callable, Generator
from contextlib import contextmanager
from types import FrameType

from celery import Celery
from celery.beat import Service
from celery.worker import WorkController
from django.db import connections

from config.web_server import STOP_WITHIN

BEAT_INTERVAL = 5  # seconds until a changed schedule is noticed; what is due starts on time
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
def run_worker_and_beat(app: Celery) -> Generator[None]:
    """Run a worker and beat as threads for the duration of the block."""
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


def _then_disconnect(work: Callable[[], object]) -> None:
    """Run a thread's work, then close its database connection."""
    try:
        work()
    finally:
        connections.close_all()
