"""When each part's level changed: rows that one web process writes, so that people can find an outage at night later.

Every web process checks the parts by itself. The oldest living process writes. The others keep their findings since the
database became unavailable, in case one of them is the oldest when it returns.
"""

import logging
import os
import socket
import threading
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import DatabaseError, transaction
from django.db.models import Max

from ops.health.part import HealthPart, Level
from ops.heartbeats import FRESH, WEB
from ops.models import HealthChange, ServiceHeartbeat
from web.outages import outage_of

KEPT = timedelta(days=30)
# After this time, stored and current levels are compared even without a change.
COMPARED = timedelta(minutes=1)
MOST_PENDING = 500  # changes that a process remembers while it can't store them
_log = logging.getLogger("floorbook.health")


@dataclass(frozen=True, slots=True)
class FoundLevel:
    """A part's level as found by a process."""

    part: str
    level: Level
    headline: str
    at: datetime


class LevelHistory:
    """Finds changes, and stores them."""

    def __init__(self) -> None:
        self._found: dict[str, FoundLevel] = {}
        self._compared_at: datetime | None = None
        self._pending: list[FoundLevel] = []
        self._storing = threading.Lock()

    @property
    def is_behind(self) -> bool:
        """Whether changes wait to be stored."""
        return bool(self._pending)

    def note(self, parts: Iterable[HealthPart], at: datetime) -> None:
        """Remember the parts whose level has changed since the last finding."""
        for part in parts:
            found_level = FoundLevel(part.key, part.level, part.headline, at)
            before = self._found.get(part.key)
            self._found[part.key] = found_level
            is_change = before is None or before.level != part.level
            if is_change and len(self._pending) < MOST_PENDING:
                self._pending.append(found_level)

    def store(self, now: datetime) -> None:
        """Store the pending changes. While the database is unavailable, they stay pending."""
        is_compared = self._compared_at is not None and now - self._compared_at < COMPARED
        if (is_compared and not self._pending) or not self._storing.acquire(blocking=False):
            return
        try:
            self._store(now)
        except DatabaseError as error:
            if outage_of(error) is None:
                raise
            _log.debug("Changes of health are stored later: %s", error)
        finally:
            self._storing.release()

    def _store(self, now: datetime) -> None:
        with transaction.atomic():
            # The lock: if two processes are briefly both the oldest, the second one sees the first
            # one's rows.
            rows = ServiceHeartbeat.objects.select_for_update().filter(service=WEB)
            alive = [row for row in rows if row.at > now - timedelta(seconds=FRESH)]
            if not alive:
                return  # this process has not sent a heartbeat yet
            oldest = min(alive, key=lambda row: (row.started_at, row.host, row.pid))
            count = len(self._pending)
            if (oldest.host, oldest.pid) == (socket.gethostname()[:100], os.getpid()):
                # The rows may be those of a process that ended, whose parts have changed since.
                store_changes([*self._pending[:count], *self._found.values()])
        del self._pending[:count]
        self._compared_at = now


def store_changes(levels: Iterable[FoundLevel]) -> None:
    """Store the changes that differ from the last stored one of their part and are newer."""
    last = {row.part: row for row in last_changes()}
    for change in levels:
        before = last.get(change.part)
        if before is not None and (before.level == change.level or before.at >= change.at):
            continue
        last[change.part] = HealthChange.objects.create(
            part=change.part, level=change.level, headline=change.headline[:200], at=change.at
        )


def last_changes(*, until: datetime | None = None) -> list[HealthChange]:
    """Return the last change of each part, at or before a time if one is given."""
    rows = (
        HealthChange.objects.all() if until is None else HealthChange.objects.filter(at__lte=until)
    )
    newest = rows.order_by().values("part").annotate(newest=Max("pk")).values("newest")
    return list(HealthChange.objects.filter(pk__in=newest))


def remove_old_changes(now: datetime) -> int:
    """Remove changes older than 30 days, except the last of each part; return how many."""
    old_changes = HealthChange.objects.filter(at__lt=now - KEPT)
    return old_changes.exclude(pk__in=[row.pk for row in last_changes()]).delete()[0]
