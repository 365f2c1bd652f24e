"""The log of a room's waitlists."""

from typing import TypeAlias

from journal.log import Attempt, Result
from tables.room_logs import RoomLog
from waitlist import paging, quoted_waits, resolve, undo
from waitlist.models import RoomWaitlistLog
from waitlist.rules import codec
from waitlist.rules.commands import UndoAction, WaitlistCommand
from waitlist.rules.decide import run
from waitlist.rules.events import PlayerCalled, PlayerPaged, WaitlistEvent
from waitlist.rules.evolve import evolve
from waitlist.rules.state import Waitlists
from waitlist.rules.view import WaitlistsView, view
from waitlist.stored_commands import StoredInWaitlists
from web import broadcast

WaitlistResult: TypeAlias = Result[Waitlists, WaitlistEvent, WaitlistsView]
PAGED = (PlayerCalled, PlayerPaged)


class WaitlistLog(RoomLog[Waitlists, WaitlistCommand, WaitlistEvent, WaitlistsView]):
    """The log of a room's waitlists."""

    model = RoomWaitlistLog

    def resolve(self, attempt: Attempt[WaitlistCommand], state: Waitlists) -> WaitlistCommand:
        """Return the command completed from the database: players, seats and waits. Raises `Refusal`.

        A command that stored its part at tables first is already resolved.
        """
        if attempt.part_of:
            return attempt.command
        command = attempt.command
        now = attempt.now
        room_id = self.room_id_of(attempt.stream)
        paging.refuse_unreachable(command, state)
        if isinstance(command, UndoAction):
            command = undo.resolve_undo(command, state, room_id, attempt.actor, now)
        resolved = resolve.resolve(command, state, room_id, now)
        return quoted_waits.with_quoted_wait(resolved, state, room_id, now)


WAITLIST = WaitlistLog(
    name="waitlist", prefix="lists.", codec=codec.WAITLIST, run=run, evolve=evolve, view=view
)


def lists_group(room_id: int) -> str:
    """Return the channel group of the screens of a room's waitlists."""
    return f"lists.{room_id}"


def load_waitlists(room_id: int) -> Waitlists:
    """Return the current waitlists of a room; empty ones if it never had any."""
    return WAITLIST.load(room_id)[1]


def games_with_names(room_id: int) -> set[str]:
    """Return the keys of the games for which players wait in a room."""
    lists = load_waitlists(room_id)
    return {
        waitlist.key for waitlist in lists.lists if waitlist.kind == "game" and waitlist.entries
    }


def waitlists_fingerprint(room_id: int) -> str:
    """Return the hash of the last entry of a room's waitlists; "" for an empty log."""
    row = RoomWaitlistLog.objects.filter(room_id=room_id)
    return str(row.values_list("stream__hash", flat=True).first() or "")


def queue_pages(stored: StoredInWaitlists) -> None:
    """Store the pages of the players whom a command called or paged again."""
    for event in stored.events:
        if isinstance(event, PAGED):
            paging.queue_page(stored.room_id, stored.state, event, stored.now)


def notify_screens(stored: StoredInWaitlists) -> None:
    """Notify the waitlists' screens. The message has entry numbers, so that a screen notices a gap."""
    message = {
        "type": "lists.changed",
        "prev": stored.prev,
        "seq": stored.seq,
        "change": f"{stored.stream_id}.{stored.seq}",
    }
    broadcast.send(lists_group(stored.room_id), message)
