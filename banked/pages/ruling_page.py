"""Data for the page of a final ruling at a house-banked table. It is read-only: rulings are never edited."""

from functools import cached_property

from banked.call_texts import BANKED_CALLS
from banked.pages.call_page import STEPS
from banked.round_log import RoundStep, round_steps
from floor_ui.messages import KINDS, decision_text
from poker.formatting import smart_quotes
from poker.refusal import Refusal
from rulings.calls.models import Ruling
from rulings.calls.report_titles import reported_text
from staff.models import Staff
from staff.permissions import may
from tables.models import Table


class BankedRulingPage:
    def __init__(self, ruling: Ruling, staff: Staff) -> None:
        self.ruling = ruling
        self.staff = staff
        self.records = list(ruling.records.select_related("by").order_by("at", "id"))

    @property
    def kind(self) -> str:
        return KINDS.get(self.ruling.kind, self.ruling.kind)

    @property
    def decision(self) -> str:
        return decision_text(self.ruling.decision, self.ruling.steps)

    @property
    def irregularity(self) -> str:
        return reported_text(self.ruling.key, Table.Kind.BANKED) if self.ruling.key else ""

    @property
    def result(self) -> str:
        return smart_quotes(self.ruling.result)

    @property
    def proposed(self) -> str:
        """Return what the room decides, if the ruling differs from it."""
        if self.ruling.decision != Ruling.Decision.OVERRIDDEN:
            return ""
        return smart_quotes(str(self.ruling.proposal.get("result", "")))

    @property
    def text(self) -> str:
        """Return the clause's text at the time of the ruling."""
        return str(self.ruling.words["text"]) if self.ruling.words else ""

    @property
    def place(self) -> str:
        """Return where the table was at the call, such as "round 12"."""
        call = self.ruling.call
        place = BANKED_CALLS.place(self.ruling.hand, call.street if call else "deal")
        return place[:1].lower() + place[1:]

    @property
    def facts(self) -> list[tuple[str, str]]:
        """Return the facts of the ruling as label and text."""
        facts = self.ruling.facts
        rows = [("Round", str(facts.get("round", "")))]
        step = str(facts.get("step", ""))
        rows.append(("At the step", STEPS.get(step, step)))
        rows.append(("Box", str(facts.get("box", ""))))
        return [row for row in rows if row[1]]

    @cached_property
    def steps(self) -> tuple[RoundStep, ...]:
        """Return the log of the round."""
        try:
            return round_steps(self.ruling.table.stream, self.ruling.hand)
        except Refusal:
            return ()

    @property
    def may_record(self) -> bool:
        is_ruling = self.ruling.kind == Ruling.Kind.RULING
        return is_ruling and may(self.staff, "rulings.appeal_ruling")
