"""The owner of a page's taps: its tablet and the dealer who is signed in."""

from typing import Any

from django.utils import timezone

from journal.unix_time import milliseconds
from tables.dealer_sign_in import return_delay
from tables.models import Device
from tables.tablet_commands import signed_in


def queue_name(device: Device) -> str:
    """Return the name of the tablet's queue at its table."""
    return f"floorbook.{device.pk}.{device.table_id}"


def tap_owner(device: Device | None) -> dict[str, Any]:
    """Return tablet, table and dealer: the queue is named by tablet and table, and each tap keeps its dealer
    (`queue.js`).

    returns_in: milliseconds after which the dealer is back from a supervisor who did nothing; 0 if no one is aside.
    at: when the server said so, in Unix milliseconds; a page with two owners takes the later one.
    """
    if device is None:
        nobody = {"dealer": "", "badge": "", "name": "", "supervises": False}
        return {"queue": "", **nobody, "returns_in": 0, "at": 0}
    dealer, now = signed_in(device), timezone.now()
    return {
        "queue": queue_name(device),
        "dealer": dealer.key if dealer else "",
        "badge": dealer.badge if dealer else "",
        "name": dealer.alias if dealer else "",
        "supervises": bool(dealer and dealer.supervises),
        "returns_in": return_delay(device=device, now=now),
        "at": milliseconds(now),
    }
