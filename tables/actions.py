"""The log of a table. `journal.log` executes its commands."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from functools import partial
from typing import Any, TypeAlias
from uuid import uuid4

import msgspec
from django.db import transaction

from journal import store, tap_time
from journal.device_context import device
from journal.log import AnyLog, Attempt, Log, Result, log_of
from journal.models import Entry, Stream
from journal.unix_time import milliseconds
from players.roster import player_known
from poker import codec, engine, timeline
from poker import commands as c
from poker.commands import ChangeRules, Command, MakeRuling, RenamePlayer, Undo
from poker.draft import ALL_SEEN, Unseen
from poker.engine import TableOutcome
from poker.events import Event, HandStarted, TableCreated, Undone
from poker.evolve import evolve
from poker.logs.codec import tag
from poker.overtaken import ALWAYS_VALID, SEAT_COMMANDS, is_overtaken
from poker.refusal import Refusal
from poker.rules import HouseRules
from poker.state import Table
from poker.turn_clock import moves_action
from poker.view import TableView, listed, view
from tables import stale, table_log
from tables.admission import refuse_barred_players, refuse_second_seats
from tables.effective_rules import rules_at
from tables.models.rooms import room_id_of_table
from tables.stale import DecidedOn, Seen

REGISTRY = "system.registry"  # actor when a seat gets the alias that its player has now
RULEBOOK = "system.rulebook"  # actor of a rule change when a rulebook version takes effect
CHECKPOINTS = (
    tag(TableCreated),
    tag(HandStarted),
)  # first events for which `timeline.is_checkpoint` is true

CommandResult: TypeAlias = Result[Table, Event, TableView]
AnyResult: TypeAlias = Result[Any, Any, Any]  # of any kind of table


class TableLog(Log[Table, Command, Event, TableView]):
    """The log of a table.

    `seen` of a command is the number of the last entry that the sender saw; None skips the check for stale commands. A
    tap that the tablet's engine decided names the entries it was decided on, and is refused only if the room overtook
    it.
    """

    on_head = (
        c.Act,
        c.FirstIn,
        c.CloseStreet,
        c.RunOut,
        c.SkipTo,
        c.NameOpener,
        c.ShowUpcards,
        c.ShowStreet,
        c.BuyCard,
        c.Discard,
        c.Draw,
        c.ShowBoard,
        c.CountPot,
        c.ShowHand,
        c.Muck,
        c.AwardPot,
    )

    def missing(self, stream_id: int) -> Exception:
        return Refusal("unknown_table", "", table=stream_id)

    def room_id_of(self, stream: Stream) -> int:
        return room_id_of_table(stream.pk)

    def sees_head(self, attempt: Attempt[Command]) -> bool:
        """Return whether the sender built on the newest entry."""
        seen = attempt.seen
        seq = seen.seq if isinstance(seen, DecidedOn) else seen
        return bool(seq == attempt.stream.seq)

    def refuse_stale(self, attempt: Attempt[Command]) -> None:
        """Raise `Refusal`: `stale`, `hand_finished`."""
        _refuse_stale(attempt.stream, attempt.seen, attempt.command, attempt.actor)

    def prepare(self, attempt: Attempt[Command], state: Table) -> Table:
        """Apply the rulebook version in force.

        A hand is dealt under the rules that its tablet had; a version in force since then applies to the next hand.
        """
        if isinstance(attempt.seen, DecidedOn):
            return state
        return _apply_current_rules(attempt.stream, state, now=attempt.now)

    def decide(self, attempt: Attempt[Command], state: Table) -> TableOutcome:
        """Return the result of the command. Raises `Refusal`, even for players who may not play or who have a seat at
        another table.
        """
        outcome = _decide(attempt, state)
        refuse_barred_players(attempt.command, state, outcome.state, attempt.stream.pk, attempt.now)
        refuse_second_seats(state, outcome.state, attempt.stream.pk)
        return outcome

    def follow_up(self, attempt: Attempt[Command], before: Table, after: Table) -> None:
        """Give players their present aliases, and apply the rulebook version in force after a hand."""
        stream = attempt.stream
        now = attempt.now
        _apply_present_aliases(stream, attempt.command, before, after, now=now)
        if before.hand is not None and not tap_time.is_stored_late(now):
            _apply_current_rules(stream, after, now=now)

    def suits_head(self, state: Table) -> bool:
        """Return whether a hand is in progress: its rules stay until its end."""
        return state.hand is not None

    def stays_on_head(self, attempt: Attempt[Command], after: Table) -> bool:
        """Return whether no other rules are to be applied after the command."""
        if after.hand is not None or tap_time.is_stored_late(attempt.now):
            return True
        return _rules_to_apply(attempt.stream, after, now=attempt.now) is None

    def is_checkpoint(self, name: str) -> bool:
        """Return whether a rebuild may start with a command whose first event has this name."""
        return name in CHECKPOINTS

    def rebuild(self, entries: Iterable[Entry]) -> Table:
        """Return the table after these entries without the undone commands."""
        return timeline.rebuild(table_log.batches(entries))


TABLE = TableLog(
    name="table",
    prefix=table_log.PREFIX,
    codec=codec.TABLE,
    run=engine.run,
    evolve=evolve,
    view=view,
    listed=listed,
)


def execute(
    *, table_id: int, command_id: str, seen: Seen, command: Command, actor: str, now: datetime
) -> CommandResult:
    """Execute a command at a table. Raises `Refusal`, and then stores nothing."""
    return TABLE.execute(table_id, command, command_id=command_id, actor=actor, now=now, seen=seen)


def execute_inside_transaction(
    *,
    table_id: int,
    command_id: str,
    seen: Seen,
    command: Command,
    actor: str,
    now: datetime,
    part_of: str = "",
) -> CommandResult:
    """`execute` inside the caller's transaction, for an action that stores more than the command."""
    return TABLE.execute_inside_transaction(
        table_id,
        command,
        command_id=command_id,
        actor=actor,
        now=now,
        seen=seen,
        part_of=part_of,
    )


def execute_shared(
    *, table_id: int, command_id: str, command: msgspec.Struct, actor: str, now: datetime
) -> AnyResult:
    """Execute a command that every kind of table has: a floor call, its answers, a push. Raises `Refusal`."""
    return log_of_table(table_id).execute(
        table_id, command, command_id=command_id, actor=actor, now=now
    )


def log_of_table(table_id: int) -> AnyLog:
    """Return the kind of log that a table has. Raises `Refusal`: `unknown_table`."""
    key = Stream.objects.filter(pk=table_id).values_list("key", flat=True).first()
    if key is None:
        raise Refusal("unknown_table", "", table=table_id)
    return log_of(key)


def acted_at(result: CommandResult) -> int:
    """Return when a command was stored that may have moved the action, in Unix milliseconds; 0 for other commands."""
    if result.at is None or not moves_action(result.events):
        return 0
    return milliseconds(result.at)


def rules_apply(*, table_id: int, now: datetime) -> bool:
    """Between hands, apply the rulebook version in force to a table; return whether its rules changed."""
    with transaction.atomic(durable=True):
        stream = TABLE.lock(table_id)
        table = TABLE.state_of(stream)
        return _apply_current_rules(stream, table, now=now) is not table


def _apply_current_rules(stream: Stream, table: Table, *, now: datetime) -> Table:
    """Between hands, apply the rulebook version in force; return the table.

    If the plaque is not valid under that version, the table keeps its current rules: the game is not
    interrupted, and the rulebook page shows the table and the reason.
    """
    rules = _rules_to_apply(stream, table, now=now)
    if rules is None:
        return table
    try:
        outcome = engine.run(table, ChangeRules(rules), now=milliseconds(now))
    except Refusal:
        return table
    TABLE.append(stream, outcome, before=table, command_id=str(uuid4()), actor=RULEBOOK, now=now)
    return outcome.state


def _rules_to_apply(stream: Stream, table: Table, *, now: datetime) -> HouseRules | None:
    """Return the rules in force if a table between hands has other ones."""
    if not table.is_open or table.hand is not None or table.event is not None:
        return None  # a tournament's tables keep the rules that it began with
    rules = rules_at(table_id=stream.pk, now=now)
    return None if rules == table.rules else rules


def _apply_present_aliases(
    stream: Stream, command: Command, before: Table, after: Table, *, now: datetime
) -> None:
    """Give players whom an undo or a ruling seats again their current alias."""
    if not isinstance(command, Undo | MakeRuling):
        return
    seated = {seat.player for seat in before.seats}
    table = after
    for seat in after.seats:
        player = player_known(seat.player) if seat.player not in seated else None
        if player is None or player.alias == seat.name:
            continue
        outcome = engine.run(table, RenamePlayer(seat.player, player.alias), now=milliseconds(now))
        TABLE.append(
            stream, outcome, before=table, command_id=str(uuid4()), actor=REGISTRY, now=now
        )
        table = outcome.state


def undo_inside_transaction(
    *,
    table_id: int,
    undone: str,
    seats: Sequence[int],
    command_id: str,
    actor: str,
    now: datetime,
    part_of: str = "",
) -> CommandResult | None:
    """Undo one command that seated a player or changed a seat, even after later commands; None if it is too late."""
    stream = TABLE.lock_for(table_id, Undo)
    before = TABLE.state_of(stream)
    outcome = timeline.undo_of(table_log.since_checkpoint(stream), undone, seats)
    if outcome is None:
        return None
    refuse_barred_players(Undo(), before, outcome.state, stream.pk, now)
    refuse_second_seats(before, outcome.state, stream.pk)
    return TABLE.append(
        stream,
        outcome,
        before=before,
        command_id=command_id,
        actor=actor,
        now=now,
        part_of=part_of,
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
    """Refuse a tap of a tablet's engine if others have changed its subject.

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


def _decide(attempt: Attempt[Command], table: Table) -> TableOutcome:
    stream = attempt.stream
    command = attempt.command
    outcome = timeline.decide(
        table,
        partial(table_log.since_checkpoint, stream),
        command,
        now=milliseconds(attempt.now),
        command_id=attempt.command_id,
        unseen=_unseen(stream, table, attempt.seen),
    )
    if isinstance(command, Undo | MakeRuling) and (seat := _half_move_seat(stream, outcome)):
        if isinstance(command, Undo):
            raise Refusal("undo_of_a_move", "S-013", seat=seat)
        raise Refusal("ruling_before_a_move", "S-013", seat=seat)
    return outcome


def _unseen(stream: Stream, table: Table, seen: Seen) -> Unseen:
    """Return the room's commands since the last entry that the tablet had when the dealer tapped."""
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
        event=table_log.event_shown(stream, since) if table.event is not None else None,
        splash=table.fund_splash is not None and table_log.has_announced_splash(stream, since),
    )


def _half_move_seat(stream: Stream, outcome: TableOutcome) -> int:
    """Return the seat whose move between two tables this undo would reverse only at this table; 0 if there is none.

    A move is one command at both tables. Undone at only one of them, the player would have two seats or none.
    """
    for event in outcome.events:
        if not isinstance(event, Undone) or event.done.name not in ("leave_seat", "seat_player"):
            continue
        if table_log.spans_two_tables(stream, event.command):
            return event.done.seat
    return 0
