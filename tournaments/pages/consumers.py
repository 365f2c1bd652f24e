"""The WebSocket of an event's pages: it reports that the event changed, and the page fetches itself again."""

import asyncio

from tournaments.actions import event_group
from tournaments.models import ScheduledEvent
from web import broadcast
from web.live_sockets import RoomConsumer
from web.socket_database import socket_database


def event_exists(event: int) -> bool:
    """Return whether an event has this primary key, which comes from the page's address."""
    return ScheduledEvent.objects.filter(pk=event).exists()


class EventConsumer(RoomConsumer):
    """The socket of an event's pages and public screens. It reports only that something changed."""

    kind = "tournament"

    async def connect(self) -> None:
        """Join the event's group before the page fetches its data."""
        event = self.scope["url_route"]["kwargs"]["event"]
        if not await socket_database(event_exists)(event):
            await self.close()
            return
        broadcast.serve_from(asyncio.get_running_loop())
        await self.join(event_group(event))
        await self.accept()

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Answer pings; nothing else is accepted."""
        if text_data == "?":
            await self.send(text_data='{"type":"here"}')

    async def tournament_changed(self, event: dict[str, object]) -> None:
        """Report a change of the event."""
        await self.send_changed(str(event.get("change", "")))
