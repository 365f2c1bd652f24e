"""The only way a table changes: one command, one durable transaction, told after the commit."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any
from uuid import uuid4

from django.db import IntegrityError, transaction

from journal import store
from journal.models import Stream
from poker import codec, engine, timeline
from poker.commands import ChangeRules, Command, MakeRuling, Undo
from poker.engine import Outcome
from poker.events import Undone
from poker.refusal import Refusal
from poker.state import Table
from tables import broadcast, log, stale, watching
from tables.in_force import rules_at
from tables.welcome import refuse_at_the_door

RULEBOOK = "system.rulebook"  # who changes the rules of a table when a version begins to count


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """The table after a command; `repeated` when the command had been stored before.

    prev: the head that the command was stored upon, None when it stored nothing or others came after it.
    warning: what is to be said although the command was carried out.
    """

    seq: int
    view: dict[str, Any]
    prev: int | None = None
    repeated: bool = False
    warning: Refusal | None = None


def execute(
    *, table_id: int, command_id: str, seen: int | None, command: Command, actor: str, now: datetime
) -> Result:
    """Carry a command out at a table, or raise `Refusal` and leave nothing.

    `seen` is the number of the last entry that the sender saw, None for whoever needs no look.
    """

    def work() -> Result:
        return execute_inside_transaction(
            table_id=table_id,
            command_id=command_id,
            seen=seen,
            command=command,
            actor=actor,
            now=now,
        )

    return durably(table_id=table_id, command_id=command_id, work=work)


def durably(*, table_id: int, command_id: str, work: Callable[[], Result]) -> Result:
    """One durable transaction around a command; one that had been stored before is answered as before."""
    try:
        with transaction.atomic(durable=True):
            return work()
    except IntegrityError:
        answered = repeated(locked(table_id), command_id)
        if answered is None:
            raise
        return answered


def execute_inside_transaction(
    *, table_id: int, command_id: str, seen: int | None, command: Command, actor: str, now: datetime
) -> Result:
    """`execute` for an action that stores more than the command; the caller has the transaction."""
    stream = locked(table_id)
    if seen != stream.seq:
        answered = repeated(stream, command_id)
        if answered is not None:
            return answered
        _refuse_stale(stream, seen, command, actor)
    prev = stream.seq
    table = _by_rules_in_force(stream, codec.decode_state(bytes(stream.state)), now=now)
    try:
        outcome = _decide(stream, table, command, now=now)
        refuse_at_the_door(command, table, outcome.table, stream.pk, now)
    except Refusal:
        # A sender that lost the answer and looked again: refused because it was carried out.
        answered = repeated(stream, command_id)
        if answered is None:
            raise
        return answered
    result = append_inside_transaction(
        stream=stream, command_id=command_id, outcome=outcome, actor=actor, now=now
    )
    if result.prev is None:
        return result
    if table.hand is not None:
        _by_rules_in_force(stream, outcome.table, now=now)
    return Result(seq=stream.seq, view=stream.view, prev=prev)


def rules_bring(*, table_id: int, now: datetime) -> bool:
    """Between hands, let a table take up what the rulebook says by now; whether that was anything new."""
    with transaction.atomic(durable=True):
        stream = locked(table_id)
        table = codec.decode_state(bytes(stream.state))
        return _by_rules_in_force(stream, table, now=now) is not table


def _by_rules_in_force(stream: Stream, table: Table, *, now: datetime) -> Table:
    """The table, brought to the version of the rulebook that counts by now if it is between hands.

    A plaque that does not hold under that version keeps the table at what it has: the game is not held up, and the
    rulebook's page says which table and why.
    """
    if not table.is_open or table.hand is not None:
        return table
    rules = rules_at(table_id=stream.pk, now=now)
    if rules == table.rules:
        return table
    try:
        outcome = engine.run(table, ChangeRules(rules), now=int(now.timestamp() * 1000))
    except Refusal:
        return table
    append_inside_transaction(
        stream=stream, command_id=str(uuid4()), outcome=outcome, actor=RULEBOOK, now=now
    )
    return outcome.table


def append_inside_transaction(
    *, stream: Stream, command_id: str, outcome: Outcome, actor: str, now: datetime
) -> Result:
    """Store what a command made, with the picture, and tell it on commit."""
    if not outcome.events:
        return Result(seq=stream.seq, view=stream.view)
    prev = stream.seq
    store.append(
        stream=stream,
        command_id=command_id,
        events=[codec.encode_event(event) for event in outcome.events],
        actor=actor,
        at=now,
        picture=log.picture(stream, outcome.events, outcome.table),
    )
    watching.tell(
        watching.Stored(
            table_id=stream.pk,
            first=prev + 1,
            events=outcome.events,
            table=outcome.table,
            actor=actor,
            now=now,
        )
    )
    transaction.on_commit(
        partial(
            broadcast.table_view, table_id=stream.pk, prev=prev, seq=stream.seq, view=stream.view
        ),
        robust=True,
    )
    return Result(seq=stream.seq, view=stream.view, prev=prev)


def locked(table_id: int) -> Stream:
    """The table's log, held until the transaction ends; without one, as it is now."""
    stream = store.stream_locked(table_id)
    if stream is None:
        raise Refusal("unknown_table", "", table=table_id)
    return stream


def answered_before(*, table_id: int, command_id: str) -> Result | None:
    """The answer to a command that was stored already, None where it was not: for whoever asks more than the table."""
    return repeated(locked(table_id), command_id)


def repeated(stream: Stream, command_id: str) -> Result | None:
    """The answer to a command that had been stored before; None for a new one."""
    stored = store.command_entries(stream=stream, command_id=command_id)
    if not stored:
        return None
    # When nothing came after it, the sender may build on it as on the first answer.
    prev = stored[0].seq - 1 if stored[-1].seq == stream.seq else None
    return Result(seq=stream.seq, view=stream.view, prev=prev, repeated=True)


def _refuse_stale(stream: Stream, seen: int | None, command: Command, actor: str) -> None:
    if seen is None:
        return
    behind = stream.seq - seen
    if 0 < behind <= stale.FURTHEST:
        between = list(store.entries(stream=stream, since=seen, until=stream.seq))
        if stale.holds(command, between, actor=actor):
            return
    raise Refusal("stale", "", seen=seen, head=stream.seq, command=codec.command_name(command))


def _decide(stream: Stream, table: Table, command: Command, *, now: datetime) -> Outcome:
    if isinstance(command, Undo):
        if table.hand is None and engine.paused(
            table
        ):  # the last award is what the call may be about
            raise Refusal("hand_paused", "S-012", table=table.name)
        outcome = timeline.undo(log.since_base(stream))
        seat = _half_a_move(stream, outcome)
        if seat:
            raise Refusal("undo_of_a_move", "S-013", seat=seat)
        return outcome
    if isinstance(command, MakeRuling):  # may take back first what the tablet was ahead with
        outcome = timeline.rule(log.since_base(stream), command, now=int(now.timestamp() * 1000))
        seat = _half_a_move(stream, outcome)
        if seat:
            raise Refusal("ruling_before_a_move", "S-013", seat=seat)
        return outcome
    return engine.run(table, command, now=int(now.timestamp() * 1000))


def _half_a_move(stream: Stream, outcome: Outcome) -> int:
    """The seat of a move between two tables that is taken back here, 0 for none.

    It is one command at both: taken back at one, the player would sit twice or nowhere.
    """
    for event in outcome.events:
        if not isinstance(event, Undone) or event.done.name not in ("leave_seat", "seat_player"):
            continue
        if log.is_of_two_tables(stream, event.command):
            return event.done.seat
    return 0
