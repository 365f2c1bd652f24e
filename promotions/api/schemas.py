"""Funds: what the API returns, without players' names. Money is in the smallest unit, times are in UTC."""

from datetime import date, datetime

import msgspec

from promotions.models import FundDay, FundSummary, Hit, Share
from web.api.responses import NamedRef


class FundItem(msgspec.Struct, frozen=True):
    """A fund. status: open or closed; stale is for the client to decide from posted_at.

    counted, brought, received, owed: what came in; the other amounts: where it is. bank: what the account must have.
    """

    id: int
    room: NamedRef
    number: int
    title: str
    status: str
    primary: int
    secondary: int
    reserve: int
    unposted: int
    due: int
    held: int
    paid: int
    sent: int
    brought: int
    counted: int
    received: int
    owed: int
    logged: int
    deposited: int
    bank: int
    posted_at: datetime | None
    posted_day: date | None


class FundDayItem(msgspec.Struct, frozen=True):
    """A gaming day. logged: drop by the tables' logs; posted: jackpots after the last posting, 0 without one."""

    day: date
    percent: int
    logged: int
    counted: int
    variance: int
    boxes: int
    deposited: int
    added: int
    posted: int
    paid: int


class FundShareItem(msgspec.Struct, frozen=True):
    """A share. status: open, paid, held or remitted; form: cash, chips or check; slip: null before payment."""

    seat: int
    part: str
    amount: int
    status: str
    form: str
    slip: int | None


class FundHitItem(msgspec.Struct, frozen=True):
    """A claim. status: claimed, verified, hit or refused; claimed_at: the dealer's tap."""

    number: int
    status: str
    promotion: str
    title: str
    tier: str
    table: str
    hand: int
    claimed_at: datetime
    amount: int
    shares: list[FundShareItem]


class FundDays(msgspec.Struct, frozen=True):
    """The gaming days of a fund, newest first."""

    seq: int
    days: list[FundDayItem]


class FundHits(msgspec.Struct, frozen=True):
    """The claims on a fund, newest first."""

    seq: int
    hits: list[FundHitItem]


def fund_item(row: FundSummary) -> FundItem:
    """Return the item of a fund."""
    fund = row.fund
    return FundItem(
        id=fund.pk,
        room=NamedRef(fund.room_id, fund.room.name),
        number=fund.number,
        title=row.title,
        status=row.status,
        primary=row.primary,
        secondary=row.secondary,
        reserve=row.reserve,
        unposted=row.unposted,
        due=row.due,
        held=row.held,
        paid=row.paid,
        sent=row.sent,
        brought=row.brought,
        counted=row.counted,
        received=row.received,
        owed=row.owed,
        logged=row.logged,
        deposited=row.deposited,
        bank=row.bank,
        posted_at=row.posted_at,
        posted_day=row.posted_day,
    )


def day_item(row: FundDay) -> FundDayItem:
    """Return the item of a gaming day."""
    return FundDayItem(
        day=row.day,
        percent=row.percent,
        logged=row.logged,
        counted=row.counted,
        variance=row.variance,
        boxes=row.boxes,
        deposited=row.deposited,
        added=row.added,
        posted=row.posted,
        paid=row.paid,
    )


def hit_item(row: Hit, shares: list[Share]) -> FundHitItem:
    """Return the item of a claim with its shares."""
    return FundHitItem(
        number=row.number,
        status=row.status,
        promotion=row.promotion,
        title=row.title,
        tier=row.tier,
        table=row.table,
        hand=row.hand,
        claimed_at=row.at,
        amount=row.amount,
        shares=[
            FundShareItem(
                share.seat,
                share.part,
                share.amount,
                share.status,
                share.form,
                share.number or None,
            )
            for share in shares
        ],
    )
