"""A tablet with its stored data and its connection to the room: messages wait in it, and a cut loses them."""

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from uuid import UUID

import msgspec

from dealer_ui.engine.session import TabletSession
from dealer_ui.engine.wire import (
    Answer,
    OutgoingTap,
    RefusedTap,
    Result,
    StoredEntry,
    TableData,
    TapData,
)
from poker.timeline import rebuild
from tests.support.engine_room import NOW, Room

BATCH = 20


@dataclass(frozen=True)
class Entries:
    """The entries of one command."""

    prev: int
    entries: list[StoredEntry]


@dataclass(frozen=True)
class Answers:
    """The answers to a message of taps."""

    answers: list[Answer]


FromRoom = Entries | Answers | TableData


@dataclass
class Device:
    """A tablet that drives the engine as `engine_queue.js` does.

    taps and table are the data that the browser keeps across a reload.
    """

    room: Room
    number: int
    skew: int = 0  # error of its clock in ms
    session: TabletSession = field(default_factory=TabletSession)
    taps: dict[str, TapData] = field(default_factory=dict)
    answered: dict[str, TapData] = field(default_factory=dict)  # the last ones that were removed
    table: TableData | None = None
    tap_ids: list[str] = field(default_factory=list)
    refusals: dict[str, str] = field(default_factory=dict)  # codes shown to the dealer, by tap
    refused: dict[str, RefusedTap] = field(
        default_factory=dict
    )  # the same refusals with all their fields
    moot: set[str] = field(default_factory=set)  # UNDO of a tap that was refused
    late: list[str] = field(default_factory=list)  # taps refused after they were decided here
    online: bool = False
    up: deque[list[OutgoingTap] | None] = field(default_factory=deque)  # None requests the table
    is_asking: bool = False
    down: deque[FromRoom] = field(default_factory=deque)
    in_flight: list[str] = field(default_factory=list)

    @property
    def name(self) -> str:
        return f"Tablet {self.number}"

    def tap(self, name: str, args: dict[str, object], at: int) -> str:
        tap_id = str(UUID(int=(self.number + 1) * 10**9 + len(self.tap_ids)))
        shown = self.session.seq
        dealer = self.session.context.dealer
        tap = TapData(tap_id, name, args, at + self.skew, dealer, shown)
        self.tap_ids.append(tap_id)
        self.taps[tap_id] = tap
        result = self._take(self.session.tap(tap, at))
        if tap_id not in self.taps:
            self.late.remove(tap_id)
        if result.target and tap_id in self.taps:
            self.taps[tap_id] = msgspec.structs.replace(tap, args={"target": result.target})
        return tap_id

    def connect(self) -> None:
        """Open the socket; the room answers with the whole table."""
        self.online = True
        self.hello()

    def hello(self) -> None:
        """Request the whole table. No tap is sent before it arrives."""
        self.up.append(None)
        self.is_asking = True

    def cut(self) -> None:
        """Lose the network with everything on the way."""
        self.online = False
        self.up.clear()
        self.down.clear()
        self.in_flight = []
        self.is_asking = False

    def reload(self, *, is_early: bool = False) -> None:
        """Open the page again with the browser's stored data.

        is_early: it was closed after the last table was stored, and before the taps answered by it were removed.
        """
        self.cut()
        if is_early:
            self.taps = self.answered | self.taps
        self.session = TabletSession()
        if self.table is not None:
            self._take(self.session.load(self.table, list(self.taps.values()), NOW, saved=True))

    def send(self) -> bool:
        """Send the next taps if the last ones were answered; return whether there were any."""
        is_free = self.online and not self.in_flight and not self.is_asking
        if not is_free or not self.session.pending:
            return False
        taps = self.session.outbox(BATCH)
        self.up.append(taps)
        self.in_flight = [tap.id for tap in taps]
        return True

    def receive(self) -> None:
        match self.down.popleft():
            case TableData() as table:
                self.is_asking = False
                if table.seq >= self.session.seq:
                    self.in_flight = []
                    self.table = table
                    self._take(self.session.load(table, list(self.taps.values()), NOW))
            case Answers(answers):
                self.in_flight = []
                self._take(self.session.answer(answers, NOW))
            case Entries(prev, entries) if self.session.seq:
                result = self._take(self.session.apply_entries(entries, prev, NOW))
                if result.gap:
                    self.hello()
                else:
                    self._keep_entries(entries, result)

    def _keep_entries(self, entries: Sequence[StoredEntry], result: Result) -> None:
        """Store the table as the page's `keepEntries` does."""
        assert self.table is not None
        fresh = [entry for entry in entries if entry.seq > self.table.seq]
        if fresh:
            entries = [*self.table.entries, *fresh]
            starts = (i for i, entry in enumerate(entries) if entry.command == result.first)
            self.table = msgspec.structs.replace(
                self.table,
                seq=fresh[-1].seq,
                entries=entries[next(starts, 0) :],
                plaque_seq=result.plaque_seq,
                arrivals=dict(result.arrivals),
            )

    def _take(self, result: Result) -> Result:
        assert not result.diverged, result.diverged
        for item in result.refused:
            assert item.id in self.taps, "a tap was refused twice, or refused and stored"
            self.late.append(item.id)
            if item.code:
                assert item.message, item
                self.refusals[item.id] = item.code
                self.refused[item.id] = item
            else:
                self.moot.add(item.id)
            del self.taps[item.id]
        removed = {
            tap_id: self.taps.pop(tap_id) for tap_id in result.answered if tap_id in self.taps
        }
        self.answered = removed or self.answered
        assert rebuild(self.session.confirmed.batches) == self.session.confirmed.table
        return result


@dataclass
class Line:
    """The room and its tablets."""

    room: Room
    devices: list[Device]
    now: int = NOW
    log: list[str] = field(default_factory=list)

    def publish(self, stored: Sequence[StoredEntry]) -> None:
        """Send stored commands to every connected tablet."""
        commands: dict[str, list[StoredEntry]] = {}
        for entry in stored:
            commands.setdefault(entry.command, []).append(entry)
        for entries in commands.values():
            for device in self.devices:
                if device.online:
                    device.down.append(Entries(entries[0].seq - 1, entries))

    def serve(self, device: Device, *, answers_first: bool = True) -> None:
        """Execute the next message of a tablet."""
        taps = device.up.popleft()
        if taps is None:
            shown = next((tap.shown for tap in device.taps.values()), 0)
            device.down.append(self.room.data(list(device.taps), shown, device.name))
            return
        answers, entries = self.room.execute(taps, self.now, device.name)
        if answers_first:
            device.down.append(Answers(answers))
        self.publish(entries)
        if not answers_first:
            device.down.append(Answers(answers))

    def settle(self) -> None:
        """Connect every tablet and let everything arrive."""
        for device in self.devices:
            device.cut()
            device.connect()
        for _ in range(10_000):
            is_quiet = True
            for device in self.devices:
                if device.down:
                    device.receive()
                elif device.up:
                    self.serve(device)
                elif not device.send():
                    continue
                is_quiet = False
            if is_quiet:
                return
        raise AssertionError("the tablets never come to rest")
