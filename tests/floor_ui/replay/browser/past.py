"""A hand to read again, laid in the demo room by `manage.py shell`: bets, an undo, a call with its ruling, an award."""

from datetime import timedelta
from typing import Any
from uuid import uuid4

from django.utils import timezone

from poker import commands as c
from rulings.calls import final_rulings
from rulings.calls.models import Call
from staff.models import Staff
from tables.actions import execute
from tables.models import Table

SECONDS = 4  # from tap to tap


def create_past_events() -> None:
    """The hand at T1, an hour ago."""
    table = Table.objects.get(name="T1")
    wren = Staff.objects.get(badge="101")
    at = timezone.now() - timedelta(hours=1)

    def do(*commands: c.Command) -> None:
        nonlocal at
        for command in commands:
            at += timedelta(seconds=SECONDS)
            execute(
                table_id=table.pk,
                command_id=str(uuid4()),
                seen=None,
                command=command,
                actor=wren.key,
                now=at,
            )

    do(c.PushDealer(wren.key, wren.alias))
    do(c.SetButton(seat=1), c.Act(4, "fold"), c.Act(5, "raise"), c.Act(6, "fold"))
    do(c.Act(7, "fold"), c.Undo(), c.Act(7, "call"), c.Act(8, "fold"), c.Act(9, "fold"))
    do(c.Act(1, "fold"), c.CloseStreet(4), c.ShowBoard(("Kd", "8s", "3c")))
    do(c.Act(2, "bet"), c.Act(3, "fold"), c.CallFloor(by=wren.key))
    do(c.Report("card_exposed_by_player", {"owner_turned": True, "seat": 5, "card": "As"}))
    table.stream.refresh_from_db()
    data: dict[str, Any] = {"badge": "201", "pin": "7410", "seen": table.stream.seq}
    at += timedelta(seconds=150)
    final_rulings.ruling_accept(call=Call.objects.order_by("-id")[0], now=at, **data)
    do(c.Act(5, "raise"), c.CloseStreet(3), c.ShowBoard(("Kd", "8s", "3c", "Td")))
    do(c.Act(2, "check"), c.Act(5, "bet"), c.Act(7, "fold"), c.CloseStreet(2))
    do(c.ShowBoard(("Kd", "8s", "3c", "Td", "2h")), c.CloseStreet(2))
    do(c.ShowHand(5, ("As", "Ks")), c.AwardPot((5,)))
