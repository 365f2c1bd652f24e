"""The sheet of pairing codes: twelve tablets per page, each with a QR code and the same code as text."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

import segno
from django.utils import timezone

from web.printing.pdf import pdf


@dataclass(frozen=True, slots=True)
class SheetCode:
    """A tablet's pairing code."""

    table: str
    section: str  # letter of the table's section, or ""
    seats: int
    code: str
    url: str  # the URL that the QR code opens on the tablet

    @property
    def typed(self) -> str:
        """Return the code in two groups, for typing."""
        return f"{self.code[:5]} {self.code[5:]}"

    @property
    def qr(self) -> str:
        """Return the QR code as a data URL of an SVG image."""
        return segno.make(self.url, error="m", micro=False).svg_data_uri(scale=4, border=0)


def pairing_sheet_pdf(
    *, room: str, codes: Sequence[SheetCode], until: datetime, by: str, now: datetime
) -> bytes:
    """Return the sheet in black on white. Raises `Refusal`: `no_pdf_library`."""
    names = [code.table for code in codes]
    context = {
        "room": room,
        "tables": names[0] if len(names) == 1 else f"{names[0]} to {names[-1]}",
        "codes": codes,
        "until": timezone.localtime(until),
        "by": by,
        "now": timezone.localtime(now),
    }
    return pdf("web/printing/pairing_sheet.html", context)
