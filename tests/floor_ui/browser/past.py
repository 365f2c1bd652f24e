"""What happened in the demo room before, for pictures: three rulings on a turn that came early, two tables that wait.

Run inside the room by `manage.py shell`.
"""

from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

from django.utils import timezone

from poker import commands as c
from rulings.calls import final_rulings
from rulings.calls.models import Call
from rulings.rulebooks import book_of_room
from staff.models import Staff
from tables.actions import execute
from tables.models import Table

ROWAN = {"badge": "201", "pin": "7410"}
ALDER = {"badge": "202", "pin": "8520"}


def create_past_events() -> None:
    """Make the past."""
    now = timezone.now()
    table = Table.objects.get(name="T7")
    wren = Staff.objects.get(badge="101")
    book_of_room(room=table.room, now=datetime(2026, 10, 1, tzinfo=UTC))

    def do(command: c.Command, moment: datetime, at: Table = table) -> Any:
        return execute(
            table_id=at.pk,
            command_id=str(uuid4()),
            seen=None,
            command=command,
            actor=wren.key,
            now=moment,
        )

    first = now - timedelta(days=26)
    players = len([seat for seat in table.view.seats if seat.player])
    for command in (c.SetButton(seat=1), c.CloseStreet(players)):
        do(command, first)
    for days, seconds, staff_member in ((26, 124, ALDER), (19, 91, ROWAN), (12, 192, ROWAN)):
        moment = now - timedelta(days=days)
        do(c.CloseStreet(players), moment)
        do(c.CallFloor(by=wren.key), moment)
        do(c.Report("premature_turn", {"burned": 1, "pending": [3]}), moment)
        call = Call.objects.order_by("-id")[0]
        table.stream.refresh_from_db()
        data: dict[str, Any] = staff_member | {"call": call, "seen": table.stream.seq}
        over = moment + timedelta(seconds=seconds)
        if days == 12:
            reason = "facts differ: the last player was folding, card stayed"
            left: dict[str, Any] = {"reason": reason, "result": "The turn stays.", "steps": ()}
            final_rulings.ruling_override(**data, **left, back="", now=over)
        else:
            final_rulings.ruling_accept(**data, now=over)
    for name, waits in (("T5", 130), ("T6", 75)):
        other_table = Table.objects.get(name=name)
        do(c.CallFloor(by=wren.key), now - timedelta(seconds=waits), other_table)
