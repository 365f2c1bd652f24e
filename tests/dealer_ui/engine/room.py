"""A room without a database: it decides taps as the server does and hands out entries as the socket does."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from uuid import UUID

from dealer_ui.engine.fill_in import command_for
from dealer_ui.engine.session import TabletSession
from dealer_ui.engine.wire import Answer, Context, OutgoingTap, StoredEntry, TableData, TapData
from poker import codec, engine, timeline
from poker import commands as c
from poker.events import Event
from poker.overtaken import is_overtaken
from poker.refusal import Refusal
from poker.stakes import Stakes
from poker.state import Table
from poker.timeline import CommandEvents
from rulings.messages.refusals import refusal

NOW = 1_795_297_320_000
CONTEXT = Context(dealer="staff.1")


@dataclass
class StoredCommand:
    """A command of the log with the number of its last entry."""

    batch: CommandEvents
    first: int
    last: int
    at: int


@dataclass
class Room:
    """A table's log, and what it says to a tablet."""

    table: Table
    log: list[StoredCommand] = field(default_factory=list)
    ids: int = 0

    @property
    def seq(self) -> int:
        """Return the number of the last entry."""
        return self.log[-1].last if self.log else 0

    def batches(self) -> list[CommandEvents]:
        """Return the log since the last checkpoint."""
        position = max(
            i for i, s in enumerate(self.log) if timeline.is_checkpoint(s.batch.events[0])
        )
        return [stored.batch for stored in self.log[position:]]

    def do(self, command: c.Command, *, command_id: str = "", at: int = NOW) -> list[StoredEntry]:
        """Execute a command of the room or of a tablet. Raises `Refusal`."""
        self.ids += 1
        command_id = command_id or str(UUID(int=self.ids))
        outcome = timeline.decide(self.table, self.batches, command, now=at, command_id=command_id)
        return self.store(command_id, outcome.events, outcome.table, at)

    def store(
        self, command_id: str, events: tuple[Event, ...], table: Table, at: int
    ) -> list[StoredEntry]:
        """Append a command to the log and return its entries."""
        self.table = table
        if not events:
            return []
        stored = StoredCommand(
            CommandEvents(command_id, events), self.seq + 1, self.seq + len(events), at
        )
        self.log.append(stored)
        return entries_of(stored)

    def execute(self, taps: Sequence[OutgoingTap]) -> tuple[list[Answer], list[StoredEntry]]:
        """Execute taps as the server does: in order, up to the first that is refused."""
        answers: list[Answer] = []
        entries: list[StoredEntry] = []
        for tap in taps:
            known = next((s for s in self.log if s.batch.command_id == tap.id), None)
            if known is not None:
                answers.append(Answer(tap.id, seq=self.seq))
                continue
            try:
                entries += self._tap(tap)
            except Refusal as reason:
                answers.append(Answer(tap.id, code=reason.code, message=refusal(reason)))
                break
            answers.append(Answer(tap.id, seq=self.seq))
        return answers, entries

    def _tap(self, tap: OutgoingTap) -> list[StoredEntry]:
        after = next((s.last for s in self.log if s.batch.command_id == tap.after), 0)
        between = [
            event
            for stored in self.log
            if stored.first > max(tap.seen, after)
            for event in stored.batch.events
        ]
        data = TapData(tap.id, tap.name, tap.args, tap.at, tap.dealer)
        command = command_for(data, self.table, CONTEXT)
        assert command is not None
        if is_overtaken(command, between):
            raise Refusal("stale", "", command=tap.name)
        return self.do(command, command_id=tap.id, at=tap.at)

    def data(self, pending: Sequence[str] = ()) -> TableData:
        """Return the table as a tablet gets it."""
        since = self.batches()[0].command_id
        start = max(i for i, stored in enumerate(self.log) if stored.batch.command_id == since)
        known = {stored.batch.command_id for stored in self.log}
        return TableData(
            seq=self.seq,
            entries=[entry for stored in self.log[start:] for entry in entries_of(stored)],
            context=CONTEXT,
            stored=[tap for tap in pending if tap in known],
        )


def entries_of(stored: StoredCommand) -> list[StoredEntry]:
    """Return a command's entries as the socket sends them."""
    encoded = [codec.encode_event(event) for event in stored.batch.events]
    return [
        StoredEntry(
            stored.first + i, stored.batch.command_id, name, version, data.decode(), stored.at
        )
        for i, (name, version, data) in enumerate(encoded)
    ]


def open_room(stakes: Stakes, players: int = 6) -> Room:
    """Return a room with one open table, counted stacks and a button."""
    outcome = engine.create("T1", 9)
    room = Room(outcome.table)
    room.store(str(UUID(int=0)), outcome.events, outcome.table, NOW)
    for seat in range(1, players + 1):
        room.do(c.SeatPlayer(seat, f"p{seat}", f"Player {seat}", 40_000))
    room.do(c.OpenTable(stakes))
    room.do(c.SetButton(players))
    return room


class Tablet:
    """A tablet at the room's table, with the network as the test cuts it."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.session = TabletSession()
        self.result = self.session.load(room.data(), [], NOW)
        self.number = 0
        self.refused: list[str] = []

    def tap(self, name: str, **args: object) -> str:
        """Tap a key; return the refusal's code, "" if the tap was decided."""
        self.number += 1
        tap = TapData(
            id=str(UUID(int=10**6 + self.number)),
            name=name,
            args=dict(args),
            at=NOW + self.number * 1000,
            dealer="staff.1",
            shown=self.session.seq,
        )
        self.result = self.session.tap(tap, tap.at)
        return self.result.refused[0].code if self.result.refused else ""

    def sync(self) -> None:
        """Fetch the table anew, then send everything and fold what was stored."""
        self.result = self.session.load(self.room.data(self.result.pending), [], NOW)
        self._note()
        while outgoing := self.session.outbox(20):
            prev = self.room.seq
            answers, entries = self.room.execute(outgoing)
            self.result = self.session.answer(answers, NOW)
            self._note()
            self.result = self.session.fold(entries, prev, NOW)
            self._note()

    def _note(self) -> None:
        self.refused += [item.code for item in self.result.refused]
        assert not self.result.diverged
