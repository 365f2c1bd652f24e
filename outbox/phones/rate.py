"""Limits the requests of phones by network, so that no token can be guessed and no worker is kept busy."""

from datetime import datetime

from journal.device_context import network
from poker.refusal import Refusal
from staff.request_rate import count_request, seconds_left

MAX_A_MINUTE = 300  # requests from one network, which all phones of a room share


def count_phone_request(now: datetime) -> None:
    """Count a phone's request. Raises `Refusal`: `alert_rate` if its network sends too many."""
    place = network()
    if place and count_request("phone", place, now) > MAX_A_MINUTE:
        raise Refusal("alert_rate", "", seconds=seconds_left(now))
