"""Projection of a room's log of hours: the redemptions."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from django.db.models import Q

from journal.projections import Change, Logged, Projection, Rows, RowTable
from journal.unix_time import from_milliseconds
from promotions.hours_log import StoredInHours
from promotions.models import RedeemedHours, RoomHoursLog
from promotions.rules import hours_events as e


@dataclass(frozen=True, slots=True)
class RedemptionRow:
    """A row of `RedeemedHours`."""

    number: int
    player: str
    title: str
    minutes: int
    value: int
    at: datetime
    undone: bool


def _reduce(rows: Rows, logged: Logged) -> Iterable[Change]:
    event = logged.event
    if isinstance(event, e.HoursRedeemed):
        redemption = event.redemption
        row = RedemptionRow(
            number=redemption.number,
            player=redemption.player,
            title=redemption.title,
            minutes=redemption.minutes,
            value=redemption.value,
            at=from_milliseconds(redemption.at),
            undone=False,
        )
        return [(None, row)]
    before = rows.get(RedemptionRow, event.number)
    return [(before, replace(before, undone=True))] if before else []


def _load(stored: StoredInHours) -> Mapping[type, Q]:
    undone = [event.number for event in stored.events if isinstance(event, e.RedemptionUndone)]
    return {RedemptionRow: Q(number__in=undone)}


REDEMPTIONS = Projection(
    title="redemptions of hours",
    events=(e.HoursRedeemed, e.RedemptionUndone),
    tables=(RowTable(RedemptionRow, RedeemedHours, log="log_id", key=("number",)),),
    has_owner=lambda log_id: RoomHoursLog.objects.filter(pk=log_id).exists(),
    reduce=_reduce,
    load=_load,
)
