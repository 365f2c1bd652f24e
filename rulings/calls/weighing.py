"""What a supervisor and a dealer are shown about a call: facts, proposal, what other settings say, precedents."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from poker import codec
from poker.calls import Todo
from poker.irregular.evaluate import NoRow, Other, Proposal, Step, Verdict
from poker.irregular.load import catalogue
from poker.irregular.model import Row
from poker.irregular.propose import Line, as_dealt, facts_of, others, project, weigh
from poker.ledger import Ledger
from poker.refusal import Refusal
from poker.state import Table as State
from poker.timeline import taken_back
from rulings.calls.models import Ruling
from tables import log
from tables.models import Room, Table

LOOK_BACK = timedelta(days=30)
DECK = ("stub", "burns", "board", "aside")


@dataclass(frozen=True)
class Weighed:
    """A call as it stands.

    row: what was reported, None for nothing or none of the catalogue; state: the table as it is, before: as the log
    has it after what the ruling would take back, and dealt where the row says that it is; facts: all that are known,
    asked ones included, deck and pot as they are at this moment (`evidence`); given: those that people gave; problem:
    why the remedy cannot be carried out as the facts are, None when it can.
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

    @property
    def lying(self) -> Ledger | None:
        """The deck as it lies at this moment: what was dealt too early is out already. None between hands."""
        if self.lines:
            return self.lines[0].ledger
        hand = self.state.hand or self.before.hand
        return hand.ledger if hand else None

    @property
    def evidence(self) -> dict[str, Any]:
        """What deck and pot are at this moment; what a ruling takes back has not been taken back yet."""
        deck = self.lying
        found = {name: getattr(deck, name) for name in DECK} if deck else {}
        hand = self.state.hand
        if hand is not None and hand.stage != "deal" and self.state.pot is not None:
            found["pot"] = self.state.pot
        return found


def weighed(table: Table) -> Weighed:
    """The open call of a table. Refuses `no_floor_call`."""
    state = codec.decode_state(bytes(table.stream.state))
    if state.floor is None:
        raise Refusal("no_floor_call", "S-012", table=table.name)
    key, given = state.floor.key, state.floor.facts
    row = catalogue().rows.get(key)
    if row is None:
        found = Weighed(None, state, state, given, facts_of(state, key, given), NoRow(key))
        return _evident(found)
    try:
        verdict, back = weigh(log.since_base(table.stream), key, given)
    except Refusal as refusal:
        facts = facts_of(state, key, given)
        before = as_dealt(state, row)
        return _evident(Weighed(row, state, before, given, facts, NoRow(key), problem=refusal))
    before = as_dealt(back, row)
    facts, differing = facts_of(before, key, given), others(before, key, given)
    found = Weighed(row, state, before, given, facts, verdict, others=differing)
    if isinstance(verdict, Proposal):
        try:
            found = replace(found, lines=project(back, verdict))
        except Refusal as refusal:
            found = replace(found, problem=refusal)
    return _evident(found)


def _evident(found: Weighed) -> Weighed:
    """With deck and pot of this moment among the facts; what people counted stands."""
    ours = {name: seen for name, seen in found.evidence.items() if name not in found.given}
    return replace(found, facts={**found.facts, **ours})


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
