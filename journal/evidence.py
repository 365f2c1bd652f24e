"""Packs the evidence bundle of a hand and checks it without a database.

A bundle is a ZIP file whose bytes depend only on its content: `bundle.json` (entries with their hashed fields),
`names.json` (the texts that entries refer to), `evidence.pdf` for readers, other files such as the ledger of a fund
that `bundle.json` lists, and `SHA256SUMS` of all of them. The bundle can be verified without the log. To find out
whether it comes from the room's log, compare it with that log or with the digest recorded when it was created.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from io import BytesIO
from pathlib import PurePosixPath
from zipfile import ZIP_STORED, ZipFile, ZipInfo

import msgspec

from journal.chain import link, reference
from journal.evidence_files import file_kind
from journal.references import references
from poker.json_types import JsonObject

FORMAT = "floorbook-evidence-1"
BUNDLE = "bundle.json"
NAMES = "names.json"
PAPER = "evidence.pdf"
SUMS = "SHA256SUMS"
FILES = (BUNDLE, NAMES, PAPER)
MAX_BUNDLE_BYTES = 200_000_000
# The timestamp of every file, so that the same content gives the same ZIP file.
FILE_TIMESTAMP = (2000, 1, 1, 0, 0, 0)
LOCAL_HEADER = 30  # bytes before a file's name in a ZIP file
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


class UnreadableBundle(Exception):
    """The file is not an evidence bundle. The message gives the reason."""


class BundleEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """An entry with its hashed fields."""

    seq: int
    command_id: str
    index: int
    name: str
    version: int
    data: str  # JSON with references, exactly as it was hashed
    at: int  # microseconds since 1970, UTC
    actor: str
    prev_hash: str
    hash: str
    # The time of storing, like `at`, if a tablet made the entry earlier.
    stored_at: int | None = None
    caveat: str = ""

    @property
    def moment(self) -> datetime:
        """Return the time at which the entry happened."""
        return _EPOCH + timedelta(microseconds=self.at)

    @property
    def stored_moment(self) -> datetime | None:
        """Return the time at which the entry was stored; None if it was stored immediately."""
        if self.stored_at is None:
            return None
        return _EPOCH + timedelta(microseconds=self.stored_at)


class BundleHead(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    seq: int
    hash: str


class BundleFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Another file of a bundle, made from a log. kind: how it is checked; seq: the last entry that is in it."""

    name: str
    kind: str
    stream: str
    seq: int
    sha256: str


class Bundle(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The verified entries, with information about them."""

    format: str
    stream: str
    entries: tuple[BundleEntry, ...]
    head: BundleHead
    about: JsonObject  # rulings, calls, incidents, claims, rulebook, staff
    files: tuple[BundleFile, ...] = ()


class BundleText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A text that entries refer to."""

    ref: str
    player: str
    note: bool
    text: str  # "" if it was erased before the bundle was created
    salt: str  # "" if the text was erased


@dataclass(frozen=True, slots=True)
class BundleCheck:
    bundle: Bundle
    digest: str
    names: int
    files: dict[str, bytes]
    # The first wrong entry comes first. Empty if the bundle is valid.
    problems: tuple[str, ...] = field(default=())


def microseconds(moment: datetime) -> int:
    """Return a time in microseconds since 1970, the form in which it is hashed."""
    return (moment - _EPOCH) // timedelta(microseconds=1)


def encode(value: Bundle | Sequence[BundleText]) -> bytes:
    """Return a JSON file of the bundle, indented and with sorted keys."""
    return msgspec.json.format(msgspec.json.encode(value, order="sorted"), indent=1) + b"\n"


def digest(data: bytes) -> str:
    """Return the SHA-256 hash in hexadecimal."""
    return sha256(data).hexdigest()


def pack(files: Mapping[str, bytes]) -> bytes:
    """Return the ZIP of the files and their digests."""
    names = _packed(files)
    sums = "".join(f"{digest(files[name])}  {name}\n" for name in names)
    return _zip({**{name: files[name] for name in names}, SUMS: sums.encode()})


def _packed(files: Mapping[str, bytes]) -> list[str]:
    """Return the names of the files in their order, without the digests."""
    return [*FILES, *sorted(name for name in files if name not in (*FILES, SUMS))]


def _zip(files: Mapping[str, bytes]) -> bytes:
    buffer = BytesIO()
    with ZipFile(buffer, "w", ZIP_STORED) as archive:
        for name, content in files.items():
            info = ZipInfo(name, FILE_TIMESTAMP)
            info.create_system = 3
            info.external_attr = 0o644 << 16
            archive.writestr(info, content)
    return buffer.getvalue()


def check(data: bytes) -> BundleCheck:
    """Check a bundle by itself: each hash, the chain, the names, the digests and every byte.

    Raises `UnreadableBundle`.
    """
    files = _unzip(data)
    try:
        bundle = msgspec.json.decode(files[BUNDLE], type=Bundle)
        texts = msgspec.json.decode(files[NAMES], type=tuple[BundleText, ...])
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise UnreadableBundle(f"its content can't be read: {error}") from error
    problems = [
        *_chain_problems(bundle),
        *_text_problems(bundle, texts),
        *_digest_problems(files),
        *_file_problems(bundle, files),
    ]
    if not problems and pack(files) != data:
        problems.append("its ZIP isn't the original")
    return BundleCheck(bundle, digest(files[BUNDLE]), len(texts), files, tuple(problems))


def _unzip(data: bytes) -> dict[str, bytes]:
    if len(data) > MAX_BUNDLE_BYTES:
        raise UnreadableBundle("it is too large")
    try:
        with ZipFile(BytesIO(data)) as archive:
            infos = archive.infolist()
            names = [zip_info.filename for zip_info in infos if not zip_info.is_dir()]
            others = names[len(FILES) : -1]
            if names != [*FILES, *sorted(others), SUMS] or len({*names}) < len(names):
                is_whole = {PurePosixPath(name).name for name in names} >= {*FILES, SUMS}
                again = "it was packed again; check the file as it was downloaded"
                raise UnreadableBundle(again if is_whole else "files are missing")
            if any(zip_info.compress_type != ZIP_STORED for zip_info in infos):
                raise UnreadableBundle("its ZIP isn't the original")
            return {zip_info.filename: _content(data, zip_info) for zip_info in infos}
    except UnreadableBundle:
        raise
    except Exception as error:  # a changed byte can raise any error in the ZIP reader
        raise UnreadableBundle(f"its ZIP can't be read: {error}") from error


def _content(data: bytes, info: ZipInfo) -> bytes:
    """Return the stored bytes of a file without checking its CRC.

    The checks of the file's content report damage more precisely.
    """
    start = info.header_offset + LOCAL_HEADER + len(info.filename)
    return data[start : start + info.file_size]


def _chain_problems(bundle: Bundle) -> Iterator[str]:
    """Yield the first entry that does not match its hash or does not follow the previous entry."""
    if bundle.format != FORMAT:
        yield f"its format is {bundle.format!r}, this version reads {FORMAT}"
    last: BundleEntry | None = None
    for entry in bundle.entries:
        if last is not None and (entry.seq != last.seq + 1 or entry.prev_hash != last.hash):
            yield f"entry {entry.seq}: doesn't follow the entry before it"
            return
        if hash_of(bundle.stream, entry) != entry.hash:
            yield f"entry {entry.seq}: its content doesn't match its hash"
            return
        last = entry
    if last is None:
        yield "it has no entries"
    elif bundle.head.seq < last.seq or (
        bundle.head.seq == last.seq and bundle.head.hash != last.hash
    ):
        yield f"entry {last.seq}: the log's last entry is before it"


def hash_of(stream: str, entry: BundleEntry) -> str:
    """Return an entry's hash computed from its fields; "" if a time is out of range."""
    try:
        moment = entry.moment
        stored = entry.stored_moment
    except OverflowError:
        return ""
    return link(
        prev_hash=entry.prev_hash,
        stream=stream,
        seq=entry.seq,
        command_id=entry.command_id,
        index=entry.index,
        name=entry.name,
        version=entry.version,
        data=entry.data,
        at=moment,
        actor=entry.actor,
        stored_at=stored,
        caveat=entry.caveat,
    )


def _text_problems(bundle: Bundle, texts: Sequence[BundleText]) -> Iterator[str]:
    """Yield the texts that do not match their reference, and the first entry whose texts are missing."""
    known_refs = {bundle_text.ref for bundle_text in texts}
    for bundle_text in texts:
        expected_ref = reference(
            salt=bundle_text.salt,
            player=bundle_text.player,
            note=bundle_text.note,
            text=bundle_text.text,
        )
        if bundle_text.text and expected_ref != bundle_text.ref:
            yield f"a name of player {bundle_text.player} doesn't match its hash"
    for entry in bundle.entries:
        if missing := references(entry.data) - known_refs:
            yield f"entry {entry.seq}: {len(missing)} of its names are missing"
            return


def _digest_problems(files: Mapping[str, bytes]) -> Iterator[str]:
    """Yield the files that do not match their recorded digest."""
    recorded_lines = files[SUMS].decode(errors="replace").splitlines()
    for name in _packed(files):
        if f"{digest(files[name])}  {name}" not in recorded_lines:
            yield f"{name} doesn't match its recorded digest"


def _file_problems(bundle: Bundle, files: Mapping[str, bytes]) -> Iterator[str]:
    """Yield what is wrong with the files that `bundle.json` lists, and the names of others."""
    listed = {row.name: row for row in bundle.files}
    for name in _packed(files)[len(FILES) :]:
        if name not in listed:
            yield f"{name} isn't listed in {BUNDLE}"
    for name, row in listed.items():
        if name not in files:
            yield f"{name} is missing"
            continue
        if digest(files[name]) != row.sha256:
            yield f"{name} doesn't match its digest in {BUNDLE}"
        kind = file_kind(row.kind)
        if kind is None:
            yield f"{name} is a {row.kind}, which this version can't check"
            continue
        for problem in kind.problems(files[name], row.seq):
            yield f"{name}: {problem}"
