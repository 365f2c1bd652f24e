"""Data for the page of an open call at a house-banked table."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from banked.actions import load_banked
from banked.pages.round_page import BoxRow, DealerRow, box_rows, dealer_row
from banked.round_log import RoundStep, round_steps
from banked.rules.irregularities import BankedIrregularity, BankedRemedy, catalogue
from banked.rules.walk import step
from banked.rulings import can_void, decided_remedy, row_of
from banked.tablet.floor_panel import GROUPS, source_text
from banked.tablet.messages import next_step
from floor_ui.call_queue import QueuedCall, open_calls, queued_call
from poker.formatting import smart_quotes
from poker.refusal import Refusal
from rulings.calls.assessment import precedents
from rulings.calls.models import Call, Ruling
from rulings.calls.override_reasons import REASONS
from staff.models import Staff
from staff.permissions import may

STEPS = {
    "closed": "Table closed",
    "shoe": "New shoe",
    "burn": "First card to burn",
    "bets": "Bets open",
    "deal": "Deal",
    "suits": "Suits of a 21",
    "match": "Match with the upcard",
    "insurance": "Insurance",
    "peek": "Peek",
    "card": "Card to a hand",
    "decision": "Decisions",
    "hole": "Hole card",
    "second": "Match with the hole card",
    "draw": "Dealer draws",
    "outcome": "Outcomes",
    "settle": "Settling",
}
# What is logged together with a remedy.
LOGGED = {
    "void_round": "Floorbook voids the round: what was paid and taken is reversed, and the wagers go back.",
    "void_box": "Floorbook voids the box: what was paid and taken there is reversed, and its wagers go back.",
    "": "Floorbook logs only the ruling. The dealer carries it out, then continues on the tablet.",
}


@dataclass(frozen=True, slots=True)
class Choice:
    """A remedy that the room did not choose, for the supervisor."""

    key: str
    text: str
    source: str
    logged: str


@dataclass(frozen=True, slots=True)
class ReportGroup:
    title: str
    rows: tuple[BankedIrregularity, ...]


class BankedCallPage:
    """Everything that the page shows about an open call."""

    def __init__(self, call: Call, staff: Staff, now: datetime) -> None:
        self.call = call
        self.staff = staff
        self.now = now
        self.seq, self.state = load_banked(call.table_id)
        self.queued_call: QueuedCall = queued_call(call, staff)
        self.row = row_of(call)
        self.remedy: BankedRemedy | None = decided_remedy(call)

    @property
    def may_answer(self) -> bool:
        return may(self.staff, "tables.supervise")

    @property
    def may_rule(self) -> bool:
        return self.may_answer and not self.queued_call.raised_by_viewer

    @cached_property
    def other_calls(self) -> list[QueuedCall]:
        others = open_calls(self.call.room, self.staff)
        return [item for item in others if item.call.pk != self.call.pk]

    @property
    def title(self) -> str:
        return self.queued_call.title

    @property
    def result(self) -> str:
        return smart_quotes(self.remedy.text) if self.remedy else ""

    @property
    def source(self) -> str:
        return source_text(self.remedy.kind) if self.remedy else ""

    @property
    def note(self) -> str:
        return smart_quotes(self.row.note) if self.row else ""

    @property
    def logged(self) -> str:
        return LOGGED[self.remedy.do] if self.remedy else ""

    @property
    def can_void(self) -> bool:
        return can_void(self.call, self.state)

    @property
    def problem(self) -> str:
        """Return why the proposal cannot be accepted as it is; "" if it can."""
        if self.remedy is None or not self.remedy.do:
            return ""
        if not self.can_void:
            return f"Round {self.call.hand} is over, so it can't be voided. Rule in your own words."
        if self.remedy.do == "void_box" and not self.box:
            return "Say which box."
        return ""

    @property
    def is_acceptable(self) -> bool:
        return self.remedy is not None and not self.problem

    @property
    def box(self) -> int:
        """Return the reported box, 0 if none was named."""
        box = self.call.facts.get("box")
        return box if isinstance(box, int) else 0

    @property
    def asks_box(self) -> bool:
        return self.row is not None and self.row.asks_box

    @property
    def boxes(self) -> Sequence[int]:
        """Return the boxes of the table."""
        return [box.number for box in self.state.boxes]

    @property
    def round_boxes(self) -> Sequence[int]:
        """Return the boxes that play in the round."""
        return [box.number for box in self.state.round.boxes] if self.state.round else []

    @cached_property
    def choices(self) -> list[Choice]:
        """Return the other remedies of the reported irregularity."""
        remedies = self.row.remedies if self.row else ()
        return [
            Choice(item.key, smart_quotes(item.text), source_text(item.kind), LOGGED[item.do])
            for item in remedies
            if self.remedy is None or item.key != self.remedy.key
        ]

    @property
    def groups(self) -> tuple[ReportGroup, ...]:
        """Return everything that can be reported, in groups."""
        rows = catalogue()
        return tuple(
            ReportGroup(title, tuple(rows[key] for key in keys)) for _, title, keys in GROUPS
        )

    @property
    def facts(self) -> list[tuple[str, str]]:
        """Return the facts of the call as label and text."""
        table = self.state
        rows = [
            ("Called", self.queued_call.hand_label),
            ("At the step", STEPS.get(self.call.street, self.call.street)),
            ("Box", f"Box {self.box}" if self.box else "not named"),
            ("Dealer", self.queued_call.dealer or "not signed in"),
            ("Now", next_step(table, step(table)).now),
        ]
        return [row for row in rows if row[0] != "Box" or self.asks_box or self.box]

    @cached_property
    def hands(self) -> list[BoxRow]:
        """Return the boxes of the round in progress, or of the last one."""
        return box_rows(self.state)

    @property
    def dealer(self) -> DealerRow | None:
        return dealer_row(self.state)

    @cached_property
    def steps(self) -> tuple[RoundStep, ...]:
        """Return the log of the round of the call."""
        try:
            return round_steps(self.call.table.stream, self.call.hand)
        except Refusal:
            return ()

    @property
    def reasons(self) -> Sequence[tuple[str, str]]:
        return REASONS

    @cached_property
    def before(self) -> tuple[int, int, list[Ruling]]:
        """Return the rulings on this irregularity in 30 days: how many, how many as decided, and the newest."""
        if not self.call.key:
            return 0, 0, []
        return precedents(room=self.call.room, key=self.call.key, now=self.now)
