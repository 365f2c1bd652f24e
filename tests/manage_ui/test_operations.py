"""The operations page: one sentence, what is red with its steps, and what is left without the database."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from unittest.mock import patch

import psycopg
import pytest
from django.db import OperationalError
from django.test import Client
from django.utils import timezone

from config.scheduled_tasks import QUEUES
from dealer_ui.bundle import bundle
from manage_ui.operations import views
from ops.health.checks.database import database_away
from ops.health.monitor import HealthReport, KnownPart
from ops.health.part import HealthPart, Step
from ops.models import BackupRun, ServiceHeartbeat
from ops.tablet_versions import record_tablet_version
from tables.models import Device, TabletHeartbeat
from tests.support.manage_fixtures import ManagerClient, sign_in_client
from tests.support.page_roles import PageContent
from tests.support.room import TableDriver, create_staff, pair_device

pytestmark = pytest.mark.django_db
URL = "/operations/"
NONE = "\N{EN DASH}"
WELL = HealthPart(key="web", title="Web", facts=("2 processes, version 1",))
LATE = HealthPart(
    key="backups",
    title="Backups",
    level="bad",
    state="late 19 h",
    headline="No backup for 43 h, the limit is 24 h",
    facts=("the last one failed",),
    steps=(
        Step("Make room.", "manage.py backups prune"),
        Step("Back up now.", "manage.py backup", action="backup"),
    ),
)
SOON = HealthPart(
    key="disk", title="Disk", level="soon", headline="Little room", steps=(Step("Look."),)
)


def report(*parts: HealthPart, is_current: bool = True) -> HealthReport:
    now = timezone.now()
    at = now if is_current else now - timedelta(minutes=3)
    return HealthReport(now, tuple(KnownPart(part, at, is_current) for part in parts))


@pytest.fixture
def reports() -> Iterator[list[HealthReport]]:
    reports = [report(WELL)]
    with patch("manage_ui.operations.views.monitor") as monitor:
        monitor().read.side_effect = lambda: reports[0]
        yield reports


def opened(client: Client) -> PageContent:
    answer = client.get(URL)
    assert answer.status_code == 200
    return PageContent(answer)


@pytest.mark.parametrize(
    ("parts", "title", "note"),
    [
        ((WELL,), "All 1 parts OK", ""),
        ((WELL, SOON), "Nothing needs you now", "1 of 2 parts OK, 1 needs attention soon."),
        (
            (WELL, SOON, LATE),
            "One thing needs you",
            "1 of 3 parts OK, 1 needs attention soon. The room plays on",
        ),
        (
            (LATE, database_away("full", "")),
            "Two things need you",
            "Nothing can be stored now; tablets keep",
        ),
    ],
)
def test_one_sentence_comes_first(
    parts: tuple[HealthPart, ...],
    title: str,
    note: str,
    hornbeam: ManagerClient,
    reports: list[HealthReport],
) -> None:
    reports[:] = [report(*parts)]
    page = opened(hornbeam.client)
    assert page.names("heading")[0] == title
    assert note in page.text


def test_what_is_red_has_its_steps_in_order(
    hornbeam: ManagerClient, reports: list[HealthReport]
) -> None:
    reports[:] = [report(WELL, LATE)]
    alarm = opened(hornbeam.client).region("No backup for 43 h, the limit is 24 h")
    assert alarm.names("item") == [
        "Make room. manage.py backups prune Copy",
        "Back up now. manage.py backup Back up now",
    ]
    assert alarm.button("Back up now").action == "/operations/back-up"


def test_backups_and_tablets_are_listed(
    hornbeam: ManagerClient, game: TableDriver, reports: list[HealthReport]
) -> None:
    now = timezone.now()
    page = opened(hornbeam.client)
    assert page.region("Backups").text.endswith("There is no backup yet.")
    BackupRun.objects.create(started_at=now, ended_at=now, bytes=3_100_000_000, proved_at=now)
    BackupRun.objects.create(started_at=now, ended_at=now, reason="No space left on device.")
    Device.objects.update(revoked_at=now)
    pair_device(game.table)
    record_tablet_version(table_id=game.table.pk, engine="0ld0ld0ld", now=now)
    silent = now - timedelta(minutes=4)
    TabletHeartbeat.objects.create(
        table_id=game.table.pk, at=silent, silent=True, silent_since=silent
    )
    page = opened(hornbeam.client)
    assert [" ".join(name.split()[3:]) for name in page.region("Backups").names("item")] == [
        f"No space left on device. {NONE}",
        "good, proved 2.9 GB",
    ]
    [tablets] = page.region("Tablets by version").names("item")
    assert tablets.startswith("0ld0ld0l")
    assert tablets.endswith(
        f"1, another one, updates between hands; {game.table.name} silent for 4 min"
    )
    record_tablet_version(table_id=game.table.pk, engine=bundle().name, now=now)
    assert "as this server" in opened(hornbeam.client).region("Tablets by version").text


def test_backup_is_queued_only_if_a_worker_is_alive(
    hornbeam: ManagerClient, reports: list[HealthReport]
) -> None:
    now = timezone.now()
    for service in ("web", "beat"):
        ServiceHeartbeat.objects.create(
            service=service, host="box", pid=1, at=now, started_at=now - timedelta(hours=1)
        )
    with patch("manage_ui.operations.views.current_app.send_task") as send:
        silent = hornbeam.client.post("/operations/back-up", follow=True)
        assert views.NO_WORKER in PageContent(silent).text
        assert not send.called
        for queue in QUEUES:
            ServiceHeartbeat.objects.create(
                service=f"worker {queue}", host="box", pid=1, at=now, started_at=now
            )
        alive = hornbeam.client.post("/operations/back-up", follow=True)
        assert views.STARTED in PageContent(alive).text
        name, [asked] = send.call_args.args
        assert (name, datetime.fromisoformat(asked) >= now) == ("ops.backup", True)
        BackupRun.objects.create(started_at=now)
        again = hornbeam.client.post("/operations/back-up", follow=True)
        assert views.RUNNING in PageContent(again).text
        assert send.call_count == 1


@pytest.mark.parametrize("role", ["dealer", "desk", "supervisor", "surveillance"])
def test_only_for_managers(role: str, game: TableDriver, reports: list[HealthReport]) -> None:
    client = sign_in_client(create_staff(role))
    assert client.get(URL).status_code == 403
    assert client.post("/operations/back-up").status_code == 403
    assert Client().get(URL).status_code == 302
    assert Client().post("/operations/back-up").status_code == 401


def test_manager_of_one_room_has_no_access(game: TableDriver, reports: list[HealthReport]) -> None:
    manager = create_staff("manager")
    manager.house_wide = False
    manager.save()
    assert sign_in_client(manager).get(URL).status_code == 403


def away(*_: object) -> None:
    raise OperationalError("refused") from psycopg.OperationalError("connection refused")


def test_without_the_database_it_shows_what_was_known(
    hornbeam: ManagerClient, reports: list[HealthReport]
) -> None:
    """To a browser that showed it to a manager; a stranger gets the page of an outage, without facts."""
    opened(hornbeam.client)
    before = report(WELL, is_current=False)
    reports[:] = [
        HealthReport(before.at, (*report(database_away("away", "refused")).parts, *before.parts))
    ]
    stranger = Client(raise_request_exception=False)
    hornbeam.client.raise_request_exception = False
    with patch("web.middleware.SessionLimitMiddleware.process_request", away):
        page = opened(hornbeam.client)
        refused = stranger.get(URL)
    assert page.names("heading")[0] == "One thing needs you"
    assert "2 processes, version 1 as of 3 min ago" in page.region("Web well").text
    assert "no key works" in page.text
    assert page.names("button") == ["Copy"]
    assert refused.status_code == 503
    assert b"2 processes" not in refused.content
