"""Record an incident reported by a tablet, once even if it is sent several times."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import IntegrityError, transaction

from players.models import Player
from players.roster import player_known
from poker.refusal import Refusal
from rulings.incidents.categories import SEVERITIES, categories
from rulings.incidents.models import NOTE_LENGTH, Incident
from tables.models import Staff, Table
from tables.table_log import sat_there


@dataclass(frozen=True, slots=True, kw_only=True)
class IncidentReport:
    """A report from a tablet or the floor."""

    command_id: UUID  # makes the report idempotent
    category: str
    seat: int
    player: str
    hand: int  # 0 before the first
    note: str = ""
    seen_by: str = Incident.SeenBy.DEALER
    severity: int = 0  # 0 for the category's own


def incident_record(
    *, table: Table, staff: Staff, report: IncidentReport, now: datetime
) -> Incident:
    """Record an incident, or return the one already recorded for this report.

    The player may have left the seat: a report may wait for the network. Raises `Refusal`: `incident_category`,
    `no_such_seat`, `incident_player`, `incident_hand`, `incident_severity`, `incident_seen_by`, `incident_long`,
    `incident_other` if the id belongs to another table's incident, and `id_reused` if it belongs to another report.
    """
    incident = _find_recorded(table, report)
    if incident is not None:
        return incident
    player = _validate_report(table, report)
    try:
        with transaction.atomic():
            return Incident.objects.create(
                command_id=report.command_id,
                category=report.category,
                severity=report.severity or categories()[report.category].severity,
                player=player,
                table=table,
                seat=report.seat,
                hand=report.hand,
                dealer=_dealer(table, staff),
                seen_by=report.seen_by,
                note=text_checked(report.note),
                at=now,
                recorded_by=staff,
            )
    except IntegrityError:
        incident = _find_recorded(table, report)
        if incident is None:
            raise
        return incident


def text_checked(text: str) -> str:
    """Return a note in the stored form. Raises `Refusal`: `incident_long`."""
    note = text.replace("\0", " ").replace("\r\n", "\n").strip()
    if len(note) > NOTE_LENGTH:
        raise Refusal("incident_long", "S-012", longest=NOTE_LENGTH)
    return note


def _find_recorded(table: Table, report: IncidentReport) -> Incident | None:
    incident = (
        Incident.objects.select_related("player").filter(command_id=report.command_id).first()
    )
    if incident is None:
        return None
    if incident.table_id != table.pk:
        raise Refusal("incident_other", "S-012")
    stored = (incident.category, incident.seat, incident.hand, incident.note)
    if stored != (report.category, report.seat, report.hand, text_checked(report.note)):
        raise Refusal("id_reused", "", command=str(report.command_id))
    return incident


def _validate_report(table: Table, report: IncidentReport) -> Player:
    """Validate the report and return its player."""
    if report.category not in categories():
        raise Refusal("incident_category", "S-012", category=report.category[:40])
    if not 1 <= report.seat <= table.seats:
        raise Refusal("no_such_seat", "S-013", seat=report.seat, seats=table.seats)
    if not 0 <= report.hand <= table.view["hand"]["number"]:
        raise Refusal("incident_hand", "S-012", hand=report.hand)
    if report.severity not in (0, *SEVERITIES):
        raise Refusal("incident_severity", "S-012")
    if report.seen_by not in Incident.SeenBy.values:
        raise Refusal("incident_seen_by", "S-012")
    player = player_known(report.player)
    if player is None or not sat_there(table.stream, seat=report.seat, player=report.player):
        raise Refusal("incident_player", "S-013", seat=report.seat)
    return player


def _dealer(table: Table, staff: Staff) -> str:
    """Return the dealer in the box; a reporting supervisor is not the dealer."""
    dealing = table.view.get("dealer")
    return str(dealing["name"]) if dealing and staff.supervises else staff.alias
