"""Tablet heartbeats: every request is a heartbeat, and a failure to store it never fails the request."""

import logging

from django.db import DatabaseError
from django.utils import timezone

from tables.tablet_heartbeat import tablet_heartbeat

log = logging.getLogger(__name__)


def record_heartbeat(table_id: int) -> None:
    """Record a heartbeat for this table. An error is only logged, because the next heartbeat comes soon."""
    try:
        tablet_heartbeat(table_id=table_id, now=timezone.now())
    except DatabaseError:
        log.exception("Couldn't store a tablet's heartbeat.")
