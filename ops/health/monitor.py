"""The monitor of a process: it runs the checks in a separate thread, and stores the last state of each part.

A database that hangs blocks only that thread. A caller waits at most the given time, and gets the last known state.
"""

import logging
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from importlib import import_module

from django.conf import settings
from django.db import DatabaseError, connections
from django.utils import timezone

from ops.health.checks.database import database_away
from ops.health.history import LevelHistory
from ops.health.part import Check, HealthPart, Level, worst
from web.outages import outage_of, reason_of

WAIT = 1.5  # seconds that a request waits for the checks
# Seconds for which a result is reused: strangers may request it as often as they like.
MAX_AGE = 1.0
DATABASE = "database"
_log = logging.getLogger("floorbook.health")


@dataclass(frozen=True, slots=True)
class KnownPart:
    """A part, and when it was found in this state."""

    part: HealthPart
    at: datetime
    is_current: bool = True  # False: the database is unavailable, and this is the state before


@dataclass(frozen=True, slots=True)
class HealthReport:
    """All parts of the installation, in the order of the list."""

    at: datetime
    parts: tuple[KnownPart, ...]

    @property
    def level(self) -> Level:
        """The worst level of all parts."""
        return worst(known_part.part.level for known_part in self.parts)

    @property
    def is_ready(self) -> bool:
        """Whether this process can serve. Another bad part, such as Redis, is no reason to stop sending requests to the
        process.
        """
        return not any(
            known_part.part.is_blocking for known_part in self.parts if known_part.is_current
        )

    def of_level(self, level: Level) -> list[KnownPart]:
        return [known_part for known_part in self.parts if known_part.part.level == level]

    def get(self, key: str) -> KnownPart | None:
        return next((known_part for known_part in self.parts if known_part.part.key == key), None)


class HealthMonitor:
    """Runs checks on demand, one run at a time."""

    def __init__(self, checks: Sequence[Check], history: LevelHistory | None = None) -> None:
        """history: where changes of levels are stored, if any."""
        self._checks = tuple(checks)
        self._history = history
        self._known: dict[str, KnownPart] = {}
        self._changed = threading.Condition()
        self._is_running = False
        self._current: Check | None = None  # the check being run
        self._began_at = timezone.now()  # start of the last run
        self._ended = -MAX_AGE  # when the last run ended, by the monotonic clock

    def read(self, *, wait: float = WAIT, max_age: float = MAX_AGE) -> HealthReport:
        """Return the report: a new one, or one at most `max_age` seconds old. Waits at most `wait` seconds."""
        with self._changed:
            if time.monotonic() - self._ended < max_age and not self._is_running:
                return self._report()
            if not self._is_running:
                self._is_running = True
                self._began_at = timezone.now()
                threading.Thread(target=self._run, name="health", daemon=True).start()
            self._changed.wait_for(lambda: not self._is_running, timeout=wait)
            return self._report()

    def _report(self) -> HealthReport:
        """Return the current findings; a check without a result is bad."""
        known_parts = dict(self._known)
        if self._is_running and self._current is not None:
            late = self._current
            part = (
                database_away("away", "It does not answer.") if late.needs_database else _late(late)
            )
            known_parts[part.key] = KnownPart(part, timezone.now())
        parts = (known_parts.get(check.key) for check in self._checks)
        return HealthReport(self._began_at, tuple(part for part in parts if part is not None))

    def _run(self) -> None:
        """Run the checks, those without the database first, so that a hanging database doesn't hide their results."""
        now = self._began_at
        is_away = False
        try:
            for check in sorted(
                self._checks, key=lambda check: (check.needs_database, check.key != DATABASE)
            ):
                with self._changed:
                    self._current = check
                part = None if is_away and check.needs_database else _evaluate(check, now)
                is_away = is_away or (
                    part is not None and part.key == DATABASE and part.is_blocking
                )
                self._keep(check, part, now, is_away=is_away)
        finally:
            with self._changed:
                current_parts = [
                    known_part.part for known_part in self._known.values() if known_part.is_current
                ]
                self._is_running = False
                self._current = None
                self._ended = time.monotonic()
                if self._history is not None:
                    self._history.note(current_parts, now)
                self._changed.notify_all()
            try:  # no one waits for this
                if self._history is not None:
                    self._history.store(timezone.now())
            finally:
                connections.close_all()

    def _keep(self, check: Check, part: HealthPart | None, now: datetime, *, is_away: bool) -> None:
        with self._changed:
            if part is not None:
                self._known[part.key] = KnownPart(part, now)
            elif not (is_away and check.needs_database):
                self._known.pop(check.key, None)  # the installation does not have it
            elif before := self._known.get(check.key):
                self._known[check.key] = KnownPart(before.part, before.at, is_current=False)


def _evaluate(check: Check, now: datetime) -> HealthPart | None:
    """Run one check. If a check raises an error, the error is reported as its part, so that one check can't hide the
    others.
    """
    try:
        return check.run(now)
    except DatabaseError as error:
        if outage := outage_of(error):
            return database_away(outage, reason_of(error))
        _log.exception("The check of %s failed.", check.title)
        return _failed(check, error)
    except Exception as error:
        _log.exception("The check of %s failed.", check.title)
        return _failed(check, error)


def _failed(check: Check, error: Exception) -> HealthPart:
    return HealthPart(
        key=check.key,
        title=check.title,
        level="bad",
        state="not known",
        headline=f"The check of {check.title} failed",
        facts=(f"{type(error).__name__}: {str(error)[:200]}", "its log has the details"),
    )


def _late(check: Check) -> HealthPart:
    return HealthPart(
        key=check.key,
        title=check.title,
        level="bad",
        state="no answer",
        headline=f"{check.title} does not answer",
    )


@cache
def monitor() -> HealthMonitor:
    """Return the monitor of this process, with the checks of the settings' list."""
    checks: tuple[Check, ...] = import_module(settings.HEALTH_CHECKS).CHECKS
    return HealthMonitor(checks, LevelHistory())
