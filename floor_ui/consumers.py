"""The floor's WebSocket: it says that something changed at a table; pages then take a new look."""

import asyncio
from collections.abc import Sequence
from importlib import import_module
from typing import Any

from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings
from django.contrib.auth import get_user
from django.http import HttpRequest

from rulings.calls.roles import may
from rulings.calls.watching import floor_group
from rulings.sign_in import staff_of
from tables import broadcast
from tables.dealers.asking import dealers_group
from tables.models import Room, Staff

SessionStore = import_module(settings.SESSION_ENGINE).SessionStore
GONE = 4401  # nobody is signed in, or somebody who may not see calls


class FloorConsumer(AsyncWebsocketConsumer):
    """Only listens: what supervisors do goes by POST."""

    async def connect(self) -> None:
        """Join the room's group before the page takes its look."""
        self.group = ""
        room = self.scope["url_route"]["kwargs"]["room"]
        there = await Room.objects.filter(pk=room).aexists()
        if not (there and await database_sync_to_async(self._may)()):
            await self.close(code=GONE)
            return
        broadcast.serve_from(asyncio.get_running_loop())
        self.group, self.dealers = floor_group(room), dealers_group(room)
        for group in (self.group, self.dealers, *self._beside()):
            await self.channel_layer.group_add(group, self.channel_name)
        await self.accept()

    def _beside(self) -> Sequence[str]:
        """Other groups of this page."""
        return ()

    def _may(self) -> bool:
        asking = HttpRequest()  # the session as it is by now: somebody may have signed out
        asking.session = SessionStore(self.scope["session"].session_key)
        asking.user = get_user(asking)
        staff = staff_of(asking)
        return staff is not None and self._let_in(staff)

    def _let_in(self, staff: Staff) -> bool:
        return may(staff, "see")

    async def disconnect(self, code: int) -> None:
        """Leave."""
        for group in (self.group, self.dealers, *self._beside()) if self.group else ():
            await self.channel_layer.group_discard(group, self.channel_name)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Nothing is asked here but whether the line holds."""
        if text_data == "?":
            await self.send(text_data='{"type":"here"}')

    async def floor_changed(self, event: dict[str, Any]) -> None:
        """Something changed at a table; who was signed out meanwhile hears nothing."""
        if not await database_sync_to_async(self._may)():
            await self.close(code=GONE)
            return
        await self.send(text_data=f'{{"type":"changed","table":{int(event["table"])}}}')

    async def dealers_changed(self, event: dict[str, Any]) -> None:
        """Dealers or sections changed, or a push fell due."""
        await self.floor_changed({"table": 0})
