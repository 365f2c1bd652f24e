"""What comes after a final ruling and is linked to it: appeals, corrections, held pots that are paid."""

from datetime import datetime
from typing import Any
from uuid import uuid4

from django.db import transaction
from django.utils import timezone

from poker import commands as c
from poker.refusal import Refusal
from rulings.calls.deciding import LONGEST_REASON
from rulings.calls.models import Ruling
from rulings.calls.numbers import number_next
from rulings.calls.roles import must
from tables.actions import execute_inside_transaction
from tables.pins import staff_by_pin


def pot_release(
    *,
    ruling: Ruling,
    badge: str,
    pin: str,
    shares: dict[int, int],
    reason: str,
    now: datetime,
) -> Ruling:
    """A held pot is paid: a record of its own, linked to the ruling that held it. Refuses `not_impounded` and so on."""
    staff = staff_by_pin(badge=badge, pin=pin, now=now)
    must(staff, "rule")
    if not reason.strip():
        raise Refusal("reason_missing", "S-012", command="release")
    command = c.ReleasePot(hand=ruling.hand, shares=shares)
    with transaction.atomic(durable=True):
        done = execute_inside_transaction(
            table_id=ruling.table_id,
            command_id=str(uuid4()),
            seen=None,
            command=command,
            actor=staff.key,
            now=now,
        )
        return Ruling.objects.create(
            **_about(ruling),
            number=number_next(ruling.room, now),
            kind=Ruling.Kind.PAYMENT,
            decision=Ruling.Decision.OVERRIDDEN,
            seq=done.seq,
            result=f"Held pot paid: {', '.join(f'seat {s} ¤{chips}' for s, chips in sorted(shares.items()))}.",
            reason=reason.strip()[:LONGEST_REASON],
            facts={"shares": {str(seat): chips for seat, chips in shares.items()}},
            by=staff,
            at=now,
            day=timezone.localdate(now),
        )


def ruling_appeal(
    *, ruling: Ruling, badge: str, pin: str, kind: str, result: str, reason: str, now: datetime
) -> Ruling:
    """A manager's record about a final ruling, which itself stays as it is. Refuses `not_allowed`, `reason_missing`."""
    staff = staff_by_pin(badge=badge, pin=pin, now=now)
    must(staff, "appeal")
    if kind not in (Ruling.Kind.APPEAL, Ruling.Kind.CORRECTION):
        raise Refusal("bad_command", "", name=kind, detail="appeal or correction")
    if not result.strip() or not reason.strip():
        raise Refusal("reason_missing", "S-012", command="appeal")
    with transaction.atomic(durable=True):
        return Ruling.objects.create(
            **_about(ruling),
            number=number_next(ruling.room, now),
            kind=kind,
            decision=Ruling.Decision.OVERRIDDEN,
            result=result.strip()[:LONGEST_REASON],
            reason=reason.strip()[:LONGEST_REASON],
            by=staff,
            at=now,
            day=timezone.localdate(now),
        )


def _about(ruling: Ruling) -> dict[str, Any]:
    """What a later record shares with the ruling that it speaks of."""
    same = ("room", "table", "hand", "key", "row", "clause", "book", "version")
    return {"about": ruling} | {name: getattr(ruling, name) for name in same}
