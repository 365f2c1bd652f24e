"""UNDO at the desk: a person's own actions of the last ten minutes, at the waitlists and at the tables.

An undo reads the log: the entry before the action, its position, and the seats that were taken. An action is the result
of one command; adding a player to several lists is one action of several commands.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from msgspec.structs import replace

from journal.unix_time import milliseconds
from players.identity import keys_of
from players.roster import player_known
from poker import events as table_events
from poker.logs.codec import tag
from poker.refusal import Refusal
from poker.state import Transfer
from tables import table_log
from tables.models import Table
from waitlist import history
from waitlist.addition_ids import addition_id, opening_id
from waitlist.change_projection import UNDONE as UNDONE_END
from waitlist.history import LoggedEvent
from waitlist.models import RoomWaitlistLog, WaitlistChange
from waitlist.resolve import refuse_unless_open, require_player, table_named
from waitlist.rules import commands as c
from waitlist.rules import events as e
from waitlist.rules.evolve import entry_renamed, evolve
from waitlist.rules.state import UndoneChange, UndoneMove, Waitlist, WaitlistEntry, Waitlists
from waitlist.rules.undo import position_after

# Characters of a waitlist command's id at the tables, with space for a suffix per player.
MAX_ID_LENGTH = 56
UNDO_TIME = timedelta(minutes=10)
UNDO_MINUTES = int(UNDO_TIME.total_seconds()) // 60
# Events of one entry that can be undone.
UNDOABLE_EVENTS: tuple[type[e.WaitlistEvent], ...] = (
    e.PlayerAdded,
    e.PlayerArrived,
    e.PlayerCalled,
    e.SeatHeld,
    e.CallPassed,
    e.CallCanceled,
    e.PlayerSeated,
    e.PlayerRemoved,
    e.PositionChanged,
)
_UNDONE = (e.ActionUndone, e.AdditionUndone, e.MoveUndone)
_SEAT_EVENTS = (table_events.SeatTaken, table_events.SeatLeft, table_events.SeatChanged)


UNDOABLE = frozenset((*map(tag, UNDOABLE_EVENTS), tag(e.MustMoved)))
UNDONE = frozenset((tag(e.ActionUndone), tag(e.AdditionUndone), tag(e.MoveUndone)))


@dataclass(frozen=True, slots=True)
class SeatEvent:
    """One event of an action at a table."""

    table: Table
    seq: int
    event: table_events.Event


def resolve_undo(
    command: c.UndoAction, waitlists: Waitlists, room_id: int, actor: str, now: datetime
) -> c.UndoAction:
    """Return the command with the action as the log has it.

    Raises `Refusal`: `undo_unknown`, `undo_of_another`, `undo_not`, `undo_late`, `undo_already`, `on_this_list` if a
    player merged with the entry's player since is on the waitlist, `chair_taken` or `seat_locked` if a call would come
    back for such a seat, `undo_table_closed` if its table has closed, and `undo_seated` for an added player who was
    seated since.
    """
    lists_id = RoomWaitlistLog.objects.values_list("pk", flat=True).get(room=room_id)
    named = history.event_at(lists_id, command.entry)
    if named is None:
        raise Refusal("undo_unknown")
    entries = _events_of_action(lists_id, named)
    if named.actor != actor:
        raise Refusal("undo_of_another")
    if not {entry.name for entry in entries} <= UNDOABLE:
        raise Refusal("undo_not")
    if now - named.at > UNDO_TIME:
        minutes = int((now - named.at).total_seconds()) // 60
        raise Refusal("undo_late", "", minutes=minutes, most=UNDO_MINUTES)
    first = entries[0].seq
    if first in undone_actions(lists_id, since=first):
        raise Refusal("undo_already")
    return checked_undo(lists_id, entries, waitlists, room_id, now)


def checked_undo(
    lists_id: int, entries: list[LoggedEvent], waitlists: Waitlists, room_id: int, now: datetime
) -> c.UndoAction:
    """Return the command that undoes an action with these entries, as the log has it.

    Raises `Refusal`, as `resolve_undo`, for what happened since the action.
    """
    undo = undo_of(lists_id, entries)
    for change in undo.changes:
        _refuse_seated(lists_id, waitlists, change)
        _refuse_listed(waitlists, change)
        _refuse_lost_seat(room_id, change, now)
    return undo


def undo_of(lists_id: int, entries: list[LoggedEvent]) -> c.UndoAction:
    """Return the command that undoes an action with these entries, as the log has it."""
    changes, move = _what_to_undo(lists_id, entries)
    first = entries[0]
    return c.UndoAction(first.seq, first.command_id, changes, move)


def _events_of_action(lists_id: int, named: LoggedEvent) -> list[LoggedEvent]:
    """Return the events of the action of an event. An addition includes the events of each of its lists."""
    if not isinstance(named.event, e.PlayerAdded):
        return history.events_of_command(lists_id, named.command_id)
    since = history.events_of_actor(lists_id, named.actor, named.at)
    for entries in events_by_action(entry for entry in since if entry.at == named.at):
        if any(entry.seq == named.seq for entry in entries):
            return entries
    return [named]


def events_by_action(events: Iterable[LoggedEvent]) -> list[list[LoggedEvent]]:
    """Return a person's events by action, in the order in which the actions began."""
    actions: dict[str, list[LoggedEvent]] = {}
    for entry in events:
        actions.setdefault(_first_command(entry, actions), []).append(entry)
    return list(actions.values())


def _first_command(entry: LoggedEvent, actions: dict[str, list[LoggedEvent]]) -> str:
    """Return the id of the first command of an event's action, which is one of `actions` or the event's own."""
    event = entry.event
    if isinstance(event, e.PlayerAdded):
        for command_id, entries in actions.items():
            if entries[0].at == entry.at and entry.command_id == addition_id(command_id, event.key):
                return command_id
    return entry.command_id


def _what_to_undo(
    lists_id: int, entries: list[LoggedEvent]
) -> tuple[tuple[UndoneChange, ...], UndoneMove | None]:
    """Return the changes that undo these events, the last first, under the present names of tables and players."""
    renames = history.renames_since(lists_id, entries[0].seq)
    changes = []
    move = None
    for entry in reversed(entries):
        event = entry.event
        if isinstance(event, e.MustMoved):
            fields = ("key", "player", "name", "table", "seat", "to_table", "to_seat")
            move = UndoneMove(**{name: getattr(event, name) for name in fields})
            for old, new in renames:
                move = _move_renamed(move, old, new)
            move = replace(move, name=_present_alias(move.player, move.name))
        else:
            change = _undone_change(lists_id, entry)
            if isinstance(event, e.PlayerAdded):
                opening = opening_id(entries[0].command_id, event.key)
                opened = bool(history.events_of_command(lists_id, opening))
                change = replace(change, opened=opened)
            for old, new in renames:
                change = _change_renamed(change, old, new)
            changes.append(_with_present_alias(change))
    return tuple(changes), move


def _move_renamed(move: UndoneMove, table: str, to: str) -> UndoneMove:
    names = {name: to for name in ("table", "to_table") if getattr(move, name) == table}
    return replace(move, **names)


def _change_renamed(change: UndoneChange, table: str, to: str) -> UndoneChange:
    after = change.after and entry_renamed(change.after, table, to)
    return replace(change, before=entry_renamed(change.before, table, to), after=after)


def _with_present_alias(change: UndoneChange) -> UndoneChange:
    name = _present_alias(change.before.player, change.before.name)
    after = change.after and replace(change.after, name=name)
    return replace(change, before=replace(change.before, name=name), after=after)


def _present_alias(key: str, name: str) -> str:
    """Return the alias that a player has now; the logged one if no player has the key."""
    player = player_known(key)
    return player.alias if player else name


def undone_actions(lists_id: int, *, since: int) -> set[int]:
    """Return the first entries of the actions that were undone after an entry."""
    entries = history.events_named(lists_id, UNDONE, since)
    return {entry.event.entry for entry in entries if isinstance(entry.event, _UNDONE)}


def _refuse_seated(lists_id: int, waitlists: Waitlists, change: UndoneChange) -> None:
    """Refuse to undo adding a player who has left the list for a seat since."""
    number = change.before.number
    if change.act != tag(e.PlayerAdded) or waitlists.holding(number):
        return
    rows = WaitlistChange.objects.filter(lists=lists_id, number=number).order_by("-seq")
    last = rows.first()
    if last is not None and last.event == tag(e.PlayerSeated):
        raise Refusal("undo_seated", "", name=last.name, table=last.table, seat=last.seat)


def _refuse_listed(waitlists: Waitlists, change: UndoneChange) -> None:
    """Refuse to put a player back on a waitlist that has the same player under another key, after a merge."""
    waitlist = waitlists.waitlist(change.key)
    player = player_known(change.before.player)
    if change.after is not None or waitlist is None or player is None:
        return
    keys = keys_of(player)
    if any(entry.player in keys for entry in waitlist.entries):
        raise Refusal("on_this_list", "", name=change.before.name, title=waitlist.title)


def _refuse_lost_seat(room_id: int, change: UndoneChange, now: datetime) -> None:
    """Refuse to bring back a call whose table was closed since, or whose seat was taken or locked up."""
    entry = change.before
    is_over = bool(entry.until) and entry.until <= milliseconds(now)
    if entry.state == "waiting" or is_over or change.act == tag(e.PlayerSeated):
        return
    table = table_named(room_id, entry.table)
    if not table.is_open:
        raise Refusal("undo_table_closed", "", name=entry.name, table=table.name)
    refuse_unless_open(table, entry.seat, require_player(entry.player), now)


def _undone_change(lists_id: int, entry: LoggedEvent) -> UndoneChange:
    if isinstance(entry.event, e.PlayerAdded):
        added = entry.event.waiting
        return UndoneChange(act=entry.name, key=entry.event.key, before=added, after=added)
    number = int(getattr(entry.event, "number", 0))
    rows = WaitlistChange.objects.filter(lists=lists_id, number=number)
    row = rows.get(seq=entry.seq)
    seqs = list(rows.filter(seq__lte=entry.seq).order_by("seq").values_list("seq", flat=True))
    before, after = _entry_around(lists_id, row, seqs)
    at = 0
    if row.before != row.to:
        others = WaitlistChange.objects.filter(lists=lists_id, key=row.key, seq__gt=entry.seq)
        rows_since = others.exclude(number=number).order_by("seq", "number")
        moved = (
            (change.before, change.to, change.event.endswith(UNDONE_END) and change.number < number)
            for change in rows_since
        )
        at = position_after(row.before, row.to, moved)
    return UndoneChange(
        act=row.event, key=row.key, before=before, after=after, at=at, waited=row.waited
    )


def _entry_around(
    lists_id: int, row: WaitlistChange, seqs: list[int]
) -> tuple[WaitlistEntry, WaitlistEntry | None]:
    """Return a waitlist entry before and after the last of its changes, rebuilt from all of them."""
    waitlists = before = Waitlists(lists=(Waitlist(row.key, row.title),))
    for entry in history.events_at(lists_id, seqs):
        before = waitlists
        waitlists = evolve(waitlists, entry.event)
    waitlist = before.holding(row.number)
    left = waitlists.holding(row.number)
    entry_before = waitlist.find(row.number) if waitlist else None
    assert entry_before is not None
    return entry_before, left.find(row.number) if left else None


def seat_events(room_id: int, command_id: str) -> list[SeatEvent]:
    """Return what a command did to the seats of a room's tables."""
    id_ = command_id[:MAX_ID_LENGTH]
    rows = table_log.events_of_command(room_id, id_, _SEAT_EVENTS)
    tables = Table.objects.in_bulk([table_id for table_id, _, _ in rows])
    return [SeatEvent(tables[table_id], seq, event) for table_id, seq, event in rows]


def move_reason(command: c.UndoAction) -> Transfer:
    return "must_move" if command.move is not None else "related"
