"""Printing pairing codes: fresh codes for several tablets at once, recorded, as a PDF."""

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

SHEET_LIFETIME = timedelta(hours=1)  # long enough to walk to forty tables with a sheet in the hand


def unpaired(room: Room) -> list[Device]:
    """Return the room's tablets that wait for their first pairing, in the order of their tables; no revoked ones."""
    devices = Device.objects.filter(table__room=room, token_hash=None, revoked_at=None)
    return in_order(devices.select_related("table"))


def in_order(devices: Iterable[Device]) -> list[Device]:
    """Return tablets in the order of their tables."""
    return sorted(devices, key=lambda one: (natural_order(one.table.name), one.pk))


def print_codes(
    *,
    room: Room,
    devices: Sequence[Device],
    url_of: Callable[[str], str],
    by: Actor,
    now: datetime,
) -> bytes:
    """Return the sheet with a fresh code for each tablet; codes printed or shown earlier stop working.

    url_of: makes the whole URL of a path. Raises `Refusal`: `no_tablets`, `no_pdf_library`; then no code is made.
    """
    if not devices:
        raise Refusal("no_tablets")
    letters = section_letters(
        room.tables.values_list("name", flat=True),
        load_lineup(room.pk).policy.section_tables,
    )
    require_pdf()
    codes = []
    with transaction.atomic():  # without the PDF: six hundred codes take it ten seconds
        for device in devices:
            code = pairing_code_make(device=device, now=now, lifetime=SHEET_LIFETIME)
            record(by, "code_made", now=now, about=device, room=room.pk, table=device.table_id)
            table = device.table
            # In the fragment, which browsers do not send: no log and no proxy sees the code.
            url = url_of(f"/tablet/#pair={code}")
            codes.append(SheetCode(table.name, letters[table.name], table.seats, code, url))
    return pairing_sheet_pdf(
        room=room.name, codes=codes, until=now + SHEET_LIFETIME, by=by.alias, now=now
    )


def pdf_response(content: bytes, name: str) -> HttpResponse:
    """Return a PDF that the browser shows, never from a cache."""
    response = HttpResponse(content, content_type="application/pdf")
    response["Content-Disposition"] = f'inline; filename="{name}.pdf"'
    response["Cache-Control"] = "no-store"
    return response
