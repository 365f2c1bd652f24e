"""How often a network may send what phones send, so that a token can't be guessed and no worker is kept busy."""

from datetime import datetime

from journal.device_context import network
from poker.refusal import Refusal
from staff.request_rate import count_request, seconds_left

MAX_A_MINUTE = 300  # from one network, which is that of all phones of a room


def count_phone_request(now: datetime) -> None:
    """Count a request of a phone. Raises `Refusal`: `alert_rate` above the rate of its network."""
    place = network()
    if place and count_request("phone", place, now) > MAX_A_MINUTE:
        raise Refusal("alert_rate", "", seconds=seconds_left(now))
