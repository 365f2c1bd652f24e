"""A trainee's record: exercises, mistakes by kind and by rule, times, due exercises, sign-offs, check rides."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from itertools import chain

from django.core.paginator import Page, Paginator
from django.utils import timezone

from journal.projections import LogHead
from journal.unix_time import from_milliseconds
from school.actions import load_training
from school.models import CheckRide, DealtExercise, TrainingLog
from school.pages.labels import (
    FAMILY_NAMES,
    SECOND,
    TELLINGS,
    average,
    kind_title,
    kinds_of,
    length,
    rules_of,
    tempo_text,
)
from school.pages.lessons import RoomLessons
from school.records.due import due_exercises, reviews_of, schedule
from school.rules import codec
from school.rules.events import GameSignedOff, SignOffWithdrawn
from school.rules.state import FAMILIES
from school.tablet.mistakes import cited
from school.tablet.wire import TEMPOS
from staff.keys import aliases
from staff.models import Staff

PER_PAGE = 25
RECENT_HANDS = 30
SIGN_OFFS = ("training.game_signed_off", "training.sign_off_withdrawn")


@dataclass(frozen=True, slots=True)
class ExerciseRow:
    """An exercise as it was dealt. Lengths of time are texts."""

    row: DealtExercise
    title: str
    at: datetime
    hand: str
    target: str
    is_slow: bool  # slower than the target
    tempo: str
    telling: str
    # For each mistake its title, its fields in the log, and its rules with their sources.
    mistakes: list[tuple[str, Mapping[str, object], str]]
    hands: list[str]  # length of each hand
    steps: list[str]  # length of each step


@dataclass(frozen=True, slots=True)
class RideRow:
    """A finished check ride. Lengths of time are texts."""

    ride: CheckRide
    title: str
    at: datetime
    hand: str  # average length of a hand
    needed: str  # the limit for it


@dataclass(frozen=True, slots=True)
class SignOffRow:
    """A family of games and its sign-off, if there is one."""

    family: str
    name: str
    by: str = ""  # alias of the trainer
    at: datetime | None = None  # None without a sign-off


@dataclass(frozen=True, slots=True)
class SignOffChange:
    """A sign-off or its withdrawal."""

    at: datetime
    text: str
    by: str
    note: str


class TraineeRecord:
    """The record of one person. number: page number of the exercises."""

    def __init__(
        self, person: Staff, lessons: RoomLessons, *, now: datetime, number: int = 1
    ) -> None:
        self.person = person
        self.lessons = lessons
        self.now = now
        self.number = number
        self.log = TrainingLog.objects.filter(staff=person).first()
        self.training = load_training(self.log)
        self.choices = self.training.choices
        self.tempos = [(tempo, tempo_text(tempo)) for tempo in TEMPOS]
        self.tellings = list(TELLINGS.items())

    @cached_property
    def dealt(self) -> list[DealtExercise]:
        """Return every exercise, latest first."""
        rows = (
            DealtExercise.objects.filter(log=self.log) if self.log else DealtExercise.objects.none()
        )
        return list(rows.order_by("-ended", "-seq"))

    @cached_property
    def page(self) -> "Page[DealtExercise]":
        return Paginator(self.dealt, PER_PAGE).get_page(self.number)

    @cached_property
    def rows(self) -> list[ExerciseRow]:
        return [self._row(row) for row in self.page.object_list]

    def _row(self, row: DealtExercise) -> ExerciseRow:
        exercise = self.lessons.exercise(row.exercise)
        target = exercise.seconds * SECOND if exercise else 0
        sources = exercise.sources if exercise else {}
        return ExerciseRow(
            row=row,
            title=self.lessons.exercise_title(row.exercise),
            at=from_milliseconds(row.ended),
            hand=average(row.hands),
            target=length(target) if target else "",
            is_slow=bool(target and row.hands and sum(row.hands) > target * len(row.hands)),
            tempo=tempo_text(row.tempo),
            telling=TELLINGS.get(row.telling, row.telling),
            mistakes=[
                (kind_title(mistake["kind"]), mistake, cited(mistake.get("rules", ()), sources))
                for mistake in row.mistakes
            ],
            hands=[length(hand) for hand in row.hands],
            steps=[length(step) for step in row.steps],
        )

    @cached_property
    def facts(self) -> list[tuple[str, str]]:
        """Return the totals as pairs of a name and a value."""
        finished = {row.exercise for row in self.dealt if row.is_finished}
        right = sum(row.taps for row in self.dealt)
        wrong = sum(row.wrong for row in self.dealt)
        hands = list(chain.from_iterable(row.hands for row in self.dealt))[:RECENT_HANDS]
        share = (
            f"{100 * right // (right + wrong)}% of {right + wrong}" if right + wrong else "none yet"
        )
        return [
            ("Lessons done", f"{self.lessons.done(finished)} of {len(self.lessons.taught)}"),
            ("Exercises dealt", str(len(self.dealt))),
            ("Right taps", share),
            ("Time per hand", average(hands) or "none yet"),
        ]

    @cached_property
    def kinds(self) -> list[tuple[str, int]]:
        return kinds_of(chain.from_iterable(row.mistakes for row in self.dealt))

    @cached_property
    def rules(self) -> list[tuple[str, int]]:
        return rules_of(chain.from_iterable(row.mistakes for row in self.dealt))

    @cached_property
    def unknown_rules(self) -> list[str]:
        """Return the rules of the mistakes made the last time each exercise was dealt."""
        latest: dict[str, DealtExercise] = {}
        for row in self.dealt:
            latest.setdefault(row.exercise, row)
        return [
            rule
            for rule, _ in rules_of(chain.from_iterable(row.mistakes for row in latest.values()))
        ]

    @cached_property
    def due(self) -> list[tuple[str, str]]:
        """Return the exercises to practice next, each with the day it became due, or "new" if it was never dealt."""
        exercises = [exercise for lesson in self.lessons.lessons for exercise in lesson.exercises]
        reviews = reviews_of(self.log)
        at = {due.exercise: due.at for due in schedule(reviews, exercises, now=self.now)}
        names = due_exercises(reviews, self.lessons.lessons, now=self.now)
        return [
            (
                self.lessons.exercise_title(name),
                f"{timezone.localtime(at[name]):%b %-d}" if name in at else "new",
            )
            for name in names
        ]

    @cached_property
    def rides(self) -> list[RideRow]:
        """Return the check rides, latest first."""
        rows = CheckRide.objects.filter(log=self.log).order_by("-seq") if self.log else ()
        return [
            RideRow(
                ride=ride,
                title=self.lessons.lesson_title(ride.lesson),
                at=from_milliseconds(ride.ended),
                hand=length(ride.milliseconds),
                needed=length(ride.most_milliseconds),
            )
            for ride in rows
        ]

    @cached_property
    def sign_offs(self) -> list[SignOffRow]:
        """Return each family of games with its sign-off."""
        signed = {sign_off.family: sign_off for sign_off in self.training.signed}
        names = aliases(sign_off.by for sign_off in signed.values())
        return [
            SignOffRow(
                family,
                FAMILY_NAMES[family],
                names.get(signed[family].by, signed[family].by),
                from_milliseconds(signed[family].at),
            )
            if family in signed
            else SignOffRow(family, FAMILY_NAMES[family])
            for family in FAMILIES
        ]

    @cached_property
    def changes(self) -> list[SignOffChange]:
        """Return the sign-offs and withdrawals, latest first."""
        return sign_off_changes(self.log)


def sign_off_changes(log: TrainingLog | None) -> list[SignOffChange]:
    """Return the sign-offs and withdrawals of a log, latest first."""
    if log is None:
        return []
    head = LogHead(log.pk, log.stream.seq)
    events = [codec.decode_event(row.name, row.version, row.data) for row in head.rows(*SIGN_OFFS)]
    changes = []
    names = aliases(
        event.by for event in events if isinstance(event, GameSignedOff | SignOffWithdrawn)
    )
    for event in reversed(events):
        if isinstance(event, GameSignedOff | SignOffWithdrawn):
            what = "signed off" if isinstance(event, GameSignedOff) else "withdrawn"
            changes.append(
                SignOffChange(
                    from_milliseconds(event.at),
                    f"{FAMILY_NAMES[event.family]} {what}",
                    names.get(event.by, event.by),
                    event.note,
                )
            )
    return changes
