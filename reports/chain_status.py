"""The chain status of a room's logs as printed on reports: the last verified entry, when, and any broken chain."""

from dataclasses import dataclass
from datetime import datetime

from journal.chain_verification import verifications
from lineup.models import RoomLineupLog
from poker.json_types import JsonObject
from reports.export.display_values import moment
from reports.figures.figure import Figure, Sheet, SheetLayout
from staff.models import Room
from tables.models import Table
from tables.natural_order import natural_order
from waitlist.models import RoomWaitlistLog

HASH_LENGTH = 16  # characters of a hash on paper: 64 bits, too many for an accidental match
_NOTE = (
    "Run verify_journal --head LOG:ENTRY:HASH to check that a log is the one this was printed from."
)


@dataclass(frozen=True, slots=True)
class VerifiedHead:
    """The last verified entry of one log."""

    name: str  # the log's name for people
    log: str  # stream key
    seq: int
    hash: str


@dataclass(frozen=True, slots=True)
class ChainStatus:
    """The chain status of a room's logs."""

    # the oldest of the logs' last verifications; None if one was never verified
    at: datetime | None
    heads: tuple[VerifiedHead, ...]
    broken: tuple[str, ...]  # sentences: whose chain is broken, where, and when the break was found

    @property
    def entries(self) -> int:
        return sum(head.seq for head in self.heads)

    @property
    def text(self) -> str:
        if self.broken:
            return f"The room\u2019s log is broken: {'; '.join(self.broken)}"
        if not self.entries:
            return "The room\u2019s logs haven\u2019t been verified yet"
        when = f", at {moment(self.at)}" if self.at else ""
        return (
            f"Log verified to entry {self.entries:,} of the room\u2019s logs, chain unbroken{when}"
        )


def chain_status_of(room: Room) -> ChainStatus:
    """Return the current chain status of a room's logs."""
    names = _names(room)
    rows = sorted(verifications(names), key=lambda row: (natural_order(names[row.pk]), row.pk))
    times = [row.at for row in rows if row.at is not None]
    return ChainStatus(
        at=min(times) if times else None,
        heads=tuple(
            VerifiedHead(names[row.pk], row.stream.key, row.seq, row.hash)
            for row in rows
            if row.seq
        ),
        broken=tuple(
            f"{names[row.pk]}, {row.broken}{f', found {moment(row.broken_at)}' if row.broken_at else ''}"
            for row in rows
            if row.broken
        ),
    )


def _all_heads(proof: ChainStatus) -> VerifiedHead | None:
    return VerifiedHead("", "", proof.entries, "") if proof.heads else None


HeadFigure = Figure[VerifiedHead]
HEADS = SheetLayout[ChainStatus, VerifiedHead](
    key="heads",
    title="Verified logs",
    figures=(
        HeadFigure("name", "Log of", "text", lambda head: head.name),
        HeadFigure("log", "Log", "text", lambda head: head.log or None),
        HeadFigure("seq", "Last entry", "int", lambda head: head.seq),
        HeadFigure(
            "hash",
            f"Hash, first {HASH_LENGTH} characters",
            "text",
            lambda head: head.hash[:HASH_LENGTH] or None,
        ),
    ),
    rows=lambda proof: proof.heads,
    total=_all_heads,
    total_name="All logs",
    note=lambda _: _NOTE,
)


def heads_sheet(proof: ChainStatus) -> Sheet:
    """Return the last verified entry of each log as a sheet, so that a printout can be compared later."""
    return HEADS.sheet(proof)


def to_json(proof: ChainStatus) -> dict[str, object]:
    """Convert a chain status to the JSON stored with a report."""
    return {
        "at": proof.at.isoformat() if proof.at else None,
        "heads": [[head.name, head.log, head.seq, head.hash] for head in proof.heads],
        "broken": list(proof.broken),
    }


def from_json(stored: JsonObject | None) -> ChainStatus | None:
    """Convert stored JSON to a chain status; None for older reports, which have none."""
    if stored is None:
        return None
    at = datetime.fromisoformat(stored["at"]) if stored["at"] else None
    return ChainStatus(
        at, tuple(VerifiedHead(*item) for item in stored["heads"]), tuple(stored["broken"])
    )


def _names(room: Room) -> dict[int, str]:
    """Return the names of a room's logs by primary key."""
    names_by_table = dict(Table.objects.filter(room=room).values_list("pk", "name"))
    names_by_table |= dict.fromkeys(
        RoomWaitlistLog.objects.filter(room=room).values_list("pk", flat=True), "the lists"
    )
    names_by_table |= dict.fromkeys(
        RoomLineupLog.objects.filter(room=room).values_list("pk", flat=True), "the lineup"
    )
    return names_by_table
