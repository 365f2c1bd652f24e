"""Applies events to a fund, with one small function per event. It refuses nothing."""

from typing import Any

from msgspec.structs import replace

from poker.handlers import Evolve
from promotions.rules import fund_events as e
from promotions.rules.fund_changes import on_day, on_hit
from promotions.rules.fund_state import (
    MOST_HITS,
    FundState,
    Hit,
    Pool,
    Posting,
    Share,
)
from promotions.rules.mystery_evolve import MYSTERY
from promotions.rules.splash_evolve import SPLASHES


def evolve(fund: FundState, event: e.FundEvent) -> FundState:
    """Return the fund after `event`. Raises `KeyError` for an event without a handler."""
    return _STEPS[type(event)](fund, event)


def _opened(fund: FundState, event: e.FundOpened) -> FundState:
    return replace(
        fund,
        status="open",
        title=event.title,
        policy=event.policy,
        brought=event.brought,
        unposted=event.brought,
    )


def _policy_set(fund: FundState, event: e.PolicySet) -> FundState:
    return replace(fund, policy=event.policy)


def _dropped(fund: FundState, event: e.DropLogged) -> FundState:
    more = event.amount - fund.day(event.day).logged
    fund = replace(fund, logged=fund.logged + more)
    return on_day(fund, event.day, logged=event.amount, percent=event.percent)


def _counted(fund: FundState, event: e.BoxesCounted) -> FundState:
    more = event.amount - fund.day(event.day).counted
    repaid = min(max(more, 0), fund.owed)
    missing = max(-more - fund.unposted, 0)
    fund = replace(
        fund,
        counted=fund.counted + more,
        owed=fund.owed - repaid + missing,
        unposted=fund.unposted + more - repaid + missing,
    )
    return on_day(
        fund,
        event.day,
        counted=event.amount,
        boxes=event.boxes,
        variance=event.variance,
    )


def _deposited(fund: FundState, event: e.Deposited) -> FundState:
    before = fund.day(event.day).deposited
    fund = replace(fund, deposited=fund.deposited + event.amount)
    return on_day(fund, event.day, deposited=before + event.amount)


def _posted(fund: FundState, event: e.AmountPosted) -> FundState:
    added = event.primary + event.secondary + event.reserve
    fund = replace(
        fund,
        unposted=fund.unposted - added,
        primary=fund.primary + event.primary,
        secondary=fund.secondary + event.secondary,
        reserve=fund.reserve + event.reserve,
        last_posting=Posting(event.primary, event.secondary, event.reserve, event.day, event.at),
        posted_at=event.at,
        posted_day=event.day,
    )
    before = fund.day(event.day).added
    posted = fund.primary + fund.secondary
    return on_day(fund, event.day, added=before + added, posted=posted)


def _posting_undone(fund: FundState, event: e.PostingUndone) -> FundState:
    added = event.primary + event.secondary + event.reserve
    fund = replace(
        fund,
        unposted=fund.unposted + added,
        primary=fund.primary - event.primary,
        secondary=fund.secondary - event.secondary,
        reserve=fund.reserve - event.reserve,
        last_posting=None,
    )
    before = fund.day(event.day).added
    posted = fund.primary + fund.secondary
    return on_day(fund, event.day, added=before - added, posted=posted)


def _transferred(fund: FundState, event: e.Transferred) -> FundState:
    fund = replace(fund, sent=fund.sent + event.amount)
    if event.pool is None:
        return replace(fund, unposted=fund.unposted - event.amount)
    return _pool_plus(fund, event.pool, -event.amount)


def _received(fund: FundState, event: e.Received) -> FundState:
    return replace(
        fund,
        received=fund.received + event.amount,
        unposted=fund.unposted + event.amount,
    )


def _closed(fund: FundState, event: e.FundClosed) -> FundState:
    return replace(fund, status="closed")


def _claimed(fund: FundState, event: e.HitClaimed) -> FundState:
    settled = [hit for hit in fund.hits if hit.is_settled]
    dropped = settled[: max(0, len(settled) - MOST_HITS)]
    kept = tuple(hit for hit in fund.hits if hit not in dropped)
    hit = Hit(event.number, event.facts, event.terms, event.asks, event.conditions)
    return replace(fund, hits=(*kept, hit), claims=event.number)


def _answered(fund: FundState, event: e.QuestionAnswered) -> FundState:
    hit = _hit(fund, event.hit)
    return on_hit(fund, event.hit, answers=(*hit.answers, event.answer))


def _watched(fund: FundState, event: e.HitWatched) -> FundState:
    return on_hit(fund, event.hit, watched_by=event.by, watched_at=event.at)


def _verified(fund: FundState, event: e.HitVerified) -> FundState:
    return on_hit(
        fund,
        event.hit,
        status="verified",
        barred=event.barred,
        decided_by=event.by,
        decided_at=event.at,
    )


def _awarded(fund: FundState, event: e.HitAwarded) -> FundState:
    hit = _hit(fund, event.hit)
    held = sum(share.amount for share in event.shares if share.status == "held")
    fund = _pool_plus(fund, hit.terms.pool, -event.amount)
    fund = replace(
        fund,
        due=fund.due + event.amount - held,
        held=fund.held + held,
        primary=fund.primary + event.seeded,
        reserve=fund.reserve - event.seeded,
    )
    return on_hit(
        fund,
        event.hit,
        status="hit",
        amount=event.amount,
        seeded=event.seeded,
        shares=event.shares,
    )


def _withdrawn(fund: FundState, event: e.HitWithdrawn) -> FundState:
    return on_hit(fund, event.hit, status="withdrawn", decided_at=event.at)


def _refused(fund: FundState, event: e.HitRefused) -> FundState:
    return on_hit(
        fund,
        event.hit,
        status="refused",
        rule=event.rule,
        decided_by=event.by,
        decided_at=event.at,
    )


def _verification_undone(fund: FundState, event: e.VerificationUndone) -> FundState:
    hit = _hit(fund, event.hit)
    held = sum(share.amount for share in hit.shares if share.status == "held")
    fund = replace(
        fund,
        due=fund.due - hit.amount + held,
        held=fund.held - held,
        primary=fund.primary - hit.seeded,
        reserve=fund.reserve + hit.seeded,
    )
    fund = _pool_plus(fund, hit.terms.pool, hit.amount)
    return on_hit(
        fund,
        event.hit,
        status="claimed",
        barred=(),
        decided_by="",
        decided_at=0,
        amount=0,
        seeded=0,
        shares=(),
    )


def _sealed(fund: FundState, event: e.HitSealed) -> FundState:
    return on_hit(
        fund,
        event.hit,
        envelope=event.envelope,
        deck=event.deck,
        sealed_by=event.by,
        kept_until=event.kept_until,
    )


def _paid(fund: FundState, event: e.SharePaid) -> FundState:
    share = _share(fund, event.hit, event.seat)
    fund = replace(
        fund, due=fund.due - share.amount, paid=fund.paid + share.amount, slips=event.number
    )
    before = fund.day(event.day).paid
    fund = on_day(fund, event.day, paid=before + share.amount)
    return _on_share(
        fund, event.hit, share, status="paid", form=event.form, number=event.number, at=event.at
    )


def _payment_undone(fund: FundState, event: e.PaymentUndone) -> FundState:
    share = _share(fund, event.hit, event.seat)
    fund = replace(fund, due=fund.due + share.amount, paid=fund.paid - share.amount)
    before = fund.day(event.day).paid
    fund = on_day(fund, event.day, paid=before - share.amount)
    return _on_share(fund, event.hit, share, status="open", form="", number=0, at=0)


def _held(fund: FundState, event: e.ShareHeld) -> FundState:
    share = _share(fund, event.hit, event.seat)
    fund = replace(fund, due=fund.due - share.amount, held=fund.held + share.amount)
    return _on_share(fund, event.hit, share, status="held", reason=event.reason)


def _released(fund: FundState, event: e.ShareReleased) -> FundState:
    share = _share(fund, event.hit, event.seat)
    fund = replace(fund, due=fund.due + share.amount, held=fund.held - share.amount)
    hit = _hit(fund, event.hit)
    barred = tuple(player for player in hit.barred if player != share.player)
    fund = on_hit(fund, event.hit, barred=barred)
    return _on_share(fund, event.hit, share, status="open", reason="")


def _remitted(fund: FundState, event: e.ShareRemitted) -> FundState:
    share = _share(fund, event.hit, event.seat)
    fund = replace(fund, held=fund.held - share.amount, sent=fund.sent + share.amount)
    return _on_share(fund, event.hit, share, status="remitted")


def _pool_plus(fund: FundState, pool: Pool, amount: int) -> FundState:
    changes: dict[str, Any] = {pool: fund.pool(pool) + amount}
    return replace(fund, **changes)


def _hit(fund: FundState, number: int) -> Hit:
    hit = fund.hit(number)
    assert hit is not None
    return hit


def _share(fund: FundState, number: int, seat: int) -> Share:
    share = _hit(fund, number).share(seat)
    assert share is not None
    return share


def _on_share(fund: FundState, hit_number: int, share: Share, **changes: Any) -> FundState:
    hit = _hit(fund, hit_number)
    shares = tuple(
        replace(item, **changes) if item.seat == share.seat else item for item in hit.shares
    )
    return on_hit(fund, hit_number, shares=shares)


_STEPS: dict[type[e.FundEvent], Evolve[FundState]] = {
    e.FundOpened: _opened,
    e.PolicySet: _policy_set,
    e.DropLogged: _dropped,
    e.BoxesCounted: _counted,
    e.Deposited: _deposited,
    e.AmountPosted: _posted,
    e.PostingUndone: _posting_undone,
    e.Transferred: _transferred,
    e.Received: _received,
    e.FundClosed: _closed,
    e.HitClaimed: _claimed,
    e.QuestionAnswered: _answered,
    e.HitWatched: _watched,
    e.HitVerified: _verified,
    e.HitAwarded: _awarded,
    e.HitRefused: _refused,
    e.HitWithdrawn: _withdrawn,
    e.VerificationUndone: _verification_undone,
    e.HitSealed: _sealed,
    e.SharePaid: _paid,
    e.PaymentUndone: _payment_undone,
    e.ShareHeld: _held,
    e.ShareReleased: _released,
    e.ShareRemitted: _remitted,
    **SPLASHES,
    **MYSTERY,
}
