"""Sizes and speeds of the log over years: `python -m tools.bench.journal_sizes [--entries N]`.

Plays an hour of a simulated room, and copies its entries through a year with valid hash chains into a PostgreSQL
server that it starts, once as one table and once in monthly partitions. Then it measures bytes per entry, the cost of
storing a command and of reading a hand, backs up, and archives the first month. docs/operations.md has the figures.
"""

import json
import os
import pickle
import shutil
import subprocess
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any
from unittest.mock import patch
from uuid import uuid4

Rows = list[Any]  # entries as the driver returns them
Logs = dict[str, Rows]
Measures = dict[str, Any]

ENTRIES = 1_000_000
TABLES = 20
MONTHS = 12
COMMANDS = 2_000  # stored one by one, to time them
READS = 300
LEAST_FREE = 8_000_000_000  # bytes of the disk
YEARS, ROOM_TABLES, HANDS_AN_HOUR, ENTRIES_A_HAND = 10, 600, 30, 51
PARTITIONED, ONE_TABLE = "partitioned", "one table"


def main() -> None:
    """Start a server, measure both layouts in separate processes, print the figures."""
    arguments = _arguments()
    if arguments.stage:
        print(json.dumps(_measure(arguments)))
        return
    from tests.support.services import postgresql

    if shutil.disk_usage("/tmp").free < LEAST_FREE:
        sys.exit(f"This needs {LEAST_FREE / 1e9:.0f} GB of free disk.")
    found = {}
    with TemporaryDirectory() as folder, postgresql() as url:
        for stage in (PARTITIONED, ONE_TABLE):
            name = stage.replace(" ", "_")
            _create(url, name)
            result = subprocess.run(
                [sys.executable, "-m", "tools.bench.journal_sizes", "--stage", stage,
                 "--entries", str(arguments.entries), "--folder", folder],
                env=os.environ | {
                    "DATABASE_URL": url.removesuffix("postgres") + name,
                    "DATA_DIR": folder,
                },
                stdout=subprocess.PIPE, text=True, check=True,
            )  # fmt: skip
            found[stage] = json.loads(result.stdout.splitlines()[-1])
            _drop(url, name)
    _print(found)


def _arguments() -> Namespace:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument(
        "--entries", type=int, default=ENTRIES, help="entries of the year (1,000,000)"
    )
    parser.add_argument("--stage", default="", help="for its own processes")
    parser.add_argument("--folder", type=Path, help="for its own processes")
    return parser.parse_args()


def _create(url: str, name: str) -> None:
    import psycopg

    with psycopg.connect(url, autocommit=True) as server:
        server.execute(f"CREATE DATABASE {name}")


def _drop(url: str, name: str) -> None:
    import psycopg

    with psycopg.connect(url, autocommit=True) as server:
        server.execute(f"DROP DATABASE {name} WITH (FORCE)")


def _measure(arguments: Namespace) -> Measures:
    """Fill this process's database and measure it."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
    import django

    django.setup()
    from django.core.management import call_command

    is_partitioned = arguments.stage == PARTITIONED
    one_table = patch("journal.partition_schema.partition_journal", lambda _editor: None)
    with nullcontext() if is_partitioned else one_table:
        call_command("migrate", verbosity=0, interactive=False)
    template = Path(arguments.folder, "template")
    if is_partitioned:
        with Path(arguments.folder, "simulation.txt").open("w") as out:
            call_command("simulate", tables=6, hours=1.0, quiet=True, stdout=out)
        template.write_bytes(pickle.dumps((_template(), _per_hand())))
    logs, per_hand = pickle.loads(template.read_bytes())
    year = _fill(logs, arguments.entries, is_partitioned=is_partitioned)
    return {
        "entries": year.entries,
        **per_hand,
        "copied": year.seconds,
        "sizes": _sizes(),
        "command_ms": _time_commands(logs, year.streams),
        "read_ms": _time_reads(year.streams),
        **(_keep(arguments.folder) if is_partitioned else {}),
    }


@dataclass(frozen=True, slots=True)
class _Year:
    entries: int
    seconds: float
    streams: list[int]


def _template() -> Logs:
    """Return the entries of the simulated hour by the key of their log."""
    from journal.models import Entry
    from journal.store import STORED

    logs: Logs = {}
    rows = Entry.objects.annotate(stored=STORED).select_related("stream").order_by("stream", "seq")
    for row in rows:
        logs.setdefault(row.stream.key, []).append(row)
    return logs


def _per_hand() -> dict[str, float]:
    """Return entries and commands for each hand of the simulated hour, with those of waitlists and lineup."""
    from journal.models import Entry

    hands = Entry.objects.filter(name="hand.started").count()
    return {
        "entries_a_hand": Entry.objects.count() / hands,
        "commands_a_hand": Entry.objects.filter(index=0).count() / hands,
    }


def _fill(logs: Logs, entries: int, *, is_partitioned: bool) -> _Year:
    """Copy the logs through the twelve months before the current one, each with its own chain."""
    from django.db import connection

    from journal.models import Stream
    from journal.partitions import MONTH_BITS, month_number

    tables = [rows for key, rows in sorted(logs.items()) if key.startswith("table.")]
    others = [(key, rows) for key, rows in sorted(logs.items()) if not key.startswith("table.")]
    sources = [(f"table.year{number}", tables[number % len(tables)]) for number in range(TABLES)]
    sources += [(f"{key}year", rows) for key, rows in others]
    length = sum(len(rows) for _, rows in sources)
    hours = max(entries // length, MONTHS)
    newest = max(rows[-1].at for _, rows in sources)
    months = [month_number(newest) - MONTHS + number for number in range(MONTHS)]
    began, total, streams = perf_counter(), 0, []
    with connection.cursor() as cursor:
        cursor.execute("SET session_replication_role = replica")
        for month in months if is_partitioned else ():
            cursor.execute(
                "SELECT journal_add_partition(journal_partition_name(%s), journal_bounds(%s, %s))",
                [month, month, month + 1],
            )
        for key, rows in sources:
            stream = Stream.objects.create(key=key)
            streams.append(stream.pk)
            with cursor.cursor.copy(
                'COPY journal_entry (id, stream_id, seq, command_id, "index", name, version, data, at, actor,'
                " prev_hash, hash, device, request, stored_at, caveat) FROM STDIN"
            ) as copy:
                last = ("", 0)
                for number, row in enumerate(_copies(key, stream.pk, rows, hours, months), start=1):
                    serial = total + number
                    month = row[0]
                    id_ = (month << MONTH_BITS) + serial if is_partitioned else 10**9 + serial
                    copy.write_row((id_, *row[1:]))
                    last = (row[10], row[2])
                total += number
            Stream.objects.filter(pk=stream.pk).update(hash=last[0], seq=last[1])
        cursor.execute("SET session_replication_role = origin")
        cursor.execute("ANALYZE")
    return _Year(total, perf_counter() - began, streams)


def _copies(
    key: str, stream: int, rows: Rows, hours: int, months: list[int]
) -> Iterator[tuple[Any, ...]]:
    """Yield month and columns of the copies of a log, hour after hour, evenly over the months."""
    from journal.chain import GENESIS, link

    seq, last = 0, GENESIS
    for hour in range(hours):
        month = months[hour * len(months) // hours]
        back = timedelta(days=30 * (months[-1] - month + 1)) - timedelta(minutes=hour % 600)
        commands: dict[str, str] = {}
        for row in rows:
            seq += 1
            command = commands.setdefault(row.command_id, uuid4().hex)
            at: datetime = row.at - back
            stored_at = row.stored_at - back if row.stored_at else None
            new = link(
                prev_hash=last, stream=key, seq=seq, command_id=command, index=row.index, name=row.name,
                version=row.version, data=row.stored, at=at, actor=row.actor, stored_at=stored_at,
                caveat=row.caveat or "",
            )  # fmt: skip
            yield (
                month, stream, seq, command, row.index, row.name, row.version, row.stored, at, row.actor,
                last, new, row.device, row.request, stored_at, row.caveat,
            )  # fmt: skip
            last = new


def _sizes() -> dict[str, int]:
    """Return bytes of the rows and of each index of the log, partitions added up; indexes by their columns."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT 'rows', sum(pg_table_size(oid))::bigint FROM pg_class"
            " WHERE relname LIKE 'journal_entry%%' AND relkind = 'r' UNION ALL"
            " SELECT min(substring(pg_get_indexdef(indexrelid) FROM 'USING .*')),"
            " sum(pg_relation_size(indexrelid))::bigint FROM pg_index JOIN pg_class ON pg_class.oid = indrelid"
            " WHERE relname LIKE 'journal_entry%%' AND relkind = 'r'"
            " GROUP BY substring(pg_get_indexdef(indexrelid) FROM 'USING .*') ORDER BY 2 DESC".replace(
                "%%", "%"
            )
        )
        return dict(cursor.fetchall())


def _time_commands(logs: Logs, streams: list[int]) -> float:
    """Return the median milliseconds of storing one command of a table, each in its own transaction."""
    from itertools import groupby

    from django.db import transaction
    from django.utils import timezone

    from journal import store
    from journal.models import Stream

    rows = next(rows for key, rows in sorted(logs.items()) if key.startswith("table."))
    commands = [list(group) for _, group in groupby(rows, key=lambda row: row.command_id)]
    times = []
    for number in range(COMMANDS):
        events = [
            (row.name, row.version, row.data.encode()) for row in commands[number % len(commands)]
        ]
        began = perf_counter()
        with transaction.atomic():
            stream = store.stream_locked(streams[number % TABLES])
            assert stream
            store.append(
                stream=stream, command_id=uuid4().hex, events=events, actor="bench", at=timezone.now(),
                snapshot=store.Snapshot(state=b"{}", view={}, base_seq=stream.seq),
            )  # fmt: skip
        times.append(perf_counter() - began)
    assert Stream.objects.filter(pk=streams[0]).exists()
    return _median(times)


def _time_reads(streams: list[int]) -> float:
    """Return the median milliseconds of reading sixty entries in the middle of a log, as a replay does."""
    from journal import store
    from journal.models import Stream

    times = []
    for number in range(READS):
        stream = Stream.objects.get(pk=streams[number % TABLES])
        since = stream.seq // 2 + number
        began = perf_counter()
        rows = list(store.entries(stream=stream, since=since, until=since + 60))
        times.append(perf_counter() - began)
        assert len(rows) == 60
    return _median(times)


def _archive(folder: Path) -> Measures:
    """Archive the first month, compare it with its record, drop it, and read a hand from the archive."""
    from django.conf import settings
    from django.utils import timezone

    from journal import store
    from journal.archives import archive_problems
    from journal.archiving import archive_partition, digests_of, drop_archived
    from journal.models import Stream
    from journal.partitions import partitions

    settings.BACKUP_DIR, settings.BACKUP_COPY_DIR = folder / "backups", folder / "copies"
    for place in (settings.BACKUP_DIR, settings.BACKUP_COPY_DIR):
        place.mkdir(exist_ok=True)
    part, now = partitions()[0], timezone.now()
    began = perf_counter()
    archive = archive_partition(part, now)
    archived = perf_counter()
    assert archive_problems(archive) == ([], [])
    compared = perf_counter()
    drop_archived(part, digests_of(archive))
    dropped = perf_counter()
    stream = Stream.objects.get(
        pk=archive.ranges.order_by("stream").values_list("stream", flat=True)[0]
    )
    times = []
    for number in range(20):
        start = perf_counter()
        assert (
            len(list(store.entries(stream=stream, since=number * 60, until=number * 60 + 60))) == 60
        )
        times.append(perf_counter() - start)
    return {
        "archived_entries": archive.entries,
        "archive_bytes": archive.bytes,
        "archive_s": archived - began,
        "compare_s": compared - archived,
        "drop_s": dropped - compared,
        "archived_read_ms": _median(times),
    }


def _keep(folder: Path) -> Measures:
    """Back up, archive the first month, and back up again."""
    backed_up, archived = _back_up(folder, "before"), _archive(folder)
    smaller = _back_up(folder, "after")["backup_bytes"]
    return backed_up | archived | {"smaller_backup_bytes": smaller}


def _back_up(folder: Path, name: str) -> Measures:
    """Back up the database; return the bytes of the file and of the dump in it, its entries, and the seconds."""
    from django.db import connection
    from django.utils import timezone

    from ops.backup.backup_restore import backup, database

    began = perf_counter()
    file, manifest = backup(database(connection.settings_dict), folder / name, timezone.now())
    return {
        "backup_bytes": file.stat().st_size,
        "dump_bytes": manifest.size,
        "backup_entries": manifest.rows["journal_entry"],
        "backup_s": perf_counter() - began,
    }


def _median(seconds: list[float]) -> float:
    return sorted(seconds)[len(seconds) // 2] * 1000


def _print(found: dict[str, Measures]) -> None:
    """Print the figures, and those of ten years of 600 tables computed from them."""
    one, parts = found[ONE_TABLE], found[PARTITIONED]
    print(
        f"{parts['entries']:,} entries; {parts['entries_a_hand']:.1f} entries and"
        f" {parts['commands_a_hand']:.1f} commands a hand in the simulated hour"
    )
    for name, result in found.items():
        sizes = {key: size / result["entries"] for key, size in result["sizes"].items()}
        print(f"{name}: {sum(sizes.values()):.0f} bytes an entry")
        for key, size in sizes.items():
            print(f"    {size:6.1f}  {key}")
    print(
        f"storing a command: {one['command_ms']:.2f} ms in one table, {parts['command_ms']:.2f} ms in partitions"
    )
    print(f"reading 60 entries: {one['read_ms']:.2f} ms in one table, {parts['read_ms']:.2f} ms in partitions,"
          f" {parts['archived_read_ms']:.1f} ms from an archive")  # fmt: skip
    entries = parts["archived_entries"]
    print(
        f"a month of {entries:,} entries: {parts['archive_bytes'] / entries:.0f} bytes an entry in the archive;"
        f" archived and verified in {parts['archive_s']:.1f} s ({entries / parts['archive_s']:,.0f} a second),"
        f" compared again in {parts['compare_s']:.1f} s, dropped in {parts['drop_s']:.2f} s"
    )
    smaller = parts["backup_bytes"] - parts["smaller_backup_bytes"]
    backed_up = parts["backup_bytes"] / parts["backup_entries"]
    print(
        f"a backup of {parts['backup_entries']:,} entries: {backed_up:.0f} bytes an entry, its dump"
        f" {parts['dump_bytes'] / parts['backup_entries']:.0f}, in {parts['backup_s']:.1f} s; without the"
        f" archived month it is {smaller / entries:.0f} bytes smaller for each of its entries"
    )
    size = sum(parts["sizes"].values()) / parts["entries"]
    packed = parts["archive_bytes"] / entries
    print(f"{ROOM_TABLES} tables, {HANDS_AN_HOUR} hands an hour, {ENTRIES_A_HAND} entries a hand:")
    for hours in (8, 12, 24):
        month = ROOM_TABLES * HANDS_AN_HOUR * ENTRIES_A_HAND * hours * 365 / 12
        total = month * 12 * YEARS
        print(
            f"    {hours:2} h a day: {month / 1e6:,.0f} million entries and {month * size / 1e9:,.0f} GB a month,"
            f" {month * packed / 1e9:,.0f} GB archived; in {YEARS} years {total / 1e9:,.1f} billion entries,"
            f" {total * size / 1e12:,.1f} TB, or {total * packed / 1e12:,.1f} TB archived;"
            f" a backup of thirteen months {month * 13 * backed_up / 1e9:,.0f} GB"
        )


if __name__ == "__main__":
    main()
