"""The embedded server: web server, Celery worker and beat in one process."""

import asyncio
import signal
import threading
from collections.abc import Callable, Generator
from contextlib import contextmanager
from socket import socket
from types import FrameType
from typing import Any

import uvicorn
from celery import Celery
from celery.beat import Service
from celery.worker import WorkController
from django.db import connections

from config.websockets import RoomWebSocketProtocol
from tables import broadcast

STOP_SIGNALS = (signal.SIGINT, signal.SIGTERM)
STOP_WITHIN = 5  # seconds for the worker and open requests to finish


class RoomServer(uvicorn.Server):
    """A uvicorn server that returns on a stop signal instead of raising it again."""

    def __init__(self, *, app: Any, on_open: Callable[[], None]) -> None:
        """Serve `app`; `on_open` is called when the port is open."""
        super().__init__(
            uvicorn.Config(
                app,
                ws=RoomWebSocketProtocol,
                ws_per_message_deflate=False,
                lifespan="off",
                log_config=None,
                access_log=False,
                timeout_graceful_shutdown=STOP_WITHIN,
            )
        )
        self._on_open = on_open

    @contextmanager
    def capture_signals(self) -> Generator[None]:
        """Leave signals to `handle_stop_signals`, which calls `handle_exit`."""
        yield

    async def startup(self, sockets: list[socket] | None = None) -> None:
        """Open the port, then call `on_open`."""
        broadcast.serve_from(asyncio.get_running_loop())
        await super().startup(sockets=sockets)
        self._on_open()


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
    beat = Service(app, max_interval=1, scheduler_cls=app.conf.beat_scheduler)
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
