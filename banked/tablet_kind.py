"""The tablet of a house-banked table on the server: its data for the engine, its taps, its page (`staff.hooks`)."""

from collections.abc import Sequence

import msgspec

from banked.actions import (
    BANKED,
    BankedResult,
    entries_since_checkpoint,
    load_banked,
    opening_command,
)
from banked.decisions import decisions_of
from banked.tablet.commands import tablet_command
from banked.tablet.context import BankedContext
from banked.tablet.model import BankedScreen
from banked.tablet.screen import screen
from banked.tablet.wire import BankedData
from dealer_ui.bundle import bundle
from dealer_ui.engine.wire import StoredEntry
from dealer_ui.offered_players import offered
from dealer_ui.room_settings import room_settings
from dealer_ui.table_data import DeviceMessage, device_extras
from dealer_ui.tablet_commands import Tap, TapActor, signed_in, tapped_at
from dealer_ui.tap_owner import tap_owner
from journal.unix_time import milliseconds
from poker.currency import currency
from poker.refusal import Refusal
from tables import table_log
from tables.models import Device, Table


class BankedTableMessage(DeviceMessage, frozen=True, kw_only=True, tag="table", tag_field="type"):
    """The whole table."""

    table: BankedData


class BankedContextMessage(
    DeviceMessage, frozen=True, kw_only=True, tag="context", tag_field="type"
):
    """What changed outside the log."""

    context: BankedContext


class BankedTablet:
    """What `staff.hooks.TabletKind` describes."""

    template = "banked/tablet.html"

    def table_message(self, device: Device, pending: Sequence[str]) -> BankedTableMessage:
        stream = device.table.stream
        stored = table_log.stored_commands(stream, pending)
        entries = [
            StoredEntry(
                seq=entry.seq,
                command=entry.command_id,
                name=entry.name,
                version=entry.version,
                data=entry.data,
                at=milliseconds(entry.at),
                device=entry.device or "",
            )
            for entry in entries_since_checkpoint(stream)
        ]
        extras, now = device_extras(device)
        return BankedTableMessage(
            table=BankedData(stream.seq, entries, _context(device), stored),
            beside=extras,
            owner=tap_owner(device),
            engine=bundle().name,
            now=milliseconds(now),
        )

    def context_message(self, device: Device) -> BankedContextMessage:
        extras, now = device_extras(device)
        return BankedContextMessage(
            context=_context(device),
            beside=extras,
            owner=tap_owner(device),
            engine=bundle().name,
            now=milliseconds(now),
        )

    def execute(self, *, table_id: int, actor: TapActor, tap: Tap) -> BankedResult:
        """Execute a tap. Raises `Refusal`."""
        opening = None
        if tap.name == "open_table":
            opening = _opening(Table.every.get(pk=table_id))
        command = tablet_command(
            tap.name,
            tap.args,
            by=actor.key,
            supervises=actor.supervises,
            opening=opening,
            tapped=milliseconds(tapped_at(table_id, tap)),
        )
        return BANKED.execute(
            table_id, command, command_id=tap.command_id, actor=actor.key, now=tap.now
        )

    def screen(self, *, table_id: int, seq: int, now: int) -> tuple[int, BankedScreen]:
        """Return the newest entry's number, and the screen of a page without the engine."""
        newest, state = load_banked(table_id)
        context = _context_of_table(Table.every.get(pk=table_id))
        return newest, screen(state, context, now=now)


BANKED_TABLET = BankedTablet()


def _context(device: Device) -> BankedContext:
    dealer = signed_in(device)
    context = _context_of_table(device.table)
    return msgspec.structs.replace(
        context,
        device=device.name,
        dealer=dealer.key if dealer else "",
        supervises=bool(dealer and dealer.supervises),
    )


def _context_of_table(table: Table) -> BankedContext:
    return BankedContext(
        opening=None if table.is_open else _opening(table),
        decisions=decisions_of(table.room_id),
        colors=room_settings(table).chip_colors,
        people=offered(),
        currency=currency(),
    )


def _opening(table: Table) -> dict[str, object] | None:
    """Return the arguments that open the table; None if it can't be opened."""
    try:
        command = opening_command(table)
    except Refusal:  # without a plaque, opening is refused with the reason
        return None
    return {"plaque": msgspec.to_builtins(command.plaque)}
