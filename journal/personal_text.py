"""Personal text stored outside the log: written with the entry, resolved when read, erasable at any time.

An entry's JSON contains references (`poker.logs.personal_fields`). A row here has the text and a salt, and the
reference is the hash of both. While the text is stored, the chain verifies it. After an erasure, the chain reveals
nothing about it.
"""

import secrets
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from threading import Lock
from time import monotonic

import msgspec
from django.db import connection

from journal.caches import PERSONAL_TEXTS
from journal.chain import reference
from journal.models import Erasure, PersonalText
from journal.references import REFERENCE, references
from journal.registry import command_effects
from poker.logs import personal_fields
from poker.logs.personal_fields import PersonalFields, PersonalValue

ERASED_NOTE = "(removed)"  # replaces an erased note
LOST_TEXT = '"(lost)"'  # replaces a reference without a row; `verify_journal` reports it
# Raw SQL, because every table command waits for it (as in `journal.store`).
_SELECT = (
    "SELECT player, text, ref FROM journal_personaltext WHERE NOT note AND text <> '' AND player IN"
)
_INSERT = "INSERT INTO journal_personaltext (ref, player, note, text, salt) VALUES"
_REFS_PER_QUERY = 5_000
_CACHE_SECONDS = 2.0  # how long cached texts are used before the next check for erasures


def extract_personal_text(events: Sequence[tuple[str, int, bytes]]) -> list[str]:
    """Return the JSON of events as it is hashed and stored.

    Each personal text goes into its own row, and a reference replaces it.
    """
    return personal_fields.extract_personal_values(events, _store_values, _event_plans())


def has_personal_fields(events: Sequence[tuple[str, int, bytes]]) -> bool:
    """Return whether one of these events may contain personal text."""
    plans = _event_plans()
    return any(name in plans for name, _, _ in events)


@cache
def _event_plans() -> Mapping[str, PersonalFields]:
    """Return where each event of a log has personal text, by the event's name."""
    plans: dict[str, PersonalFields] = {}
    for log in command_effects().LOGS:
        plans |= log.codec.event_plans
    return plans


def resolve_references(text: str) -> str:
    """Return the JSON of an entry with its references replaced by the current texts."""
    if personal_fields.START not in text:
        return text
    texts = _resolve(REFERENCE.findall(text))
    return REFERENCE.sub(lambda match: texts[match[1]], text)


def find_bad_reference(stored: str, trusted: set[str]) -> str:
    """Return why the references of a stored entry cannot be trusted; "" if all are valid.

    `trusted` has the references already checked. The new ones are added to it.
    """
    refs = references(stored) - trusted
    if not refs:
        return ""
    rows = {row.ref: row for row in PersonalText.objects.filter(ref__in=refs)}
    for ref in sorted(refs):
        row = rows.get(ref)
        if row is None:
            return "a name it refers to is gone"
        if not _matches_hash(row):
            return "a name it refers to doesn't match its hash"
    trusted |= refs
    return ""


def valid_references(entries: Iterable[str]) -> set[str]:
    """Return the references in stored entries whose texts match their hash or are erased, read in few queries."""
    refs = sorted({ref for stored in entries for ref in references(stored)})
    valid: set[str] = set()
    for begin in range(0, len(refs), _REFS_PER_QUERY):
        rows = PersonalText.objects.filter(ref__in=refs[begin : begin + _REFS_PER_QUERY])
        valid |= {row.ref for row in rows if _matches_hash(row)}
    return valid


def _matches_hash(row: PersonalText) -> bool:
    """Return whether a text matches its reference. An erased text can't be compared and passes."""
    return not row.text or _reference_of(row.salt, row.player, row.note, row.text) == row.ref


def erased_name(player: str) -> str:
    """Return the name shown instead of a player's erased name."""
    return f"Player {player}"


def erase(players: Collection[str]) -> int:
    """Erase all texts of these players permanently; return how many. Runs in the caller's transaction."""
    rows = PersonalText.objects.filter(player__in=list(players)).exclude(text="")
    count = rows.update(text="", salt="")
    if count:
        # A random stamp never repeats, even if a rollback lets a primary key be used again. It
        # shows other processes that their cached texts may be out of date.
        Erasure.objects.create(stamp=secrets.token_hex(16))
    return count


def refresh_cache() -> None:
    """Clear cached names if anyone was erased. Call it before a snapshot is built from entries."""
    _check.refresh()


def _store_values(values: Sequence[PersonalValue]) -> list[str]:
    """Return a reference for each value.

    A player's alias shares one row for all its entries; every note gets its own row.
    """
    aliases = {(value.player, value.text) for value in values if value.kind == personal_fields.NAME}
    rows = _load_name_refs(aliases) if aliases else {}
    missing = aliases - rows.keys()
    notes = [
        _new_row(personal_value.player, True, personal_value.text)
        for personal_value in values
        if personal_value.kind == personal_fields.NOTE
    ]
    if missing or notes:
        names = [_new_row(player, False, text) for player, text in sorted(missing)]
        if _insert_rows([*names, *notes]) == len(names) + len(notes):
            rows |= {(row.player, row.text): row.ref for row in names}
        else:  # another transaction stored the same name concurrently
            rows = _load_name_refs(aliases)
    note_rows = iter(notes)
    return [
        rows[value.player, value.text]
        if value.kind == personal_fields.NAME
        else next(note_rows).ref
        for value in values
    ]


def _load_name_refs(names: Collection[tuple[str, str]]) -> dict[tuple[str, str], str]:
    players = sorted({player for player, _ in names})
    placeholders = ", ".join(["%s"] * len(players))
    with connection.cursor() as cursor:
        cursor.execute(f"{_SELECT} ({placeholders})", players)
        rows = cursor.fetchall()
    return {(player, text): ref for player, text, ref in rows if (player, text) in names}


def _insert_rows(rows: Sequence[PersonalText]) -> int:
    """Insert the rows that do not exist yet; return how many."""
    values = [
        value for row in rows for value in (row.ref, row.player, row.note, row.text, row.salt)
    ]
    with connection.cursor() as cursor:
        placeholders = ", ".join(["(%s, %s, %s, %s, %s)"] * len(rows))
        cursor.execute(f"{_INSERT} {placeholders} ON CONFLICT DO NOTHING", values)
        return int(cursor.rowcount)


def _new_row(player: str, note: bool, text: str) -> PersonalText:
    salt = secrets.token_hex(16)
    ref = _reference_of(salt, player, note, text)
    return PersonalText(ref=ref, player=player, note=note, text=text, salt=salt)


def _reference_of(salt: str, player: str, note: bool, text: str) -> str:
    return reference(salt=salt, player=player, note=note, text=text)


class _ErasureCheck:
    """Checks whether the cached texts are still valid. It notices an erasure by another process within two seconds."""

    def __init__(self) -> None:
        self.last_stamp = ""  # the stamp of the last known erasure
        self.checked_at = 0.0
        self.lock = Lock()

    def refresh(self) -> None:
        """Clear the cache if anyone was erased since the last check, or if it has grown too large."""
        stamps = Erasure.objects.order_by("-pk").values_list("stamp", flat=True)
        last = stamps.first() or ""
        with self.lock:
            if last != self.last_stamp:
                PERSONAL_TEXTS.clear()
            self.last_stamp = last
            self.checked_at = monotonic()


_check = _ErasureCheck()


def _resolve(refs: Collection[str]) -> dict[str, str]:
    if monotonic() - _check.checked_at > _CACHE_SECONDS:
        _check.refresh()
    with _check.lock:
        stamp = _check.last_stamp
        texts = {ref: PERSONAL_TEXTS[ref] for ref in refs if ref in PERSONAL_TEXTS}
    if missing := [ref for ref in refs if ref not in texts]:
        new_texts = dict(_load_texts(missing))
        texts.update(new_texts)
        with _check.lock:
            if stamp == _check.last_stamp:
                # Otherwise someone was erased while these texts were read.
                PERSONAL_TEXTS.update(new_texts)
    return {ref: texts.get(ref, LOST_TEXT) for ref in refs}


def _load_texts(refs: Collection[str]) -> Iterator[tuple[str, str]]:
    rows = PersonalText.objects.filter(ref__in=list(refs)).order_by()
    for ref, player, note, text in rows.values_list("ref", "player", "note", "text"):
        visible_text = text or (ERASED_NOTE if note else erased_name(player))
        yield ref, msgspec.json.encode(visible_text).decode()
