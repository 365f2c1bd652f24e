"""The final ruling: badge and PIN at that moment, and never by who raised the call (S-012)."""

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
from rulings.calls.answering import still_open
from rulings.calls.basis import words_of
from rulings.calls.models import Call, Ruling
from rulings.calls.numbers import number_next
from rulings.calls.roles import must_rule
from rulings.calls.weighing import Weighed, dealer_may, doable, weighed
from tables.actions import (
    Result,
    answered_before,
    durably,
    execute_inside_transaction,
)
from tables.models import Device, Staff, Table
from tables.pins import staff_by_pin

LONGEST_REASON = 500


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
        numbered = msgspec.structs.replace(command, ruling=number_next(call.room, now))
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
    still_open(call)
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
        numbered = msgspec.structs.replace(command, ruling=number_next(call.room, now))
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
        words=words_of(found.row, rules) if found.row else None,
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
