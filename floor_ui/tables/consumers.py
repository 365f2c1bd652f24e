"""The WebSocket of the tables' pages: something changed in the room's chairs, or at this table."""

import asyncio
from collections.abc import Sequence
from typing import Any

from channels.db import database_sync_to_async

from floor_ui.consumers import GONE, FloorConsumer
from floor_ui.tables.roles import may_see
from tables import broadcast
from tables.lists.asking import lists_group
from tables.models import Staff, Table

PAUSE = 1.0  # seconds: a table in a hand stores several commands a second, its page needs one look


class TablesConsumer(FloorConsumer):
    """For whoever may see the tables, the desk among them; says no more than that something changed."""

    async def connect(self) -> None:
        """Join the room's groups, and the table's."""
        self.stirred = asyncio.Event()
        self.work: asyncio.Task[None] | None = None
        await super().connect()
        if self.group:
            self.work = asyncio.create_task(self._serve())

    def _where(self) -> tuple[int, int]:
        said = self.scope["url_route"]["kwargs"]
        return int(said["room"]), int(said.get("table", 0))

    def _beside(self) -> Sequence[str]:
        room, table = self._where()
        return lists_group(room), broadcast.group(table) if table else broadcast.map_group(room)

    def _let_in(self, staff: Staff) -> bool:
        room, table = self._where()
        there = not table or Table.objects.filter(stream__id=table, room=room).exists()
        return there and may_see(staff)

    async def disconnect(self, code: int) -> None:
        """Leave."""
        if self.work:
            self.work.cancel()
        await super().disconnect(code)

    async def floor_changed(self, event: dict[str, Any]) -> None:
        """A call, or chairs, dealer or game of a table."""
        self.stirred.set()

    async def table_view(self, event: dict[str, Any]) -> None:
        """A command at the table."""
        self.stirred.set()

    async def table_look(self, event: dict[str, Any]) -> None:
        """Something beside its log."""
        self.stirred.set()

    async def lists_changed(self, event: dict[str, Any]) -> None:
        """The lists call or hold."""
        self.stirred.set()

    async def lists_look(self, event: dict[str, Any]) -> None:
        """Chairs of the room."""
        self.stirred.set()

    async def _serve(self) -> None:
        """Told once for all that comes within a pause, the last included."""
        while True:
            await self.stirred.wait()
            self.stirred.clear()
            if not await database_sync_to_async(self._may)():
                await self.close(code=GONE)
                return
            await self.send(text_data='{"type":"changed","table":0}')
            await asyncio.sleep(PAUSE)
