"""The map's WebSocket: tiles of tables that changed, at most four times a second."""

import asyncio
import json
from collections.abc import Collection
from datetime import datetime

import msgspec
from django.template.loader import render_to_string
from django.utils import timezone

from floor_ui.consumers import UpdatingConsumer
from floor_ui.map import sections
from floor_ui.map.notifications import FloorChanged
from floor_ui.map.open_seats import open_seat_panel
from floor_ui.map.tile_html import tile_html
from floor_ui.map.tiles import TableTile, tiles
from floor_ui.map.totals import room_totals
from journal.unix_time import milliseconds
from staff.models import Staff
from staff.permissions import may
from tables import broadcast
from tables.dealers.execute import load_lineup
from tables.live_watch import live_watch
from tables.natural_order import natural_order
from tables.seat_availability import waitlist_reservations
from tables.socket_database import socket_database
from tables.waitlist.execute import lists_group, load_waitlists
from tables.waitlist.seat_priority import SeatPriority

UPDATE_INTERVAL = 0.25  # seconds between two updates of a page
POLL_INTERVAL = 10.0  # seconds, while live updates are off
REFRESH_INTERVAL = 30.0  # seconds between full refreshes: hands per hour drop without any event


class TileRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A page's request for tiles that it has in a state older than the socket."""

    want: list[int]


class MapConsumer(UpdatingConsumer):
    """Holds every tile as the page has it, and sends those that differ."""

    kind = "map"

    async def connect(self) -> None:
        """Join the groups, then send the fingerprint of every tile so that the page can request outdated ones."""
        self.tiles: dict[int, TableTile] = {}
        self.changed: set[int] = set()
        self.parts: dict[str, str] = {}
        self.around = self.listed = False
        self.update_due = asyncio.Event()
        await super().connect()
        if not self.group:
            return
        self.room = int(self.scope["url_route"]["kwargs"]["room"])
        await self.channel_layer.group_add(broadcast.map_group(self.room), self.channel_name)
        await self.channel_layer.group_add(lists_group(self.room), self.channel_name)
        self.lists = (await socket_database(load_waitlists)(self.room)).lists
        await self._dealers()
        tiles = await self._look(timezone.now())
        self.tiles = {tile.pk: tile for tile in tiles}
        marks = {str(tile.pk): tile.fingerprint for tile in tiles}
        await self._say({"type": "marks", "marks": marks})
        self.start_updates()

    def _is_permitted(self, staff: Staff) -> bool:
        self.can_fill = may(staff, "tables.keep_lists")
        self.may_answer, self.viewer = may(staff, "tables.supervise"), staff.pk
        return super()._is_permitted(staff)

    async def disconnect(self, code: int) -> None:
        """Leave the groups."""
        if self.group:
            for group in (broadcast.map_group(self.room), lists_group(self.room)):
                await self.channel_layer.group_discard(group, self.channel_name)
        await super().disconnect(code)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Answer a ping, or send the tiles that the page has in an older state."""
        if text_data == "?":
            await self.send(text_data='{"type":"here"}')
            return
        try:
            wanted = msgspec.json.decode(text_data or "", type=TileRequest).want
        except (msgspec.ValidationError, msgspec.DecodeError):
            return
        tiles = [self.tiles[pk] for pk in wanted if pk in self.tiles]
        await self._tell(tiles, timezone.now())

    async def floor_changed(self, event: FloorChanged) -> None:
        """Mark a changed table for the next update."""
        self.changed.add(int(event["table"]))
        self.update_due.set()

    async def dealers_changed(self, event: dict[str, object]) -> None:
        """Mark all tiles for the next update, because dealers or sections changed."""
        self.around = True
        self.update_due.set()

    async def lists_changed(self, event: dict[str, object]) -> None:
        """Mark the waitlists for the next update: a player was called or seated, or is next."""
        self.listed = True
        self.update_due.set()

    async def lists_look(self, event: dict[str, object]) -> None:
        """Ignore seat changes of the lists: the map gets them from the tables."""

    async def live_changed(self, *, is_live: bool) -> None:
        """Tell the page, and send everything that it missed."""
        await super().live_changed(is_live=is_live)
        self.around = self.listed = True
        self.update_due.set()

    async def send_updates(self) -> None:
        """Send what changed, at most four times a second, and everything that changes with time."""
        while True:
            try:
                pause = REFRESH_INTERVAL if live_watch().is_live else POLL_INTERVAL
                await asyncio.wait_for(self.update_due.wait(), pause)
            except TimeoutError:
                self.around = True
            if not await socket_database(self._is_admitted)():
                return
            await self._update()
            await asyncio.sleep(UPDATE_INTERVAL)

    async def _update(self) -> None:
        around, self.around = self.around, False
        listed, self.listed = self.listed, False
        only, self.changed = self.changed, set()
        self.update_due.clear()
        now = timezone.now()
        if listed or around:
            only |= await self._lists()
        if around:
            await self._dealers()
        tiles = await self._look(now, () if around else only) if only or around else []
        fresh = [tile for tile in tiles if tile != self.tiles.get(tile.pk)]
        self.tiles.update((tile.pk, tile) for tile in fresh)
        if fresh or listed or around:  # pushes fall due without any event
            await self._tell(fresh, now)

    async def _look(self, now: datetime, only: Collection[int] = ()) -> list[TableTile]:
        return await socket_database(tiles)(
            room_id=self.room, now=now, only=only, waitlists=self.lists
        )

    async def _lists(self) -> set[int]:
        """Reload the waitlists; return the tables whose reserved seats changed."""
        before = waitlist_reservations(self.lists)
        self.lists = (await socket_database(load_waitlists)(self.room)).lists
        names = {
            table
            for (table, _), _ in set(before.items())
            ^ set(waitlist_reservations(self.lists).items())
        }
        return {pk for pk, tile in self.tiles.items() if tile.name in names}

    async def _dealers(self) -> None:
        """Reload the lineup."""
        self.dealers_now = (await socket_database(load_lineup)(self.room)).dealers

    async def _tell(self, fresh: list[TableTile], now: datetime) -> None:
        html_by_table = {str(tile.pk): tile_html(tile, now) for tile in fresh}
        parts = await socket_database(self._drawn_parts)(now)
        changed = {name: html for name, html in parts.items() if self.parts.get(name) != html}
        self.parts = parts
        now_ms = milliseconds(now)
        await self._say({"type": "tiles", "now": now_ms, "tiles": html_by_table, "parts": changed})

    def _drawn_parts(self, now: datetime) -> dict[str, str]:
        """Return the HTML above and next to the tiles."""
        everywhere = sorted(self.tiles.values(), key=lambda tile: natural_order(tile.name))
        context = sections.section_html(everywhere, self.dealers_now, self.room, now)
        data = context | {
            "totals": room_totals(everywhere, now),
            "open_seats": open_seat_panel(
                everywhere, self.lists, SeatPriority(self.room, self.lists)
            ),
            "can_fill": self.can_fill,
            "may_answer": self.may_answer,
            "viewer": self.viewer,
            "room_id": self.room,
            "now": now,
        }
        parts = {
            name: render_to_string(f"floor_ui/_map_{name}.html", data)
            for name in ("sums", "calls", "rest")
        }
        return parts | dict(sections.heads(context["groups"]))

    async def _say(self, data: dict[str, object]) -> None:
        await self.send(text_data=json.dumps(data))
