"""Step 4: storing the tables and the size of sections, and the state of their tablets."""

from dataclasses import dataclass
from datetime import datetime
from uuid import uuid4

import msgspec
from django.db import transaction

from lineup.actions import lineup_execute_inside_transaction, load_lineup, lock_lineup
from lineup.rules.commands import PolicyInput, SetPolicy
from manage_ui.form_errors import FieldRefused
from manage_ui.setup.setup import TablesPart
from ops.installation import lock_begun_setup
from poker.refusal import Refusal
from staff.audit.recording import Actor, record
from staff.models import Room
from tables.bulk import section_letters, tables_create
from tables.models import Device, PairingCode, Plaque, Table
from tables.natural_order import natural_order


@dataclass(frozen=True, slots=True)
class TableChip:
    """A table on the page."""

    table: Table
    section: str  # letter of its section
    is_paired: bool  # a tablet is paired with it


@dataclass(frozen=True, slots=True)
class TabletsNow:
    """The tables of the room with the state of their tablets."""

    chips: list[TableChip]
    paired: int  # number of tables with a paired tablet
    until: datetime | None  # when the first of the valid printed codes expires

    @property
    def seats(self) -> int:
        return sum(chip.table.seats for chip in self.chips)

    @property
    def sections(self) -> int:
        return len({chip.section for chip in self.chips})

    @property
    def waiting(self) -> list[str]:
        """Return the names of the tables without a paired tablet."""
        return [chip.table.name for chip in self.chips if not chip.is_paired]


def section_size(room_id: int) -> int:
    """Return the limit of tables in a section of the room."""
    return load_lineup(room_id).policy.section_tables


def tablets_now(room: Room, now: datetime) -> TabletsNow:
    """Return the room's tables in natural order, with the state of their tablets."""
    tables = sorted(Table.objects.filter(room=room), key=lambda table: natural_order(table.name))
    paired = set(
        Device.objects.filter(
            table__room=room, token_hash__isnull=False, revoked_at=None
        ).values_list("table_id", flat=True)
    )
    letters = section_letters([table.name for table in tables], section_size(room.pk))
    codes = PairingCode.objects.filter(
        device__table__room=room, used_at=None, expires_at__gt=now, lasting=False
    )
    return TabletsNow(
        [TableChip(table, letters[table.name], table.pk in paired) for table in tables],
        sum(table.pk in paired for table in tables),
        codes.order_by("expires_at").values_list("expires_at", flat=True).first(),
    )


def store_tables(part: TablesPart, *, by: Actor, now: datetime) -> None:
    """Create all tables, or none.

    Raises `Refusal`: `setup_closed`, `setup_no_room`; and `FieldRefused` for the refusals of
    `tables.bulk.tables_create`.
    """
    room = lock_begun_setup().room
    if room is None:
        raise Refusal("setup_no_room")
    try:
        with transaction.atomic():
            tables_create(
                room=room,
                names=part.line,
                seats=part.seats,
                plaque=newest_plaque(part.plaque),
                by=by,
                now=now,
            )
            _set_section_size(room, part.section, by, now)
    except Refusal as refusal:
        field = "plaque" if refusal.code == "too_many_seats" else "line"
        raise FieldRefused(refusal, field) from refusal


def newest_plaque(name: str) -> Plaque | None:
    """Return the newest version of the plaque with this name."""
    return Plaque.objects.filter(name=name).order_by("-version").first()


def _set_section_size(room: Room, size: int, by: Actor, now: datetime) -> None:
    """Set the limit of tables in a section. Supervisors choose their sections on the floor."""
    policy = lock_lineup(room.pk).policy
    if policy.section_tables == size:
        return
    wanted = PolicyInput(**(msgspec.structs.asdict(policy) | {"section_tables": size}))
    lineup_execute_inside_transaction(
        room_id=room.pk, command_id=str(uuid4()), command=SetPolicy(wanted), actor=by.key, now=now
    )
    label = "Tables in a section at most"
    before = {label: policy.section_tables}
    after = {label: size}
    about = ("dealers", room.pk)
    record(by, "setting_changed", now=now, about=about, room=room.pk, before=before, after=after)
