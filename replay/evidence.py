"""The evidence bundle of a hand: its entries as they were hashed, what goes with it, and the paper to read."""

import secrets
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.conf import settings

from journal.chain import reference
from journal.evidence import BUNDLE, FORMAT, NAMES, PAPER, Bundle, Text, digest, encoded, packed
from journal.references import references
from replay.page import HandPage
from replay.paper import paper
from replay.rulebook import rules_said
from rulings.calls.models import Call, Ruling
from rulings.incidents.models import Incident
from tables.hands import hand_hashed, head_of, texts_of
from tables.models import Staff


@dataclass(frozen=True, slots=True)
class Made:
    """A bundle: the file, its name, the digest of its `bundle.json`."""

    data: bytes
    name: str
    digest: str


def evidence_make(*, page: HandPage, by: Staff, now: datetime) -> Made:
    """The bundle of a hand as its log is now. Refuses `no_pdf_library`."""
    table = page.table
    entries = hand_hashed(table.stream, page.place)
    refs = {ref for entry in entries for ref in references(entry.data)}
    notes = [_note(incident) for incident in page.incidents]
    texts = [*texts_of(refs), *(note for note in notes if note)]
    about = {
        "product": {"name": "Floorbook", "version": settings.PRODUCT_VERSION},
        "made_at": now.isoformat(),
        "made_by": {"key": by.key, "alias": by.alias},
        "room": table.room.name,
        "table": table.name,
        "hand": page.hand,
        "timezone": settings.TIME_ZONE,
        "people": {key: str(one) for key, one in sorted(page.people.items())},
        "devices": {
            str(step.told.seq): step.told.device for step in page.steps if step.told.device
        },
        "rulings": [_ruling(one) for one in page.rulings],
        "calls": [_call(one) for one in page.calls],
        "incidents": [
            _incident(one, note) for one, note in zip(page.incidents, notes, strict=True)
        ],
        "rulebook": rules_said(page.steps[0].table.rules, page.rulings),
    }
    head = head_of(table.stream)
    content = encoded(Bundle(FORMAT, table.stream.key, entries, head, about))
    told = digest(content)
    files = {
        BUNDLE: content,
        NAMES: encoded(texts),
        PAPER: paper(page=page, by=by, now=now, entries=entries, head=head, digest=told),
    }
    return Made(packed(files), f"evidence-{table.room.name}-{table.name}-{page.hand}.zip", told)


def _ruling(one: Ruling) -> dict[str, Any]:
    return {
        "number": one.number,
        "kind": one.kind,
        "entry": one.seq,
        "at": one.at.isoformat(),
        "by": {"key": one.by.key, "alias": one.by.alias},
        "irregularity": one.key,
        "book": one.book,
        "version": one.version,
        "clause": one.clause,
        "facts": one.facts,
        "proposal": one.proposal,
        "decision": one.decision,
        "reason": one.reason,
        "result": one.result,
        "steps": one.steps,
        "seconds": one.seconds,
    }


def _call(one: Call) -> dict[str, Any]:
    return {
        "entry": one.seq,
        "called_at": one.called_at.isoformat(),
        "street": one.street,
        "irregularity": one.key,
        "facts": one.facts,
        "status": one.status,
        "steps": dict(_answers(one)),
        "reason": one.reason,
    }


def _answers(one: Call) -> Iterator[tuple[str, dict[str, str]]]:
    for name in ("seen", "coming", "arrived", "escalated", "ended"):
        at = getattr(one, f"{name}_at")
        if at is not None:
            yield name, {"at": at.isoformat(), "by": getattr(one, f"{name}_by")}


def _incident(one: Incident, note: Text | None) -> dict[str, Any]:
    """The player by key, the note by a reference: both can be left out of what is handed on."""
    return {
        "category": one.category,
        "severity": one.severity,
        "player": f"p{one.player_id}",
        "seat": one.seat,
        "seen_by": one.seen_by,
        "at": one.at.isoformat(),
        "by": one.recorded_by.alias,
        "note": {"~": note.ref} if note else None,
    }


def _note(one: Incident) -> Text | None:
    """What was written of an incident, as the names of entries are kept."""
    if not one.note:
        return None
    player, salt = f"p{one.player_id}", secrets.token_hex(16)
    ref = reference(salt=salt, player=player, note=True, text=one.note)
    return Text(ref, player, True, one.note, salt)
