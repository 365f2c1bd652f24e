"""What the room adds to a command about tokes: days, hours, earlier splits, what the counter may do."""

from collections.abc import Callable
from datetime import date
from typing import Any

from msgspec.structs import replace

from drop.boxes import room_chips, tables_of
from journal.log import Attempt
from poker.refusal import Refusal
from promotions.gaming_days import gaming_day
from roster.models import TokeBox, TokeSplit
from roster.rules import toke_commands as c
from roster.rules.toke_state import TokePolicy, Tokes
from roster.toke_chains import chain_of, counted_box
from roster.toke_facts import event_weights, weights_of, work_of
from roster.toke_payroll import rows_of
from roster.toke_periods import Period, pay_period, paying_period, pool_period
from staff.keys import staff_of
from staff.models import Room
from staff.permissions import may
from tournaments.actions import load_tournament
from tournaments.models import ScheduledEvent

YEARS = range(2000, 2200)


def resolved(room: Room, state: Tokes, attempt: Attempt[c.TokeCommand]) -> c.TokeCommand:
    """Return a command with what only the room knows.

    Raises `Refusal`: `bad_day`, `unknown_table`, `unknown_dealer`, `no_toke_event`, `toke_event_running`,
    `no_toke_split`.
    """
    return _RESOLVE[type(attempt.command)](room, state, attempt.command, attempt)


def _policy(
    room: Room, state: Tokes, command: c.SetPolicy, attempt: Attempt[c.TokeCommand]
) -> c.SetPolicy:
    _day(command.pay_from)
    return command


def _corrected(
    room: Room, state: Tokes, command: c.CorrectBox, attempt: Attempt[c.TokeCommand]
) -> c.CorrectBox:
    box = None if state.box(command.box) else counted_box(room.pk, command.box)
    chain = chain_of(room.pk, box) if box and box.split else None
    return replace(command, counted=box, chain=chain, by=attempt.actor)


def _proposed(
    room: Room, state: Tokes, command: c.ProposeSplit, attempt: Attempt[c.TokeCommand]
) -> c.ProposeSplit:
    period = pool_period(state.policy, _day(command.day), state.paid_through)
    return replace(
        command,
        **_days(period),
        today=gaming_day(room, attempt.now),
        weights=weights_of(room, state.policy, period, attempt.now),
        by=attempt.actor,
    )


def _event_proposed(
    room: Room, state: Tokes, command: c.ProposeEventSplit, attempt: Attempt[c.TokeCommand]
) -> c.ProposeEventSplit:
    box = state.box(command.box)
    is_event = box is not None and box.source == "event"
    weights = event_weights(_event(room, box.ref), attempt.now) if box and is_event else ()
    return replace(command, weights=weights, by=attempt.actor)


def _approved(
    room: Room, state: Tokes, command: c.ApproveSplit, attempt: Attempt[c.TokeCommand]
) -> c.ApproveSplit:
    split = state.split(command.number)
    if split is None:
        raise Refusal("no_toke_split", "", number=command.number)
    last = date.fromisoformat(split.last)
    period = paying_period(state.policy, last, state.paid_through)
    return replace(command, **_days(period), by=attempt.actor)


def _withdrawn(
    room: Room, state: Tokes, command: c.WithdrawSplit, attempt: Attempt[c.TokeCommand]
) -> c.WithdrawSplit:
    return replace(command, by=attempt.actor)


def _closed(
    room: Room, state: Tokes, command: c.ClosePayroll, attempt: Attempt[c.TokeCommand]
) -> c.ClosePayroll:
    period = pay_period(state.policy, _day(command.day), state.paid_through)
    return replace(
        command,
        **_days(period),
        today=gaming_day(room, attempt.now),
        due=_due(room, state.policy, state.paid_through),
        rows=rows_of(room, state, period, attempt.now),
        by=attempt.actor,
    )


def _days(period: Period) -> dict[str, str]:
    return {"first": period.first.isoformat(), "last": period.last.isoformat()}


def _day(text: str) -> date:
    """Return a day of the calendar. Raises `Refusal`: `bad_day`, also for a year that no room has seen."""
    try:
        day = date.fromisoformat(text)
    except ValueError:
        raise Refusal("bad_day", "", text=text) from None
    if day.year not in YEARS:
        raise Refusal("bad_day", "", text=text)
    return day


def _pulled(
    room: Room, state: Tokes, command: c.PullBoxes, attempt: Attempt[c.TokeCommand]
) -> c.PullBoxes:
    pickups = tuple(
        replace(pickup, title=_title(room, pickup.source, pickup.ref)) for pickup in command.pickups
    )
    return replace(
        command,
        pickups=pickups,
        day=gaming_day(room, attempt.now),
        chips=tuple(room_chips(room)),
        by=attempt.actor,
    )


def _title(room: Room, source: str, ref: str) -> str:
    """Return the name of what a box is pulled from. Raises `Refusal`: `unknown_table`, `unknown_dealer`."""
    if source == "pool":
        return "Pool"
    if source == "table":
        if not tables_of(room).filter(name=ref).exists():
            raise Refusal("unknown_table", "", table=ref)
        return ref
    staff = staff_of(ref)
    if staff is None:
        raise Refusal("unknown_dealer", "", key=ref)
    return staff.alias


def _counted(
    room: Room, state: Tokes, command: c.CountBox, attempt: Attempt[c.TokeCommand]
) -> c.CountBox:
    """Add who counts. Raises `Refusal`: `unknown_dealer`."""
    staff = staff_of(attempt.actor)
    if staff is None:
        raise Refusal("unknown_dealer", "", key=attempt.actor)
    return replace(
        command,
        by=attempt.actor,
        name=staff.alias,
        supervises=staff.supervises,
        manages=may(staff, "roster.split_tokes"),
    )


def _event(room: Room, ref: str) -> ScheduledEvent:
    """Return an event of a room. Raises `Refusal`: `no_toke_event`."""
    event = ScheduledEvent.objects.filter(room=room, pk=int(ref)).first() if ref.isdigit() else None
    if event is None:
        raise Refusal("no_toke_event")
    return event


def _withheld(
    room: Room, state: Tokes, command: c.Withhold, attempt: Attempt[c.TokeCommand]
) -> c.Withhold:
    """Raises `Refusal`: `no_toke_event`, `toke_event_running` until the result of the event is closed."""
    event = _event(room, str(command.event))
    tournament = load_tournament(event.pk)[1]
    if tournament.status != "closed":
        raise Refusal("toke_event_running", "", title=tournament.plan.name)
    earlier = TokeBox.objects.filter(log__room=room, source="event", ref=str(event.pk))
    collected = tournament.collected
    return replace(
        command,
        title=tournament.plan.name,
        day=gaming_day(room, attempt.now),
        staff=collected.staff,
        pool=collected.pool,
        earlier=earlier.values_list("number", flat=True).first() or 0,
        by=attempt.actor,
    )


def _adjusted(
    room: Room, state: Tokes, command: c.AdjustHours, attempt: Attempt[c.TokeCommand]
) -> c.AdjustHours:
    """Add the minutes of the dealer's day so far. Raises `Refusal`: `bad_day`, `toke_day_ahead`, `unknown_dealer`."""
    day = _day(command.day)
    today = gaming_day(room, attempt.now)
    if day.isoformat() > today:
        raise Refusal("toke_day_ahead", "", day=command.day, today=today)
    if staff_of(command.dealer) is None:
        raise Refusal("unknown_dealer", "", key=command.dealer)
    work = work_of(room, Period(day, day), attempt.now).get(command.dealer)
    worked = sum(work.minutes.values()) if work else 0
    return replace(command, worked=worked, by=attempt.actor)


def _due(room: Room, policy: TokePolicy, paid_through: str) -> str:
    """Return the first day of the earliest payroll that is not closed; "" if nothing was ever split."""
    if paid_through:
        return paying_period(
            policy, date.fromisoformat(paid_through), paid_through
        ).first.isoformat()
    rows = TokeSplit.objects.filter(log__room=room, status=TokeSplit.Status.APPROVED)
    first = rows.order_by("pay_first").values_list("pay_first", flat=True).first()
    return first.isoformat() if first else ""


_RESOLVE: dict[type[c.TokeCommand], Callable[[Room, Tokes, Any, Any], c.TokeCommand]] = {
    c.SetPolicy: _policy,
    c.PullBoxes: _pulled,
    c.CountBox: _counted,
    c.CorrectBox: _corrected,
    c.Withhold: _withheld,
    c.ProposeSplit: _proposed,
    c.ProposeEventSplit: _event_proposed,
    c.ApproveSplit: _approved,
    c.WithdrawSplit: _withdrawn,
    c.AdjustHours: _adjusted,
    c.ClosePayroll: _closed,
}
