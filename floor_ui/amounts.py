"""Amounts on the floor's pages: those of a tournament's table are chips, which are not money."""

from contextlib import AbstractContextManager

from poker.currency import amounts_of
from tables.models import Table


def amounts_at(table: Table) -> AbstractContextManager[None]:
    """Write and read amounts as a table does now: in tournament chips while it plays an event."""
    plays_event = table.kind == Table.Kind.POKER and table.listed.event is not None
    return amounts_of(in_chips=plays_event)
