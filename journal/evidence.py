"""The evidence bundle of a hand: how it is packed, and how it is checked without a database.

A ZIP whose every byte follows from what is in it: `bundle.json` (entries with the fields that were hashed),
`names.json` (the texts that entries refer to), `evidence.pdf` to read, and `SHA256SUMS` of the three. It holds in
itself; that it is the room's own says the log there, or the digest that the room wrote down when it was made.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from io import BytesIO
from typing import Any
from zipfile import ZIP_STORED, ZipFile, ZipInfo

import msgspec

from journal.chain import link, reference
from journal.references import references

FORMAT = "floorbook-evidence-1"
BUNDLE, NAMES, PAPER, SUMS = "bundle.json", "names.json", "evidence.pdf", "SHA256SUMS"
FILES = (BUNDLE, NAMES, PAPER)
MOST_BYTES = 200_000_000
WRITTEN = (2000, 1, 1, 0, 0, 0)  # of every file, so that the same content is the same ZIP
LOCAL_HEADER = 30  # bytes before the name of a file in a ZIP
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


class Unreadable(Exception):
    """It is no evidence bundle; the message says why."""


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An entry as it was hashed. at: microseconds since 1970 in UTC; data: the JSON, references and all."""

    seq: int
    command_id: str
    index: int
    name: str
    version: int
    data: str
    at: int
    actor: str
    prev_hash: str
    hash: str

    @property
    def moment(self) -> datetime:
        """When it was stored."""
        return _EPOCH + timedelta(microseconds=self.at)


class Head(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The last entry of the whole log when the bundle was made."""

    seq: int
    hash: str


class Bundle(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is proven, and what goes with it (`about`: rulings, calls, incidents, rulebook, people of the house)."""

    format: str
    stream: str
    entries: tuple[Entry, ...]
    head: Head
    about: dict[str, Any]


class Text(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A text that entries refer to; "" without salt was forgotten before the bundle was made."""

    ref: str
    player: str
    note: bool
    text: str
    salt: str


@dataclass(frozen=True, slots=True)
class Checked:
    """What a check found. problems: sentences, the first wrong entry first; none where all holds."""

    bundle: Bundle
    digest: str
    names: int
    problems: tuple[str, ...] = field(default=())


def microseconds(moment: datetime) -> int:
    """A time as it is hashed."""
    return (moment - _EPOCH) // timedelta(microseconds=1)


def encoded(value: Bundle | Sequence[Text]) -> bytes:
    """A part of the bundle as it is written, readable as it is."""
    return msgspec.json.format(msgspec.json.encode(value, order="sorted"), indent=1) + b"\n"


def digest(data: bytes) -> str:
    """SHA-256 as text."""
    return sha256(data).hexdigest()


def packed(files: Mapping[str, bytes]) -> bytes:
    """The ZIP of the three files and their sums."""
    sums = "".join(f"{digest(files[name])}  {name}\n" for name in FILES)
    return _zipped({**{name: files[name] for name in FILES}, SUMS: sums.encode()})


def _zipped(files: Mapping[str, bytes]) -> bytes:
    held = BytesIO()
    with ZipFile(held, "w", ZIP_STORED) as made:
        for name, content in files.items():
            about = ZipInfo(name, WRITTEN)
            about.create_system, about.external_attr = 3, 0o644 << 16
            made.writestr(about, content)
    return held.getvalue()


def check(data: bytes) -> Checked:
    """Check a bundle by itself: each hash, the chain, the names, the sums, every byte. Raises `Unreadable`."""
    files = _unzipped(data)
    try:
        bundle = msgspec.json.decode(files[BUNDLE], type=Bundle)
        texts = msgspec.json.decode(files[NAMES], type=tuple[Text, ...])
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise Unreadable(f"its content cannot be read: {error}") from error
    problems = [
        *_chained(bundle),
        *_named(bundle, texts),
        *_summed(files),
    ]
    if not problems and packed(files) != data:
        problems.append("its ZIP is not the one that was made")
    return Checked(bundle, digest(files[BUNDLE]), len(texts), tuple(problems))


def _unzipped(data: bytes) -> dict[str, bytes]:
    if len(data) > MOST_BYTES:
        raise Unreadable("it is too large")
    try:
        with ZipFile(BytesIO(data)) as held:
            infos = held.infolist()
            if [one.filename for one in infos] != [*FILES, SUMS]:
                raise Unreadable("it does not have the files of one")
            if any(one.compress_type != ZIP_STORED for one in infos):
                raise Unreadable("its ZIP is not the one that was made")
            return {one.filename: _content(data, one) for one in infos}
    except Unreadable:
        raise
    except Exception as error:  # whatever a changed byte makes of a ZIP, it is no bundle
        raise Unreadable(f"its ZIP cannot be read: {error}") from error


def _content(data: bytes, info: ZipInfo) -> bytes:
    """A file as it lies there: that it is not what its checksum says is told better by what is wrong in it."""
    start = info.header_offset + LOCAL_HEADER + len(info.filename)
    return data[start : start + info.file_size]


def _chained(bundle: Bundle) -> Iterator[str]:
    """The first entry that is not what was hashed, or does not follow."""
    if bundle.format != FORMAT:
        yield f"its format is {bundle.format!r}, this program reads {FORMAT}"
    last: Entry | None = None
    for entry in bundle.entries:
        if last is not None and (entry.seq != last.seq + 1 or entry.prev_hash != last.hash):
            yield f"entry {entry.seq}: does not follow the entry before it"
            return
        if _hashed(bundle.stream, entry) != entry.hash:
            yield f"entry {entry.seq}: its content is not what was hashed"
            return
        last = entry
    if last is None:
        yield "it has no entries"
    elif bundle.head.seq < last.seq or (
        bundle.head.seq == last.seq and bundle.head.hash != last.hash
    ):
        yield f"entry {last.seq}: the head of the log is not it, nor after it"


def _hashed(stream: str, entry: Entry) -> str:
    try:
        moment = entry.moment
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
    )


def _named(bundle: Bundle, texts: Sequence[Text]) -> Iterator[str]:
    """Names that are not what the entries refer to, or are missing."""
    there = {one.ref for one in texts}
    for one in texts:
        proven = reference(salt=one.salt, player=one.player, note=one.note, text=one.text)
        if one.text and proven != one.ref:
            yield f"a name of player {one.player} is not what was hashed"
    for entry in bundle.entries:
        if missing := references(entry.data) - there:
            yield f"entry {entry.seq}: {len(missing)} of its names are missing"
            return


def _summed(files: Mapping[str, bytes]) -> Iterator[str]:
    """Files that are not what their sums say."""
    said = files[SUMS].decode(errors="replace").splitlines()
    for name in FILES:
        if f"{digest(files[name])}  {name}" not in said:
            yield f"{name} is not the one whose digest is written down"
