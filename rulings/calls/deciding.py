"""Answering a call, and the final ruling: badge and PIN at that moment, and never by who raised it (S-012)."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import uuid4

import msgspec
from django.db import transaction
from django.utils import timezone

from poker import commands as c
from poker.calls import Todo
from poker.irregular.evaluate import Proposal
from poker.irregular.propose import todos
from poker.refusal import Refusal
from rulings.calls.models import Call, Ruling
from rulings.calls.roles import must, must_rule
from rulings.calls.watching import tell_floor
from rulings.calls.weighing import Weighed, dealer_may, doable, weighed
from tables.actions import (
    Result,
    answered_before,
    durably,
    execute,
    execute_inside_transaction,
)
from tables.models import Device, Room, Staff, Table
from tables.pins import staff_by_pin

ANSWERS: dict[str, type[c.FloorSeen | c.FloorComing | c.FloorArrived]] = {
    "seen": c.FloorSeen,
    "coming": c.FloorComing,
    "arrived": c.FloorArrived,
}
LONGEST_REASON = 500


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
    _still_open(call)
    return execute(
        table_id=call.table_id,
        command_id=str(uuid4()),
        seen=None,
        command=command,
        actor=staff.key,
        now=now,
    )


def _still_open(call: Call) -> None:
    if not Call.objects.filter(pk=call.pk, status=Call.Status.OPEN).exists():
        raise Refusal("call_over", "S-012", table=call.table.name)


def ruling_accept(*, call: Call, badge: str, pin: str, seen: int, now: datetime) -> Ruling:
    """The proposal becomes final as it was seen. Refuses `not_acceptable` where it asks, is open or cannot be done.

    Refuses further `bad_sign_in`, `not_allowed`, `own_call`, `call_over`, `stale`.
    """
    staff = _supervisor(call, badge, pin, now)
    found = _weighed(call)
    if not found.acceptable or found.proposal is None:
        raise Refusal("not_acceptable", "S-012", table=call.table.name)
    command = _as_proposed(found, found.proposal, staff.alias, "accepted")
    return _final(call, staff, command, found, seen=seen, now=now)


def ruling_override(
    *,
    call: Call,
    badge: str,
    pin: str,
    seen: int,
    reason: str,
    result: str,
    steps: Sequence[Todo],
    back: str,
    now: datetime,
) -> Ruling:
    """Another remedy than the proposed one, or one where no rule says any. A step that cannot be done refuses all.

    Refuses as `ruling_accept`, further `reason_missing`, `bad_step`, and what a step is refused for.
    """
    staff = _supervisor(call, badge, pin, now)
    found = _weighed(call)
    if not reason.strip() or not result.strip():
        raise Refusal("reason_missing", "S-012", command="rule")
    command = c.MakeRuling(
        ruling="",
        result=result.strip()[:LONGEST_REASON],
        by=staff.alias,
        decision="overridden",
        key=found.row.key if found.row else "",
        clause=found.row.clause if found.row else "",
        reason=reason.strip()[:LONGEST_REASON],
        facts=dict(found.facts),
        steps=tuple(steps),
        back=back,
    )
    doable(table=call.table, steps=tuple(steps), back=back)
    return _final(call, staff, command, found, seen=seen, now=now)


def pot_impound(
    *, call: Call, badge: str, pin: str, seen: int, reason: str, now: datetime
) -> Ruling:
    """The pot is held and the table plays on with the next hand: a supervisor's choice.

    The log goes back first as the proposal would have it, so that calls nobody made are not held.
    """
    proposal = _weighed(call).proposal
    why = reason.strip() or "to be decided"
    hold = Todo(when="lies", do=(f"impound reason={msgspec.json.encode(why[:150]).decode()}",))
    return ruling_override(
        call=call,
        badge=badge,
        pin=pin,
        seen=seen,
        reason=why,
        result="The pot is held. Play on with the next hand.",
        steps=(hold,),
        back=proposal.back if proposal else "",
        now=now,
    )


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
            number=_number(ruling.room, now),
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
            number=_number(ruling.room, now),
            kind=kind,
            decision=Ruling.Decision.OVERRIDDEN,
            result=result.strip()[:LONGEST_REASON],
            reason=reason.strip()[:LONGEST_REASON],
            by=staff,
            at=now,
            day=timezone.localdate(now),
        )


def dealer_carry_out(
    *, device: Device, staff: Staff, command_id: str, seen: int, now: datetime
) -> Result:
    """The dealer carries out the standard remedy alone, where row and house allow it. Refuses `supervisor_decides`."""
    before = answered_before(table_id=device.table_id, command_id=command_id)
    if before is not None:  # its answer was lost, and the call is over by it
        return before
    call = Call.objects.filter(table=device.table, status=Call.Status.OPEN).first()
    if call is None:
        raise Refusal("no_floor_call", "S-012", table=device.table.name)
    found = weighed(device.table)
    proposal = found.proposal
    if proposal is None or not dealer_may(found):
        raise Refusal("supervisor_decides", "S-012", table=device.table.name)

    def work() -> Result:
        command = _as_proposed(found, proposal, staff.alias, "dealer")
        numbered = msgspec.structs.replace(command, ruling=_number(call.room, now))
        result = execute_inside_transaction(
            table_id=device.table_id,
            command_id=command_id,
            seen=seen,
            command=numbered,
            actor=staff.key,
            now=now,
        )
        if not result.repeated:
            _keep(call, staff, numbered, found, result, now)
        return result

    return durably(table_id=device.table_id, command_id=command_id, work=work)


def _supervisor(call: Call, badge: str, pin: str, now: datetime) -> Staff:
    staff = staff_by_pin(badge=badge, pin=pin, now=now)  # a try is counted for good, whatever comes
    must_rule(staff, call)
    _still_open(call)
    return staff


def _weighed(call: Call) -> Weighed:
    return weighed(Table.objects.select_related("stream").get(pk=call.table_id))


def _as_proposed(found: Weighed, proposal: Proposal, by: str, decision: Any) -> c.MakeRuling:
    return c.MakeRuling(
        ruling="",
        result=proposal.result[:LONGEST_REASON],
        by=by,
        decision=decision,
        key=proposal.key,
        outcome=proposal.outcome,
        clause=found.row.clause if found.row else "",
        facts=dict(found.facts),
        steps=todos(proposal),
        back=proposal.back,
    )


def _final(
    call: Call, staff: Staff, command: c.MakeRuling, found: Weighed, *, seen: int, now: datetime
) -> Ruling:
    with transaction.atomic(durable=True):
        numbered = msgspec.structs.replace(command, ruling=_number(call.room, now))
        result = execute_inside_transaction(
            table_id=call.table_id,
            command_id=str(uuid4()),
            seen=seen,
            command=numbered,
            actor=staff.key,
            now=now,
        )
        return _keep(call, staff, numbered, found, result, now)


def _keep(
    call: Call,
    staff: Staff,
    command: c.MakeRuling,
    found: Weighed,
    result: Result,
    now: datetime,
) -> Ruling:
    proposal = found.proposal
    rules = found.before.rules  # a hand's own, where a version began to count since
    return Ruling.objects.create(
        number=command.ruling,
        room=call.room,
        table_id=call.table_id,
        call=call,
        hand=_hand_of(call, result),
        seq=result.seq,
        key=command.key,
        row=found.row.number if found.row else 0,
        clause=command.clause,
        book=rules.book,
        version=rules.version,
        facts=command.facts,
        proposal=msgspec.to_builtins(proposal) if proposal else {},
        outcome=command.outcome,
        decision=command.decision,
        reason=command.reason,
        result=command.result,
        steps=msgspec.to_builtins(command.steps),
        by=staff,
        at=now,
        day=timezone.localdate(now),
        seconds=max(int((now - call.called_at).total_seconds()), 0),
    )


def _hand_of(call: Call, result: Result) -> int:
    """The hand that was ruled on: of a call during the deal the one that it began, else that of the call."""
    remedy = result.view["remedy"]
    return (remedy["hand"] if remedy else 0) or call.hand


def _about(ruling: Ruling) -> dict[str, Any]:
    """What a later record shares with the ruling that it speaks of."""
    same = ("room", "table", "hand", "key", "row", "clause", "book", "version")
    return {"about": ruling} | {name: getattr(ruling, name) for name in same}


def _number(room: Room, now: datetime) -> str:
    """The next number of the day, such as "R 1121-58". The room is held, so that no two get the same."""
    Room.objects.select_for_update().get(pk=room.pk)
    day = timezone.localdate(now)
    return f"R {day:%m%d}-{Ruling.objects.filter(room=room, day=day).count() + 1:02d}"
