"""The map's WebSocket: tiles of changed tables, at most once a second."""

import asyncio
import json
from collections.abc import Mapping

import msgspec

from floor_ui.consumers import UpdatingConsumer
from floor_ui.map.feed import map_feed
from floor_ui.map.map_state import MapState, rendered_tiles, tile_message
from floor_ui.map.notifications import FloorChanged
from floor_ui.waiting_calls import waiting_html
from staff.models import Staff
from staff.permissions import may
from tables import table_screens
from tournaments.actions import events_group
from waitlist.actions import lists_group
from web.live_sockets import HandshakeLog
from web.room_menu import room_choices, room_menu_html
from web.socket_database import socket_database


class TileRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A page's request for the tiles that changed since it was rendered."""

    want: list[int]


class MapConsumer(UpdatingConsumer):
    """Holds the state that the page shows, and sends what differs from the room's feed."""

    kind = "map"
    has_feed = False

    async def connect(self) -> None:
        """Join the groups, then send the fingerprint of every tile, so that the page can request outdated tiles."""
        self.state = MapState()
        self.room_parts: dict[str, str] = {}
        self.are_rooms_due = True  # read the parts of rooms again
        self.update_due = asyncio.Event()
        self.has_failed = False
        self.room = int(self.scope["url_route"]["kwargs"]["room"])
        await super().connect()
        if not self.group:
            return
        for group in self._feed_groups():
            await self.join(group)
        # Not before the groups: while a socket joins them, the last other map may end its feed.
        self.feed = map_feed(self.room)
        self.has_feed = True
        await self.feed.join(self)
        self.state = MapState(self.feed.tiles)
        marks = {str(tile.pk): tile.fingerprint for tile in self.state.tiles.values()}
        await self.send(text_data=json.dumps({"type": "marks", "marks": marks}))
        self.start_updates()

    def _feed_groups(self) -> tuple[str, ...]:
        room = self.room
        return table_screens.map_group(room), lists_group(room), events_group(room)

    def _is_permitted(self, staff: Staff) -> bool:
        self.can_fill = may(staff, "tables.keep_lists")
        self.may_answer = may(staff, "tables.supervise")
        self.viewer = staff
        return super()._is_permitted(staff)

    async def _serve(self, scope: object, log: HandshakeLog) -> None:
        """Serve the socket, and leave the feed however it ends."""
        try:
            await super()._serve(scope, log)
        finally:
            if self.has_feed:
                self.feed.leave(self)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Answer a ping, or send the tiles that are outdated on the page."""
        if text_data == "?":
            await super().receive(text_data, bytes_data)
            return
        try:
            requested = msgspec.json.decode(text_data or "", type=TileRequest).want
        except (msgspec.ValidationError, msgspec.DecodeError):
            return
        outdated = [self.state.tiles[pk] for pk in requested if pk in self.state.tiles]
        await self._send_changes(rendered_tiles(outdated, len(self.state.tiles)))

    async def floor_changed(self, event: FloorChanged) -> None:
        """Read a changed table for the next update, and the menu of rooms after a call."""
        if "room" in event:
            self.are_rooms_due = True
        if event.get("room", self.room) == self.room:
            self.feed.table_changed(int(event["table"]))
        else:
            self.update_due.set()

    async def dealers_changed(self, event: dict[str, object]) -> None:
        """Read all tiles for the next update, because dealers or sections changed."""
        self.feed.all_changed()

    async def lists_changed(self, event: dict[str, object]) -> None:
        """Read the waitlists for the next update, because a player was called or seated, or is next."""
        self.feed.lists_changed()

    async def events_changed(self, event: dict[str, object]) -> None:
        """Read the tournaments for the next update."""
        self.feed.events_changed()

    async def suggestions_changed(self, event: dict[str, object]) -> None:
        """Read the suggestions for the next update, because one was dismissed."""
        self.feed.suggestions_changed()

    async def lists_look(self, event: dict[str, object]) -> None:
        """Ignore seat changes of the lists: the map gets them from the tables."""

    async def live_changed(self, *, is_live: bool) -> None:
        """Notify the page, and send everything that it missed."""
        await super().live_changed(is_live=is_live)
        self.feed.all_changed()
        self.feed.lists_changed()

    def feed_changed(self) -> None:
        self.update_due.set()

    def feed_failed(self) -> None:
        """End the updates; the page opens its socket again."""
        self.has_failed = True
        self.update_due.set()

    async def send_updates(self) -> None:
        """Send what changed each time the feed has something new."""
        while True:
            await self.update_due.wait()
            self.update_due.clear()
            if self.has_failed:
                raise RuntimeError("The feed of the room's maps has ended.")
            if not await self.is_admitted():
                return
            await self._send_changes({})

    async def _send_changes(self, outdated: Mapping[str, str]) -> None:
        """Send outdated tiles, and what changed since the last message, if there is anything to send."""
        parts_of_rooms = await self._changed_parts_of_rooms()
        state = await self.feed.state(
            can_fill=self.can_fill, may_answer=self.may_answer, viewer=self.viewer.pk
        )
        changes = self.feed.changes.between(self.state, state)
        self.state = state
        message = changes.message
        if outdated or parts_of_rooms:
            tiles = {**outdated, **changes.tiles}
            message = tile_message(tiles, {**changes.parts, **parts_of_rooms})
        if message:
            await self.send(text_data=message)

    async def _changed_parts_of_rooms(self) -> dict[str, str]:
        """Return the menu of rooms and the open calls of other rooms if they changed; nothing for staff of one room."""
        if not (self.other_rooms and self.are_rooms_due):
            return {}
        self.are_rooms_due = False  # a call during the reading sets it again
        before = self.room_parts
        self.room_parts = await socket_database(self._read_parts_of_rooms)()
        return {name: html for name, html in self.room_parts.items() if before.get(name) != html}

    def _read_parts_of_rooms(self) -> dict[str, str]:
        choices = room_choices(self.viewer.user, self.room, lambda room: f"?room={room}")
        return {
            "rooms": room_menu_html(choices),
            "waiting": waiting_html(self.viewer, without_room=self.room),
        }
