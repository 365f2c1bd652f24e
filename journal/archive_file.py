"""The file format of an archive: a ZIP file with the entries of all logs in a month. It needs no database.

Each member except the last is a block of at most 5,000 entries of one log, with one JSON object per line. Its name is
LOG/FIRST-LAST.jsonl. The last member is the manifest. It has the SHA-256 of the previous archive and, for each log, the
numbers of the first and last entries, the hash before the first entry and the hash of the last one. Entries contain
references instead of personal text, and neither browsers nor IP addresses, so erasing a text changes no archive.
"""

import zlib
from collections.abc import Collection, Iterator
from functools import lru_cache
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from zipfile import ZIP_DEFLATED, BadZipFile, ZipFile, ZipInfo

import msgspec

from journal.evidence import FILE_TIMESTAMP, BundleEntry, hash_of
from poker.refusal import Refusal

FORMAT = "floorbook-journal-1"
MANIFEST = "manifest.json"
SUFFIX = ".archive"
BLOCK = 5_000  # entries per member
COMPRESSION = 6
# The group may read: the owner of the tables verifies archives when a backup is restored.
MODE = 0o640
CHUNK = 1 << 20
OPEN_FILES = 8  # archives whose index a process keeps in memory
_DAMAGES = (BadZipFile, zlib.error, EOFError, KeyError, ValueError, OSError)


class ArchiveError(Refusal):
    """An archive can't be read. The code is `archive_unreadable`.

    The facts are `file` and `problem`, which is the rest of a sentence.
    """

    def __init__(self, file: str, problem: str) -> None:
        super().__init__("archive_unreadable", "", file=file, problem=problem)

    def __str__(self) -> str:
        return f"the archive {self.facts['file']} {self.facts['problem']}"


class ArchivedEntry(BundleEntry, frozen=True, kw_only=True):
    """An entry with its hashed fields, its primary key and the tablet that sent it."""

    id: int
    device: str | None = None


class LogRange(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    first: int
    last: int
    prev_hash: str
    hash: str


class Manifest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    format: str
    label: str  # the months of the archive, such as 2026-03
    entries: int
    previous: str  # SHA-256 of the previous archive, "" for the first archive
    logs: dict[str, LogRange]


_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(ArchivedEntry)


def file_name(label: str) -> str:
    """Return the file name of an archive by its months, such as 2026-03."""
    return f"journal-{label}{SUFFIX}"


def digest(file: Path) -> str:
    sha = sha256()
    with file.open("rb") as stream:
        while chunk := stream.read(CHUNK):
            sha.update(chunk)
    return sha.hexdigest()


class ArchiveWriter:
    """Writes an archive. The same entries always give the same bytes."""

    def __init__(self, file: Path, *, label: str, previous: str) -> None:
        file.touch()
        file.chmod(MODE)
        self._archive = ZipFile(file, "w", ZIP_DEFLATED, compresslevel=COMPRESSION)
        self._label = label
        self._previous = previous
        self._entries = 0
        self._logs: dict[str, LogRange] = {}

    def write(self, key: str, entries: list[ArchivedEntry]) -> None:
        """Write the next block of a log: at most `BLOCK` entries."""
        first = entries[0]
        last = entries[-1]
        before = self._logs.get(key)
        self._logs[key] = LogRange(
            before.first if before else first.seq,
            last.seq,
            before.prev_hash if before else first.prev_hash,
            last.hash,
        )
        self._entries += len(entries)
        self._add(
            f"{key}/{first.seq:012}-{last.seq:012}.jsonl",
            b"".join(_encoder.encode(entry) + b"\n" for entry in entries),
        )

    def close(self) -> None:
        """Write the manifest and close the file."""
        manifest = Manifest(FORMAT, self._label, self._entries, self._previous, self._logs)
        self._add(MANIFEST, msgspec.json.format(_encoder.encode(manifest), indent=1))
        self._archive.close()

    def _add(self, name: str, content: bytes) -> None:
        info = ZipInfo(name, FILE_TIMESTAMP)
        info.create_system = 3
        info.external_attr = 0o600 << 16
        self._archive.writestr(info, content, ZIP_DEFLATED, COMPRESSION)


class ArchiveFile:
    """An archive opened for reading. Raises `ArchiveError` if the file is incomplete."""

    def __init__(self, file: Path) -> None:
        self.name = file.name
        try:
            self._archive = ZipFile(file)
            self.manifest = msgspec.json.decode(self._archive.read(MANIFEST), type=Manifest)
            self._blocks: dict[str, list[tuple[int, int, str]]] = {}
            for name in self._archive.namelist():
                key, _, block = name.rpartition("/")
                if key:
                    first, last = block.removesuffix(".jsonl").split("-")
                    self._blocks.setdefault(key, []).append((int(first), int(last), name))
        except FileNotFoundError as error:
            raise ArchiveError(file.name, "is missing") from error
        except _DAMAGES as error:
            raise ArchiveError(file.name, f"isn't complete: {error}") from error
        if self.manifest.format != FORMAT:
            raise ArchiveError(file.name, f"has the format {self.manifest.format!r}")

    def entries(
        self, key: str, *, since: int = 0, until: int | None = None, names: Collection[str] = ()
    ) -> Iterator[ArchivedEntry]:
        """Yield a log's entries after `since`, up to and including `until`. With `names`, yield only these events.

        Checks the hash of each block's entries. Raises `ArchiveError`.
        """
        for first, last, name in sorted(self._blocks.get(key, [])):
            if last <= since or (until is not None and first > until):
                continue
            for entry in self._block(key, first, last, name):
                if entry.seq <= since or (until is not None and entry.seq > until):
                    continue
                if not names or entry.name in names:
                    yield entry

    def problem(self) -> str:
        """Return the first problem of the entries, or "" if there is none. Reads every entry."""
        try:
            total = 0
            for key, log in self.manifest.logs.items():
                seq = log.first - 1
                last = log.prev_hash
                for entry in self.entries(key):
                    if entry.seq != seq + 1 or entry.prev_hash != last:
                        raise self._wrong(key, seq + 1, "is missing or doesn't follow")
                    seq = entry.seq
                    last = entry.hash
                    total += 1
                if (seq, last) != (log.last, log.hash):
                    raise self._wrong(key, log.last, "isn't the last one that is here")
            if total != self.manifest.entries:
                raise ArchiveError(
                    self.name, f"has {total} entries and says {self.manifest.entries}"
                )
        except ArchiveError as error:
            return str(error.facts["problem"])
        return ""

    def _block(self, key: str, first: int, last: int, name: str) -> list[ArchivedEntry]:
        try:
            lines = self._archive.read(name).splitlines()
            entries = [_decoder.decode(line) for line in lines]
        except _DAMAGES as error:
            raise self._wrong(key, first, f"to {last} can't be read: {error}") from error
        for entry in entries:
            if hash_of(key, entry) != entry.hash:
                raise self._wrong(key, entry.seq, "doesn't match its hash")
        for before, after in pairwise(entries):
            if after.seq != before.seq + 1 or after.prev_hash != before.hash:
                raise self._wrong(key, after.seq, "doesn't follow the entry before it")
        if [entry.seq for entry in entries] != list(range(first, last + 1)):
            raise self._wrong(key, first, f"to {last} are not complete")
        return entries

    def _wrong(self, key: str, seq: int, problem: str) -> ArchiveError:
        return ArchiveError(self.name, f"is damaged: {key}, entry {seq} {problem}")


def open_archive(file: Path) -> ArchiveFile:
    """Return an archive. Its index stays in memory until the file changes. Raises `ArchiveError`."""
    try:
        status = file.stat()
    except OSError as error:
        raise ArchiveError(file.name, "is missing") from error
    return _opened(file, status.st_size, status.st_mtime_ns)


@lru_cache(maxsize=OPEN_FILES)
def _opened(file: Path, _size: int, _changed: int) -> ArchiveFile:
    return ArchiveFile(file)


def check_file(file: Path) -> str:
    """Return the first problem of an archive, or "" if there is none. Reads the whole file."""
    try:
        return ArchiveFile(file).problem()
    except ArchiveError as error:
        return str(error.facts["problem"])
