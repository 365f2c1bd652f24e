"""A house-banked table on one tablet: confirmed by the room, with the pending taps decided on top.

A command names round, box and hand. So a tap that others overtook is refused by the rules themselves, and pending taps
are decided again whenever the room's table changed under them.
"""

from collections import OrderedDict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby, islice
from typing import Any

import msgspec

from banked.rules import codec, timeline
from banked.rules import commands as c
from banked.rules.commands import Command
from banked.rules.events import BankedUndone
from banked.rules.state import EMPTY, BankedTable
from banked.rules.timeline import BankedBatch
from banked.tablet.commands import tablet_command
from banked.tablet.context import BankedContext
from banked.tablet.model import BankedScreen
from banked.tablet.screen import screen
from banked.tablet.wire import BankedData, BankedResult
from dealer_ui.engine.session import digest
from dealer_ui.engine.wire import (
    Answer,
    Divergence,
    EncryptedPin,
    OutgoingTap,
    RefusedTap,
    StoredEntry,
    TapData,
)
from dealer_ui.screen.model import NoScreen
from poker.commands import PushDealer
from poker.currency import set_currency
from poker.events.base import Event
from poker.refusal import Refusal
from poker.tap_rights import PUSH, badge_key, has_unchecked_pin
from web.messages.refusals import refusal


@dataclass(frozen=True)
class Position:
    """A table with its log since the start of the round before the last one."""

    table: BankedTable = EMPTY
    batches: tuple[BankedBatch, ...] = ()

    def then(self, batch: BankedBatch) -> "Position":
        """Return the position after one more command."""
        batches = (*self.batches, batch)
        if timeline.is_checkpoint(batch.events[0]):
            batches = tuple(timeline.recent(batches))
        if isinstance(batch.events[0], BankedUndone):
            return Position(timeline.rebuild(batches), batches)
        return Position(timeline.apply(self.table, batch.events), batches)


@dataclass(frozen=True)
class PendingTap:
    """A tap without an answer. events: () if only the room can decide it."""

    tap: TapData
    events: tuple[Event, ...] = ()
    is_comparable: bool = False  # whether the room should store exactly these events


# Taps about the table's staff and money, which only the room decides.
ROOM_DECIDES = (PUSH, "incident", "refused_taps")


class BankedSession:
    """A table on one tablet. Times are Unix milliseconds on the room's clock."""

    def __init__(self) -> None:
        self.confirmed = Position()
        self.current = Position()
        self.seq = 0
        self.context = BankedContext()
        self.pending: OrderedDict[str, PendingTap] = OrderedDict()
        self._rendered: tuple[Position, BankedContext] | None = None

    def load(
        self, data: BankedData, taps: Sequence[TapData], now: int, *, saved: bool = False
    ) -> BankedResult:
        """Load a whole table, and decide the pending taps on it.

        saved: the table comes from this tablet's storage and may be older than its taps. A tap that cannot be decided
        on it waits for the room's table and is not refused.
        """
        if data.seq < self.seq:
            return self._result(now, pending=list(self.pending))
        waiting = list(taps) or [pending.tap for pending in self.pending.values()]
        stored = {entry.command for entry in data.entries} | set(data.stored)
        self.confirmed = Position()
        for batch, _ in _batches(data.entries):
            self.confirmed = self.confirmed.then(batch)
        self.seq = data.seq
        self._take_context(data.context)
        # The room executes taps in order. A tap before a stored one was executed, and changed nothing.
        done = max((i + 1 for i, tap in enumerate(waiting) if tap.id in stored), default=0)
        answered = [tap.id for tap in waiting[:done]]
        refused = self._rebase(waiting[done:], keeps_all=saved)
        return self._result(now, pending=list(self.pending), answered=answered, refused=refused)

    def tap(self, tap: TapData, now: int) -> BankedResult:
        """Decide a tap once. A refused tap is reported and not stored."""
        if tap.id in self.pending:
            return self._result(now)
        try:
            self._decide(tap)
        except Refusal as refused:
            return self._result(now, refused=[_refused(tap.id, refused)])
        target = str(self.pending[tap.id].tap.args.get("target", ""))
        return self._result(now, target=target)

    def apply_entries(self, entries: Sequence[StoredEntry], prev: int, now: int) -> BankedResult:
        """Apply entries that the room stored after entry `prev`, and decide the pending taps again if others came."""
        entries = [entry for entry in entries if entry.seq > self.seq]
        if entries and prev > self.seq:
            return self._result(now, gap=True)
        answered: list[str] = []
        diverged: list[Divergence] = []
        is_other = False
        for batch, last in _batches(entries):
            self.confirmed = self.confirmed.then(batch)
            self.seq = last
            is_first = next(iter(self.pending), "") == batch.command_id
            pending = self.pending.pop(batch.command_id, None)
            if pending is None:
                is_other = True
                continue
            answered.append(batch.command_id)
            stored = _texts(batch.events)
            predicted = _texts(pending.events)
            if stored != predicted and pending.is_comparable and not is_other:
                diverged.append(Divergence(batch.command_id, predicted, stored))
            is_other = is_other or stored != predicted or not is_first
        refused = self._rebase_pending() if is_other else []
        return self._result(now, answered=answered, refused=refused, diverged=diverged)

    def answer(self, answers: Sequence[Answer], now: int) -> BankedResult:
        """Apply the server's answers: a stored tap waits for its entries, a refused tap is dropped."""
        refused: list[RefusedTap] = []
        warning = ""
        is_dropped = False
        for item in answers:
            warning = warning or item.warning
            pending = self.pending.get(item.id)
            if pending is None:
                continue
            if item.code:
                refused.append(RefusedTap(item.id, item.code, item.message, self._round()))
            if item.code or item.seq <= self.seq:
                del self.pending[item.id]
                is_dropped = is_dropped or bool(pending.events)
        if is_dropped:
            refused += self._rebase_pending()
        done = [item.id for item in answers if not item.code and item.id not in self.pending]
        return self._result(now, answered=done, refused=refused, warning=warning)

    def drop(self, ids: Sequence[str], now: int) -> BankedResult:
        """Drop taps that the dealer took back before they were sent."""
        taps = [pending.tap for pending in self.pending.values() if pending.tap.id not in ids]
        return self._result(now, refused=self._rebase(taps))

    def set_pin(self, tap_id: str, pin: EncryptedPin, now: int) -> BankedResult:
        """Set the retyped PIN of a waiting push."""
        pending = self.pending.get(tap_id)
        if pending is not None:
            tap = msgspec.structs.replace(pending.tap, pin=pin)
            self.pending[tap_id] = PendingTap(tap, pending.events, pending.is_comparable)
        return self._result(now)

    def set_context(self, context: BankedContext, now: int) -> BankedResult:
        """Apply what changed outside the log."""
        self._take_context(context)
        return self._result(now)

    def outbox(self, limit: int) -> list[OutgoingTap]:
        """Return the next taps to send, in order."""
        outgoing = []
        for pending in islice(self.pending.values(), limit):
            tap = pending.tap
            outgoing.append(
                OutgoingTap(
                    id=tap.id,
                    name=tap.name,
                    args=tap.args,
                    at=tap.at,
                    dealer=tap.dealer,
                    shown=tap.shown,
                    seen=self.seq,
                    predicted=digest(_texts(pending.events)) if pending.is_comparable else "",
                    earlier=tap.earlier,
                    pin=tap.pin,
                )
            )
        return outgoing

    def render(self, now: int) -> BankedResult:
        """Return the screen, even if the page already shows it."""
        self._rendered = None
        return self._result(now)

    def _take_context(self, context: BankedContext) -> None:
        self.context = context
        set_currency(context.currency)

    def _decide(self, tap: TapData) -> None:
        """Decide a tap on the current table and add it to the pending taps. Raises `Refusal`."""
        command = self._command(tap)
        if command is None:
            self.pending[tap.id] = PendingTap(tap)
            return
        if isinstance(command, c.Undo) and not command.target:
            last = timeline.undoable(self.current.batches)
            target = last.command_id if last else ""
            command = c.Undo(target)
            tap = msgspec.structs.replace(tap, args={"target": target} if target else {})
        outcome = timeline.decide(
            self.current.table, lambda: self.current.batches, command, now=tap.at
        )
        # Until the room has checked the PIN, the log has another key for the dealer.
        is_comparable = tap.pin is None and not has_unchecked_pin(tap.dealer)
        self.pending[tap.id] = PendingTap(tap, outcome.events, is_comparable)
        if outcome.events:
            self.current = self.current.then(BankedBatch(tap.id, outcome.events))

    def _command(self, tap: TapData) -> Command | None:
        """Return the command of a tap as the room fills it in; None if only the room decides it."""
        if tap.name == PUSH and tap.pin is not None:
            name = str(tap.args.get("name", ""))
            return PushDealer(dealer=badge_key(tap.pin.badge), name=name)
        if tap.name in ROOM_DECIDES:
            return None
        return tablet_command(
            tap.name,
            tap.args,
            by=tap.dealer,
            supervises=self._may_supervise(tap),
            opening=self.context.opening,
            tapped=tap.at,
        )

    def _may_supervise(self, tap: TapData) -> bool:
        """Return whether a supervisor may have made the tap, as far as the tablet can determine."""
        if tap.pin is not None:
            return True
        if tap.dealer in ("", self.context.dealer):
            return self.context.supervises
        return not has_unchecked_pin(tap.dealer)

    def _rebase_pending(self) -> list[RefusedTap]:
        return self._rebase([pending.tap for pending in self.pending.values()])

    def _rebase(self, taps: Sequence[TapData], *, keeps_all: bool = False) -> list[RefusedTap]:
        """Decide taps again on the confirmed table; return those that are no longer possible."""
        self.current = self.confirmed
        self.pending = OrderedDict()
        refused = []
        for tap in taps:
            try:
                self._decide(tap)
            except Refusal as reason:
                if keeps_all:
                    self.pending[tap.id] = PendingTap(tap)
                    continue
                refused.append(_refused(tap.id, reason, self._round()))
        return refused

    def _round(self) -> int:
        """Return the number of the round; between rounds, of the next one."""
        table = self.current.table
        return table.rounds + (0 if table.round else 1)

    def _result(self, now: int, **more: Any) -> BankedResult:
        shown = self._rendered
        is_shown = shown is not None and shown[0] is self.current and shown[1] is self.context
        self._rendered = (self.current, self.context)
        first = self.confirmed.batches[0].command_id if self.confirmed.batches else ""
        content = NoScreen() if is_shown else self.screen(now)
        return BankedResult(screen=content, seq=self.seq, first=first, **more)

    def screen(self, now: int) -> BankedScreen | NoScreen:
        if not self.current.table.name:
            return NoScreen()
        return screen(self.current.table, self.context, now=now)


def _batches(entries: Iterable[StoredEntry]) -> Iterable[tuple[BankedBatch, int]]:
    """Yield each command of these entries with the number of its last entry."""
    for command, rows in groupby(entries, key=lambda entry: entry.command):
        group = list(rows)
        events = tuple(codec.decode_event(row.name, row.version, row.data) for row in group)
        yield BankedBatch(command, events), group[-1].seq


def _texts(events: Sequence[Event]) -> list[str]:
    """Return each event as canonical JSON."""
    return [codec.encode_event(event)[2].decode() for event in events]


def _refused(tap_id: str, reason: Refusal, round_number: int = 0) -> RefusedTap:
    return RefusedTap(tap_id, reason.code, refusal(reason), round_number)
