"""Webhook events of funds, without players' names."""

from collections.abc import Iterator

from outbox.webhooks.queueing import WebhookEvent, active_hooks, queue_deliveries
from promotions.funds import StoredInFund
from promotions.models import Fund
from promotions.rules import fund_events as e
from promotions.rules.fund_state import FundState

EVENTS = (e.AmountPosted, e.PostingUndone, e.HitAwarded, e.SharePaid)


def queue_fund_events(stored: StoredInFund) -> None:
    """Queue the webhook events of a command: posted amounts, hits, payments."""
    hooks = active_hooks()
    if not hooks:
        return
    row = Fund.objects.select_related("room").get(pk=stored.stream_id)
    fund = {"id": row.pk, "number": row.number, "title": stored.state.title}
    events = list(_webhook_events(stored))
    queue_deliveries(hooks, row.room, events, {"fund": fund, "seq": stored.seq}, stored.now)


def _webhook_events(stored: StoredInFund) -> Iterator[WebhookEvent]:
    state = stored.state
    if any(isinstance(event, e.AmountPosted | e.PostingUndone) for event in stored.events):
        yield "fund.posted", _amounts(state)
    for event in stored.events:
        if isinstance(event, e.HitAwarded):
            yield "fund.hit", _hit(state, event)
        elif isinstance(event, e.SharePaid):
            yield "fund.paid", _payment(state, event)


def _amounts(state: FundState) -> dict[str, object]:
    return {
        "primary": state.primary,
        "secondary": state.secondary,
        "reserve": state.reserve,
        "day": state.posted_day,
    }


def _hit(state: FundState, event: e.HitAwarded) -> dict[str, object]:
    hit = state.hit(event.hit)
    assert hit is not None
    return {
        "hit": hit.number,
        "promotion": hit.facts.promotion,
        "table": hit.facts.table,
        "hand": hit.facts.hand,
        "amount": event.amount,
        "shares": len(event.shares),
    }


def _payment(state: FundState, event: e.SharePaid) -> dict[str, object]:
    hit = state.hit(event.hit)
    share = hit.share(event.seat) if hit else None
    assert share is not None
    return {"hit": event.hit, "slip": event.number, "amount": share.amount, "form": event.form}
