"""Archived entries, read as if they were still in the table."""

from collections.abc import Collection, Iterable, Iterator
from pathlib import Path

from django.conf import settings
from django.db.models import Max

from journal.archive_file import ArchiveError, check_file, digest, open_archive
from journal.chain import GENESIS
from journal.models import ArchivedRange, Entry, JournalArchive, Stream
from journal.partitions import in_range
from journal.personal_text import resolve_references

Position = tuple[int, str]  # number and hash of an entry


def places() -> list[Path]:
    """Return the folders that hold archives: the backup folder, and the second place if there is one."""
    return [folder for folder in (settings.BACKUP_DIR, settings.BACKUP_COPY_DIR) if folder]


def archives_by_label() -> dict[str, JournalArchive]:
    """Return the recorded archives by their months, such as 2026-03, oldest first."""
    return {row.label: row for row in JournalArchive.objects.all()}


def archived_end(stream_id: int) -> Position:
    """Return the number and hash of a log's last archived entry; 0 and the chain's first hash if there is none."""
    rows = ArchivedRange.objects.filter(stream=stream_id).order_by("-last")
    return rows.values_list("last", "hash").first() or (0, GENESIS)


def archived_ends() -> dict[int, Position]:
    """Return the number and hash of each log's last archived entry. Logs without archived entries are omitted."""
    rows = ArchivedRange.objects.order_by("last").values_list("stream", "last", "hash")
    return {stream: (last, last_hash) for stream, last, last_hash in rows}


def last_archived(stream_ids: Iterable[int]) -> dict[int, int]:
    """Return the number of each log's last archived entry. Logs without archived entries are omitted."""
    rows = ArchivedRange.objects.filter(stream__in=stream_ids).order_by()
    return dict(rows.values_list("stream").annotate(Max("last")))


def archived_entries(
    stream_id: int, *, since: int = 0, until: int | None = None, names: Collection[str] = ()
) -> Iterator[Entry]:
    """Yield a log's archived entries after `since`, up to and including `until`. With `names`, yield only these
    events.

    Each entry has its hashed JSON in the attribute `stored`. The entries are not rows and can't be saved. Raises
    `ArchiveError` if a file is missing or damaged.
    """
    ranges = ArchivedRange.objects.filter(stream=stream_id, last__gt=since)
    if until is not None:
        ranges = ranges.filter(first__lte=until)
    key = ""
    for part in ranges.select_related("archive").order_by("first"):
        key = key or Stream.objects.values_list("key", flat=True).get(pk=stream_id)
        archive_file = open_archive(find_file(part.archive))
        for archived in archive_file.entries(key, since=since, until=until, names=names):
            entry = Entry(
                id=archived.id,
                stream_id=stream_id,
                seq=archived.seq,
                command_id=archived.command_id,
                index=archived.index,
                name=archived.name,
                version=archived.version,
                data=resolve_references(archived.data),
                at=archived.moment,
                actor=archived.actor,
                prev_hash=archived.prev_hash,
                hash=archived.hash,
                device=archived.device,
                stored_at=archived.stored_moment,
                caveat=archived.caveat or None,
            )
            entry.stored = archived.data  # type: ignore[attr-defined]  # as annotated by `store.STORED`
            yield entry


def entry_at(stream_id: int, seq: int) -> Entry | None:
    """Return an entry from the table or from an archive; None if it does not exist. Raises `ArchiveError`."""
    row = in_range(Entry.objects.all(), stream_id, seq - 1, seq).first()
    return row or next(archived_entries(stream_id, since=seq - 1, until=seq), None)


def hash_at(stream_id: int, seq: int) -> str | None:
    """Return an entry's hash from the table or from an archive; None if it does not exist. Raises `ArchiveError`."""
    rows = in_range(Entry.objects.all(), stream_id, seq - 1, seq)
    stored = rows.values_list("hash", flat=True).first()
    if stored is not None:
        return stored
    last = ArchivedRange.objects.filter(stream=stream_id, last=seq).values_list("hash", flat=True)
    if end := last.first():
        return end
    entry = next(archived_entries(stream_id, since=seq - 1, until=seq), None)
    return entry.hash if entry else None


def find_file(archive: JournalArchive) -> Path:
    """Return the archive's file, from the first place that has it. Raises `ArchiveError`."""
    reasons = []
    for folder in places():
        try:
            (folder / archive.file).stat()
        except OSError as error:  # such as an unmounted disk, or a folder of another user
            reasons.append(f"{folder} ({error.strerror})")
        else:
            return folder / archive.file
    raise ArchiveError(archive.file, f"is missing in {' and '.join(reasons)}")


def archive_problems(archive: JournalArchive) -> tuple[list[str], list[str]]:
    """Return the contradictions to the recorded archive, and the copies that are missing or unreadable. Reads the
    files.

    A missing copy does not contradict it as long as the other place has the file.
    """
    wrong: list[str] = []
    away: list[str] = []
    for folder in places():
        file = folder / archive.file
        try:
            if not file.is_file():
                away.append(f"it is missing in {folder}")
            elif digest(file) != archive.sha256:
                wrong.append(
                    f"in {folder} it {check_file(file) or 'is another file than was recorded'}"
                )
        except OSError as error:
            away.append(f"it can't be read in {folder}: {error.strerror}")
    if len(away) == len(places()):
        return [*wrong, *away], []
    if not wrong:
        wrong += _range_problems(archive)
    return wrong, away


def _range_problems(archive: JournalArchive) -> Iterator[str]:
    """Yield recorded ranges that differ from the manifest or do not continue the earlier archives."""
    manifest = open_archive(find_file(archive)).manifest
    earlier = JournalArchive.objects.filter(pk__lt=archive.pk).last()
    if manifest.previous != (earlier.sha256 if earlier else ""):
        yield "it doesn't follow the archive before it"
    rows = {row.stream.key: row for row in archive.ranges.select_related("stream")}
    if rows.keys() != manifest.logs.keys():
        yield "it has other logs than were recorded"
        return
    ends: dict[int, Position] = {}
    before = ArchivedRange.objects.filter(archive__lt=archive).order_by("last")
    for stream, last, last_hash in before.values_list("stream", "last", "hash"):
        ends[stream] = (last, last_hash)
    for key, row in rows.items():
        log = manifest.logs[key]
        if (row.first, row.last, row.prev_hash, row.hash) != (
            log.first,
            log.last,
            log.prev_hash,
            log.hash,
        ):
            yield f"{key} ends in it at another entry than was recorded"
        elif (row.first - 1, row.prev_hash) != ends.get(row.stream_id, (0, GENESIS)):
            yield f"{key}, entry {row.first} doesn't follow the archive before it"
