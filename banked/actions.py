"""The log of a house-banked table, and the actions of tablet and floor. `journal.log` executes its commands."""

from collections.abc import Iterable, Iterator
from datetime import datetime
from functools import partial
from itertools import groupby
from typing import TypeAlias
from uuid import uuid4

import msgspec
from django.db import transaction
from django.db.models import Subquery
from django.utils.text import slugify

from banked.models import BankedSetup, HousePlaque, RoundStart
from banked.rules import codec, timeline
from banked.rules.codec import BANKED as CODEC
from banked.rules.commands import CloseTable, Command, CreateTable, OpenTable, RenameTable
from banked.rules.decide import BankedOutcome, run
from banked.rules.evolve import evolve
from banked.rules.plaque import BankedPlaque, check
from banked.rules.state import BankedTable
from banked.rules.timeline import BankedBatch
from banked.rules.view import BankedView, view
from journal import store
from journal.log import Attempt, Log, Result
from journal.models import Entry, Stream
from journal.personal_text import refresh_cache
from journal.unix_time import milliseconds
from poker.events.base import Event
from poker.refusal import Refusal
from staff.models import Room
from tables.models import Table
from tables.table_names import check_table_name, refuse_taken_name

PREFIX = "banked."
CHECKPOINTS = ("banked.created", "round.started")

BankedResult: TypeAlias = Result[BankedTable, Event, BankedView]


class BankedLog(Log[BankedTable, Command, Event, BankedView]):
    """The log of a house-banked table. Its commands name round, box and hand, so a late one is refused by its rules."""

    def missing(self, stream_id: int) -> Exception:
        return Refusal("unknown_table", "", table=stream_id)

    def room_id_of(self, stream: Stream) -> int:
        return Table.every.values_list("room_id", flat=True).get(pk=stream.pk)

    def decide(self, attempt: Attempt[Command], state: BankedTable) -> BankedOutcome:
        return timeline.decide(
            state,
            partial(since_checkpoint, attempt.stream),
            attempt.command,
            now=milliseconds(attempt.now),
        )

    def is_checkpoint(self, name: str) -> bool:
        return name in CHECKPOINTS

    def rebuild(self, entries: Iterable[Entry]) -> BankedTable:
        """Return the table after these entries without the undone commands."""
        return timeline.rebuild(batches(entries))


BANKED = BankedLog(
    name="banked",
    prefix=PREFIX,
    codec=CODEC,
    run=run,
    evolve=evolve,
    view=view,
    listed=view,
)


def batches(entries: Iterable[Entry]) -> Iterator[BankedBatch]:
    """Group the entries of a log by command, in order."""
    for command_id, rows in groupby(entries, key=lambda entry: entry.command_id):
        events = tuple(codec.decode_event(row.name, row.version, row.data) for row in rows)
        yield BankedBatch(command_id, events)


def since_checkpoint(stream: Stream) -> list[BankedBatch]:
    """Return the log since the start of the round before the last one: UNDO reaches no further back."""
    return list(batches(entries_since_checkpoint(stream)))


def entries_since_checkpoint(stream: Stream) -> Iterator[Entry]:
    """Yield the entries of `since_checkpoint`, with current names: as `timeline.recent`, by the numbers of rounds."""
    refresh_cache()
    starts = RoundStart.objects.filter(table=stream.pk, seq__lte=stream.base_seq + 1)
    number = starts.filter(seq=stream.base_seq + 1).values("number")
    before = starts.filter(number__lt=Subquery(number)).order_by("-seq")
    earlier = before.values_list("seq", flat=True).first()
    since = 0 if earlier is None else earlier - 1
    return store.entries(stream=stream, since=since, until=stream.seq)


def banked_execute(
    *, table_id: int, command_id: str, command: Command, actor: str, now: datetime
) -> BankedResult:
    """Execute a command at a house-banked table. Raises `Refusal`, and then stores nothing."""
    return BANKED.execute(table_id, command, command_id=command_id, actor=actor, now=now)


def banked_close(
    *, table_id: int, reason: str, command_id: str, actor: str, now: datetime
) -> BankedResult:
    """Close a house-banked table; its players leave their boxes. Raises `Refusal` during a round or a floor call."""
    command = CloseTable(reason)
    return banked_execute(
        table_id=table_id, command_id=command_id, command=command, actor=actor, now=now
    )


def load_banked(table_id: int) -> tuple[int, BankedTable]:
    """Return the number of the last entry of a table's log, and its state."""
    seq, state = Stream.objects.values_list("seq", "state").get(pk=table_id)
    return seq, codec.decode_state(bytes(state))


def banked_create(
    *, room: Room, name: str, plaque: HousePlaque | None, actor: str, now: datetime
) -> Table:
    """Create a closed house-banked table, and its log. Raises `IntegrityError` for a name that the room has."""
    body = plaque_body(plaque) if plaque else BankedPlaque()
    command = CreateTable(name, body.boxes)
    outcome = run(codec.BANKED.empty, command, now=milliseconds(now))
    with transaction.atomic():
        command_id = uuid4().hex
        stream = BANKED.create(f"{slugify(name)}.{command_id[:12]}")
        table = Table(stream=stream, room=room, name=name, seats=body.boxes, kind=Table.Kind.BANKED)
        table.save(force_insert=True)
        BankedSetup.objects.create(table=table, plaque=plaque)
        BANKED.append(
            stream,
            outcome,
            before=codec.BANKED.empty,
            command_id=command_id,
            actor=actor,
            now=now,
            command=command,
        )
    return table


def banked_rename_inside_transaction(
    *, table: Table, name: str, actor: str, now: datetime
) -> BankedResult:
    """Rename a table. Raises `Refusal`: `table_name`, `table_name_taken`."""
    check_table_name(name)
    refuse_taken_name(room=table.room, name=name, but=table.pk)
    return BANKED.execute_inside_transaction(
        table.pk, RenameTable(name), command_id=str(uuid4()), actor=actor, now=now
    )


def plaque_body(plaque: HousePlaque) -> BankedPlaque:
    """Return the content of a plaque."""
    return msgspec.convert(plaque.body, BankedPlaque)


def opening_command(table: Table) -> OpenTable:
    """Return the command that opens a table under its plaque. Raises `Refusal`: `no_plaque`, `bad_banked_plaque`."""
    setup = BankedSetup.objects.select_related("plaque").filter(table=table).first()
    if setup is None or setup.plaque is None:
        raise Refusal("no_plaque", "S-005", table=table.name)
    body = plaque_body(setup.plaque)
    check(body)
    return OpenTable(body)
