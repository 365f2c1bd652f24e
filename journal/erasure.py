"""Erases players' personal text from the logs and from the snapshots built from them."""

from collections.abc import Collection
from datetime import datetime

import msgspec
from django.db.models import QuerySet

from journal import personal_text
from journal.heads import forget_head
from journal.log import listed_json, log_of
from journal.models import Entry, PersonalText, Stream
from journal.registry import command_effects
from poker.json_types import JsonObject
from poker.logs import personal_fields

BROWSER_SEPARATOR = " \u00b7 "  # between browser and IP address; a tablet has only a name


def entries_with_address(*, since: datetime | None, until: datetime) -> "QuerySet[Entry]":
    """Return the entries made from a browser: their device contains an IP address.

    The device is not part of the hash, so that it can be blanked without breaking the chain.
    """
    rows = Entry.objects.filter(at__lt=until, device__contains=BROWSER_SEPARATOR).order_by()
    return rows if since is None else rows.filter(at__gte=since)


def texts_of(players: Collection[str]) -> set[str]:
    """Return every name of these players in the logs."""
    rows = PersonalText.objects.filter(player__in=list(players), note=False).exclude(text="")
    return set(rows.values_list("text", flat=True))


def erase_inside_transaction(players: Collection[str]) -> tuple[int, list[int]]:
    """Erase these players' personal text from the logs and snapshots, in the caller's transaction.

    Returns the number of erased texts and the ids of the streams whose snapshot contained one. The erasure is
    permanent. A rebuild from the log gives the same snapshot.
    """
    count = personal_text.erase(players)
    stream_ids = []
    markers = [f'"player":"{player}"'.encode() for player in players]
    rows = Stream.objects.order_by("pk")
    for log in command_effects().LOGS:
        if log.codec.state_plan is None:
            rows = rows.exclude(key__startswith=log.prefix)
    # Read every state, a few KB each: there is no index of the players in a state.
    for pk, state in rows.values_list("pk", "state").iterator():
        if any(marker in bytes(state) for marker in markers) and _erase_in_snapshot(pk, players):
            stream_ids.append(pk)
    return count, stream_ids


def _erase_in_snapshot(pk: int, players: Collection[str]) -> bool:
    stream = Stream.objects.order_by().select_for_update().get(pk=pk)
    log = log_of(stream.key)
    plan = log.codec.state_plan
    value: JsonObject = msgspec.json.decode(bytes(stream.state))
    personal_values = (
        [
            personal_value
            for personal_value in personal_fields.find_personal_values(plan, value)
            if personal_value.player in players
        ]
        if plan
        else []
    )
    for field in personal_values:
        replacement = (
            personal_text.ERASED_NOTE
            if field.kind == personal_fields.NOTE
            else personal_text.erased_name(field.player)
        )
        field.put(replacement)
    if personal_values:
        state = log.codec.decode_state(msgspec.json.encode(value))
        Stream.objects.filter(pk=pk).update(
            state=log.codec.encode_state(state), view=listed_json(log, state)
        )
        forget_head(pk)  # no other command stores a state before the commit: the row is locked
    return bool(personal_values)
