"""Correct a logged act at its place in the order; the commands after it are decided again (S-012).

A correction is one command. Its first event names the act that it replaces and the commands after it. The corrected
act and the acts that still fit follow. An act that no longer fits is held, with everything after it, until the dealer
has tapped what that seat really did.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from poker import commands as c
from poker import events as e
from poker.command_lines import commands
from poker.commands import Command
from poker.decide.rewrite import inferred_act
from poker.draft import Draft
from poker.events import Event
from poker.evolve import evolve
from poker.evolve_hand import HAND
from poker.handlers import Decide
from poker.logged_taps import line, taps
from poker.refusal import Refusal
from poker.state import Hand, LoggedAct, Table

# A later act with this refusal is dropped: the seat no longer owes an act.
NOT_OWED = frozenset({"not_pending", "already_out", "all_in_already", "betting_over"})


@dataclass(frozen=True)
class LoggedCommand:
    """The events of one command, with the act that each logged; None for an event that logs no act."""

    command_id: str
    events: tuple[Event, ...]
    acts: tuple[LoggedAct | None, ...]

    @property
    def is_of_the_hand(self) -> bool:
        """Return whether the command changed the hand; commands of the room about other things do not."""
        return any(type(event) in HAND or isinstance(event, e.HandStarted) for event in self.events)


@dataclass(frozen=True)
class Correction:
    """The events that a correction stores: its first event, then those of the commands decided again."""

    first: e.ActCorrected
    events: tuple[Event, ...]


def logged_commands(
    origin: Table, batches: Sequence[tuple[str, tuple[Event, ...]]]
) -> tuple[list[LoggedCommand], Table]:
    """Return commands with the acts they logged, and the table after them. origin: the table before the first
    command.
    """
    table = origin
    logged = []
    for command_id, events in batches:
        acts: list[LoggedAct | None] = []
        for event in events:
            known = table.hand.log if table.hand else ()
            table = evolve(table, event)
            hand = table.hand
            is_new = (
                hand is not None and bool(hand.log) and all(hand.log[-1] is not a for a in known)
            )
            acts.append(hand.log[-1] if hand is not None and is_new else None)
        logged.append(LoggedCommand(command_id, events, tuple(acts)))
    return logged, table


def correct(
    origin: Table,
    batches: Sequence[tuple[str, tuple[Event, ...]]],
    command: c.CorrectAct,
    decide: Decide,
    *,
    fixed: int,
    now: int,
) -> Correction:
    """Return the correction of an act. origin, batches: the table before the hand's commands, and the hand's standing
    commands.

    fixed: how many of them are final because a ruling followed. decide: decides a command on a draft. Raises
    `Refusal`: `act_changed` if the log has a different act there (S-081), `same_act`, `correction_to_floor` (S-012) if
    a ruling followed the act or if dealt cards or a pushed pot would change, and the engine's refusals of the corrected
    act.
    """
    logged, table = logged_commands(origin, batches)
    act = _named_act(table, command)
    position = next(i for i, item in enumerate(logged) if any(a is act for a in item.acts))
    target = logged[position]
    place = next(i for i, other in enumerate(target.acts) if other is act)
    after = place + 1
    if position < fixed:
        raise Refusal("correction_to_floor", "S-012", seat=act.seat)
    place -= _is_rewrite(target.events[:place], act.seat)
    later = [item for item in logged[position + 1 :] if item.is_of_the_hand]
    beside = [item for item in logged[position + 1 :] if not item.is_of_the_hand]
    before = [item.events for item in logged[:position]]
    before += [target.events[:place], *(item.events for item in beside)]
    draft = Draft(_table_after(origin, before), now=now)
    _require_betting(draft.hand, target.events[after - 1], command)
    draft.record(e.ActsHeld())
    decide(draft, c.Act(command.seat, command.what, command.to, stood=command.stood), now)
    pending = list(taps(target.events[after:], target.acts[after:]))
    for item in later:
        pending += taps(item.events, item.acts)
    dropped = decide_again(draft, pending, decide, now)
    _require_same_cards_and_pots(table, draft.table, act.seat)
    first = e.ActCorrected(
        target.command_id,
        place,
        act,
        command.what,
        _total_in_front(draft.hand, command),
        tuple(item.command_id for item in later),
        tuple(dropped),
        table.hand.corrections if table.hand else 0,
    )
    return Correction(first, tuple(draft.events))


def decide_again(draft: Draft, pending: Sequence[Command], decide: Decide, now: int) -> list[int]:
    """Decide commands again after a correction; hold the first act that no longer fits, and all commands after it.

    Return the seats whose act was dropped. Raises `Refusal`: `correction_to_floor` (S-012) if a command other than an
    act no longer fits.
    """
    dropped = []
    for i, tap in enumerate(pending):
        command = _fitted(draft, tap)
        if not isinstance(command, c.Act):
            _decide_other(draft, command, decide, now)
            continue
        code = "betting_over" if _is_round_over(draft.hand, command) else ""
        code = code or _try_act(draft, command, decide, now)
        if not code:
            continue
        if code not in NOT_OWED:
            draft.record(e.ActsHeld(tuple(line(item) for item in pending[i:])))
            break
        if command.what != "fold":
            dropped.append(command.seat)
        elif _is_in(draft.hand, command.seat):
            draft.record(e.Folded(command.seat))  # its cards are in the muck
    return dropped


def _decide_other(draft: Draft, command: Command, decide: Decide, now: int) -> None:
    """Decide a command other than an act again, such as a count or a draw. Raises `Refusal`: `correction_to_floor`
    (S-012).
    """
    try:
        decide(draft, command, now)
    except Refusal as refused:
        raise Refusal(
            "correction_to_floor", "S-012", seat=getattr(command, "seat", 0) or 0
        ) from refused


def _try_act(draft: Draft, command: c.Act, decide: Decide, now: int) -> str:
    """Record an act if it fits; return the code of its refusal, "" if it fits."""
    trial = Draft(draft.table, now=now)
    try:
        decide(trial, command, now)
    except Refusal as refused:
        return refused.code
    for event in trial.events:
        draft.record(event)
    return ""


def _is_round_over(hand: Hand, command: c.Act) -> bool:
    """Return whether an act other than a fold belongs to a round that a correction has closed earlier."""
    if command.what == "fold" or hand.stage != "complete":
        return False
    i = hand.index(command.seat)
    return i < 0 or inferred_act(hand, hand.parts[i]) is None


def _is_rewrite(events: Sequence[Event], seat: int) -> bool:
    """Return whether the act of a seat replaced its inferred act, which the event before it took back."""
    last = events[-1] if events else None
    return isinstance(last, e.InferenceRewritten) and last.seat == seat


def _require_betting(hand: Hand, event: Event, command: c.CorrectAct) -> None:
    """Raise `Refusal`: `correction_to_floor` (S-012) if an act outside a betting round is corrected to a fold."""
    is_late = isinstance(event, e.Folded) and event.late
    if command.what != "fold" and (is_late or hand.stage not in ("betting", "complete")):
        raise Refusal("correction_to_floor", "S-012", seat=command.seat)


def held_commands(hand: Hand) -> list[Command]:
    """Return the commands that a correction left to be decided again; the first is the act the dealer is asked
    about.
    """
    return [command for text in hand.held for command in commands(text)]


def held_act(hand: Hand) -> c.Act | None:
    """Return the act that no longer fits since a correction, or None."""
    if not hand.held:
        return None
    first = held_commands(hand)[0]
    assert isinstance(first, c.Act)
    return first


def answer(draft: Draft, command: Command, decide: Decide, now: int) -> None:
    """Record the real act of the seat in question, then decide the rest again.

    Raises `Refusal`: `correction_open` (S-081) for any other command.
    """
    open_act, *rest = held_commands(draft.hand)
    assert isinstance(open_act, c.Act)
    if not isinstance(command, c.Act) or command.seat != open_act.seat:
        raise Refusal("correction_open", "S-081", seat=open_act.seat)
    draft.record(e.ActsHeld())
    decide(draft, command, now)
    decide_again(draft, rest, decide, now)


def _named_act(table: Table, command: c.CorrectAct) -> LoggedAct:
    """Return the act that the tablet showed.

    Raises `Refusal`: `no_hand` (S-049), `act_changed`, `same_act` (S-081).
    """
    hand = table.hand
    if hand is None:
        raise Refusal("no_hand", "S-049", table=table.name)
    act = hand.log[command.number] if command.number < len(hand.log) else None
    if act is None or (act.seat, act.what) != (command.seat, command.was):
        raise Refusal("act_changed", "S-081", seat=command.seat)
    is_same = command.what == act.what and command.to in (None, act.to)
    if is_same and not act.inferred:
        raise Refusal("same_act", "S-081", seat=command.seat, what=act.what)
    return act


def _table_after(origin: Table, batches: Sequence[tuple[Event, ...]]) -> Table:
    table = origin
    for events in batches:
        for event in events:
            table = evolve(table, event)
    return table


def _fitted(draft: Draft, tap: Command) -> Command:
    """Return a tap fitted to the table as it is now: a count, a fixed-limit bet, a counted stack."""
    hand = draft.hand
    if isinstance(tap, c.CloseStreet) and tap.lit is not None:
        return replace(tap, count=hand.still_in(), lit=None)
    if not isinstance(tap, c.Act) or tap.stood:
        return tap
    i = hand.index(tap.seat)
    if tap.what == "all_in" and i >= 0 and hand.parts[i].stack is not None:
        return replace(tap, to=None)
    if tap.what in ("bet", "raise", "complete") and draft.table.plaque.set_bets:
        return replace(tap, to=None)
    return tap


def _is_in(hand: Hand, seat: int) -> bool:
    i = hand.index(seat)
    return i >= 0 and hand.parts[i].life == "in" and hand.stage in ("betting", "complete")


def _total_in_front(hand: Hand, command: c.CorrectAct) -> int:
    acts = [act for act in hand.log if act.seat == command.seat and act.what != "fold"]
    same = [act for act in acts if act.what == command.what]
    return command.to or (same[-1].to if same else 0)


def _require_same_cards_and_pots(before: Table, after: Table, seat: int) -> None:
    """Raise `Refusal`: `correction_to_floor` (S-012) if a correction changes dealt cards or a pushed pot."""
    former = before.hand
    hand = after.hand
    assert former is not None
    assert hand is not None
    is_board_game = before.game.family == "flop" and not before.game.has_draw
    if hand.held:
        # The cards on the board do not depend on who is in the hand; the cards of a stud street do.
        is_held_in_time = not former.awards and (is_board_game or former.street == hand.street)
        if not is_held_in_time:
            raise Refusal("correction_to_floor", "S-012", seat=seat)
        return
    cards_before = (former.ledger.stub, former.ledger.burns)
    cards_after = (hand.ledger.stub, hand.ledger.burns)
    if cards_before != cards_after or former.awards != hand.awards:
        raise Refusal("correction_to_floor", "S-012", seat=seat)
