"""Commands about the promotions of a table. Wire names are the tags."""

from typing import Annotated, Literal

import msgspec

from poker.commands.base import Amount, Command, Count, SeatNumber, Text
from poker.promotion_terms import FundSplash, TablePromotion

PromotionKey = Annotated[str, msgspec.Meta(min_length=1, max_length=60)]


class SetPromotions(Command, frozen=True, tag="set_promotions"):
    """Set the promotions of the table from the next hand on. Sent by the room, never by a tablet."""

    promotions: tuple[TablePromotion, ...] = ()


class ClaimPromotion(Command, frozen=True, tag="claim_promotion"):
    """Claim a promotion for the shown hands on a board: the floor is called, and the table waits."""

    promotion: PromotionKey
    board: Count = 0


class PostHighHand(Command, frozen=True, tag="post_high_hand"):
    """Post the shown hand of a seat as the high hand of a promotion."""

    promotion: PromotionKey
    seat: SeatNumber


class SettleClaim(Command, frozen=True, tag="settle_claim"):
    """Decide the claim of a hand. Sent by the room. by: the supervisor."""

    hand: int
    outcome: Literal["verified", "refused"]
    reason: Text = ""
    by: Text = ""


class AnnounceFundSplash(Command, frozen=True, tag="fund_splash"):
    """A promotion's splash pot goes to the next hand that the tablet shows it for. Sent by the room (H-75)."""

    splash: FundSplash
    amount: Amount


class WithdrawFundSplash(Command, frozen=True, tag="withdraw_fund_splash"):
    """Take the announcement of a promotion's splash pot back before its deal. Sent by the room."""

    draw: int
