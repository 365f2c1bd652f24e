"""Answering a call: seen, on the way, at the table, facts corrected, taken back, sent further up."""

from datetime import datetime
from typing import Any
from uuid import uuid4

from django.db import transaction

from poker import commands as c
from poker.refusal import Refusal
from rulings.calls.models import Call
from rulings.calls.roles import must
from rulings.calls.watching import tell_floor
from tables.actions import Result, execute
from tables.models import Staff

ANSWERS: dict[str, type[c.FloorSeen | c.FloorComing | c.FloorArrived]] = {
    "seen": c.FloorSeen,
    "coming": c.FloorComing,
    "arrived": c.FloorArrived,
}


def call_answer(*, call: Call, staff: Staff, how: str, now: datetime) -> Result:
    """A supervisor has seen the call, is on the way, or stands at the table. Refuses `not_allowed`, `no_floor_call`."""
    must(staff, "answer")
    if how not in ANSWERS:
        raise Refusal("bad_command", "", name=how, detail="seen, coming or arrived")
    return _at_table(call, ANSWERS[how](by=staff.alias), staff, now)


def call_report(
    *, call: Call, staff: Staff, key: str, facts: dict[str, Any], now: datetime
) -> Result:
    """A supervisor names what happened or corrects facts; what was said before stays in the log."""
    must(staff, "answer")
    return _at_table(call, c.Report(key=key, facts=facts), staff, now)


def call_cancel(*, call: Call, staff: Staff, reason: str, now: datetime) -> Result:
    """The call is over without a ruling; reason and call stay in the log."""
    must(staff, "answer")
    return _at_table(call, c.CancelFloor(reason=reason, by=staff.alias), staff, now)


def call_escalate(*, call: Call, staff: Staff, now: datetime) -> None:
    """Somebody above is asked to decide: the call goes to the top of the queue."""
    must(staff, "answer")
    with transaction.atomic():
        changed = Call.objects.filter(pk=call.pk, status=Call.Status.OPEN, escalated_at=None)
        if changed.update(escalated_at=now, escalated_by=staff.alias):
            tell_floor(room_id=call.room_id, table_id=call.table_id)


def _at_table(call: Call, command: c.Command, staff: Staff, now: datetime) -> Result:
    still_open(call)
    return execute(
        table_id=call.table_id,
        command_id=str(uuid4()),
        seen=None,
        command=command,
        actor=staff.key,
        now=now,
    )


def still_open(call: Call) -> None:
    if not Call.objects.filter(pk=call.pk, status=Call.Status.OPEN).exists():
        raise Refusal("call_over", "S-012", table=call.table.name)
