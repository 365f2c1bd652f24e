"""Files of a training record: JSON with everything, CSV with a line for each exercise, certificates as PDF."""

import csv
from datetime import datetime
from io import StringIO

import msgspec
from django.utils import timezone

from journal.archives import entry_at
from journal.unix_time import from_milliseconds
from poker.refusal import Refusal
from school.actions import load_training
from school.models import CheckRide, DealtExercise, TrainingLog
from school.pages.labels import TELLINGS, kind_title, length
from school.pages.lessons import RoomLessons
from school.pages.record import sign_off_changes
from staff.models import Staff
from web.printing.pdf import pdf
from web.printing.spreadsheet_cells import escape_formula

EDITION_LENGTH = 12  # printed characters of a hash
MARK = "\ufeff"  # Excel needs it to detect UTF-8
COLUMNS = (
    "Ended",
    "Lesson",
    "Exercise",
    "Edition",
    "Finished",
    "Right taps",
    "Wrong taps",
    "Undone",
    "Seconds per hand",
    "Seconds",
    "Mistakes told",
    "Tempo",
    "Mistakes",
)
EXERCISE_FIELDS = (
    "result",
    "lesson",
    "exercise",
    "edition",
    "began",
    "ended",
    "telling",
    "tempo",
    "taps",
    "undone",
    "wrong",
    "mistakes",
    "steps",
    "hands",
    "is_finished",
)
RIDE_FIELDS = (
    "lesson",
    "began",
    "ended",
    "right",
    "wrong",
    "undone",
    "hands",
    "milliseconds",
    "most_wrong",
    "most_milliseconds",
    "kinds",
    "exercises",
    "is_passed",
)


def record_json(person: Staff, *, now: datetime) -> bytes:
    """Return the whole record as JSON. Times are Unix milliseconds, lengths are milliseconds."""
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
    """Return a CSV line for each exercise in the order dealt, with local times."""
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
                escape_formula(", ".join(kind_title(mistake["kind"]) for mistake in row.mistakes)),
            ]
        )
    return (MARK + text.getvalue()).encode()


def certificate_pdf(ride: CheckRide, person: Staff, lessons: RoomLessons, *, house: str) -> bytes:
    """Return the certificate of a check ride as a one-page PDF, with the log entry that proves it.

    Raises `Refusal`: `no_pdf_library`; `school_no_record` if the log has no such entry.
    """
    stream = ride.log.stream
    entry = entry_at(stream.pk, ride.seq)
    if entry is None:
        raise Refusal("school_no_record", "", name=person.alias)
    finished = timezone.localtime(from_milliseconds(ride.ended))
    unfinished = sum(not exercise.get("is_finished", True) for exercise in ride.exercises)
    context = {
        "person": person,
        "house": house,
        "title": lessons.lesson_title(ride.lesson),
        "ride": ride,
        "result": "Passed" if ride.is_passed else "Not passed",
        "facts": [
            ("Name", person.alias),
            ("Finished", f"{finished:%b %-d, %Y, %H:%M}"),
            ("Hands", str(ride.hands)),
            ("Right taps", str(ride.right)),
            ("Wrong taps", f"{ride.wrong}, at most {ride.most_wrong} to pass"),
            ("Taken back", str(ride.undone)),
            (
                "Time per hand",
                f"{length(ride.milliseconds)}, at most {length(ride.most_milliseconds)}",
            ),
            ("Not finished", str(unfinished)),
        ],
        "kinds": [(kind_title(kind["kind"]), kind["count"]) for kind in ride.kinds],
        "editions": [
            (lessons.exercise_title(exercise["exercise"]), exercise["edition"][:EDITION_LENGTH])
            for exercise in ride.exercises
        ],
        "log": stream.key,
        "entry": entry,
        "printed": f"{timezone.localtime():%b %-d, %Y, %H:%M}",
    }
    return pdf("school/certificate.html", context)
