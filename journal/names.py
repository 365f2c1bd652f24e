"""What of a log is about people, kept beside it: put there when an entry is stored, read back with it, forgotten once.

An entry's JSON has references (`poker.personal`); a row here has the text and a salt, and the reference is the hash of
both. So the chain proves the words too as long as they are kept, and tells nothing of them once they are forgotten.
"""

import secrets
from collections.abc import Collection, Iterator, Sequence
from threading import Lock
from time import monotonic

import msgspec
from django.db import connection

from journal.chain import reference
from journal.models import Forgetting, Name
from journal.references import REFERENCE, references
from poker import personal
from poker.personal import Place

GONE = "(no longer kept)"  # instead of a note that was forgotten
LOST = '"(lost)"'  # of a reference whose row is gone: `verify_journal` says so
# Written out, as what every tap waits for is in `journal.store`.
_ASK = "SELECT player, text, ref FROM journal_name WHERE NOT note AND text <> '' AND player IN"
_INSERT = "INSERT INTO journal_name (ref, player, note, text, salt) VALUES"
_MOST = 50_000  # texts in memory
_FRESH = 2.0  # seconds until it is asked again whether somebody was forgotten meanwhile


def kept_outside(events: Sequence[tuple[str, int, bytes]]) -> list[str]:
    """The JSON of events as it is hashed and stored: with references, for which there are rows by then."""
    return personal.outside(events, _references)


def read(text: str) -> str:
    """The JSON of an entry with what stands for its references by now."""
    if personal.START not in text:
        return text
    found = _known(REFERENCE.findall(text))
    return REFERENCE.sub(lambda one: found[one[1]], text)


def lost(stored: str, trusted: set[str]) -> str:
    """Why the references of an entry as it is stored cannot be trusted, "" where all is well. trusted: those that were
    looked at; it grows.
    """
    refs = references(stored) - trusted
    if not refs:
        return ""
    rows = {row.ref: row for row in Name.objects.filter(ref__in=refs)}
    for ref in sorted(refs):
        row = rows.get(ref)
        if row is None:
            return "a name that it refers to is gone"
        if row.text and _hashed(row.salt, row.player, row.note, row.text) != ref:
            return "a name that it refers to is not what was hashed"
    trusted |= refs
    return ""


def forgotten(player: str) -> str:
    """The name of somebody whose own was forgotten."""
    return f"Player {player}"


def forget(players: Collection[str]) -> int:
    """Empty all that is kept of these players, for good; the caller has the transaction. Gives how much it was."""
    rows = Name.objects.filter(player__in=list(players)).exclude(text="")
    count = rows.update(text="", salt="")
    if count:
        # Never the same again, also where a number is used anew after what was rolled back.
        Forgetting.objects.create(
            stamp=secrets.token_hex(16)
        )  # other processes see by it that texts in their memory may be old
    return count


def fresh() -> None:
    """From here on texts are what they are now: for whoever makes a picture of them."""
    _memory.look()


def _references(places: Sequence[Place]) -> list[str]:
    """A row for each place, made where there is none; notes have each a row of their own."""
    wanted = {(place.player, place.text) for place in places if place.kind == personal.NAME}
    rows = _names(wanted) if wanted else {}
    missing = wanted - rows.keys()
    notes = [_row(one.player, True, one.text) for one in places if one.kind == personal.NOTE]
    if missing or notes:
        made = [_row(player, False, text) for player, text in sorted(missing)]
        if _inserted([*made, *notes]) == len(made) + len(notes):
            rows |= {(row.player, row.text): row.ref for row in made}
        else:  # another table wrote the same name down meanwhile
            rows = _names(wanted)
    said = iter(notes)
    return [
        rows[place.player, place.text] if place.kind == personal.NAME else next(said).ref
        for place in places
    ]


def _names(wanted: Collection[tuple[str, str]]) -> dict[tuple[str, str], str]:
    players = sorted({player for player, _ in wanted})
    places = ", ".join(["%s"] * len(players))
    with connection.cursor() as cursor:
        cursor.execute(f"{_ASK} ({places})", players)
        rows = cursor.fetchall()
    return {(player, text): ref for player, text, ref in rows if (player, text) in wanted}


def _inserted(rows: Sequence[Name]) -> int:
    """How many of them were not there yet."""
    values = [
        value for row in rows for value in (row.ref, row.player, row.note, row.text, row.salt)
    ]
    with connection.cursor() as cursor:
        places = ", ".join(["(%s, %s, %s, %s, %s)"] * len(rows))
        cursor.execute(f"{_INSERT} {places} ON CONFLICT DO NOTHING", values)
        return int(cursor.rowcount)


def _row(player: str, note: bool, text: str) -> Name:
    salt = secrets.token_hex(16)
    ref = _hashed(salt, player, note, text)
    return Name(ref=ref, player=player, note=note, text=text, salt=salt)


def _hashed(salt: str, player: str, note: bool, text: str) -> str:
    return reference(salt=salt, player=player, note=note, text=text)


class _Memory:
    """Texts by reference, as JSON. A reference is never used again, so only forgetting makes one old."""

    def __init__(self) -> None:
        self.texts: dict[str, str] = {}
        self.seen = ""  # the last forgetting that is known of
        self.looked = 0.0
        self.lock = Lock()

    def look(self) -> None:
        """Ask whether somebody was forgotten since."""
        stamps = Forgetting.objects.order_by("-pk").values_list("stamp", flat=True)
        last = stamps.first() or ""
        with self.lock:
            if last != self.seen or len(self.texts) > _MOST:
                self.texts = {}
            self.seen, self.looked = last, monotonic()


_memory = _Memory()


def _known(refs: Collection[str]) -> dict[str, str]:
    if monotonic() - _memory.looked > _FRESH:
        _memory.look()
    texts = _memory.texts  # one that is emptied meanwhile is another
    if missing := [ref for ref in refs if ref not in texts]:
        texts.update(_asked(missing))
    return {ref: texts.get(ref, LOST) for ref in refs}


def _asked(refs: Collection[str]) -> Iterator[tuple[str, str]]:
    rows = Name.objects.filter(ref__in=list(refs)).order_by()
    for ref, player, note, text in rows.values_list("ref", "player", "note", "text"):
        said = text or (GONE if note else forgotten(player))
        yield ref, msgspec.json.encode(said).decode()
