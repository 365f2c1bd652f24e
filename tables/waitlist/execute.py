"""Execution of waitlist commands: one command in one durable transaction, published after the commit."""

from dataclasses import dataclass
from datetime import datetime
from functools import partial

from django.db import transaction

from journal import store
from journal.models import Stream
from journal.stream_types import WAITLIST_PREFIX
from journal.unix_time import milliseconds
from poker.waitlist import codec
from poker.waitlist.commands import UndoAction, WaitlistCommand
from poker.waitlist.decide import run
from poker.waitlist.events import PlayerCalled, PlayerPaged, WaitlistEvent
from poker.waitlist.state import Waitlists
from poker.waitlist.view import view
from tables import broadcast, room_logs
from tables.command_effects import WaitlistEventsStored, run_waitlist_effects
from tables.metrics import counted
from tables.models import RoomWaitlistLog
from tables.waitlist import change_projection, paging, quoted_waits, resolve, undo
from tables.waitlist.table_effects import CommandContext, apply_at_tables


@dataclass(frozen=True, slots=True, kw_only=True)
class WaitlistResult:
    """The waitlists after a command."""

    seq: int
    lists: Waitlists
    events: tuple[WaitlistEvent, ...] = ()
    repeated: bool = False  # the command had been stored before


def lists_group(room_id: int) -> str:
    """Return the channel group of the screens of a room's waitlists."""
    return f"lists.{room_id}"


def load_waitlists(room_id: int) -> WaitlistResult:
    """Return the current waitlists of a room; empty ones if it never had any."""
    row = RoomWaitlistLog.objects.select_related("stream").filter(room_id=room_id).first()
    if row is None:
        return WaitlistResult(seq=0, lists=Waitlists())
    return WaitlistResult(seq=row.stream.seq, lists=codec.decode_lists(bytes(row.stream.state)))


def waitlists_fingerprint(room_id: int) -> str:
    """Return the fingerprint of a room's waitlists: the hash of the last entry, "" without any."""
    row = RoomWaitlistLog.objects.filter(room_id=room_id)
    return str(row.values_list("stream__hash", flat=True).first() or "")


def waitlist_execute(
    *, room_id: int, command_id: str, command: WaitlistCommand, actor: str, now: datetime
) -> WaitlistResult:
    """Execute a command. Raises `Refusal`, and then stores nothing.

    Its effects at tables are part of the transaction: if two desks give the same seat, one is refused.
    """
    lists_id = ensure_waitlist_log(room_id)

    def work() -> WaitlistResult:
        return waitlist_execute_inside_transaction(
            lists_id=lists_id,
            room_id=room_id,
            command_id=command_id,
            command=command,
            actor=actor,
            now=now,
        )

    return room_logs.durably(lists_id, work, partial(stored_result, command_id=command_id))


@counted("waitlist")
def waitlist_execute_inside_transaction(
    *,
    lists_id: int,
    room_id: int,
    command_id: str,
    command: WaitlistCommand,
    actor: str,
    now: datetime,
    sits: bool = True,
) -> WaitlistResult:
    """`waitlist_execute` inside the caller's transaction, for an action that stores more.

    With `sits`, a player confirmed as seated takes the seat; without it, the caller seats the player.
    """
    stream = room_logs.lock_log(lists_id)
    result = stored_result(stream, command_id)
    if result is not None:
        return result
    waitlists = codec.decode_lists(bytes(stream.state))
    paging.refuse_unreachable(command, waitlists)
    if isinstance(command, UndoAction):
        command = undo.resolve_undo(command, waitlists, room_id, actor, now)
    resolved = quoted_waits.with_quoted_wait(
        resolve.resolve(command, waitlists, room_id, now), waitlists, room_id, now
    )
    outcome = run(waitlists, resolved, now=milliseconds(now))
    if sits:
        by = CommandContext(room_id=room_id, command_id=command_id, actor=actor, now=now)
        apply_at_tables(resolved, waitlists, by)
    if outcome.events:
        first = stream.seq + 1
        _append(stream, command_id, waitlists, outcome.events, outcome.lists, actor, now)
        run_waitlist_effects(
            WaitlistEventsStored(
                room_id=room_id,
                first=first,
                events=outcome.events,
                lists=outcome.lists,
                now=now,
            )
        )
        for event in outcome.events:
            if isinstance(event, PlayerCalled | PlayerPaged):
                paging.queue_page(room_id, outcome.lists, event, now)
        _publish(room_id, stream, len(outcome.events))
    return WaitlistResult(seq=stream.seq, lists=outcome.lists, events=outcome.events)


def ensure_waitlist_log(room_id: int) -> int:
    """Return the id of the room's waitlist log, created on first use."""
    return room_logs.get_or_create_log(RoomWaitlistLog, prefix=WAITLIST_PREFIX, room_id=room_id)


def find_result(*, room_id: int, command_id: str) -> WaitlistResult | None:
    """Return the stored result of a command that already ran, else None; for callers that read the room first."""
    row = RoomWaitlistLog.objects.select_related("stream").filter(room_id=room_id).first()
    return stored_result(row.stream, command_id) if row else None


def find_waitlist_log(room_id: int) -> int | None:
    """Return the id of the room's waitlist log; None if it has none."""
    return RoomWaitlistLog.objects.filter(room_id=room_id).values_list("pk", flat=True).first()


def lock_waitlists(lists_id: int) -> Waitlists:
    """Return the waitlists, locked until the caller's transaction ends, so that no player is called concurrently."""
    return codec.decode_lists(bytes(room_logs.lock_log(lists_id).state))


def stored_result(stream: Stream, command_id: str) -> WaitlistResult | None:
    """Return the result of a command that the log already has, with the waitlists as they are now; else None."""
    entries = store.command_entries(stream=stream, command_id=command_id)
    if not entries:
        return None
    events = tuple(codec.decode_told(entry.name, entry.version, entry.data) for entry in entries)
    waitlists = codec.decode_lists(bytes(stream.state))
    return WaitlistResult(seq=stream.seq, lists=waitlists, events=events, repeated=True)


def _append(
    stream: Stream,
    command_id: str,
    before: Waitlists,
    events: tuple[WaitlistEvent, ...],
    after: Waitlists,
    actor: str,
    now: datetime,
) -> None:
    first = stream.seq + 1
    with store.in_order(stream, now) as at:
        store.append(
            stream=stream,
            command_id=command_id,
            events=[codec.encode_told(event) for event in events],
            actor=actor,
            at=at,
            snapshot=store.Snapshot(state=codec.encode_lists(after), view=view(after), base_seq=0),
        )
    change_projection.project(
        lists_id=stream.pk, before=before, events=events, first=first, by=actor, now=at
    )


def _publish(room_id: int, stream: Stream, count: int) -> None:
    """After the commit, notify the screens of `count` entries, numbered so that they detect gaps."""
    message = {
        "type": "lists.changed",
        "prev": stream.seq - count,
        "seq": stream.seq,
        "change": f"{stream.pk}.{stream.seq}",
    }
    transaction.on_commit(partial(broadcast.send, lists_group(room_id), message), robust=True)
