"""What is added to an incident later. The incident itself stays as it was reported."""

from datetime import datetime, timedelta

from django.db.models import QuerySet

from poker.refusal import Refusal
from rulings.calls.models import Ruling
from rulings.incidents.models import Incident, IncidentNote
from rulings.incidents.recording import text_checked
from rulings.incidents.roles import must
from tables.models import Staff

AGAIN = timedelta(minutes=1)  # in which the same is the same


def note_add(
    *, incident: Incident, staff: Staff, text: str, now: datetime, ruling: int | None = None
) -> IncidentNote:
    """Add words to an incident, or the ruling that it goes with, which is one of the same hand.

    Refuses `not_allowed`, `incident_empty`, `incident_long`, `incident_ruling`.
    """
    must(staff, "note")
    said = text_checked(text)
    found = rulings_of(incident).filter(pk=ruling).first() if ruling is not None else None
    if ruling is not None and found is None:
        raise Refusal("incident_ruling", "S-012")
    if not said and found is None:
        raise Refusal("incident_empty", "S-012")
    same = incident.notes.filter(by=staff, text=said, ruling=found, at__gt=now - AGAIN).first()
    return same or IncidentNote.objects.create(
        incident=incident, text=said, ruling=found, by=staff, at=now
    )


def rulings_of(incident: Incident) -> QuerySet[Ruling]:
    """The rulings of the hand in which it happened."""
    return Ruling.objects.filter(table=incident.table_id, hand=incident.hand).order_by("pk")
