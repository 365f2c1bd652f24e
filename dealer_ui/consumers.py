"""The tablet's WebSocket: it joins its table's group and forwards the messages."""

import asyncio
from typing import Any

from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer
from django.utils import timezone

from dealer_ui.auth import find_device, socket_token
from dealer_ui.heartbeat import record_heartbeat
from dealer_ui.offered_players import cached_offered, offered
from dealer_ui.open_call import cached_open_call, open_call
from dealer_ui.rendering import message
from players import standing
from tables import broadcast

CLOSE_UNAUTHORIZED = 4401  # the tablet is unknown, or revoked


class TabletConsumer(AsyncWebsocketConsumer):
    """A listening socket only: commands go by POST. The page fetches its snapshot after the socket has opened."""

    async def connect(self) -> None:
        """Join the table's group before anything is read, so that nothing is missed."""
        self.joined: list[str] = []
        device = await database_sync_to_async(find_device)(socket_token(self.scope))
        if device is None:
            await self.close(code=CLOSE_UNAUTHORIZED)
            return
        broadcast.serve_from(asyncio.get_running_loop())
        self.table_id = device.table_id
        for group in (broadcast.group(device.table_id), broadcast.device_group(device.pk)):
            await self.channel_layer.group_add(group, self.channel_name)
            self.joined.append(group)
        await self.accept()
        await database_sync_to_async(record_heartbeat)(self.table_id)

    async def disconnect(self, code: int) -> None:
        """Leave the group."""
        for group in self.joined:
            await self.channel_layer.group_discard(group, self.channel_name)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Treat any message as a heartbeat; nothing else is accepted."""
        await database_sync_to_async(record_heartbeat)(self.table_id)

    async def table_view(self, event: dict[str, Any]) -> None:
        """Send the changed table."""
        people = cached_offered()
        if people is None:
            people = await database_sync_to_async(offered)()
        now = timezone.now()
        rows = standing.cached_standing_rows()
        if rows is None:
            rows = await database_sync_to_async(standing.standing_rows)(now)
        call = None
        if event["called"]:
            where = {"table_id": self.table_id, "seq": event["seq"], "at": event["called"]}
            calls = cached_open_call(**where)
            call = calls[0] if calls else await database_sync_to_async(open_call)(**where)
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
        """Report a change outside the log, so that the page re-fetches."""
        await self.send(text_data='{"type":"look"}')

    async def device_gone(self, event: dict[str, Any]) -> None:
        """Report that the tablet was revoked or paired again."""
        await self.close(code=CLOSE_UNAUTHORIZED)
