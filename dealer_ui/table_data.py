"""A table's data for a tablet's engine: its log since the checkpoint, and what is outside the log."""

from collections.abc import Sequence
from datetime import datetime
from typing import cast

import msgspec
from django.utils import timezone

from dealer_ui.bundle import bundle
from dealer_ui.engine.wire import Context, StoredEntry, TableData
from dealer_ui.offered_players import offered
from dealer_ui.player_flags import player_flags
from dealer_ui.room_settings import room_settings
from dealer_ui.snapshot_extras import SnapshotExtras, snapshot_extras
from dealer_ui.tablet_commands import kind_of, signed_in
from dealer_ui.tap_owner import TapOwner, tap_owner
from journal.unix_time import milliseconds
from players.standing import standing_rows, warning_flags
from poker.currency import currency
from poker.refusal import Refusal
from tables import table_log
from tables.encrypted_pins import public_key
from tables.lifecycle import opening_command
from tables.models import Device, Table
from tables.stale import MAX_SHOWN_BEHIND


class DeviceMessage(msgspec.Struct, frozen=True, kw_only=True):
    """The fields that every message of a table or its context has."""

    beside: SnapshotExtras
    owner: TapOwner
    engine: str  # name of the bundle
    now: int  # Unix milliseconds


class TableMessage(DeviceMessage, frozen=True, kw_only=True, tag="table", tag_field="type"):
    """The whole table."""

    table: TableData


class ContextMessage(DeviceMessage, frozen=True, kw_only=True, tag="context", tag_field="type"):
    """What changed outside the log."""

    context: Context


def table_message(device: Device, pending: Sequence[str], shown: int) -> DeviceMessage:
    """Return the whole table for a tablet's engine.

    pending: the ids of its taps without an answer; shown: the last entry that the tablet had at the first of them.
    """
    kind = kind_of(device)
    if kind is not None:
        return cast(DeviceMessage, kind.table_message(device, pending))
    stream = device.table.stream
    stored = table_log.stored_commands(stream, pending)
    since = max(shown, stream.seq - MAX_SHOWN_BEHIND)
    data = TableData(
        seq=stream.seq,
        entries=[
            StoredEntry(
                seq=entry.seq,
                command=entry.command_id,
                name=entry.name,
                version=entry.version,
                data=entry.data,
                at=milliseconds(entry.at),
                device=entry.device or "",
            )
            for entry in table_log.entries_since_checkpoint(stream)
        ],
        context=_context(device, timezone.now()),
        stored=stored,
        arrivals=table_log.arrivals(stream, since=since, device=device.name) if pending else {},
        plaque_seq=table_log.last_plaque_posted(stream, since=since, until=stream.base_seq)
        if pending
        else 0,
    )
    extras, now = device_extras(device)
    return TableMessage(
        table=data,
        beside=extras,
        owner=tap_owner(device),
        engine=bundle().name,
        now=milliseconds(now),
    )


def context_message(device: Device) -> DeviceMessage:
    kind = kind_of(device)
    if kind is not None:
        return cast(DeviceMessage, kind.context_message(device))
    extras, now = device_extras(device)
    return ContextMessage(
        context=_context(device, now),
        beside=extras,
        owner=tap_owner(device),
        engine=bundle().name,
        now=milliseconds(now),
    )


def device_extras(device: Device) -> tuple[SnapshotExtras, datetime]:
    now = timezone.now()
    extras = snapshot_extras(device, device.table.view, now)
    return msgspec.structs.replace(extras, pin_key=public_key()), now


def _context(device: Device, now: datetime) -> Context:
    table = device.table
    people = offered()
    dealer = signed_in(device)
    seated = [seat.player for seat in table.listed.seats if seat.player]
    keys = {*seated, *(person["player"] for person in people)}
    return Context(
        people=people,
        flags=player_flags(warning_flags(standing_rows(now), keys, now)),
        device=device.name,
        dealer=dealer.key if dealer else "",
        supervises=bool(dealer and dealer.supervises),
        cap=table.room.incidentals_cap,
        opening=_opening(table, now),
        room=room_settings(table),
        currency=currency(),
    )


def _opening(table: Table, now: datetime) -> dict[str, object] | None:
    """Return the arguments that open the table; None if it is open or can't be opened."""
    if table.is_open:
        return None
    try:
        command = opening_command(table=table, now=now)
    except (
        Refusal
    ):  # without a plaque, or with too many seats for it, opening is refused with the reason
        return None
    return {
        "stakes": msgspec.to_builtins(command.stakes),
        "rules": msgspec.to_builtins(command.rules),
        "tracking": command.tracking,
    }
