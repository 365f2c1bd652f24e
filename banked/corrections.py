"""Corrections of payouts of finished rounds, signed by a supervisor with badge and PIN."""

from datetime import datetime
from uuid import uuid4

from banked.actions import BankedResult, banked_execute
from banked.models import BoxRound
from banked.rules.commands import CorrectPayout
from poker.refusal import Refusal
from staff.permissions import require
from staff.pins import staff_by_pin
from tables.models import Table


def payout_correct(
    *,
    table: Table,
    round_: int,
    box: int,
    paid: int,
    reason: str,
    badge: str,
    pin: str,
    now: datetime,
    command_id: str = "",
) -> BankedResult:
    """Log that a box of a finished round got more (or less, if `paid` is negative) than logged.

    Raises `Refusal`: the refusals of badge and PIN, `not_allowed`, `no_such_round`, `box_not_in_round`,
    `nothing_to_correct`, `not_in_chips`, `reason_missing`.
    """
    staff = staff_by_pin(badge=badge, pin=pin, room_id=table.room_id, now=now)
    require(staff, "tables.supervise")
    if not reason.strip():
        raise Refusal("reason_missing", "S-012", command="correct_payout")
    rows = BoxRound.objects.filter(table=table.pk, round=round_)
    if not rows.exists():
        raise Refusal("no_such_round", "", round=round_)
    if not rows.filter(box=box).exists():
        raise Refusal("box_not_in_round", "", round=round_, box=box)
    command = CorrectPayout(round_, box, paid, reason.strip()[:200], staff.key)
    return banked_execute(
        table_id=table.pk,
        command_id=command_id or str(uuid4()),
        command=command,
        actor=staff.key,
        now=now,
    )
