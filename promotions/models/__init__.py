"""The rows of promotions."""

from promotions.models.funds import Fund, FundDay, FundSummary, Hit, Share
from promotions.models.high_hands import PostedHighHand
from promotions.models.hours import DrawingSeed, EarnedHours, RedeemedHours, RoomHoursLog
from promotions.models.promotions import Promotion, PromotionDraft, PromotionVersion

__all__ = [
    "DrawingSeed",
    "EarnedHours",
    "Fund",
    "FundDay",
    "FundSummary",
    "Hit",
    "PostedHighHand",
    "Promotion",
    "PromotionDraft",
    "PromotionVersion",
    "RedeemedHours",
    "RoomHoursLog",
    "Share",
]
