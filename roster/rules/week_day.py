"""Decides what happens on the day: clock-ins, call-offs, no-shows, early outs."""

from poker.refusal import Refusal
from roster.rules import week_commands as c
from roster.rules import week_events as e
from roster.rules.people import MINUTE
from roster.rules.week_draft import WeekDraft
from roster.rules.week_state import Attendance, EarlyOut, Shift, Week

EARLIEST = 120 * MINUTE  # a clock-in this long before a shift still belongs to it
CALLED_OFF = "called_off"  # the reason of a request that ends with a call-off


def shift_to_clock(week: Week, dealer: str, now: int) -> Shift | None:
    """Return the published shift to which a clock-in belongs; None if it was not planned."""
    shifts = [
        shift
        for shift in week.published
        if shift.dealer == dealer
        and shift.start - EARLIEST <= now < shift.end
        and not _has_come(week, shift)
    ]
    return min(shifts, key=lambda shift: shift.start, default=None)


def _has_come(week: Week, shift: Shift) -> bool:
    attendance = week.attendance_of(shift.id)
    return (
        attendance is not None and attendance.dealer == shift.dealer and bool(attendance.clocked_in)
    )


def _is_worked(week: Week, shift: Shift) -> bool:
    """Return whether the former dealer of a shift is still on duty."""
    attendance = week.attendance_of(shift.id)
    return attendance is not None and bool(attendance.clocked_in) and not attendance.clocked_out


def open_attendance(week: Week, dealer: str) -> Attendance | None:
    """Return the attendance of a dealer who is still clocked in, or None."""
    rows = [
        row
        for row in week.attendance
        if row.dealer == dealer and row.clocked_in and not row.clocked_out
    ]
    return max(rows, key=lambda row: row.clocked_in, default=None)


def clock_in(draft: WeekDraft, command: c.ClockIn, now: int) -> None:
    """Record when a dealer came. Without a planned shift, the attendance has a number of its own."""
    if open_attendance(draft.state, command.dealer) is not None:
        return
    shift = shift_to_clock(draft.state, command.dealer, now)
    is_free = shift is not None and not _is_worked(draft.state, shift)
    number = shift.id if shift and is_free else draft.state.shifts + 1
    draft.record(e.ClockedIn(number, command.dealer, now))


def clock_out(draft: WeekDraft, command: c.ClockOut, now: int) -> None:
    attendance = open_attendance(draft.state, command.dealer)
    if attendance is not None:
        draft.record(e.ClockedOut(attendance.shift, command.dealer, now))


def call_off(draft: WeekDraft, command: c.CallOff, now: int) -> None:
    """Open the shift of a dealer who can't come, or who goes home sick. One in a box is on duty until pushed out.

    Raises `Refusal`: `shift_gone`, `not_own_shift`, `shift_over`.
    """
    shift = draft.own_shift(command.shift, command.dealer)
    attendance = draft.state.attendance_of(shift.id)
    if shift.end <= now or (attendance is not None and attendance.clocked_out):
        raise Refusal("shift_over")
    draft.withdraw_requests((shift.id,), CALLED_OFF)
    draft.record(e.CalledOff(shift.id, command.dealer, command.reason.strip(), now))
    if _has_come(draft.state, shift) and not command.is_dealing:
        draft.record(e.ClockedOut(shift.id, command.dealer, now))
    draft.record(e.DealerAssigned(shift.id, "", command.dealer, "called_off"))


def mark_no_show(draft: WeekDraft, command: c.MarkNoShow, now: int) -> None:
    """Raises `Refusal`: `shift_gone`, `shift_is_open`, `has_clocked_in`, `no_show_early`."""
    shift = draft.shift(command.shift)
    if not shift.dealer:
        raise Refusal("shift_is_open")
    if _has_come(draft.state, shift):
        raise Refusal("has_clocked_in")
    if now < shift.start + command.grace * MINUTE:
        raise Refusal("no_show_early", "", minutes=command.grace)
    draft.withdraw_requests((shift.id,), CALLED_OFF)
    draft.record(e.NoShowMarked(shift.id, shift.dealer, now))
    draft.record(e.DealerAssigned(shift.id, "", shift.dealer, "no_show"))


def ask_early_out(draft: WeekDraft, command: c.AskEarlyOut, now: int) -> None:
    """Raises `Refusal`: `not_on_shift`, `early_out_twice`."""
    attendance = open_attendance(draft.state, command.dealer)
    if attendance is None:
        raise Refusal("not_on_shift")
    if any(
        row.dealer == command.dealer and row.status == "asked" for row in draft.state.early_outs
    ):
        raise Refusal("early_out_twice")
    row = EarlyOut(draft.state.outs + 1, command.dealer, attendance.shift, now)
    draft.record(e.EarlyOutAsked(row))


def withdraw_early_out(draft: WeekDraft, command: c.WithdrawEarlyOut, now: int) -> None:
    """Raises `Refusal`: `no_early_out`."""
    for row in draft.state.early_outs:
        if row.dealer == command.dealer and row.status == "asked":
            draft.record(e.EarlyOutWithdrawn(row.number))
            return
    raise Refusal("no_early_out")


def let_go(draft: WeekDraft, command: c.LetGo, now: int) -> None:
    """Raises `Refusal`: `no_early_out`, `early_out_order` for a dealer who is not the first, without a reason."""
    waiting = [row for row in draft.state.early_outs if row.status == "asked"]
    row = draft.state.early_out(command.number)
    if row is None or row not in waiting:
        raise Refusal("no_early_out")
    reason = command.reason.strip()
    if row != waiting[0] and not reason:
        raise Refusal("early_out_order", "", ahead=waiting.index(row))
    draft.record(e.DealerLetGo(row.number, row.shift, now, reason))
