"""The sheet of pairing codes: twelve tablets a page, each with a QR code and the same code to type."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

import segno
from django.utils import timezone

from web.printing.pdf import pdf


@dataclass(frozen=True, slots=True)
class SheetCode:
    """A tablet's code. url: what the QR code opens on the tablet; section: a letter, "" for none."""

    table: str
    section: str
    seats: int
    code: str
    url: str

    @property
    def typed(self) -> str:
        """Return the code in two groups, as it is typed."""
        return f"{self.code[:5]} {self.code[5:]}"

    @property
    def qr(self) -> str:
        """Return the QR code as an image."""
        return segno.make(self.url, error="m", micro=False).svg_data_uri(scale=4, border=0)


def pairing_sheet_pdf(
    *, room: str, codes: Sequence[SheetCode], until: datetime, by: str, now: datetime
) -> bytes:
    """Return the pages, black on white. Raises `Refusal`: `no_pdf_library`."""
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
