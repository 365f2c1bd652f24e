"""The lists behind the operations page: changes of health, backups, tablets, tasks and processes."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone
from django.utils.dateformat import format as format_date
from django_celery_beat.models import PeriodicTask

from dealer_ui.bundle import bundle
from manage_ui.operations.history import titles
from manage_ui.operations.tablets import SHORT
from ops.health.phrases import size, span
from ops.heartbeats import CHECK, FRESH
from ops.models import BackupRun, HealthChange, ServiceHeartbeat, TabletVersion
from tables.models import Device, TabletHeartbeat
from tables.natural_order import natural_order

MOST = 200  # rows
NONE = "\N{EN DASH}"


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a list."""

    cells: tuple[str, ...]
    look: str = ""  # "good", "soon" or "bad" colors the first cell


@dataclass(frozen=True, slots=True)
class Listing:
    """A list on its own page."""

    title: str
    lead: str  # the sentence below the title
    columns: tuple[str, ...]
    rows: Sequence[Row]
    empty: str  # shown instead of the rows if there are none


def changes(now: datetime) -> Listing:
    """Return the changes of level, newest first."""
    names = titles()
    rows = []
    later = dict.fromkeys(names, now)
    for change in HealthChange.objects.all()[:MOST]:
        lasted = span((later.get(change.part, now) - change.at).total_seconds())
        later[change.part] = change.at
        cells = (
            names.get(change.part, change.part),
            change.level,
            _at(change.at),
            lasted,
            change.headline,
        )
        rows.append(Row(cells, change.level))
    return Listing(
        "History",
        "When the level of a part changed, for 30 days. One web process writes it, every half minute.",
        ("Part", "Level", "From", "Lasted", "What was wrong"),
        rows,
        "No change yet.",
    )


def backups(now: datetime) -> Listing:
    """Return the recorded backups, newest first."""
    rows = [
        Row(
            (
                _at(run.started_at),
                backup_state(run)[1],
                size(run.bytes) if run.bytes else NONE,
                _at(run.copied_at),
                _at(run.proved_at),
                run.file.rpartition("/")[2],
            ),
            backup_state(run)[0],
        )
        for run in BackupRun.objects.all()[:MOST]
    ]
    return Listing(
        "Backups",
        "Proved: restored into a separate database and verified.",
        ("Began", "State", "Size", "Copied", "Proved", "File"),
        rows,
        "There is no backup yet.",
    )


def backup_state(run: BackupRun) -> tuple[str, str]:
    """Return the look and the state text of a backup."""
    if run.reason:
        return "bad", run.reason
    if not run.is_good:
        return "soon", "running or interrupted"
    states = [
        "good",
        *(["proved"] if run.proved_at else []),
        *(["copied"] if run.copied_at else []),
        *(["deleted since"] if run.removed_at else []),
    ]
    return "good", ". ".join(
        [", ".join(states), *filter(None, (run.copy_reason, run.proof_reason, run.drill_reason))]
    )


def tablets(now: datetime) -> Listing:
    """Return the paired tablets with their version and last heartbeat, by table."""
    paired = Device.objects.filter(revoked_at=None, token_hash__isnull=False)
    engines = dict(TabletVersion.objects.values_list("table_id", "engine"))
    heartbeats = {row.table_id: row for row in TabletHeartbeat.objects.all()}
    current = bundle().name
    rows = []
    for device in sorted(
        paired.select_related("table__room", "dealer"),
        key=lambda tablet: (
            tablet.table.room.name,
            natural_order(tablet.table.name),
            tablet.name,
        ),
    ):
        engine = engines.get(device.table_id, "")
        row = heartbeats.get(device.table_id)
        is_silent = row is not None and row.silent
        version = engine[:SHORT] or "no engine"
        note = " as this server" if engine == current else " another one" if engine else ""
        cells = (
            device.table.name,
            device.table.room.name,
            device.name,
            version + note,
            _ago(row.at if row else None, now) + (", silent" if is_silent else ""),
            device.dealer.alias if device.dealer else NONE,
        )
        rows.append(Row(cells, "soon" if is_silent or (engine and engine != current) else "good"))
    return Listing(
        "Tablets",
        "One with another version updates by itself between hands.",
        ("Table", "Room", "Tablet", "Version", "Heard", "Dealer"),
        rows,
        "No tablet is paired.",
    )


def tasks(now: datetime) -> Listing:
    """Return the scheduled tasks with the time that beat last started each."""
    rows = [
        Row(
            (
                task.name,
                _every(task),
                task.queue or NONE,
                _ago(task.last_run_at, now),
                f"{task.total_run_count:,}",
            )
        )
        for task in PeriodicTask.objects.filter(enabled=True)
        .select_related("interval")
        .order_by("name")
    ]
    return Listing(
        "Tasks",
        "What beat starts and workers do. The last start is written every few minutes.",
        ("Task", "Every", "Queue", "Last started", "Starts"),
        rows,
        "Beat has not written its schedule yet.",
    )


def _every(task: PeriodicTask) -> str:
    return span(task.schedule.run_every.total_seconds()) if task.interval_id else str(task.schedule)


def processes(now: datetime) -> Listing:
    """Return the processes that sent heartbeats, with their versions."""
    rows = []
    for heartbeat in ServiceHeartbeat.objects.exclude(service=CHECK):
        is_silent = (now - heartbeat.at).total_seconds() > FRESH
        cells = (
            heartbeat.service,
            heartbeat.host,
            str(heartbeat.pid),
            heartbeat.version,
            _at(heartbeat.started_at),
            _ago(heartbeat.at, now),
        )
        rows.append(Row(cells, "bad" if is_silent else "good"))
    return Listing(
        "Processes",
        "A process that ends as it should removes its row; one that is silent ended without a word.",
        ("Process", "Host", "Number", "Version", "Started", "Last heartbeat"),
        rows,
        "No process sends heartbeats.",
    )


LISTS: dict[str, Callable[[datetime], Listing]] = {
    "history": changes,
    "backups": backups,
    "tablets": tablets,
    "tasks": tasks,
    "processes": processes,
}
TABS = (("health", "Health"), *((key, key.capitalize()) for key in LISTS))


def _at(moment: datetime | None) -> str:
    return format_date(timezone.localtime(moment), "M j H:i") if moment else NONE


def _ago(moment: datetime | None, now: datetime) -> str:
    return f"{span((now - moment).total_seconds())} ago" if moment else "never"
