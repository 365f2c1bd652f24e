"""Execution of table commands: one command in one durable transaction, published after the commit."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from uuid import uuid4

from django.db import IntegrityError, transaction

from journal import store, tap_time
from journal.device_context import device
from journal.models import Stream
from journal.unix_time import milliseconds
from players.roster import player_known
from poker import codec, engine, timeline
from poker.commands import ChangeRules, Command, MakeRuling, RenamePlayer, Undo
from poker.draft import ALL_SEEN, Unseen
from poker.engine import Outcome
from poker.events import Undone
from poker.overtaken import ALWAYS_VALID, SEAT_COMMANDS, is_overtaken
from poker.refusal import Refusal
from poker.state import Table
from poker.turn_clock import moves_action
from poker.view import TableView, view
from tables import broadcast, stale, table_log
from tables.admission import refuse_barred_players, refuse_second_seats
from tables.command_effects import TableEventsStored, run_table_effects
from tables.effective_rules import rules_at
from tables.metrics import counted, timed
from tables.stale import DecidedOn, Seen

REGISTRY = "system.registry"  # actor when a seat gets the alias that its player has now
RULEBOOK = "system.rulebook"  # actor of a rule change when a rulebook version takes effect


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandResult:
    """The table after a command."""

    seq: int
    view: TableView
    # Head before the command; None if nothing was stored or entries followed.
    prev: int | None = None
    repeated: bool = False  # the command had been stored before
    warning: Refusal | None = None  # the command was executed despite this
    events: tuple[store.Event, ...] = ()  # what was stored now, encoded
    acted_at: int = (
        0  # when, in Unix milliseconds, if the command may have moved the action to another seat
    )


def execute(
    *, table_id: int, command_id: str, seen: Seen, command: Command, actor: str, now: datetime
) -> CommandResult:
    """Execute a command at a table. Raises `Refusal`, and then stores nothing.

    `seen` is the number of the last entry that the sender saw; None skips the check for stale commands. A tap that
    the tablet's engine decided says what it was decided on, and is refused only if the room overtook it.
    """

    def work() -> CommandResult:
        return execute_inside_transaction(
            table_id=table_id,
            command_id=command_id,
            seen=seen,
            command=command,
            actor=actor,
            now=now,
        )

    return run_durably(table_id=table_id, command_id=command_id, work=work)


def run_durably(
    *, table_id: int, command_id: str, work: Callable[[], CommandResult]
) -> CommandResult:
    """Run `work` in one durable transaction; if the command was stored concurrently, return its stored result."""
    try:
        with timed("table"), transaction.atomic(durable=True):
            return work()
    except IntegrityError:
        result = stored_result(lock_stream(table_id), command_id)
        if result is None:
            raise
        return result


@counted("table")
def execute_inside_transaction(
    *, table_id: int, command_id: str, seen: Seen, command: Command, actor: str, now: datetime
) -> CommandResult:
    """Execute a command inside the caller's transaction, for an action that stores more than the command."""
    stream = lock_stream(table_id)
    if (seen.seq if isinstance(seen, DecidedOn) else seen) != stream.seq:
        stored = stored_result(stream, command_id)
        if stored is not None:
            return stored
        _refuse_stale(stream, seen, command, actor)
    prev = stream.seq
    table = codec.decode_state(bytes(stream.state))
    # A hand is dealt under the rules that its tablet had; a version in force since then is for the next one.
    if not isinstance(seen, DecidedOn):
        table = _apply_current_rules(stream, table, now=now)
    try:
        outcome = _decide(stream, table, command, command_id=command_id, seen=seen, now=now)
        refuse_barred_players(command, table, outcome.table, stream.pk, now)
        refuse_second_seats(table, outcome.table, stream.pk)
    except Refusal:
        # The sender may have missed the response and sent the command again with a fresh `seen`.
        stored = stored_result(stream, command_id)
        if stored is None:
            raise
        return stored
    result = append_inside_transaction(
        stream=stream, command_id=command_id, outcome=outcome, actor=actor, now=now
    )
    if result.prev is None:
        return result
    _apply_present_aliases(stream, command, table, outcome.table, now=now)
    if table.hand is not None and not tap_time.is_stored_late(now):
        _apply_current_rules(stream, outcome.table, now=now)
    return replace(result, seq=stream.seq, view=table_log.stored_view(stream), prev=prev)


def rules_apply(*, table_id: int, now: datetime) -> bool:
    """Between hands, apply the rulebook version in force to a table; return whether its rules changed."""
    with transaction.atomic(durable=True):
        stream = lock_stream(table_id)
        table = codec.decode_state(bytes(stream.state))
        return _apply_current_rules(stream, table, now=now) is not table


def _apply_current_rules(stream: Stream, table: Table, *, now: datetime) -> Table:
    """Between hands, apply the rulebook version in force; return the table.

    If the plaque is not valid under that version, the table keeps its current rules: the game is not
    interrupted, and the rulebook page shows the table and the reason.
    """
    if not table.is_open or table.hand is not None:
        return table
    rules = rules_at(table_id=stream.pk, now=now)
    if rules == table.rules:
        return table
    try:
        outcome = engine.run(table, ChangeRules(rules), now=milliseconds(now))
    except Refusal:
        return table
    append_inside_transaction(
        stream=stream, command_id=str(uuid4()), outcome=outcome, actor=RULEBOOK, now=now
    )
    return outcome.table


def _apply_present_aliases(
    stream: Stream, command: Command, before: Table, after: Table, *, now: datetime
) -> None:
    """Give players whom an undo or a ruling seats again the alias that they have now."""
    if not isinstance(command, Undo | MakeRuling):
        return
    seated = {seat.player for seat in before.seats}
    table = after
    for seat in after.seats:
        player = player_known(seat.player) if seat.player not in seated else None
        if player is None or player.alias == seat.name:
            continue
        outcome = engine.run(table, RenamePlayer(seat.player, player.alias), now=milliseconds(now))
        append_inside_transaction(
            stream=stream, command_id=str(uuid4()), outcome=outcome, actor=REGISTRY, now=now
        )
        table = outcome.table


def append_inside_transaction(
    *, stream: Stream, command_id: str, outcome: Outcome, actor: str, now: datetime
) -> CommandResult:
    """Store the events of a command with the snapshot, run the effects, and publish on commit."""
    if not outcome.events:
        return CommandResult(seq=stream.seq, view=table_log.stored_view(stream))
    with store.in_order(stream, now) as at:
        return _append(stream=stream, command_id=command_id, outcome=outcome, actor=actor, now=at)


def _append(
    *, stream: Stream, command_id: str, outcome: Outcome, actor: str, now: datetime
) -> CommandResult:
    prev = stream.seq
    last_start = stream.base_seq + 1 if stream.base_seq else 0
    shown = view(outcome.table)
    encoded = tuple(codec.encode_event(event) for event in outcome.events)
    store.append(
        stream=stream,
        command_id=command_id,
        events=encoded,
        actor=actor,
        at=now,
        snapshot=table_log.snapshot(stream, outcome.events, outcome.table, shown),
    )
    run_table_effects(
        TableEventsStored(
            table_id=stream.pk,
            first=prev + 1,
            events=outcome.events,
            table=outcome.table,
            actor=actor,
            now=now,
            last_start=last_start,
        )
    )
    transaction.on_commit(partial(table_log.cache_entry_time, stream.pk, stream.seq, now))
    transaction.on_commit(
        partial(
            broadcast.entries_stored,
            table_id=stream.pk,
            prev=prev,
            seq=stream.seq,
            entries=broadcast.Entries(
                command=command_id,
                at=milliseconds(now),
                device=device(),
                events=encoded,
            ),
        ),
        robust=True,
    )
    return CommandResult(
        seq=stream.seq,
        view=shown,
        prev=prev,
        events=encoded,
        acted_at=milliseconds(now) if moves_action(outcome.events) else 0,
    )


def undo_inside_transaction(
    *, table_id: int, undone: str, seats: Sequence[int], command_id: str, actor: str, now: datetime
) -> CommandResult | None:
    """Undo one command that seated a player or changed a seat, also after later commands; None if it is too late."""
    stream = lock_stream(table_id)
    before = codec.decode_state(bytes(stream.state))
    outcome = timeline.undo_of(table_log.since_checkpoint(stream), undone, seats)
    if outcome is None:
        return None
    refuse_barred_players(Undo(), before, outcome.table, stream.pk, now)
    refuse_second_seats(before, outcome.table, stream.pk)
    return append_inside_transaction(
        stream=stream, command_id=command_id, outcome=outcome, actor=actor, now=now
    )


def lock_stream(table_id: int) -> Stream:
    """Return the table's log; inside a transaction its row is locked. Raises `Refusal`: `unknown_table`."""
    stream = store.stream_locked(table_id)
    if stream is None:
        raise Refusal("unknown_table", "", table=table_id)
    return stream


def find_result(*, table_id: int, command_id: str) -> CommandResult | None:
    """Return the stored result of a command that already ran, else None; for callers that do more than this."""
    return stored_result(lock_stream(table_id), command_id)


def stored_result(stream: Stream, command_id: str) -> CommandResult | None:
    """Return the stored result of a command that already ran; None for a new one."""
    entries = store.command_entries(stream=stream, command_id=command_id)
    if not entries:
        return None
    # If no entry followed, the sender may build on this result as on the first response.
    prev = entries[0].seq - 1 if entries[-1].seq == stream.seq else None
    return CommandResult(
        seq=stream.seq, view=table_log.stored_view(stream), prev=prev, repeated=True
    )


def _refuse_stale(stream: Stream, seen: Seen, command: Command, actor: str) -> None:
    if seen is None:
        return
    if isinstance(seen, DecidedOn):
        _refuse_overtaken(stream, seen, command)
        return
    _refuse_after_finished_hand(stream, seen, command)
    behind = stream.seq - seen
    if 0 < behind <= stale.MAX_ENTRIES_BEHIND:
        between = list(store.entries(stream=stream, since=seen, until=stream.seq))
        if stale.is_still_valid(command, between, actor=actor):
            return
    raise Refusal("stale", "", seen=seen, head=stream.seq, command=codec.command_name(command))


def _refuse_overtaken(stream: Stream, seen: DecidedOn, command: Command) -> None:
    """Refuse a tap of a tablet's engine if others changed what it was about.

    Raises `Refusal`: `hand_finished`, `stale`.
    """
    if stream.seq - seen.seq > stale.MAX_DECIDED_BEHIND:
        raise Refusal(
            "stale", "", seen=seen.seq, head=stream.seq, command=codec.command_name(command)
        )
    between = [
        event
        for batch in table_log.between(stream, seen.seq)
        if batch.command_id not in seen.own
        for event in batch.events
    ]
    if is_overtaken(command, between):
        _refuse_after_finished_hand(stream, seen.seq, command)
        name = codec.command_name(command)
        raise Refusal("stale", "", seen=seen.seq, head=stream.seq, command=name)


def _refuse_after_finished_hand(stream: Stream, seen: int, command: Command) -> None:
    """Refuse a tap that a tablet held while the floor ended its hand. Raises `Refusal`: `hand_finished`."""
    if isinstance(command, (*ALWAYS_VALID, *SEAT_COMMANDS)):
        return
    finished = table_log.finished_since(stream, seen)
    if finished is not None:
        facts = {"hand": finished.hand, "by": finished.by, "head": stream.seq}
        raise Refusal("hand_finished", "S-012", **facts)


def _decide(
    stream: Stream, table: Table, command: Command, *, command_id: str, seen: Seen, now: datetime
) -> Outcome:
    outcome = timeline.decide(
        table,
        partial(table_log.since_checkpoint, stream),
        command,
        now=milliseconds(now),
        command_id=command_id,
        unseen=_unseen(stream, table, seen),
    )
    if isinstance(command, Undo | MakeRuling) and (seat := _half_move_seat(stream, outcome)):
        if isinstance(command, Undo):
            raise Refusal("undo_of_a_move", "S-013", seat=seat)
        raise Refusal("ruling_before_a_move", "S-013", seat=seat)
    return outcome


def _unseen(stream: Stream, table: Table, seen: Seen) -> Unseen:
    """Return what the room did since the last entry that the tablet had when the dealer tapped."""
    if not isinstance(seen, DecidedOn) or seen.shown >= stream.seq:
        return ALL_SEEN
    since = max(seen.shown, stream.seq - stale.MAX_SHOWN_BEHIND)
    plaques, rules = table_log.posted_since(stream, since)
    return timeline.unseen_since(
        table,
        partial(table_log.since_checkpoint, stream),
        plaques=plaques,
        rules=rules,
        seats=tuple(table_log.arrivals(stream, since=since, device=device())),
    )


def _half_move_seat(stream: Stream, outcome: Outcome) -> int:
    """Return the seat whose move between two tables would be undone at this table only; 0 if there is none.

    A move is one command at both tables. Undone at one of them, the player would have two seats or none.
    """
    for event in outcome.events:
        if not isinstance(event, Undone) or event.done.name not in ("leave_seat", "seat_player"):
            continue
        if table_log.spans_two_tables(stream, event.command):
            return event.done.seat
    return 0
