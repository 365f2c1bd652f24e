"""What is added to an incident later. The incident itself stays as it was reported."""

from datetime import datetime, timedelta

from poker.refusal import Refusal
from rulings.incidents.models import Incident, IncidentNote
from rulings.incidents.recording import text_checked
from rulings.incidents.roles import must
from tables.models import Staff

AGAIN = timedelta(minutes=1)  # in which the same is the same


def note_add(*, incident: Incident, staff: Staff, text: str, now: datetime) -> IncidentNote:
    """Add something to an incident. Refuses `not_allowed`, `incident_empty`, `incident_long`."""
    must(staff, "note")
    said = text_checked(text)
    if not said:
        raise Refusal("incident_empty", "S-012")
    same = incident.notes.filter(by=staff, text=said, at__gt=now - AGAIN).first()
    return same or IncidentNote.objects.create(incident=incident, text=said, by=staff, at=now)
