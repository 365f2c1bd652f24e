"""Decide waitlist commands: a command becomes events and the next waitlists, or is refused as a whole."""

from poker.handlers import DecideOn
from poker.logs.outcome import Outcome
from poker.refusal import Refusal
from waitlist.rules import commands as c
from waitlist.rules import events as e
from waitlist.rules import must_move
from waitlist.rules.draft import Draft, why
from waitlist.rules.state import CHANGES, Waitlist, WaitlistEntry, Waitlists
from waitlist.rules.undo import undo_action

MINUTE = 60_000
MOST_NAMES = 2000  # on one waitlist


def run(
    waitlists: Waitlists, command: c.WaitlistCommand, *, now: int
) -> Outcome[Waitlists, e.WaitlistEvent]:
    """Execute a command. `now`: Unix milliseconds. Raises `Refusal`, in which case nothing has happened."""
    draft = Draft(waitlists)
    _DECIDE[type(command)](draft, command, now)
    return draft.outcome()


def _policy(draft: Draft, command: c.SetPolicy, now: int) -> None:
    if command.policy != draft.state.policy:
        draft.record(e.PolicySet(command.policy))


def _open(draft: Draft, command: c.OpenWaitlist, now: int) -> None:
    waitlist = draft.state.waitlist(command.key)
    message = (command.key, command.title, command.kind, command.wants, command.of)
    if (
        waitlist is None
        or (waitlist.key, waitlist.title, waitlist.kind, waitlist.wants, waitlist.of) != message
    ):
        draft.record(e.WaitlistOpened(*message))


def _close(draft: Draft, command: c.CloseWaitlist, now: int) -> None:
    waitlist = draft.waitlist(command.key)
    if waitlist.entries and not command.reason.strip():
        raise Refusal("list_has_names", "", title=waitlist.title, names=len(waitlist.entries))
    draft.record(e.WaitlistClosed(command.key, len(waitlist.entries), command.reason.strip()))


def _add(draft: Draft, command: c.AddPlayer, now: int) -> None:
    """Add an entry at the end or, if the policy favors locals, before all non-locals. A player is on a list once."""
    waitlist = draft.waitlist(command.key)
    policy = draft.state.policy
    if any(entry.player == command.player for entry in waitlist.entries):
        raise Refusal("on_this_list", "", name=command.name, title=waitlist.title)
    waits = sum(other.kind not in CHANGES for other, _ in draft.state.of(command.player))
    if waits >= policy.most_lists and waitlist.kind not in CHANGES:
        raise Refusal("too_many_lists", "", name=command.name, lists=waits)
    if len(waitlist.entries) >= MOST_NAMES:
        raise Refusal("list_full", "", title=waitlist.title, names=MOST_NAMES)
    waiting = WaitlistEntry(
        number=draft.state.next,
        player=command.player,
        name=command.name,
        since=now,
        here=command.here,
        until=0 if command.here else now + policy.call_in_minutes * MINUTE,
        local=command.local,
        token=command.token,
        wish=command.wish,
        quoted_wait=command.quoted_wait,
        quoted_error=command.quoted_error,
    )
    draft.record(e.PlayerAdded(command.key, waiting, _end(waitlist, waiting, policy.locals_first)))


def _end(waitlist: Waitlist, waiting: WaitlistEntry, locals_first: bool) -> int:
    """Return the position of a new entry, from 1: at the end, or after the last local."""
    if locals_first and waiting.local:
        return next(
            (i for i, entry in enumerate(waitlist.entries, 1) if not entry.local),
            len(waitlist.entries) + 1,
        )
    return len(waitlist.entries) + 1


def _arrive(draft: Draft, command: c.MarkArrived, now: int) -> None:
    _, entry = draft.find(command.number)
    if not entry.here:
        until = (
            entry.until if entry.state == "called" else 0
        )  # the clock of the player's call keeps running
        draft.record(e.PlayerArrived(command.number, until))


def _call(draft: Draft, command: c.CallPlayer, now: int) -> None:
    """Call the first available player, or another with a reason.

    Raises `Refusal`: `seat_promised`, `out_of_order`, `others_first`.
    """
    waitlist, entry = draft.find(command.number)
    if entry.state != "waiting":
        raise Refusal("called_already", "", name=entry.name, table=entry.table, seat=entry.seat)
    draft.seat_free(command.table, command.seat, command.number)
    ahead = _in_turn(waitlist, entry, command)
    until = now + draft.state.policy.call_minutes * MINUTE
    reason = command.reason.strip() if ahead else ""
    draft.record(e.PlayerCalled(command.number, command.table, command.seat, until, ahead, reason))


def _in_turn(
    waitlist: Waitlist, entry: WaitlistEntry, command: c.CallPlayer | c.ConfirmSeated
) -> int:
    """Return how many entries are passed over. Raises `Refusal` if there are any and no reason.

    Priority in a change depends on the seat.
    """
    own = entry.state == "waiting" and waitlist.kind not in CHANGES
    ahead = _ahead(waitlist, entry.number) if own else 0
    first = command.before if entry.state == "waiting" else ()
    if not command.reason.strip():
        if first:
            raise Refusal("others_first", "", name=entry.name, first=first[0], ahead=len(first))
        if ahead:
            raise Refusal("out_of_order", "", name=entry.name, ahead=ahead)
    return ahead + len(first)


def _ahead(waitlist: Waitlist, number: int) -> int:
    """Return the number of earlier entries that are present and were not called."""
    before = waitlist.entries[: waitlist.at(number) - 1]
    return sum(1 for entry in before if entry.here and entry.state == "waiting")


def _hold(draft: Draft, command: c.HoldSeat, now: int) -> None:
    _, entry = draft.find(command.number)
    if entry.state != "called":
        raise Refusal("not_called", "", name=entry.name)
    draft.record(e.SeatHeld(command.number, now + draft.state.policy.hold_minutes * MINUTE))


def _seated(draft: Draft, command: c.ConfirmSeated, now: int) -> None:
    """Seat the player, even one who was not called; out of order only with a reason."""
    waitlist, entry = draft.find(command.number)
    draft.seat_free(command.table, command.seat, command.number)
    ahead = _in_turn(waitlist, entry, command)
    draft.record(
        e.PlayerSeated(
            command.number,
            command.table,
            command.seat,
            max(now - entry.since, 0),
            ahead,
            command.reason.strip() if ahead else "",
        )
    )
    if command.origin and waitlist.kind == "table_change":
        must_move.remove_seat_changes(draft, entry.player, command.origin, "moved to another table")


def _sat_down(draft: Draft, command: c.RecordSeated, now: int) -> None:
    """Record that a player was seated at the table, not by the desk, and how many were ahead."""
    waitlist, entry = draft.find(command.number)
    ahead = 0 if entry.state != "waiting" else _ahead(waitlist, entry.number)
    waited = max(now - entry.since, 0)
    draft.record(
        e.PlayerSeated(
            command.number, command.table, command.seat, waited, ahead, "seated at the table"
        )
    )


def _page(draft: Draft, command: c.PageAgain, now: int) -> None:
    _, entry = draft.find(command.number)
    if entry.state == "waiting":
        raise Refusal("not_called", "", name=entry.name)
    draft.record(e.PlayerPaged(command.number))


def _pass(draft: Draft, command: c.PassCall, now: int) -> None:
    _, entry = draft.find(command.number)
    if entry.state == "waiting":
        raise Refusal("not_called", "", name=entry.name)
    _let_go(draft, entry, lapsed=False)


def _let_go(draft: Draft, entry: WaitlistEntry, *, lapsed: bool) -> None:
    """Pass a call: the player keeps the position as often as the policy allows."""
    left = draft.state.policy.passes - entry.passed - 1
    if left >= 0:
        until = draft.state.policy.comes_until(entry)
        draft.record(e.CallPassed(entry.number, left, lapsed=lapsed, until=until))
        return
    why = "no answer to the call" if lapsed else "too many passes"
    draft.record(e.PlayerRemoved(entry.number, why, lapsed=lapsed))


def _take_back(draft: Draft, command: c.CancelCall, now: int) -> None:
    """Cancel a call. A tap on the wrong name costs the player nothing."""
    _, entry = draft.find(command.number)
    if entry.state == "waiting":
        raise Refusal("not_called", "", name=entry.name)
    until = draft.state.policy.comes_until(entry)
    draft.record(e.CallCanceled(entry.number, why(command.reason), until))


def _off(draft: Draft, command: c.RemovePlayer, now: int) -> None:
    draft.find(command.number)
    draft.record(e.PlayerRemoved(command.number, why(command.reason)))


def _move(draft: Draft, command: c.ChangePosition, now: int) -> None:
    waitlist, entry = draft.find(command.number)
    reason = why(command.reason)
    to = min(command.to, len(waitlist.entries))
    before = waitlist.at(entry.number)
    if to != before:
        draft.record(e.PositionChanged(entry.number, before, to, reason))


def _lapse(draft: Draft, command: c.ExpireDue, now: int) -> None:
    """Pass unanswered calls; remove held seats that were not taken and call-ins that did not arrive."""
    for waitlist in draft.state.lists:
        for entry in waitlist.entries:
            if not entry.until or entry.until > now:
                continue
            if entry.state == "called":
                _let_go(draft, entry, lapsed=True)
            else:
                why = (
                    "didn't reach the seat in time"
                    if entry.state == "held"
                    else "didn't arrive in time"
                )
                draft.record(e.PlayerRemoved(entry.number, why, lapsed=True))


def _rename(draft: Draft, command: c.RenameTable, now: int) -> None:
    draft.record(e.TableRenamed(command.table, command.to))


def _rename_player(draft: Draft, command: c.RenamePlayer, now: int) -> None:
    names = {entry.name for _, entry in draft.state.of(command.player)}
    for chain in draft.state.chains:
        moves = (move for move in chain.declined if move.player == command.player)
        names |= {move.name for move in moves}
    if names - {command.name}:
        draft.record(e.PlayerRenamed(command.player, command.name))


_DECIDE: dict[type[c.WaitlistCommand], DecideOn[Draft]] = {
    c.SetPolicy: _policy,
    c.OpenWaitlist: _open,
    c.CloseWaitlist: _close,
    c.AddPlayer: _add,
    c.MarkArrived: _arrive,
    c.CallPlayer: _call,
    c.HoldSeat: _hold,
    c.ConfirmSeated: _seated,
    c.PageAgain: _page,
    c.PassCall: _pass,
    c.CancelCall: _take_back,
    c.RemovePlayer: _off,
    c.ChangePosition: _move,
    c.ExpireDue: _lapse,
    c.RecordSeated: _sat_down,
    c.UndoAction: undo_action,
    c.RenameTable: _rename,
    c.RenamePlayer: _rename_player,
    **must_move.MOVES,
}
