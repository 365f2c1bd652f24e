"""Divergences: taps that a tablet decided differently from the server. Both run the same code, so each divergence is a
bug.
"""

import logging
from datetime import datetime

from dealer_ui.socket_messages import DivergenceMessage
from tables.models import Device, Divergence
from web.metrics import DIVERGENCES

log = logging.getLogger(__name__)


def record(device: Device, reported: DivergenceMessage, *, now: datetime) -> None:
    """Store a divergence once, with the tablet's decision and the log's entries, and log it as an error."""
    values = {
        "engine": reported.engine,
        "predicted": list(reported.predicted),
        "stored": list(reported.stored),
        "at": now,
    }
    _, is_new = Divergence.objects.get_or_create(
        table_id=device.table_id, command_id=reported.id, defaults=values
    )
    if is_new:
        DIVERGENCES.inc()
        log.error("Divergence at %s: tap %s: %s", device, reported.id, values)
