"""WebSockets of the desk and of the public board: lists or chairs have changed; the page then takes a new look."""

import asyncio
from importlib import import_module
from types import SimpleNamespace
from typing import Any, cast

from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings
from django.http import HttpRequest

from desk_ui.guard import may
from rulings.sign_in import staff_of
from tables import broadcast
from tables.lists.asking import lists_group
from tables.models import Room

GONE = 4401  # nobody is signed in, or somebody who keeps no lists


class DeskConsumer(AsyncWebsocketConsumer):
    """Only listens: what the desk does goes by POST."""

    async def connect(self) -> None:
        """Join the room's group before the page takes its look."""
        self.group = ""
        room = self.scope["url_route"]["kwargs"]["room"]
        there = await Room.objects.filter(pk=room).aexists()
        if not (there and await database_sync_to_async(self._may)()):
            await self.close(code=GONE)
            return
        broadcast.serve_from(asyncio.get_running_loop())
        self.group = lists_group(room)
        await self.channel_layer.group_add(self.group, self.channel_name)
        await self.accept()

    def _may(self) -> bool:
        # Read anew: the socket's own session stays as it was when the socket opened.
        session = import_module(settings.SESSION_ENGINE).SessionStore(
            self.scope["session"].session_key
        )
        asking = SimpleNamespace(session=session, user=self.scope["user"])
        staff = staff_of(cast(HttpRequest, asking))
        return staff is not None and may(staff)

    async def disconnect(self, code: int) -> None:
        """Leave."""
        if self.group:
            await self.channel_layer.group_discard(self.group, self.channel_name)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Nothing is asked here but whether the line holds."""
        if text_data == "?":
            await self.send(text_data='{"type":"here"}')

    async def lists_changed(self, event: dict[str, Any]) -> None:
        """The lists moved on; who was signed out meanwhile hears nothing."""
        await self._look()

    async def lists_look(self, event: dict[str, Any]) -> None:
        """A chair was taken or left."""
        await self._look()

    async def _look(self) -> None:
        if not await database_sync_to_async(self._may)():
            await self.close(code=GONE)
            return
        await self.send(text_data='{"type":"changed"}')


class BoardConsumer(AsyncWebsocketConsumer):
    """For everybody, without a sign-in: that something changed, and nothing of what."""

    async def connect(self) -> None:
        """Join the room's group before the page takes its look."""
        self.group = ""
        room = self.scope["url_route"]["kwargs"]["room"]
        if not await Room.objects.filter(pk=room).aexists():
            await self.close()
            return
        broadcast.serve_from(asyncio.get_running_loop())
        self.group = lists_group(room)
        await self.channel_layer.group_add(self.group, self.channel_name)
        await self.accept()

    async def disconnect(self, code: int) -> None:
        """Leave."""
        if self.group:
            await self.channel_layer.group_discard(self.group, self.channel_name)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Nothing is asked here but whether the line holds."""
        if text_data == "?":
            await self.send(text_data='{"type":"here"}')

    async def lists_changed(self, event: dict[str, Any]) -> None:
        """The lists moved on."""
        await self.send(text_data='{"type":"changed"}')

    async def lists_look(self, event: dict[str, Any]) -> None:
        """A chair was taken or left."""
        await self.send(text_data='{"type":"changed"}')
