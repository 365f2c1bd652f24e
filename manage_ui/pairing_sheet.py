"""The sheet of pairing codes: a PDF with a new code for each of several tablets."""

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.http import HttpResponse

from lineup.actions import load_lineup
from poker.refusal import Refusal
from staff.audit.recording import Actor, record
from staff.models import Room
from tables.bulk import section_letters
from tables.models import Device
from tables.natural_order import natural_order
from tables.pairing import pairing_code_make
from web.printing.pairing_sheet import SheetCode, pairing_sheet_pdf
from web.printing.pdf import require_pdf

SHEET_LIFETIME = timedelta(hours=1)  # long enough to walk to forty tables with the sheet


def unpaired(room: Room) -> list[Device]:
    """Return the room's tablets that were never paired, without revoked ones, in the order of their tables."""
    devices = Device.objects.filter(table__room=room, token_hash=None, revoked_at=None)
    return in_order(devices.select_related("table"))


def in_order(devices: Iterable[Device]) -> list[Device]:
    """Return tablets in the order of their tables."""
    return sorted(devices, key=lambda device: (natural_order(device.table.name), device.pk))


def print_codes(
    *,
    room: Room,
    devices: Sequence[Device],
    url_of: Callable[[str], str],
    by: Actor,
    now: datetime,
) -> bytes:
    """Return the sheet as a PDF with a new code for each tablet. Their earlier codes stop working.

    url_of: returns the absolute URL of a path. Raises `Refusal` and makes no code: `no_tablets`, `no_pdf_library`.
    """
    if not devices:
        raise Refusal("no_tablets")
    letters = section_letters(
        room.tables.values_list("name", flat=True),
        load_lineup(room.pk).policy.section_tables,
    )
    require_pdf()
    codes = []
    # Without the PDF, because one with six hundred codes takes ten seconds.
    with transaction.atomic():
        for device in devices:
            code = pairing_code_make(device=device, now=now, lifetime=SHEET_LIFETIME)
            record(by, "code_made", now=now, about=device, room=room.pk, table=device.table_id)
            table = device.table
            # The code is in the fragment, which browsers do not send, so that no log or proxy gets it.
            url = url_of(f"/tablet/#pair={code}")
            codes.append(SheetCode(table.name, letters[table.name], table.seats, code, url))
    return pairing_sheet_pdf(
        room=room.name, codes=codes, until=now + SHEET_LIFETIME, by=by.alias, now=now
    )


def pdf_response(content: bytes, name: str) -> HttpResponse:
    """Return a response that shows the PDF in the browser and is never cached."""
    response = HttpResponse(content, content_type="application/pdf")
    response["Content-Disposition"] = f'inline; filename="{name}.pdf"'
    response["Cache-Control"] = "no-store"
    return response
