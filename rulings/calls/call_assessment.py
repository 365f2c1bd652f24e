"""The assessment of a call, from the table's state and log: facts, proposal, alternatives, and the deck."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from poker import commands as c
from poker.irregularities.evaluate import (
    Alternative,
    Contradicted,
    NoMatchingRule,
    Proposal,
    Verdict,
)
from poker.irregularities.load import catalogue
from poker.irregularities.model import Irregularity
from poker.irregularities.propose import (
    PreviewRow,
    answers_at_call,
    as_dealt,
    assess,
    facts_of,
    others,
    preview_steps,
    remedy_steps,
)
from poker.irregularities.templates import LowerBound
from poker.json_types import JsonObject
from poker.ledger import Ledger
from poker.refusal import Refusal
from poker.state import Table as State
from poker.timeline import CommandEvents

REASON_LENGTH = 500  # characters of a ruling's result and reason
DECK = ("stub", "burns", "board", "aside")


@dataclass(frozen=True)
class CallAssessment:
    # The reported irregularity, None if there is none or it is not in the catalogue.
    row: Irregularity | None
    state: State  # the current table
    before: State  # the table after the ruling's rollback, with the deal if the row implies one
    given: JsonObject  # facts reported by people
    facts: JsonObject  # all known facts; deck and pot are the current ones (`evidence`)
    verdict: Verdict
    lines: tuple[PreviewRow, ...] = ()
    others: tuple[Alternative, ...] = ()
    problem: Refusal | None = None  # why the remedy cannot be executed, None if it can

    @property
    def proposal(self) -> Proposal | None:
        """Return the proposal, None if a fact is needed or no rule matches."""
        return self.verdict if isinstance(self.verdict, Proposal) else None

    @property
    def acceptable(self) -> bool:
        """Return whether the proposal can be accepted: complete, with or without authority, and executable."""
        proposal = self.proposal
        return proposal is not None and not proposal.open and self.problem is None

    @property
    def lying(self) -> Ledger | None:
        """Return the current deck, including cards dealt too early. None between hands."""
        if self.lines:
            return self.lines[0].ledger
        hand = self.state.hand or self.before.hand
        return hand.ledger if hand else None

    @property
    def evidence(self) -> JsonObject:
        """Return the current deck and pot, before the ruling's rollback."""
        deck = self.lying
        counts = {name: getattr(deck, name) for name in DECK} if deck else {}
        hand = self.state.hand
        if hand is not None and hand.stage != "deal" and self.state.pot is not None:
            counts["pot"] = self.state.pot
        return counts


def assess_state(state: State, batches: Sequence[CommandEvents]) -> CallAssessment:
    """Return the assessment of a table's open call. batches: its log since the last checkpoint.

    Raises `Refusal`: `no_floor_call`.
    """
    if state.floor is None:
        raise Refusal("no_floor_call", "S-012", table=state.name)
    key = state.floor.key
    data = state.floor.facts
    row = catalogue().rows.get(key)
    if row is None:
        assessment = CallAssessment(
            None, state, state, data, facts_of(state, key, data), NoMatchingRule(key)
        )
        return _with_evidence(assessment)
    try:
        verdict, back = assess(batches, key, data)
    except Refusal as refusal:
        facts = facts_of(state, key, data)
        before = as_dealt(state, row)
        return _with_evidence(
            CallAssessment(row, state, before, data, facts, NoMatchingRule(key), problem=refusal)
        )
    before = as_dealt(back, row)
    at_call = {**data, **answers_at_call(state, key, data)} if back is not state else data
    facts = facts_of(before, key, at_call)
    differing = others(before, key, at_call)
    assessment = CallAssessment(row, state, before, data, facts, verdict, others=differing)
    if isinstance(verdict, Proposal):
        try:
            assessment = replace(assessment, lines=preview_steps(back, verdict))
        except Refusal as refusal:
            assessment = replace(assessment, problem=refusal)
    if isinstance(verdict, Contradicted):
        contradiction = Refusal("log_contradicts", "S-012", says=verdict.says)
        assessment = replace(assessment, problem=contradiction)
    return _with_evidence(assessment)


def _with_evidence(assessment: CallAssessment) -> CallAssessment:
    """Return the assessment with the current deck and pot among the facts; counts reported by people stay."""
    current = {
        name: seen for name, seen in assessment.evidence.items() if name not in assessment.given
    }
    facts = {
        name: int(value) if isinstance(value, LowerBound) else value
        for name, value in assessment.facts.items()
    }
    return replace(assessment, facts={**facts, **current})


def dealer_may_carry_out(assessment: CallAssessment) -> bool:
    """Return whether the dealer may carry out the remedy alone (catalogue 0.3): the row and the house allow it, and no
    one objects.
    """
    proposal = assessment.proposal
    if proposal is None or not assessment.acceptable or proposal.authority:
        return False
    classes = {"standard": ("C", "D"), "routine": ("D",), "none": ()}
    return proposal.who in classes[assessment.before.rules.dealer_remedies]


def proposed_ruling(
    assessment: CallAssessment,
    proposal: Proposal,
    by: str,
    decision: Literal["accepted", "overridden", "dealer"],
) -> c.MakeRuling:
    """Return the ruling that follows a proposal, without its number."""
    return c.MakeRuling(
        ruling="",
        result=proposal.result[:REASON_LENGTH],
        by=by,
        decision=decision,
        key=proposal.key,
        outcome=proposal.outcome,
        clause=assessment.row.clause if assessment.row else "",
        facts=dict(assessment.facts),
        steps=remedy_steps(proposal),
        back=proposal.back,
    )
