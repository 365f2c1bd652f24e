"""WebSockets of the desk and the public board: waitlists or seats changed; the page then re-fetches."""

import asyncio
from importlib import import_module
from types import SimpleNamespace
from typing import cast

from django.conf import settings
from django.http import HttpRequest

from rulings.sign_in import signed_in_staff
from staff.permissions import may
from staff.rooms import works_in
from tables import broadcast
from tables.live_sockets import RoomConsumer, room_exists
from tables.socket_database import socket_database
from tables.waitlist.execute import lists_group

CLOSE_UNAUTHORIZED = 4401  # not signed in, or not allowed to manage waitlists


class DeskConsumer(RoomConsumer):
    """A listening socket only: the desk acts by POST."""

    kind = "desk"

    async def connect(self) -> None:
        """Join the room's group before the page fetches its data."""
        self.group = ""
        room = self.scope["url_route"]["kwargs"]["room"]
        exists = await socket_database(room_exists)(room)
        if not (exists and await socket_database(self._is_admitted)()):
            await self.accept()  # a page is told a code only by a socket that was open
            await self.close(code=CLOSE_UNAUTHORIZED)
            return
        broadcast.serve_from(asyncio.get_running_loop())
        self.group = lists_group(room)
        await self.channel_layer.group_add(self.group, self.channel_name)
        await self.accept()

    def _is_admitted(self) -> bool:
        # Load the session again: the socket's own stays as it was when the socket opened.
        session = import_module(settings.SESSION_ENGINE).SessionStore(
            self.scope["session"].session_key
        )
        request = SimpleNamespace(session=session, user=self.scope["user"])
        staff = signed_in_staff(cast(HttpRequest, request))
        room = self.scope["url_route"]["kwargs"]["room"]
        return staff is not None and may(staff, "tables.keep_lists") and works_in(staff, room)

    async def disconnect(self, code: int) -> None:
        """Leave the group."""
        if self.group:
            await self.channel_layer.group_discard(self.group, self.channel_name)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Answer pings; nothing else is accepted."""
        if text_data == "?":
            await self.send(text_data='{"type":"here"}')

    async def lists_changed(self, event: dict[str, object]) -> None:
        """Report a waitlist change; a user who has signed out since gets nothing."""
        await self._look()

    async def lists_look(self, event: dict[str, object]) -> None:
        """Report that a seat was taken or left."""
        await self._look()

    async def _look(self) -> None:
        if not await socket_database(self._is_admitted)():
            await self.close(code=CLOSE_UNAUTHORIZED)
            return
        await self.send(text_data='{"type":"changed"}')


class BoardConsumer(RoomConsumer):
    """Public socket without a sign-in: it reports that something changed, but not what."""

    kind = "board"

    async def connect(self) -> None:
        """Join the room's group before the page fetches its data."""
        self.group = ""
        room = self.scope["url_route"]["kwargs"]["room"]
        if not await socket_database(room_exists)(room):
            await self.close()
            return
        broadcast.serve_from(asyncio.get_running_loop())
        self.group = lists_group(room)
        await self.channel_layer.group_add(self.group, self.channel_name)
        await self.accept()

    async def disconnect(self, code: int) -> None:
        """Leave the group."""
        if self.group:
            await self.channel_layer.group_discard(self.group, self.channel_name)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Answer pings; nothing else is accepted."""
        if text_data == "?":
            await self.send(text_data='{"type":"here"}')

    async def lists_changed(self, event: dict[str, object]) -> None:
        """Report a waitlist change."""
        await self.send(text_data='{"type":"changed"}')

    async def lists_look(self, event: dict[str, object]) -> None:
        """Report that a seat was taken or left."""
        await self.send(text_data='{"type":"changed"}')
