"""The caches in this process's memory, and what makes their values invalid.

Each key has everything that its value depends on, so nothing has to be cleared when a table changes: the key changes.
The list is in this package because every package with a cache may import it. What all processes must agree on, such
as rate limits, is in `django.core.cache` instead.
"""

from collections.abc import Hashable
from typing import Any

from cachetools import LRUCache

Memory = LRUCache[Hashable, Any]

# Occupancy of a table, by table. Valid while plaque, name and the log's last hash are those it was read with.
OCCUPANCY: Memory = LRUCache(5_000)
# Minutes between leaving players, by room, minute and the tables' occupancy.
SEAT_SPELLS: Memory = LRUCache(64)
# Since when the players at a table sit there, by table. Valid in the minute and for the occupancy it was read for.
OPEN_SESSIONS: Memory = LRUCache(5_000)
# A room's waitlists and seats, by room, minute, the tables' occupancy, the currency and the waitlists' fingerprint.
ROOM_SNAPSHOTS: Memory = LRUCache(8)
# The same, by room, the change that the page was told of, minute and currency.
SNAPSHOTS_OF_CHANGES: Memory = LRUCache(16)
# The desk's page, by snapshot, pages that failed, query and role; the public board, by snapshot.
DESK_PAGES: Memory = LRUCache(64)
BOARDS: Memory = LRUCache(8)
# A table's open floor call, by table, entry and time of the call.
OPEN_CALLS: Memory = LRUCache(1_000)
# A broadcast as the pages of a table without the engine get it, by table, entries and currency. A table needs its
# last one until all its sockets have sent it.
BROADCASTS: Memory = LRUCache(64)
# When the last entry of a command happened, by table and entry: each tap asks it of the entry that its tablet showed.
# An entry never changes. Written after the commit.
ENTRY_TIMES: Memory = LRUCache(5_000)
# Aliases and notes of the log, by reference. References are never used again; only an erasure makes a text invalid,
# and `journal.personal_text` clears them then.
PERSONAL_TEXTS: Memory = LRUCache(50_000)
# The plaque whose name a list has, by plaque name; see `tables.game_keys`.
LIST_NAMES: Memory = LRUCache(2_000)

ALL = (
    LIST_NAMES,
    OCCUPANCY,
    SEAT_SPELLS,
    OPEN_SESSIONS,
    ROOM_SNAPSHOTS,
    SNAPSHOTS_OF_CHANGES,
    DESK_PAGES,
    BOARDS,
    OPEN_CALLS,
    BROADCASTS,
    ENTRY_TIMES,
    PERSONAL_TEXTS,
)


def clear_caches() -> None:
    """Empty every cache: for tests, whose databases use the same keys again."""
    for memory in ALL:
        memory.clear()
