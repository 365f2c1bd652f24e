"""Decides lineup commands: a command becomes events and a new lineup, or is refused as a whole."""

import msgspec

from lineup.rules import commands as c
from lineup.rules import events as e
from lineup.rules.evolve import evolve
from lineup.rules.state import MOST_TABLES, DealerBox, Lineup, LineupPolicy, OnDutyDealer, downs_of
from poker.handlers import DecideOn
from poker.logs.outcome import Draft, Outcome
from poker.refusal import Refusal

MOST_ON_DUTY = 1000


class _Draft(Draft[Lineup, e.LineupEvent]):
    """The lineup while a command is being decided."""

    def find(self, key: str) -> OnDutyDealer:
        """Return a dealer on duty. Raises `Refusal`: `not_on_duty`."""
        dealer = self.state.find(key)
        if dealer is None:
            raise Refusal("not_on_duty", "", key=key)
        return dealer


def run(dealers: Lineup, command: c.LineupCommand, *, now: int) -> Outcome[Lineup, e.LineupEvent]:
    """Return the events of a command and the lineup after them. `now` is in Unix milliseconds.

    Raises `Refusal`, and then nothing has changed.
    """
    draft = _Draft(dealers, evolve)
    _DECIDE[type(command)](draft, command, now)
    return draft.outcome()


def _policy(draft: _Draft, command: c.SetPolicy, now: int) -> None:
    lineup_policy = msgspec.convert(msgspec.to_builtins(command.policy), LineupPolicy)
    if lineup_policy != draft.state.policy:
        draft.record(e.PolicySet(lineup_policy))


def _clock_in(draft: _Draft, command: c.ClockIn, now: int) -> None:
    """Clock a dealer in once. Raises `Refusal`: `on_duty`, `duty_full`."""
    dealer = draft.state.find(command.key)
    if dealer is not None:
        raise Refusal("on_duty", "", name=dealer.name)
    if len(draft.state.duty) >= MOST_ON_DUTY:
        raise Refusal("duty_full", "", most=MOST_ON_DUTY)
    draft.record(e.ClockedIn(command.key, command.name, now))


def _clock_out(draft: _Draft, command: c.ClockOut, now: int) -> None:
    dealer = _find_outside_box(draft, command.key)
    draft.record(e.ClockedOut(dealer.key, now))


def _begin_break(draft: _Draft, command: c.BeginBreak, now: int) -> None:
    dealer = _find_outside_box(draft, command.key)
    if dealer.until:
        raise Refusal("on_break", "", name=dealer.name)
    _clear_assignments(draft, dealer.key)
    draft.record(e.BreakBegan(dealer.key, now, now + draft.state.policy.rest))


def _aside(draft: _Draft, command: c.LeaveRotation, now: int) -> None:
    dealer = _find_outside_box(draft, command.key)
    if dealer.aside:
        raise Refusal("aside_already", "", name=dealer.name)
    reason = _why(command.reason)
    _clear_assignments(draft, dealer.key)
    draft.record(e.LeftRotation(dealer.key, now, reason))


def _return(draft: _Draft, command: c.RejoinRotation, now: int) -> None:
    """Make a dealer available. An absence as long as a break counts as a rest, even out of the rotation."""
    dealer = draft.find(command.key)
    if not dealer.until and not dealer.aside:
        raise Refusal("not_away", "", name=dealer.name)
    draft.record(
        e.RejoinedRotation(dealer.key, now, rested=now - dealer.at >= draft.state.policy.rest)
    )


def _assign(draft: _Draft, command: c.AssignNext, now: int) -> None:
    """Assign another dealer to a box, with a reason. An assignment elsewhere moves to this box."""
    box = _box(draft, command.table)
    assignment = draft.state.assignment_at(box.table)
    if command.out not in (None, box.dealer) or command.named not in (
        None,
        assignment.key if assignment else "",
    ):
        raise Refusal("box_moved_on", "", table=box.table)
    if not command.key:
        if assignment is not None:
            draft.record(e.NextCleared(box.table))
        return
    dealer = draft.find(command.key)
    if dealer.table == box.table:
        raise Refusal("deals_there", "", name=dealer.name, table=box.table)
    if dealer.aside:
        raise Refusal("stands_aside", "", name=dealer.name)
    instead = assignment.key if assignment else ""
    draft.record(e.NextAssigned(box.table, dealer.key, _why(command.reason), instead))


def _section(draft: _Draft, command: c.SetSection, now: int) -> None:
    """Set a section. More open tables than the room's limit cause a warning; more than ten are refused."""
    tables = tuple(dict.fromkeys(command.tables))
    open_ = draft.state.open_of(tables)
    if open_ > MOST_TABLES:
        raise Refusal("section_too_large", "", name=command.name, tables=open_, most=MOST_TABLES)
    section = draft.state.section(command.key)
    before = section.tables if section else ()
    if command.before is not None and set(command.before) != set(before):
        raise Refusal("section_moved_on", "", name=command.name)
    if before != tables:
        draft.record(e.SectionSet(command.key, command.name, tables, open_))


def _follow(draft: _Draft, command: c.SyncTable, now: int) -> None:
    """Update the box from its table. A push that was already synced is skipped."""
    box = draft.state.box(command.table)
    if not command.is_open:
        if box is not None:
            _closing(draft, box, now)
        return
    if box is None and command.opened and command.key:
        _reopened(draft, command, now)
        return
    if box is None:
        draft.record(e.BoxOpened(command.table, now))
        box = DealerBox(command.table, now)
    if command.key:
        _pushed(draft, command, box)
    elif box.whose:
        out = _sits(draft, box)
        draft.record(e.BoxEmptied(box.table, now))
        _clock_out_supervisor(draft, out, now)


def _reopened(draft: _Draft, command: c.SyncTable, now: int) -> None:
    """Put the last dealer of a reopened table back into its box, if they are on duty and available."""
    draft.record(e.BoxOpened(command.table, now, command.key, command.since))
    dealer = draft.state.find(command.key)
    if dealer is not None and dealer.is_free:
        rested = now - dealer.at >= draft.state.policy.rest
        draft.record(e.BoxTaken(command.table, dealer.key, now, 0 if rested else dealer.downs))


def _closing(draft: _Draft, box: DealerBox, now: int) -> None:
    out = _sits(draft, box)
    draft.record(e.BoxClosed(box.table, now))
    _clock_out_supervisor(draft, out, now)


def _pushed(draft: _Draft, command: c.SyncTable, box: DealerBox) -> None:
    if (box.whose, box.pushed) == (command.key, command.since):
        return
    if box.dealer == command.key and command.since <= box.since:
        return  # the dealer has clocked in again, which is not a push at the table
    out = _sits(draft, box)
    dealer = draft.state.find(command.key)
    if dealer is None:
        draft.record(
            e.ClockedIn(command.key, command.name, command.since, command.rotates, command.table)
        )
        dealer = draft.find(command.key)
    elif dealer.table and dealer.table != command.table and dealer.at > command.since:
        return  # the dealer now deals elsewhere
    downs = _downs(dealer, command, draft.state.policy)
    draft.record(e.BoxTaken(command.table, command.key, command.since, downs))
    if out is not None and out.key != command.key:
        _clock_out_supervisor(draft, out, command.since)


def _downs(dealer: OnDutyDealer, command: c.SyncTable, policy: LineupPolicy) -> int:
    """Return a dealer's downs on entering a box: 0 after a rest, unchanged if a table's log was rolled back."""
    if dealer.table:  # directly from another box
        return dealer.downs + downs_of(command.since - dealer.at, policy)
    if dealer.last == command.table and command.since < dealer.at:
        return max(0, dealer.downs - downs_of(dealer.at - command.since, policy))
    return 0 if command.since - dealer.at >= policy.rest else dealer.downs


def _sits(draft: _Draft, box: DealerBox) -> OnDutyDealer | None:
    return draft.state.find(box.dealer) if box.dealer else None


def _clock_out_supervisor(draft: _Draft, out: OnDutyDealer | None, now: int) -> None:
    """Clock out a supervisor who filled a box, because they are not in the rotation."""
    if out is not None and not out.rotates:
        draft.record(e.ClockedOut(out.key, now))


def _find_outside_box(draft: _Draft, key: str) -> OnDutyDealer:
    """Return a dealer on duty who is not in a box. Raises `Refusal`: `not_on_duty`, `deals_now`."""
    dealer = draft.find(key)
    if dealer.table:
        raise Refusal("deals_now", "", name=dealer.name, table=dealer.table)
    return dealer


def _clear_assignments(draft: _Draft, key: str) -> None:
    """Clear the assignments of a dealer who leaves, so that the suggestion applies again."""
    for assignment in draft.state.assigned:
        if assignment.key == key:
            draft.record(e.NextCleared(assignment.table))


def _box(draft: _Draft, table: str) -> DealerBox:
    box = draft.state.box(table)
    if box is None:
        raise Refusal("no_box", "", table=table)
    return box


def _why(reason: str) -> str:
    if not reason.strip():
        raise Refusal("reason_missing", "", command="dealers")
    return reason.strip()


def _rename(draft: _Draft, command: c.RenameTable, now: int) -> None:
    draft.record(e.TableRenamed(command.table, command.to))


_DECIDE: dict[type[c.LineupCommand], DecideOn[_Draft]] = {
    c.SetPolicy: _policy,
    c.ClockIn: _clock_in,
    c.ClockOut: _clock_out,
    c.BeginBreak: _begin_break,
    c.LeaveRotation: _aside,
    c.RejoinRotation: _return,
    c.AssignNext: _assign,
    c.SetSection: _section,
    c.SyncTable: _follow,
    c.RenameTable: _rename,
}
