"""A room without a database: it decides taps as the server does and sends entries as the socket does."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from uuid import UUID

import msgspec

from dealer_ui.engine.fill_in import ROOM_ONLY, command_for
from dealer_ui.engine.session import TabletSession
from dealer_ui.engine.wire import Answer, Context, OutgoingTap, StoredEntry, TableData, TapData
from poker import codec, engine, timeline
from poker import commands as c
from poker import events as e
from poker.draft import ALL_SEEN, Unseen
from poker.events import Event
from poker.overtaken import arrivals, is_overtaken
from poker.refusal import Refusal
from poker.stakes import Stakes
from poker.state import Table
from poker.timeline import CommandEvents
from web.messages.refusals import refusal

NOW = 1_795_297_320_000
CONTEXT = Context(dealer="staff.1")


@dataclass
class StoredCommand:
    """A command of the log with the number of its last entry."""

    batch: CommandEvents
    first: int
    last: int
    at: int
    device: str = ""


@dataclass
class Room:
    """A table's log, and the room's answers to a tablet."""

    table: Table
    log: list[StoredCommand] = field(default_factory=list)
    ids: int = 0
    context: Context = CONTEXT
    # Taps recorded outside the log, or without events.
    recorded: list[str] = field(default_factory=list)

    @property
    def seq(self) -> int:
        return self.log[-1].last if self.log else 0

    def posted(self, shown: int, kinds: tuple[type[Event], ...]) -> dict[str, int]:
        """Return the commands after an entry that begin with an event of these kinds, with their entries."""
        return {
            stored.batch.command_id: stored.first
            for stored in self.log
            if isinstance(stored.batch.events[0], kinds) and stored.first > shown
        }

    def batches(self) -> list[CommandEvents]:
        return list(timeline.recent([stored.batch for stored in self.log]))

    def do(
        self,
        command: c.Command,
        *,
        command_id: str = "",
        at: int = NOW,
        unseen: Unseen = ALL_SEEN,
        device: str = "",
    ) -> list[StoredEntry]:
        """Execute a command of the room or of a tablet. Raises `Refusal`."""
        self.ids += 1
        command_id = command_id or str(UUID(int=self.ids))
        outcome = timeline.decide(
            self.table,
            self.batches,
            command,
            now=at,
            command_id=command_id,
            unseen=unseen,
        )
        if self.has(command_id):
            return []  # the database has this command
        return self.store(command_id, outcome.events, outcome.state, at, device)

    def store(
        self,
        command_id: str,
        events: tuple[Event, ...],
        table: Table,
        at: int,
        device: str = "",
    ) -> list[StoredEntry]:
        """Append a command to the log and return its entries."""
        self.table = table
        if not events:
            return []
        stored = StoredCommand(
            CommandEvents(command_id, events),
            self.seq + 1,
            self.seq + len(events),
            at,
            device,
        )
        self.log.append(stored)
        return entries_of(stored)

    def execute(
        self, taps: Sequence[OutgoingTap], now: int | None = None, device: str = "Tablet"
    ) -> tuple[list[Answer], list[StoredEntry]]:
        """Execute taps as the server does: in order, up to the first refused one.

        now: their arrival; no tap is later than that.
        """
        answers: list[Answer] = []
        entries: list[StoredEntry] = []
        earliest = 0
        own: list[str] = []
        for tap in taps:
            at = self._happened(tap, earliest, now)
            try:
                entries += self._tap(tap, at, own, device)
            except Refusal as reason:
                answers.append(Answer(tap.id, self.seq, reason.code, refusal(reason)))
                break
            earliest = at
            own.append(tap.id)
            answers.append(Answer(tap.id, seq=self.seq if self.has(tap.id) else 0))
        return answers, entries

    def _happened(self, tap: OutgoingTap, earliest: int, now: int | None) -> int:
        shown = next((s.at for s in self.log if s.first <= tap.shown <= s.last), 0)
        at = max(tap.at, shown, earliest)
        return at if now is None else min(at, now)

    def _tap(self, tap: OutgoingTap, at: int, own: Sequence[str], device: str) -> list[StoredEntry]:
        if tap.name in ("incident", "refused_taps"):
            if tap.id not in self.recorded:
                self.recorded.append(tap.id)
            return []
        if tap.seen != self.seq:
            if self.has(tap.id):
                return []
            self._refuse_overtaken(tap, own)
        try:
            entries = self.do(
                self._command(tap, at),
                command_id=tap.id,
                at=at,
                unseen=self._unseen(tap.shown, device),
                device=device,
            )
        except Refusal:
            if self.has(tap.id):
                return []
            raise
        if not entries:
            self.recorded.append(tap.id)
        return entries

    def _unseen(self, shown: int, device: str) -> Unseen:
        return timeline.unseen_since(
            self.table,
            self.batches,
            plaques=self.posted(shown, timeline.POSTED),
            rules=self.posted(shown, (e.RulesChanged,)),
            seats=tuple(self.arrivals(shown, device)),
        )

    def arrivals(self, since: int, device: str) -> dict[int, int]:
        """Return the seats where others than this tablet seated players after an entry."""
        return {
            seat: stored.first + i
            for stored in self.log
            for i, event in enumerate(stored.batch.events)
            for seat in arrivals(event)
            if stored.first + i > since and stored.device != device
        }

    def _command(self, tap: OutgoingTap, at: int) -> c.Command:
        data = TapData(tap.id, tap.name, tap.args, at, tap.dealer, earlier=tap.earlier)
        if tap.name == "draw_button":
            cards = zip(
                (seat.number for seat in self.table.seats if seat.taken), "AKQJT98765", strict=False
            )
            return c.DrawButton({seat: f"{rank}s" for seat, rank in cards}, system=True)
        if tap.name in ROOM_ONLY:
            raise Refusal("no_floor_call", "S-012", table=self.table.name)
        command = command_for(data, self.table, self.context)
        assert command is not None
        return command

    def _refuse_overtaken(self, tap: OutgoingTap, own: Sequence[str]) -> None:
        between = [
            event
            for stored in self.log
            if stored.first > tap.seen and stored.batch.command_id not in own
            for event in stored.batch.events
        ]
        command = self._command(tap, tap.at) if between else None
        if command is not None and is_overtaken(command, between):
            raise Refusal("stale", "", command=tap.name)

    def has(self, command_id: str) -> bool:
        return any(stored.batch.command_id == command_id for stored in self.log)

    def data(
        self, pending: Sequence[str] = (), shown: int = 0, device: str = "Tablet"
    ) -> TableData:
        """Return the table for a tablet. shown: the tablet's last entry at its first pending tap."""
        since = self.batches()[0].command_id
        start = max(i for i, stored in enumerate(self.log) if stored.batch.command_id == since)
        plaques = self.posted(shown, timeline.POSTED).values() if pending else ()
        return TableData(
            seq=self.seq,
            entries=[entry for stored in self.log[start:] for entry in entries_of(stored)],
            context=msgspec.structs.replace(self.context, device=device),
            stored=[tap for tap in pending if self.has(tap)],
            plaque_seq=max((seq for seq in plaques if seq < self.log[start].first), default=0),
            arrivals=self.arrivals(shown, device) if pending else {},
        )


def entries_of(stored: StoredCommand) -> list[StoredEntry]:
    """Return a command's entries in the form sent by the socket."""
    encoded = [codec.encode_event(event) for event in stored.batch.events]
    return [
        StoredEntry(
            stored.first + i,
            stored.batch.command_id,
            name,
            version,
            data.decode(),
            stored.at,
            stored.device,
        )
        for i, (name, version, data) in enumerate(encoded)
    ]


def open_room(stakes: Stakes, players: int = 6) -> Room:
    """Return a room with one open table, counted stacks and a button."""
    outcome = engine.create("T1", 9)
    room = Room(outcome.state)
    room.store(str(UUID(int=0)), outcome.events, outcome.state, NOW)
    for seat in range(1, players + 1):
        room.do(c.SeatPlayer(seat, f"p{seat}", f"Player {seat}", 40_000))
    room.do(c.OpenTable(stakes))
    room.do(c.SetButton(players))
    return room


class Tablet:
    """A tablet at the room's table, with a network that the test can cut."""

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
        """Fetch the table again, then send everything and apply what was stored."""
        self.result = self.session.load(self.room.data(self.session.pending_ids()), [], NOW)
        self._note()
        while outgoing := self.session.outbox(20):
            prev = self.room.seq
            answers, entries = self.room.execute(outgoing)
            self.result = self.session.answer(answers, NOW)
            self._note()
            self.result = self.session.apply_entries(entries, prev, NOW)
            self._note()

    def _note(self) -> None:
        self.refused += [item.code for item in self.result.refused]
        assert not self.result.diverged
