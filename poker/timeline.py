"""Build a table from its log, including undo: an undo is an event, and the undone command is left out."""

from collections.abc import Callable, Collection, Iterable, Sequence

import msgspec
from msgspec.structs import replace

from poker import act_corrections
from poker import events as e
from poker.calls import FloorCall
from poker.commands import Command, CorrectAct, FinishHand, MakeRuling, Undo
from poker.decide.floor import earlier_tap_stored
from poker.draft import ALL_SEEN, Draft, Unseen
from poker.engine import TableOutcome, decide_alone, mark, paused, precedes_call, run
from poker.events import Event
from poker.evolve import evolve
from poker.irregularities.load import group_of
from poker.logs.outcome import Outcome
from poker.overtaken import are_beside_the_hand
from poker.refusal import Refusal
from poker.state import EMPTY, Seat, Table
from poker.table_event import TableEvent
from poker.turn import pending
from poker.undo_labels import floor_undo_label, undo_label

ACTS = (e.Folded, e.Checked, e.Called, e.BetMade)
# Fields of a command about the round that its deal opened.
AFTER_DEAL = (*ACTS, e.CountAnnounced, e.StreetSkipped)
STREETS = (e.BoardDealt, e.StreetDealt, e.CommonCardDealt, e.DrawOpened)
CLAIM_TAKEN_BACK = "Jackpot claim taken back"
_CORRECTION = "correction"  # the command's id while it is decided
# Events before which nothing can be undone.
BARRIERS = (e.TableOpened, e.PlaqueChanged, e.SeatCountChanged)
# Events with which a command of the room posts a plaque.
POSTED = (e.PlaqueChanged, e.PlaqueQueued)


class CommandEvents(msgspec.Struct, frozen=True):
    """The events of one command, in order."""

    command_id: str
    events: tuple[Event, ...]


class Timeline:
    """A table and the commands that can still be undone.

    origin: the table before the first of them; standing: the commands since then that were not undone; fixed: how many
    of those are final because a ruling came after them; corrected: the commands that each correction replaced, as they
    stood before it; previous: the commands of the previous hand, which come back if this one is undone completely;
    is_before: the hand in play is one before this log, because the log's first hand was undone completely.
    """

    def __init__(self) -> None:
        self.origin = EMPTY
        self.standing: list[CommandEvents] = []
        self.fixed = 0
        self.table = EMPTY
        self.corrected: dict[str, list[CommandEvents]] = {}
        self.previous: Timeline | None = None
        self.is_before = False

    def then(self, batch: CommandEvents) -> None:
        """Add one more command of the log."""
        undone = [event for event in batch.events if isinstance(event, e.Undone)]
        if self._is_before(batch, undone):
            return
        for event in undone:
            self.drop(event.command)
        if len(undone) == len(batch.events):
            return
        # A ruling rolled back first.
        batch = CommandEvents(batch.command_id, batch.events[len(undone) :])
        first = batch.events[0]
        if isinstance(first, e.ActCorrected):
            self._correct(batch, first)
            return
        if isinstance(first, e.HandStarted):
            self.previous = self._copy() if self._has_hand() else None
            self.origin = replace(first.table, done=None)
            self._begin()
        self.standing.append(batch)
        self.table = apply(self.table, batch.events)
        if isinstance(first, BARRIERS):
            self.origin = self.table
            self.previous = None
            self._begin()
        elif any(_of_the_hand(event) for event in batch.events):
            self.fixed = len(self.standing)

    def _is_before(self, batch: CommandEvents, undone: Sequence[e.Undone]) -> bool:
        """Return whether a command belongs to the hand before a log that starts with a completely undone hand."""
        if isinstance(batch.events[0], e.HandStarted):
            self.is_before = False
        elif undone and not self.standing and self.previous is None and self.origin.name:
            self.is_before = True
        return self.is_before

    def _begin(self) -> None:
        self.standing = []
        self.corrected = {}
        self.fixed = 0

    def _copy(self) -> "Timeline":
        """Return a copy of this hand's commands, so that it can be restored."""
        copy = Timeline()
        copy.origin = self.origin
        copy.standing = self.standing
        copy.fixed = self.fixed
        copy.table = self.table
        copy.corrected = self.corrected
        return copy

    def _correct(self, batch: CommandEvents, first: e.ActCorrected) -> None:
        """Replace commands by a correction; of the command that logged the act, the events before the act stay."""
        former = self.standing
        self.corrected[batch.command_id] = former
        standing = []
        for other in former:
            if other.command_id == first.command and first.kept:
                standing.append(CommandEvents(other.command_id, other.events[: first.kept]))
            elif other.command_id not in (first.command, *first.replaced):
                standing.append(other)
        self.standing = [*standing, batch]
        self._rebuild()

    def _rebuild(self) -> None:
        table = self.origin
        for batch in self.standing:
            table = apply(table, batch.events)
        self.table = table

    def drop(self, command_id: str) -> None:
        """Leave a command out and rebuild from the others. If it was a correction, the commands it replaced stand
        again.

        Raises `LookupError` for a command that does not stand.
        """
        free = self.standing[self.fixed :]
        if all(batch.command_id != command_id for batch in free):
            raise LookupError(f"command {command_id} does not stand, it cannot be undone")
        if command_id in self.corrected:
            self._restore(command_id)
        else:
            final = self.standing[: self.fixed]
            self.standing = [*final, *(batch for batch in free if batch.command_id != command_id)]
        if self.previous is not None and not self._has_hand():
            self._go_back()
        self._rebuild()

    def _has_hand(self) -> bool:
        """Return whether the command that started this hand still stands."""
        return any(isinstance(batch.events[0], e.HandStarted) for batch in self.standing)

    def _restore(self, command_id: str) -> None:
        """Put back the commands that a correction replaced, with those that followed it."""
        former = self.corrected.pop(command_id)
        ids = [batch.command_id for batch in self.standing]
        at = ids.index(command_id)
        first = self.standing[at].events[0]
        assert isinstance(first, e.ActCorrected)
        back = {first.command, *first.replaced, *ids[:at]}
        before = [batch for batch in former if batch.command_id in back]
        self.standing = [*before, *self.standing[at + 1 :]]

    def _go_back(self) -> None:
        """Go back to the previous hand, because no command of this hand is left."""
        previous = self.previous
        assert previous is not None
        self.origin = previous.origin
        self.standing = [*previous.standing, *self.standing]
        self.fixed = previous.fixed
        self.corrected = previous.corrected
        self.previous = None

    def last(self) -> CommandEvents | None:
        """Return the command an undo would remove."""
        free = self.standing[self.fixed :]
        return next((b for b in reversed(free) if undo_label(b.events) is not None), None)


def _of_the_hand(event: Event) -> bool:
    """Return whether everything before an event is final: a ruling, unless on conduct, the floor's end of a hand, or
    its decision on a claim.
    """
    if isinstance(event, e.HandFinished | e.ClaimSettled):
        return True
    return isinstance(event, e.RulingMade) and group_of(event.key) != "conduct"


def recent(batches: Sequence[CommandEvents]) -> Sequence[CommandEvents]:
    """Return the part of a table's log that an undo needs: since the start of the previous hand, or of the only hand.

    The previous hand's award can be undone once the new hand is undone completely (H-47).
    """
    last = 0
    number = 0
    for i in reversed(range(len(batches))):
        first = batches[i].events[0]
        if isinstance(first, e.HandStarted):
            if not number:
                last = i
                number = first.number
            elif first.number < number:
                return batches[i:]
    return batches[last:]


def _of_this_hand(batches: Sequence[CommandEvents]) -> Sequence[CommandEvents]:
    """Return the part of a table's log since its last checkpoint."""
    starts = (i for i in reversed(range(len(batches))) if is_checkpoint(batches[i].events[0]))
    return batches[next(starts, 0) :]


def is_checkpoint(event: Event) -> bool:
    """Return whether a rebuild may start at this event: it carries all earlier state, or nothing came before it."""
    return isinstance(event, e.TableCreated | e.HandStarted)


def apply(table: Table, events: tuple[Event, ...]) -> Table:
    """Return the table after one command's events."""
    for event in events:
        table = evolve(table, event)
    return mark(table, events)


def build_timeline(batches: Iterable[CommandEvents]) -> Timeline:
    """Return the timeline of a log, or of its part since a checkpoint."""
    timeline = Timeline()
    for batch in batches:
        timeline.then(batch)
    return timeline


def rebuild(batches: Iterable[CommandEvents]) -> Table:
    """Return the table built from its log; the log starts at a checkpoint."""
    return build_timeline(batches).table


def decide(
    table: Table,
    batches: Callable[[], Sequence[CommandEvents]],
    command: Command,
    *,
    now: int,
    command_id: str = "",
    unseen: Unseen = ALL_SEEN,
) -> TableOutcome:
    """Decide a command, including one that needs the log: an undo, a ruling, the floor's end of a hand.

    batches: reads the table's log since its last checkpoint; called only if the command needs it. `now`: Unix
    milliseconds. unseen: as in `engine.run`. Raises `Refusal`, in which case nothing has changed; the amounts of a
    tournament's table are chips.
    """
    try:
        return _decide(table, batches, command, now, command_id, unseen)
    except Refusal as refusal:
        refusal.in_chips = table.event is not None
        raise


def _decide(
    table: Table,
    batches: Callable[[], Sequence[CommandEvents]],
    command: Command,
    now: int,
    command_id: str,
    unseen: Unseen,
) -> TableOutcome:
    if isinstance(command, Undo):
        # The floor call may be about the last award.
        is_earlier = precedes_call(table, command_id, command)
        if table.hand is None and paused(table) and not is_earlier:
            raise Refusal("hand_paused", "S-012", table=table.name)
        return undo(batches(), command_id=command_id if is_earlier else "", target=command.target)
    if isinstance(command, CorrectAct):
        return correct_act(table, batches, command, now=now)
    # A ruling may first undo what the tablet recorded after the incident.
    if isinstance(command, MakeRuling):
        return apply_ruling(batches(), command, now=now)
    if isinstance(command, FinishHand) and table.hand is not None and table.hand.awards:
        return finish_hand(batches(), command, now=now)
    return run(table, command, now=now, command_id=command_id, unseen=unseen)


def correct_act(
    table: Table,
    batches: Callable[[], Sequence[CommandEvents]],
    command: CorrectAct,
    *,
    now: int,
) -> TableOutcome:
    """Return the correction of a logged act of the hand in progress. `batches`: as for `decide`.

    Raises `Refusal`: `no_hand` (S-049), `hand_paused` (S-012), `correction_open` (S-081), and those of
    `act_corrections.correct`.
    """
    hand = table.hand
    if hand is None:
        raise Refusal("no_hand", "S-049", table=table.name)
    if paused(table):
        raise Refusal("hand_paused", "S-012", table=table.name)
    if (open_act := act_corrections.held_act(hand)) is not None:
        raise Refusal("correction_open", "S-081", seat=open_act.seat)
    timeline = build_timeline(batches())
    correction = act_corrections.correct(
        timeline.origin,
        [(batch.command_id, batch.events) for batch in timeline.standing],
        command,
        decide_alone,
        fixed=timeline.fixed,
        now=now,
    )
    events = (correction.first, *correction.events)
    timeline.then(CommandEvents(_CORRECTION, events))
    return Outcome(events, timeline.table)


def unseen_since(
    table: Table,
    batches: Callable[[], Sequence[CommandEvents]],
    *,
    plaques: Collection[str],
    rules: Collection[str],
    seats: Sequence[int],
    event: TableEvent | None = None,
    splash: bool = False,
) -> Unseen:
    """Return the changes that the dealer of a tap could not see.

    plaques, rules: the commands since the entry shown on the tablet that posted a plaque and that changed the house
    rules; seats: those at which others seated players since then. event: the tournament as the tablet showed it, if the
    room changed it since; splash: whether it announced a promotion's splash pot since. `batches`: as for `decide`.
    """
    unseen = Unseen(bool(plaques), tuple(seats), event=event, splash=splash)
    if table.hand is not None or not (plaques or rules):
        return unseen
    log = _of_this_hand(batches())
    posted = [i for i, batch in enumerate(log) if batch.command_id in plaques]
    changed = [i for i, batch in enumerate(log) if batch.command_id in rules]
    is_waiting_seen = len(posted) == len(plaques)  # the tablet had seen every earlier plaque

    def before(position: int) -> Table:
        table = rebuild(log[:position])
        return table if is_waiting_seen else replace(table, next_plaque=None)

    if posted or changed:
        table_shown = before(min(posted + changed))
        coming = (
            table_shown.next_plaque.rules if table_shown.next_plaque else table_shown.next_rules
        )
        unseen = replace(unseen, rules=coming or table_shown.rules)
    if not posted:
        return unseen
    former = before(posted[0])
    stakes = former.next_plaque.stakes if former.next_plaque else former.stakes
    # A hand that the dealer ended without the room left its plaque in force, and advanced its
    # rotation.
    is_in_force = former.hand is not None and stakes == table.stakes
    return unseen if is_in_force else replace(unseen, former=former)


def undo(
    batches: Sequence[CommandEvents], *, command_id: str = "", target: str = ""
) -> TableOutcome:
    """Undo the last command as a whole. `batches` start at the last checkpoint.

    Raises `Refusal`: `nothing_to_undo`, `undo_overtaken` (H-47), `claim_answered`.

    command_id: given if this UNDO was tapped before the open call. target: the command to undo. Later commands must be
    the room's own, and must not concern the hand.

    After the award, a hand can still be reopened until the next hand's first command, which is treated as its riffle.
    """
    timeline = build_timeline(batches)
    last = _find_target(timeline, target) if target else timeline.last()
    if last is None:
        raise Refusal("nothing_to_undo", "H-47")
    label = undo_label(last.events)
    assert label is not None
    call = timeline.table.floor
    is_claim = _is_claim(last)
    if is_claim and _is_answered(call):
        raise Refusal("claim_answered", "", by=_answered_by(call))
    timeline.drop(last.command_id)
    undone = e.Undone(last.command_id, label)
    draft = Draft(timeline.table)
    if is_claim and call is not None and call.at in _called_at(last):
        draft.record(e.FloorCanceled(CLAIM_TAKEN_BACK))
    if command_id:
        earlier_tap_stored(draft, command_id)
    return Outcome((undone, *draft.events), draft.table)


def _is_claim(batch: CommandEvents) -> bool:
    return any(isinstance(event, e.PromotionClaimed) for event in batch.events)


def _called_at(batch: CommandEvents) -> list[int]:
    """Return the time of the floor call that a command opened, in a list; [] if it opened none."""
    return [event.at for event in batch.events if isinstance(event, e.FloorCalled)]


def _answered_by(call: FloorCall | None) -> str:
    return (call.arrived_by or call.coming_by or call.seen_by) if call else ""


def _is_answered(call: FloorCall | None) -> bool:
    """Return whether a supervisor has acted on a call."""
    return call is not None and bool(call.seen_at or call.coming_at or call.arrived_at)


def _find_target(timeline: Timeline, target: str) -> CommandEvents:
    """Return the command that UNDO named. Raises `Refusal`: `undo_overtaken` (H-47)."""
    free = timeline.standing[timeline.fixed :]
    position = next((i for i, batch in enumerate(free) if batch.command_id == target), -1)
    later = [event for batch in free[position + 1 :] for event in batch.events]
    if position < 0 or undo_label(free[position].events) is None or not are_beside_the_hand(later):
        raise Refusal("undo_overtaken", "H-47", command=target)
    return free[position]


def undo_of(
    batches: Sequence[CommandEvents], command_id: str, seats: Sequence[int]
) -> TableOutcome | None:
    """Return the undo of a command that seated a player or changed a seat; None if it is too late for that.

    It is too late once a hand has begun or ended, the table was opened or closed or a ruling was made since, or if
    anything happened at these seats: chips, blinds, an absence, the button.
    """
    timeline = Timeline()
    after = None
    for batch in batches:
        timeline.then(batch)
        if batch.command_id == command_id:
            after = timeline.table
    free = timeline.standing[timeline.fixed :]
    position = next((i for i, batch in enumerate(free) if batch.command_id == command_id), -1)
    label = floor_undo_label(free[position].events) if position >= 0 else None
    if after is None or label is None or (after.hand is None) != (timeline.table.hand is None):
        return None
    later = (event for batch in free[position + 1 :] for event in batch.events)
    if any({getattr(event, name, 0) for name in ("seat", "to")} & set(seats) for event in later):
        return None
    if any(not _is_unchanged(after.seat(seat), timeline.table.seat(seat)) for seat in seats):
        return None
    if after.is_open != timeline.table.is_open:
        return None
    timeline.drop(command_id)
    return Outcome((e.Undone(command_id, label),), timeline.table)


def _is_unchanged(before: Seat | None, seat: Seat | None) -> bool:
    """Return whether nothing happened at a seat; another alias of its player does not change the seat."""
    if before is None or seat is None:
        return before is seat
    return replace(before, name="") == replace(seat, name="")


def rolled_back(batches: Sequence[CommandEvents], back: str) -> tuple[tuple[Event, ...], Table]:
    """Return the undo events of a ruling's rollback, last command first, and the table after them.

    Raises `Refusal`: `cannot_go_back` if another ruling or the next hand is in between. back is one of:
    - "street:NAME": to before that street, keeping the deal; no effect if it was not logged.
    - "over:NAME": the same, but the round before it stays closed by its count, because it was over.
    - "seat:N": to before the tap that passed over the seat in this round; no effect if it was not passed over.
    - "act:N": to before the seat's own act in this round; no effect if it made none, or owes another act.
    - "draw:N": to before the number of cards the seat drew, while no one has bet since.
    - "award": to before the hand's first award.
    - "last": the last command.
    """
    timeline = build_timeline(batches)
    kind, _, what = back.partition(":")
    if back and kind not in _BACK:
        raise Refusal("cannot_go_back", "H-47", back=back)
    undone: list[Event] = []
    last: CommandEvents | None = None
    if not back or not _BACK[kind](timeline, what):
        return (), timeline.table
    while _BACK[kind](timeline, what):
        last = timeline.last()
        if last is not None and _is_claim(last):
            raise Refusal("cannot_go_back", "H-47", back=back)  # the floor decides the claim first
        if last is None or any(isinstance(event, e.HandEnded) for event in last.events) > (
            kind == "award"
        ):
            raise Refusal("cannot_go_back", "H-47", back=back)
        label = undo_label(last.events)
        assert label is not None
        timeline.drop(last.command_id)
        undone.append(e.Undone(last.command_id, label))
        if kind == "last":
            break
    remaining = _left(kind, last.events, timeline.table) if last else ()
    return (*undone, *remaining), apply(timeline.table, remaining) if remaining else timeline.table


def _left(kind: str, events: tuple[Event, ...], now: Table) -> tuple[Event, ...]:
    """Return the remaining events of a command that is rolled back only in part.

    "over": the events that closed the round, up to the count; "street": the deal it implied, because the cards are
    out. If the command started the hand as well, the hand starts at the table as it is `now`, with the open call.
    """
    end = 0
    if kind == "over":
        end = next(
            (i + 1 for i, event in enumerate(events) if isinstance(event, e.CountAnnounced)), 0
        )
    elif kind == "street" and any(isinstance(event, e.HoleCardsDealt) for event in events):
        end = next((i for i, event in enumerate(events) if isinstance(event, AFTER_DEAL)), 0)
    return tuple(
        replace(event, table=now) if isinstance(event, e.HandStarted) else event
        for event in events[:end]
    )


def apply_ruling(
    batches: Sequence[CommandEvents], command: MakeRuling, *, now: int
) -> TableOutcome:
    """Return a final ruling as one outcome: the rollback, then the ruling and the steps that the table already
    shows.
    """
    undone, table = rolled_back(batches, command.back)
    outcome = run(table, command, now=now)
    return Outcome((*undone, *outcome.events), outcome.state)


def finish_hand(batches: Sequence[CommandEvents], command: FinishHand, *, now: int) -> TableOutcome:
    """Return the floor's end of a hand as one outcome. The dealer's count includes pots already pushed, so their
    awards are rolled back first.
    """
    undone, table = rolled_back(batches, "award")
    outcome = run(table, command, now=now)
    return Outcome((*undone, *outcome.events), outcome.state)


def _street_lies(timeline: Timeline, street: str) -> bool:
    table = timeline.table
    if table.hand is None:
        return False
    names = [street.name for street in table.game.streets]
    if street == "showdown":
        return table.hand.stage in ("showdown", "award")
    return street in names and table.hand.street >= names.index(street)


def _inferred(timeline: Timeline, seat: str) -> bool:
    """Return whether the log has only an inferred act of this seat in this round: it was passed over."""
    if timeline.table.hand is None:
        return False
    for batch in reversed(timeline.standing[timeline.fixed :]):
        if any(_opens_street(event) for event in batch.events):
            return False
        for event in reversed(batch.events):
            if isinstance(event, e.InferenceRewritten) and int(seat) in _taken_back(event):
                return False
            if getattr(event, "seat", 0) == int(seat) and getattr(event, "inferred", False):
                return True
    return False


def _opens_street(event: Event) -> bool:
    """Return whether an event begins a street; a board card within a street does not."""
    return isinstance(event, STREETS) and not getattr(event, "within", False)


def _taken_back(event: e.InferenceRewritten) -> tuple[int, ...]:
    return (event.seat, *event.opened, *event.asked)


def _acted(timeline: Timeline, seat: str) -> bool:
    """Return whether the log has the seat's act of this round and no later bet or raise makes it owe another."""
    hand = timeline.table.hand
    if hand is None or hand.index(int(seat)) in pending(hand):
        return False
    for batch in reversed(timeline.standing[timeline.fixed :]):
        for event in reversed(batch.events):
            if _opens_street(event):
                return False
            if isinstance(event, ACTS) and event.seat == int(seat):
                return True
    return False


def _drew(timeline: Timeline, seat: str) -> bool:
    """Return whether the log has the seat's number for the current draw and no bet since."""
    if timeline.table.hand is None:
        return False
    for batch in reversed(timeline.standing[timeline.fixed :]):
        for event in reversed(batch.events):
            if isinstance(event, ACTS) or _opens_street(event):
                return False
            if isinstance(event, e.CardsDrawn) and event.seat == int(seat):
                return True
    return False


def _awarded(timeline: Timeline, what: str) -> bool:
    if timeline.table.hand is not None:
        return bool(timeline.table.hand.awards)
    return any(
        isinstance(event, e.HandEnded) for batch in timeline.standing for event in batch.events
    )


def _always(timeline: Timeline, what: str) -> bool:
    return True


_BACK: dict[str, Callable[[Timeline, str], bool]] = {
    "street": _street_lies,
    "over": _street_lies,
    "seat": _inferred,
    "act": _acted,
    "draw": _drew,
    "award": _awarded,
    "last": _always,
}
