"""What was proved of a room's logs, as reports say it: up to which entry, when, and loudly where a chain is broken."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from journal.proving import proved
from reports.figures.sheets import Column, Sheet
from reports.writing.values import moment
from tables.models import Room, RoomDealers, RoomLists, Table

SHORT = 16  # signs of a hash on paper: 64 bits, which nobody finds a second log for by chance
_HEADS = (
    Column("name", "Log of", "text"),
    Column("log", "Log", "text"),
    Column("seq", "Last entry"),
    Column("hash", f"Its hash, {SHORT} signs", "text"),
)
_NOTE = "The command verify_journal --head LOG:ENTRY:HASH says whether a log is the one that this was printed from."


@dataclass(frozen=True, slots=True)
class Head:
    """The last entry of one log that was proved. name: whose log it is, as people say it; log: its key."""

    name: str
    log: str
    seq: int
    hash: str


@dataclass(frozen=True, slots=True)
class Proof:
    """What is known of a room's logs.

    at: since when nothing was found, of the log for which that is longest ago; None where one was never looked at;
    broken: whose chain is broken, where, and when that was found, as sentences.
    """

    at: datetime | None
    heads: tuple[Head, ...]
    broken: tuple[str, ...]

    @property
    def entries(self) -> int:
        """How many were proved, of all logs."""
        return sum(one.seq for one in self.heads)

    @property
    def line(self) -> str:
        """In a sentence."""
        if self.broken:
            return f"The room\u2019s log is broken: {'; '.join(self.broken)}"
        if not self.entries:
            return "Nothing of the room\u2019s logs was verified yet"
        when = f", at {moment(self.at)}" if self.at else ""
        return (
            f"Log verified to entry {self.entries:,} of the room\u2019s logs, chain unbroken{when}"
        )


def proof_of(room: Room) -> Proof:
    """As it stands by now."""
    names = _names(room)
    rows = sorted(proved(names), key=lambda row: (_order(names[row.pk]), row.pk))
    times = [row.at for row in rows if row.at is not None]
    return Proof(
        at=min(times) if times else None,
        heads=tuple(Head(names[row.pk], row.stream.key, row.seq, row.hash) for row in rows if row.seq),
        broken=tuple(
            f"{names[row.pk]}, {row.broken}{f', found {moment(row.broken_at)}' if row.broken_at else ''}"
            for row in rows
            if row.broken
        ),
    )  # fmt: skip


def heads_sheet(proof: Proof) -> Sheet:
    """Where each log ends, for paper: what can be compared with it later."""
    rows = tuple((one.name, one.log, one.seq, one.hash[:SHORT]) for one in proof.heads)
    total = ("All logs", None, proof.entries, None) if rows else None
    return Sheet("heads", "The logs as they were verified", _HEADS, rows, total, _NOTE)


def plain(proof: Proof) -> dict[str, Any]:
    """As the database keeps it with a stored report."""
    return {
        "at": proof.at.isoformat() if proof.at else None,
        "heads": [[one.name, one.log, one.seq, one.hash] for one in proof.heads],
        "broken": list(proof.broken),
    }


def read(kept: Mapping[str, Any] | None) -> Proof | None:
    """As it was kept; None for reports from before it was."""
    if kept is None:
        return None
    at = datetime.fromisoformat(kept["at"]) if kept["at"] else None
    return Proof(at, tuple(Head(*one) for one in kept["heads"]), tuple(kept["broken"]))


def _names(room: Room) -> dict[int, str]:
    """The logs of a room by number, and what people call them."""
    found = dict(Table.objects.filter(room=room).values_list("pk", "name"))
    found |= dict.fromkeys(
        RoomLists.objects.filter(room=room).values_list("pk", flat=True), "the lists"
    )
    found |= dict.fromkeys(
        RoomDealers.objects.filter(room=room).values_list("pk", flat=True), "the line-up"
    )
    return found


def _order(name: str) -> tuple[int, str]:
    """T2 before T10."""
    return len(name), name
