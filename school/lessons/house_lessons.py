"""A room's own lessons: created from a hand of its log, checked by the engine, taught on its tablets."""

import logging
import re
from datetime import datetime

from django.db import transaction

from school.lessons.from_hand import exercise_from_hand
from school.lessons.prepare import Prepared, prepare
from school.lessons.reader import LessonError, WrittenLesson, lesson_files, read_lesson
from school.models import MOST_TEXT, MOST_TITLE, HouseLesson
from staff.audit.recording import record
from staff.models import Staff
from tables.effective_rules import rules_of_room
from tables.hand_log import find_hand_range, hand_log
from tables.models import Table

TEXT = "You deal this hand as it was dealt here."
TARGET = "No wrong tap."
CHANGED = (
    "Someone else changed or deleted this lesson after you opened it. Yours is still here, and not saved. "
    "Copy its text, and open the lesson again."
)
_log = logging.getLogger(__name__)
ORDER = 900  # puts a room's own lessons after the others


def draft_from_hand(table: Table, number: int) -> WrittenLesson:
    """Return a lesson from a hand of a table's log. Raises `LessonError` if the hand cannot be an exercise."""
    hand_range = find_hand_range(table.stream, number) if number else None
    if hand_range is None:
        raise LessonError(f"{table.name} has no hand {number}.")
    batches = [command.batch for command in hand_log(table.stream, hand_range)]
    key = f"{re.sub('[^a-z0-9]+', '_', table.name.lower()).strip('_') or 'table'}_hand_{number}"
    title = f"{table.name}, hand {number}"[:MOST_TITLE]
    exercise = exercise_from_hand(batches, exercise_id=key, title=title)
    return WrittenLesson(
        key=key,
        title=title,
        about="a hand of this room",
        text=TEXT,
        target=TARGET,
        order=ORDER,
        exercises=(exercise,),
    )


def taught_texts(room_id: int) -> tuple[str, ...]:
    """Return the texts of the room's own lessons that are taught."""
    rows = HouseLesson.objects.filter(room_id=room_id, is_taught=True).order_by("pk")
    return tuple(rows.values_list("text", flat=True))


def _read(row: HouseLesson) -> WrittenLesson | None:
    try:
        return read_lesson(row.text)
    except LessonError:
        _log.exception("The lesson %s of room %s can't be read.", row.key, row.room_id)
        return None


def check_lesson(
    lesson: WrittenLesson,
    *,
    room_id: int,
    games: frozenset[str],
    now: datetime,
    pk: int | None = None,
) -> Prepared:
    """Return a lesson prepared under the room's rules.

    games: keys of the games that the house deals; pk: key of the stored lesson that this one replaces. Raises
    `LessonError` if it contradicts the house's rules, if the house does not deal its games, or if a name is taken.
    """
    if not lesson.title.strip() or len(lesson.title) > MOST_TITLE:
        raise LessonError(f"The title has 1 to {MOST_TITLE} characters.")
    if not lesson.exercises:
        raise LessonError("A lesson needs an exercise.")
    _check_names(lesson, room_id=room_id, pk=pk)
    prepared = prepare([lesson], rules_of_room(room_id=room_id, now=now), games or None)
    if prepared.left_out:
        first = prepared.left_out[0]
        raise LessonError(f"{first.exercise}: {first.why}.")
    return prepared


def _check_names(lesson: WrittenLesson, *, room_id: int, pk: int | None) -> None:
    rows = HouseLesson.objects.filter(room_id=room_id).exclude(pk=pk or 0)
    own = (read for row in rows if (read := _read(row)) is not None)
    others = (*lesson_files(), *own)
    keys = {other.key for other in others}
    ids = {exercise.id for other in others for exercise in other.exercises}
    if lesson.key in keys:
        raise LessonError(f"There is a lesson {lesson.key} already. Change its key.")
    taken = sorted(ids & {exercise.id for exercise in lesson.exercises})
    if taken:
        raise LessonError(f"There is an exercise {taken[0]} already. Change its id.")


def lesson_save(
    *,
    room_id: int,
    text: str,
    games: frozenset[str],
    is_taught: bool,
    by: Staff,
    now: datetime,
    pk: int | None = None,
    seen: str = "",
    source: str = "",
) -> HouseLesson:
    """Create or change a room's lesson. seen: the `version` of the stored lesson that the text was edited from.

    Raises `LessonError` and stores nothing if the lesson is invalid here, or if someone else changed it.
    """
    if len(text) > MOST_TEXT:
        raise LessonError(f"A lesson has at most {MOST_TEXT:,} characters. Split it.")
    lesson = read_lesson(text)
    check_lesson(lesson, room_id=room_id, games=games, now=now, pk=pk)
    with transaction.atomic(durable=True):
        row = HouseLesson.objects.select_for_update().filter(pk=pk or 0, room_id=room_id).first()
        if pk is not None and (row is None or version(row) != seen):
            raise LessonError(CHANGED)
        before = {"text": row.text, "is_taught": row.is_taught} if row else {}
        if row is None:
            row = HouseLesson(room_id=room_id, source=source, made_by=by.key, made_at=now)
        row.key = lesson.key
        row.text = text
        row.is_taught = is_taught
        row.changed_at = now
        row.save()
        after = {"text": text, "is_taught": is_taught}
        about = ("lesson", row.pk)
        record(by, "lesson_saved", now=now, about=about, room=room_id, before=before, after=after)
    return row


def version(row: HouseLesson) -> str:
    """Return the version that a lesson's page sends back, so that a concurrent change is detected."""
    return row.changed_at.isoformat()


def lesson_delete(*, row: HouseLesson, by: Staff, now: datetime) -> None:
    """Delete a room's lesson. The results of its exercises stay in the trainees' records."""
    with transaction.atomic(durable=True):
        before = {"key": row.key, "text": row.text}
        about = ("lesson", row.pk)
        record(by, "lesson_deleted", now=now, about=about, room=row.room_id, before=before)
        row.delete()
