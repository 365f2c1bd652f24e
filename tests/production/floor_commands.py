"""The floor of a room under load: players leave, are listed, called and seated, and tables call a supervisor.

The commands are posted as the pages post them, and the page that an answer leads to is fetched as a browser does.
"""

import asyncio
import random
import re
from asyncio import IncompleteReadError
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from time import monotonic
from typing import Protocol
from urllib.parse import urlencode
from uuid import uuid4

CSRF = "c" * 32
LIST = "load-4-8"  # the key of the plaque's waitlist
SEAT = 9
# A call on the floor's page, and its table.
CALL = re.compile(
    r'<a class="open" href="/floor/calls/(\d+)/">.*?<b class="table">([^<]+)</b>', re.DOTALL
)
REASON = "for the load"


class CommandFailed(Exception):
    """A command was not executed; the text has the answer."""


@dataclass
class FloorTimes:
    """What the floor's commands took. times: seconds from a command to its answer, without the page after it."""

    times: list[float] = field(default_factory=list)
    pages: list[float] = field(default_factory=list)  # seconds of the pages after commands
    late: int = 0  # commands that began after they were due
    failed: list[str] = field(default_factory=list)


class CallingTablet(Protocol):
    """A tablet that can send one command."""

    async def send(self, name: str, args: dict[str, object]) -> str:
        """Send a command and wait for its answer; return the code of the refusal, "" if it is stored."""
        ...


@dataclass
class Address:
    """Where the web processes listen, and the cookie of who asks."""

    path: str
    session: str = ""

    async def get(self, page: str, change: str | None = None) -> str:
        """Return a page. Raises `CommandFailed` unless it is there.

        change: the name that the page's socket reported, "" for none; None if a person opens the page.
        """
        status, _, body = await self._exchange("GET", page, "", change)
        if status != 200:
            raise CommandFailed(f"{page}: {status}")
        return body

    async def post(self, page: str, content: dict[str, str]) -> str:
        """Post a form; return where the answer leads. Raises `CommandFailed` for another answer."""
        status, location, body = await self._exchange("POST", page, urlencode(content))
        if status != 302:
            refused = re.search(r'class="refused">([^<]+)', body)
            raise CommandFailed(
                f"{page} {content.get('ask', '')}: {status} {refused[1] if refused else ''}"
            )
        return location

    async def _exchange(
        self, method: str, page: str, body: str, change: str | None = None
    ) -> tuple[int, str, str]:
        by = "Sec-Fetch-Mode: navigate" if change is None else f"X-Change: {change}"
        reader, writer = await asyncio.open_unix_connection(self.path)
        try:
            writer.write(
                f"{method} {page} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
                f"Cookie: sessionid={self.session}; csrftoken={CSRF}\r\nX-CSRFToken: {CSRF}\r\n"
                f"Origin: https://localhost\r\nX-Forwarded-Proto: https\r\n{by}\r\n"
                "Content-Type: application/x-www-form-urlencoded\r\n"
                f"Content-Length: {len(body)}\r\n\r\n{body}".encode()
            )
            head = (await reader.readuntil(b"\r\n\r\n")).decode()
            answered = (await reader.read()).decode(errors="replace")
        except IncompleteReadError as error:
            raise CommandFailed(f"{page}: the connection was closed") from error
        finally:
            writer.close()
        location = re.search(r"(?im)^location: (\S+)", head)
        return int(head.split()[1]), location[1] if location else "", answered


class Floor:
    """What all clerks share. Entries of the room's waitlists are numbered from 1."""

    def __init__(self, address: Address, room: int, times: FloorTimes) -> None:
        """address: with the session of a supervisor."""
        self.address = address
        self.room = room
        self.times = times
        self.added = 0
        self.adding = asyncio.Lock()

    async def clerk(
        self, tables: list[tuple[str, CallingTablet]], interval: float, end: float
    ) -> None:
        """Execute one command after the other until the end, by the monotonic clock.

        interval: seconds between two commands on average; the gaps are as irregular as those of people.
        """
        due = monotonic() + random.uniform(0, interval)
        await asyncio.sleep(due - monotonic())
        while True:
            for table, tablet in tables:
                try:
                    async for took in self._round(table, tablet):
                        self.times.times.append(took)
                        if monotonic() > end:
                            return
                        due += random.expovariate(1 / interval)
                        if (pause := due - monotonic()) > 0:
                            await asyncio.sleep(pause)
                        else:
                            self.times.late += 1
                except CommandFailed as failed:
                    self.times.failed.append(str(failed))
                    return

    async def _round(self, table: str, tablet: CallingTablet) -> AsyncIterator[float]:
        """Yield the seconds of each command: a player leaves, the next one is seated, and the table calls."""
        desk = f"/desk/{self.room}"
        at = {"list": LIST}
        seat = {"table": table, "seat": str(SEAT), "reason": REASON}
        yield await self._do(f"/floor/tables/{table}/leave?room={self.room}", {"seat": str(SEAT)})
        async with self.adding:
            took = await self._do(f"{desk}/add", at | {"who": _alias(self.added)})
            self.added += 1
            entry = at | {"number": str(self.added)}
        yield took
        yield await self._do(f"{desk}/do", entry | seat | {"ask": "call_name"})
        yield await self._do(f"{desk}/do", entry | seat | {"ask": "seated"})
        began = monotonic()
        if code := await tablet.send("call_floor", {}):
            raise CommandFailed(f"call_floor at {table}: {code}")
        yield monotonic() - began
        calls = CALL.findall(await self.address.get(f"/floor/?room={self.room}"))
        numbers = [number for number, caller in calls if caller == table]
        if len(numbers) != 1:
            raise CommandFailed(f"The floor's page has {len(numbers)} calls of {table}, not one.")
        call = f"/floor/calls/{numbers[0]}"
        yield await self._do(f"{call}/answer", {"how": "coming"})
        yield await self._do(f"{call}/cancel", {"reason": REASON})

    async def _do(self, page: str, content: dict[str, str]) -> float:
        """Post a command; return the seconds of its answer. The page after it is fetched, too."""
        began = monotonic()
        location = await self.address.post(page, content | {"command": str(uuid4())})
        answered = monotonic()
        try:
            await self.address.get(location)
        except CommandFailed as failed:  # the command is executed; the next one can follow
            self.times.failed.append(str(failed))
        else:
            self.times.pages.append(monotonic() - answered)
        return answered - began


def _alias(number: int) -> str:
    """Return another alias for each number, in letters: many digits are refused as a telephone number."""
    letters = ""
    while number or not letters:
        number, letter = divmod(number, 26)
        letters += chr(ord("a") + letter)
    return f"Load {letters}"
