"""What promotions cost by hour of play: money paid from funds, and rewards redeemed for hours, by gaming day."""

from collections.abc import Iterable, Iterator
from datetime import date, timedelta
from typing import NamedTuple

from django.db.models import Sum

from promotions.gaming_days import day_starts, gaming_day
from promotions.models import EarnedHours, FundDay, RedeemedHours
from staff.models import Room

HOUR = 60


class CostDay(NamedTuple):
    """A gaming day, or the sum of several. Amounts are in the smallest unit.

    day: None for a sum; minutes: of play at tables, by closed seat sessions; paid: from funds, which is players' money;
    redeemed: value of rewards, which is the house's money.
    """

    day: date | None
    minutes: int
    paid: int
    redeemed: int

    @property
    def hourly(self) -> int | None:
        """Return what an hour of play cost, rounded down; None without play."""
        return (self.paid + self.redeemed) * HOUR // self.minutes if self.minutes else None


def cost_days(room: Room, first: date, last: date) -> list[CostDay]:
    """Return the gaming days from first to last on which anything happened, the newest first."""
    played = dict(
        EarnedHours.objects.filter(room=room, day__range=(first, last))
        .order_by("day")
        .values_list("day")
        .annotate(minutes=Sum("played"))
    )
    paid = dict(
        FundDay.objects.filter(fund__room=room, day__range=(first, last))
        .order_by("day")
        .values_list("day")
        .annotate(amount=Sum("paid"))
    )
    redeemed: dict[date, int] = {}
    for day, value in _redeemed(room, first, last):
        redeemed[day] = redeemed.get(day, 0) + value
    days = {
        day for amounts in (played, paid, redeemed) for day, amount in amounts.items() if amount
    }
    return [
        CostDay(day, played.get(day, 0), paid.get(day, 0), redeemed.get(day, 0))
        for day in sorted(days, reverse=True)
    ]


def total_of(days: Iterable[CostDay]) -> CostDay:
    """Return the sum of days."""
    rows = list(days)
    return CostDay(
        None,
        sum(row.minutes for row in rows),
        sum(row.paid for row in rows),
        sum(row.redeemed for row in rows),
    )


def _redeemed(room: Room, first: date, last: date) -> Iterator[tuple[date, int]]:
    rows = RedeemedHours.objects.filter(
        log__room=room,
        undone=False,
        at__gte=day_starts(room, first),
        at__lt=day_starts(room, last + timedelta(days=1)),
    )
    for at, value in rows.values_list("at", "value"):
        yield date.fromisoformat(gaming_day(room, at)), value
