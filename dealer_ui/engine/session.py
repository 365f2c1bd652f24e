"""The table on the tablet: confirmed by the room, with the pending taps decided on top."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import groupby
from typing import Any

import msgspec

from dealer_ui.engine.fill_in import command_for
from dealer_ui.engine.wire import (
    Answer,
    Context,
    Divergence,
    OutgoingTap,
    RefusedTap,
    Result,
    StoredEntry,
    TableData,
    TapData,
)
from dealer_ui.screen import screen
from dealer_ui.screen.open_call import read_call
from poker import codec, timeline
from poker import commands as c
from poker import events as e
from poker.draft import Unseen
from poker.engine import EMPTY
from poker.events import Event
from poker.overtaken import arrivals, is_overtaken
from poker.refusal import Refusal
from poker.state import Table
from poker.timeline import CommandEvents
from poker.view import view
from rulings.messages.refusals import refusal

PLAQUE_QUEUED = codec.tag(e.PlaqueQueued)
ARRIVALS = (codec.tag(e.SeatTaken), codec.tag(e.SeatChanged))
OFFERED_NAMES = 65  # names offered for a seat, five pages


@dataclass(frozen=True)
class Position:
    """A table with its log since the last checkpoint."""

    table: Table = EMPTY
    batches: tuple[CommandEvents, ...] = ()

    def then(self, batch: CommandEvents) -> "Position":
        """Return the position after one more command."""
        if timeline.is_checkpoint(batch.events[0]):
            batches: tuple[CommandEvents, ...] = (batch,)
        else:
            batches = (*self.batches, batch)
        if isinstance(batch.events[0], e.Undone):
            return Position(timeline.rebuild(batches), batches)
        return Position(timeline.apply(self.table, batch.events), batches)


@dataclass(frozen=True)
class PendingTap:
    """A tap without an answer. events: () if only the room can decide it."""

    tap: TapData
    events: tuple[Event, ...]
    comparable: bool  # whether the room should store exactly these events


def digest(events: Iterable[str]) -> str:
    """Return the digest of a command's events, each as canonical JSON; "" for none."""
    texts = list(events)
    return sha256("\n".join(texts).encode()).hexdigest() if texts else ""


def event_texts(events: Sequence[Event]) -> list[str]:
    """Return each event as canonical JSON."""
    return [codec.encode_event(event)[2].decode() for event in events]


class TabletSession:
    """A table on one tablet. Times are Unix milliseconds on the room's clock."""

    def __init__(self) -> None:
        self.confirmed = Position()
        self.current = Position()  # with the pending taps
        self.seq = 0
        self.plaque_seq = 0  # the last entry that posted a plaque for the next hand
        self.arrivals: dict[int, int] = {}  # seat -> the entry with which others seated its player
        self.context = Context()
        self.pending: list[PendingTap] = []

    def load(self, data: TableData, taps: Sequence[TapData], now: int) -> Result:
        """Take the table as the room has it, and decide the pending taps on it."""
        if data.seq < self.seq:  # an answer that was overtaken by entries
            return self._result(now)
        kept = list(taps) or [pending.tap for pending in self.pending]
        known = {tap.id for tap in kept}
        stored = {entry.command for entry in data.entries} | set(data.stored)
        before = self.seq
        self.confirmed = Position()
        between: list[Event] = []
        for batch, last, _ in _batches(data.entries):
            self.confirmed = self.confirmed.then(batch)
            if before and last > before and batch.command_id not in known:
                between.extend(batch.events)
        self.seq, self.context = data.seq, data.context
        self.plaque_seq = max(self.plaque_seq, data.plaque_seq)
        self.arrivals |= data.arrivals
        self._note_beside(data.entries)
        answered = [tap.id for tap in kept if tap.id in stored]
        refused = self._rebase([tap for tap in kept if tap.id not in stored], between)
        return self._result(now, answered=answered, refused=refused)

    def pending_ids(self) -> list[str]:
        """Return the ids of the taps without an answer, in order."""
        return [pending.tap.id for pending in self.pending]

    def tap(self, tap: TapData, now: int) -> Result:
        """Decide a tap, once. A refused one is told and not kept."""
        if self._position_of(tap.id) is not None:
            return self._result(now)
        try:
            self._decide(tap)
        except Refusal as refused:
            return self._result(now, refused=[_refused(tap.id, refused)])
        target = str(self.pending[-1].tap.args.get("target", ""))
        return self._result(now, target=target)

    def fold(self, entries: Sequence[StoredEntry], prev: int, now: int) -> Result:
        """Fold entries that the room stored after entry `prev`, and decide the pending taps again if they changed."""
        entries = [entry for entry in entries if entry.seq > self.seq]
        if entries and prev > self.seq:
            return self._result(now, gap=True)
        self._note_beside(entries)
        answered: list[str] = []
        diverged: list[Divergence] = []
        between: list[Event] = []
        is_as_decided = True
        for batch, last, at in _batches(entries):
            self.confirmed = self.confirmed.then(batch)
            self.seq = last
            position = self._position_of(batch.command_id)
            if position is None:
                between.extend(batch.events)
                continue
            pending = self.pending.pop(position)
            answered.append(pending.tap.id)
            stored, predicted = event_texts(batch.events), event_texts(pending.events)
            if stored != predicted or position:
                is_as_decided = False
            # Events contain times, so a corrected time may change them.
            if stored != predicted and pending.comparable and not between and at == pending.tap.at:
                diverged.append(Divergence(pending.tap.id, predicted, stored))
        refused: list[RefusedTap] = []
        if between or not is_as_decided:
            refused = self._rebase([pending.tap for pending in self.pending], between)
        return self._result(now, answered=answered, refused=refused, diverged=diverged)

    def answer(self, answers: Sequence[Answer], now: int) -> Result:
        """Take the server's answers: a stored tap waits for its entries, a refused one is dropped."""
        refused: list[RefusedTap] = []
        warning = ""
        has_changed = False
        for answer in answers:
            warning = warning or answer.warning
            position = self._position_of(answer.id)
            if position is None:
                continue
            # Without a refusal it stored no entries, or entries that were folded with an earlier table.
            if answer.code or answer.seq <= self.seq:
                pending = self.pending.pop(position)
                has_changed = has_changed or bool(pending.events)
            if answer.code:
                refused.append(RefusedTap(answer.id, answer.code, answer.message))
        if has_changed:
            refused += self._rebase([pending.tap for pending in self.pending], [])
        done = [answer.id for answer in answers if not answer.code]
        return self._result(now, answered=done, refused=refused, warning=warning)

    def drop(self, ids: Sequence[str], now: int) -> Result:
        """Drop taps that the dealer took back before they were sent."""
        taps = [pending.tap for pending in self.pending if pending.tap.id not in ids]
        return self._result(now, refused=self._rebase(taps, []))

    def set_context(self, context: Context, now: int) -> Result:
        """Take what changed outside the log."""
        self.context = context
        return self._result(now)

    def outbox(self, limit: int) -> list[OutgoingTap]:
        """Return the next taps to send, in order."""
        outgoing = []
        after = ""
        for pending in self.pending[:limit]:
            tap = pending.tap
            predicted = digest(event_texts(pending.events)) if pending.comparable else ""
            outgoing.append(
                OutgoingTap(
                    id=tap.id,
                    name=tap.name,
                    args=tap.args,
                    at=tap.at,
                    dealer=tap.dealer,
                    shown=tap.shown,
                    seen=self.seq,
                    after=after,
                    predicted=predicted,
                    earlier=tap.earlier,
                )
            )
            after = tap.id
        return outgoing

    def render(self, now: int) -> Result:
        """Return the screen at another time."""
        return self._result(now)

    def _position_of(self, tap_id: str) -> int | None:
        ids = self.pending_ids()
        return ids.index(tap_id) if tap_id in ids else None

    def _decide(self, tap: TapData) -> None:
        """Decide a tap on the current table and keep it. Raises `Refusal`."""
        table = self.current.table
        command = command_for(tap, table, self.context)
        is_comparable = all(pending.comparable for pending in self.pending)
        if command is None:
            self.pending.append(PendingTap(tap, (), comparable=False))
            return
        if isinstance(command, c.Undo) and not command.target:
            command = self._aimed_undo()
            tap = msgspec.structs.replace(tap, args={"target": command.target})
        outcome = timeline.decide(
            table,
            lambda: self.current.batches,
            command,
            now=tap.at,
            command_id=tap.id,
            unseen=self._unseen(tap),
        )
        self.pending.append(PendingTap(tap, outcome.events, comparable=is_comparable))
        if outcome.events:
            self.current = self.current.then(CommandEvents(tap.id, outcome.events))

    def _aimed_undo(self) -> c.Undo:
        """Return UNDO with the command that it means on this tablet."""
        last = timeline.build_timeline(self.current.batches).last()
        return c.Undo(target=last.command_id if last else "")

    def _rebase(self, taps: Sequence[TapData], between: Sequence[Event]) -> list[RefusedTap]:
        """Decide the taps again on the confirmed table; return those that no longer apply.

        between: what others stored since these taps were decided.
        """
        self.pending, self.current = [], self.confirmed
        refused: list[RefusedTap] = []
        dropped: set[str] = set()
        behind = list(between)
        for tap in taps:
            if tap.name == "undo" and tap.args.get("target") in dropped:
                dropped.add(tap.id)
                refused.append(RefusedTap(tap.id, "", ""))
                continue
            try:
                self._refuse_overtaken(tap, behind)
                self._decide(tap)
            except Refusal as reason:
                dropped.add(tap.id)
                refused.append(_refused(tap.id, reason))
                continue
            if any(isinstance(event, e.HandStarted) for event in self.pending[-1].events):
                behind = []  # a new hand: what happened to the one before does not concern it
        return refused

    def _refuse_overtaken(self, tap: TapData, between: Sequence[Event]) -> None:
        if not between:
            return
        command = command_for(tap, self.current.table, self.context)
        if command is None or not is_overtaken(command, between):
            return
        finished = next((event for event in between if isinstance(event, e.HandFinished)), None)
        if finished is not None:
            raise Refusal("hand_finished", "S-012", hand=finished.hand, by=finished.by)
        raise Refusal("stale", "", command=tap.name)

    def _note_beside(self, entries: Iterable[StoredEntry]) -> None:
        """Remember what the room did beside the hand, for the taps made before the tablet knew."""
        for entry in entries:
            if entry.name == PLAQUE_QUEUED:
                self.plaque_seq = max(self.plaque_seq, entry.seq)
            elif entry.name in ARRIVALS and entry.device != self.context.device:
                event = codec.decode_event(entry.name, entry.version, entry.data)
                self.arrivals |= dict.fromkeys(arrivals(event), entry.seq)

    def _unseen(self, tap: TapData) -> Unseen:
        seats = [seat for seat, seq in self.arrivals.items() if seq > tap.shown]
        is_plaque_unseen = self.current.table.next_plaque is not None and (
            self.plaque_seq > tap.shown
        )
        return Unseen(plaque=is_plaque_unseen, seats=tuple(seats))

    def _result(self, now: int, **more: Any) -> Result:
        return Result(screen=self.screen(now), seq=self.seq, pending=self.pending_ids(), **more)

    def screen(self, now: int) -> dict[str, Any]:
        """Return the screen of the current table."""
        if not self.current.table.name:
            return {}
        shown = msgspec.json.decode(msgspec.json.encode(view(self.current.table)))
        seated = {seat["player"] for seat in shown["seats"]}
        people = [who for who in self.context.people if who["player"] not in seated]
        call = read_call(self.current.table, self.current.batches)
        return screen(
            shown,
            now_ms=now,
            people=people[:OFFERED_NAMES],
            marks={key: flag for key, flag in self.context.flags.items() if key in seated},
            call=call,
        )


def _batches(entries: Iterable[StoredEntry]) -> Iterable[tuple[CommandEvents, int, int]]:
    """Yield each command of these entries with the number of its last entry and its time."""
    for command, rows in groupby(entries, key=lambda entry: entry.command):
        group = list(rows)
        events = tuple(codec.decode_event(row.name, row.version, row.data) for row in group)
        yield CommandEvents(command, events), group[-1].seq, group[-1].at


def _refused(tap_id: str, refused: Refusal) -> RefusedTap:
    return RefusedTap(tap_id, refused.code, refusal(refused))
