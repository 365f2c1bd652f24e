"""A plaque's next version and the tables that take it: one transaction, which the caller has."""

from collections.abc import Sequence
from datetime import datetime
from uuid import uuid4

from manage_ui.words import at_tables
from tables.models import Plaque, Table
from tables.plaques import plaque_change_inside_transaction, plaque_publish


def publish(plaque: Plaque, *, put_up: Sequence[Table], actor: str, now: datetime) -> Plaque:
    """Store the version; closed tables take it at once, the open ones that are named with their next hand.

    Refuses what the plaque or one of the tables refuses.
    """
    made = plaque_publish(plaque=plaque, now=now)
    for table in sorted(
        put_up, key=lambda one: one.pk
    ):  # always by number, as everybody locks them
        plaque_change_inside_transaction(
            table=table, plaque=made, command_id=str(uuid4()), seen=None, actor=actor, now=now
        )
    return made


def held(name: str = "") -> None:
    """Hold a plaque's versions, or all, until the transaction ends; what is newest is asked after that."""
    rows = Plaque.objects.select_for_update().order_by("pk")
    list((rows.filter(name=name) if name else rows).values_list("pk", flat=True))


def touches(tables: Sequence[Table], picked: Sequence[str]) -> list[str]:
    """What a new version does at tables, in sentences."""
    found = []
    takes = [one.name for one in tables if one.is_open and str(one.pk) in picked]
    keeps = [one.name for one in tables if one.is_open and str(one.pk) not in picked]
    closed = [one.name for one in tables if not one.is_open]
    if takes:
        found.append(f"It takes effect with the next hand at {at_tables(takes)}.")
    if keeps:
        found.append(f"{at_tables(keeps)}: open, and what hangs there now stays.")
    if closed and found:
        found.append(f"{at_tables(closed)}: closed, and shows it when it opens.")
    return found
