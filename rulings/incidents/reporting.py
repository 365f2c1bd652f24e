"""An incident that somebody on the floor saw: the same record as a tablet's, with more detail."""

from collections import Counter
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from players.models import Player
from poker.refusal import Refusal
from rulings.incidents.models import Incident
from rulings.incidents.recording import Report, incident_record
from rulings.incidents.roles import must
from tables.models import Staff, Table


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """A form as it was filled in; `hand` None is the one that is dealt now."""

    command_id: str
    table: str
    seat: int
    player: str
    category: str
    severity: int
    seen_by: str
    hand: int | None
    note: str


def incident_report(*, staff: Staff, said: Said, now: datetime) -> Incident:
    """Write it down once. Refuses `not_allowed`, `incident_table`, `no_player`, and whatever a tablet's report is."""
    must(staff, "note")
    table = _table(said.table)
    if table is None or not said.seat:
        raise Refusal("incident_table", "S-012")
    player = Player.objects.filter(alias=said.player).first() if said.player else None
    if said.player and player is None:
        raise Refusal("no_player", "S-012", name=said.player)
    report = Report(
        command_id=_id(said.command_id),
        category=said.category,
        seat=said.seat,
        player=player.key if player else _sitting(table, said.seat),
        hand=table.view["hand"]["number"] if said.hand is None else said.hand,
        note=said.note,
        seen_by=said.seen_by,
        severity=said.severity,
    )
    return incident_record(table=table, staff=staff, report=report, now=now)


def addresses() -> dict[str, int]:
    """The tables as a form names them; where two rooms have a T3, with the room before it."""
    rows = list(
        Table.objects.order_by("room__name", "name").values_list("pk", "name", "room__name")
    )
    often = Counter(name for _, name, _ in rows)
    return {name if often[name] == 1 else f"{room} / {name}": pk for pk, name, room in rows}


def _table(address: str) -> Table | None:
    return Table.objects.select_related("stream").filter(pk=addresses().get(address)).first()


def _id(text: str) -> UUID:
    try:
        return UUID(text)
    except ValueError:
        raise Refusal("incident_other", "S-012") from None


def _sitting(table: Table, seat: int) -> str:
    """Who sits there now, as the log names players; "" for nobody, or no such seat."""
    chairs = {one["seat"]: one["player"] for one in table.view["seats"]}
    return str(chairs.get(seat, ""))
