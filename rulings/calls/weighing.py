"""What a supervisor and a dealer are shown about a call: facts, proposal, what other settings say, precedents."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from poker import codec
from poker.calls import Todo
from poker.irregular.evaluate import NoRow, Other, Proposal, Step, Verdict
from poker.irregular.load import catalogue
from poker.irregular.model import Row
from poker.irregular.propose import Line, facts_of, others, project, weigh
from poker.refusal import Refusal
from poker.state import Table as State
from poker.timeline import taken_back
from rulings.calls.models import Ruling
from tables import log
from tables.models import Room, Table

LOOK_BACK = timedelta(days=30)


@dataclass(frozen=True)
class Weighed:
    """A call as it stands.

    row: what was reported, None for nothing or none of the catalogue; state: the table as it is, before: as the log
    has it after what the ruling would take back; facts: all that are known, asked ones included; given: those that
    people gave; problem: why the remedy cannot be carried out as the facts are, None when it can.
    """

    row: Row | None
    state: State
    before: State
    given: Mapping[str, Any]
    facts: Mapping[str, Any]
    verdict: Verdict
    lines: tuple[Line, ...] = ()
    others: tuple[Other, ...] = ()
    problem: Refusal | None = None

    @property
    def proposal(self) -> Proposal | None:
        """What the house's rule says, None where it asks or does not say."""
        return self.verdict if isinstance(self.verdict, Proposal) else None

    @property
    def acceptable(self) -> bool:
        """Whether it can be accepted as it is: complete, by authority or not, and doable."""
        found = self.proposal
        return found is not None and not found.open and self.problem is None


def weighed(table: Table) -> Weighed:
    """The open call of a table. Refuses `no_floor_call`."""
    state = codec.decode_state(bytes(table.stream.state))
    if state.floor is None:
        raise Refusal("no_floor_call", "S-012", table=table.name)
    key, given = state.floor.key, state.floor.facts
    row = catalogue().rows.get(key)
    if row is None:
        return Weighed(None, state, state, given, facts_of(state, key, given), NoRow(key))
    batches = log.since_base(table.stream)
    try:
        verdict, before = weigh(batches, key, given)
    except Refusal as refusal:
        facts = facts_of(state, key, given)
        return Weighed(row, state, state, given, facts, NoRow(key), problem=refusal)
    facts = facts_of(before, key, given)
    told = Weighed(row, state, before, given, facts, verdict, others=others(before, key, given))
    if not isinstance(verdict, Proposal):
        return told
    try:
        lines = project(before, verdict)
    except Refusal as refusal:
        return Weighed(**{**vars(told), "problem": refusal})
    return Weighed(**{**vars(told), "lines": lines})


def precedents(
    *, room: Room, key: str, now: datetime, most: int = 5
) -> tuple[int, int, list[Ruling]]:
    """How often this irregularity was ruled on in the last 30 days, how often as proposed, and the newest of them."""
    found = Ruling.objects.filter(
        room=room, key=key, kind=Ruling.Kind.RULING, at__gte=now - LOOK_BACK, at__lte=now
    )
    newest = list(found.select_related("table", "by")[:most])
    return found.count(), found.exclude(decision=Ruling.Decision.OVERRIDDEN).count(), newest


def dealer_may(weighed: Weighed) -> bool:
    """Whether the dealer may carry the remedy out alone (catalogue 0.3): by row, house, and nobody objecting."""
    found = weighed.proposal
    if found is None or not weighed.acceptable or found.authority:
        return False
    allowed = {"standard": ("C", "D"), "routine": ("D",), "none": ()}
    return found.who in allowed[weighed.before.rules.dealer_remedies]


def doable(*, table: Table, steps: tuple[Todo, ...], back: str) -> tuple[Line, ...]:
    """A remedy that a supervisor wrote, tried out: the deck after each step. Refuses what cannot be done."""
    batches = log.since_base(table.stream)
    before = taken_back(batches, back)[1]
    written = tuple(Step(step.say, step.do, step.when) for step in steps)
    return project(before, Proposal("", "", "-", "", "A", "", False, back, written, ()))
