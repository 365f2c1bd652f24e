"""Roles and acts as a table, at the server: who reads, adds, sanctions and lifts (S-012, S-045)."""

from collections.abc import Callable
from datetime import timedelta
from uuid import uuid4

import pytest

from players.models import Lifting, Player, Sanction
from players.standing import standing
from poker.refusal import Refusal
from rulings.incidents.models import Incident, IncidentNote
from rulings.incidents.notes import note_add
from rulings.incidents.permissions import require_allowed
from rulings.incidents.recording import IncidentReport, incident_record
from rulings.incidents.sanction_decisions import sanction_decide, sanction_end
from tables.models import Staff
from tests.tables.room import NOW, PIN, Small, staff

pytestmark = pytest.mark.django_db(transaction=True)
ROLES = ("dealer", "desk", "supervisor", "manager", "surveillance")
Act = Callable[[Staff, Incident], object]


def see(who: Staff, incident: Incident) -> None:
    require_allowed(who, "see")


def note(who: Staff, incident: Incident) -> object:
    return note_add(incident=incident, staff=who, text="Talked to.", now=NOW)


def give(
    who: Staff, incident: Incident, *, kind: str = "warning", pin: str = PIN, days: int = 0
) -> Sanction:
    return sanction_decide(
        player=incident.player,
        badge=who.badge,
        pin=pin,
        kind=kind,
        until=NOW + timedelta(days=days) if days else None,
        reason="Stalled again.",
        incident=incident,
        now=NOW,
    )


def lift(who: Staff, incident: Incident) -> object:
    rowan = Staff.objects.filter(badge="999").first()
    boss = rowan or staff("supervisor", alias="Alder", badge="999")
    sanction = give(boss, incident, kind="bar")
    return sanction_end(
        sanction=sanction, badge=who.badge, pin=PIN, reason="Talked it over.", now=NOW
    )


# Which roles may; all others are refused.
TABLE: dict[Act, set[str]] = {
    see: {"supervisor", "manager", "surveillance"},
    note: {"supervisor", "manager"},
    give: {"supervisor", "manager"},
    lift: {"manager"},
}


@pytest.fixture
def incident(room: Small) -> Incident:
    room.sit(3)
    report = IncidentReport(
        command_id=uuid4(),
        category="etq_09_stalling",
        seat=3,
        player=Player.objects.get().key,
        hand=0,
    )
    wren = staff("dealer", alias="Siskin", badge="103")
    return incident_record(table=room.table, staff=wren, report=report, now=NOW)


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("act", TABLE)
def test_who_may(incident: Incident, act: Act, role: str) -> None:
    who = staff(role, alias="Heron", badge="555")
    if role in TABLE[act]:
        act(who, incident)
        return
    before = (IncidentNote.objects.count(), Lifting.objects.count())
    with pytest.raises(Refusal) as caught:
        act(who, incident)
    assert (caught.value.code, caught.value.rule) == ("not_allowed", "S-012")
    assert (IncidentNote.objects.count(), Lifting.objects.count()) == before
    assert Sanction.objects.filter(by=who.key).count() == 0


def test_somebody_who_works_here_no_more_may_nothing(incident: Incident) -> None:
    who = staff("manager", alias="Heron", badge="555")
    who.user.is_active = False
    who.user.save()
    for act in (see, note):
        with pytest.raises(Refusal, match="not_allowed"):
            act(who, incident)
    for act in (give, lift):
        with pytest.raises(Refusal, match="bad_sign_in"):
            act(who, incident)


def test_a_wrong_pin_sanctions_nobody_and_locks(incident: Incident) -> None:
    who = staff("supervisor", alias="Rowan", badge="201")
    for code in (*["bad_sign_in"] * 4, "locked_out", "locked_out"):
        with pytest.raises(Refusal, match=code):
            give(who, incident, pin="0000")
    with pytest.raises(Refusal, match="locked_out"):
        give(who, incident)
    assert not Sanction.objects.exists()


def test_a_sanction_names_who_gave_it_and_what_for(incident: Incident) -> None:
    who = staff("supervisor", alias="Rowan", badge="201")
    sanction = give(who, incident, kind="suspension", days=1)
    assert (sanction.by, sanction.incident, sanction.at) == (who.key, incident.pk, NOW)
    assert standing(incident.player, NOW).suspended_until == NOW + timedelta(days=1)


def test_a_lifting_names_who_lifted(incident: Incident) -> None:
    who = staff("manager", alias="Hornbeam", badge="301")
    lift(who, incident)
    lifting = Lifting.objects.get()
    assert (lifting.by, lifting.reason) == (who.key, "Talked it over.")
    assert standing(incident.player, NOW).is_admitted
