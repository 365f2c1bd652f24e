"""A table as a tablet's engine gets it: its log since the checkpoint, and what is outside the log."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

import msgspec
from django.utils import timezone

from dealer_ui.bundle import bundle
from dealer_ui.engine.wire import Context, StoredEntry, TableData
from dealer_ui.offered_players import offered
from dealer_ui.player_flags import player_flags
from dealer_ui.snapshot_extras import snapshot_extras
from dealer_ui.tap_owner import tap_owner
from journal.unix_time import milliseconds
from players.standing import standing_rows, warning_flags
from poker.refusal import Refusal
from tables import table_log
from tables.encrypted_pins import public_key
from tables.lifecycle import opening_command
from tables.models import Device, Table
from tables.stale import MAX_SHOWN_BEHIND
from tables.tablet_commands import signed_in


def table_message(device: Device, pending: Sequence[str], shown: int) -> dict[str, Any]:
    """Return the whole table for a tablet's engine.

    pending: the ids of its taps without an answer; shown: the last entry that the tablet had at the first of them.
    """
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
    return {"type": "table", "table": msgspec.to_builtins(data), **_beside(device)}


def context_message(device: Device) -> dict[str, Any]:
    """Return what changed outside the log."""
    context = msgspec.to_builtins(_context(device, timezone.now()))
    return {"type": "context", "context": context, **_beside(device)}


def _beside(device: Device) -> dict[str, Any]:
    now = timezone.now()
    return {
        "beside": {
            **snapshot_extras(device, device.table.view, now),
            "pin_key": public_key(),
        },
        "owner": tap_owner(device),
        "engine": bundle().name,
        "now": milliseconds(now),
    }


def _context(device: Device, now: datetime) -> Context:
    table, people, dealer = device.table, offered(), signed_in(device)
    seated = [seat.player for seat in table.view.seats if seat.player]
    keys = {*seated, *(person["player"] for person in people)}
    return Context(
        people=people,
        flags=player_flags(warning_flags(standing_rows(now), keys, now)),
        device=device.name,
        dealer=dealer.key if dealer else "",
        supervises=bool(dealer and dealer.supervises),
        cap=table.room.incidentals_cap,
        opening=_opening(table, now),
    )


def _opening(table: Table, now: datetime) -> dict[str, Any] | None:
    """Return the arguments that open the table; None if it is open or can't be opened."""
    if table.view.table.open:
        return None
    try:
        command = opening_command(table=table, now=now)
    except Refusal:  # no plaque, or too many seats for it: opening it is refused with the reason
        return None
    return {
        "stakes": msgspec.to_builtins(command.stakes),
        "rules": msgspec.to_builtins(command.rules),
        "tracking": command.tracking,
    }
