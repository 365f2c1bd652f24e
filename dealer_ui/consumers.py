"""The tablet's WebSocket: taps up, entries down. A page without the engine only listens, and gets screens."""

import asyncio
import logging
from functools import cache
from time import monotonic
from typing import Any

import msgspec
from django.utils import timezone

from dealer_ui import divergences, messages
from dealer_ui.auth import find_device, kept_device, socket_token
from dealer_ui.engine.wire import Answer
from dealer_ui.heartbeat import record_heartbeat
from dealer_ui.rendering import shared_screen_message
from dealer_ui.socket_messages import (
    MAX_MESSAGE_BYTES,
    Content,
    DivergenceMessage,
    Heartbeat,
    Hello,
    TapsMessage,
    decode,
)
from dealer_ui.table_data import context_message, table_message
from dealer_ui.tap_batches import Answers, execute_on_head, execute_taps
from journal.unix_time import milliseconds
from ops.tablet_versions import record_tablet_version
from poker.refusal import Refusal
from tables import table_screens
from tables.models import Device
from tables.table_screens import DeviceGone, EntriesEvent
from web import broadcast
from web.admission_queue import AdmissionQueue
from web.channel_layer import LATE
from web.live_sockets import RoomConsumer, suppress_outage
from web.metrics import NOT_ADMITTED
from web.socket_database import socket_database, thread_count

CLOSE_UNAUTHORIZED = 4401  # the tablet is unknown or revoked
CLOSE_UNREADABLE = 4400  # no tablet with this version sends such a message
HEARTBEAT_ANSWER = '{"type":"here"}'  # if it gets none, the tablet opens another socket
LONGEST_WAIT = (
    1.0  # seconds that taps may wait for a thread; taps that would wait longer are not executed
)
ANSWER_LIMIT = 2.0  # seconds for the answer to taps; later ones are reported as not stored now
HEARD_INTERVAL = 5.0  # seconds between recorded heartbeats of a socket
log = logging.getLogger(__name__)


class TabletConsumer(RoomConsumer):
    """A tablet's socket. It joins its table's group before it reads anything, so that it misses nothing.

    A page with the engine sends hello: it then gets the table, and entries instead of screens.
    """

    kind = "tablet"
    waits_for_live = False

    async def connect(self) -> None:
        """Join the groups of the table and of the tablet."""
        self.opened_at = milliseconds(timezone.now())
        self.has_engine = False
        self.running: asyncio.Task[str | None] | None = None  # the execution of taps
        self.refusals = 0  # consecutive messages without admission
        self.recording: asyncio.Task[None] | None = None  # of a heartbeat
        self.heard_at = -HEARD_INTERVAL  # by the monotonic clock
        self.token = socket_token(self.scope)
        device = await socket_database(find_device)(self.token)
        if device is None:
            await self.accept()  # a page gets a close code only through an open socket
            await self.close(code=CLOSE_UNAUTHORIZED)
            return
        broadcast.serve_from(asyncio.get_running_loop())
        self.table_id = device.table_id
        for group in (table_screens.group(device.table_id), table_screens.device_group(device.pk)):
            await self.join(group)
        await self.accept()
        await self._record_in_time()

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Execute a message. Each message also counts as a heartbeat."""
        if text_data is None or len(text_data) > MAX_MESSAGE_BYTES:
            await self.close(code=CLOSE_UNREADABLE)
            return
        try:
            content = decode(text_data)
        except msgspec.DecodeError as error:
            log.warning("A tablet of table %s sent an unreadable message: %s", self.table_id, error)
            await self.close(code=CLOSE_UNREADABLE)
            return
        answer = await self._answer_in_time(content)
        if answer is None:
            await self.close(code=CLOSE_UNAUTHORIZED)
        elif answer:
            await self.send(text_data=answer)

    async def _answer_in_time(self, content: Content | Heartbeat) -> str | None:
        """Return the response; for taps within two seconds, even if the database is down or hangs.

        Taps may still be stored after that: the tablet sends them again, and each is stored once.
        """
        if isinstance(content, Heartbeat):
            await self._record_in_time()
            return HEARTBEAT_ANSWER
        if not isinstance(content, TapsMessage):
            return await socket_database(self._execute)(content)
        queue = tap_queue()
        is_busy = self.running is not None and not self.running.done()
        if is_busy or not queue.is_open:
            self.refusals += 1
            NOT_ADMITTED.labels("taps").inc()
            return _unavailable(content, retry=queue.retry_seconds(self.refusals))
        self.refusals = 0
        self.running = asyncio.create_task(self._execute_in_turn(content, queue))
        await asyncio.wait((self.running,), timeout=ANSWER_LIMIT)
        if self.running.done():
            with suppress_outage():
                return self.running.result()
        else:
            log.error("Taps of table %s were not answered in time.", self.table_id)
            self.running.add_done_callback(_log_late)
        return _unavailable(content)

    async def _execute_in_turn(self, content: TapsMessage, queue: AdmissionQueue) -> str | None:
        """Execute taps when a thread is free."""

        def execute() -> str | None:
            with queue.executing():
                return self._execute(content)

        with queue.waiting():
            return await socket_database(execute)()

    async def _record_in_time(self) -> None:
        """Record a heartbeat, and wait at most two seconds for it.

        Without the database the socket stays open, so that queued taps are sent as soon as the database is back.
        """
        if self.recording is None or self.recording.done():
            self.recording = asyncio.create_task(socket_database(self._record_heartbeat)())
        await asyncio.wait((self.recording,), timeout=ANSWER_LIMIT)
        if self.recording.done():
            with suppress_outage():
                self.recording.result()
        else:
            log.error("A heartbeat of table %s was not recorded in time.", self.table_id)
            self.recording.add_done_callback(_log_late)

    def _execute(self, content: Content) -> str | None:
        """Return the response, or "" if there is none; None if the tablet is unknown."""
        self._record_heartbeat()
        if isinstance(content, TapsMessage) and (answers := self._execute_on_head(content)):
            return _encode(answers)
        device = find_device(self.token)
        if device is None or device.table_id != self.table_id:
            return None
        match content:
            case Hello():
                if not content.is_loading:
                    self.has_engine = True
                    record_tablet_version(
                        table_id=device.table_id, engine=content.engine, now=timezone.now()
                    )
                return _encode(table_message(device, content.pending, content.shown))
            case TapsMessage():
                return _encode(execute_taps(device, content.taps))
            case DivergenceMessage():
                divergences.record(device, content, now=timezone.now())
        return ""

    def _execute_on_head(self, content: TapsMessage) -> Answers | None:
        """Execute a single tap with what is in memory; None if that is not possible."""
        kept = kept_device(self.token)
        if kept is None or len(content.taps) != 1 or content.taps[0].pin is not None:
            return None
        return (
            execute_on_head(kept, content.taps[0])
            if kept.device.table_id == self.table_id
            else None
        )

    def _record_heartbeat(self) -> None:
        """Record a heartbeat, unless this socket has just recorded one."""
        if (now := monotonic()) - self.heard_at >= HEARD_INTERVAL:
            self.heard_at = now
            record_heartbeat(self.table_id)

    async def table_view(self, event: EntriesEvent) -> None:
        """Send stored commands: entries to an engine, otherwise the screen."""
        if self.has_engine:
            await self.send(text_data=_entries(event))
            return
        text = await shared_screen_message(
            table_id=self.table_id, prev=event["prev"], seq=event["seq"]
        )
        await self.send(text_data=text)

    async def table_look(self, event: dict[str, object]) -> None:
        """Report a change outside the log."""
        if not self.has_engine:
            await self.send(text_data='{"type":"look"}')
            return
        device = await socket_database(find_device)(self.token)
        if device is not None:
            await self.send(text_data=await socket_database(_context_text)(device))

    async def device_gone(self, event: DeviceGone) -> None:
        """Report that the tablet was revoked or paired again, unless a late message is about an earlier socket."""
        if LATE in event and event.get("at", self.opened_at) < self.opened_at:
            return
        await self.close(code=CLOSE_UNAUTHORIZED)


def _unavailable(content: TapsMessage, *, retry: int = 0) -> str:
    """Return the answer that keeps all taps in the tablet's queue to be sent again.

    retry: seconds until then, 0 for the tablet's own interval.
    """
    message = messages.refusal(Refusal("unavailable"))
    answers = [
        Answer(tap.id, code="unavailable", message=message, retry=retry) for tap in content.taps[:1]
    ]
    return _encode(Answers(answers))


@cache
def tap_queue() -> AdmissionQueue:
    return AdmissionQueue(threads=thread_count(), longest_wait=LONGEST_WAIT)


def _log_late(task: asyncio.Task[Any]) -> None:
    """Log the outcome of an execution that missed its time limit."""
    if not task.cancelled() and (error := task.exception()) is not None:
        log.error("An execution that was late failed: %s", error)


def _context_text(device: Device) -> str:
    return _encode(context_message(device))


def _entries(event: EntriesEvent) -> str:
    """Return the entries of one command as JSON, which is not decoded here."""
    now = milliseconds(timezone.now())
    numbers = f'"prev":{event["prev"]},"seq":{event["seq"]},"now":{now}'
    return f'{{"type":"entries",{numbers},"entries":{event["entries"]}}}'


def _encode(content: object) -> str:
    return msgspec.json.encode(content).decode()
