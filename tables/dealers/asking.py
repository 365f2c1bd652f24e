"""The only way a room's line-up changes: one command, one transaction, told after the commit."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from functools import partial

from django.db import transaction

from journal import store
from journal.models import Entry, Stream
from journal.pictures import DEALERS
from poker.lineup import codec
from poker.lineup.commands import Ask, Follow
from poker.lineup.decide import Outcome, run
from poker.lineup.events import Told
from poker.lineup.state import Dealers
from poker.lineup.view import view
from tables import broadcast, room_logs
from tables.dealers.boxes import boxes_of
from tables.dealers.coming import tell_tablets
from tables.models import RoomDealers

TABLES = "system.tables"  # who tells what the tables' own logs say
MOST = 30  # entries of the log that a page reads


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """The line-up after a command; `repeated` when the command had been stored before."""

    seq: int
    dealers: Dealers
    events: tuple[Told, ...] = ()
    repeated: bool = False


def dealers_group(room_id: int) -> str:
    """The group that pages about a room's dealers join."""
    return f"dealers.{room_id}"


def dealers_now(room_id: int) -> Asked:
    """The line-up as it stands; of a room that has none yet, an empty one."""
    rows = Stream.objects.filter(dealers__room=room_id).values_list("seq", "state")
    seq, state = rows.first() or (0, b"")
    return Asked(seq=seq, dealers=codec.decode_dealers(bytes(state)))


def dealers_begin(*, room_id: int, now: datetime) -> bool:
    """Take over what the tables say where there is no line-up yet; whether there was anything."""
    dealers_id = _made(room_id)
    with transaction.atomic(durable=True):
        stream = room_logs.held(dealers_id)
        if stream.seq:
            return False
        _begin(stream, room_id, now)
        return bool(stream.seq)


def dealers_ask(*, room_id: int, command_id: str, command: Ask, actor: str, now: datetime) -> Asked:
    """Carry a command out, or raise `Refusal` and leave nothing."""
    dealers_id = _made(room_id)

    def work() -> Asked:
        return _ask(dealers_id, room_id, command_id, command, actor, now)

    return room_logs.durably(dealers_id, work, partial(_answered, command_id=command_id))


def dealers_ask_inside_transaction(
    *, room_id: int, command_id: str, command: Ask, actor: str, now: datetime
) -> Asked:
    """`dealers_ask` for an action that stores more; the caller has the transaction."""
    return _ask(_made(room_id), room_id, command_id, command, actor, now)


def dealers_held(room_id: int) -> Dealers:
    """The line-up, held until the caller's transaction ends."""
    return codec.decode_dealers(bytes(room_logs.held(_made(room_id)).state))


def dealers_follow(*, room_id: int, told: Follow, command_id: str, now: datetime) -> None:
    """What a table's own log says, inside the transaction that stored it there."""
    _ask(_made(room_id), room_id, command_id, told, TABLES, now)


def dealers_told(room_id: int, most: int = MOST) -> Iterator[tuple[datetime, str, Told]]:
    """The newest of the log: when, by whom, what; the newest first."""
    rows = Entry.objects.filter(stream__dealers__room=room_id).order_by("-seq")[:most]
    return ((one.at, one.actor, codec.decode_told(one.name, one.version, one.data)) for one in rows)


def _ask(
    dealers_id: int,
    room_id: int,
    command_id: str,
    command: Ask,
    actor: str,
    now: datetime,
) -> Asked:
    stream = room_logs.held(dealers_id)
    answered = _answered(stream, command_id)
    if answered is not None:
        return answered
    if not stream.seq:
        _begin(stream, room_id, now)
    before = codec.decode_dealers(bytes(stream.state))
    outcome = run(before, command, now=_milliseconds(now))
    if outcome.events:
        _append(stream, command_id, outcome, actor, now)
        _tell(room_id, before, outcome.dealers, now)
    return Asked(seq=stream.seq, dealers=outcome.dealers, events=outcome.events)


def _begin(stream: Stream, room_id: int, now: datetime) -> None:
    """A log that is new takes over what the tables say: rooms dealt before they had a line-up."""
    for told in boxes_of(room_id):
        before = codec.decode_dealers(bytes(stream.state))
        outcome = run(before, told, now=_milliseconds(now))
        if outcome.events:
            _append(stream, f"begin.{told.table}", outcome, TABLES, now)


def _made(room_id: int) -> int:
    return room_logs.made(RoomDealers, prefix=DEALERS, room_id=room_id)


def _answered(stream: Stream, command_id: str) -> Asked | None:
    stored = store.command_entries(stream=stream, command_id=command_id)
    if not stored:
        return None
    events = tuple(codec.decode_told(one.name, one.version, one.data) for one in stored)
    dealers = codec.decode_dealers(bytes(stream.state))
    return Asked(seq=stream.seq, dealers=dealers, events=events, repeated=True)


def _append(stream: Stream, command_id: str, outcome: Outcome, actor: str, now: datetime) -> None:
    after = outcome.dealers
    store.append(
        stream=stream,
        command_id=command_id,
        events=[codec.encode_told(event) for event in outcome.events],
        actor=actor,
        at=now,
        picture=store.Picture(state=codec.encode_dealers(after), view=view(after), base_seq=0),
    )


def _tell(room_id: int, before: Dealers, after: Dealers, now: datetime) -> None:
    """Once it is committed: pages, and the tablets whose next dealer is another one."""
    tell_pages(room_id)
    looks = partial(tell_tablets, room_id, before, after, _milliseconds(now))
    transaction.on_commit(looks, robust=True)


def tell_pages(room_id: int) -> None:
    """Let the pages about a room's dealers take a new look, after the commit where there is one to come."""
    told = partial(broadcast.send, dealers_group(room_id), {"type": "dealers.changed"})
    transaction.on_commit(told, robust=True)


def _milliseconds(moment: datetime) -> int:
    return int(moment.timestamp() * 1000)
