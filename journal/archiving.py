"""Moves closed months of the log into archives.

An archive is written, verified, copied and recorded before its months are dropped from the table.
"""

import shutil
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import connection, transaction

from journal.archive_file import (
    BLOCK,
    MODE,
    ArchivedEntry,
    ArchiveWriter,
    LogRange,
    check_file,
    digest,
    file_name,
    open_archive,
)
from journal.archives import archived_ends, places
from journal.chain import GENESIS
from journal.disk_space import is_full, no_space
from journal.erasure import BROWSER_SEPARATOR
from journal.evidence import microseconds
from journal.models import ArchivedRange, JournalArchive, Stream
from journal.partitions import Partition, drop_partition, month_number, partitions
from journal.second_place import copy_problem, is_unmounted, remember_copies
from journal.work_folders import move_into_place, work_folder

KEPT_MONTHS = 3  # months that stay in the table, including the current one
_COLUMNS = (
    'id, seq, command_id, "index", name, version, data, at, actor, prev_hash, hash, stored_at, caveat,'
    " device"
)


class ArchivingError(Exception):
    """A month can't be archived or dropped. The message is a sentence for the user."""


def closed_partitions(before: int, now: datetime) -> list[Partition]:
    """Return the partitions that end before this month, oldest first. Raises `ArchivingError`."""
    newest = month_number(now) - KEPT_MONTHS + 1
    if before > newest:
        raise ArchivingError(
            f"The current month and the {KEPT_MONTHS - 1} before it stay in the database."
        )
    return [part for part in partitions() if part.until is not None and part.until <= before]


def archive_partition(part: Partition, now: datetime) -> JournalArchive:
    """Write the archive of a partition, verify it, copy it to the second place and record it.

    If the archive was already recorded and one place has lost it, it is copied back there. Raises `ArchivingError`.
    """
    main, copy = _both_places()
    archive = JournalArchive.objects.filter(label=part.label).first()
    if archive is not None:
        with _writing_to(main, copy):
            _put_back(archive)
        return archive
    ranges = _ranges(part)
    last = JournalArchive.objects.last()
    target = main / file_name(part.label)
    with _writing_to(main), work_folder(main) as space:
        draft = space / target.name
        _write(draft, part, ranges, previous=last.sha256 if last else "")
        if problem := check_file(draft):
            raise ArchivingError(f"Not archived: the file {problem}.")
        _compare(draft, ranges)
        move_into_place(draft, target)
    with _writing_to(copy):
        _copy(target, copy / target.name)
    with _writing_to(main):
        remember_copies(main, copy)
    with transaction.atomic():
        archive = JournalArchive.objects.create(
            label=part.label,
            file=target.name,
            sha256=digest(target),
            bytes=target.stat().st_size,
            entries=sum(log.last - log.first + 1 for log in ranges.values()),
            at=now,
        )
        ArchivedRange.objects.bulk_create(
            ArchivedRange(
                archive=archive,
                stream_id=stream,
                first=log.first,
                last=log.last,
                prev_hash=log.prev_hash,
                hash=log.hash,
            )
            for stream, log in ranges.items()
        )
    return archive


def drop_archived(part: Partition, digests: Iterable[tuple[str, str]]) -> None:
    """Remove the entries of an archived partition from the database. Raises `ArchivingError`.

    `digests` has the path and SHA-256 of each file as it is now. Two folders must have the recorded file, and the
    partition must have exactly the recorded entries.
    """
    archive = JournalArchive.objects.filter(label=part.label).first()
    if archive is None:
        raise ArchivingError(f"{part.label} is not archived yet.")
    good = {
        str(Path(path).parent)
        for path, value in digests
        if Path(path).name == archive.file and value == archive.sha256
    }
    if len(good) < 2:
        raise ArchivingError(
            f"{part.label} stays in the database: only {len(good)} of two places have the archive"
            f" {archive.file} with the recorded SHA-256."
        )
    recorded_ranges = {
        row.stream_id: LogRange(row.first, row.last, row.prev_hash, row.hash)
        for row in archive.ranges.all()
    }
    if recorded_ranges != _read_ranges(part):
        raise ArchivingError(f"{part.label} stays in the database: it differs from its archive.")
    drop_partition(part)


def digests_of(archive: JournalArchive) -> list[tuple[str, str]]:
    """Return the path and SHA-256 of each existing file of an archive."""
    files = [folder / archive.file for folder in places()]
    return [(str(file), digest(file)) for file in files if file.is_file()]


@contextmanager
def _writing_to(*folders: Path) -> Iterator[None]:
    """Raise `ArchivingError` if the block can't write to the folders."""
    try:
        yield
    except OSError as error:
        if is_full(error):
            message = " ".join(map(no_space, folders))
            raise ArchivingError(f"Not archived. {message}") from error
        name = error.filename or folders[0]
        raise ArchivingError(f"Not archived: {error.strerror} ({name}).") from error


def _both_places() -> tuple[Path, Path]:
    main = settings.BACKUP_DIR
    copy = settings.BACKUP_COPY_DIR
    if copy is None:
        raise ArchivingError(
            "An archive must be in two places before its month leaves the database: set BACKUP_COPY_DIR."
        )
    if not main.is_dir() or (is_unmounted(main) and JournalArchive.objects.exists()):
        raise ArchivingError(
            f"{main} isn't there, or is empty although it had archives. Is its disk mounted? If the folder is meant to"
            f" be new, copy one archive from {copy} into it first."
        )
    if problem := copy_problem(main, copy):
        raise ArchivingError(problem)
    return main, copy


def _ranges(part: Partition) -> Mapping[int, LogRange]:
    """Return the ranges of a partition by stream, after checking that they continue the earlier archives."""
    ranges = _read_ranges(part)
    ends = archived_ends()
    for stream, log in ranges.items():
        if (log.first - 1, log.prev_hash) != ends.get(stream, (0, GENESIS)):
            raise ArchivingError(
                f"Not archived: entry {log.first} of {_key(stream)} doesn't follow the entries archived"
                " before it. Run verify_journal."
            )
    return ranges


def _read_ranges(part: Partition) -> dict[int, LogRange]:
    with connection.cursor() as cursor:
        cursor.execute(
            f'SELECT stream_id, min(seq), max(seq), count(*) FROM "{part.name}" GROUP BY stream_id'
        )
        bounds = cursor.fetchall()
        ranges: dict[int, LogRange] = {}
        for stream, first, last, count in sorted(bounds):
            if count != last - first + 1:
                raise ArchivingError(
                    f"Not archived: {_key(stream)} has {count} entries of {part.label}, but they are"
                    f" numbered {first} to {last}. The database's clock went back over the end of a month."
                )
            hashes = []
            for column, seq in (("prev_hash", first), ("hash", last)):
                cursor.execute(
                    f'SELECT {column} FROM "{part.name}" WHERE stream_id = %s AND seq = %s',
                    [stream, seq],
                )
                hashes.append(cursor.fetchone()[0])
            ranges[stream] = LogRange(first, last, *hashes)
    return ranges


def _write(file: Path, part: Partition, ranges: Mapping[int, LogRange], *, previous: str) -> None:
    writer = ArchiveWriter(file, label=part.label, previous=previous)
    for stream, log in ranges.items():
        key = _key(stream)
        for block in _blocks(part, stream, log.first - 1):
            writer.write(key, block)
    writer.close()


def _blocks(part: Partition, stream: int, since: int) -> Iterator[list[ArchivedEntry]]:
    """Yield a log's entries in a partition in the form in which they are archived."""
    query = (
        f'SELECT {_COLUMNS} FROM "{part.name}" WHERE stream_id = %s AND seq > %s'
        f" ORDER BY seq LIMIT {BLOCK}"
    )
    while True:
        with connection.cursor() as cursor:
            cursor.execute(query, [stream, since])
            rows = cursor.fetchall()
        if rows:
            yield [_archived(row) for row in rows]
            since = rows[-1][1]
        if len(rows) < BLOCK:
            return


def _archived(row: tuple[Any, ...]) -> ArchivedEntry:
    (
        id_,
        seq,
        command,
        index,
        name,
        version,
        data,
        at,
        actor,
        prev,
        last,
        stored_at,
        caveat,
        device,
    ) = row
    values: dict[str, Any] = {
        "id": id_,
        "seq": seq,
        "command_id": command,
        "index": index,
        "name": name,
        "version": version,
        "data": data,
        "at": microseconds(at),
        "actor": actor,
        "prev_hash": prev,
        "hash": last,
    }
    if stored_at is not None:
        values |= {"stored_at": microseconds(stored_at), "caveat": caveat or ""}
    # A browser's IP address is erased after the retention period, and an archive can't be changed.
    values["device"] = "" if isinstance(device, str) and BROWSER_SEPARATOR in device else device
    return ArchivedEntry(**values)


def _compare(file: Path, ranges: Mapping[int, LogRange]) -> None:
    """Raise `ArchivingError` unless a written archive has exactly these ranges."""
    manifest = open_archive(file).manifest
    if manifest.logs != {_key(stream): log for stream, log in ranges.items()}:
        raise ArchivingError("Not archived: the file has other entries than the database.")


def _copy(file: Path, to: Path) -> None:
    with work_folder(to.parent) as space:
        draft = space / to.name
        shutil.copyfile(file, draft)
        draft.chmod(MODE)
        if digest(draft) != digest(file):
            raise ArchivingError(f"Not archived: the copy in {to.parent} differs.")
        move_into_place(draft, to)


def _put_back(archive: JournalArchive) -> None:
    """Copy an archive back to the place that lost it."""
    good = {Path(path) for path, value in digests_of(archive) if value == archive.sha256}
    for folder in places():
        if folder / archive.file not in good:
            if not good:
                raise ArchivingError(f"No place has the archive {archive.file} as it was recorded.")
            _copy(next(iter(good)), folder / archive.file)


def _key(stream: int) -> str:
    return Stream.objects.values_list("key", flat=True).get(pk=stream)
