"""The only way waiting lists change: one command, one durable transaction, told after the commit."""

from dataclasses import dataclass
from datetime import datetime
from functools import partial

from django.db import transaction

from journal import store
from journal.models import Stream
from journal.pictures import LISTS
from poker.waiting import codec
from poker.waiting.commands import Ask
from poker.waiting.decide import run
from poker.waiting.events import NameCalled, NamePaged, Told
from poker.waiting.state import Lists
from poker.waiting.view import view
from tables import broadcast, room_logs, watching
from tables.lists import changes, doors, paging, told
from tables.lists.carrying import By, carry_out
from tables.models import RoomLists


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """The lists after a command; `repeated` when the command had been stored before."""

    seq: int
    lists: Lists
    events: tuple[Told, ...] = ()
    repeated: bool = False


def lists_group(room_id: int) -> str:
    """The group that screens of a room's lists join."""
    return f"lists.{room_id}"


def lists_now(room_id: int) -> Asked:
    """The lists as they stand; of a room that never had any, empty ones."""
    row = RoomLists.objects.select_related("stream").filter(room_id=room_id).first()
    if row is None:
        return Asked(seq=0, lists=Lists())
    return Asked(seq=row.stream.seq, lists=codec.decode_lists(bytes(row.stream.state)))


def lists_stamp(room_id: int) -> str:
    """Tells one state of a room's lists from all others: the hash of their last entry; "" where there are none."""
    row = RoomLists.objects.filter(room_id=room_id)
    return str(row.values_list("stream__hash", flat=True).first() or "")


def lists_ask(*, room_id: int, command_id: str, command: Ask, actor: str, now: datetime) -> Asked:
    """Carry a command out, or raise `Refusal` and leave nothing.

    What it does at tables is one transaction with it: two desks with one seat, and one of them is told.
    """
    lists_id = lists_made(room_id)

    def work() -> Asked:
        return lists_ask_inside_transaction(
            lists_id=lists_id,
            room_id=room_id,
            command_id=command_id,
            command=command,
            actor=actor,
            now=now,
        )

    return room_logs.durably(lists_id, work, partial(_answered, command_id=command_id))


def lists_ask_inside_transaction(
    *,
    lists_id: int,
    room_id: int,
    command_id: str,
    command: Ask,
    actor: str,
    now: datetime,
    sits: bool = True,
) -> Asked:
    """`lists_ask` for an action that stores more; the caller has the transaction. sits: a seated name takes its chair
    with it; without, the caller seats it.
    """
    stream = room_logs.held(lists_id)
    answered = _answered(stream, command_id)
    if answered is not None:
        return answered
    lists = codec.decode_lists(bytes(stream.state))
    paging.refuse_unreachable(command, lists)
    asked = told.told(doors.opened(command, lists, room_id, now), lists, room_id, now)
    outcome = run(lists, asked, now=int(now.timestamp() * 1000))
    if sits:
        by = By(room_id=room_id, command_id=command_id, actor=actor, now=now)
        carry_out(asked, lists, by)
    if outcome.events:
        first = stream.seq + 1
        _append(stream, command_id, lists, outcome.events, outcome.lists, actor, now)
        watching.tell_lists(
            watching.ListsStored(
                room_id=room_id,
                first=first,
                events=outcome.events,
                lists=outcome.lists,
                now=now,
            )
        )
        _tell(room_id, stream, outcome.events, outcome.lists, now)
    return Asked(seq=stream.seq, lists=outcome.lists, events=outcome.events)


def lists_made(room_id: int) -> int:
    """The number of the room's log of lists, made when it is first asked for."""
    return room_logs.made(RoomLists, prefix=LISTS, room_id=room_id)


def answered_before(*, room_id: int, command_id: str) -> Asked | None:
    """The answer to a command that was stored already: for whoever has to look at the room before he can ask."""
    row = RoomLists.objects.select_related("stream").filter(room_id=room_id).first()
    return _answered(row.stream, command_id) if row else None


def lists_known(room_id: int) -> int | None:
    """The number of the room's log of lists, None where nobody ever waited."""
    return RoomLists.objects.filter(room_id=room_id).values_list("pk", flat=True).first()


def lists_held(lists_id: int) -> Lists:
    """The lists, held until the caller's transaction ends: nobody is called to a chair meanwhile."""
    return codec.decode_lists(bytes(room_logs.held(lists_id).state))


def _answered(stream: Stream, command_id: str) -> Asked | None:
    stored = store.command_entries(stream=stream, command_id=command_id)
    if not stored:
        return None
    events = tuple(codec.decode_told(one.name, one.version, one.data) for one in stored)
    lists = codec.decode_lists(bytes(stream.state))
    return Asked(seq=stream.seq, lists=lists, events=events, repeated=True)


def _append(
    stream: Stream,
    command_id: str,
    before: Lists,
    events: tuple[Told, ...],
    after: Lists,
    actor: str,
    now: datetime,
) -> None:
    first = stream.seq + 1
    store.append(
        stream=stream,
        command_id=command_id,
        events=[codec.encode_told(event) for event in events],
        actor=actor,
        at=now,
        picture=store.Picture(state=codec.encode_lists(after), view=view(after), base_seq=0),
    )
    changes.keep(lists_id=stream.pk, before=before, events=events, first=first, by=actor, now=now)


def _tell(
    room_id: int, stream: Stream, events: tuple[Told, ...], lists: Lists, now: datetime
) -> None:
    """Once it is committed: screens, by number, so that a gap shows; and whoever was called."""
    said = {"type": "lists.changed", "prev": stream.seq - len(events), "seq": stream.seq}
    transaction.on_commit(partial(broadcast.send, lists_group(room_id), said), robust=True)
    for event in events:
        if isinstance(event, NameCalled | NamePaged):
            transaction.on_commit(partial(paging.call, lists, event, room_id, now), robust=True)
