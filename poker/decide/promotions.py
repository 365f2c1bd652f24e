"""Commands about promotions: claim one, post a high hand, settle a claim."""

from poker import chips
from poker import commands as c
from poker import events as e
from poker.decide.floor import call_floor
from poker.decide.table import require_open
from poker.draft import Draft
from poker.handlers import Decide
from poker.promotions import beats_posted, claims, eligible, high_hand
from poker.refusal import Refusal

SETTLED = {"verified": "Jackpot verified", "refused": "Jackpot refused"}


def set_promotions(draft: Draft, command: c.SetPromotions, now: int) -> None:
    """Set the promotions of the table; a hand in progress keeps its own."""
    if command.promotions != draft.table.promotions:
        draft.record(e.PromotionsSet(command.promotions))


def claim_promotion(draft: Draft, command: c.ClaimPromotion, now: int) -> None:
    """Claim a promotion that the shown hands win, and call the floor.

    Raises `Refusal`: `no_hand` (S-049), `claim_open`, `claim_not_due` with the condition that is not met.
    """
    hand = draft.hand
    table = draft.table
    if table.claim is not None:
        raise Refusal("claim_open", "", hand=table.claim.hand)
    due = next(
        (
            item
            for item in claims(table)
            if (item.promotion.key, item.board) == (command.promotion, command.board)
        ),
        None,
    )
    if due is None:
        raise Refusal("claim_not_due", "", hand=hand.number, why=_why(draft, command))
    draft.record(
        e.PromotionClaimed(
            promotion=command.promotion,
            tier=due.claim.tier,
            board=command.board,
            hand=hand.number,
            losing=due.claim.losing,
            winning=due.claim.winning,
            dealt=due.claim.dealt,
            at=now,
        )
    )
    call_floor(draft, c.CallFloor(tapped=now), now)


def _why(draft: Draft, command: c.ClaimPromotion) -> str:
    """Return the condition that the hand does not meet, "claimed" if the hand was claimed, "promotion" if it has no
    such promotion.
    """
    hand = draft.hand
    if command.promotion in hand.claimed:
        return "claimed"
    promotion = next((item for item in hand.promotions if item.key == command.promotion), None)
    if promotion is None or command.board >= len(hand.boards):
        return "promotion"
    decision = eligible(promotion, draft.table, command.board)
    return getattr(decision, "rule", "promotion")


def post_high_hand(draft: Draft, command: c.PostHighHand, now: int) -> None:
    """Post the shown hand of a seat.

    Raises `Refusal`: `no_hand` (S-049), `high_hand_not_due`, `high_hand_lower` if the posted hand is not beaten.
    """
    hand = draft.hand
    promotion = next((item for item in hand.promotions if item.key == command.promotion), None)
    high = None if promotion is None else high_hand(promotion, draft.table, command.seat)
    if promotion is None or high is None or command.promotion in hand.posted:
        raise Refusal("high_hand_not_due", "", seat=command.seat)
    if not beats_posted(high, draft.table):
        raise Refusal("high_hand_lower", "", seat=command.seat, name=high.name)
    draft.record(
        e.HighHandPosted(
            promotion=command.promotion,
            seat=high.seat,
            player=high.player,
            cards=high.cards,
            name=high.name,
            value=high.value,
            hand=hand.number,
            at=now,
            ends=promotion.ends,
        )
    )


def settle_claim(draft: Draft, command: c.SettleClaim, now: int) -> None:
    """Decide the claim of a hand, and close the call that it opened. Raises `Refusal`: `no_claim`."""
    claim = draft.table.claim
    if claim is None or claim.hand != command.hand:
        raise Refusal("no_claim", "", hand=command.hand)
    draft.record(e.ClaimSettled(command.hand, command.outcome, now))
    call = draft.table.floor
    if call is not None and claim.called and not call.key:
        reason = SETTLED[command.outcome]
        draft.record(e.FloorCanceled(reason, command.by))


def announce_fund_splash(draft: Draft, command: c.AnnounceFundSplash, now: int) -> None:
    """Announce a promotion's splash pot for the next hand, also during a hand (H-75).

    Raises `Refusal`: `splash_pot_announced` if another one is announced or in this hand's pot; those of `chips.check`.
    """
    require_open(draft)
    table = draft.table
    waiting = table.splash or (table.hand.splash if table.hand else 0)
    if waiting:
        raise Refusal("splash_pot_announced", "H-75", amount=waiting)
    chips.check(command.amount, table.plaque.chips)
    draft.record(e.FundSplashAnnounced(command.splash, command.amount))


def withdraw_fund_splash(draft: Draft, command: c.WithdrawFundSplash, now: int) -> None:
    """Take the announcement of a promotion's splash pot back. Raises `Refusal`: `no_splash_pot`."""
    splash = draft.table.fund_splash
    if splash is None or splash.draw != command.draw:
        raise Refusal("no_splash_pot", "H-75", table=draft.table.name)
    draft.record(e.FundSplashWithdrawn(splash.draw))


PROMOTIONS: dict[type[c.Command], Decide] = {
    c.AnnounceFundSplash: announce_fund_splash,
    c.WithdrawFundSplash: withdraw_fund_splash,
    c.SetPromotions: set_promotions,
    c.ClaimPromotion: claim_promotion,
    c.PostHighHand: post_high_hand,
    c.SettleClaim: settle_claim,
}
