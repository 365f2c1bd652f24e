"""The evidence bundle of a hand: its log entries as hashed, related records, and a PDF."""

import secrets
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from django.conf import settings
from django.utils import timezone

from floor_ui.replay.cited_rules import rules_text
from floor_ui.replay.evidence_pdf import paper
from floor_ui.replay.page import HandPage, actor_names
from journal.chain import reference
from journal.evidence import (
    BUNDLE,
    FORMAT,
    NAMES,
    PAPER,
    Bundle,
    BundleText,
    digest,
    encode,
    pack,
)
from journal.references import references
from promotions.evidence import claim_facts, evidence_of_hand
from rulings.calls.models import Call, Ruling
from rulings.incidents.models import Incident
from staff.models import Staff
from tables.hand_log import hand_hashed, head_of, texts_of


@dataclass(frozen=True, slots=True)
class EvidenceFile:
    """A bundle: the file, its name, and the digest of its `bundle.json`."""

    data: bytes
    name: str
    digest: str


def evidence_build(*, page: HandPage, by: Staff, now: datetime) -> EvidenceFile:
    """Return the bundle of a hand from its current log. Raises `Refusal`: `no_pdf_library`."""
    table = page.table
    entries = hand_hashed(table.stream, page.log_range)
    refs = {ref for entry in entries for ref in references(entry.data)}
    notes = [_note(incident) for incident in page.incidents]
    texts = [*texts_of(refs), *(note for note in notes if note)]
    funds = evidence_of_hand(table, page.hand)
    claim_staff = {key for claim in funds.claims for key in claim.staff}
    people = page.actors | actor_names(claim_staff)
    about = {
        "product": {"name": "Floorbook", "version": settings.PRODUCT_VERSION},
        "made_at": now.isoformat(),
        "made_by": {"key": by.key, "alias": by.alias},
        "room": table.room.name,
        "table": table.name,
        "hand": page.hand,
        "timezone": timezone.get_current_timezone_name(),
        "people": {key: str(name) for key, name in sorted(people.items())},
        "devices": {
            str(step.command.seq): step.command.device for step in page.steps if step.command.device
        },
        "rulings": [_ruling(ruling) for ruling in page.rulings],
        "calls": [_call(call) for call in page.calls],
        "incidents": [
            _incident(one, note) for one, note in zip(page.incidents, notes, strict=True)
        ],
        "claims": [claim_facts(claim) for claim in funds.claims],
        "rulebook": rules_text(page.steps[0].table.rules, page.rulings),
    }
    head = head_of(table.stream)
    content = encode(Bundle(FORMAT, table.stream.key, entries, head, about, funds.listed))
    bundle_digest = digest(content)
    files = {
        BUNDLE: content,
        NAMES: encode(texts),
        PAPER: paper(
            page=page,
            by=by,
            now=now,
            entries=entries,
            head=head,
            digest=bundle_digest,
            funds=funds,
        ),
        **funds.files,
    }
    return EvidenceFile(
        pack(files), f"evidence-{table.room.name}-{table.name}-{page.hand}.zip", bundle_digest
    )


def _ruling(ruling: Ruling) -> dict[str, object]:
    return {
        "number": ruling.number,
        "kind": ruling.kind,
        "entry": ruling.seq,
        "at": ruling.at.isoformat(),
        "by": {"key": ruling.by.key, "alias": ruling.by.alias},
        "irregularity": ruling.key,
        "book": ruling.book,
        "version": ruling.version,
        "clause": ruling.clause,
        "facts": ruling.facts,
        "proposal": ruling.proposal,
        "decision": ruling.decision,
        "reason": ruling.reason,
        "result": ruling.result,
        "steps": ruling.steps,
        "seconds": ruling.seconds,
    }


def _call(call: Call) -> dict[str, object]:
    return {
        "entry": call.seq,
        "called_at": call.called_at.isoformat(),
        "street": call.street,
        "irregularity": call.key,
        "facts": call.facts,
        "status": call.status,
        "steps": dict(_answers(call)),
        "reason": call.reason,
    }


def _answers(call: Call) -> Iterator[tuple[str, dict[str, str]]]:
    for name in ("seen", "coming", "arrived", "escalated", "ended"):
        at = getattr(call, f"{name}_at")
        if at is not None:
            yield name, {"at": at.isoformat(), "by": getattr(call, f"{name}_by")}


def _incident(incident: Incident, note: BundleText | None) -> dict[str, object]:
    """Return an incident with the player's key and a reference to the note, so that both can be removed before
    sharing.
    """
    return {
        "category": incident.category,
        "severity": incident.severity,
        "player": f"p{incident.player_id}",
        "seat": incident.seat,
        "seen_by": incident.seen_by,
        "at": incident.at.isoformat(),
        "by": incident.recorded_by.alias,
        "note": {"~": note.ref} if note else None,
    }


def _note(incident: Incident) -> BundleText | None:
    """Return an incident's text in the format of other stored notes."""
    if not incident.note:
        return None
    player = f"p{incident.player_id}"
    salt = secrets.token_hex(16)
    ref = reference(salt=salt, player=player, note=True, text=incident.note)
    return BundleText(ref, player, True, incident.note, salt)
