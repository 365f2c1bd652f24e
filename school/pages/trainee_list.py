"""The trainees of a room with their progress: those who dealt an exercise, latest first, then everyone else."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from itertools import chain

from django.core.paginator import Paginator
from django.db.models import F, Max, Q, QuerySet, Window
from django.db.models.functions import RowNumber

from journal.unix_time import from_milliseconds
from lineup.eligible_staff import eligible_dealers
from lineup.models import GameSignOff
from school.models import DealtExercise
from school.pages.labels import FAMILY_NAMES, average, kinds_of, rules_of
from school.pages.lessons import RoomLessons, room_lessons
from school.rules.state import FAMILIES
from staff.models import Room, Staff

PER_PAGE = 50
# Shown for each trainee in the list.
MOST_KINDS = 3
MOST_RULES = 4


@dataclass(frozen=True, slots=True)
class TraineeRow:
    """A trainee in the list. `kinds`, `rules` and `hand` are about the last time each exercise was dealt."""

    staff: Staff
    done: int  # finished lessons
    last: datetime | None  # when they last dealt an exercise
    kinds: list[tuple[str, int]]  # kinds of mistakes with their number
    rules: list[str]  # rules that mistakes were against
    hand: str  # average length of a hand
    families: list[str]  # signed-off families of games


class TraineeList:
    """One page of the trainees of a room. query: part of an alias, or a badge; number: page number."""

    def __init__(self, room: Room, *, query: str, number: int, now: datetime) -> None:
        self.room = room
        self.query = query
        self.lessons: RoomLessons = room_lessons(room.pk, now=now)
        self.of_lessons = len(self.lessons.taught)
        self.page = Paginator(_people(room, query), PER_PAGE).get_page(number)
        self.rows = self._rows(list(self.page.object_list))

    def _rows(self, people: list[Staff]) -> list[TraineeRow]:
        latest = _latest(people)
        finished = _finished(people)
        signed: dict[int, set[str]] = defaultdict(set)
        for pk, family in GameSignOff.objects.filter(staff__in=people).values_list(
            "staff", "family"
        ):
            signed[pk].add(family)
        return [self._row(person, latest, finished, signed) for person in people]

    def _row(
        self,
        person: Staff,
        latest: Mapping[int, list[DealtExercise]],
        finished: Mapping[int, set[str]],
        signed: Mapping[int, set[str]],
    ) -> TraineeRow:
        dealt = latest.get(person.pk, [])
        mistakes = list(chain.from_iterable(row.mistakes for row in dealt))
        last = max((row.ended for row in dealt), default=None)
        return TraineeRow(
            staff=person,
            done=self.lessons.done(finished.get(person.pk, set())),
            last=None if last is None else from_milliseconds(last),
            kinds=kinds_of(mistakes)[:MOST_KINDS],
            rules=[rule for rule, _ in rules_of(mistakes)][:MOST_RULES],
            hand=average(chain.from_iterable(row.hands for row in dealt)),
            families=[
                FAMILY_NAMES[family] for family in FAMILIES if family in signed.get(person.pk, ())
            ],
        )


def trainees_of(room: Room, *, left: bool = False) -> "QuerySet[Staff]":
    """Return the room's dealers, and the other staff of the room who have a record.

    left: include inactive staff who have a record.
    """
    dealers = [person.pk for person in eligible_dealers(room.pk)]
    here = Q(rooms=room) | Q(house_wide=True)
    recorded = Staff.objects.filter(here, training__isnull=False)
    if not left:
        recorded = recorded.filter(user__is_active=True)
    return Staff.objects.filter(Q(pk__in=dealers) | Q(pk__in=recorded.values("pk")))


def _people(room: Room, query: str) -> "QuerySet[Staff]":
    people = trainees_of(room, left=bool(query)).select_related("user")
    if query:
        people = people.filter(Q(alias__icontains=query) | Q(badge=query))
    people = people.annotate(last=Max("training__exercises__ended"))
    return people.order_by(F("last").desc(nulls_last=True), "alias")


def _latest(people: list[Staff]) -> dict[int, list[DealtExercise]]:
    """Return, by person, the last dealing of each exercise. Results may have arrived in a different order."""
    latest = Window(RowNumber(), partition_by=["log", "exercise"], order_by=["-ended", "-seq"])
    dealt = DealtExercise.objects.filter(log__staff__in=people).annotate(latest=latest)
    rows: dict[int, list[DealtExercise]] = defaultdict(list)
    for row in dealt.filter(latest=1).select_related("log"):
        if row.log.staff_id is not None:
            rows[row.log.staff_id].append(row)
    return rows


def _finished(people: list[Staff]) -> dict[int, set[str]]:
    """Return the ids of the finished exercises by person."""
    rows = DealtExercise.objects.filter(log__staff__in=people, is_finished=True)
    finished: dict[int, set[str]] = defaultdict(set)
    for pk, exercise in rows.order_by().values_list("log__staff", "exercise").distinct():
        finished[pk].add(exercise)
    return finished
