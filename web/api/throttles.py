"""Rate limits of API clients, counted in the cache that all processes share."""

import time
from abc import ABC, abstractmethod
from typing import cast

from django.conf import settings
from django.core.cache import caches
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView

from web.api.caller import Caller

MINUTE = 60  # seconds
HOUR = 3600  # seconds
READS = ("GET", "HEAD")


class MinuteThrottle(ABC, BaseThrottle):
    """Allows a limited number of requests in each full minute.

    Django REST framework's own throttles read a list of times from the cache and write it back. Simultaneous requests
    of two processes would then count as one.
    """

    limit_setting: str  # the setting with the number of requests

    def __init__(self) -> None:
        """Read the clock once, so that `wait` refers to the minute that was counted."""
        self.now = int(time.time())

    @abstractmethod
    def key(self, request: Request) -> str | None:
        """Return the key that the request counts under; None if it is not limited."""

    def allow_request(self, request: Request, view: APIView | None) -> bool:
        """Count a request; return whether it is within the limit."""
        key = self.key(request)
        limit = cast(int, getattr(settings, self.limit_setting))
        return key is None or count_in_window(key, MINUTE, self.now) <= limit

    def wait(self) -> int:
        """Return the seconds until the next minute."""
        return MINUTE - self.now % MINUTE


class ReadThrottle(MinuteThrottle):
    """Limits the reading requests of an integration to `API_RATE`."""

    limit_setting = "API_RATE"

    def key(self, request: Request) -> str | None:
        return f"{_integration(request)}.r" if request.method in READS else None


class WriteThrottle(MinuteThrottle):
    """Limits the other requests of an integration to `API_WRITE_RATE`."""

    limit_setting = "API_WRITE_RATE"

    def key(self, request: Request) -> str | None:
        return None if request.method in READS else f"{_integration(request)}.w"


def count_in_window(key: str, span: int, now: int) -> int:
    """Count one more request in the current window of `span` seconds and return the total. now: Unix seconds."""
    cache = caches["api"]
    name = f"{key}.{now // span}"
    cache.add(name, 0, 2 * span)
    try:
        return int(cache.incr(name))
    except ValueError:  # the key expired between add() and incr()
        return 1


def _integration(request: Request) -> int:
    return cast(Caller, request.auth).integration.pk
