"""A tablet that asks for anything is there: kept for the floor, and never a reason not to answer it."""

import logging

from django.db import DatabaseError
from django.utils import timezone

from tables.heard import tablet_heard

log = logging.getLogger(__name__)


def is_here(table_id: int) -> None:
    """A tablet of this table is there now. What cannot be kept is told to the log only: the next sign comes soon."""
    try:
        tablet_heard(table_id=table_id, now=timezone.now())
    except DatabaseError:
        log.exception("A tablet's sign of life was not kept.")
