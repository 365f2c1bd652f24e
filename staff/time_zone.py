"""The time zone of the house: its setting, otherwise that of the server."""

from datetime import datetime, tzinfo
from time import monotonic
from zoneinfo import ZoneInfo, available_timezones

from django.db import transaction
from django.http import HttpRequest
from django.utils import timezone
from django.utils.deprecation import MiddlewareMixin

from poker.refusal import Refusal
from staff.audit.recording import Actor, record
from staff.installation import installation, lock_installation

_CACHE_SECONDS = 30  # time after which another process reads a changed zone
_NEVER = float("-inf")
_cached: list[tuple[float, str]] = [(_NEVER, "")]


def load_time_zone() -> None:
    """Set the zone of the house for local times in this process. Called for each request, socket message and task.

    A process that runs one command calls it once.
    """
    timezone.activate(house_time_zone())


def house_time_zone() -> tzinfo:
    """Return the zone in which shifts begin and gaming days end."""
    read_at, name = _cached[0]
    if monotonic() - read_at > _CACHE_SECONDS:
        name = installation().time_zone
        _cached[0] = (monotonic(), name)
    return ZoneInfo(name) if name else timezone.get_default_timezone()


def forget_time_zone() -> None:
    """Read the zone again at the next load."""
    _cached[0] = (_NEVER, "")
    timezone.deactivate()


def time_zone_change(*, name: str, by: Actor, now: datetime) -> None:
    """Change the zone of all rooms; "" is that of the server. Gaming days that are already rolled up do not change.

    Raises `Refusal`: `unknown_time_zone`.
    """
    if name and name not in available_timezones():
        raise Refusal("unknown_time_zone", "", value=name[:64])
    with transaction.atomic():
        row = lock_installation()
        before = row.time_zone
        row.time_zone = name
        if before == name:
            return
        row.save(update_fields=["time_zone"])
        values = ({"time_zone": before}, {"time_zone": name})
        record(by, "setting_changed", now=now, about=row, before=values[0], after=values[1])
        transaction.on_commit(forget_time_zone)


class TimeZoneMiddleware(MiddlewareMixin):
    """Loads the zone before a view runs, except before views that also work without the database."""

    def process_view(
        self, request: HttpRequest, view: object, args: object, keywords: object
    ) -> None:
        if not getattr(view, "without_amounts", False):
            load_time_zone()
