"""The page of a hand as one value for its template."""

from collections import defaultdict
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from itertools import pairwise

from django.urls import reverse

from floor_ui.waiting import what_of
from poker import events as e
from replay.felt import Felt, felt, picture
from replay.finding import log_of
from replay.people import Person, people
from replay.steps import Step, steps
from rulings.calls.models import Call, Ruling
from rulings.incidents.categories import SEVERITIES, categories
from rulings.incidents.models import Incident
from rulings.wording.facts import spoken
from tables.models import Table

PAUSE = 120  # seconds between two taps that are told


@dataclass(frozen=True, slots=True)
class Mark:
    """Something beside the log that goes with a step: a call, a ruling, an incident."""

    kind: str
    words: str
    url: str


@dataclass(frozen=True, slots=True)
class Shown:
    """A step in the list."""

    step: Step
    who: Person
    marks: tuple[Mark, ...]
    paused: int  # seconds since the step before, where they are many

    @property
    def url(self) -> str:
        """Its address, from the page's own."""
        return f"?step={self.step.number}"


class HandPage:
    """All that the page of a hand shows. Refuses `replay_no_hand`."""

    def __init__(self, table: Table, hand: int, *, at: int, sees_incidents: bool) -> None:
        self.table, self.hand = table, hand
        self.sees_incidents = sees_incidents
        self.place, self.told = log_of(table, hand)
        self.steps = steps(self.told)
        self.at = min(max(at, 1), len(self.steps))
        self.step = self.steps[self.at - 1]

    @cached_property
    def felt(self) -> Felt:
        """The picture at the step."""
        return felt(picture(self.step.table))

    @cached_property
    def people(self) -> dict[str, Person]:
        """Who tapped."""
        return people(step.told.actor for step in self.steps)

    @property
    def who(self) -> Person:
        """Who made the step."""
        return self.people[self.step.told.actor]

    @property
    def is_over(self) -> bool:
        """Whether the hand came to its end, as the log stands."""
        events = [event for step in self.steps if not step.back for event in step.told.batch.events]
        return any(isinstance(event, e.HandEnded | e.HandVoided) for event in events)

    @cached_property
    def before(self) -> int | None:
        """The hand before; 0 for what was before any."""
        return self.hand - 1 if self.hand > 0 else None

    @cached_property
    def after(self) -> int | None:
        """The hand after."""
        if self.place.last >= self.table.stream.seq:
            return None
        return self.hand + 1

    @cached_property
    def rulings(self) -> list[Ruling]:
        """Rulings in this hand, and records about them."""
        rows = Ruling.objects.filter(table=self.table, hand=self.hand).select_related("by")
        return list(rows.order_by("at", "id"))

    @cached_property
    def calls(self) -> list[Call]:
        """Calls in this hand."""
        return list(Call.objects.filter(table=self.table, hand=self.hand).order_by("called_at"))

    @cached_property
    def incidents(self) -> list[Incident]:
        """What was reported of this hand; none for whoever may not see incidents."""
        if not self.sees_incidents:
            return []
        return list(Incident.objects.filter(table=self.table, hand=self.hand).order_by("at", "id"))

    @cached_property
    def marks(self) -> dict[int, list[Mark]]:
        """By the number of the step that they go with."""
        found: dict[int, list[Mark]] = defaultdict(list)
        for call in self.calls:
            if not hasattr(call, "ruling"):
                found[self._of(call.seq)].append(_call(call))
        for ruling in self.rulings:
            number = self._of(ruling.seq) if ruling.seq else self._by(ruling.at)
            found[number].append(_ruling(ruling))
        for incident in self.incidents:
            found[self._by(incident.at)].append(_incident(incident))
        return found

    @cached_property
    def shown(self) -> tuple[Shown, ...]:
        """The list."""
        times = [step.told.at for step in self.steps]
        gaps = [0, *(round((b - a).total_seconds()) for a, b in pairwise(times))]
        return tuple(
            Shown(
                step,
                self.people[step.told.actor],
                tuple(self.marks.get(step.number, ())),
                gap if gap >= PAUSE else 0,
            )
            for step, gap in zip(self.steps, gaps, strict=True)
        )

    def _of(self, seq: int) -> int:
        return max(sum(step.told.seq <= seq for step in self.steps), 1)

    def _by(self, at: datetime) -> int:
        return max(sum(step.told.at <= at for step in self.steps), 1)


def _call(call: Call) -> Mark:
    return Mark("call", f"Call: {what_of(call.key)}", reverse("floor:call", args=[call.pk]))


def _ruling(ruling: Ruling) -> Mark:
    what = "" if ruling.seq else f": {spoken(ruling.result)}"  # the log's own line says it
    words = f"{ruling.get_kind_display()} {ruling.number}{what}"
    return Mark("ruling", words, reverse("floor:ruling", args=[ruling.pk]))


def _incident(incident: Incident) -> Mark:
    known = categories().get(incident.category)
    title = known.title if known else incident.category
    words = f"Incident, {SEVERITIES[incident.severity]}: seat {incident.seat}, {title}"
    return Mark("incident", words, reverse("incidents:incident", args=[incident.pk]))
