"""Records that follow a final ruling and link to it: appeals, corrections, payments of held pots."""

from datetime import datetime
from uuid import uuid4

from django.db import transaction
from django.utils import timezone

from poker import commands as c
from poker.refusal import Refusal
from rulings.calls.call_assessment import REASON_LENGTH
from rulings.calls.models import Ruling
from rulings.calls.ruling_numbers import number_next
from staff.permissions import require
from staff.pins import staff_by_pin
from tables.actions import execute_inside_transaction


def pot_release(
    *,
    ruling: Ruling,
    badge: str,
    pin: str,
    shares: dict[int, int],
    reason: str,
    now: datetime,
) -> Ruling:
    """Pay a held pot: a separate record linked to the ruling that held it.

    Raises `Refusal`: `not_impounded`, the refusals of a badge and PIN, and those of the table's command.
    """
    staff = staff_by_pin(badge=badge, pin=pin, room_id=ruling.room_id, now=now)
    require(staff, "tables.supervise")
    if not reason.strip():
        raise Refusal("reason_missing", "S-012", command="release")
    command = c.ReleasePot(hand=ruling.hand, shares=shares)
    with transaction.atomic(durable=True):
        result = execute_inside_transaction(
            table_id=ruling.table_id,
            command_id=str(uuid4()),
            seen=None,
            command=command,
            actor=staff.key,
            now=now,
        )
        return Ruling.objects.create(
            **_shared_fields(ruling),
            number=number_next(ruling.room, now),
            kind=Ruling.Kind.PAYMENT,
            decision=Ruling.Decision.OVERRIDDEN,
            seq=result.seq,
            result=f"Held pot paid: {', '.join(f'seat {s} ¤{chips}' for s, chips in sorted(shares.items()))}.",
            reason=reason.strip()[:REASON_LENGTH],
            facts={"shares": {str(seat): chips for seat, chips in shares.items()}},
            by=staff,
            at=now,
            day=timezone.localdate(now),
        )


def ruling_appeal(
    *, ruling: Ruling, badge: str, pin: str, kind: str, result: str, reason: str, now: datetime
) -> Ruling:
    """Record an appeal or correction of a final ruling, which stays unchanged.

    Raises `Refusal`: `not_allowed`, `reason_missing`, and `recorded_already` for a second record with the same texts.
    """
    staff = staff_by_pin(badge=badge, pin=pin, room_id=ruling.room_id, now=now)
    require(staff, "rulings.appeal_ruling")
    if kind not in (Ruling.Kind.APPEAL, Ruling.Kind.CORRECTION):
        raise Refusal("bad_command", "", name=kind, detail="appeal or correction")
    if not result.strip() or not reason.strip():
        raise Refusal("reason_missing", "S-012", command="appeal")
    texts = {
        "kind": kind,
        "result": result.strip()[:REASON_LENGTH],
        "reason": reason.strip()[:REASON_LENGTH],
    }
    with transaction.atomic(durable=True):
        Ruling.objects.select_for_update(of=("self",)).get(pk=ruling.pk)
        same = ruling.records.filter(**texts).first()
        if same is not None:
            raise Refusal("recorded_already", "S-012", kind=kind, number=same.number)
        return Ruling.objects.create(
            **_shared_fields(ruling),
            **texts,
            number=number_next(ruling.room, now),
            decision=Ruling.Decision.OVERRIDDEN,
            by=staff,
            at=now,
            day=timezone.localdate(now),
        )


def _shared_fields(ruling: Ruling) -> dict[str, object]:
    """Return the fields that a later record shares with its ruling."""
    same = ("room", "table", "hand", "key", "row", "clause", "book", "version")
    return {"about": ruling} | {name: getattr(ruling, name) for name in same}
