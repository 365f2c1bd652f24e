"""Plaques of house-banked games: published as versions, posted at tables."""

from datetime import datetime
from functools import partial
from uuid import uuid4

import msgspec
from django.db import transaction

from banked.actions import banked_execute, plaque_body
from banked.models import BankedSetup, HousePlaque
from banked.rules.commands import PostPlaque
from banked.rules.plaque import BankedPlaque, check
from staff.models import Staff
from tables import table_screens
from tables.models import Table


def plaque_publish(
    *, name: str, body: BankedPlaque, by: Staff | None, now: datetime
) -> HousePlaque:
    """Store the next version of a plaque. Raises `Refusal`: `bad_banked_plaque`."""
    check(body)
    with transaction.atomic():
        newest = HousePlaque.objects.select_for_update().filter(name=name).first()
        return HousePlaque.objects.create(
            name=name,
            version=newest.version + 1 if newest else 1,
            body=msgspec.to_builtins(body),
            published_at=now,
            published_by=by,
        )


def newest_plaques() -> list[HousePlaque]:
    """Return the newest version of each plaque, by name."""
    newest: dict[str, HousePlaque] = {}
    for plaque in HousePlaque.objects.order_by("name", "-version"):
        newest.setdefault(plaque.name, plaque)
    return list(newest.values())


def tables_with_plaque(name: str) -> list[Table]:
    """Return the tables that open with a version of this plaque, by room and name."""
    rows = Table.every.filter(banked__plaque__name=name)
    return list(rows.select_related("stream", "room", "banked__plaque").order_by("room", "name"))


def plaque_set_inside_transaction(*, table: Table, plaque: HousePlaque | None) -> None:
    """Set what a closed table opens with. Its tablets are refreshed after the commit."""
    BankedSetup.objects.update_or_create(table=table, defaults={"plaque": plaque})
    refresh = partial(table_screens.send_refresh, table_id=table.pk)
    transaction.on_commit(refresh, robust=True)


def plaque_post(*, table: Table, plaque: HousePlaque, actor: str, now: datetime) -> None:
    """Give a table a plaque. At an open table it is dealt from the next round on.

    Raises `Refusal`: `bad_banked_plaque`, `removed_box_taken`.
    """
    if table.is_open:
        banked_execute(
            table_id=table.pk,
            command_id=str(uuid4()),
            command=PostPlaque(plaque_body(plaque)),
            actor=actor,
            now=now,
        )
    with transaction.atomic():
        plaque_set_inside_transaction(table=table, plaque=plaque)
