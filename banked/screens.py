"""Which pages a stored command of a house-banked table notifies."""

from banked.projection import StoredAtBanked
from banked.rules import events as e
from poker.events.base import Event
from web import broadcast

DEALER_EVENTS: tuple[type[Event], ...] = (
    e.DealerPushed,
    e.BankedTableOpened,
    e.BankedTableClosed,
    e.BankedUndone,
)
MAP_EVENTS: tuple[type[Event], ...] = (
    e.DealerPushed,
    e.BankedTableOpened,
    e.BankedTableClosed,
    e.BankedPlaquePosted,
    e.BoxTaken,
    e.BoxLeft,
    e.TableRenamed,
)


def rounds_group(table_id: int) -> str:
    """Return the channel group of the pages about a table's rounds."""
    return f"rounds.{table_id}"


def notify_pages(stored: StoredAtBanked) -> None:
    """Notify the pages that show a table's rounds."""
    broadcast.send(rounds_group(stored.stream_id), {"type": "rounds.changed"})
