"""Final rulings at house-banked tables: signed with badge and PIN, never by the dealer who called (S-012)."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal
from uuid import uuid4

import msgspec
from django.db import transaction
from django.utils import timezone

from banked.actions import BANKED, BankedResult
from banked.call_texts import BETWEEN_ROUNDS
from banked.decisions import decisions_of
from banked.rules.commands import Command, MakeRuling, VoidRound
from banked.rules.irregularities import BankedIrregularity, BankedRemedy, catalogue
from banked.rules.state import BankedTable
from banked.tablet.floor_panel import clause_text
from poker.refusal import Refusal
from rulings.calls.final_rulings import require_may_rule
from rulings.calls.models import Call, Ruling
from rulings.calls.responses import require_open
from rulings.calls.ruling_numbers import number_next
from staff.models import Staff
from staff.pins import staff_by_pin

REASON_LENGTH = 500
Void = Literal["", "void_round", "void_box"]


@dataclass(frozen=True, slots=True, kw_only=True)
class BankedRuling:
    """What a supervisor decided on a call.

    reported: the irregularity that their page showed; remedy: the key of a remedy of the catalogue, "" for one in their
    own words; result: the ruling in a sentence; do: what is logged with it; box: which box is void; reason: required if
    the ruling is not what the room decided.
    """

    reported: str
    remedy: str = ""
    result: str = ""
    do: Void = ""
    box: int = 0
    reason: str = ""


def row_of(call: Call) -> BankedIrregularity | None:
    """Return the reported irregularity of a call; None without one."""
    return catalogue().get(call.key)


def decided_remedy(call: Call) -> BankedRemedy | None:
    """Return what the room decides about the reported irregularity; None without a report."""
    row = row_of(call)
    return row.remedy(decisions_of(call.room_id).get(row.key, "")) if row else None


def can_void(call: Call, table: BankedTable) -> bool:
    """Return whether the round of the call is still in progress, so that it can be voided."""
    is_in_round = call.street not in BETWEEN_ROUNDS
    return is_in_round and table.round is not None and table.round.number == call.hand


def banked_ruling_accept(
    *, call: Call, reported: str, box: int, badge: str, pin: str, now: datetime
) -> Ruling:
    """Make final what the room decides about the reported irregularity.

    Raises `Refusal`: `not_acceptable` without a report, and those of `banked_ruling_override` except `reason_missing`.
    """
    staff = _supervisor(call, badge, pin, now)
    remedy = decided_remedy(call)
    if remedy is None:
        raise Refusal("not_acceptable", "S-012", table=call.table.name)
    chosen = BankedRuling(reported=reported, remedy=remedy.key, box=box)
    return _store(call, staff, chosen, remedy, "accepted", now)


def banked_ruling_override(
    *, call: Call, chosen: BankedRuling, badge: str, pin: str, now: datetime
) -> Ruling:
    """Make another remedy final, or one in the supervisor's own words.

    Raises `Refusal`: `bad_sign_in`, `not_allowed`, `own_call`, `call_over`, `stale` if the dealer reported something
    else in the meantime, `reason_missing`, `no_result`, `void_box_missing`, `ruled_round_over`, `empty_box`.
    """
    staff = _supervisor(call, badge, pin, now)
    if not chosen.reason.strip():
        raise Refusal("reason_missing", "S-012", command="rule")
    row = row_of(call)
    remedies = {item.key: item for item in row.remedies} if row else {}
    if chosen.remedy and chosen.remedy not in remedies:
        raise Refusal("stale", "", command="rule")
    if not chosen.remedy and not chosen.result.strip():
        raise Refusal("no_result")
    return _store(call, staff, chosen, remedies.get(chosen.remedy), "overridden", now)


def _supervisor(call: Call, badge: str, pin: str, now: datetime) -> Staff:
    # Outside any transaction, so that a failed PIN attempt is counted even if the ruling is refused.
    staff = staff_by_pin(badge=badge, pin=pin, room_id=call.room_id, now=now)
    require_may_rule(staff, call)
    require_open(call)
    return staff


def _store(
    call: Call,
    staff: Staff,
    chosen: BankedRuling,
    remedy: BankedRemedy | None,
    decision: Literal["accepted", "overridden"],
    now: datetime,
) -> Ruling:
    row = row_of(call)
    with transaction.atomic(durable=True):
        number = number_next(call.room, now)
        table = BANKED.lock_state(call.table_id)
        if table.floor is None or table.floor.key != chosen.reported:
            raise Refusal("stale", "", command="rule")
        facts = {**table.floor.facts, "round": call.hand, "step": call.street}
        box = chosen.box or _number(facts.get("box"))
        if box:
            facts["box"] = box
        do = remedy.do if remedy else chosen.do
        result = remedy.text if remedy else chosen.result.strip()[:REASON_LENGTH]
        if do:
            # Before the ruling, which UNDO does not pass.
            command = _void(call, table, do, box, result, staff)
            _execute(call, command, staff, now)
        ruling = MakeRuling(
            ruling=number,
            result=result,
            by=staff.alias,
            decision=decision,
            key=row.key if row else "",
            outcome=remedy.key if remedy else "",
            clause=row.clause if row else "",
            reason=chosen.reason.strip()[:REASON_LENGTH],
            facts=facts,
        )
        stored = _execute(call, ruling, staff, now)
        return _store_row(call, staff, ruling, row, stored.seq, now)


def _number(fact: object) -> int:
    return fact if isinstance(fact, int) else 0


def _void(
    call: Call, table: BankedTable, do: str, box: int, result: str, staff: Staff
) -> VoidRound:
    """Return the command that voids the round of the call, or one box of it."""
    if not can_void(call, table):
        raise Refusal("ruled_round_over", "S-012", round=call.hand)
    if do == "void_box" and not box:
        raise Refusal("void_box_missing", "S-012")
    return VoidRound(result[:200], box if do == "void_box" else 0, staff.key)


def _execute(call: Call, command: Command, staff: Staff, now: datetime) -> BankedResult:
    return BANKED.execute_inside_transaction(
        call.table_id, command, command_id=str(uuid4()), actor=staff.key, now=now
    )


def _store_row(
    call: Call,
    staff: Staff,
    command: MakeRuling,
    row: BankedIrregularity | None,
    seq: int,
    now: datetime,
) -> Ruling:
    proposed = decided_remedy(call)
    return Ruling.objects.create(
        number=command.ruling,
        room=call.room,
        table_id=call.table_id,
        call=call,
        hand=call.hand,
        seq=seq,
        key=command.key,
        row=row.number if row else 0,
        clause=command.clause,
        words=_cited_text(row) if row else None,
        facts=msgspec.to_builtins(command.facts),
        proposal={
            "outcome": proposed.key,
            "result": proposed.text,
            "steps": [],
            "authority": proposed.kind,
        }
        if proposed
        else {},
        outcome=command.outcome,
        decision=command.decision,
        reason=command.reason,
        result=command.result,
        by=staff,
        at=now,
        day=timezone.localdate(now),
        seconds=max(int((now - call.called_at).total_seconds()), 0),
    )


def _cited_text(row: BankedIrregularity) -> dict[str, object]:
    """Return the row as it was at the ruling, in the form of `rulings.calls.cited_text`."""
    return {"clause": row.clause, "title": row.title, "text": clause_text(row), "settings": []}
