"""The evidence of a hand as PDF: facts, timeline, hashes as text, and a QR code of the bundle's digest."""

from collections.abc import Sequence
from datetime import datetime

import segno
from django.conf import settings
from django.utils import timezone

from floor_ui.replay.cited_rules import clause_text
from floor_ui.replay.page import HandPage
from journal.evidence import BundleEntry, BundleHead
from promotions.evidence import FundEvidence
from staff.models import Staff
from web.messages.facts import spoken
from web.printing.pdf import pdf


def paper(
    *,
    page: HandPage,
    by: Staff,
    now: datetime,
    entries: Sequence[BundleEntry],
    head: BundleHead,
    digest: str,
    funds: FundEvidence,
) -> bytes:
    """Return an A4 document. Raises `Refusal`: `no_pdf_library`."""
    table = page.table
    first = page.steps[0].command.at
    last = page.steps[-1].command.at
    rules = page.steps[0].table.rules
    facts = [
        ("Room", table.room.name),
        ("Table", table.name),
        ("Hand", str(page.hand) if page.hand else "before the first hand"),
        ("From", f"{timezone.localtime(first):%A, %B %-d, %Y, %H:%M:%S}"),
        ("To", f"{timezone.localtime(last):%A, %B %-d, %Y, %H:%M:%S}"),
        ("Clock", f"{timezone.get_current_timezone_name()}; the entries have UTC"),
        ("Rulebook", f"version {rules.version} {rules.book or 'room'}"),
        ("Log", f"{table.stream.key}, entries {entries[0].seq} to {entries[-1].seq}"),
        ("Log head", f"entry {head.seq}"),
        ("Made", f"{timezone.localtime(now):%b %-d, %Y %H:%M:%S} by {by.alias}"),
        ("Program", f"Floorbook {settings.PRODUCT_VERSION}"),
    ]
    context = {
        "page": page,
        "facts": facts,
        "rulings": [
            (ruling, spoken(ruling.result), clause_text(ruling) if ruling.clause else None)
            for ruling in page.rulings
        ],
        "claims": funds.claims,
        "files": funds.listed,
        "entries": entries,
        "head": head,
        "digest": digest,
        "code": segno.make(f"sha256:{digest}", error="m", micro=False).svg_data_uri(
            scale=3, border=0
        ),
    }
    return pdf("floor_ui/replay/evidence.html", context)
