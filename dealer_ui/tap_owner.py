"""The owner of a page's taps: its tablet and the dealer who is signed in."""

from typing import Any

from tables.models import Device
from tables.tablet_commands import signed_in


def tap_owner(device: Device | None) -> dict[str, Any]:
    """Return tablet, table and dealer: the queue is named by tablet and table, and each tap keeps its dealer
    (`queue.js`).
    """
    if device is None:
        return {"queue": "", "dealer": "", "name": "", "supervises": False}
    dealer = signed_in(device)
    return {
        "queue": f"floorbook.{device.pk}.{device.table_id}",
        "dealer": dealer.key if dealer else "",
        "name": dealer.alias if dealer else "",
        "supervises": bool(dealer and dealer.supervises),
    }
