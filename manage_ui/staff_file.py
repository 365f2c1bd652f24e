"""An uploaded staff file, kept in the session until it is imported: its valid lines, and its faulty lines with their
faults.
"""

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.contrib.sessions.backends.base import SessionBase
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, HttpResponse
from django.utils.dateparse import parse_datetime

from poker.refusal import Refusal
from staff.models import Room
from staff.staff_import import FORM, MAX_BYTES, REASON, StaffFile, StaffLine, staff_read
from web.messages.refusals import refusal_message
from web.printing.spreadsheet_cells import escape_formula

FILE_KEY = "staff.file"  # session key: name, text and time of the file
FIELD = "file"
SAMPLE = 4  # valid lines that are shown
MOST_SHOWN = 200  # faulty lines that are shown; the download has all
BOM = "\ufeff"  # spreadsheet programs need it to detect UTF-8


@dataclass(frozen=True, slots=True)
class StaffRow:
    """A line of the file on the page."""

    line: StaffLine
    fault: str  # everything that is wrong with the line, "" if it is valid


@dataclass(frozen=True, slots=True)
class StaffPreview:
    """A file on the page: its faulty lines, and a sample of the valid ones."""

    name: str
    read_at: datetime | None
    ready: int
    faulty: int
    rows: list[StaffRow]

    @property
    def total(self) -> int:
        return self.ready + self.faulty


def keep_file(request: HttpRequest, *, rooms: Sequence[Room], now: datetime) -> None:
    """Check the uploaded file and keep it in the session.

    Raises `Refusal` and keeps the previous file: `staff_no_file`, and those of `staff_read`.
    """
    upload = request.FILES.get(FIELD)
    if not isinstance(upload, UploadedFile):
        raise Refusal("staff_no_file")
    data = upload.read(MAX_BYTES + 1)
    staff_read(data, rooms=rooms)
    name = str(upload.name or "")[:100]
    request.session[FILE_KEY] = [name, data.decode("utf-8-sig"), now.isoformat()]


def kept_file(session: SessionBase) -> bytes | None:
    """Return the content of the kept file, None if there is none."""
    entry = session.get(FILE_KEY)
    return str(entry[1]).encode() if isinstance(entry, list) and len(entry) == 3 else None


def forget_file(session: SessionBase) -> None:
    """Remove the kept file."""
    session.pop(FILE_KEY, None)


def preview(session: SessionBase, *, rooms: Sequence[Room]) -> StaffPreview | None:
    """Return the kept file, checked against the current staff; None if there is none."""
    data = kept_file(session)
    if data is None:
        return None
    name, _, at = session[FILE_KEY]
    file = staff_read(data, rooms=rooms)
    rows = [StaffRow(line, "") for line in file.ready[:SAMPLE]]
    rows += [StaffRow(line, fault_of(line)) for line in file.faulty[:MOST_SHOWN]]
    return StaffPreview(name, parse_datetime(at), len(file.ready), len(file.faulty), rows)


def fault_of(line: StaffLine) -> str:
    """Return everything that is wrong with a line, as sentences."""
    return " ".join(refusal_message(fault) for fault in line.faults)


def faulty_csv(file: StaffFile) -> str:
    """Return the faulty lines with their faults, as a file that can be corrected and uploaded again."""
    buffer = io.StringIO()
    writer = csv.writer(buffer)
    writer.writerow(["badge", "alias", "role", "room", REASON])
    for line in file.faulty:
        cells = (
            line.badge,
            line.alias,
            line.role,
            line.room,
            f"Line {line.line}: {fault_of(line)}",
        )
        writer.writerow([escape_formula(cell) for cell in cells])
    return buffer.getvalue()


def empty_form() -> HttpResponse:
    """Return a file with only the column names."""
    return csv_response(FORM, "staff")


def csv_response(text: str, name: str) -> HttpResponse:
    """Return a CSV file as a download that is never cached."""
    response = HttpResponse(BOM + text, content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{name}.csv"'
    response["Cache-Control"] = "no-store"
    return response
