"""What an event does after a command at one of its tables, in its transaction. The table's log always comes first."""

from poker import commands as c
from poker.events import (
    ButtonMoved,
    HandEnded,
    HandKilled,
    PlayerBusted,
    PlayerKept,
    SeatChanged,
    SeatLeft,
    SeatTaken,
    Undone,
)
from poker.refusal import Refusal
from poker.state import Hand
from tables.actions import TABLE
from tables.models import Table
from tables.stored_commands import StoredAtTable
from tournaments.actions import TOURNAMENT, load_tournament, tournament_execute
from tournaments.rules import commands as t
from tournaments.rules.commands import TournamentCommand
from tournaments.rules.state import SeatPosition, Tournament

EVENTS = (PlayerBusted, SeatLeft, SeatTaken, SeatChanged, Undone)
SERVED = (HandEnded, Undone)
# A hand ended, or a player without chips left or kept the seat.
HAND_EVENTS = (HandEnded, SeatLeft, PlayerKept)
# Commands that empty a seat, so that the event is locked before they are decided.
COMMANDS = (c.BustPlayer, c.LeaveSeat, c.Undo)
BUST = "bust"  # the UNDO label of a bust


def lock_event(table_id: int) -> None:
    """Lock the event of a table, if it plays one."""
    event_id = _event_of(table_id)
    if event_id is not None:
        TOURNAMENT.lock(event_id)


def follow_table(stored: StoredAtTable) -> None:
    """Update the event after a bust, an undone bust, or a player who left for another table.

    Raises `Refusal`: `event_seat_unknown` for a seat that the event does not have, `event_leave` for a player who
    leaves without a bust or a move, `event_seat_drawn` for a player who sits down without a draw, and as an undone bust
    does.
    """
    playing = stored.before.event
    if playing is None or stored.part_of == TOURNAMENT.name:
        return
    event_id = int(playing.event)
    busted = [event for event in stored.events if isinstance(event, PlayerBusted)]
    for bust in busted:
        number = _entry_at(_event(event_id), stored.before.name, bust.seat)
        _execute(stored, event_id, t.BustPlayer(number, bust.hand, bust.stack))
    for event in stored.events:
        if isinstance(event, SeatTaken | SeatChanged):
            raise Refusal("event_seat_drawn", "TDA 7", table=stored.before.name)
        if isinstance(event, SeatLeft) and event.seat not in {bust.seat for bust in busted}:
            _left(stored, event_id, event.seat)
        if isinstance(event, Undone) and event.done.name == BUST:
            _bust_undone(stored, event_id, event.done.seat)


def was_in_event(stored: StoredAtTable) -> bool:
    """Return whether the table was in a tournament before the command."""
    return stored.before.event is not None


def serve_penalties(stored: StoredAtTable) -> None:
    """Count penalties down by the hand that ended, or take that back if UNDO opens the hand again."""
    playing = stored.before.event
    if playing is None or stored.part_of == TOURNAMENT.name:
        return
    event_id = int(playing.event)
    if any(isinstance(event, HandEnded) for event in stored.events):
        _serve_penalties(stored, event_id)
    elif stored.before.hand is None and stored.state.hand is not None:
        _reopen_penalty_hands(stored, event_id, stored.state.hand)


def after_hand(stored: StoredAtTable) -> None:
    """Record the players who were dealt in for the first time at their seats, and a finished hand of hand for hand.

    A hand of hand for hand is finished once the players without chips are out, so that busts of one hand at two tables
    share their places.
    """
    playing = stored.state.event
    if playing is None or stored.state.hand is not None:
        return
    event_id = int(playing.event)
    _, event = load_tournament(event_id)
    table = stored.state.name
    dealt = _dealt_seats(stored)
    arrived = [
        entry.number for entry in event.at_table(table) if entry.coming and entry.seat in dealt
    ]
    for index, number in enumerate(arrived):
        command_id = f"{stored.command_id[:50]}.hand{index}"
        _execute_after(stored, event_id, t.FinishMove(number), command_id)
    current = event.hand_for_hand
    is_finished = bool(dealt or stored.before.out) and not stored.state.out
    if current is not None and is_finished and table not in current.finished:
        # The id names the hand, so that an undone and repeated bust does not finish it twice.
        command_id = f"{stored.stream_id}.{stored.state.hands}.finished"
        _execute_after(stored, event_id, t.FinishHand(table), command_id)


def _execute_after(
    stored: StoredAtTable, event_id: int, command: TournamentCommand, command_id: str
) -> None:
    tournament_execute(
        event_id=event_id,
        command_id=command_id,
        command=command,
        actor=stored.actor,
        now=stored.now,
    )


def _dealt_seats(stored: StoredAtTable) -> tuple[int, ...]:
    """Return the seats of the hand that ended; one tap may deal and end it."""
    moved = [event.order for event in stored.events if isinstance(event, ButtonMoved)]
    if moved:
        return moved[-1]
    hand = stored.before.hand
    return tuple(part.seat for part in hand.parts) if hand else ()


def _serve_penalties(stored: StoredAtTable, event_id: int) -> None:
    """Count the hand down for those whose penalty killed their hands in it."""
    killed = [event for event in stored.events if isinstance(event, HandKilled)]
    by_tap = {event.seat for event in killed if event.why == "penalty"}
    before = stored.before.hand.served if stored.before.hand else ()
    for seat in sorted({*before, *by_tap}):
        entry = _event(event_id).entry_at(SeatPosition(stored.before.name, seat))
        # The director may have ended the penalty during the hand.
        if entry is not None and _event(event_id).penalty_of(entry.number) is not None:
            _execute(stored, event_id, t.ServePenalty(entry.number), f"served{seat}")


def _reopen_penalty_hands(stored: StoredAtTable, event_id: int, hand: Hand) -> None:
    for seat in hand.served:
        entry = _event(event_id).entry_at(SeatPosition(stored.before.name, seat))
        last = _event(event_id).last_penalty_of(entry.number) if entry else None
        if entry is not None and last is not None and not last.ended and last.left < last.hands:
            _execute(stored, event_id, t.ReopenPenaltyHand(entry.number), f"reopened{seat}")


def _event(event_id: int) -> Tournament:
    return TOURNAMENT.lock_state(event_id)


def _entry_at(event: Tournament, table: str, seat: int) -> int:
    entry = event.entry_at(SeatPosition(table, seat))
    if entry is None:
        raise Refusal("event_seat_unknown", "", table=table, seat=seat)
    return entry.number


def _left(stored: StoredAtTable, event_id: int, seat: int) -> None:
    """Release the move of a player who left the seat for another table."""
    number = _entry_at(_event(event_id), stored.before.name, seat)
    move = _event(event_id).move_of(number)
    if move is None or move.left:
        raise Refusal("event_leave", "", table=stored.before.name, seat=seat)
    _execute(stored, event_id, t.ReleaseMove(number))


def _bust_undone(stored: StoredAtTable, event_id: int, seat: int) -> None:
    event = _event(event_id)
    place = (stored.before.name, seat)
    bust = next((row for row in event.busts[::-1] if (row.table, row.seat) == place), None)
    if bust is not None:
        _execute(stored, event_id, t.UndoBust(bust.entry))


def _execute(
    stored: StoredAtTable, event_id: int, command: TournamentCommand, what: str = "event"
) -> None:
    TOURNAMENT.execute_inside_transaction(
        event_id,
        command,
        command_id=f"{stored.command_id[:50]}.{what}",
        actor=stored.actor,
        now=stored.now,
        part_of=TABLE.name,
    )


def _event_of(table_id: int) -> int | None:
    """Return the event of a table from its view, None if it plays none."""
    rows = Table.objects.filter(pk=table_id).values_list("stream__view__event__event", flat=True)
    key = rows.first()
    return int(key) if key else None
