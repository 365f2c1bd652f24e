"""A dealer's own tokes: what the phone page shows, as `roster/own_tokes.html`."""

from dataclasses import dataclass
from datetime import date, datetime

from django.utils import timezone

from promotions.gaming_days import gaming_day
from roster.models import PayrollLine
from roster.rules.toke_state import TokePolicy
from roster.toke_log import load_tokes
from roster.toke_payroll import DealerStatement, statement_of
from roster.toke_periods import Period, pay_period
from staff.models import Room, Staff

SHOWN_PERIODS = 6


@dataclass(frozen=True, slots=True)
class OwnTokes:
    """The current pay period of a dealer with its lines, and the closed ones before it."""

    policy: TokePolicy
    statement: DealerStatement
    earlier: list[PayrollLine]


def own_tokes(staff: Staff, room: Room, now: datetime | None = None) -> OwnTokes:
    """Return a dealer's own tokes in a room, of the pay period of `now`."""
    moment = now or timezone.now()
    tokes = load_tokes(room.pk)
    today = date.fromisoformat(gaming_day(room, moment))
    period = pay_period(tokes.policy, today, tokes.paid_through)
    lines = PayrollLine.objects.filter(log__room=room, key=staff.key).order_by("-first")
    return OwnTokes(
        policy=tokes.policy,
        statement=statement_of(room, tokes, staff.key, period, moment),
        earlier=list(lines[:SHOWN_PERIODS]),
    )


def own_statement(staff: Staff, room: Room, first: date, now: datetime) -> DealerStatement | None:
    """Return a dealer's closed pay period that begins on a day; None if there is none."""
    line = PayrollLine.objects.filter(log__room=room, key=staff.key, first=first).first()
    if line is None:
        return None
    tokes = load_tokes(room.pk)
    return statement_of(room, tokes, staff.key, Period(line.first, line.last), now)
