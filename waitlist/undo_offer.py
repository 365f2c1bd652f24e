"""The action that the UNDO bar offers: the last action of a person that can still be undone."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from journal.unix_time import milliseconds
from poker.refusal import Refusal
from waitlist.history import LoggedEvent, events_of_actor
from waitlist.models import RoomWaitlistLog, WaitlistChange
from waitlist.rules.decide import run
from waitlist.rules.events import WaitlistEvent
from waitlist.rules.state import Waitlists
from waitlist.seatings import refuse_undo_at_tables
from waitlist.undo import UNDO_TIME, UNDOABLE, checked_undo, events_by_action, undone_actions


@dataclass(frozen=True, slots=True)
class UndoableAction:
    """A person's action that can be undone.

    lists_id: primary key of the log; entries: its events; change: its row, None for a must-move.
    """

    lists_id: int
    entries: list[LoggedEvent]
    change: WaitlistChange | None

    @property
    def entry(self) -> int:
        """Return its number in the log."""
        return self.entries[0].seq

    @property
    def at(self) -> datetime:
        return self.entries[0].at

    @property
    def event(self) -> WaitlistEvent:
        return self.entries[0].event

    @property
    def lists(self) -> int:
        """Return how many lists it affects."""
        return len(self.entries)


def actions_to_undo(room_id: int, actor: str, now: datetime) -> Iterator[UndoableAction]:
    """Yield a person's actions in a room that were not undone, the last one first.

    Only actions within `UNDO_TIME`. Those that an undo would refuse are included: `last_undoable_action` leaves them
    out.
    """
    lists_id = RoomWaitlistLog.objects.filter(room=room_id).values_list("pk", flat=True).first()
    if lists_id is None:
        return
    actions = events_by_action(events_of_actor(lists_id, actor, now - UNDO_TIME))
    if not actions:
        return
    undone = undone_actions(lists_id, since=actions[0][0].seq)
    for entries in reversed(actions):
        first = entries[0]
        if first.seq not in undone and {entry.name for entry in entries} <= UNDOABLE:
            change = WaitlistChange.objects.filter(lists=lists_id, seq=first.seq).first()
            yield UndoableAction(lists_id, entries, change)


def last_undoable_action(
    room_id: int, actor: str, waitlists: Waitlists, now: datetime
) -> UndoableAction | None:
    """Return a person's last action in a room that can be undone; None if there is none.

    An action whose undo would be refused, such as adding a player who was called since, does not block earlier ones.
    The form names the action by its entry, so that a tap meant for another action does nothing to this one.
    """
    for action in actions_to_undo(room_id, actor, now):
        try:
            command = checked_undo(action.lists_id, action.entries, waitlists, room_id, now)
            run(waitlists, command, now=milliseconds(now))
            refuse_undo_at_tables(command, waitlists, room_id)
        except Refusal:
            continue
        return action
    return None
