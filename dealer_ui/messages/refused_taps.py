"""The dealer's texts about taps that the room no longer accepted, in addition to the page's texts."""

from collections.abc import Iterable

from poker import events as e
from poker.events import Event


def cause(events: Iterable[Event], hand: int) -> str:
    """Return who decided the hand while the tablet was offline, or "". hand: its number at that time."""
    for event in events:
        if isinstance(event, e.HandFinished):
            return f"{event.by} ended hand {event.hand}."
        if isinstance(event, e.RulingMade):
            return f"{event.by} ruled on hand {hand}."
    return ""
