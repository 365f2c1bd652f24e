"""The caches in the memory of this process, and what makes their values invalid.

A key contains everything that its value depends on. When a table changes, so does the key, and nothing has to be
cleared. The list is in this package because every package with a cache may import it. Values that all processes
share, such as rate limits, are in `django.core.cache` instead.
"""

from collections.abc import Hashable
from threading import Lock
from typing import Any

from cachetools import LRUCache

Memory = LRUCache[Hashable, Any]


class SharedMemory:
    """A cache with a lock. Whoever uses one of the others holds a lock of its own."""

    def __init__(self, size: int) -> None:
        """Keep the last `size` values that were used."""
        self._memory: Memory = LRUCache(size)
        self._lock = Lock()

    def get(self, key: Hashable) -> Any:
        """Return the value stored under a key, or None."""
        with self._lock:
            return self._memory.get(key)

    def __setitem__(self, key: Hashable, value: object) -> None:
        with self._lock:
            self._memory[key] = value

    def forget(self, key: Hashable) -> None:
        """Remove the value stored under a key, if any."""
        with self._lock:
            self._memory.pop(key, None)

    def clear(self) -> None:
        with self._lock:
            self._memory.clear()


# Occupancy of a table, by table. Valid until the plaque, the name or the log's last hash changes.
OCCUPANCY: Memory = LRUCache(5_000)
# Minutes between departures of players, by room, minute and occupancy of the tables.
SEAT_SPELLS: Memory = LRUCache(64)
# How long each player has been at a table, by table. Valid for one minute and one occupancy. Other changes, such
# as departures that leave the lookback, count from the next minute.
TABLE_SPELLS: Memory = LRUCache(5_000)
# A room's waitlists and seats, by room, minute, occupancy of the tables, currency and the waitlists'
# fingerprint.
ROOM_SNAPSHOTS: Memory = LRUCache(8)
# The waitlists and seats after a change, by room, change sent to the page, minute and currency.
SNAPSHOTS_OF_CHANGES: Memory = LRUCache(16)
# The desk's page, by snapshot, failed pages, query and role; the public board, by snapshot.
DESK_PAGES: Memory = LRUCache(64)
BOARDS: Memory = LRUCache(8)
# A table's open floor call, by table, entry and time of the call.
OPEN_CALLS: Memory = LRUCache(1_000)
# A broadcast in the form for table pages without the engine, by table, entries and currency. The
# last broadcast of a table is needed until all of the table's sockets have sent it.
BROADCASTS: Memory = LRUCache(64)
# When the last entry of a command happened, by table and entry. Each tap needs it for the entry that its tablet
# showed. An entry never changes. Written after the commit.
ENTRY_TIMES: Memory = LRUCache(5_000)
# Aliases and notes of the log, by reference. A reference is never reused. Only an erasure makes a text invalid; then
# `journal.personal_text` clears both caches.
PERSONAL_TEXTS: Memory = LRUCache(50_000)
# The newest state of a table's log, by table; see `journal.heads`. The version of the log's row shows whether it is
# still the stored one.
HEADS = SharedMemory(2_000)
# When this process last stored a tablet's heartbeat, by table; see `tables.tablet_heartbeat`.
HEARTBEATS = SharedMemory(5_000)
# The versions of all rulebooks; see `tables.effective_rules`. A new version clears it in its own process, and within a
# second in the others.
RULE_VERSIONS = SharedMemory(1)
# The room of each table, which never changes.
TABLE_ROOMS = SharedMemory(5_000)
# Tablets with their dealers, by the hash of their token; see `tables.pairing.device_kept`.
DEVICES = SharedMemory(2_000)
# The plaque that a list is named after, by plaque name; see `tables.game_keys`.
LIST_NAMES: Memory = LRUCache(2_000)

ALL: tuple[Memory | SharedMemory, ...] = (
    LIST_NAMES,
    OCCUPANCY,
    SEAT_SPELLS,
    TABLE_SPELLS,
    ROOM_SNAPSHOTS,
    SNAPSHOTS_OF_CHANGES,
    DESK_PAGES,
    BOARDS,
    OPEN_CALLS,
    BROADCASTS,
    ENTRY_TIMES,
    PERSONAL_TEXTS,
    HEADS,
    DEVICES,
    HEARTBEATS,
    RULE_VERSIONS,
    TABLE_ROOMS,
)


def clear_caches() -> None:
    """Empty every cache, for tests: their databases use the same keys again."""
    for memory in ALL:
        memory.clear()
