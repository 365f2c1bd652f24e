"""A dealer's own tokes: what the phone page shows, as `roster/own_tokes.html`."""

from dataclasses import dataclass
from datetime import date, datetime, timedelta

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
    """A dealer's pay periods with their lines, the current one first, and the closed ones before them."""

    policy: TokePolicy
    statements: list[DealerStatement]
    earlier: list[PayrollLine]


def own_tokes(staff: Staff, room: Room, now: datetime | None = None) -> OwnTokes:
    """Return a dealer's own tokes in a room: of the pay period of `now`, and of the one before until it is closed."""
    moment = now or timezone.now()
    tokes = load_tokes(room.pk)
    today = date.fromisoformat(gaming_day(room, moment))
    period = pay_period(tokes.policy, today, tokes.paid_through)
    statements = [statement_of(room, tokes, staff.key, period, moment)]
    before = pay_period(tokes.policy, period.first - timedelta(days=1), tokes.paid_through)
    if before.last.isoformat() > tokes.paid_through:
        statement = statement_of(room, tokes, staff.key, before, moment)
        if statement.shares or statement.row.minutes:
            statements.append(statement)
    lines = PayrollLine.objects.filter(log__room=room, key=staff.key).order_by("-first")
    return OwnTokes(
        policy=tokes.policy,
        statements=statements,
        earlier=list(lines[:SHOWN_PERIODS]),
    )


def own_statement(staff: Staff, room: Room, first: date, now: datetime) -> DealerStatement | None:
    """Return a dealer's closed pay period that begins on a day, or None."""
    line = PayrollLine.objects.filter(log__room=room, key=staff.key, first=first).first()
    if line is None:
        return None
    tokes = load_tokes(room.pk)
    return statement_of(room, tokes, staff.key, Period(line.first, line.last), now)
