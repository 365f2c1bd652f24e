"""What a room decides about the irregularities of house-banked games."""

from collections.abc import Mapping
from functools import partial

from django.db import transaction

from banked.models import HouseDecision
from banked.rules.irregularities import catalogue
from poker.refusal import Refusal
from staff.models import Room
from tables import table_screens
from tables.models import Table


def decisions_of(room_id: int) -> dict[str, str]:
    """Return the remedy that the room chose for each irregularity; only those that differ from the default."""
    rows = HouseDecision.objects.filter(room=room_id)
    return dict(rows.values_list("key", "remedy"))


def decisions_set(*, room: Room, decisions: Mapping[str, str]) -> None:
    """Set the remedies of irregularities. Raises `Refusal`: `unknown_irregularity`."""
    rows = catalogue()
    for key, remedy in decisions.items():
        if key not in rows or remedy not in {item.key for item in rows[key].remedies}:
            raise Refusal("unknown_irregularity", "", key=key)
    for key, remedy in decisions.items():
        if remedy == rows[key].remedies[0].key:
            HouseDecision.objects.filter(room=room, key=key).delete()
        else:
            HouseDecision.objects.update_or_create(room=room, key=key, defaults={"remedy": remedy})
    for table_id in Table.every.filter(room=room, kind=Table.Kind.BANKED).values_list(
        "pk", flat=True
    ):
        transaction.on_commit(partial(table_screens.send_refresh, table_id=table_id), robust=True)
