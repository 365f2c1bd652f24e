"""Apply events of promotions to the table."""

from msgspec.structs import replace

from poker import events as e
from poker.events import Event
from poker.handlers import TableStep
from poker.promotion_terms import PostedHand, TablePromotion
from poker.state import PromotionClaim, Table


def _set(table: Table, event: e.PromotionsSet) -> Table:
    return replace(table, promotions=event.promotions)


def _claimed(table: Table, event: e.PromotionClaimed) -> Table:
    claim = PromotionClaim(
        promotion=event.promotion,
        tier=event.tier,
        board=event.board,
        hand=event.hand,
        losing=event.losing,
        winning=event.winning,
        at=event.at,
        called=table.floor is None,
    )
    hand = table.hand
    if hand is not None:
        hand = replace(hand, claimed=(*hand.claimed, event.promotion))
    return replace(table, claim=claim, hand=hand)


def _posted(table: Table, event: e.HighHandPosted) -> Table:
    """Keep the posted hand, so that the period's next one must beat it without the network, too."""
    best = PostedHand(event.name, event.value, table.name, event.at)
    hand = table.hand
    if hand is not None:
        hand = replace(hand, posted=(*hand.posted, event.promotion))
    promotions = tuple(_with_best(item, event, best) for item in table.promotions)
    return replace(table, promotions=promotions, hand=hand)


def _with_best(
    promotion: TablePromotion, event: e.HighHandPosted, best: PostedHand
) -> TablePromotion:
    is_of_period = promotion.key == event.promotion and promotion.ends == event.ends
    return replace(promotion, best=best) if is_of_period else promotion


def _settled(table: Table, event: e.ClaimSettled) -> Table:
    return replace(table, claim=None, done=None)


def _splash_announced(table: Table, event: e.FundSplashAnnounced) -> Table:
    return replace(table, splash=event.amount, fund_splash=event.splash)


def _splash_withdrawn(table: Table, event: e.FundSplashWithdrawn) -> Table:
    return replace(table, splash=0, fund_splash=None)


PROMOTIONS: dict[type[Event], TableStep] = {
    e.FundSplashAnnounced: _splash_announced,
    e.FundSplashWithdrawn: _splash_withdrawn,
    e.PromotionsSet: _set,
    e.PromotionClaimed: _claimed,
    e.HighHandPosted: _posted,
    e.ClaimSettled: _settled,
}
