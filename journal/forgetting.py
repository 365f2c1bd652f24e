"""Players are forgotten: their names beside the log, and in the pictures that are made from it."""

from collections.abc import Collection
from datetime import datetime
from typing import Any

import msgspec
from django.db.models import QuerySet

from journal import names
from journal.models import Entry, Name, Stream
from journal.pictures import DEALERS, LISTS, kind_of
from poker import personal
from poker.state import Table
from poker.waiting.state import Lists

BROWSER = " \u00b7 "  # between browser and address; a tablet has a name alone
_PLANS = {kind: personal.plan_of(kind) for kind in (Table, Lists)}


def addresses(*, since: datetime | None, until: datetime) -> "QuerySet[Entry]":
    """Entries that a browser asked for, whose address is beside the hash: it may be emptied, and the chain stays."""
    rows = Entry.objects.filter(at__lt=until, device__contains=BROWSER).order_by()
    return rows if since is None else rows.filter(at__gte=since)


def texts_of(players: Collection[str]) -> set[str]:
    """All names that a log has of them."""
    rows = Name.objects.filter(player__in=list(players), note=False).exclude(text="")
    return set(rows.values_list("text", flat=True))


def forget_inside_transaction(players: Collection[str]) -> tuple[int, list[int]]:
    """Take out what is said of these players, for good; the caller has the transaction.

    Gives how many texts, and the numbers of the logs whose picture had one of them. A rebuild makes the same.
    """
    count = names.forget(players)
    changed = []
    said = [f'"player":"{player}"'.encode() for player in players]
    rows = Stream.objects.exclude(key__startswith=DEALERS).order_by("pk")
    # All states pass by, a few KB each: where a player was named is in no index.
    for pk, state in rows.values_list("pk", "state").iterator():
        if any(one in bytes(state) for one in said) and _picture(pk, players):
            changed.append(pk)
    return count, changed


def _picture(pk: int, players: Collection[str]) -> bool:
    stream = Stream.objects.order_by().select_for_update().get(pk=pk)
    plan = _PLANS[Lists if stream.key.startswith(LISTS) else Table]
    value: Any = msgspec.json.decode(bytes(stream.state))
    found = [one for one in personal.places(plan, value) if one.player in players] if plan else []
    for place in found:
        gone = names.GONE if place.kind == personal.NOTE else names.forgotten(place.player)
        place.put(gone)
    if found:
        kind = kind_of(stream.key)
        state = kind.decode(msgspec.json.encode(value))
        Stream.objects.filter(pk=pk).update(state=kind.encode(state), view=kind.view(state))
    return bool(found)
