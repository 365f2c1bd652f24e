"""Taps of other tables' tablets, each a new HTTPS request through Caddy: the longest time without an answer."""

import json
import ssl
import threading
import time
from collections.abc import Generator, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.client import HTTPException
from itertools import cycle, pairwise
from urllib.error import HTTPError, URLError
from urllib.request import HTTPSHandler, ProxyHandler, Request, build_opener
from uuid import uuid4

from tests.production.installation import Installation

EVERY = 0.05  # seconds between two requests
TIMEOUT = 10.0
AWAY = (502, 503, 504)  # what Caddy or the server says while it can't take a tap; it is sent again
CSRF = "c" * 32
Command = tuple[str, dict[str, object]]
STREET: Command = ("close_street", {"count": 9})
HAND: tuple[Command, ...] = (STREET, STREET, STREET, STREET, ("award", {"seats": [1]}))
PREPARE = """
import json
from uuid import uuid4
from django.utils import timezone
from poker import commands as c
from staff.hashing import hash_secret
from staff.models import Staff
from tables import lifecycle
from tables.actions import execute
from tables.models import Device, Table
now, tablets = timezone.now(), []
for table in Table.objects.exclude(name="T1").order_by("pk"):
    for seat in range(1, 10):
        execute(table_id=table.pk, command_id=str(uuid4()), seen=None, actor="system.check", now=now,
            command=c.SeatPlayer(seat, f"{table.pk}-{seat}", f"Player {seat} of {table.name}"))
    lifecycle.table_open(table=table, command_id=str(uuid4()), seen=None, actor="system.check", now=now)
    result = execute(table_id=table.pk, command_id=str(uuid4()), seen=None, actor="system.check", now=now,
        command=c.SetButton(1))
    token = f"check-{table.pk}"
    Device.objects.filter(table=table).update(token_hash=hash_secret(token), paired_at=now,
        dealer=Staff.objects.get(badge="6031"), signed_in_at=now)
    tablets.append((token, result.seq))
print(json.dumps(tablets))
"""
STORED = """
SELECT count(DISTINCT entry.command_id) FROM journal_entry entry
JOIN tables_table room_table ON room_table.stream_id = entry.stream_id
WHERE room_table.name <> 'T1' AND entry.device <> '' AND entry.actor LIKE 'staff.%'
"""


@dataclass
class Tablet:
    """A tablet with its place in its hand. A tap that is not answered is sent again with the same id."""

    token: str
    seen: int
    hand: Iterator[Command] = field(default_factory=lambda: cycle(HAND))
    waiting: dict[str, object] | None = None
    tapped_at: float = 0.0
    is_sending: bool = False

    def next_tap(self) -> dict[str, object]:
        """Return the tap that waits for its answer, or the next one of the hand."""
        if self.waiting is None:
            name, args = next(self.hand)
            self.waiting = {"id": str(uuid4()), "name": name, "args": args, "listening": True}
            self.tapped_at = time.monotonic()
        return self.waiting | {"seen": self.seen}


class RoomTaps:
    """Sends a tap every 50 ms, each from the next table's tablet, and keeps when they were stored; seconds."""

    def __init__(self, installation: Installation) -> None:
        """Seat nine players at every table but T1, and sign a dealer in at its tablet."""
        self.installation = installation
        context = ssl.create_default_context(cafile=str(installation.authority / "root.crt"))
        self.opener = build_opener(ProxyHandler({}), HTTPSHandler(context=context))
        prepared = json.loads(installation.shell(PREPARE).splitlines()[-1])
        self.tablets = [Tablet(token, seq) for token, seq in prepared]
        self.stored_before = int(installation.query(STORED))
        self.answered: list[float] = []
        self.slowest = 0.0  # from a tap to the answer that it is stored, with every repetition
        self.repeated = 0
        self.refused: list[str] = []

    @contextmanager
    def sending(self) -> Generator[None]:
        """Send taps while the block runs, then until each of them is answered."""
        over = threading.Event()
        self.began = time.monotonic()
        thread = threading.Thread(target=self._send_until, args=(over,))
        thread.start()
        try:
            yield
        finally:
            self.ended = time.monotonic()
            over.set()
            thread.join()

    def longest_pause(self) -> tuple[float, float]:
        """Return the longest time of the block in which no tap was answered, and when it began.

        The begin and the end of the block count as answers.
        """
        moments = [self.began, *sorted(at for at in self.answered if at < self.ended), self.ended]
        return max((later - earlier, earlier) for earlier, later in pairwise(moments))

    def stored(self) -> int:
        """Return how many of the taps the log has."""
        return int(self.installation.query(STORED)) - self.stored_before

    def _send_until(self, over: threading.Event) -> None:
        with ThreadPoolExecutor(len(self.tablets)) as pool:
            turns = cycle(self.tablets)
            due = time.monotonic()
            while not over.is_set():
                tablet = next(turns)
                if not tablet.is_sending and not self.refused:
                    tablet.is_sending = True
                    pool.submit(self._send, tablet)
                due += EVERY
                time.sleep(max(0.0, due - time.monotonic()))
        deadline = time.monotonic() + TIMEOUT
        for tablet in self.tablets:
            while tablet.waiting and not self.refused and time.monotonic() < deadline:
                self._send(tablet)

    def _send(self, tablet: Tablet) -> None:
        """Send a tablet's tap once. An error of the program is kept like a refusal: no thread waits for it."""
        try:
            seen = self._post(tablet.token, tablet.next_tap())
        except HTTPError as error:
            if error.code in AWAY:
                self.repeated += 1
            else:
                self.refused.append(f"{error.code}: {error.read().decode(errors='replace')[:200]}")
        except (URLError, OSError, HTTPException):
            self.repeated += 1
        except Exception as error:
            self.refused.append(f"{type(error).__name__}: {error}")
        else:
            now = time.monotonic()
            self.answered.append(now)
            self.slowest = max(self.slowest, now - tablet.tapped_at)
            tablet.seen = seen
            tablet.waiting = None
        finally:
            tablet.is_sending = False

    def _post(self, token: str, tap: dict[str, object]) -> int:
        request = Request(
            f"{self.installation.url}/tablet/command",
            data=json.dumps(tap).encode(),
            headers={
                "Content-Type": "application/json",
                "Cookie": f"floorbook_device={token}; csrftoken={CSRF}",
                "X-CSRFToken": CSRF,
                "Origin": self.installation.url,
            },
        )
        with self.opener.open(request, timeout=TIMEOUT) as response:
            seq: int = json.loads(response.read())["seq"]
            return seq
