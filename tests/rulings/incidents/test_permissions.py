"""Roles and actions as a table: who reads, adds notes, sanctions and lifts (S-012, S-045)."""

from collections.abc import Callable
from datetime import timedelta
from uuid import uuid4

import pytest

from players.models import Player, Sanction, SanctionLift
from players.standing import standing
from poker.refusal import Refusal
from rulings.incidents.models import Incident, IncidentNote
from rulings.incidents.notes import note_add
from rulings.incidents.recording import IncidentReport, incident_record
from rulings.incidents.sanction_decisions import sanction_decide, sanction_end
from staff.models import Staff
from staff.permissions import require
from tests.support.room import NOW, PIN, TableDriver, create_staff

pytestmark = pytest.mark.django_db(transaction=True)
ROLES = ("dealer", "desk", "supervisor", "manager", "surveillance")
Act = Callable[[Staff, Incident], object]


def check_read(staff_member: Staff, incident: Incident) -> None:
    require(staff_member, "rulings.view_incident")


def add_note(staff_member: Staff, incident: Incident) -> object:
    return note_add(incident=incident, staff=staff_member, text="Talked to.", now=NOW)


def give_sanction(
    staff_member: Staff, incident: Incident, *, kind: str = "warning", pin: str = PIN, days: int = 0
) -> Sanction:
    return sanction_decide(
        player=incident.player,
        badge=staff_member.badge,
        pin=pin,
        kind=kind,
        until=NOW + timedelta(days=days) if days else None,
        reason="Stalled again.",
        incident=incident,
        now=NOW,
    )


def lift_sanction(staff_member: Staff, incident: Incident) -> object:
    rowan = Staff.objects.filter(badge="999").first()
    boss = rowan or create_staff("supervisor", alias="Alder", badge="999")
    sanction = give_sanction(boss, incident, kind="bar")
    return sanction_end(
        sanction=sanction, badge=staff_member.badge, pin=PIN, reason="Talked it over.", now=NOW
    )


# Which roles may; all others are refused.
TABLE: dict[Act, set[str]] = {
    check_read: {"supervisor", "manager", "surveillance"},
    add_note: {"supervisor", "manager"},
    give_sanction: {"supervisor", "manager"},
    lift_sanction: {"manager"},
}


@pytest.fixture
def incident(room: TableDriver) -> Incident:
    room.seat_players(3)
    report = IncidentReport(
        command_id=uuid4(),
        category="etq_09_stalling",
        seat=3,
        player=Player.objects.get().key,
        hand=0,
    )
    wren = create_staff("dealer", alias="Siskin", badge="103")
    return incident_record(table=room.table, staff=wren, report=report, now=NOW)


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("act", TABLE)
def test_each_role_has_its_permissions(incident: Incident, act: Act, role: str) -> None:
    staff_member = create_staff(role, alias="Heron", badge="555")
    if role in TABLE[act]:
        act(staff_member, incident)
        return
    before = (IncidentNote.objects.count(), SanctionLift.objects.count())
    with pytest.raises(Refusal) as refusal_info:
        act(staff_member, incident)
    assert (refusal_info.value.code, refusal_info.value.rule) == ("not_allowed", "S-012")
    assert (IncidentNote.objects.count(), SanctionLift.objects.count()) == before
    assert Sanction.objects.filter(by=staff_member.key).count() == 0


def test_dismissed_staff_have_no_permissions(incident: Incident) -> None:
    staff_member = create_staff("manager", alias="Heron", badge="555")
    staff_member.user.is_active = False
    staff_member.user.save()
    for act in (check_read, add_note):
        with pytest.raises(Refusal, match="not_allowed"):
            act(staff_member, incident)
    for act in (give_sanction, lift_sanction):
        with pytest.raises(Refusal, match="bad_sign_in"):
            act(staff_member, incident)


def test_wrong_pin_gives_no_sanction_and_locks(incident: Incident) -> None:
    staff_member = create_staff("supervisor", alias="Rowan", badge="201")
    for code in (*["bad_sign_in"] * 4, "locked_out", "locked_out"):
        with pytest.raises(Refusal, match=code):
            give_sanction(staff_member, incident, pin="0000")
    with pytest.raises(Refusal, match="locked_out"):
        give_sanction(staff_member, incident)
    assert not Sanction.objects.exists()


def test_sanction_names_its_author_and_reason(incident: Incident) -> None:
    staff_member = create_staff("supervisor", alias="Rowan", badge="201")
    sanction = give_sanction(staff_member, incident, kind="suspension", days=1)
    assert (sanction.by, sanction.incident, sanction.at) == (staff_member.key, incident.pk, NOW)
    assert standing(incident.player, NOW).suspended_until == NOW + timedelta(days=1)


def test_lifting_names_its_author(incident: Incident) -> None:
    staff_member = create_staff("manager", alias="Hornbeam", badge="301")
    lift_sanction(staff_member, incident)
    lifting = SanctionLift.objects.get()
    assert (lifting.by, lifting.reason) == (staff_member.key, "Talked it over.")
    assert standing(incident.player, NOW).is_admitted
