"""Undo an action of the desk: its entries return to their old positions, or leave the list again."""

from collections.abc import Iterable

from msgspec.structs import asdict, replace

from poker.refusal import Refusal
from waitlist.rules import commands as c
from waitlist.rules import events as e
from waitlist.rules.draft import Draft
from waitlist.rules.state import UndoneChange, WaitlistEntry

ADDED = str(e.PlayerAdded.__struct_config__.tag)


def undo_action(draft: Draft, command: c.UndoAction, now: int) -> None:
    """Record the undo of an action.

    Raises `Refusal`: `no_such_list` if the list was closed since, `on_this_list` if the player was added again,
    `undo_changed` if the entry was changed since, `undo_called` for an added player who was called since,
    `seat_promised` if its seat belongs to another player.
    """
    for change in command.changes:
        _refuse_changed(draft, change)
        if change.act == ADDED:
            draft.record(e.AdditionUndone(number=change.before.number, entry=command.entry))
            if change.opened and not draft.waitlist(change.key).entries:
                draft.record(e.WaitlistClosed(change.key))
            continue
        entry = _as_before(draft, change.before, now)
        waitlist = draft.waitlist(change.key)
        position = change.at or waitlist.at(entry.number)
        others = sum(other.number != entry.number for other in waitlist.entries)
        draft.record(
            e.ActionUndone(
                key=change.key,
                waiting=entry,
                at=min(position, others + 1),
                act=change.act,
                entry=command.entry,
                waited=change.waited,
            )
        )
    if command.move is not None:
        draft.record(e.MoveUndone(**asdict(command.move), entry=command.entry))


def _refuse_changed(draft: Draft, change: UndoneChange) -> None:
    waitlist = draft.waitlist(change.key)
    before = change.before
    entry = waitlist.find(change.before.number)
    if change.act == ADDED and entry is not None and entry.table:
        raise Refusal("undo_called", "", name=entry.name, table=entry.table, seat=entry.seat)
    if entry != change.after:
        raise Refusal("undo_changed", "", name=before.name)
    if change.after is None and any(other.player == before.player for other in waitlist.entries):
        raise Refusal("on_this_list", "", name=before.name, title=waitlist.title)


def _as_before(draft: Draft, entry: WaitlistEntry, now: int) -> WaitlistEntry:
    """Return the entry as it was. A call whose time has run out since is not restored and does not count."""
    if entry.state == "waiting":
        return entry
    if entry.until and entry.until <= now:
        until = draft.state.policy.comes_until(entry)
        return replace(entry, state="waiting", table="", seat=0, until=until)
    draft.seat_free(entry.table, entry.seat, entry.number)
    return entry


def position_after(before: int, own: int, changes: Iterable[tuple[int, int, bool]]) -> int:
    """Return the position that an entry gets back after changes of other entries.

    before: its position before the action, from 1; own: its position after it, 0 if it left the waitlist. changes: for
    each change of another entry since, its position before and after, 0 for not on the waitlist, and whether an entry
    that came to the same position is ahead, because it was there first and an undo brought it back. Others stay behind.
    """
    position = before
    for left, to, is_ahead in changes:
        if left:
            position -= left - (0 < own < left) < position
            own -= left < own
        if to:
            target = to - (0 < own < to)
            position += target < position or (is_ahead and target == position)
            own += 0 < to <= own
    return position
