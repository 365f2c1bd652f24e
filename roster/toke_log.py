"""The log of a room's tokes. `journal.log` executes its commands; the room adds what only it knows."""

from datetime import date, datetime
from typing import TypeAlias

from msgspec.structs import replace

from drop.boxes import room_chips, tables_of
from journal.effects import StoredCommand
from journal.log import Attempt, Result
from poker.refusal import Refusal
from promotions.gaming_days import gaming_day
from roster.models import RoomTokeLog, TokeBox, TokeSplit
from roster.rules import toke_commands as c
from roster.rules.toke_codec import TOKES as CODEC
from roster.rules.toke_decide import run
from roster.rules.toke_events import TokeEvent
from roster.rules.toke_evolve import evolve
from roster.rules.toke_state import TokePolicy, Tokes
from roster.toke_chains import chain_of, counted_box
from roster.toke_facts import event_weights, weights_of, work_of
from roster.toke_payroll import rows_of
from roster.toke_periods import Period, pay_period, paying_period, pool_period
from staff.keys import staff_of
from staff.models import Room
from staff.permissions import may
from tables.room_logs import RoomLog
from tournaments.actions import load_tournament
from tournaments.models import ScheduledEvent

StoredInTokes: TypeAlias = StoredCommand[Tokes, c.TokeCommand, TokeEvent]
TokeResult: TypeAlias = Result[Tokes, TokeEvent, Tokes]


class TokeLog(RoomLog[Tokes, c.TokeCommand, TokeEvent, Tokes]):
    model = RoomTokeLog

    def resolve(self, attempt: Attempt[c.TokeCommand], state: Tokes) -> c.TokeCommand:
        """Return the command with what the room knows: days, hours, earlier splits, what the counter may do.

        Raises `Refusal`: `bad_day`, `unknown_table`, `unknown_dealer`, `no_toke_event`, `no_toke_split`.
        """
        room = Room.objects.get(pk=self.room_id_of(attempt.stream))
        command = attempt.command
        match command:
            case c.SetPolicy():
                _day(command.pay_from)
                return command
            case c.PullBoxes():
                return _pulled(room, command, attempt)
            case c.CountBox():
                return _by_counter(command, attempt.actor)
            case c.CorrectBox():
                box = None if state.box(command.box) else counted_box(room.pk, command.box)
                chain = chain_of(room.pk, box) if box and box.split else None
                return replace(command, counted=box, chain=chain, by=attempt.actor)
            case c.Withhold():
                return _withheld(room, command, attempt)
            case c.ProposeEventSplit():
                box = state.box(command.box)
                weights = event_weights(_event(room, box.ref), attempt.now) if box else ()
                return replace(command, weights=weights, by=attempt.actor)
            case c.AdjustHours():
                worked = _worked(room, command, attempt.now)
                return replace(command, worked=worked, by=attempt.actor)
            case c.WithdrawSplit():
                return replace(command, by=attempt.actor)
        return _with_period(room, command, state, attempt)


def _with_period(
    room: Room, command: c.TokeCommand, state: Tokes, attempt: Attempt[c.TokeCommand]
) -> c.TokeCommand:
    """Return a command about a period with its days and figures."""
    policy = state.policy
    today = gaming_day(room, attempt.now)
    match command:
        case c.ProposeSplit():
            period = pool_period(policy, _day(command.day))
            return replace(
                command,
                **_days(period),
                today=today,
                weights=weights_of(room, policy, period, attempt.now),
                by=attempt.actor,
            )
        case c.ApproveSplit():
            split = state.split(command.number)
            if split is None:
                raise Refusal("no_toke_split", "", number=command.number)
            period = paying_period(policy, date.fromisoformat(split.last), state.paid_through)
            return replace(command, **_days(period), by=attempt.actor)
        case c.ClosePayroll():
            period = pay_period(policy, _day(command.day), state.paid_through)
            return replace(
                command,
                **_days(period),
                today=today,
                due=_due(room, policy, state.paid_through),
                rows=rows_of(room, state, period, attempt.now),
                by=attempt.actor,
            )
    return command


def _days(period: Period) -> dict[str, str]:
    return {"first": period.first.isoformat(), "last": period.last.isoformat()}


def _day(text: str) -> date:
    """Return a day of the calendar. Raises `Refusal`: `bad_day`."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise Refusal("bad_day", "", text=text) from None


def _pulled(room: Room, command: c.PullBoxes, attempt: Attempt[c.TokeCommand]) -> c.PullBoxes:
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


def _by_counter(command: c.CountBox, actor: str) -> c.CountBox:
    staff = staff_of(actor)
    if staff is None:
        raise Refusal("unknown_dealer", "", key=actor)
    return replace(
        command,
        by=actor,
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


def _withheld(room: Room, command: c.Withhold, attempt: Attempt[c.TokeCommand]) -> c.Withhold:
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


def _worked(room: Room, command: c.AdjustHours, now: datetime) -> int:
    """Return the minutes of a dealer's day so far. Raises `Refusal`: `bad_day`, `unknown_dealer`."""
    day = _day(command.day)
    if staff_of(command.dealer) is None:
        raise Refusal("unknown_dealer", "", key=command.dealer)
    work = work_of(room, Period(day, day), now).get(command.dealer)
    return sum(work.minutes.values()) if work else 0


def _due(room: Room, policy: TokePolicy, paid_through: str) -> str:
    """Return the first day of the earliest payroll that is not closed; "" if nothing was ever split."""
    if paid_through:
        return paying_period(
            policy, date.fromisoformat(paid_through), paid_through
        ).first.isoformat()
    rows = TokeSplit.objects.filter(log__room=room, status=TokeSplit.Status.APPROVED)
    first = rows.order_by("pay_first").values_list("pay_first", flat=True).first()
    return first.isoformat() if first else ""


TOKES = TokeLog(
    name="tokes",
    prefix="tokes.",
    codec=CODEC,
    run=run,
    evolve=evolve,
    view=lambda tokes: tokes,
)


def load_tokes(room_id: int) -> Tokes:
    """Return the tokes of a room: policy, boxes to count and to split, splits to approve."""
    return TOKES.load(room_id)[1]


def toke_execute(
    *, room_id: int, command_id: str, command: c.TokeCommand, actor: str, now: datetime
) -> TokeResult:
    """Execute a command. Raises `Refusal`, and then stores nothing."""
    log_id = TOKES.id_of_room(room_id)
    return TOKES.execute(log_id, command, command_id=command_id, actor=actor, now=now)
