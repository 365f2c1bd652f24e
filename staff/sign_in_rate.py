"""The rate of sign-in attempts from one network or tablet, counted by all processes together."""

from datetime import datetime

from django.conf import settings

from journal.device_context import network
from staff.request_rate import count_request, seconds_left


class TooBusy(Exception):
    """Too many sign-ins at once or from one place; the web answers 429. seconds: when to try again."""

    def __init__(self, seconds: int) -> None:
        """Store the seconds until the next attempt is allowed."""
        super().__init__(f"try again in {seconds} s")
        self.seconds = seconds


def count_network_attempt(now: datetime) -> None:
    """Count a sign-in attempt from the current network or tablet. Raises `TooBusy` above its rate."""
    place = network()
    if not place:  # a command or a task
        return
    most: int = settings.SIGN_INS_PER_MINUTE
    if count_request("sign-in", place, now) > (most // 3 if place.startswith("tablet ") else most):
        raise TooBusy(seconds_left(now))
