"""Projections of a fund's log: its summary, its gaming days, its claims and their shares."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime

from django.db.models import Q

from journal.projections import Change, Logged, Projection, Rows, RowTable, StateProjection
from journal.unix_time import from_milliseconds
from promotions.funds import StoredInFund
from promotions.models import Fund, FundDay, FundSummary
from promotions.models import Hit as HitModel
from promotions.models import Share as ShareModel
from promotions.rules import fund_events as e
from promotions.rules.fund_state import DayFigures, FundState, Hit, Share


@dataclass(frozen=True, slots=True)
class SummaryRow:
    """A row of `FundSummary`."""

    title: str
    status: str
    brought: int
    logged: int
    counted: int
    received: int
    owed: int
    deposited: int
    bank: int
    unposted: int
    primary: int
    secondary: int
    reserve: int
    due: int
    held: int
    paid: int
    sent: int
    posted_at: datetime | None
    posted_day: date | None


@dataclass(frozen=True, slots=True)
class DayRow:
    """A row of `FundDay`."""

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


@dataclass(frozen=True, slots=True)
class HitRow:
    """A row of `Hit`."""

    number: int
    status: str
    promotion: str
    title: str
    tier: str
    table: str
    hand: int
    at: datetime
    amount: int
    rule: str


@dataclass(frozen=True, slots=True)
class ShareRow:
    """A row of `Share`."""

    hit: int
    seat: int
    player: str
    part: str
    amount: int
    status: str
    form: str
    number: int
    at: datetime | None


def _has_fund(log_id: int) -> bool:
    return Fund.objects.filter(pk=log_id).exists()


def _summary(fund: FundState) -> list[SummaryRow]:
    if not fund.status:
        return []
    return [
        SummaryRow(
            title=fund.title,
            status=fund.status,
            brought=fund.brought,
            logged=fund.logged,
            counted=fund.counted,
            received=fund.received,
            owed=fund.owed,
            deposited=fund.deposited,
            bank=fund.bank,
            unposted=fund.unposted,
            primary=fund.primary,
            secondary=fund.secondary,
            reserve=fund.reserve,
            due=fund.due,
            held=fund.held,
            paid=fund.paid,
            sent=fund.sent,
            posted_at=from_milliseconds(fund.posted_at) if fund.posted_at else None,
            posted_day=date.fromisoformat(fund.posted_day) if fund.posted_day else None,
        )
    ]


SUMMARY = StateProjection(
    title="summary of the fund",
    events=(e.FundEvent,),
    tables=(RowTable(SummaryRow, FundSummary, log="fund_id", key=()),),
    has_owner=_has_fund,
    rows_of=_summary,
)


def _day_row(day: str, figures: DayFigures) -> DayRow:
    return DayRow(
        day=date.fromisoformat(day),
        percent=figures.percent,
        logged=figures.logged,
        counted=figures.counted,
        variance=figures.variance,
        boxes=figures.boxes,
        deposited=figures.deposited,
        added=figures.added,
        posted=figures.posted,
        paid=figures.paid,
    )


def _days_changed(before: FundState, after: FundState) -> list[str]:
    return [day for day, figures in after.days.items() if before.days.get(day) != figures]


def _reduce_days(rows: Rows, logged: Logged) -> Iterable[Change]:
    for day in _days_changed(logged.before, logged.after):
        row = _day_row(day, logged.after.days[day])
        yield rows.get(DayRow, row.day), row


def _load_days(stored: StoredInFund) -> Mapping[type, Q]:
    return {DayRow: Q(day__in=_days_changed(stored.before, stored.state))}


DAYS = Projection(
    title="days of the fund",
    events=(e.FundEvent,),
    tables=(RowTable(DayRow, FundDay, log="fund_id", key=("day",)),),
    has_owner=_has_fund,
    reduce=_reduce_days,
    load=_load_days,
    with_states=True,
)


def _hit_row(hit: Hit) -> HitRow:
    facts = hit.facts
    return HitRow(
        number=hit.number,
        status=hit.status,
        promotion=facts.promotion,
        title=facts.title,
        tier=facts.tier,
        table=facts.table,
        hand=facts.hand,
        at=from_milliseconds(facts.at),
        amount=hit.amount,
        rule=hit.rule,
    )


def _share_row(hit: Hit, share: Share) -> ShareRow:
    return ShareRow(
        hit=hit.number,
        seat=share.seat,
        player=share.player,
        part=share.part,
        amount=share.amount,
        status=share.status,
        form=share.form,
        number=share.number,
        at=from_milliseconds(share.at) if share.at else None,
    )


def _hits_changed(before: FundState, after: FundState) -> list[Hit]:
    earlier = {hit.number: hit for hit in before.hits}
    return [hit for hit in after.hits if earlier.get(hit.number) != hit]


def _reduce_hits(rows: Rows, logged: Logged) -> Iterable[Change]:
    for hit in _hits_changed(logged.before, logged.after):
        yield rows.get(HitRow, hit.number), _hit_row(hit)
        earlier = logged.before.hit(hit.number)
        seats = {share.seat for share in hit.shares}
        for share in earlier.shares if earlier else ():
            if share.seat not in seats:
                yield rows.get(ShareRow, hit.number, share.seat), None
        for share in hit.shares:
            yield rows.get(ShareRow, hit.number, share.seat), _share_row(hit, share)


def _load_hits(stored: StoredInFund) -> Mapping[type, Q]:
    numbers = [hit.number for hit in _hits_changed(stored.before, stored.state)]
    return {HitRow: Q(number__in=numbers), ShareRow: Q(hit__in=numbers)}


HITS = Projection(
    title="claims and shares of the fund",
    events=(e.FundEvent,),
    tables=(
        RowTable(HitRow, HitModel, log="fund_id", key=("number",)),
        RowTable(ShareRow, ShareModel, log="fund_id", key=("hit", "seat")),
    ),
    has_owner=_has_fund,
    reduce=_reduce_hits,
    load=_load_hits,
    with_states=True,
)
