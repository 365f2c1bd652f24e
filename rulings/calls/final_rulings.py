"""Final rulings: signed with badge and PIN, and never by the dealer who called the floor (S-012)."""

from collections.abc import Sequence
from datetime import datetime
from uuid import uuid4

import msgspec
from django.db import transaction
from django.utils import timezone

from poker import commands as c
from poker.calls import RemedyStep
from poker.refusal import Refusal
from rulings.calls.assessment import assess_call, preview_remedy
from rulings.calls.call_assessment import (
    REASON_LENGTH,
    CallAssessment,
    dealer_may_carry_out,
    proposed_ruling,
)
from rulings.calls.cited_text import cited_text
from rulings.calls.models import Call, Ruling
from rulings.calls.responses import require_open
from rulings.calls.ruling_numbers import number_next
from staff.audit.recording import set_refusal_verb
from staff.models import Staff
from staff.permissions import require
from staff.pins import staff_by_pin
from tables.actions import TABLE, CommandResult, execute_inside_transaction
from tables.models import Device, Table
from tables.stale import Seen


def ruling_accept(*, call: Call, badge: str, pin: str, seen: int, now: datetime) -> Ruling:
    """Make the proposal final as the supervisor saw it.

    Raises `Refusal`: `not_acceptable` if the proposal needs a fact, leaves the ruling open or cannot be
    executed; `bad_sign_in`, `not_allowed`, `own_call`, `call_over`, `stale`.
    """
    staff = _supervisor(call, badge, pin, now)
    assessment = _assess(call)
    if assessment.problem is not None:
        raise assessment.problem
    if not assessment.acceptable or assessment.proposal is None:
        raise Refusal("not_acceptable", "S-012", table=call.table.name)
    command = proposed_ruling(assessment, assessment.proposal, staff.alias, "accepted")
    return _store_final_ruling(call, staff, command, assessment, seen=seen, now=now)


def ruling_override(
    *,
    call: Call,
    badge: str,
    pin: str,
    seen: int,
    reason: str,
    result: str,
    steps: Sequence[RemedyStep],
    back: str,
    now: datetime,
) -> Ruling:
    """Make a remedy final that differs from the proposal, or that has no proposal.

    If any step cannot be executed, nothing is stored.

    Raises `Refusal`: those of `ruling_accept`, `reason_missing`, `bad_step`, and the refusals of the steps.
    """
    staff = _supervisor(call, badge, pin, now)
    assessment = _assess(call)
    if not reason.strip() or not result.strip():
        raise Refusal("reason_missing", "S-012", command="rule")
    command = c.MakeRuling(
        ruling="",
        result=result.strip()[:REASON_LENGTH],
        by=staff.alias,
        decision="overridden",
        key=assessment.row.key if assessment.row else "",
        clause=assessment.row.clause if assessment.row else "",
        reason=reason.strip()[:REASON_LENGTH],
        facts=dict(assessment.facts),
        steps=tuple(steps),
        back=back,
    )
    preview_remedy(table=call.table, steps=tuple(steps), back=back)
    return _store_final_ruling(call, staff, command, assessment, seen=seen, now=now)


def pot_hold(*, call: Call, badge: str, pin: str, seen: int, reason: str, now: datetime) -> Ruling:
    """Hold the pot and let the table continue with the next hand; a supervisor's choice, not a rule.

    The log is first rolled back as in the proposal, so that no uncalled chips are held.
    """
    proposal = _assess(call).proposal
    why = reason.strip() or "to be decided"
    hold = RemedyStep(
        when="lies", do=(f"impound reason={msgspec.json.encode(why[:150]).decode()}",)
    )
    return ruling_override(
        call=call,
        badge=badge,
        pin=pin,
        seen=seen,
        reason=why,
        result="Pot held. Play on with the next hand.",
        steps=(hold,),
        back=proposal.back if proposal else "",
        now=now,
    )


def dealer_carry_out(
    *, device: Device, staff: Staff, command_id: str, seen: Seen, now: datetime
) -> CommandResult:
    """Let the dealer carry out the standard remedy alone. Raises `Refusal`: `supervisor_decides`."""
    before = TABLE.find_result(device.table_id, command_id)
    if before is not None:  # a repeated command whose response was lost; it ended the call
        return before
    call = Call.objects.filter(table=device.table, status=Call.Status.OPEN).first()
    if call is None:
        raise Refusal("no_floor_call", "S-012", table=device.table.name)
    assessment = assess_call(device.table)
    proposal = assessment.proposal
    if proposal is None or not dealer_may_carry_out(assessment):
        raise Refusal("supervisor_decides", "S-012", table=device.table.name)

    def work() -> CommandResult:
        command = proposed_ruling(assessment, proposal, staff.alias, "dealer")
        final_command = msgspec.structs.replace(command, ruling=number_next(call.room, now))
        result = execute_inside_transaction(
            table_id=device.table_id,
            command_id=command_id,
            seen=seen,
            command=final_command,
            actor=staff.key,
            now=now,
        )
        if not result.repeated:
            _store_ruling(call, staff, final_command, assessment, result, now)
        return result

    return TABLE.durably(device.table_id, command_id, work)


def _supervisor(call: Call, badge: str, pin: str, now: datetime) -> Staff:
    # Outside any transaction, so that a failed PIN attempt is counted even if the ruling is refused.
    staff = staff_by_pin(badge=badge, pin=pin, room_id=call.room_id, now=now)
    require_may_rule(staff, call)
    require_open(call)
    return staff


def _assess(call: Call) -> CallAssessment:
    return assess_call(Table.objects.select_related("stream").get(pk=call.table_id))


def _store_final_ruling(
    call: Call,
    staff: Staff,
    command: c.MakeRuling,
    assessment: CallAssessment,
    *,
    seen: int,
    now: datetime,
) -> Ruling:
    with transaction.atomic(durable=True):
        final_command = msgspec.structs.replace(command, ruling=number_next(call.room, now))
        result = execute_inside_transaction(
            table_id=call.table_id,
            command_id=str(uuid4()),
            seen=seen,
            command=final_command,
            actor=staff.key,
            now=now,
        )
        return _store_ruling(call, staff, final_command, assessment, result, now)


def _store_ruling(
    call: Call,
    staff: Staff,
    command: c.MakeRuling,
    assessment: CallAssessment,
    result: CommandResult,
    now: datetime,
) -> Ruling:
    proposal = assessment.proposal
    # The rules under which the hand was dealt, even if a new version is in force now.
    rules = assessment.before.rules
    return Ruling.objects.create(
        number=command.ruling,
        room=call.room,
        table_id=call.table_id,
        call=call,
        hand=_ruled_hand(call, result),
        seq=result.seq,
        key=command.key,
        row=assessment.row.number if assessment.row else 0,
        clause=command.clause,
        book=rules.book,
        version=rules.version,
        words=cited_text(assessment.row, rules) if assessment.row else None,
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


def _ruled_hand(call: Call, result: CommandResult) -> int:
    """Return the number of the ruled hand: the hand that the ruling started, otherwise the hand of the call."""
    remedy = result.view.remedy
    return (remedy.hand if remedy else 0) or call.hand


def require_may_rule(staff: Staff, call: Call) -> None:
    """Raise `Refusal`: `not_allowed`, or `own_call` for the dealer who raised the call."""
    require(staff, "tables.supervise")
    if call.called_by_id == staff.pk:
        set_refusal_verb("refused_second_person")
        raise Refusal("own_call", "S-012", name=staff.alias)
