"""Who else keeps a picture of what tables and lists store: told inside the same transaction."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from poker.events import Event
from poker.state import Table
from poker.waiting.events import Told
from poker.waiting.state import Lists


@dataclass(frozen=True, slots=True, kw_only=True)
class Stored:
    """Events that were stored at a table, the table after them, who made them and when.

    table_id: of the table and its log; first: the number of the first of them.
    """

    table_id: int
    first: int
    events: tuple[Event, ...]
    table: Table
    actor: str
    now: datetime


Watch = Callable[[Stored], None]
_WATCHES: list[tuple[tuple[type[Event], ...], Watch]] = []


def watch(kinds: tuple[type[Event], ...], told: Watch) -> None:
    """Tell of commands with one of these events; or, when a call is open at the table, of every command."""
    _WATCHES.append((kinds, told))


def tell(stored: Stored) -> None:
    """Tell whoever watches."""
    for kinds, told in _WATCHES:
        if stored.table.floor is not None or any(isinstance(e, kinds) for e in stored.events):
            told(stored)


@dataclass(frozen=True, slots=True, kw_only=True)
class ListsStored:
    """Events that were stored in a room's log of lists, and the lists after them; first: the number of the first."""

    room_id: int
    first: int
    events: tuple[Told, ...]
    lists: Lists
    now: datetime


WatchLists = Callable[[ListsStored], None]
_OF_LISTS: list[WatchLists] = []


def watch_lists(told: WatchLists) -> None:
    """Tell of every command to any room's lists."""
    _OF_LISTS.append(told)


def tell_lists(stored: ListsStored) -> None:
    """Tell whoever watches the lists, inside the same transaction."""
    for told in _OF_LISTS:
        told(stored)
