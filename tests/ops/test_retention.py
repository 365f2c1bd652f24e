"""After the room's retention period a player is anonymized, unless the house must keep the record."""

from datetime import datetime, timedelta

import pytest
from axes.models import AccessAttempt
from django.core.management import call_command
from django.db import DatabaseError, IntegrityError, transaction
from django.test import Client
from django.urls import reverse

from journal.device_context import use_device
from journal.models import Entry
from ops.models import Anonymization, Retention, RetentionRun
from ops.retention import YEAR, old_sign_ins, retention_candidates, run_retention
from ops.tasks import retention
from players.models import Player
from players.registry import PlayerInput, player_new
from players.sanctions import sanction_give
from poker import commands as c
from staff.audit.recording import record
from staff.models import AuditEvent, LastUse, Room
from tests.support.room import NOW, TableDriver, create_staff
from tests.support.table_fixtures import game, room
from waitlist.visits import check_in, check_out

__all__ = ["game", "room"]
pytestmark = pytest.mark.django_db
BY = "staff.7"


def create_past_visitor(alias: str, years: float, room: Room) -> Player:
    """Return a player whose last visit was this many years ago."""
    at = NOW - YEAR * years
    player = player_new(player_input=PlayerInput(alias=alias), by=BY, now=at)
    Player.objects.filter(pk=player.pk).update(created_at=at - timedelta(days=1))
    check_in(player=player, room=room, by=BY, now=at - timedelta(hours=3))
    check_out(player=player, by=BY, now=at)
    return player


def test_only_inactive_players_are_due() -> None:
    room = Room.objects.create(name="A")
    strict = Room.objects.create(name="B")
    Retention.objects.create(room=strict, years=2)
    old = create_past_visitor("Kettle", 5.1, room)
    recent = create_past_visitor("Pan", 4.9, room)
    short = create_past_visitor("Ladle", 2.1, strict)
    both_years = create_past_visitor("Whisk", 2.2, strict)
    check_in(player=both_years, room=room, by=BY, now=NOW - YEAR * 2.15)
    check_out(player=both_years, by=BY, now=NOW - YEAR * 2.15)
    barred = create_past_visitor("Grater", 6, room)
    player = create_past_visitor("Sieve", 6, room)
    sanction_give(player=barred, kind="bar", until=None, reason="x", by=BY, now=NOW)
    check_in(player=player, room=room, by=BY, now=NOW)
    data = {
        candidate.player.alias: (candidate.years, candidate.why and candidate.why.code)
        for candidate in retention_candidates(NOW)
    }
    assert data == {
        "Kettle": (5, None),
        "Ladle": (2, None),
        "Grater": (5, "anonymise_standing"),
    }
    run = run_retention(NOW)
    assert (run.players, run.kept) == (2, 1)
    left = set(Player.objects.filter(anonymised_at=None).values_list("alias", flat=True))
    assert left == {recent.alias, both_years.alias, barred.alias, player.alias}
    assert set(Anonymization.objects.values_list("player", "by", "reason")) == {
        (old.pk, "system.retention", "not here for 5 years"),
        (short.pk, "system.retention", "not here for 2 years"),
    }
    assert (run_retention(NOW).players, RetentionRun.objects.count()) == (
        0,
        2,
    )  # each look is a row
    with pytest.raises(DatabaseError), transaction.atomic():
        RetentionRun.objects.all().delete()


def test_old_sessions_are_deleted_and_audit_events_stay() -> None:
    Room.objects.create(name="A")
    old = NOW - YEAR * 5.1
    new = NOW - YEAR * 4.9
    for at in (old, new):
        record("staff.1", "floor_sign_in", now=at)
        LastUse.objects.create(who="staff.1", where=f"{at:%Y%m}", at=at)
        AccessAttempt.objects.create(
            username="x", ip_address="192.0.2.1", user_agent=f"{at}", failures_since_start=1
        )
    AccessAttempt.objects.filter(user_agent=str(old)).update(attempt_time=old)
    record_with_device(old, new)
    run = run_retention(NOW)
    assert (run.devices, run.sign_ins) == (1, 2)
    assert (
        list(AuditEvent.objects.order_by("at", "pk").values_list("device", flat=True)).count("T1")
        == 1
    )
    assert AuditEvent.objects.count() == 4
    assert LastUse.objects.count() == AccessAttempt.objects.count() == 1


def test_retention_erases_browser_addresses_and_the_chain_verifies(game: TableDriver) -> None:
    with use_device("Chrome, Linux \u00b7 192.0.2.7"):
        game.execute(c.Deal())
    with use_device("Tablet T1"):
        game.execute(c.Act(4, "fold"))
    last = Entry.objects.filter(device__contains="192.0.2.7").latest("pk").at
    count = Entry.objects.exclude(device=None).exclude(device="").count()
    assert run_retention(last + YEAR * 4.9).devices == 0
    dry = old_sign_ins(last + YEAR * 5.1)
    run = run_retention(last + YEAR * 5.1)
    assert dry >= run.devices > 0
    assert run.cut is not None
    assert not Entry.objects.filter(device__contains="192.0.2.7").exists()
    entry_count = Entry.objects.filter(device="Tablet T1").count()
    assert entry_count == count - run.devices > 0
    call_command("verify_journal")
    with pytest.raises(IntegrityError, match="never changed"), transaction.atomic():
        Entry.objects.filter(device="").update(device="another")
    with pytest.raises(IntegrityError, match="never changed"), transaction.atomic():
        Entry.objects.filter(device="").update(device="", actor="staff.9")
    with pytest.raises(IntegrityError, match="never deleted"), transaction.atomic():
        Entry.objects.filter(device="").delete()


def record_with_device(*times: datetime) -> None:
    """Record audit events with a device."""
    for at in times:
        AuditEvent.objects.create(
            at=at, who="staff.1", verb="floor_sign_in", device="T1", outcome=AuditEvent.Outcome.DONE
        )


def test_a_dry_run_changes_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    player = create_past_visitor("Kettle", 6, Room.objects.create(name="A"))
    call_command("retention", "--dry-run")
    message = capsys.readouterr().out
    assert f"{player.key}, last here" in message
    assert "over 5 years" in message
    assert "Nothing was changed" in message
    assert not RetentionRun.objects.exists()
    assert Player.objects.get(pk=player.pk).alias == "Kettle"
    call_command("retention")
    message = capsys.readouterr().out
    assert "1 anonymized, 0 kept" in message
    assert "training records: 0 anonymized" in message
    assert retention() == 0


def test_retention_period_is_a_recorded_setting() -> None:
    manager = create_staff("manager", alias="Hornbeam", badge="301", password="only-for-the-test")
    room = Room.objects.create(name="A")
    client = Client()
    client.force_login(manager.user)
    page = reverse("admin:ops_retention_add")
    message = client.post(page, {"room": room.pk, "years": 0}).content.decode()
    assert "greater than or equal to 1" in message
    client.post(page, {"room": room.pk, "years": 7})
    assert Retention.objects.get().years == 7
    act = AuditEvent.objects.get(verb="kept_until_changed")
    assert act.alias == "Hornbeam"
    assert act.after is not None
    assert act.after["years"] == 7
    assert client.get(reverse("admin:ops_retentionrun_changelist")).status_code == 200
