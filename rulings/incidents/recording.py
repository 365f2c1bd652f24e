"""Record an incident reported by a tablet, once even if it is sent several times."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import IntegrityError, transaction

from players.identity import keys_of
from players.models import Player
from players.roster import player_known
from poker.refusal import Refusal
from rulings.incidents.categories import SEVERITIES, categories
from rulings.incidents.models import NOTE_LENGTH, Incident
from staff.models import Staff
from tables.models import Table
from tables.seat_sessions import sat_there


@dataclass(frozen=True, slots=True, kw_only=True)
class IncidentReport:
    """A report from a tablet or the floor."""

    command_id: UUID  # makes the report idempotent
    category: str
    seat: int
    player: str | None  # log key; None for the player in the seat now
    hand: int | None  # 0 before the first hand; None for the current hand
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
    incident = incident_recorded(table=table, report=report)
    if incident is not None:
        return incident
    player, hand = _validate_report(table, report)
    try:
        with transaction.atomic():
            return Incident.objects.create(
                command_id=report.command_id,
                category=report.category,
                severity=report.severity or categories()[report.category].severity,
                player=player,
                table=table,
                seat=report.seat,
                hand=hand,
                dealer=_dealer(table, staff),
                seen_by=report.seen_by,
                note=text_checked(report.note),
                at=now,
                recorded_by=staff,
            )
    except IntegrityError:
        incident = incident_recorded(table=table, report=report)
        if incident is None:
            raise
        return incident


def text_checked(text: str) -> str:
    """Return a note in the stored form. Raises `Refusal`: `incident_long`."""
    note = text.replace("\0", " ").replace("\r\n", "\n").strip()
    if len(note) > NOTE_LENGTH:
        raise Refusal("incident_long", "S-012", longest=NOTE_LENGTH)
    return note


def incident_recorded(*, table: Table, report: IncidentReport) -> Incident | None:
    """Return the incident that was recorded for this report, or None.

    The hand and the player in the seat may have changed since then, if the report left them to the table. Raises
    `Refusal`: `incident_other`, `id_reused`.
    """
    incident = (
        Incident.objects.select_related("player").filter(command_id=report.command_id).first()
    )
    if incident is None:
        return None
    if incident.table_id != table.pk:
        raise Refusal("incident_other", "S-012")
    is_same = (
        (incident.category, incident.seat, incident.seen_by, incident.note)
        == (report.category, report.seat, report.seen_by, text_checked(report.note))
        and report.severity in (0, incident.severity)
        and report.hand in (None, incident.hand)
        and report.player in (None, *keys_of(incident.player))
    )
    if not is_same:
        raise Refusal("id_reused", "", command=str(report.command_id))
    return incident


def _validate_report(table: Table, report: IncidentReport) -> tuple[Player, int]:
    present = table.view.hand.number
    hand = present if report.hand is None else report.hand
    key = _player_in_seat(table, report.seat) if report.player is None else report.player
    if report.category not in categories():
        raise Refusal("incident_category", "S-012", category=report.category[:40])
    if not 1 <= report.seat <= table.seats:
        raise Refusal("no_such_seat", "S-013", seat=report.seat, seats=table.seats)
    if not 0 <= hand <= present:
        raise Refusal("incident_hand", "S-012", hand=hand)
    if report.severity not in (0, *SEVERITIES):
        raise Refusal("incident_severity", "S-012")
    if report.seen_by not in Incident.SeenBy.values:
        raise Refusal("incident_seen_by", "S-012")
    player = player_known(key)
    if player is None or not sat_there(table.pk, seat=report.seat, player=player):
        raise Refusal("incident_player", "S-013", seat=report.seat)
    return player, hand


def _player_in_seat(table: Table, seat: int) -> str:
    """Return the key of the player in the seat, "" for an empty or unknown seat."""
    seats = {item.seat: item.player for item in table.view.seats}
    return str(seats.get(seat, ""))


def _dealer(table: Table, staff: Staff) -> str:
    """Return the dealer in the box; a reporting supervisor is not the dealer."""
    dealing = table.view.dealer
    return str(dealing.name) if dealing and staff.supervises else staff.alias
