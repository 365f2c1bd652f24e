"""The table on the tablet: confirmed by the room, with the pending taps decided on top."""

from collections import OrderedDict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from itertools import groupby, islice
from typing import Any

import msgspec

from dealer_ui.engine.fill_in import command_for
from dealer_ui.engine.wire import (
    Answer,
    Context,
    Divergence,
    EncryptedPin,
    OutgoingTap,
    RefusedTap,
    Result,
    StoredEntry,
    TableData,
    TapData,
)
from dealer_ui.messages.refused_taps import cause
from dealer_ui.screen import screen
from dealer_ui.screen.model import NoScreen, Screen
from dealer_ui.screen.open_call import read_call
from poker import codec, timeline
from poker import commands as c
from poker import events as e
from poker.currency import set_currency
from poker.draft import Unseen
from poker.event_levels import with_level
from poker.events import Event
from poker.logs.codec import tag
from poker.overtaken import ALWAYS_VALID, SEAT_COMMANDS, arrivals, is_overtaken
from poker.refusal import Refusal
from poker.state import EMPTY, Table
from poker.table_event import TableEvent
from poker.tap_rights import PUSH, has_unchecked_pin
from poker.timeline import CommandEvents
from poker.turn_clock import moves_action
from poker.view import view
from web.messages.refusals import refusal

POSTED = tuple(tag(kind) for kind in timeline.POSTED)
RULES_CHANGED = tag(e.RulesChanged)
EVENT_SET = tag(e.TableEventSet)
ARRIVALS = (tag(e.SeatTaken), tag(e.SeatChanged))
OFFERED_NAMES = 65  # names offered for a seat, five pages


@dataclass(frozen=True)
class Position:
    """A table with its log since the start of the previous hand.

    acted_at: the time of the last command that may have moved the action to another seat, in Unix milliseconds.
    """

    table: Table = EMPTY
    batches: tuple[CommandEvents, ...] = ()
    acted_at: int = 0

    def then(self, batch: CommandEvents, at: int) -> "Position":
        """Return the position after one more command. at: the time of the command, in Unix milliseconds."""
        acted_at = at if moves_action(batch.events) else self.acted_at
        batches = (*self.batches, batch)
        if timeline.is_checkpoint(batch.events[0]):
            batches = tuple(timeline.recent(batches))
        if isinstance(batch.events[0], e.Undone | e.ActCorrected):
            return Position(timeline.rebuild(batches), batches, acted_at)
        return Position(timeline.apply(self.table, batch.events), batches, acted_at)


@dataclass(frozen=True)
class PendingTap:
    """A tap without an answer. events: () if only the room can decide it, or only on its current table."""

    tap: TapData
    events: tuple[Event, ...]
    comparable: bool  # whether the room should store exactly these events
    hand: int  # number of its hand; between hands, of the next one
    player: str  # the player in the seat that it names


@dataclass
class ChangesSince:
    """What changed since the pending taps were decided.

    hand: the room's hand number then; between hands, the next one; 0 if nothing changed.
    """

    hand: int = 0
    between: list[Event] = field(default_factory=list)  # events that others stored
    dropped: set[str] = field(default_factory=set)  # taps that were refused or taken back
    is_other: bool = False  # a tap was stored differently from its decision, or not at all
    until: int = 0  # the change is complete with this entry

    def __bool__(self) -> bool:
        """Return whether the taps must be decided again."""
        return bool(self.between or self.dropped or self.is_other)

    def since(self, table: Table) -> None:
        """Record the table that the taps were decided on, unless an earlier change is incomplete."""
        if not self:
            self.hand = _hand_number(table)


def digest(events: Iterable[str]) -> str:
    """Return the digest of a command's events, each as canonical JSON; "" without events."""
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
        # The commands that posted a plaque or changed the house rules, with their entries. "" means
        # the last such command before the tablet's entries.
        self.plaques: dict[str, int] = {}
        self.rules: dict[str, int] = {}
        self.arrivals: dict[int, int] = {}  # seat -> the entry in which others seated its player
        # What the table knew of its tournament from an entry on.
        self.tournaments: dict[int, TableEvent | None] = {}
        self.context = Context()
        self.pending: OrderedDict[str, PendingTap] = OrderedDict()
        self._changed = ChangesSince()
        self._rendered: tuple[Position, Context] | None = None  # what the page currently shows
        self._asked: set[str] = set()  # taps that were sent and wait for their answer or entries

    def load(
        self, data: TableData, taps: Sequence[TapData], now: int, *, saved: bool = False
    ) -> Result:
        """Load a whole table, and decide the pending taps on it.

        saved: the table comes from this tablet's storage and may be older than its taps. A tap that cannot be decided
        on it waits for the room's table and is not refused.
        """
        if data.seq < self.seq:  # entries overtook this answer
            return self._result(now, pending=self.pending_ids())
        waiting = list(taps) or [pending.tap for pending in self.pending.values()]
        own = data.context.device
        tap_ids = {tap.id for tap in waiting} | self.pending.keys()
        tap_ids |= {entry.command for entry in data.entries if own and entry.device == own}
        stored = {entry.command for entry in data.entries} | set(data.stored)
        # A tablet without a stored table has only the taps, each with the entry it followed.
        before = self.seq or min((tap.shown for tap in waiting if tap.shown), default=0)
        self._changed.since(self.confirmed.table)
        self.confirmed = Position()
        for batch, last, at in _batches(data.entries):
            self.confirmed = self.confirmed.then(batch, at)
            if before and last > before and batch.command_id not in tap_ids and not saved:
                self._changed.between.extend(batch.events)
        self.seq = data.seq
        self._take_context(data.context)
        self._asked = set()
        if data.plaque_seq:
            self.plaques[""] = max(self.plaques.get("", 0), data.plaque_seq)
        self.arrivals |= data.arrivals
        self._note_checkpoint(data.entries)
        self._note_beside(data.entries)
        # The room executes taps in order. A tap before a stored one was also executed, and changed
        # nothing.
        done = max((i + 1 for i, tap in enumerate(waiting) if tap.id in stored), default=0)
        answered = [tap.id for tap in waiting[:done]]
        refused = self._rebase(waiting[done:], keeps_all=saved)
        return self._result(now, pending=self.pending_ids(), answered=answered, refused=refused)

    @property
    def is_waiting(self) -> bool:
        """Return whether entries that caused a refusal are still on the way."""
        return self.seq < self._changed.until

    @property
    def is_settled(self) -> bool:
        """Return whether no pending tap waits for an answer or entries."""
        return not self.is_waiting and not self._asked & self.pending.keys()

    def pending_ids(self) -> list[str]:
        """Return the ids of the taps without an answer, in order."""
        return list(self.pending)

    def tap(self, tap: TapData, now: int) -> Result:
        """Decide a tap once. A refused tap is reported and not stored."""
        if tap.id in self.pending:
            return self._result(now)
        try:
            self._decide(tap)
        except Refusal as refused:
            return self._result(now, refused=[_refused(tap.id, refused)])
        target = str(self.pending[tap.id].tap.args.get("target", ""))
        return self._result(now, target=target)

    def apply_entries(self, entries: Sequence[StoredEntry], prev: int, now: int) -> Result:
        """Apply entries that the room stored after entry `prev`. If they changed anything for the pending taps, decide
        these again.
        """
        entries = [entry for entry in entries if entry.seq > self.seq]
        if entries and prev > self.seq:
            return self._result(now, gap=True)
        self._note_beside(entries)
        answered: list[str] = []
        diverged: list[Divergence] = []
        changed = self._changed
        changed.since(self.confirmed.table)
        for batch, last, at in _batches(entries):
            self.confirmed = self.confirmed.then(batch, at)
            self.seq = last
            is_first = next(iter(self.pending), "") == batch.command_id
            pending = self.pending.pop(batch.command_id, None)
            if pending is None:
                changed.between.extend(batch.events)
                continue
            answered.append(pending.tap.id)
            stored = event_texts(batch.events)
            predicted = event_texts(pending.events)
            # Events contain times, so a corrected time may change them.
            is_expected = pending.comparable and at == pending.tap.at and not changed
            if stored != predicted and is_expected:
                diverged.append(Divergence(pending.tap.id, predicted, stored))
            changed.is_other = changed.is_other or stored != predicted or not is_first
        refused = self._rebase_if_changed()
        return self._result(now, answered=answered, refused=refused, diverged=diverged)

    def answer(self, answers: Sequence[Answer], now: int) -> Result:
        """Apply the server's answers: a stored tap waits for its entries, a refused tap is dropped."""
        refused: list[RefusedTap] = []
        warning = ""
        self._asked = {item.id for item in answers if not item.code}
        self._changed.since(self.confirmed.table)
        for answer in answers:
            warning = warning or answer.warning
            pending = self.pending.get(answer.id)
            if pending is None:
                continue
            if answer.code:
                # The entries that caused the refusal may still be on the way.
                self._changed.dropped.add(answer.id)
                self._changed.until = max(self._changed.until, answer.seq)
                refused.append(RefusedTap(answer.id, answer.code, answer.message, pending.hand))
            # Without a refusal it stored no entries, or entries that were already applied with a
            # table.
            if answer.code or answer.seq <= self.seq:
                del self.pending[answer.id]
                self._changed.is_other = self._changed.is_other or bool(pending.events)
        refused += self._rebase_if_changed()
        # A tap stays stored until its entries are, because a page that opens in between needs it.
        done = [item.id for item in answers if not item.code and item.id not in self.pending]
        return self._result(now, answered=done, refused=refused, warning=warning)

    def drop(self, ids: Sequence[str], now: int) -> Result:
        """Drop taps that the dealer took back before they were sent."""
        self._changed.since(self.confirmed.table)
        self._changed.dropped.update(ids)
        taps = [pending.tap for pending in self.pending.values() if pending.tap.id not in ids]
        return self._result(now, refused=self._rebase(taps))

    def set_pin(self, tap_id: str, pin: EncryptedPin, now: int) -> Result:
        """Set the retyped PIN of a waiting push."""
        if pending := self.pending.get(tap_id):
            tap = msgspec.structs.replace(pending.tap, pin=pin)
            self.pending[tap_id] = replace(pending, tap=tap)
        return self._result(now)

    def set_context(self, context: Context, now: int) -> Result:
        """Apply what changed outside the log."""
        self._take_context(context)
        return self._result(now)

    def _take_context(self, context: Context) -> None:
        """Set the context and its currency, which formats all amounts from now on: a tablet has one table."""
        self.context = context
        set_currency(context.currency)

    def outbox(self, limit: int) -> list[OutgoingTap]:
        """Return the next taps to send, in order. Once sent, only the room can refuse them."""
        outgoing = []
        for pending in islice(self.pending.values(), limit):
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
                    predicted=predicted,
                    earlier=tap.earlier,
                    pin=tap.pin,
                )
            )
        self._asked = {tap.id for tap in outgoing}
        return outgoing

    def render(self, now: int) -> Result:
        """Return the screen, even if the page already shows it."""
        self._rendered = None
        return self._result(now)

    def _decide(self, tap: TapData) -> None:
        """Decide a tap on the current table and add it to the pending taps. Raises `Refusal`."""
        table = self.current.table
        command = command_for(tap, table, self.context)
        if command is None:
            self._keep(tap)
            return
        if isinstance(command, c.Undo) and not command.target:
            command = self._aimed_undo()
            tap = msgspec.structs.replace(tap, args={"target": command.target})
        try:
            outcome = timeline.decide(
                table,
                lambda: self.current.batches,
                command,
                now=tap.at,
                command_id=tap.id,
                unseen=self._unseen(tap),
            )
        except Refusal:
            if tap.name != PUSH:
                raise
            self._keep(tap)  # the new dealer stays signed in, even if the hand cannot be pushed
            return
        # Until the room has checked the PIN, the log has a different key for the dealer.
        is_known = tap.pin is None and not has_unchecked_pin(tap.dealer)
        self._keep(tap, outcome.events, is_known=is_known)
        if outcome.events:
            self.current = self.current.then(CommandEvents(tap.id, outcome.events), tap.at)

    def _keep(
        self, tap: TapData, events: tuple[Event, ...] = (), *, is_known: bool = False
    ) -> None:
        """Add a tap to the pending ones. is_known: whether the room should store these events."""
        table = self.current.table
        before = next(reversed(self.pending.values()), None)
        self.pending[tap.id] = PendingTap(
            tap,
            events,
            comparable=is_known and (before is None or before.comparable),
            hand=_hand_number(table),
            player=_player_in(table, tap),
        )

    def _aimed_undo(self) -> c.Undo:
        """Return UNDO, with the id of the command that it takes back on this tablet."""
        last = timeline.build_timeline(self.current.batches).last()
        return c.Undo(target=last.command_id if last else "")

    def _rebase_if_changed(self) -> list[RefusedTap]:
        """Decide the taps again if their basis has changed and the change is complete."""
        if not self._changed or self.is_waiting:
            return []
        return self._rebase([pending.tap for pending in self.pending.values()])

    def _rebase(self, taps: Sequence[TapData], *, keeps_all: bool = False) -> list[RefusedTap]:
        """Decide the taps again on the confirmed table; return those that no longer apply.

        keeps_all: these wait instead. A tap that was sent always waits, because entries on the way may make it valid.
        """
        former = self.pending
        changed = self._changed
        self.pending = OrderedDict()
        self.current = self.confirmed
        self._changed = ChangesSince()
        refused: list[RefusedTap] = []
        for tap in taps:
            is_sent = tap.id in self._asked
            if tap.name == "undo" and tap.args.get("target") in changed.dropped and not is_sent:
                changed.dropped.add(tap.id)
                refused.append(RefusedTap(tap.id, "", ""))
                continue
            try:
                self._refuse_overtaken(tap, former.get(tap.id), changed)
                self._decide(tap)
            except Refusal as reason:
                if keeps_all or is_sent:
                    self._keep(tap)
                    continue
                changed.dropped.add(tap.id)
                hand = former[tap.id].hand if tap.id in former else 0
                why = cause(changed.between, changed.hand)
                refused.append(_refused(tap.id, reason, hand, why))
        if self._asked & self.pending.keys():
            changed.until = 0
            self._changed = changed  # it still applies when the sent taps are answered
        return refused

    def _refuse_overtaken(
        self, tap: TapData, former: PendingTap | None, changed: ChangesSince
    ) -> None:
        """Refuse a tap if the room changed its subject. former: the tap as decided before.

        Raises `Refusal`: `hand_finished`, `stale`.
        """
        table = self.current.table
        command = command_for(tap, table, self.context)
        if command is None:
            return
        if former is None:
            is_stale = is_overtaken(command, changed.between)
        elif isinstance(command, SEAT_COMMANDS):
            is_other = former.player != _player_in(table, tap)
            is_stale = is_other or is_overtaken(command, changed.between)
        elif isinstance(command, (*ALWAYS_VALID, c.Undo)):
            is_stale = False
        elif former.hand != _hand_number(table):
            is_stale = True
        else:
            # Events of an earlier hand do not affect a hand that exists only on this tablet.
            is_new = former.hand > max(changed.hand, _hand_begun(self.confirmed.table))
            is_stale = not is_new and is_overtaken(command, changed.between)
        if not is_stale:
            return
        finished = [event for event in changed.between if isinstance(event, e.HandFinished)]
        if finished and not isinstance(command, SEAT_COMMANDS):
            raise Refusal("hand_finished", "S-012", hand=finished[-1].hand, by=finished[-1].by)
        raise Refusal("stale", "", command=tap.name)

    def _note_beside(self, entries: Iterable[StoredEntry]) -> None:
        """Remember the room's changes outside the hand, for taps made before the tablet received them."""
        command = ""
        for entry in entries:
            is_first = entry.command != command
            command = entry.command
            if is_first and entry.name in POSTED:
                self.plaques[command] = entry.seq
            elif is_first and entry.name == RULES_CHANGED:
                self.rules[command] = entry.seq
            elif entry.name in ARRIVALS and entry.device != self.context.device:
                event = codec.decode_event(entry.name, entry.version, entry.data)
                self.arrivals |= dict.fromkeys(arrivals(event), entry.seq)

            elif entry.name == EVENT_SET:
                event = codec.decode_event(entry.name, entry.version, entry.data)
                assert isinstance(event, e.TableEventSet)
                self._note_tournament(entry.seq, event.tournament)

    def _note_checkpoint(self, entries: Sequence[StoredEntry]) -> None:
        """Remember the tournament of the table with which these entries start."""
        for batch, _, _ in islice(_batches(entries), 1):
            table = timeline.apply(EMPTY, batch.events)
            self._note_tournament(entries[0].seq, table.event)

    def _note_tournament(self, seq: int, tournament: TableEvent | None) -> None:
        """Remember the tournament from an entry on; earlier ones only while taps wait that were made on them."""
        if not self.pending and self.tournaments:
            last = max(self.tournaments)
            self.tournaments = {last: self.tournaments[last]}
        self.tournaments[seq] = tournament

    def _tournament_shown(self, tap: TapData) -> TableEvent | None:
        """Return the tournament that the tablet showed at a tap, if the room changed it since then."""
        shown = [seq for seq in self.tournaments if seq <= tap.shown]
        if not shown or len(shown) == len(self.tournaments):
            return None
        return self.tournaments[max(shown)]

    def _unseen(self, tap: TapData) -> Unseen:
        return timeline.unseen_since(
            self.current.table,
            lambda: self.current.batches,
            plaques=[command for command, seq in self.plaques.items() if seq > tap.shown],
            rules=[command for command, seq in self.rules.items() if seq > tap.shown],
            seats=[seat for seat, seq in self.arrivals.items() if seq > tap.shown],
            event=self._tournament_shown(tap),
        )

    @property
    def plaque_seq(self) -> int:
        """Return the number of the last entry before the checkpoint that posted a plaque; 0 if unknown."""
        command_ids = (
            {batch.command_id for batch in self.confirmed.batches} if self.plaques else set()
        )
        return max(
            (seq for command, seq in self.plaques.items() if command not in command_ids), default=0
        )

    def _result(self, now: int, **more: Any) -> Result:
        """Return what a call changed. Entries that only confirm a tap change no screen, so the screen is not
        rebuilt.
        """
        shown = self._rendered
        is_shown = shown is not None and shown[0] is self.current and shown[1] is self.context
        self._rendered = (self.current, self.context)
        return Result(
            screen=NoScreen() if is_shown else self.screen(now),
            seq=self.seq,
            first=self.confirmed.batches[0].command_id if self.confirmed.batches else "",
            plaque_seq=self.plaque_seq,
            arrivals=self.arrivals,
            **more,
        )

    def screen(self, now: int) -> Screen | NoScreen:
        if not self.current.table.name:
            return NoScreen()
        shown = view(with_level(self.current.table, now))
        seated = {seat.player for seat in shown.seats}
        people = [who for who in self.context.people if who["player"] not in seated]
        call = read_call(self.current.table, self.current.batches)
        return screen(
            shown,
            now_ms=now,
            people=people[:OFFERED_NAMES],
            marks={key: flag for key, flag in self.context.flags.items() if key in seated},
            call=call,
            room=self.context.room,
            acted_at=self.current.acted_at,
        )


def _batches(entries: Iterable[StoredEntry]) -> Iterable[tuple[CommandEvents, int, int]]:
    """Yield each command of these entries with the number of its last entry and its time."""
    for command, rows in groupby(entries, key=lambda entry: entry.command):
        group = list(rows)
        events = tuple(codec.decode_event(row.name, row.version, row.data) for row in group)
        yield CommandEvents(command, events), group[-1].seq, group[-1].at


def _hand_begun(table: Table) -> int:
    """Return the number of the last hand that began."""
    return table.hands if table.hand is None else table.hand.number


def _hand_number(table: Table) -> int:
    """Return the number of the hand; between hands, of the next one."""
    return table.hands + 1 if table.hand is None else table.hand.number


def _player_in(table: Table, tap: TapData) -> str:
    """Return the player in the seat that a tap names, or ""."""
    seat = tap.args.get("seat")
    return next((each.player for each in table.seats if each.number == seat), "")


def _refused(tap_id: str, refused: Refusal, hand: int = 0, why: str = "") -> RefusedTap:
    return RefusedTap(tap_id, refused.code, refusal(refused), hand, why)
