"""Writing an incident down as a tablet reports it: once, however often it is sent."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import IntegrityError, transaction

from players.models import Player
from players.roster import player_known
from poker.refusal import Refusal
from rulings.incidents.categories import SEVERITIES, categories
from rulings.incidents.models import LONGEST, Incident
from tables.log import sat_there
from tables.models import Staff, Table


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """What a tablet or the floor reports; `command_id` makes it one however often it is sent, `hand` is 0 before the
    first, `severity` 0 is the category's own.
    """

    command_id: UUID
    category: str
    seat: int
    player: str
    hand: int
    note: str = ""
    seen_by: str = Incident.SeenBy.DEALER
    severity: int = 0


def incident_record(*, table: Table, staff: Staff, report: Report, now: datetime) -> Incident:
    """Write an incident down, or answer the one that this report has made already.

    The player need not sit there any more: a report may wait for the network longer than its player does.
    Refuses `incident_category`, `no_such_seat`, `incident_player`, `incident_hand`, `incident_severity`,
    `incident_seen_by`, `incident_long` and `incident_other`, where the id belongs to another table's incident.
    """
    known = _known(table, report)
    if known is not None:
        return known
    player = _checked(table, report)
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
        known = _known(table, report)
        if known is None:
            raise
        return known


def text_checked(text: str) -> str:
    """A note as it is kept. Refuses one that is too long."""
    said = text.replace("\0", " ").replace("\r\n", "\n").strip()
    if len(said) > LONGEST:
        raise Refusal("incident_long", "S-012", longest=LONGEST)
    return said


def _known(table: Table, report: Report) -> Incident | None:
    found = Incident.objects.select_related("player").filter(command_id=report.command_id).first()
    if found is not None and found.table_id != table.pk:
        raise Refusal("incident_other", "S-012")
    return found


def _checked(table: Table, report: Report) -> Player:
    """The player, when all of the report holds."""
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
    """Whoever deals; a supervisor who stands beside the dealer does not."""
    dealing = table.view.get("dealer")
    return str(dealing["name"]) if dealing and staff.supervises else staff.alias
