"""Decides floor calls and rulings at a house-banked table (S-012)."""

from typing import Any

import msgspec

from banked.rules import commands as c
from banked.rules.draft import Draft
from banked.rules.irregularities import IRREGULARITIES
from poker import commands as shared
from poker import events as e
from poker.calls import FloorCall
from poker.handlers import DecideOn
from poker.refusal import Refusal

MOST_FACTS = 20


def _call(draft: Draft) -> FloorCall:
    if draft.table.floor is None:
        raise Refusal("no_floor_call", "S-012", table=draft.table.name)
    return draft.table.floor


def call_floor(draft: Draft, command: shared.CallFloor, now: int) -> None:
    """Call a supervisor from the time of the tap; a second tap while a call is open changes nothing."""
    table = draft.table
    if table.floor is not None:
        return
    by = command.by or (table.dealer.key if table.dealer else "")
    at = min(command.tapped or now, now)
    draft.record(e.FloorCalled(at, draft.step.kind, {}, table.rounds, by))


def report(draft: Draft, command: shared.Report, now: int) -> None:
    """Record what happened. Raises `Refusal`: `unknown_irregularity`, `too_many_facts`."""
    call = _call(draft)
    key = command.key or call.key
    if key and key not in IRREGULARITIES:
        raise Refusal("unknown_irregularity", "", key=key)
    facts: dict[str, object] = {} if key != call.key else dict(call.facts)
    facts |= command.facts
    if len(facts) > MOST_FACTS:
        raise Refusal("too_many_facts", "S-012", facts=len(facts), most=MOST_FACTS)
    if (key, facts) != (call.key, call.facts):
        draft.record(e.FloorReported(key, facts))


def confirm_delivery(draft: Draft, command: shared.ConfirmDelivery, now: int) -> None:
    call = draft.table.floor
    if call is not None and call.at == command.called_at and not call.delivered_at:
        draft.record(e.FloorDelivered(command.by, now))


def seen(draft: Draft, command: shared.FloorSeen, now: int) -> None:
    if not _call(draft).seen_at:
        draft.record(e.FloorAnswered("seen", command.by, now))


def coming(draft: Draft, command: shared.FloorComing, now: int) -> None:
    """Record that a supervisor is on the way; a second one takes the call over."""
    call = _call(draft)
    if not call.seen_at:
        draft.record(e.FloorAnswered("seen", command.by, now))
    if call.coming_by != command.by:
        draft.record(e.FloorAnswered("coming", command.by, now))


def arrived(draft: Draft, command: shared.FloorArrived, now: int) -> None:
    coming(draft, shared.FloorComing(command.by), now)
    if not _call(draft).arrived_at:
        draft.record(e.FloorAnswered("arrived", command.by, now))


def cancel(draft: Draft, command: shared.CancelFloor, now: int) -> None:
    _call(draft)
    if not command.reason.strip():
        raise Refusal("reason_missing", "S-012", command="cancel_floor")
    draft.record(e.FloorCanceled(command.reason.strip(), command.by))


def make_ruling(draft: Draft, command: c.MakeRuling, now: int) -> None:
    """Rule on the open call. Raises `Refusal`: `no_floor_call`, `reason_missing`."""
    _call(draft)
    if command.decision == "overridden" and not command.reason.strip():
        raise Refusal("reason_missing", "S-012", command="rule")
    draft.record(
        e.RulingMade(
            ruling=command.ruling,
            result=command.result,
            by=command.by,
            decision=command.decision,
            at=now,
            key=command.key,
            outcome=command.outcome,
            clause=command.clause,
            reason=command.reason.strip(),
            facts=command.facts,
            steps=command.steps,
        )
    )


DECIDE: dict[type[msgspec.Struct], DecideOn[Any]] = {
    shared.CallFloor: call_floor,
    shared.Report: report,
    shared.ConfirmDelivery: confirm_delivery,
    shared.FloorSeen: seen,
    shared.FloorComing: coming,
    shared.FloorArrived: arrived,
    shared.CancelFloor: cancel,
    c.MakeRuling: make_ruling,
}
