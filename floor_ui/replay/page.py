"""The page of a hand as one value for its template."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from itertools import pairwise

from django.urls import reverse

from floor_ui.replay.hand_lookup import log_of
from floor_ui.replay.steps import ReplayStep, steps
from floor_ui.replay.table_diagram import HandDiagram, hand_diagram, seen_view
from poker import events as e
from rulings.calls.models import Call, Ruling
from rulings.calls.report_titles import reported_text
from rulings.incidents.categories import SEVERITIES, categories
from rulings.incidents.models import Incident
from staff.models import Staff
from tables.hand_kind_names import kinds_text
from tables.hand_starts import kinds_of_hand
from tables.models import Table
from web.messages.facts import spoken

PAUSE = 120  # from this many seconds between two taps, a pause is shown

ROOM = "the room"


@dataclass(frozen=True, slots=True)
class ActorName:
    name: str  # as displayed
    role: str = ""  # dealer, supervisor, …; "" if not a person

    def __str__(self) -> str:
        return f"{self.name}, {self.role}" if self.role else self.name


def actor_names(actors: Iterable[str]) -> dict[str, ActorName]:
    """Return the name of each key. Keys without a staff member are shown as their number."""
    keys_to_name = set(actors)
    keys = {int(key.partition(".")[2]): key for key in keys_to_name if _is_staff(key)}
    rows = Staff.objects.filter(pk__in=keys).prefetch_related("user__groups")
    names_by_key = {keys[member.pk]: ActorName(member.alias, _role(member)) for member in rows}
    return {actor: names_by_key.get(actor) or _other(actor) for actor in keys_to_name}


def _is_staff(actor: str) -> bool:
    kind, _, number = actor.partition(".")
    return kind == "staff" and number.isdecimal() and len(number) < 18


def _role(staff: Staff) -> str:
    return next((group.name for group in staff.user.groups.all()), "")


def _other(actor: str) -> ActorName:
    kind, _, name = actor.partition(".")
    if kind == "api":
        return ActorName(name, "a program")
    return ActorName(ROOM) if kind == "system" else ActorName(actor)


@dataclass(frozen=True, slots=True)
class FloorMark:
    """A record outside the log that belongs to a step: a call, a ruling, an incident."""

    kind: str
    text: str
    url: str


@dataclass(frozen=True, slots=True)
class StepListRow:
    step: ReplayStep
    actor: ActorName
    marks: tuple[FloorMark, ...]
    pause: int  # seconds since the previous step, 0 below `PAUSE`

    @property
    def url(self) -> str:
        """The step's URL, relative to the page."""
        return f"?step={self.step.number}"


class HandPage:
    """The page of a hand at one of its steps. Raises `Refusal`: `replay_no_hand`."""

    def __init__(self, table: Table, hand: int, *, at: int, sees_incidents: bool) -> None:
        self.table = table
        self.hand = hand
        self.sees_incidents = sees_incidents
        self.log_range, self.commands = log_of(table, hand)
        self.steps = steps(self.commands)
        self.step_number = min(max(at, 1), len(self.steps))
        self.step = self.steps[self.step_number - 1]

    @cached_property
    def diagram(self) -> HandDiagram:
        return hand_diagram(seen_view(self.step.table))

    @cached_property
    def actors(self) -> dict[str, ActorName]:
        return actor_names(step.command.actor for step in self.steps)

    @property
    def actor(self) -> ActorName:
        return self.actors[self.step.command.actor]

    @property
    def is_over(self) -> bool:
        events = [
            event
            for step in self.steps
            if not step.undone_by
            for event in step.command.batch.events
        ]
        return any(isinstance(event, e.HandEnded | e.HandVoided) for event in events)

    @property
    def kinds(self) -> str:
        """What sets the hand apart, such as "Bomb pot, two boards $10"; "" for an ordinary hand."""
        return kinds_text(kinds_of_hand(self.table.pk, self.hand))

    @cached_property
    def previous_hand(self) -> int | None:
        """The previous hand; 0 for the time before the first hand."""
        return self.hand - 1 if self.hand > 0 else None

    @cached_property
    def next_hand(self) -> int | None:
        if self.log_range.last >= self.table.stream.seq:
            return None
        return self.hand + 1

    @cached_property
    def rulings(self) -> list[Ruling]:
        rows = Ruling.objects.filter(table=self.table, hand=self.hand).select_related("by")
        return list(rows.order_by("at", "id"))

    @cached_property
    def calls(self) -> list[Call]:
        return list(Call.objects.filter(table=self.table, hand=self.hand).order_by("called_at"))

    @cached_property
    def incidents(self) -> list[Incident]:
        """Reported incidents of this hand; empty without the permission to see incidents."""
        if not self.sees_incidents:
            return []
        return list(Incident.objects.filter(table=self.table, hand=self.hand).order_by("at", "id"))

    @cached_property
    def marks(self) -> dict[int, list[FloorMark]]:
        """Marks by step number."""
        marks_by_entry: dict[int, list[FloorMark]] = defaultdict(list)
        for call in self.calls:
            if not hasattr(call, "ruling"):
                marks_by_entry[self._of(call.seq)].append(_call(call))
        for ruling in self.rulings:
            number = self._of(ruling.seq) if ruling.seq else self._by(ruling.at)
            marks_by_entry[number].append(_ruling(ruling))
        for incident in self.incidents:
            marks_by_entry[self._by(incident.at)].append(_incident(incident))
        return marks_by_entry

    @cached_property
    def rows(self) -> tuple[StepListRow, ...]:
        times = [step.command.at for step in self.steps]
        gaps = [0, *(round((b - a).total_seconds()) for a, b in pairwise(times))]
        return tuple(
            StepListRow(
                step,
                self.actors[step.command.actor],
                tuple(self.marks.get(step.number, ())),
                gap if gap >= PAUSE else 0,
            )
            for step, gap in zip(self.steps, gaps, strict=True)
        )

    def _of(self, seq: int) -> int:
        return max(sum(step.command.seq <= seq for step in self.steps), 1)

    def _by(self, at: datetime) -> int:
        return max(sum(step.command.at <= at for step in self.steps), 1)


def _call(call: Call) -> FloorMark:
    return FloorMark(
        "call", f"Call: {reported_text(call.key)}", reverse("floor:call", args=[call.pk])
    )


def _ruling(ruling: Ruling) -> FloorMark:
    what = "" if ruling.seq else f": {spoken(ruling.result)}"  # the log's own entry has the result
    text = f"{ruling.get_kind_display()} {ruling.number}{what}"
    return FloorMark("ruling", text, reverse("floor:ruling", args=[ruling.pk]))


def _incident(incident: Incident) -> FloorMark:
    category = categories().get(incident.category)
    title = category.title if category else incident.category
    text = f"Incident, {SEVERITIES[incident.severity]}: seat {incident.seat}, {title}"
    return FloorMark("incident", text, reverse("incidents:incident", args=[incident.pk]))
