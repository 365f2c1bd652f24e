"""Anonymizing a training record: the person is removed, the results stay."""

from collections.abc import Iterator
from datetime import datetime

from django.db import transaction
from django.db.models import Max, QuerySet

from journal.personal_text import erase
from lineup.models import GameSignOff
from ops.retention import RetainedRecords, longest_retention
from poker.refusal import Refusal
from school.actions import TRAINING
from school.models import TrainingLog
from staff.audit.recording import record
from staff.models import Staff

SYSTEM = "system.retention"


def record_anonymize(*, person: Staff, by: Staff | str, reason: str, now: datetime) -> None:
    """Remove the person from a record, and erase the trainers' notes. This cannot be undone.

    Exercises and times stay. Raises `Refusal`: `school_no_record`, and `school_still_here` for active staff.
    """
    if person.user.is_active:
        raise Refusal("school_still_here", "", name=person.alias)
    with transaction.atomic():
        log = TrainingLog.objects.filter(staff=person).first()
        if log is None:
            raise Refusal("school_no_record", "", name=person.alias)
        TRAINING.lock(log.pk)
        erase([log.trainee])
        GameSignOff.objects.filter(stream=log.pk).delete()
        TrainingLog.objects.filter(pk=log.pk).update(staff=None, anonymized_at=now)
        record(by, "training_forgotten", now=now, about=("training", log.trainee), reason=reason)


def records_due(now: datetime) -> "QuerySet[TrainingLog]":
    """Return the records of inactive staff whose last entry is older than the house's longest retention period."""
    before = now - longest_retention()
    rows = TrainingLog.objects.filter(staff__user__is_active=False)
    return rows.annotate(last=Max("stream__updated_at")).filter(last__lte=before)


def people_due(now: datetime) -> Iterator[tuple[str, datetime]]:
    """Yield the key of each person whose record is due, with the time of the last entry."""
    for log in records_due(now).select_related("staff", "stream").order_by("pk"):
        if log.staff is not None and log.stream.updated_at is not None:
            yield log.staff.key, log.stream.updated_at


def run_retention(now: datetime) -> int:
    """Anonymize every record that is due, and return their number."""
    people = [log.staff for log in records_due(now).select_related("staff__user") if log.staff]
    for person in people:
        record_anonymize(person=person, by=SYSTEM, reason="left, and kept long enough", now=now)
    return len(people)


TRAINING_RECORDS = RetainedRecords("training record", people_due, run_retention)
