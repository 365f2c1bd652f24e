"""The exercises that a trainee practices next: those due by spaced repetition, then new ones in lesson order.

The intervals come from FSRS, a model of how long people remember (package `fsrs`). They are computed from the results
on demand, so nothing is stored.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from fsrs import Card, Rating, Scheduler

from journal.unix_time import from_milliseconds
from school.models import DealtExercise, TrainingLog
from school.tablet.model import Exercise, Lesson

MOST_DUE = 20  # due exercises that a tablet gets
MISTAKES_PER_TAPS = 10  # right taps for each mistake that a recalled exercise needs
RECALLED = 0.9  # an exercise is due when the chance of dealing it correctly falls to this
SOON = (timedelta(minutes=10),)  # interval after a failed exercise
LATEST = 180  # longest interval in days
# Without random intervals, so that the same results give the same day on every server.
_scheduler = Scheduler(
    desired_retention=RECALLED,
    learning_steps=SOON,
    relearning_steps=SOON,
    maximum_interval=LATEST,
    enable_fuzzing=False,
)


@dataclass(frozen=True, slots=True)
class Review:
    """One dealing of an exercise."""

    exercise: str
    ended: int  # Unix milliseconds
    taps: int
    undone: int
    wrong: int
    hands: Sequence[int]  # milliseconds of each hand
    is_finished: bool


@dataclass(frozen=True, slots=True)
class DueExercise:
    """An exercise that was dealt before, and when it is due again."""

    exercise: str
    at: datetime
    recall: float  # the chance that it would be dealt correctly now, 0 to 1


def due_exercises(
    reviews: Iterable[Review], lessons: Iterable[Lesson], *, now: datetime
) -> list[str]:
    """Return the ids of the exercises to practice next, in order, without check rides.

    reviews: the trainee's reviews from `reviews_of`.
    """
    exercises = [
        exercise for lesson in lessons if lesson.ride is None for exercise in lesson.exercises
    ]
    scheduled = schedule(reviews, exercises, now=now)
    due = [entry for entry in scheduled if entry.at <= now]
    due.sort(key=lambda entry: (entry.recall, entry.at))
    dealt = {entry.exercise for entry in scheduled}
    new = [exercise.id for exercise in exercises if exercise.id not in dealt]
    return [*(entry.exercise for entry in due), *new][:MOST_DUE]


def reviews_of(log: TrainingLog | None) -> list[Review]:
    """Return a trainee's dealings in the order they ended."""
    if log is None:
        return []
    rows = DealtExercise.objects.filter(log=log).order_by("ended", "seq")
    names = ("exercise", "ended", "taps", "undone", "wrong", "hands", "is_finished")
    return [Review(*row) for row in rows.values_list(*names)]


def schedule(
    reviews: Iterable[Review], exercises: Iterable[Exercise], *, now: datetime
) -> list[DueExercise]:
    """Return the due date of each of these exercises that was dealt before."""
    seconds = {exercise.id: exercise.seconds for exercise in exercises}
    by_exercise: dict[str, list[Review]] = defaultdict(list)
    for review in reviews:
        if review.exercise in seconds:
            by_exercise[review.exercise].append(review)
    return [_due(name, dealt, seconds[name], now) for name, dealt in by_exercise.items()]


def rating_of(review: Review, seconds: int) -> Rating:
    """Return how well the trainee recalled an exercise. seconds: target for each hand."""
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
