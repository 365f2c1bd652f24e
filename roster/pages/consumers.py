"""The WebSocket of the roster's pages: it reports a change, and the page fetches itself again."""

import asyncio

from roster.crew_log import roster_group
from staff.models import Staff
from staff.permissions import may
from web import broadcast
from web.staff_socket import CLOSE_UNAUTHORIZED, StaffConsumer


class RosterConsumer(StaffConsumer):
    """The socket of a room's roster, for managers, supervisors and dealers."""

    kind = "roster"

    async def connect(self) -> None:
        """Join the room's group before the page fetches its data."""
        if not await self.admit():
            return
        broadcast.serve_from(asyncio.get_running_loop())
        await self.join(roster_group(self._room_id()))
        await self.accept()

    def _is_permitted(self, staff: Staff) -> bool:
        return may(staff, "roster.own_week") or may(staff, "roster.run_day")

    async def roster_changed(self, event: dict[str, object]) -> None:
        """Report a change, unless the person has signed out since."""
        if not await self.is_admitted():
            await self.close(code=CLOSE_UNAUTHORIZED)
            return
        await self.send_changed()
