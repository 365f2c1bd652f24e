"""The floor's WebSocket. It reports that something changed at a table; the page then re-fetches."""

import asyncio
import logging
from abc import ABC, abstractmethod
from collections.abc import Sequence
from contextlib import suppress

from floor_ui.map.notifications import FloorChanged
from lineup.actions import dealers_group
from staff.models import Staff
from staff.permissions import may
from staff.staff_rooms import rooms_of
from web import broadcast
from web.floor_screens import floor_group
from web.live_sockets import HandshakeLog
from web.socket_database import socket_database
from web.staff_socket import CLOSE_UNAUTHORIZED, StaffConsumer

_log = logging.getLogger("floorbook.floor")
CLOSE_FAILED = 1011


class FloorConsumer(StaffConsumer):
    """The socket of the queue of calls, and the base of the other floor pages' sockets."""

    kind = "floor"

    async def connect(self) -> None:
        """Join the room's group before the page fetches its data."""
        self.group = ""
        if not await self.admit():
            return
        room = self._room_id()
        broadcast.serve_from(asyncio.get_running_loop())
        self.other_rooms = await socket_database(self._other_rooms)(room)
        self.group = floor_group(room)
        self.dealers = dealers_group(room)
        for group in self._groups():
            await self.join(group)
        await self.accept()

    def _other_rooms(self, room: int) -> tuple[int, ...]:
        """Return the other rooms where the person works, whose calls ring on this page. Reads the database."""
        staff = self._signed_in()
        if staff is None or not may(staff, "rulings.view_ruling"):
            return ()
        return tuple(rooms_of(staff.user).exclude(pk=room).values_list("pk", flat=True))

    def _groups(self) -> Sequence[str]:
        rooms = map(floor_group, self.other_rooms)
        return self.group, self.dealers, *self._page_groups(), *rooms

    def _page_groups(self) -> Sequence[str]:
        """Return the groups of this page beyond the room's."""
        return ()

    def _is_permitted(self, staff: Staff) -> bool:
        return may(staff, "rulings.view_ruling")

    async def floor_changed(self, event: FloorChanged) -> None:
        """Report a change at a table, unless the user has signed out since."""
        if not await self.is_admitted():
            await self.close(code=CLOSE_UNAUTHORIZED)
            return
        await self.send_changed()

    async def dealers_changed(self, event: dict[str, object]) -> None:
        """Report that dealers or sections changed, or that a push fell due."""
        await self.floor_changed({"type": "floor.changed", "table": 0})


class UpdatingConsumer(FloorConsumer, ABC):
    """A socket with a task that sends updates until the page closes."""

    updates: asyncio.Task[None] | None = None

    async def connect(self) -> None:
        """Join the groups. A subclass calls `start_updates` once its page can receive updates."""
        self.is_gone = False
        await super().connect()

    async def _serve(self, scope: object, log: HandshakeLog) -> None:
        """Serve the socket, and end the updates however it ends."""
        try:
            await super()._serve(scope, log)
        finally:
            if self.updates:
                self.updates.cancel()

    def start_updates(self) -> None:
        self.updates = asyncio.create_task(self._update_page())

    @abstractmethod
    async def send_updates(self) -> None:
        """Send updates until the task is canceled or the viewer may no longer see them."""

    async def send(
        self, text_data: str | None = None, bytes_data: bytes | None = None, close: bool = False
    ) -> None:
        """Send a message. Raises OSError, as ASGI defines, if the page has closed."""
        try:
            await super().send(text_data=text_data, bytes_data=bytes_data, close=close)
        except OSError:
            self.is_gone = True
            raise

    async def _update_page(self) -> None:
        """Run the task. On an error close the socket, so that the page reconnects instead of showing old data."""
        code = CLOSE_UNAUTHORIZED
        try:
            await self.send_updates()
        except Exception:
            if self.is_gone:
                return
            _log.exception("The updates of a floor page failed. The page opens its socket again.")
            code = CLOSE_FAILED
        with suppress(OSError):  # the page has closed
            await self.close(code=code)
