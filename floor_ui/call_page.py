"""Data for the template of the ruling screen."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from itertools import groupby

from floor_ui import messages, remedy_form
from floor_ui.call_queue import QueuedCall, open_calls, queued_call
from floor_ui.fact_fields import FactField, field
from floor_ui.facts import FactRow, Witness, facts, witnesses
from floor_ui.hand_timeline import TimelineEntry, timeline
from floor_ui.proposal_basis import ProposalBasis, basis
from floor_ui.remedy_steps import RemedyRow, closing, count_steps, deck_of, pot_text, steps
from floor_ui.table_diagram import CallDiagram, call_diagram
from poker.currency import currency
from poker.formatting import money_or_blank
from poker.irregularities.evaluate import FactNeeded, Proposal
from poker.irregularities.load import catalogue
from poker.irregularities.model import Irregularity
from poker.irregularities.propose import possible_irregularities
from rulings.calls.assessment import assess_call
from rulings.calls.call_assessment import CallAssessment
from rulings.calls.models import Call
from rulings.calls.override_reasons import REASONS
from staff.models import Staff
from staff.permissions import may
from tables.hand_kind_names import kinds_text
from tables.hand_starts import kinds_of_hand
from tables.models import Table
from tables.table_log import hand_commands
from web.messages.facts import spoken
from web.messages.refusals import refusal_message

AUTHORITY = {"D": "no source", "M": "from memory, not checked"}


@dataclass(frozen=True)
class IrregularityGroup:
    title: str
    rows: tuple[Irregularity, ...]


class CallPage:
    """Everything the ruling screen shows about an open call."""

    def __init__(self, call: Call, staff: Staff, now: datetime) -> None:
        self.table = Table.objects.select_related("stream", "room").get(pk=call.table_id)
        self.call = call
        self.staff = staff
        self.now = now
        self.seen = self.table.stream.seq
        self.assessment: CallAssessment = assess_call(self.table)
        self.commands = hand_commands(self.table.stream, call.hand)
        self.queued_call: QueuedCall = queued_call(call, staff)
        self.lines = self.assessment.lines

    @cached_property
    def may_rule(self) -> bool:
        return may(self.staff, "tables.supervise") and not self.queued_call.raised_by_viewer

    @cached_property
    def may_answer(self) -> bool:
        return may(self.staff, "tables.supervise")

    @cached_property
    def other_calls(self) -> list[QueuedCall]:
        return [
            queued_call
            for queued_call in open_calls(self.table.room, self.staff)
            if queued_call.call.pk != self.call.pk
        ]

    @cached_property
    def row(self) -> Irregularity | None:
        return self.assessment.row

    @cached_property
    def title(self) -> str:
        return self.queued_call.title

    @property
    def hand_kinds(self) -> str:
        """What sets the hand apart, such as "Bomb pot, two boards $10"; "" for an ordinary hand."""
        return kinds_text(kinds_of_hand(self.table.pk, self.call.hand))

    @cached_property
    def proposal(self) -> Proposal | None:
        return self.assessment.proposal

    @cached_property
    def result(self) -> str:
        return spoken(self.proposal.result) if self.proposal else ""

    @cached_property
    def authority(self) -> str:
        """Return why the proposal is only a house choice; "" if a source supports it."""
        return AUTHORITY.get(self.proposal.authority, "") if self.proposal else ""

    @cached_property
    def problem(self) -> str:
        """Return why the remedy cannot be executed with the current facts; "" if it can."""
        return refusal_message(self.assessment.problem) if self.assessment.problem else ""

    @cached_property
    def question(self) -> FactField | None:
        """Return the field of the first unknown deciding fact; None if all are known."""
        verdict = self.assessment.verdict
        if not isinstance(verdict, FactNeeded):
            return None
        fact = catalogue().facts.get(verdict.fact)
        ask = fact.ask if fact else verdict.fact.replace("_", " ")
        row = self.assessment.row
        fact_field = field(verdict.fact, fact, None, self.assessment.before, ask, row=row)
        return fact_field or FactField(verdict.fact, "int", ask)

    @cached_property
    def steps(self) -> tuple[RemedyRow, ...]:
        return steps(self.lines, self.assessment.before, self.assessment.facts)

    @cached_property
    def step_count(self) -> int:
        """Return how many steps the dealer gets: the steps of the ruling itself, as counted on the tablet."""
        return count_steps(self.lines)

    @cached_property
    def closing(self) -> str:
        """Return the card count of the deck after the last step."""
        return closing(self.lines, deck_of(self.assessment.before))

    @cached_property
    def diagram(self) -> CallDiagram:
        return call_diagram(self.assessment)

    @cached_property
    def facts(self) -> tuple[FactRow, ...]:
        """Return the fact rows of the left column."""
        return facts(self.assessment, self.call, self.commands)

    @cached_property
    def brief(self) -> tuple[str, list[str]]:
        """Return the facts for a phone: corrected and deciding facts first."""
        by_name = {fact.name: fact for fact in self.facts}
        pending = by_name.get("pending")
        first = f"{pending.value} yet to act" if pending and "No one" not in pending.value else ""
        if pending and ", " in pending.value and currency().symbol in pending.value:
            seats, _, owes = pending.value.rpartition(", ")
            first = f"{seats} yet to act, {owes}"
        rest = [by_name[name].value for name in ("street", "seats_in") if name in by_name]
        fact_row = by_name.get("counted")
        last = [self.diagram.pot, fact_row.value.lower() if fact_row else ""]
        return first, [" · ".join(rest), " · ".join(item for item in last if item)]

    @cached_property
    def witnesses(self) -> tuple[tuple[Witness, ...], tuple[Witness, ...]]:
        """Return the witnesses who were heard or should be, and the others who could be heard."""
        return witnesses(self.assessment)

    @cached_property
    def groups(self) -> tuple[IrregularityGroup, ...]:
        """Return the currently possible irregularities, in groups."""
        rows = possible_irregularities(self.assessment.state)
        order = list(messages.GROUPS)
        listed = sorted(rows, key=lambda row: order.index(row.group))
        return tuple(
            IrregularityGroup(messages.group(name), tuple(irregularities))
            for name, irregularities in groupby(listed, key=lambda row: row.group)
        )

    @cached_property
    def basis(self) -> ProposalBasis:
        return basis(self.assessment, self.table, self.now)

    @cached_property
    def timeline(self) -> tuple[TimelineEntry, ...]:
        return timeline(self.commands)

    @cached_property
    def pot(self) -> str:
        """Return the pot that would be held."""
        return pot_text(self.assessment.before) if self.assessment.before.hand else "pot"

    @cached_property
    def pot_before(self) -> str:
        """Return the pot on the tablet if rolling back the log first makes the held pot differ from it."""
        now = money_or_blank(self.assessment.evidence.get("pot"))
        return now if now and now != self.pot else ""

    @cached_property
    def composer_options(self) -> dict[str, object]:
        return remedy_form.composer_options(self.assessment.before, self.proposal) | {
            "backs": self.rollback_options
        }

    @cached_property
    def rollback_options(self) -> Sequence[tuple[str, str]]:
        """Return how far the log can be rolled back first."""
        return remedy_form.rollback_options(self.assessment.state, self.proposal)

    @cached_property
    def reasons(self) -> Sequence[tuple[str, str]]:
        return REASONS
