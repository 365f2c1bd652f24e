"""Responses to a call: delivered, seen, on the way, at the table, facts corrected, canceled, escalated."""

from datetime import datetime
from uuid import uuid4

from django.db import transaction

from journal.unix_time import milliseconds
from poker import commands as c
from poker.json_types import JsonObject
from poker.refusal import Refusal
from rulings.alerts.queueing import queue_for_everyone
from rulings.calls.models import Call
from staff.models import Staff
from staff.permissions import require
from tables.actions import AnyResult, execute_shared
from web.floor_screens import notify_floor

ANSWERS: dict[str, type[c.FloorSeen | c.FloorComing | c.FloorArrived]] = {
    "seen": c.FloorSeen,
    "coming": c.FloorComing,
    "arrived": c.FloorArrived,
}


def call_delivered(*, call: Call, staff: Staff, now: datetime) -> None:
    """Record that a floor screen of this supervisor shows the call.

    The first screen is recorded. A call that is over, or that the supervisor raised as the dealer, is not changed.
    Raises `Refusal`: `not_allowed`.
    """
    require(staff, "tables.supervise")
    if not call.awaits_delivery or call.called_by_id == staff.pk:
        return
    execute_shared(
        table_id=call.table_id,
        command_id=str(uuid4()),
        command=c.ConfirmDelivery(milliseconds(call.called_at), staff.alias),
        actor=staff.key,
        now=now,
    )


def call_answer(*, call: Call, staff: Staff, how: str, now: datetime) -> AnyResult:
    """Record that a supervisor has seen the call, is on the way, or has arrived.

    Raises `Refusal`: `not_allowed`, `no_floor_call`.
    """
    require(staff, "tables.supervise")
    if how not in ANSWERS:
        raise Refusal("bad_command", "", name=how, detail="seen, coming or arrived")
    return _at_table(call, ANSWERS[how](by=staff.alias), staff, now)


def call_report(
    *, call: Call, staff: Staff, key: str, facts: JsonObject, now: datetime
) -> AnyResult:
    """Report what happened, or correct facts. Earlier reports stay in the log."""
    require(staff, "tables.supervise")
    return _at_table(call, c.Report(key=key, facts=facts), staff, now)


def call_cancel(*, call: Call, staff: Staff, reason: str, now: datetime) -> AnyResult:
    """Cancel the call without a ruling. Call and reason stay in the log."""
    require(staff, "tables.supervise")
    return _at_table(call, c.CancelFloor(reason=reason, by=staff.alias), staff, now)


def call_escalate(*, call: Call, staff: Staff, now: datetime) -> None:
    """Escalate the call: it moves to the top of the queue, and the phones of everyone on duty ring.

    A call that no one saw in time is already there, escalated automatically; a supervisor may still escalate it.
    """
    require(staff, "tables.supervise")
    with transaction.atomic():
        rows = Call.objects.filter(pk=call.pk, status=Call.Status.OPEN, escalated_by="")
        if rows.update(escalated_at=now, escalated_by=staff.alias):
            queue_for_everyone(Call.objects.select_related("room", "table").get(pk=call.pk), now)
            notify_floor(room_id=call.room_id, table_id=call.table_id)


def _at_table(call: Call, command: c.Command, staff: Staff, now: datetime) -> AnyResult:
    require_open(call)
    return execute_shared(
        table_id=call.table_id,
        command_id=str(uuid4()),
        command=command,
        actor=staff.key,
        now=now,
    )


def require_open(call: Call) -> None:
    if not Call.objects.filter(pk=call.pk, status=Call.Status.OPEN).exists():
        raise Refusal("call_over", "S-012", table=call.table.name)
