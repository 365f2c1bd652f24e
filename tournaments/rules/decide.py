"""Decides tournament commands: a command becomes events and a new state, or is refused as a whole."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from poker.logs.outcome import Outcome
from poker.refusal import Refusal
from tournaments.rules import commands as c
from tournaments.rules import decide_entries as entries
from tournaments.rules import decide_money as money
from tournaments.rules import decide_penalties as penalties
from tournaments.rules import decide_play as play
from tournaments.rules import decide_seats as seats
from tournaments.rules import events as e
from tournaments.rules.draft import Draft
from tournaments.rules.plan import Plan
from tournaments.rules.plan_check import check_later_levels, check_plan
from tournaments.rules.state import Tournament

Decide = Callable[[Draft, Any], None]


def run(
    event: Tournament, command: c.TournamentCommand, *, now: int
) -> Outcome[Tournament, e.TournamentEvent]:
    """Return the events of a command and the state after them. `now` is in Unix milliseconds.

    Raises `Refusal`, and then nothing has changed.
    """
    draft = Draft(event, now)
    _DECIDE[type(command)](draft, command)
    return draft.outcome()


def _schedule(draft: Draft, command: c.ScheduleEvent) -> None:
    """Raises `Refusal`: `event_begun`, or as `check_plan` does."""
    event = draft.state
    if event.sold or event.status not in ("", "scheduled", "canceled"):
        raise Refusal("event_begun", "", event=event.plan.name)
    check_plan(command.plan)
    draft.record(e.EventScheduled(command.plan, command.starts_at))


def _cancel(draft: Draft, command: c.CancelEvent) -> None:
    """Raises `Refusal`: `cancel_reason`, `event_has_entries`, or as `Draft.check_open` does."""
    draft.check_open()
    event = draft.state
    reason = command.reason.strip()
    if not reason:
        raise Refusal("cancel_reason")
    if event.sold or event.status != "scheduled":
        raise Refusal("event_has_entries", "", event=event.plan.name)
    draft.record(e.EventCanceled(draft.now, reason))


def _change_levels(draft: Draft, command: c.ChangeLevels) -> None:
    """Raises `Refusal` as `check_later_levels` does."""
    draft.check_open()
    event = draft.state
    level = draft.reading.level if event.status == "running" else 0
    plan = command.plan
    check_later_levels(event.plan, plan, level)
    changed = _with_levels(event.plan, plan)
    if changed != event.plan:
        draft.record(e.LevelsChanged(changed))


def _with_levels(plan: Plan, other: Plan) -> Plan:
    return replace(plan, levels=other.levels, breaks=other.breaks)


_DECIDE: dict[type[c.TournamentCommand], Decide] = {
    c.ScheduleEvent: _schedule,
    c.CancelEvent: _cancel,
    c.ChangeLevels: _change_levels,
    c.AddTable: seats.add_table,
    c.RemoveTable: seats.remove_table,
    c.Enter: entries.enter,
    c.BringFlight: entries.bring_flight,
    c.SendStacks: money.send_stacks,
    c.Buy: entries.buy,
    c.VoidEntry: entries.void_entry,
    c.SeatAlternates: entries.seat_alternates,
    c.CloseRegistration: entries.close_registration,
    c.FixPool: entries.fix_pool,
    c.StartClock: play.start_clock,
    c.PauseClock: play.pause_clock,
    c.ShiftClock: play.shift_clock,
    c.MoveClock: play.move_clock,
    c.BeginLevel: play.begin_level,
    c.BustPlayer: play.bust,
    c.UndoBust: play.undo_bust,
    c.OrderMoves: seats.order_moves,
    c.ReleaseMove: seats.release_move,
    c.FinishMove: seats.finish_move,
    c.CancelMove: seats.cancel_move,
    c.BreakTable: seats.break_table,
    c.UndoBreak: seats.undo_break,
    c.Redraw: seats.redraw,
    c.WaiveStop: seats.waive_stop,
    c.BeginHandForHand: play.begin_hand_for_hand,
    c.FinishHand: play.finish_hand,
    c.EndHandForHand: play.end_hand_for_hand,
    c.ColorUp: play.color_up,
    c.Penalize: penalties.penalize,
    c.ServePenalty: penalties.serve_penalty,
    c.ReopenPenaltyHand: penalties.reopen_penalty_hand,
    c.EndPenalty: penalties.end_penalty,
    c.UndoPenalty: penalties.undo_penalty,
    c.CountStacks: play.count_stacks,
    c.AgreeDeal: money.agree_deal,
    c.UndoDeal: money.undo_deal,
    c.Pay: money.pay,
    c.HoldPayout: money.hold_payout,
    c.BagStack: money.bag_stack,
    c.VerifyBag: money.verify_bag,
    c.EndDay: money.end_day,
    c.BeginDay: seats.begin_day,
    c.CloseEvent: money.close,
}
