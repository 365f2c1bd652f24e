"""Decides commands about a week: a command becomes events, or is refused as a whole."""

from poker.handlers import DecideOn
from poker.logs.outcome import Outcome
from roster.rules import week_commands as c
from roster.rules import week_day, week_plan, week_requests
from roster.rules.week_draft import WeekDraft
from roster.rules.week_events import WeekEvent
from roster.rules.week_evolve import evolve
from roster.rules.week_state import Week


def run(week: Week, command: c.WeekCommand, *, now: int) -> Outcome[Week, WeekEvent]:
    """Return the events of a command and the week after them. `now` is in Unix milliseconds. Raises `Refusal`."""
    draft = WeekDraft(week, evolve)
    _DECIDE[type(command)](draft, command, now)
    return draft.outcome()


_DECIDE: dict[type[c.WeekCommand], DecideOn[WeekDraft]] = {
    c.OpenWeek: week_plan.open_week,
    c.SetNeed: week_plan.set_need,
    c.EditNeed: week_plan.edit_need,
    c.StartRun: week_plan.start_run,
    c.StoreRun: week_plan.store_run,
    c.PlaceShift: week_plan.place_shift,
    c.ChangeShift: week_plan.change_shift,
    c.RemoveShift: week_plan.remove_shift,
    c.ReleaseShift: week_plan.release_shift,
    c.Publish: week_plan.publish,
    c.GiveUp: week_requests.give_up,
    c.ProposeSwap: week_requests.propose_swap,
    c.TakeShift: week_requests.take_shift,
    c.DecideRequest: week_requests.decide_request,
    c.WithdrawRequest: week_requests.withdraw_request,
    c.CallOff: week_day.call_off,
    c.ClockIn: week_day.clock_in,
    c.ClockOut: week_day.clock_out,
    c.MarkNoShow: week_day.mark_no_show,
    c.AskEarlyOut: week_day.ask_early_out,
    c.WithdrawEarlyOut: week_day.withdraw_early_out,
    c.LetGo: week_day.let_go,
    c.RemoveDealer: week_requests.remove_dealer,
}
