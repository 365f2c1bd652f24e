"""Subscribers to table and waitlist events, called inside the transaction that stores them."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from poker.events import Event
from poker.state import Table
from poker.waitlist.events import WaitlistEvent
from poker.waitlist.state import Waitlists


@dataclass(frozen=True, slots=True, kw_only=True)
class TableEventsStored:
    """Events that a command stored at a table, and the table after them."""

    table_id: int  # primary key of the table and of its log
    first: int  # entry number of the first event
    events: tuple[Event, ...]
    table: Table
    actor: str
    now: datetime


Subscriber = Callable[[TableEventsStored], None]
_SUBSCRIBERS: list[tuple[tuple[type[Event], ...], Subscriber]] = []


def subscribe(kinds: tuple[type[Event], ...], subscriber: Subscriber) -> None:
    """Subscribe to commands that store one of these events; while a floor call is open, to every command."""
    _SUBSCRIBERS.append((kinds, subscriber))


def publish(batch: TableEventsStored) -> None:
    """Call the matching subscribers."""
    for kinds, subscriber in _SUBSCRIBERS:
        if batch.table.floor is not None or any(isinstance(e, kinds) for e in batch.events):
            subscriber(batch)


@dataclass(frozen=True, slots=True, kw_only=True)
class WaitlistEventsStored:
    """Events that a command stored in a room's waitlist log, and the waitlists after them."""

    room_id: int
    first: int  # entry number of the first event
    events: tuple[WaitlistEvent, ...]
    lists: Waitlists
    now: datetime


WaitlistSubscriber = Callable[[WaitlistEventsStored], None]
_WAITLIST_SUBSCRIBERS: list[WaitlistSubscriber] = []


def subscribe_waitlists(subscriber: WaitlistSubscriber) -> None:
    """Subscribe to every command of any room's waitlists."""
    _WAITLIST_SUBSCRIBERS.append(subscriber)


def publish_waitlists(batch: WaitlistEventsStored) -> None:
    """Call the subscribers inside the transaction that stores the events."""
    for subscriber in _WAITLIST_SUBSCRIBERS:
        subscriber(batch)
