"""The tablet's WebSocket: it joins its table and passes on what is told there."""

import asyncio
from typing import Any

from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer
from django.utils import timezone

from dealer_ui.auth import known, socket_token
from dealer_ui.called import called, called_at_hand
from dealer_ui.presence import is_here
from dealer_ui.rendering import message
from players import roster, standing
from tables import broadcast

GONE = 4401  # the tablet is not known here, or no longer


class TabletConsumer(AsyncWebsocketConsumer):
    """Only listens: commands go by POST. The page takes its snapshot after this has opened."""

    async def connect(self) -> None:
        """Join the table's group before anything is read, so that nothing is missed."""
        self.joined: list[str] = []
        device = await database_sync_to_async(known)(socket_token(self.scope))
        if device is None:
            await self.close(code=GONE)
            return
        broadcast.serve_from(asyncio.get_running_loop())
        self.table_id = device.table_id
        for group in (broadcast.group(device.table_id), broadcast.device_group(device.pk)):
            await self.channel_layer.group_add(group, self.channel_name)
            self.joined.append(group)
        await self.accept()
        await database_sync_to_async(is_here)(self.table_id)

    async def disconnect(self, code: int) -> None:
        """Leave."""
        for group in self.joined:
            await self.channel_layer.group_discard(group, self.channel_name)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Nothing is asked here: any word says that the tablet is there."""
        await database_sync_to_async(is_here)(self.table_id)

    async def table_view(self, event: dict[str, Any]) -> None:
        """The table changed."""
        people = roster.names_at_hand()
        if people is None:
            people = await database_sync_to_async(roster.names)()
        now = timezone.now()
        rows = standing.rows_at_hand()
        if rows is None:
            rows = await database_sync_to_async(standing.rows_kept)(now)
        call = None
        if event["called"]:
            where = {"table_id": self.table_id, "seq": event["seq"], "at": event["called"]}
            kept = called_at_hand(**where)
            call = kept[0] if kept else await database_sync_to_async(called)(**where)
        text = message(
            table_id=self.table_id,
            event=event,
            now_ms=int(now.timestamp() * 1000),
            people=people,
            rows=rows,
            call=call,
        )
        await self.send(text_data=text)

    async def table_look(self, event: dict[str, Any]) -> None:
        """Something beside the log changed: the page takes a new look."""
        await self.send(text_data='{"type":"look"}')

    async def device_gone(self, event: dict[str, Any]) -> None:
        """The tablet was revoked or paired anew."""
        await self.close(code=GONE)
