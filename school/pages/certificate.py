"""The certificate of a check ride as PDF: who, when, with which result, and the entry of the log that proves it."""

from django.utils import timezone

from journal.archives import entry_at
from journal.unix_time import from_milliseconds
from poker.refusal import Refusal
from school.models import CheckRide
from school.pages.labels import kind_title, length
from school.pages.lessons import RoomLessons
from staff.models import Staff
from web.printing.pdf import pdf

EDITION_LENGTH = 12  # characters of a hash, as it is printed


def certificate_pdf(ride: CheckRide, person: Staff, lessons: RoomLessons, *, house: str) -> bytes:
    """Return one page. Raises `Refusal`: `no_pdf_library`; `school_no_record` if the log has no such entry."""
    stream = ride.log.stream
    entry = entry_at(stream.pk, ride.seq)
    if entry is None:
        raise Refusal("school_no_record", "", name=person.alias)
    finished = timezone.localtime(from_milliseconds(ride.ended))
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
            ("Not finished", str(sum(not one.get("is_finished", True) for one in ride.exercises))),
        ],
        "kinds": [(kind_title(one["kind"]), one["count"]) for one in ride.kinds],
        "editions": [
            (lessons.exercise_title(one["exercise"]), one["edition"][:EDITION_LENGTH])
            for one in ride.exercises
        ],
        "log": stream.key,
        "entry": entry,
        "printed": f"{timezone.localtime():%b %-d, %Y, %H:%M}",
    }
    return pdf("school/certificate.html", context)
