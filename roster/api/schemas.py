"""The roster: what the API returns. Dealers have their keys and aliases; times are in UTC."""

from collections.abc import Mapping
from datetime import date, datetime

import msgspec

from roster.models import RosterShift, RosterWeek, ShiftRecord
from web.api.responses import NamedRef


class RosterWeekItem(msgspec.Struct, frozen=True):
    """A week. version: of the published plan, 0 before the first; starts_at, ends_at: local midnights."""

    id: int
    room: NamedRef
    monday: date
    starts_at: datetime
    ends_at: datetime
    version: int


class RosterShiftItem(msgspec.Struct, frozen=True):
    """A published shift. dealer: key, null for an open shift; the other times: null until they happen."""

    number: int
    day: date
    start: datetime
    end: datetime
    template: str
    dealer: str | None
    alias: str | None
    version: int
    clocked_in: datetime | None
    clocked_out: datetime | None
    let_go: datetime | None


class RosterShifts(msgspec.Struct, frozen=True):
    """The published shifts of a week, by their start."""

    seq: int
    shifts: list[RosterShiftItem]


def week_item(row: RosterWeek, version: int) -> RosterWeekItem:
    """Return the item of a week."""
    return RosterWeekItem(
        id=row.pk,
        room=NamedRef(row.room_id, row.room.name),
        monday=row.monday,
        starts_at=row.starts_at,
        ends_at=row.ends_at,
        version=version,
    )


def shift_item(
    row: RosterShift, record: ShiftRecord | None, names: Mapping[str, str]
) -> RosterShiftItem:
    """Return the item of a shift. record: its dealer's attendance; names: aliases by key."""
    return RosterShiftItem(
        number=row.number,
        day=row.day,
        start=row.start,
        end=row.end,
        template=row.template,
        dealer=row.dealer or None,
        alias=names.get(row.dealer),
        version=row.version,
        clocked_in=record.clocked_in if record else None,
        clocked_out=record.clocked_out if record else None,
        let_go=record.let_go if record else None,
    )
