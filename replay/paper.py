"""The evidence of a hand on paper: facts, the timeline, the hashes as text, a code of the bundle's digest."""

from collections.abc import Sequence
from datetime import datetime

import segno
from django.conf import settings
from django.utils import timezone

from documents.pdf import pdf
from journal.evidence import Entry, Head
from replay.page import HandPage
from replay.rulebook import clause_said
from rulings.wording.facts import spoken
from tables.models import Staff


def paper(
    *,
    page: HandPage,
    by: Staff,
    now: datetime,
    entries: Sequence[Entry],
    head: Head,
    digest: str,
) -> bytes:
    """A document of A4 pages. Refuses `no_pdf_library`."""
    table = page.table
    first, last = page.steps[0].told.at, page.steps[-1].told.at
    rules = page.steps[0].table.rules
    facts = [
        ("Room", table.room.name),
        ("Table", table.name),
        ("Hand", str(page.hand) if page.hand else "before any hand"),
        ("From", f"{timezone.localtime(first):%A, %-d %B %Y, %H:%M:%S}"),
        ("To", f"{timezone.localtime(last):%A, %-d %B %Y, %H:%M:%S}"),
        ("Clock", f"{settings.TIME_ZONE}; the entries have UTC"),
        ("Rulebook", f"version {rules.version} {rules.book or 'of the room'}"),
        ("Log", f"{table.stream.key}, entries {entries[0].seq} to {entries[-1].seq}"),
        ("Head then", f"entry {head.seq}"),
        ("Made", f"{timezone.localtime(now):%-d %b %Y %H:%M:%S} by {by.alias}"),
        ("Program", f"Floorbook {settings.PRODUCT_VERSION}"),
    ]
    context = {
        "page": page,
        "facts": facts,
        "rulings": [
            (one, spoken(one.result), clause_said(one) if one.clause else None)
            for one in page.rulings
        ],
        "entries": entries,
        "head": head,
        "digest": digest,
        "code": segno.make(f"sha256:{digest}", error="m", micro=False).svg_data_uri(
            scale=3, border=0
        ),
    }
    return pdf("replay/evidence.html", context)
