"""The rate of sign-in attempts from one network or tablet, counted across all processes."""

from datetime import datetime

from django.conf import settings

from journal.device_context import network
from staff.request_rate import count_request, seconds_left


class TooBusy(Exception):
    """Too many sign-ins at the same time or from one place; the response is 429. seconds: when to try again."""

    def __init__(self, seconds: int) -> None:
        super().__init__(f"try again in {seconds} s")
        self.seconds = seconds


def count_network_attempt(now: datetime) -> None:
    """Count a sign-in attempt from the current network or tablet. Raises `TooBusy` above its rate."""
    place = network()
    if not place:  # a command or a task
        return
    limit: int = settings.SIGN_INS_PER_MINUTE
    if count_request("sign-in", place, now) > (
        limit // 3 if place.startswith("tablet ") else limit
    ):
        raise TooBusy(seconds_left(now))
