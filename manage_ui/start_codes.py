"""Start codes for staff without a PIN, as printed slips or as a CSV file."""

import csv
import io
from collections.abc import Sequence
from datetime import datetime

from django.http import HttpResponse

from manage_ui.pairing_sheet import pdf_response
from manage_ui.staff_file import csv_response
from poker.refusal import Refusal
from staff.audit.recording import Actor
from staff.models import Staff
from staff.start_codes import PrintedCode, start_codes_make
from web.printing.pdf import require_pdf
from web.printing.spreadsheet_cells import escape_formula
from web.printing.start_codes import StartSlip, start_slips_pdf

MOST_SLIPS = 1_000  # codes in one PDF; more would take too long


def start_codes_file(
    *, staff: Sequence[Staff], kind: str, url: str, by: Actor, now: datetime
) -> HttpResponse:
    """Return slips ("pdf") or a table ("csv") with a new code for each of these people who has no PIN.

    Raises `Refusal` and makes no code: `start_codes_none`, `start_codes_many`, `no_pdf_library`.
    """
    if kind != "csv":
        require_pdf()
        if len(staff) > MOST_SLIPS:
            raise Refusal("start_codes_many", "", most=MOST_SLIPS)
    printed, until = start_codes_make(staff=staff, by=by, now=now)
    if not printed:
        raise Refusal("start_codes_none")
    if kind == "csv":
        return csv_response(codes_csv(printed, until), "start-codes")
    slips = [StartSlip(code.staff.alias, code.staff.badge, code.code) for code in printed]
    return pdf_response(start_slips_pdf(slips=slips, url=url, until=until), "start-codes")


def codes_csv(printed: Sequence[PrintedCode], until: datetime) -> str:
    """Return the codes as CSV."""
    buffer = io.StringIO()
    writer = csv.writer(buffer)
    writer.writerow(["badge", "alias", "start code", "until"])
    for code in printed:
        alias = escape_formula(code.staff.alias)
        writer.writerow([code.staff.badge, alias, code.code, f"{until:%Y-%m-%d}"])
    return buffer.getvalue()
