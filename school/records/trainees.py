"""The trainee who is signed in to the school on a tablet, and the token that proves the sign-in for a day."""

from collections import Counter
from collections.abc import Iterable
from datetime import datetime, timedelta

from django.core import signing

from journal.unix_time import milliseconds
from poker.refusal import Refusal
from school.actions import load_training
from school.models import CheckRide, TrainingLog
from school.records.due import Review, due_exercises, reviews_of
from school.rules.rides import average_hand
from school.tablet.model import Lesson
from school.tablet.wire import Trainee
from staff.models import Staff

DAY = timedelta(days=1)
MILLISECOND = timedelta(milliseconds=1)
SALT = "school.trainee"


def trainee_of(
    staff: Staff, lessons: tuple[Lesson, ...], *, now: datetime, token: str = ""
) -> Trainee:
    """Return the trainee for the tablet, with this token or a new one."""
    log = TrainingLog.objects.filter(staff=staff).first()
    choices = load_training(log).choices
    reviews = reviews_of(log)
    return Trainee(
        key=staff.key,
        name=staff.alias,
        token=token or make_token(staff, now=now),
        done=dict(Counter(review.exercise for review in reviews if review.is_finished)),
        due=due_exercises(reviews, lessons, now=now),
        hand_times=_hand_times(reviews),
        ride_times=_ride_times(log),
        telling=choices.telling,
        tempo=choices.tempo,
        may_choose=choices.may_choose,
    )


def _hand_times(reviews: Iterable[Review]) -> dict[str, int]:
    """Return the average milliseconds of a hand in the last dealing of each exercise, if it had a finished hand."""
    return {
        review.exercise: average_hand(sum(review.hands), len(review.hands))
        for review in reviews
        if review.hands
    }


def _ride_times(log: TrainingLog | None) -> dict[str, int]:
    """Return the average milliseconds of a hand in the last check ride of each lesson."""
    if log is None:
        return {}
    rides = CheckRide.objects.filter(log=log).order_by("ended", "seq")
    return dict(rides.values_list("lesson", "milliseconds"))


def make_token(staff: Staff, *, now: datetime) -> str:
    """Return a token that proves for a day that this person signed in."""
    return signing.dumps([staff.pk, milliseconds(now)], salt=SALT)


def staff_by_token(token: str, *, began: int) -> Staff:
    """Return the person of this token. Raises `Refusal`: `school_token`.

    began: when the exercise began, in Unix milliseconds. The exercise must have begun within a day of the sign-in, or
    before it. The result may arrive later, from a tablet without a network.
    """
    try:
        number, at = signing.loads(token, salt=SALT)
    except signing.BadSignature as error:
        raise Refusal("school_token") from error
    is_of_its_day = began <= at + DAY // MILLISECOND
    staff = Staff.objects.select_related("user").filter(pk=number, user__is_active=True).first()
    if staff is None or not is_of_its_day:
        raise Refusal("school_token")
    return staff
