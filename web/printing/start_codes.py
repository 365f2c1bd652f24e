"""Slips with start codes, one per person, to be cut apart."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone

from web.printing.pdf import pdf


@dataclass(frozen=True, slots=True)
class StartSlip:
    alias: str
    badge: str
    code: str

    @property
    def typed(self) -> str:
        """Return the code in two groups, for typing."""
        return f"{self.code[:4]} {self.code[4:]}"


def start_slips_pdf(*, slips: Sequence[StartSlip], url: str, until: datetime) -> bytes:
    """Return the slips in black on white. `url` is the sign-in page. Raises `Refusal`: `no_pdf_library`."""
    context = {"slips": slips, "url": url, "until": timezone.localtime(until)}
    return pdf("web/printing/start_codes.html", context)
