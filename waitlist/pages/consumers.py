"""WebSockets of the desk and the public board: they report that waitlists or seats changed, and the page re-fetches."""

import asyncio
from contextlib import suppress

from staff.models import Staff
from staff.permissions import may
from waitlist.actions import lists_group
from waitlist.pages.board_turns import board_turns
from web import broadcast
from web.channel_layer import LATE
from web.live_sockets import HandshakeLog, RoomConsumer, room_exists
from web.socket_database import socket_database
from web.staff_socket import CLOSE_UNAUTHORIZED, StaffConsumer


class DeskConsumer(StaffConsumer):
    kind = "desk"

    async def connect(self) -> None:
        """Join the room's group before the page fetches its data."""
        if not await self.admit():
            return
        broadcast.serve_from(asyncio.get_running_loop())
        await self.join(lists_group(self._room_id()))
        await self.accept()

    def _is_permitted(self, staff: Staff) -> bool:
        return may(staff, "tables.keep_lists")

    async def lists_changed(self, event: dict[str, object]) -> None:
        """Report a waitlist change; a user who has signed out gets nothing."""
        await self._look()

    async def lists_look(self, event: dict[str, object]) -> None:
        """Report that a seat was taken or left."""
        await self._look()

    async def _look(self) -> None:
        if not await self.is_admitted():
            await self.close(code=CLOSE_UNAUTHORIZED)
            return
        await self.send_changed()


class BoardConsumer(RoomConsumer):
    """Public socket without a sign-in: it reports that something changed, but not what."""

    kind = "board"
    report: asyncio.Task[None] | None = None  # reports what is pending

    async def connect(self) -> None:
        """Join the room's group before the page fetches its data."""
        self.pending: str | None = None  # the name of the change to report next; None for no change
        self.turn = 0.0  # when it is reported, by the event loop's clock
        room = self.scope["url_route"]["kwargs"]["room"]
        if not await socket_database(room_exists)(room):
            await self.close()
            return
        broadcast.serve_from(asyncio.get_running_loop())
        self.turns = board_turns(room)
        await self.join(lists_group(room))
        await self.accept()

    async def _serve(self, scope: object, log: HandshakeLog) -> None:
        """Serve the socket, and stop reporting however it ends."""
        try:
            await super()._serve(scope, log)
        finally:
            if self.report is not None:
                self.report.cancel()

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Answer pings; nothing else is accepted."""
        if text_data == "?":
            await self.send(text_data='{"type":"here"}')

    async def lists_changed(self, event: dict[str, object]) -> None:
        """Report a waitlist change in the next turn of the room's boards.

        A late one has no name: what was read for it may be older than what is shown. A turn that includes such a change
        is reported without a name.
        """
        change = str(event.get("change", ""))
        self.turn = self.turns.turn_of(change, asyncio.get_running_loop().time())
        self.pending = "" if event.get(LATE) or self.pending == "" else change
        if self.report is None:
            self.report = asyncio.create_task(self._report_in_turn())

    async def lists_look(self, event: dict[str, object]) -> None:
        """Report that a seat was taken or left."""
        await self.lists_changed(event)

    async def _report_in_turn(self) -> None:
        """Wait for the turn, then report the latest change, until nothing is pending."""
        with suppress(OSError):  # the page has closed
            while self.pending is not None:
                await asyncio.sleep(self.turn - asyncio.get_running_loop().time())
                change = self.pending
                self.pending = None
                await self.send_changed(change)
        self.report = None
