"""The base of the sockets of staff pages.

Access to the page is checked when the socket opens, and again while it is open.
"""

import asyncio
from abc import abstractmethod
from importlib import import_module
from time import monotonic
from weakref import WeakKeyDictionary

from django.conf import settings
from django.contrib.auth import get_user
from django.http import HttpRequest

from staff.models import Staff
from staff.rooms import works_in
from web.live_sockets import RoomConsumer, room_exists
from web.sign_in import signed_in_staff
from web.socket_database import socket_database

SessionStore = import_module(settings.SESSION_ENGINE).SessionStore
CLOSE_UNAUTHORIZED = 4401  # not signed in, or not allowed to see the page
# How long a check stays valid. Each check costs five queries, and forty maps would check on each waitlist
# change.
ADMITTED_SECONDS = 10.0
# The checks in progress, by event loop, session and room. Pages of one browser that check at the same time share one.
Checks = dict[tuple[str, int], "asyncio.Future[Staff | None]"]
_checks: WeakKeyDictionary[asyncio.AbstractEventLoop, Checks] = WeakKeyDictionary()


class StaffConsumer(RoomConsumer):
    """A socket of a room's staff page that only listens, because staff send changes by POST."""

    _admitted_until = 0.0

    async def admit(self) -> bool:
        """Return whether the room exists and the person may see the page; close the socket otherwise."""
        if await socket_database(room_exists)(self._room_id()) and await self.is_admitted():
            return True
        await self.accept()  # only an open socket can send a code to the page
        await self.close(code=CLOSE_UNAUTHORIZED)
        return False

    async def is_admitted(self) -> bool:
        """Return whether the person is still signed in and may see the page.

        The answer is at most `ADMITTED_SECONDS` old.
        """
        now = monotonic()
        if now >= self._admitted_until:
            if not await self._may_see():
                return False
            self._admitted_until = now + ADMITTED_SECONDS
        return True

    async def _may_see(self) -> bool:
        staff = await self._staff_of_room()
        return staff is not None and await socket_database(self._is_permitted)(staff)

    async def _staff_of_room(self) -> Staff | None:
        """Return the person signed in now if they work in the room."""
        checks = _checks.setdefault(asyncio.get_running_loop(), {})
        key = (str(self.scope["session"].session_key), self._room_id())
        if key not in checks:
            checks[key] = asyncio.ensure_future(socket_database(self._read_staff_of_room)())
            checks[key].add_done_callback(lambda _: checks.pop(key))
        return await asyncio.shield(
            checks[key]
        )  # a page that closes must not end the check of the others

    @abstractmethod
    def _is_permitted(self, staff: Staff) -> bool:
        """Return whether a person with access to the room may see the page. Reads the database."""

    def _room_id(self) -> int:
        return int(self.scope["url_route"]["kwargs"]["room"])

    def _signed_in(self) -> Staff | None:
        """Return the person signed in now, because the handshake's user may have signed out. Reads the database."""
        request = HttpRequest()
        request.session = SessionStore(self.scope["session"].session_key)
        request.user = get_user(request)
        return signed_in_staff(request)

    def _read_staff_of_room(self) -> Staff | None:
        staff = self._signed_in()
        return staff if staff is not None and works_in(staff, self._room_id()) else None

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Answer pings and ignore all other messages."""
        if text_data == "?":
            await self.send(text_data='{"type":"here"}')
