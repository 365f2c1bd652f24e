"""What the dealer reads of taps that the room no longer took, beside the texts of the page."""

from collections.abc import Iterable

from poker import events as e
from poker.events import Event


def cause(events: Iterable[Event], hand: int) -> str:
    """Return who decided about the hand while the tablet was away; "" if no one did. hand: the number it had then."""
    for event in events:
        if isinstance(event, e.HandFinished):
            return f"{event.by} ended hand {event.hand}."
        if isinstance(event, e.RulingMade):
            return f"{event.by} ruled on hand {hand}."
    return ""
