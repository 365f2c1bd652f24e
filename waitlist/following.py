"""What the waitlists do after a table's command (S-013), in its transaction. The table's log always comes first."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain, count, takewhile

from msgspec.structs import replace

from journal.unix_time import milliseconds
from players.identity import keys_of
from players.roster import player_known
from poker import commands as table_commands
from poker.events import (
    Event,
    SeatChanged,
    SeatCountChanged,
    SeatLocked,
    SeatTaken,
    TableClosed,
    TableRenamed,
    Undone,
)
from poker.logs.codec import tag
from poker.refusal import Refusal
from tables.actions import TABLE
from tables.game_keys import waitlist_key_of
from tables.models import Table
from tables.stored_commands import StoredAtTable
from waitlist import history
from waitlist.actions import WAITLIST
from waitlist.reserved_seats import refuse_reserved
from waitlist.resolve import refuse_unless_open
from waitlist.rules import decide
from waitlist.rules.commands import (
    CancelCall,
    RecordSeated,
    RenameTable,
    UndoAction,
    WaitlistCommand,
)
from waitlist.rules.events import PlayerSeated
from waitlist.rules.state import CHANGES, UndoneChange, WaitlistEntry, Waitlists
from waitlist.seat_availability import waitlist_reservations
from waitlist.undo import MAX_ID_LENGTH, undo_of

EVENTS = (SeatTaken, SeatChanged, SeatLocked, SeatCountChanged, TableClosed, TableRenamed, Undone)
# Commands that can store these events.
COMMANDS = (
    table_commands.SeatPlayer,
    table_commands.DrawSeats,
    table_commands.ChangeSeat,
    table_commands.LockSeat,
    table_commands.SetSeatCount,
    table_commands.CloseTable,
    table_commands.RenameTable,
    table_commands.Undo,
    table_commands.MakeRuling,
    table_commands.FinishHand,
)
SEATINGS = (
    tag(table_commands.SeatPlayer),
    tag(table_commands.DrawSeats),
    tag(table_commands.ChangeSeat),
)


def lock_waitlists(table_id: int) -> None:
    """Lock the waitlists of a table's room, if it has any."""
    lists_id = _lists_of(table_id)
    if lists_id is not None:
        WAITLIST.lock(lists_id)


def follow_table(stored: StoredAtTable) -> None:
    """Update the waitlists after a table's events. The part of a waitlist's command is skipped, because that command
    updates them.

    Raises `Refusal`: `chair_kept` for a player in a seat that a waitlist promised to another, `seat_promised` for such
    a seat that is locked up or removed.
    """
    lists_id = _lists_of(stored.stream_id)
    if lists_id is None or stored.part_of == WAITLIST.name:
        return
    follower = _Follower(lists_id, stored)
    for event in stored.events:
        follower.follow(event)


@dataclass(slots=True)
class _Follower:
    """The waitlists of a table's room after a command of the table."""

    lists_id: int
    stored: StoredAtTable
    part: Iterator[int] = field(default_factory=count)  # numbers the waitlists' commands

    def follow(self, event: Event) -> None:
        match event:
            case SeatTaken(seat=seat, player=player):
                self._refuse_reserved(seat, player)
                self._remove_seated(seat, player)
            case SeatChanged(to=seat):
                occupant = self.stored.state.seat(seat)
                assert occupant is not None, "the player sits there now"
                self._refuse_reserved(seat, occupant.player)
                self._remove_seated(seat, occupant.player)
            case SeatLocked(seat=seat):
                self._refuse_promised(seat, seat)
            case SeatCountChanged(seats=seats):
                self._refuse_promised(seats + 1, len(self.stored.before.seats))
            case TableClosed():
                self._cancel_calls()
            case TableRenamed():
                self._execute(RenameTable(self.stored.before.name, self.table))
            case Undone(command=command, done=done):
                self._follow_undo(command, done.name)

    @property
    def table(self) -> str:
        return self.stored.state.name

    @property
    def waitlists(self) -> Waitlists:
        return WAITLIST.lock_state(self.lists_id)

    def _refuse_reserved(self, seat: int, player: str) -> None:
        refuse_reserved(self.waitlists, self.table, seat, _keys_of(player))

    def _refuse_promised(self, first: int, last: int) -> None:
        for (table, seat), reservation in waitlist_reservations(self.waitlists).items():
            if table == self.table and first <= seat <= last:
                facts = {"table": table, "seat": seat, "name": reservation.name}
                raise Refusal("seat_promised", "S-013", **facts)

    def _remove_seated(self, seat: int, player: str) -> None:
        """Remove a player from the list of the table's game, and end a call to the seat."""
        row = Table.objects.select_related("plaque").get(pk=self.stored.stream_id)
        game = waitlist_key_of(row)
        keys = _keys_of(player)
        for waitlist in self.waitlists.lists:
            is_of_game = waitlist.key == game and waitlist.kind not in CHANGES
            for entry in waitlist.entries:
                is_called = (entry.table, entry.seat) == (self.table, seat)
                if entry.player in keys and (is_called or is_of_game):
                    self._execute(RecordSeated(entry.number, self.table, seat))

    def _cancel_calls(self) -> None:
        """Cancel calls and held seats; the players keep their positions."""
        for waitlist in self.waitlists.lists:
            for entry in waitlist.entries:
                if entry.table == self.table and entry.state != "waiting":
                    self._execute(CancelCall(entry.number, f"{self.table} closed"))

    def _follow_undo(self, command_id: str, name: str) -> None:
        """Cancel the calls to seats that the undo gave back to their players; put back a player it removed."""
        for waitlist in self.waitlists.lists:
            for entry in waitlist.entries:
                if self._is_called_to_taken_seat(entry):
                    reason = f"seat {entry.seat} is not open after all"
                    self._execute(CancelCall(entry.number, reason))
        if name in SEATINGS:
            self._put_back(command_id)

    def _is_called_to_taken_seat(self, entry: WaitlistEntry) -> bool:
        if entry.state == "waiting" or entry.table != self.table:
            return False
        seat = self.stored.state.seat(entry.seat)
        return seat is not None and seat.taken and seat.player not in _keys_of(entry.player)

    def _put_back(self, seating: str) -> None:
        """Put a player back on the lists that an undone seating removed them from.

        A table's undo is never refused because of a list. A player who is on the list again keeps that place. A call
        to a seat that is no longer free is not restored; the player waits at the old position.
        """
        for entries in _removals(self.lists_id, seating):
            undo = undo_of(self.lists_id, entries)
            changes = tuple(self._without_lost_call(change) for change in undo.changes)
            undo = replace(undo, changes=changes)
            if self._accepts(undo):
                self._execute(undo)

    def _without_lost_call(self, change: UndoneChange) -> UndoneChange:
        entry = change.before
        if entry.state == "waiting" or self._is_free(entry):
            return change
        until = self.waitlists.policy.comes_until(entry)
        waiting = replace(entry, state="waiting", table="", seat=0, until=until)
        return replace(change, before=waiting)

    def _is_free(self, entry: WaitlistEntry) -> bool:
        """Return whether the seat of a call is open for its player and promised to no one else."""
        reservation = waitlist_reservations(self.waitlists).get((entry.table, entry.seat))
        if reservation is not None and reservation.number != entry.number:
            return False
        table = Table.objects.select_related("stream").filter(
            room=self.stored.room_id, name=entry.table
        )
        row = table.first()
        player = player_known(entry.player)
        if row is None or player is None or not row.is_open:
            return False
        try:
            refuse_unless_open(row, entry.seat, player, self.stored.now)
        except Refusal:
            return False
        return True

    def _accepts(self, undo: UndoAction) -> bool:
        waitlists = self.waitlists
        for change in undo.changes:
            waitlist = waitlists.waitlist(change.key)
            keys = _keys_of(change.before.player)
            if waitlist is None or any(entry.player in keys for entry in waitlist.entries):
                return False
        try:
            decide.run(waitlists, undo, now=milliseconds(self.stored.now))
        except Refusal:
            return False
        return True

    def _execute(self, command: WaitlistCommand) -> None:
        WAITLIST.execute_inside_transaction(
            self.lists_id,
            command,
            command_id=_part_id(self.stored.command_id, next(self.part)),
            actor=self.stored.actor,
            now=self.stored.now,
            part_of=TABLE.name,
        )


def _removals(lists_id: int, seating: str) -> Iterator[list[history.LoggedEvent]]:
    """Yield what each command of the waitlists stored for a seating: the desk's own command, or those that followed."""
    own = history.events_of_command(lists_id, seating)
    parts = (history.events_of_command(lists_id, _part_id(seating, part)) for part in count())
    for events in chain([own] if own else [], takewhile(bool, parts)):
        if any(isinstance(logged.event, PlayerSeated) for logged in events):
            yield events


def _part_id(command_id: str, part: int) -> str:
    return f"{command_id[:MAX_ID_LENGTH]}.{part}"


def _keys_of(key: str) -> Sequence[str]:
    player = player_known(key)
    return [key] if player is None else keys_of(player)


def _lists_of(table_id: int) -> int | None:
    return WAITLIST.find_id(Table.objects.values_list("room_id", flat=True).get(pk=table_id))
