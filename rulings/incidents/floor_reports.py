"""Incidents reported on the floor: the same record as a tablet's, with more detail."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import QuerySet

from players.models import Player
from poker.refusal import Refusal
from rulings.incidents.categories import categories
from rulings.incidents.models import Incident
from rulings.incidents.recording import IncidentReport, incident_record
from staff.models import Staff
from staff.permissions import require
from staff.staff_rooms import rooms_of
from tables.models import Table
from tables.natural_order import natural_order


@dataclass(frozen=True, slots=True, kw_only=True)
class IncidentInput:
    """A submitted incident form."""

    command_id: str
    table: str
    seat: int
    player: str
    category: str
    severity: int
    seen_by: str  # "" for the reporter, who is a supervisor
    hand: int | None  # None for the current hand
    note: str


def incident_report(*, staff: Staff, incident_input: IncidentInput, now: datetime) -> Incident:
    """Record the incident once.

    Raises `Refusal`: `not_allowed`, `incident_table`, `no_player`, `incident_words` for a category that needs
    a note, and those of `incident_record`.
    """
    require(staff, "rulings.note_incident")
    table = _table(staff, incident_input.table)
    if table is None or not incident_input.seat:
        raise Refusal("incident_table", "S-012")
    player = (
        Player.objects.filter(alias=incident_input.player).first()
        if incident_input.player
        else None
    )
    if incident_input.player and player is None:
        raise Refusal("no_player", "S-012", name=incident_input.player)
    category = categories().get(incident_input.category)
    if category is not None and category.needs_note and not incident_input.note.strip():
        raise Refusal("incident_words", "S-012", title=category.title)
    report = IncidentReport(
        command_id=_id(incident_input.command_id),
        category=incident_input.category,
        seat=incident_input.seat,
        player=player.key if player else None,
        hand=incident_input.hand,
        note=incident_input.note,
        seen_by=incident_input.seen_by or Incident.SeenBy.SUPERVISOR,
        severity=incident_input.severity,
    )
    return incident_record(table=table, staff=staff, report=report, now=now)


def table_names(staff: Staff) -> dict[str, int]:
    """Return the tables of the reporter's rooms by name in the form, T2 before T10.

    The room precedes the name if there are several.
    """
    tables = Table.objects.filter(room__in=rooms_of(staff.user))
    return {name: pk for pk, name in table_labels(tables).items()}


def table_labels(tables: "QuerySet[Table]") -> dict[int, str]:
    """Return the names of these tables as pages show them, by primary key."""
    rows = tables.order_by().values_list("pk", "name", "room__name")
    sorted_rows = sorted(rows, key=lambda row: (row[2], natural_order(row[1])))
    several = len({room for _, _, room in sorted_rows}) > 1
    return {pk: f"{room} / {name}" if several else name for pk, name, room in sorted_rows}


def _table(staff: Staff, address: str) -> Table | None:
    return Table.objects.select_related("stream").filter(pk=table_names(staff).get(address)).first()


def _id(text: str) -> UUID:
    try:
        return UUID(text)
    except ValueError:
        raise Refusal("incident_other", "S-012") from None
