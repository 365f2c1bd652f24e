"""The promotion that is due or claimed at this showdown, and the high hand that may be posted."""

from poker.promotion_terms import TablePromotion
from poker.promotions import claims, conditions, hand_names, high_hands, posted_now
from poker.state import Table
from poker.view.model import ConditionView, HighHandView, PromotionView


def promotion(table: Table) -> PromotionView | None:
    """Return the claim for which the table waits, else the first promotion that may be claimed; None without one."""
    hand = table.hand
    claim = table.claim
    if claim is not None:
        terms = _terms(table, claim.promotion)
        if terms is None:
            return None
        return _view(
            table,
            terms,
            board=claim.board,
            tier=claim.tier,
            losing=claim.losing,
            winning=claim.winning,
            claimed_at=claim.at,
        )
    due = next(iter(claims(table)), None) if hand is not None else None
    if due is None:
        return None
    return _view(
        table,
        due.promotion,
        board=due.board,
        tier=due.claim.tier,
        losing=due.claim.losing,
        winning=due.claim.winning,
    )


def _view(
    table: Table,
    terms: TablePromotion,
    *,
    board: int,
    tier: str,
    losing: tuple[int, ...],
    winning: tuple[int, ...],
    claimed_at: int = 0,
) -> PromotionView:
    lowest = next((item.losing for item in terms.tiers if item.key == tier), None)
    return PromotionView(
        key=terms.key,
        kind=terms.kind,
        title=terms.title,
        board=board,
        boards=len(table.hand.boards) if table.hand else 1,
        losing=list(losing),
        winning=list(winning),
        names=sorted(hand_names(table, board).items()),
        lowest=lowest,
        conditions=[
            ConditionView(item.key, item.met, item.facts)
            for item in conditions(terms, table, board)
        ],
        amount=posted_now(table, terms).amount,
        claimed_at=claimed_at,
    )


def _terms(table: Table, key: str) -> TablePromotion | None:
    """Return a promotion as the hand has it, or as the table has it once the hand is over."""
    dealt = table.hand.promotions if table.hand else ()
    return next((item for item in (*dealt, *table.promotions) if item.key == key), None)


def high_hand(table: Table) -> HighHandView | None:
    """Return the first high hand that may be posted; None without one, and while the table waits for a claim."""
    high = next(iter(high_hands(table)), None) if table.claim is None else None
    if high is None:
        return None
    posted = posted_now(table, high.promotion)
    return HighHandView(
        key=high.promotion.key,
        title=high.promotion.title,
        seat=high.seat,
        name=high.name,
        best=posted.best,
        amount=posted.amount,
        ends=high.promotion.ends,
    )
