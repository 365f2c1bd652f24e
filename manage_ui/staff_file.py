"""An uploaded file of staff on a page: what is ready, what stays out and why; kept in the session until it is used."""

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
SAMPLE = 4  # ready lines that are shown
MOST_SHOWN = 200  # faulty lines that are shown; the download has all
BOM = "\ufeff"  # by which spreadsheet programs know UTF-8


@dataclass(frozen=True, slots=True)
class StaffRow:
    """A line of the file as the page shows it. fault: all that is wrong with it, "" if it is ready."""

    line: StaffLine
    fault: str


@dataclass(frozen=True, slots=True)
class StaffPreview:
    """A file as the page shows it: all faulty lines, and a sample of the ready ones."""

    name: str
    read_at: datetime | None
    ready: int
    faulty: int
    rows: list[StaffRow]

    @property
    def total(self) -> int:
        """Return the number of lines."""
        return self.ready + self.faulty


def keep_file(request: HttpRequest, *, rooms: Sequence[Room], now: datetime) -> None:
    """Check the uploaded file and keep it in the session.

    Raises `Refusal` as `staff_read`, and `staff_no_file`; the file before it stays then.
    """
    upload = request.FILES.get(FIELD)
    if not isinstance(upload, UploadedFile):
        raise Refusal("staff_no_file")
    data = upload.read(MAX_BYTES + 1)
    staff_read(data, rooms=rooms)
    name = str(upload.name or "")[:100]
    request.session[FILE_KEY] = [name, data.decode("utf-8-sig"), now.isoformat()]


def kept_file(session: SessionBase) -> bytes | None:
    """Return the content of the kept file; None without one."""
    kept = session.get(FILE_KEY)
    return str(kept[1]).encode() if isinstance(kept, list) and len(kept) == 3 else None


def forget_file(session: SessionBase) -> None:
    """Remove the kept file."""
    session.pop(FILE_KEY, None)


def preview(session: SessionBase, *, rooms: Sequence[Room]) -> StaffPreview | None:
    """Return the kept file, checked against the staff of this moment; None without one."""
    data = kept_file(session)
    if data is None:
        return None
    name, _, at = session[FILE_KEY]
    found = staff_read(data, rooms=rooms)
    rows = [StaffRow(line, "") for line in found.ready[:SAMPLE]]
    rows += [StaffRow(line, fault_of(line)) for line in found.faulty[:MOST_SHOWN]]
    return StaffPreview(name, parse_datetime(at), len(found.ready), len(found.faulty), rows)


def fault_of(line: StaffLine) -> str:
    """Return what is wrong with a line, in sentences."""
    return " ".join(refusal_message(fault) for fault in line.faults)


def faulty_csv(found: StaffFile) -> str:
    """Return the lines that stay out, with their faults, as a file that can be corrected and sent again."""
    buffer = io.StringIO()
    writer = csv.writer(buffer)
    writer.writerow(["badge", "alias", "role", "room", REASON])
    for line in found.faulty:
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
    """Return the file with the head alone."""
    return csv_response(FORM, "staff")


def csv_response(text: str, name: str) -> HttpResponse:
    """Return a CSV file, never from a cache."""
    response = HttpResponse(BOM + text, content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{name}.csv"'
    response["Cache-Control"] = "no-store"
    return response
