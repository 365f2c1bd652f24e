"""The contents of a room's maps, read and rendered once for all sockets of this process.

Forty supervisors may watch six hundred tables: if each socket read and compared all tiles, a process would do nothing
else.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Collection, Mapping
from contextlib import suppress
from datetime import datetime
from math import ceil
from typing import Protocol
from weakref import WeakKeyDictionary

from django.template.loader import render_to_string
from django.utils import timezone

from floor_ui.forecast.page import room_suggestions
from floor_ui.forecast.suggestions import Suggestion
from floor_ui.map.map_state import MapState, SharedChanges
from floor_ui.map.open_seats import open_seat_panel
from floor_ui.map.page_parts import heads, parts_context
from floor_ui.map.tiles import TableTile, tiles
from floor_ui.map.totals import room_totals
from lineup.actions import load_lineup
from lineup.rules.state import Lineup
from staff.models import Room
from tables.natural_order import natural_order
from tournaments.room_events import RoomEvent, room_events
from waitlist.actions import load_waitlists
from waitlist.rules.state import Waitlists
from waitlist.seat_availability import waitlist_reservations
from waitlist.seat_priority import SeatPriority
from web.live_watch import live_watch
from web.socket_database import socket_database

# Seconds between two updates. The first change after a quiet second is shown immediately.
UPDATE_INTERVAL = 1.0
POLL_INTERVAL = 10.0  # seconds, while live updates are unavailable
REFRESH_INTERVAL = (
    30.0  # seconds in which each tile is read again: hands per hour drop without any event
)
SLICE = 100  # tiles read again at a time; all six hundred would block other pages for half a second
_log = logging.getLogger("floorbook.floor")


class MapSocket(Protocol):
    """A socket of the map."""

    def feed_changed(self) -> None:
        """Handle a change of the feed."""

    def feed_failed(self) -> None:
        """Handle the end of the feed after an error."""


class MapFeed:
    """The map of one room: its tiles and the parts around them, as of the last update."""

    def __init__(self, room: int) -> None:
        self.room = room
        # By primary key. Each update creates another dictionary.
        self.tiles: Mapping[int, TableTile] = {}
        self.lists = Waitlists()
        self.dealers = Lineup()
        self.events: tuple[RoomEvent, ...] = ()
        self.suggestions: list[Suggestion] = []
        self.at = timezone.now()  # when the last update began
        self._changed: set[int] = set()
        self._around = self._listed = self._suggested = False
        self._is_event_due = False
        self._to_refresh: deque[int] = (
            deque()
        )  # tables whose tiles are read again, the next one first
        self._sliced_at = self._parts_due = 0.0  # by the event loop's clock
        self._due = asyncio.Event()
        self._loading = asyncio.Lock()
        self._rendering = asyncio.Lock()
        self._is_loaded = False
        self._states: dict[tuple[object, ...], MapState] = {}
        self.changes = SharedChanges()
        self._sockets: set[MapSocket] = set()
        self._task: asyncio.Task[None] | None = None

    async def join(self, socket: MapSocket) -> None:
        """Read everything for the first socket, and notify this socket from now on. It must have joined its groups
        already.
        """
        self._sockets.add(socket)
        async with self._loading:
            if not self._is_loaded:
                self._around = True
                await self._update()
                self._is_loaded = True
                self._sliced_at = asyncio.get_running_loop().time()
                self._task = asyncio.create_task(self._run())

    def leave(self, socket: MapSocket) -> None:
        """Stop notifying this socket; the feed ends with its last socket."""
        self._sockets.discard(socket)
        if not self._sockets:
            _forget(self)
            if self._task is not None:
                self._task.cancel()

    def table_changed(self, table: int) -> None:
        """Read this table for the next update; 0 reads nothing."""
        self._changed.add(table)
        self._due.set()

    def all_changed(self) -> None:
        """Read every tile, dealers and sections for the next update."""
        self._around = True
        self._due.set()

    def lists_changed(self) -> None:
        """Read the waitlists for the next update, because a player was called or seated, or is next."""
        self._listed = True
        self._due.set()

    def events_changed(self) -> None:
        """Read the tournaments and their tables for the next update."""
        self._is_event_due = True
        self._due.set()

    def suggestions_changed(self) -> None:
        """Read the suggestions for the next update."""
        self._suggested = True
        self._due.set()

    async def state(self, *, can_fill: bool, may_answer: bool, viewer: int) -> MapState:
        """Return the map of the last update, for a viewer with these permissions.

        viewer: primary key of the staff member: their own calls as a dealer are not delivered to them.
        """
        own = any(
            tile.call and tile.call.awaits_delivery and tile.call.called_by == viewer
            for tile in self.tiles.values()
        )
        key = (can_fill, may_answer, viewer if own else 0)
        rights = {"can_fill": can_fill, "may_answer": may_answer, "viewer": viewer}
        async with self._rendering:
            if key not in self._states:
                # An update during the rendering replaces `self._states`.
                states_of_update = self._states
                tiles_of_update = self.tiles
                parts = await socket_database(self._rendered_parts)(
                    rights, tiles_of_update, self.at
                )
                states_of_update[key] = MapState(tiles_of_update, parts)
                return states_of_update[key]
            return self._states[key]

    async def _run(self) -> None:
        """Update until the last socket has left."""
        try:
            while True:
                with suppress(TimeoutError):
                    await asyncio.wait_for(self._due.wait(), self._pause())
                self._choose_slice()
                if await self._update():
                    for socket in tuple(self._sockets):
                        socket.feed_changed()
                await asyncio.sleep(UPDATE_INTERVAL)
        except Exception:
            _log.exception(
                "The updates of a room's maps failed. Their pages open their sockets again."
            )
            _forget(self)
            for socket in tuple(self._sockets):
                socket.feed_failed()

    def _pause(self) -> float:
        """Return for how many seconds nothing has to be read if nothing changes."""
        slices = max(1, ceil(len(self.tiles) / SLICE))
        interval = REFRESH_INTERVAL / slices if live_watch().is_live else POLL_INTERVAL
        return max(0.0, self._sliced_at + interval - asyncio.get_running_loop().time())

    def _choose_slice(self) -> None:
        """Choose some tiles to read again if they are due, so that each is read once in `REFRESH_INTERVAL`.

        Without live updates, everything is read every `POLL_INTERVAL`.
        """
        if self._pause():
            return
        self._sliced_at = asyncio.get_running_loop().time()
        if not live_watch().is_live:
            self._around = True
            return
        if not self._to_refresh:
            self._to_refresh.extend(self.tiles)
        self._changed.update(
            self._to_refresh.popleft() for _ in range(min(SLICE, len(self._to_refresh)))
        )

    async def _update(self) -> bool:
        """Read what may have changed; return whether the pages may need an update."""
        around = self._around
        self._around = False
        listed = self._listed
        self._listed = False
        suggested = self._suggested
        self._suggested = False
        only = self._changed
        self._changed = set()
        self._due.clear()
        self.at = timezone.now()
        is_event_due = self._is_event_due
        self._is_event_due = False
        if listed or around:
            only |= await self._read_lists()
        if is_event_due or around:
            only |= await self._read_events()
        if around:
            self.dealers = await socket_database(load_lineup)(self.room)
        is_new = listed or around or suggested or is_event_due
        if around or only:
            is_new |= await self._read_tiles(() if around else only)
        now = asyncio.get_running_loop().time()
        # Tables and lists change several times a minute. A new suggestion can wait; an accepted one
        # must go immediately.
        if around or suggested or (listed and self.suggestions) or now >= self._parts_due:
            self.suggestions = await socket_database(self._read_suggestions)()
        if is_new or now >= self._parts_due:
            self._states = {}
            self.changes = SharedChanges()
            self._parts_due = now + REFRESH_INTERVAL  # pushes fall due without any event
            return True
        return False

    async def _read_tiles(self, only: Collection[int]) -> bool:
        """Read all tiles, or only these; return whether one changed. Unchanged tiles remain the same objects."""
        fresh = await socket_database(tiles)(
            room_id=self.room,
            now=self.at,
            only=only,
            waitlists=self.lists,
            dealers=self.dealers,
            events=self.events,
            table_count=len(self.tiles) if only else None,
        )
        changed = {tile.pk: tile for tile in fresh if self.tiles.get(tile.pk) != tile}
        if not changed:
            return False
        self.tiles = {**self.tiles, **changed}
        return True

    async def _read_lists(self) -> set[int]:
        """Read the waitlists; return the tables whose reserved seats changed."""
        lists = await socket_database(load_waitlists)(self.room)
        before = waitlist_reservations(self.lists)
        self.lists = lists
        changed = set(before.items()) ^ set(waitlist_reservations(lists).items())
        names = {table for (table, _), _ in changed}
        return {pk for pk, tile in self.tiles.items() if tile.name in names}

    async def _read_events(self) -> set[int]:
        """Read the running tournaments; return the tables that differ in their event."""
        before = {name: row for event in self.events for name, row in event.tables.items()}
        self.events = await socket_database(room_events)(self.room, self.at)
        after = {name: row for event in self.events for name, row in event.tables.items()}
        names = {name for name, _ in before.items() ^ after.items()}
        return {pk for pk, tile in self.tiles.items() if tile.name in names}

    def _read_suggestions(self) -> list[Suggestion]:
        room = Room.objects.get(pk=self.room)
        return room_suggestions(room, self.at, self.lists, self.dealers)

    def _rendered_parts(
        self, rights: Mapping[str, object], tiles: Mapping[int, TableTile], now: datetime
    ) -> dict[str, str]:
        everywhere = sorted(tiles.values(), key=lambda tile: natural_order(tile.name))
        context = parts_context(everywhere, self.dealers, self.events, self.room, now)
        seat_priority = SeatPriority(self.room, self.lists)
        data = {
            **context,
            **rights,
            "totals": room_totals(everywhere, now),
            "open_seats": open_seat_panel(everywhere, self.lists, seat_priority),
            "suggestions": self.suggestions,
            "room_id": self.room,
            "now": now,
        }
        parts = {
            name: render_to_string(f"floor_ui/_map_{name}.html", data)
            for name in ("sums", "tabs", "calls", "rest")
        }
        return parts | heads(context["rows"], self.events)


# Feeds with sockets, by event loop and room. A server process has one loop.
_feeds: WeakKeyDictionary[asyncio.AbstractEventLoop, dict[int, MapFeed]] = WeakKeyDictionary()


def map_feed(room: int) -> MapFeed:
    """Return the feed of a room in this event loop, for sockets to join and leave."""
    feeds = _feeds.setdefault(asyncio.get_running_loop(), {})
    return feeds.setdefault(room, MapFeed(room))


def _forget(feed: MapFeed) -> None:
    """Let the next socket create a new feed."""
    feeds = _feeds.get(asyncio.get_running_loop(), {})
    if feeds.get(feed.room) is feed:
        del feeds[feed.room]
