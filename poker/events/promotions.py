"""Events of promotions at a table. Times are in Unix milliseconds."""

from typing import Literal

from poker.events.base import Event
from poker.promotion_terms import FundSplash, TablePromotion


class PromotionsSet(Event, frozen=True, tag="table.promotions_set"):
    """The promotions of the table changed, from the next hand on."""

    promotions: tuple[TablePromotion, ...]


class PromotionClaimed(Event, frozen=True, tag="promotion.claimed"):
    """The dealer claimed a promotion. losing, winning: seats; dealt: seat and player of everyone dealt in."""

    promotion: str
    tier: str
    board: int
    hand: int
    losing: tuple[int, ...]
    winning: tuple[int, ...]
    dealt: tuple[tuple[int, str], ...]
    at: int  # when the dealer tapped


class HighHandPosted(Event, frozen=True, tag="promotion.high_hand"):
    """A shown hand was posted as the high hand. value compares with the hands of other tables.

    ends: of the period in which the hand was dealt, 0 without a period.
    """

    promotion: str
    seat: int
    player: str
    cards: tuple[str, ...]
    name: str
    value: tuple[int, ...]
    hand: int
    at: int  # when the dealer tapped
    ends: int = 0


class ClaimSettled(Event, frozen=True, tag="promotion.claim_settled"):
    """The floor decided a claim, and the table goes on."""

    hand: int
    outcome: Literal["verified", "refused"]
    at: int


class FundSplashAnnounced(Event, frozen=True, tag="table.fund_splash_announced"):
    """A promotion's splash pot goes to the next hand (H-75)."""

    splash: FundSplash
    amount: int


class FundSplashWithdrawn(Event, frozen=True, tag="table.fund_splash_withdrawn"):
    """The announcement of a promotion's splash pot was taken back."""

    draw: int
