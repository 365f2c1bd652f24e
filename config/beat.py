"""Beat's scheduler: Celery's database scheduler, which also sends a heartbeat."""

import logging
import time
from collections.abc import Callable

from django.db import DatabaseError
from django.utils import timezone
from django_celery_beat.schedulers import DatabaseScheduler

from ops.heartbeats import BEAT, INTERVAL, remove_heartbeat, write_heartbeat

LOOK_INTERVAL = 5.0  # seconds between two checks for a changed schedule
_log = logging.getLogger("floorbook.health")


class HeartbeatScheduler(DatabaseScheduler):
    """A scheduler whose tick is beat's heartbeat, so that a hanging beat or a second beat is noticed."""

    def __init__(self, *args: object, **kwargs: object) -> None:
        self._started_at = timezone.now()
        self._written_at = -INTERVAL  # by the monotonic clock
        self._looked_at = -LOOK_INTERVAL  # by the monotonic clock
        super().__init__(*args, **kwargs)

    def tick(self, *args: object, **kwargs: object) -> float:
        """Start tasks that are due; return the seconds until the next tick."""
        pause: float = super().tick(*args, **kwargs)
        if (now := time.monotonic()) - self._written_at >= INTERVAL:
            self._written_at = now
            _store(lambda: write_heartbeat(BEAT, timezone.now(), started_at=self._started_at))
        return pause

    def adjust(self, n: float | None, drift: float = 0.0) -> float | None:
        """Return when to wake for tasks due in `n` seconds: exactly then, because beat's own 10 ms margin makes it
        spin.
        """
        wake_in: float | None = super().adjust(n, drift)
        return wake_in

    def schedule_changed(self) -> bool:
        """Return whether someone changed the schedule.

        A tick starts one task, so beat ticks several times a second, and each check opens the database.
        """
        if (now := time.monotonic()) - self._looked_at < LOOK_INTERVAL:
            return False
        self._looked_at = now
        is_changed: bool = super().schedule_changed()
        return is_changed

    def close(self) -> None:
        super().close()
        _store(lambda: remove_heartbeat(BEAT))


def _store(work: Callable[[], None]) -> None:
    try:
        work()
    except DatabaseError as error:
        _log.error("The heartbeat of beat can't be stored: %s", error)
