"""The evidence of a round: its log entries exactly as they were hashed, with what belongs to it, as JSON."""

from datetime import datetime

from django.conf import settings
from django.utils import timezone

from banked.models import BoxRound
from banked.round_log import round_range
from journal.evidence import FORMAT, Bundle, digest, encode
from rulings.calls.models import Ruling
from staff.keys import actor_names
from staff.models import Staff
from tables.hand_log import hand_hashed, head_of
from tables.models import Table


def evidence_build(*, table: Table, number: int, by: Staff, now: datetime) -> tuple[bytes, str]:
    """Return the JSON of a round's evidence, and its digest. Raises `Refusal`: `no_logged_round`.

    It has the form of the `bundle.json` of a hand (`journal.evidence`), and is checked in the same way.
    """
    entries = hand_hashed(table.stream, round_range(table.stream, number))
    results = BoxRound.objects.filter(table=table.pk, round=number).order_by("box")
    fields = ("box", "hands", "wagered", "paid", "taken", "corrected", "is_void")
    rulings = Ruling.objects.filter(table=table.pk, hand=number).select_related("by")
    about = {
        "product": {"name": "Floorbook", "version": settings.PRODUCT_VERSION},
        "made_at": now.isoformat(),
        "made_by": {"key": by.key, "alias": by.alias},
        "room": table.room.name,
        "table": table.name,
        "round": number,
        "timezone": timezone.get_current_timezone_name(),
        "people": actor_names(entry.actor for entry in entries),
        "results": list(results.values(*fields)),
        "rulings": [_ruling(ruling) for ruling in rulings.order_by("at")],
    }
    content = encode(Bundle(FORMAT, table.stream.key, entries, head_of(table.stream), about))
    return content, digest(content)


def _ruling(ruling: Ruling) -> dict[str, object]:
    return {
        "number": ruling.number,
        "kind": ruling.kind,
        "entry": ruling.seq,
        "at": ruling.at.isoformat(),
        "by": {"key": ruling.by.key, "alias": ruling.by.alias},
        "irregularity": ruling.key,
        "clause": ruling.clause,
        "facts": ruling.facts,
        "decision": ruling.decision,
        "reason": ruling.reason,
        "result": ruling.result,
    }
