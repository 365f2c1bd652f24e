"""Notes added to an incident later. The incident itself stays as it was reported."""

from datetime import datetime, timedelta

from django.db.models import QuerySet

from poker.refusal import Refusal
from rulings.calls.models import Ruling
from rulings.incidents.models import Incident, IncidentNote
from rulings.incidents.recording import text_checked
from staff.models import Staff
from staff.permissions import require

DUPLICATE_WINDOW = timedelta(minutes=1)  # an identical note within this time is a duplicate


def note_add(
    *, incident: Incident, staff: Staff, text: str, now: datetime, ruling: int | None = None
) -> IncidentNote:
    """Add a note to an incident, or link a ruling of the same hand.

    Raises `Refusal`: `not_allowed`, `incident_empty`, `incident_long`, `incident_ruling`, and `incident_noted` for the
    same note again; within a minute, it is treated as one form sent twice.
    """
    require(staff, "rulings.note_incident")
    note = text_checked(text)
    linked_ruling = rulings_of(incident).filter(pk=ruling).first() if ruling is not None else None
    if ruling is not None and linked_ruling is None:
        raise Refusal("incident_ruling", "S-012")
    if not note and linked_ruling is None:
        raise Refusal("incident_empty", "S-012")
    same = incident.notes.filter(by=staff, text=note, ruling=linked_ruling).first()
    if same is not None and same.at <= now - DUPLICATE_WINDOW:
        raise Refusal("incident_noted", "S-012")
    return same or IncidentNote.objects.create(
        incident=incident, text=note, ruling=linked_ruling, by=staff, at=now
    )


def rulings_of(incident: Incident) -> QuerySet[Ruling]:
    """Return the rulings of the hand in which it happened."""
    return Ruling.objects.filter(table=incident.table_id, hand=incident.hand).order_by("pk")
