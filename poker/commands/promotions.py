"""Commands about the promotions of a table. Wire names are the tags."""

from typing import Annotated, Literal

import msgspec

from poker.commands.base import Command, Count, SeatNumber, Text
from poker.promotion_terms import TablePromotion

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
