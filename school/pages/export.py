"""A person's record as a file: JSON with everything, CSV with a line for each exercise."""

import csv
from datetime import datetime
from io import StringIO

import msgspec
from django.utils import timezone

from journal.unix_time import from_milliseconds
from school.models import CheckRide, DealtExercise, TrainingLog
from school.pages.labels import TELLINGS, kind_title
from school.pages.lessons import RoomLessons
from school.pages.record import sign_off_changes
from school.records.execute import load_training
from staff.models import Staff
from web.printing.spreadsheet_cells import escape_formula

MARK = "\ufeff"  # without it Excel does not read UTF-8
COLUMNS = (
    *("Ended", "Lesson", "Exercise", "Edition", "Finished", "Right taps", "Wrong taps", "Undone"),
    *("Seconds per hand", "Seconds", "Mistakes told", "Tempo", "Mistakes"),
)
EXERCISE_FIELDS = (
    *("result", "lesson", "exercise", "edition", "began", "ended", "telling", "tempo", "taps"),
    *("undone", "wrong", "mistakes", "steps", "hands", "is_finished"),
)
RIDE_FIELDS = (
    *("lesson", "began", "ended", "right", "wrong", "undone", "hands", "milliseconds"),
    *("most_wrong", "most_milliseconds", "kinds", "exercises", "is_passed"),
)


def record_json(person: Staff, *, now: datetime) -> bytes:
    """Return the whole record. Times are Unix milliseconds, lengths milliseconds."""
    log = TrainingLog.objects.filter(staff=person).first()
    training = load_training(log)
    record = {
        "name": person.alias,
        "badge": person.badge,
        "made_at": now,
        "log": log.stream.key if log else "",
        "choices": training.choices,
        "signed_off": training.signed,
        "sign_offs": [
            {"at": change.at, "what": change.text, "by": change.by, "note": change.note}
            for change in sign_off_changes(log)
        ],
        "check_rides": list(
            CheckRide.objects.filter(log=log).order_by("seq").values(*RIDE_FIELDS) if log else ()
        ),
        "exercises": list(
            DealtExercise.objects.filter(log=log).order_by("seq").values(*EXERCISE_FIELDS)
            if log
            else ()
        ),
    }
    return msgspec.json.format(msgspec.json.encode(record), indent=1)


def record_csv(person: Staff, lessons: RoomLessons) -> bytes:
    """Return a line for each exercise, in the order dealt; times are those of the room."""
    text = StringIO()
    write = csv.writer(text).writerow
    write(COLUMNS)
    for row in DealtExercise.objects.filter(log__staff=person).order_by("ended", "seq"):
        hands = len(row.hands)
        write(
            [
                timezone.localtime(from_milliseconds(row.ended)).isoformat(" ", "seconds"),
                escape_formula(lessons.lesson_title(row.lesson)),
                escape_formula(lessons.exercise_title(row.exercise)),
                row.edition,
                "yes" if row.is_finished else "no",
                row.taps,
                row.wrong,
                row.undone,
                round(sum(row.hands) / hands / 1000, 1) if hands else "",
                round((row.ended - row.began) / 1000, 1),
                TELLINGS.get(row.telling, row.telling),
                row.tempo,
                escape_formula(", ".join(kind_title(one["kind"]) for one in row.mistakes)),
            ]
        )
    return (MARK + text.getvalue()).encode()
