"""Heartbeats: each process of the installation records in its own row that it is alive."""

import logging
import os
import socket
import threading
import time
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial

from django.conf import settings
from django.db import DatabaseError, connections
from django.utils import timezone

from ops.models import ServiceHeartbeat

WEB = "web"
BEAT = "beat"
CHECK = "check"
WORKER = "worker"  # followed by the name of the queue
INTERVAL = 10.0  # seconds between two heartbeats of a process
FRESH = 35.0  # seconds without a heartbeat after which a process is silent: three were missed
KEPT = timedelta(days=1)  # an older row is useless
JUMP = 2.0  # seconds between the wall clock and the monotonic clock that are treated as a jump
_log = logging.getLogger("floorbook.health")


def worker_service(queue: str) -> str:
    """Return the name under which the workers of a queue send heartbeats."""
    return f"{WORKER} {queue}"


def write_heartbeat(
    service: str, now: datetime, *, started_at: datetime, facts: dict[str, object] | None = None
) -> None:
    """Write the row of this process."""
    ServiceHeartbeat.objects.update_or_create(
        service=service,
        host=socket.gethostname()[:100],
        pid=os.getpid(),
        defaults={
            "version": settings.PRODUCT_VERSION,
            "started_at": started_at,
            "at": now,
            "facts": facts or {},
        },
    )


def remove_heartbeat(service: str) -> None:
    """Remove the row of this process at its orderly end."""
    rows = ServiceHeartbeat.objects.filter(host=socket.gethostname()[:100], pid=os.getpid())
    rows.filter(service=service).delete()


def remove_old_heartbeats(now: datetime) -> int:
    """Remove rows of processes that ended long ago; return how many."""
    return ServiceHeartbeat.objects.filter(at__lt=now - KEPT).delete()[0]


def remove_restored_heartbeats() -> None:
    """Remove all rows from a database that was just restored: they belong to processes from the time of the backup."""
    ServiceHeartbeat.objects.all().delete()


class ClockWatch:
    """Notices when the wall clock jumps: it advances differently from the monotonic clock."""

    def __init__(self) -> None:
        """Start without an earlier time for comparison."""
        self._before: tuple[datetime, float] | None = None
        self.facts: dict[str, object] = {}  # of the last jump: its seconds and when it was noticed

    def look(self, now: datetime, monotonic: float) -> None:
        """Compare with the last time. A machine that slept jumps, too."""
        if self._before is not None:
            last_time, last_monotonic = self._before
            jump = (now - last_time).total_seconds() - (monotonic - last_monotonic)
            if abs(jump) > JUMP:
                self.facts = {"clock_jump": round(jump, 1), "clock_jump_at": now.isoformat()}
                _log.error("The clock of this machine jumped by %.1f s.", jump)
        self._before = (now, monotonic)


class HeartbeatThread:
    """Writes this process's heartbeat until it is stopped, even while the database is unavailable."""

    def __init__(self, service: str, *, also: Callable[[], object] = lambda: None) -> None:
        """Prepare a thread; also: a function called with each heartbeat."""
        self._service = service
        self._also = also
        self._stop = threading.Event()
        self._clock = ClockWatch()
        self._is_failing = False
        self._thread = threading.Thread(target=self._run, name=f"heartbeat-{service}", daemon=True)
        self.started_at = timezone.now()

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """Stop the thread, and remove the row."""
        self._stop.set()
        self._thread.join(5)

    def _run(self) -> None:
        while True:
            now = timezone.now()
            self._clock.look(now, time.monotonic())
            self._try(partial(self._write, now))
            self._also()
            if self._stop.wait(INTERVAL):
                break
        self._try(lambda: remove_heartbeat(self._service))

    def _write(self, now: datetime) -> None:
        write_heartbeat(self._service, now, started_at=self.started_at, facts=self._clock.facts)

    def _try(self, work: Callable[[], None]) -> None:
        """Run work that needs the database; log once that it fails, and once that it works again."""
        try:
            work()
        except DatabaseError as error:
            if not self._is_failing:
                _log.error("Heartbeats of %s can't be stored: %s", self._service, error)
            self._is_failing = True
        else:
            if self._is_failing:
                _log.warning("Heartbeats of %s are stored again.", self._service)
            self._is_failing = False
        finally:
            connections.close_all()
