"""The ruling screen as one value for its template."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from itertools import groupby
from typing import Any

from floor_ui import composing, words
from floor_ui.basis import Basis, basis
from floor_ui.facts import Ear, Fact, ears, facts
from floor_ui.fields import Field, field
from floor_ui.scene import Scene, scene
from floor_ui.steps import Step, closing, deck_of, numbered, pot_said, steps
from floor_ui.timeline import Moment, moments
from floor_ui.waiting import Waiting, open_calls, waiting
from poker.irregular.evaluate import Asks, Proposal
from poker.irregular.load import catalogue
from poker.irregular.model import Row
from poker.irregular.propose import possible
from rulings.calls.models import Call
from rulings.calls.reasons import REASONS
from rulings.calls.roles import may
from rulings.calls.weighing import Weighed, weighed
from rulings.wording.facts import spoken
from rulings.wording.sayings import counted
from tables.log import hand_told
from tables.models import Staff, Table

AUTHORITY = {"D": "derived", "M": "from memory, not checked"}


@dataclass(frozen=True)
class Group:
    """A group of what may have happened."""

    words: str
    rows: tuple[Row, ...]


class CallPage:
    """All that the ruling screen shows of an open call."""

    def __init__(self, call: Call, staff: Staff, now: datetime) -> None:
        self.table = Table.objects.select_related("stream", "room").get(pk=call.table_id)
        self.call, self.staff, self.now = call, staff, now
        self.seen = self.table.stream.seq
        self.found: Weighed = weighed(self.table)
        self.told = hand_told(self.table.stream, call.hand)
        self.waiting: Waiting = waiting(call, staff)
        self.lines = self.found.lines

    @cached_property
    def may_rule(self) -> bool:
        """Whether whoever looks may decide this call."""
        return may(self.staff, "rule") and not self.waiting.own

    @cached_property
    def may_answer(self) -> bool:
        """Whether whoever looks may say that somebody comes, and correct facts."""
        return may(self.staff, "answer")

    @cached_property
    def more(self) -> list[Waiting]:
        """The other open calls of the room."""
        return [
            one for one in open_calls(self.table.room, self.staff) if one.call.pk != self.call.pk
        ]

    @cached_property
    def row(self) -> Row | None:
        """What was reported."""
        return self.found.row

    @cached_property
    def title(self) -> str:
        """What was reported, in words."""
        return self.waiting.what

    @cached_property
    def proposal(self) -> Proposal | None:
        """What the house's rule says."""
        return self.found.proposal

    @cached_property
    def result(self) -> str:
        """The proposal's sentence."""
        return spoken(self.proposal.result) if self.proposal else ""

    @cached_property
    def authority(self) -> str:
        """Why nobody's authority stands behind the proposal, "" where one does."""
        return AUTHORITY.get(self.proposal.authority, "") if self.proposal else ""

    @cached_property
    def problem(self) -> str:
        """Why the remedy cannot be carried out as the facts are."""
        return words.sentence(self.found.problem) if self.found.problem else ""

    @cached_property
    def question(self) -> Field | None:
        """The one fact that decides and is not known."""
        verdict = self.found.verdict
        if not isinstance(verdict, Asks):
            return None
        fact = catalogue().facts.get(verdict.fact)
        ask = fact.ask if fact else verdict.fact.replace("_", " ")
        asked = field(verdict.fact, fact, None, self.found.before, ask)
        return asked or Field(verdict.fact, "int", ask)

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """The proposed steps."""
        return steps(self.lines, self.found.before, self.found.facts)

    @cached_property
    def count(self) -> int:
        """How many steps go to the dealer: the ruling's own, as the tablet counts them."""
        return numbered(self.lines)

    @cached_property
    def closing(self) -> str:
        """The deck after the last step."""
        return closing(self.lines, deck_of(self.found.before))

    @cached_property
    def scene(self) -> Scene:
        """The picture."""
        return scene(self.found)

    @cached_property
    def facts(self) -> tuple[Fact, ...]:
        """The lines on the left."""
        return facts(self.found, self.call, self.told)

    @cached_property
    def brief(self) -> tuple[str, list[str]]:
        """The facts as a phone has room for them: what was corrected or decides, then the rest."""
        by_name = {fact.name: fact for fact in self.facts}
        pending = by_name.get("pending")
        first = f"{pending.value} not acted" if pending and "Nobody" not in pending.value else ""
        if pending and ", " in pending.value and "$" in pending.value:
            who, _, owes = pending.value.rpartition(", ")
            first = f"{who} not acted, {owes}"
        rest = [by_name[name].value for name in ("street", "seats_in") if name in by_name]
        counted = by_name.get("counted")
        last = [self.scene.pot, counted.value.lower() if counted else ""]
        return first, [" · ".join(rest), " · ".join(one for one in last if one)]

    @cached_property
    def ears(self) -> tuple[tuple[Ear, ...], tuple[Ear, ...]]:
        """Who was heard or should be, and who else could."""
        return ears(self.found)

    @cached_property
    def groups(self) -> tuple[Group, ...]:
        """What may have happened here, in groups."""
        rows = possible(self.found.state)
        order = list(words.GROUPS)
        listed = sorted(rows, key=lambda row: order.index(row.group))
        return tuple(
            Group(words.group(name), tuple(found))
            for name, found in groupby(listed, key=lambda row: row.group)
        )

    @cached_property
    def basis(self) -> Basis:
        """The right column."""
        return basis(self.found, self.table, self.now)

    @cached_property
    def moments(self) -> tuple[Moment, ...]:
        """The hand's log."""
        return moments(self.told)

    @cached_property
    def pot(self) -> str:
        """What an impound would hold."""
        return pot_said(self.found.before) if self.found.before.hand else "pot"

    @cached_property
    def pot_before(self) -> str:
        """The pot as the tablet has it, where an impound would hold another: the log is taken back first."""
        now = counted(self.found.evidence.get("pot"))
        return now if now and now != self.pot else ""

    @cached_property
    def kit(self) -> dict[str, Any]:
        """What a remedy is composed with."""
        return composing.kit(self.found.before, self.proposal) | {"backs": self.backs}

    @cached_property
    def backs(self) -> Sequence[tuple[str, str]]:
        """What the log may take back first."""
        return composing.ways_back(self.found.state, self.proposal)

    @cached_property
    def reasons(self) -> Sequence[tuple[str, str]]:
        """Why another remedy."""
        return REASONS
