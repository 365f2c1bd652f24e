"""What players get for their hours, for the public page: rates, rewards and drawings in effect."""

from collections.abc import Sequence
from dataclasses import dataclass

from poker.formatting import listed, smart_quotes
from promotions.hours_log import load_hours
from promotions.rule_texts import WEEKDAYS, clock
from promotions.rules.earned import Rate
from promotions.rules.hours_state import Drawing, Reward
from staff.models import Room

HOUR = 60


@dataclass(frozen=True, slots=True)
class HourOffers:
    """Rates as sentences, rewards, and drawings that are announced or closed."""

    rates: list[str]
    rewards: Sequence[Reward]
    drawings: list[Drawing]

    @property
    def is_any(self) -> bool:
        """Return whether hours bring anything in this room."""
        return bool(self.rewards or self.drawings)


def hour_offers(room: Room) -> HourOffers:
    """Return what is in effect in a room."""
    hours = load_hours(room.pk)
    card = hours.card
    rates = [rate_text(rate) for rate in card.rates] or ["Every minute counts in full"]
    if card.cap:
        rates.append(f"At most {card.cap // HOUR} hours of a gaming day count")
    if card.away:
        rates.append(smart_quotes(f"Time away of more than {card.away} minutes doesn't count"))
    if card.shortest:
        rates.append(f"A session counts from {card.shortest} minutes on")
    drawings = [drawing for drawing in hours.drawings if drawing.stage in ("announced", "closed")]
    return HourOffers(rates, hours.rewards, drawings)


def rate_text(rate: Rate) -> str:
    """Return a rate such as "150% in Omaha, Mon and Tue, 18:00 to 02:00"."""
    parts = [f"{rate.percent}% in {listed(rate.games, 'or') if rate.games else 'any game'}"]
    if rate.weekdays:
        parts.append(listed([WEEKDAYS[day] for day in rate.weekdays], "and"))
    if rate.starts != rate.ends:
        parts.append(f"{clock(rate.starts)} to {clock(rate.ends)}")
    return ", ".join(parts)
