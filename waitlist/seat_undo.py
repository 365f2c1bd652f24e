"""UNDO on a table's page: a person's own seating or leaving of the last ten minutes."""

from collections import Counter
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from players.identity import keys_of
from players.models import Player
from players.roster import player_known
from poker import events as e
from poker import timeline
from poker.commands import Undo
from poker.refusal import Refusal
from tables import table_log
from tables.actions import TABLE, CommandResult, undo_inside_transaction
from tables.models import SeatSession, Table
from tables.table_log import SeatEntry, seat_entries_of_actor, seat_entries_of_command
from waitlist import history
from waitlist.actions import WAITLIST, load_waitlists
from waitlist.reserved_seats import refuse_reserved
from waitlist.rules.state import Waitlists
from waitlist.undo import UNDO_MINUTES, UNDO_TIME


@dataclass(frozen=True, slots=True)
class SeatAction:
    """A person's seating or leaving at one seat of a table."""

    command_id: str
    at: datetime
    seat: int
    player: Player
    has_left: bool

    @property
    def text(self) -> str:
        """Return the action as text for the bar with UNDO."""
        return f"left seat {self.seat}" if self.has_left else f"seated in seat {self.seat}"


def last_seat_action(table: Table, actor: str, now: datetime) -> SeatAction | None:
    """Return a person's last seating or leaving at a table that UNDO accepts now; None if there is none."""
    recent = seat_entries_of_actor(table.pk, actor, now - UNDO_TIME)
    counts = Counter(row.command_id for row in recent)
    waitlists = load_waitlists(table.room_id) if recent else Waitlists()
    for row in recent:
        # A move, a draw and an action of the desk are undone where they began.
        if counts[row.command_id] > 1 or _is_of_another_page(table, row.command_id):
            continue
        try:
            action = _seat_action(table, row)
            _refuse_late(table, action, waitlists)
        except Refusal:
            continue
        return action
    return None


def seat_action_undo(
    *, table: Table, undone: str, command_id: str, actor: str, now: datetime
) -> CommandResult:
    """Undo a person's own seating or leaving: the seat is as it was, and a seated player is back on the list.

    Raises `Refusal`: `undo_unknown`, `undo_of_another`, `undo_late`, `undo_not`, `chair_kept` for a seat that a
    waitlist has promised since, and `undo_played` after a hand or a change of the seat.
    """
    lists_id = WAITLIST.id_of_room(table.room_id)
    with transaction.atomic(durable=True):
        stream = TABLE.lock_for(table.pk, Undo)
        waitlists = WAITLIST.lock_state(lists_id)
        if (repeated := TABLE.stored_result(stream, command_id)) is not None:
            return repeated
        action = _checked_action(table, undone, actor, now)
        _refuse_late(table, action, waitlists)
        result = undo_inside_transaction(
            table_id=table.pk,
            undone=undone,
            seats=(action.seat,),
            command_id=command_id,
            actor=actor,
            now=now,
        )
        if result is None:
            raise _too_late(table, action)
    return result


def _checked_action(table: Table, undone: str, actor: str, now: datetime) -> SeatAction:
    rows = seat_entries_of_command(table.pk, undone)
    if not rows:
        raise Refusal("undo_unknown")
    if rows[0].actor != actor:
        raise Refusal("undo_of_another")
    if len(rows) > 1 or _is_of_another_page(table, undone):
        raise Refusal("undo_not")
    if now - rows[0].at > UNDO_TIME:
        minutes = int((now - rows[0].at).total_seconds()) // 60
        raise Refusal("undo_late", "", minutes=minutes, most=UNDO_MINUTES)
    return _seat_action(table, rows[0])


def _is_of_another_page(table: Table, command_id: str) -> bool:
    """Return whether a command is a move between two tables, or began at the waitlists."""
    if table_log.spans_two_tables(table.stream, command_id):
        return True
    lists_id = WAITLIST.find_id(table.room_id)
    first = command_id.partition(".")[0]  # parts of a waitlist command have suffixes
    return lists_id is not None and bool(history.events_of_command(lists_id, first))


def _seat_action(table: Table, row: SeatEntry) -> SeatAction:
    event = row.event
    if isinstance(event, e.SeatTaken):
        player = player_known(event.player)
        assert player is not None, "only players on file are seated"
        return SeatAction(row.command_id, row.at, event.seat, player, has_left=False)
    sessions = SeatSession.objects.filter(table=table.pk, left=row.seq)
    session = sessions.select_related("visit__player").first()
    if session is None:
        raise Refusal("undo_already")
    return SeatAction(row.command_id, row.at, event.seat, session.visit.player, has_left=True)


def _refuse_late(table: Table, action: SeatAction, waitlists: Waitlists) -> None:
    """Refuse an undo after a hand, a change of the seat, or a call to the seat."""
    batches = table_log.since_checkpoint(table.stream)
    if timeline.undo_of(batches, action.command_id, (action.seat,)) is None:
        raise _too_late(table, action)
    if action.has_left:
        refuse_reserved(waitlists, table.name, action.seat, keys_of(action.player))


def _too_late(table: Table, action: SeatAction) -> Refusal:
    facts = {"name": action.player.alias, "table": table.name, "seat": action.seat}
    return Refusal("undo_played", "S-008", **facts)
