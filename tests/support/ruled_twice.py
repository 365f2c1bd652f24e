"""Two rulings on the same question."""

from datetime import UTC, date, datetime, timedelta
from typing import Any

from reports.models import CallFact
from rulings.models import Call, Ruling
from staff.models import Staff
from tables.models import Table

DAY = date(2026, 11, 20)
AT = datetime(2026, 11, 20, 20, tzinfo=UTC)


def _create_ruling(table: Table, by: Staff, seq: int, **fields: Any) -> Ruling:
    at = AT + timedelta(minutes=seq)
    call = Call.objects.create(
        table=table,
        room=table.room,
        seq=seq,
        hand=seq,
        status="ruled",
        called_at=at,
        key="premature_turn",
    )
    CallFact.objects.create(
        room=table.room,
        table=table,
        seq=seq,
        day=DAY,
        shift="swing",
        at=at,
        key="premature_turn",
        status="ruled",
        decision="accepted",
    )
    data = {"outcome": "back", "result": "The turn goes back.", "decision": "accepted"} | fields
    return Ruling.objects.create(
        number=f"F-{seq}",
        room=table.room,
        table=table,
        call=call,
        hand=seq,
        key="premature_turn",
        by=by,
        at=at,
        day=DAY,
        **data,
    )
