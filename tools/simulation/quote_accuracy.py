"""Accuracy of the waits quoted during a night, from the waitlist log."""

from collections.abc import Iterator
from dataclasses import dataclass
from statistics import mean

from staff.models import Room
from waitlist.history import full_history
from waitlist.rules import events as e
from waitlist.rules.state import WaitlistEntry

MINUTE = 60_000


@dataclass(frozen=True, slots=True)
class QuoteOutcome:
    """A finished waitlist entry. waited: minutes; seated: otherwise the player left and would have waited longer."""

    quoted: int
    error: int
    waited: float
    seated: bool

    @property
    def off(self) -> float:
        """Return the error of the quote in minutes."""
        return abs(self.waited - self.quoted)


def quote_outcomes(room: Room) -> list[QuoteOutcome]:
    """Return every finished entry of the room's waitlists with a quoted wait."""
    names: dict[int, WaitlistEntry] = {}
    results = []
    for at, event in full_history(room.pk):
        if isinstance(event, e.PlayerAdded):
            names[event.waiting.number] = event.waiting
        elif isinstance(event, e.AdditionUndone):
            names.pop(event.number)
        elif isinstance(event, e.PlayerSeated | e.PlayerRemoved):
            entry = names.pop(event.number)
            waited = (at.timestamp() * 1000 - entry.since) / MINUTE
            if entry.quoted_wait >= 0:
                results.append(
                    QuoteOutcome(
                        entry.quoted_wait,
                        entry.quoted_error,
                        waited,
                        isinstance(event, e.PlayerSeated),
                    )
                )
    return results


def accuracy_text(over: list[QuoteOutcome]) -> Iterator[str]:
    """Yield messages: mean error, share within the quoted margin, and the outcome of "more than" quotes."""
    quote_outcomes = [
        quote_outcome for quote_outcome in over if quote_outcome.error >= 0 and quote_outcome.seated
    ]
    if quote_outcomes:
        off = mean(quote_outcome.off for quote_outcome in quote_outcomes)
        yield f"waits quoted and seated: {len(quote_outcomes)}, off by {off:.1f} min on average"
    later = [quote_outcome for quote_outcome in quote_outcomes if quote_outcome.quoted]
    if later:
        off = mean(quote_outcome.off for quote_outcome in later)
        # Both are in whole minutes, so half a minute is not an error.
        inside = sum(quote_outcome.off <= quote_outcome.error + 0.5 for quote_outcome in later)
        yield (
            f"  of these not “now”: {len(later)}, off by {off:.1f} min, {inside} within the stated error"
        )
    more = [quote_outcome for quote_outcome in over if quote_outcome.error < 0]
    if more:
        sooner = sum(
            quote_outcome.seated and quote_outcome.waited < quote_outcome.quoted
            for quote_outcome in more
        )
        yield f"quoted as “more than”: {len(more)}, seated sooner: {sooner}"
