"""What a trainee practices next: what is due by spaced repetition, then what is new, in the order of the lessons.

The intervals are those of FSRS, a model of how long one remembers (the package `fsrs`). They are computed from the
results when they are asked for, so nothing has to be stored or rebuilt.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from fsrs import Card, Rating, Scheduler

from journal.unix_time import from_milliseconds
from school.models import DealtExercise, TrainingLog
from school.tablet.model import Exercise, Lesson

MOST_DUE = 20  # exercises that a tablet is told of
MISTAKES_PER_TAPS = 10  # right taps for each mistake, with which an exercise was still recalled
RECALLED = 0.9  # the chance to deal an exercise right at which it is due
SOON = (timedelta(minutes=10),)  # after an exercise that failed
LATEST = 180  # days
# Without dice: the same results give the same day, on every server.
_scheduler = Scheduler(
    desired_retention=RECALLED,
    learning_steps=SOON,
    relearning_steps=SOON,
    maximum_interval=LATEST,
    enable_fuzzing=False,
)


@dataclass(frozen=True, slots=True)
class Review:
    """One dealing of an exercise. ended: Unix milliseconds; hands: their milliseconds."""

    exercise: str
    ended: int
    taps: int
    undone: int
    wrong: int
    hands: Sequence[int]
    is_finished: bool


@dataclass(frozen=True, slots=True)
class DueExercise:
    """An exercise that was dealt, and when it is due again."""

    exercise: str
    at: datetime
    recall: float  # the chance that it would be dealt right now, 0 to 1


def due_exercises(
    reviews: Iterable[Review], lessons: Iterable[Lesson], *, now: datetime
) -> list[str]:
    """Return the ids of the exercises to practice next, the first one first; check rides are begun by choice.

    reviews: the trainee's, as `reviews_of` returns them.
    """
    exercises = [one for lesson in lessons if lesson.ride is None for one in lesson.exercises]
    scheduled = {one.exercise: one for one in schedule(reviews, exercises, now=now)}
    due = [one for one in scheduled.values() if one.at <= now]
    due.sort(key=lambda one: (one.recall, one.at))
    new = [one.id for one in exercises if one.id not in scheduled]
    return [*(one.exercise for one in due), *new][:MOST_DUE]


def reviews_of(log: TrainingLog | None) -> list[Review]:
    """Return a trainee's dealings in the order in which they ended."""
    if log is None:
        return []
    rows = DealtExercise.objects.filter(log=log).order_by("ended", "seq")
    names = ("exercise", "ended", "taps", "undone", "wrong", "hands", "is_finished")
    return [Review(*row) for row in rows.values_list(*names)]


def schedule(
    reviews: Iterable[Review], exercises: Iterable[Exercise], *, now: datetime
) -> list[DueExercise]:
    """Return when each exercise that was dealt is due again; only those that are taught here."""
    seconds = {one.id: one.seconds for one in exercises}
    by_exercise: dict[str, list[Review]] = defaultdict(list)
    for review in reviews:
        if review.exercise in seconds:
            by_exercise[review.exercise].append(review)
    return [_due(name, dealt, seconds[name], now) for name, dealt in by_exercise.items()]


def rating_of(review: Review, seconds: int) -> Rating:
    """Return how well an exercise was recalled. seconds: target for each hand."""
    if not review.is_finished or review.wrong * MISTAKES_PER_TAPS > review.taps:
        return Rating.Again
    if review.wrong:
        return Rating.Hard
    is_slow = sum(review.hands) > 1000 * seconds * len(review.hands)
    return Rating.Good if is_slow or review.undone else Rating.Easy


def _due(name: str, dealt: Sequence[Review], seconds: int, now: datetime) -> DueExercise:
    card = Card(card_id=1, due=_moment(dealt[0].ended))
    for review in dealt:
        card, _ = _scheduler.review_card(card, rating_of(review, seconds), _moment(review.ended))
    recall = _scheduler.get_card_retrievability(card, now.astimezone(UTC))
    return DueExercise(name, card.due, float(recall))


def _moment(at: int) -> datetime:
    return from_milliseconds(at).astimezone(UTC)
