"""What the tables dropped and what the count team counted, for the funds of a room by gaming day.

The logged drop is that of the drop report (`drop.totals`), undone drops included. The counted part of a box for all
fees is its logged jackpot drop: the variance of such a box belongs to no fee. A box for the jackpot only counts with
its total.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date, datetime, timedelta
from uuid import uuid4

from drop.models import DropBox, DropResult
from drop.totals import dropped
from promotions.funds import fund_execute, funds_of
from promotions.gaming_days import day_starts, gaming_day
from promotions.models import Fund
from promotions.rules import fund_commands as c
from promotions.rules.fund_state import ALL, FundState
from promotions.rules.splits import part_of_percents
from staff.models import Room
from tables.models import Table

SYSTEM = "system.funds"
READ_DAYS = 2  # an undo is subtracted when it happens, so older days don't change
COUNTED_DAYS = 40  # corrections of counts come later
Counts = tuple[int, int, int]  # amount, boxes, variance


def record_days(room: Room, now: datetime) -> int:
    """Record what tables dropped and what was counted on the last gaming days; return the number of changed entries."""
    funds = [(fund, state) for fund, state in funds_of(room) if state.status == "open"]
    if not funds:
        return 0
    today = date.fromisoformat(gaming_day(room, now))
    commands = 0
    for back in range(READ_DAYS - 1, -1, -1):
        day = today - timedelta(days=back)
        commands += _send(_drop_commands(funds, day, jackpot_drop(room, day)), now)
    funds = [(fund, state) for fund, state in funds_of(room) if state.status == "open"]
    for day, counts in counted_jackpots(room, today - timedelta(days=COUNTED_DAYS)).items():
        commands += _send(_count_commands(funds, day, counts), now)
    return commands


def jackpot_drop(room: Room, day: date) -> int:
    """Return the logged jackpot drop of a room on a gaming day."""
    start = day_starts(room, day)
    end = day_starts(room, day + timedelta(days=1))
    tables = Table.objects.filter(room=room).values_list("pk", flat=True)
    totals = dropped(since=dict.fromkeys(tables, start), until=end)
    return sum(drop.jackpot for drop in totals.values())


def counted_jackpots(room: Room, since: date) -> dict[date, Counts]:
    """Return the counted jackpot drop of each gaming day from the results of boxes, with their corrections."""
    rows = DropResult.objects.filter(box__room=room, box__day__gte=since, correction=None)
    days: dict[date, Counts] = {}
    columns = ("box__day", "box__kind", "jackpot", "total", "difference")
    for day, kind, jackpot, total, difference in rows.order_by("box__day", "pk").values_list(
        *columns
    ):
        amount, boxes, variance = days.get(day, (0, 0, 0))
        if kind == DropBox.Kind.JACKPOT:
            days[day] = (amount + total, boxes + 1, variance + difference)
        elif kind is None:
            days[day] = (amount + jackpot, boxes + 1, variance)
    return days


def percents_on(funds: Sequence[tuple[Fund, FundState]], day: str) -> list[int]:
    """Return the percentage of each fund on a day: the recorded one, else the present one.

    A posting, a deposit or a payment may come before the first drop of a day; the day then has no percentage yet. A
    fund without a recorded one gets at most what the others leave: no drop is divided twice, even if a fund's
    percentage was raised since.
    """
    recorded = [state.day(day).percent for _, state in funds]
    left = max(0, ALL - sum(recorded))
    percents = []
    for (_, state), percent in zip(funds, recorded, strict=True):
        if percent == 0:
            percent = min(state.policy.percent, left)
            left -= percent
        percents.append(percent)
    return percents


def _drop_commands(
    funds: Sequence[tuple[Fund, FundState]], day: date, amount: int
) -> Iterator[tuple[Fund, c.FundCommand]]:
    text = day.isoformat()
    percents = percents_on(funds, text)
    for index, (fund, state) in enumerate(funds):
        part = part_of_percents(amount, percents, index)
        figures = state.day(text)
        is_new = (figures.logged, figures.percent) != (part, percents[index])
        if day >= fund.opened_day and is_new and (part or text in state.days):
            yield fund, c.RecordDrop(text, part, percents[index])


def _count_commands(
    funds: Sequence[tuple[Fund, FundState]], day: date, counts: Counts
) -> Iterator[tuple[Fund, c.FundCommand]]:
    text = day.isoformat()
    percents = percents_on(funds, text)
    amount, boxes, variance = counts
    for index, (fund, state) in enumerate(funds):
        part = max(0, part_of_percents(amount, percents, index))
        own_variance = part_of_percents(variance, percents, index)
        figures = state.day(text)
        is_new = (figures.counted, figures.boxes, figures.variance) != (part, boxes, own_variance)
        if day >= fund.opened_day and is_new:
            yield fund, c.RecordCount(text, part, boxes, own_variance)


def _send(commands: Iterator[tuple[Fund, c.FundCommand]], now: datetime) -> int:
    count = 0
    for fund, command in commands:
        result = fund_execute(
            fund_id=fund.pk, command_id=str(uuid4()), command=command, actor=SYSTEM, now=now
        )
        count += len(result.events)
    return count


def logged_differences(fund: Fund, days: Mapping[date, int]) -> Iterator[str]:
    """Yield a message for each gaming day whose logged drop is not what the tables' logs have."""
    for day, logged in days.items():
        expected = _part(fund, day, jackpot_drop(fund.room, day))
        if expected != logged:
            yield f"{day}: {logged} was dropped by the fund's log, {expected} by the tables' logs"


def counted_differences(fund: Fund, days: Mapping[date, int]) -> Iterator[str]:
    """Yield a message for each gaming day whose counts are not what the count team has."""
    if not days:
        return
    counts = counted_jackpots(fund.room, min(days))
    for day, counted in days.items():
        expected = max(0, _part(fund, day, counts.get(day, (0, 0, 0))[0]))
        if expected != counted:
            yield f"{day}: {counted} was counted by the fund's log, {expected} by the count team"


def _part(fund: Fund, day: date, amount: int) -> int:
    """Return a fund's part of an amount of its room on a day, among the funds that were open."""
    funds = [
        (row, state)
        for row, state in funds_of(fund.room)
        if row.pk == fund.pk or state.status == "open" or day.isoformat() in state.days
    ]
    index = next(number for number, (row, _) in enumerate(funds) if row.pk == fund.pk)
    return part_of_percents(amount, percents_on(funds, day.isoformat()), index)
