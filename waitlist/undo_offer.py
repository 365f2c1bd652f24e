"""The action that the UNDO bar offers: the last action of a person that can still be undone."""

from datetime import datetime

from journal.unix_time import milliseconds
from poker.refusal import Refusal
from waitlist.rules.commands import UndoAction
from waitlist.rules.decide import run
from waitlist.rules.state import Waitlists
from waitlist.seatings import refuse_undo_at_tables
from waitlist.undo import UndoableAction, actions_to_undo, resolve_undo


def last_undoable_action(
    room_id: int, actor: str, waitlists: Waitlists, now: datetime
) -> UndoableAction | None:
    """Return a person's last action in a room that can be undone; None if there is none.

    An action whose undo would be refused, such as adding a player who was called since, does not block earlier ones.
    The form names the action by its entry, so that a tap meant for another action does nothing to this one.
    """
    for action in actions_to_undo(room_id, actor, now):
        try:
            command = resolve_undo(UndoAction(action.entry), waitlists, room_id, actor, now)
            run(waitlists, command, now=milliseconds(now))
            refuse_undo_at_tables(command, waitlists, room_id)
        except Refusal:
            continue
        return action
    return None
