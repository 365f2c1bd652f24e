"""The rows of promotions."""

from promotions.models.hours import DrawingSeed, EarnedHours, RedeemedHours, RoomHoursLog

__all__ = ["DrawingSeed", "EarnedHours", "RedeemedHours", "RoomHoursLog"]
