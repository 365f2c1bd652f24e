"""The owner of a page's taps: its tablet and the dealer who is signed in."""

import msgspec
from django.utils import timezone

from dealer_ui.tablet_commands import signed_in
from journal.unix_time import milliseconds
from tables.dealer_sign_in import return_delay
from tables.models import Device


def queue_name(device: Device) -> str:
    """Return the name of the tablet's queue for its table."""
    return f"floorbook.{device.pk}.{device.table_id}"


class TapOwner(msgspec.Struct, frozen=True):
    """Tablet, table and dealer. The queue is named by tablet and table, and each tap has its dealer (`queue.js`).

    returns_in: milliseconds until the dealer is signed in again after an inactive supervisor; 0 if no dealer waits.
    at: the server's time of this answer, in Unix milliseconds; a page with two owners uses the later one.
    """

    queue: str = ""
    dealer: str = ""
    badge: str = ""
    name: str = ""
    supervises: bool = False
    returns_in: int = 0
    at: int = 0


def tap_owner(device: Device | None) -> TapOwner:
    """Return the owner of taps made on the page now."""
    if device is None:
        return TapOwner()
    dealer = signed_in(device)
    now = timezone.now()
    return TapOwner(
        queue=queue_name(device),
        dealer=dealer.key if dealer else "",
        badge=dealer.badge if dealer else "",
        name=dealer.alias if dealer else "",
        supervises=bool(dealer and dealer.supervises),
        returns_in=return_delay(device=device, now=now),
        at=milliseconds(now),
    )
