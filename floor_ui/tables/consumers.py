"""The WebSocket of the table pages: it reports changes of the room's seats and of this table."""

import asyncio
from collections.abc import Sequence

from floor_ui.consumers import UpdatingConsumer
from floor_ui.map.notifications import FloorChanged
from floor_ui.tables.act_permissions import may_see
from staff.models import Staff
from tables import table_screens
from tables.models import Table
from waitlist.actions import lists_group

UPDATE_INTERVAL = 1.0  # seconds: a table in a hand stores several commands a second, and its page needs one refresh


class TablesConsumer(UpdatingConsumer):
    """For staff who may see the tables, including the desk. It only reports that something changed."""

    kind = "tables"

    async def connect(self) -> None:
        self.update_due = asyncio.Event()
        await super().connect()
        if self.group:
            self.start_updates()

    def _url_ids(self) -> tuple[int, int]:
        text = self.scope["url_route"]["kwargs"]
        return int(text["room"]), int(text.get("table", 0))

    def _page_groups(self) -> Sequence[str]:
        room, table = self._url_ids()
        return lists_group(room), table_screens.group(table) if table else table_screens.map_group(
            room
        )

    def _is_permitted(self, staff: Staff) -> bool:
        room, table = self._url_ids()
        exists = not table or Table.every.filter(stream__id=table, room=room).exists()
        return exists and may_see(staff)

    async def floor_changed(self, event: FloorChanged) -> None:
        """Report a call, or a change of seats, dealer or game at a table."""
        self.update_due.set()

    async def table_view(self, event: dict[str, object]) -> None:
        """Report a command at the table."""
        self.update_due.set()

    async def table_look(self, event: dict[str, object]) -> None:
        """Report a change outside the table's log."""
        self.update_due.set()

    async def lists_changed(self, event: dict[str, object]) -> None:
        """Report a change of waitlist calls or held seats."""
        self.update_due.set()

    async def lists_look(self, event: dict[str, object]) -> None:
        """Report a change of seats in the room."""
        self.update_due.set()

    async def send_updates(self) -> None:
        """Send one message for all changes within an interval, including the last one."""
        while True:
            await self.update_due.wait()
            self.update_due.clear()
            if not await self.is_admitted():
                return
            await self.send_changed()
            await asyncio.sleep(UPDATE_INTERVAL)
