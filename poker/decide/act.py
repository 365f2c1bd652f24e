"""Folds, checks, calls, bets and raises by seat; acts between two taps are inferred (S-078 to S-118)."""

from poker import betting, chips
from poker import commands as c
from poker import events as e
from poker.decide.deal import ensure_dealt
from poker.decide.opener import brings_in, may_name, name, undo_opener
from poker.decide.rewrite import inferred_act, may_only_fold, take_back
from poker.decide.street import ROUND, close, dealt_each, end_draw, infer_answer, settle
from poker.draft import Draft
from poker.refusal import Refusal
from poker.stakes import Stakes
from poker.state import Hand, Participant, Table
from poker.turn import can_bet, pending

ALL_IN = "all-in"


def act(draft: Draft, command: c.Act, now: int) -> None:
    """Record a seat's act; the seats due before it are inferred to check or call.

    An act of a seat whose act was only inferred replaces it at its place in the order.
    """
    _require_bet_tracking(draft, command.what)
    hand = ensure_dealt(draft)
    part = _part(hand, command.seat)
    if command.what == "fold" and _record_late_fold(draft, hand, part):
        return
    if _is_due(hand, part.seat):
        _record(draft, part, command)
        return
    if _rewrite_inference(draft, command, part):
        return
    if _is_on_next_street(draft.hand, command):
        # The dealer is ahead of the tablet: the next street was dealt without a tap.
        close(draft, draft.hand.still_in())
    if command.what == "fold" and draft.hand.stage in ("draw", "opener"):
        draft.record(e.Folded(command.seat))  # no bet yet; a player may still fold
        settle(draft)
        return
    _open_by_act(draft, command.seat)
    if _record_short_bring_in(draft, command):
        return
    if not _opens_above_bring_in(draft, command):
        _advance_to(draft, command.seat, infer="answer")
    _record_action(draft, command)


def first_in(draft: Draft, command: c.FirstIn, now: int) -> None:
    """Record the first player to come in; the seats due before it folded, or checked if there was no bet."""
    _require_bet_tracking(draft, command.what)
    _part(ensure_dealt(draft), command.seat)
    _open_by_act(draft, command.seat)
    _advance_to(draft, command.seat, infer="fold")
    _record_action(draft, c.Act(command.seat, command.what, command.to))


def _rewrite_inference(draft: Draft, command: c.Act, part: Participant) -> bool:
    """Record an act in place of this round's inferred act of the seat; return whether there was one.

    Once the round is complete, a bet belongs to the next street if there is betting on it.
    """
    hand = draft.hand
    if inferred_act(hand, part) is None:
        return False
    if command.what != "fold" and may_only_fold(hand, part):
        return False
    if _is_on_next_street(hand, command) and has_next_betting(draft.table):
        return False
    take_back(draft, part, raises=_action_kind(hand, command) == "raise")
    _record_action(draft, command)
    return True


def has_next_betting(table: Table) -> bool:
    """Return whether players can bet on a later street."""
    hand = table.hand
    assert hand is not None
    return hand.street + 1 < len(table.game.streets) and can_bet(hand.parts) > 1


def _is_on_next_street(hand: Hand, command: c.Act) -> bool:
    return hand.stage == "complete" and command.what in ("bet", "check", "all_in")


def _open_by_act(draft: Draft, seat: int) -> None:
    """Close the draw, or open a stud round at this seat, as the act implies.

    Raises `Refusal`: `opener_missing` (S-145).
    """
    end_draw(draft)
    if draft.hand.stage != "opener":
        return
    if brings_in(draft.table):
        raise Refusal("opener_missing", "S-145", seat=seat)
    name(draft, seat, "S-150", inferred=True)


def _record_short_bring_in(draft: Draft, command: c.Act) -> bool:
    """Record a bring-in that is all-in for less, and return whether this act was one (S-116).

    The total shows it if the stack is not counted.
    """
    hand = draft.hand
    to = command.to
    if command.what != "all_in" or to is None or not hand.round.bring_in or not may_name(hand):
        return False
    part = _part(hand, command.seat)
    if command.seat != hand.opener or part.stack is not None or to >= hand.round.level:
        return False
    chips.check(to, draft.table.plaque.chips)
    undo_opener(draft)
    name(draft, command.seat, "S-116", short=to)
    return True


def _opens_above_bring_in(draft: Draft, command: c.Act) -> bool:
    """Return whether the bring-in seat bets the full amount instead, before anyone has acted (S-116)."""
    hand = draft.hand
    bigger = command.what in ("bet", "raise", "complete", "all_in")
    return bigger and hand.round.bring_in and command.seat == hand.opener and may_name(hand)


def declare(draft: Draft, command: c.Declare, now: int) -> None:
    """Record a verbal declaration for a ruling; it moves no chips (S-104).

    A seat whose last card was exposed may declare itself all-in for the pot, if a ruling allows it (H-37). Raises
    `Refusal`: `bet_made`.
    """
    hand = draft.hand
    _part(hand, command.seat)
    draft.record(e.Declared(command.seat, command.what, command.amount))
    if command.what != ALL_IN or command.seat not in hand.offered:
        return
    if hand.round.level and hand.stage == "betting":
        raise Refusal("bet_made", "H-37", seat=command.seat, bet=hand.round.level)
    draft.record(e.AllInDeclared(command.seat))
    settle(draft)


def agree_any_amount(draft: Draft, command: c.AgreeAnyAmount, now: int) -> None:
    """Record that two players left in a pot-limit hand agree on any amount, if the house allows it (S-111, H-30)."""
    hand = draft.hand
    if draft.table.plaque.limit != "pot" or not draft.table.rules.any_amount:
        raise Refusal("any_amount_off", "H-30")
    if hand.still_in() != 2:
        raise Refusal("not_two_handed", "S-111", players=hand.still_in())
    draft.record(e.AnyAmountAgreed())


def _require_bet_tracking(draft: Draft, what: str) -> None:
    if what != "fold" and draft.table.tracking == "streets":
        raise Refusal("bets_not_followed", "S-081", what=what)


def _part(hand: Hand, seat: int) -> Participant:
    i = hand.index(seat)
    if i < 0:
        raise Refusal("not_in_hand", "S-061", seat=seat)
    part = hand.parts[i]
    if part.life != "in":
        raise Refusal("already_out", "S-142", seat=seat, life=part.life)
    return part


def _record_late_fold(draft: Draft, hand: Hand, part: Participant) -> bool:
    """Record a fold that completes an earlier count, or a fold in a hand without bet tracking; return whether this
    was one.

    A count of players gives how many folded, and a later tap names the seat.
    """
    if hand.unnamed > 0:
        moved = part.cards - dealt_each(draft.table)
        draft.record(e.Folded(part.seat, late=True, returned=part.assumed, moved=moved))
        settle(draft)
        return True
    if draft.table.tracking == "streets" and hand.stage in ROUND:
        draft.record(e.Folded(part.seat))
        settle(draft)
        return True
    return False


def _advance_to(draft: Draft, seat: int, *, infer: str) -> None:
    """Move the action to a seat, inferring the acts of the seats due before it. Raises `Refusal`: `not_pending`."""
    hand = draft.hand
    due = hand.round.due
    if due >= 0 and hand.parts[due].seat == seat:
        return
    part = _part(hand, seat)
    if hand.stage not in ROUND:
        raise Refusal("betting_over", "S-081", seat=seat, stage=hand.stage)
    waiting = [hand.parts[i].seat for i in pending(hand)]
    if seat not in waiting:
        if part.all_in:
            raise Refusal("all_in_already", "S-115", seat=seat)
        raise Refusal("not_pending", "S-081", seat=seat, bet=hand.round.level, waiting=waiting)
    for other in waiting[: waiting.index(seat)]:
        if _is_due(
            draft.hand, other
        ):  # not a sleeper that a fold made live: it acts after the others
            _infer(draft, other, infer)


def _infer(draft: Draft, seat: int, infer: str) -> None:
    early = bound_act(draft.hand, seat)
    if early is not None and _is_legal(draft, early):  # a ruling let its out-of-turn act stand
        _record_action(draft, early)
    elif infer == "fold" and betting.owed(draft.hand, _part(draft.hand, seat)):
        draft.record(e.Folded(seat, inferred=True))
    else:
        infer_answer(draft, seat)


def _is_due(hand: Hand, seat: int) -> bool:
    return hand.round.due >= 0 and hand.parts[hand.round.due].seat == seat


def bound_act(hand: Hand, seat: int) -> c.Act | None:
    """Return the out-of-turn act of a seat that a ruling let stand (H-32), or None."""
    for act in hand.bound:
        if act.seat == seat:
            return c.Act(seat, act.what, act.to)  # type: ignore[arg-type]  # one of the acts of `Bind`
    return None


def _is_legal(draft: Draft, early: c.Act) -> bool:
    """Return whether an act that a ruling let stand is legal when its turn comes; otherwise it does not bind."""
    try:
        _record_action(Draft(draft.table), early)
    except Refusal:
        return False
    return True


def _check_ruling_limits(draft: Draft, command: c.Act) -> None:
    """Check an act against a ruling. Raises `Refusal`: `bound_act` (H-32), `act_limited` (S-012)."""
    hand = draft.hand
    early = bound_act(hand, command.seat)
    other = early is not None and _is_other_act(hand, command, early)
    if early is not None and other and _is_legal(draft, early):
        raise Refusal("bound_act", "H-32", seat=command.seat, what=early.what)
    for seat, acts in hand.limited:
        if seat == command.seat and not allowed(_action_kind(hand, command), acts):
            raise Refusal("act_limited", "S-012", seat=seat, acts=list(acts))


def _is_other_act(hand: Hand, command: c.Act, early: c.Act) -> bool:
    """Return whether an act differs from the early one in kind, or in the amount of a bet."""
    if _action_kind(hand, command) != _action_kind(hand, early):
        return True
    return early.to is not None and command.to not in (None, early.to)


def allowed(act: str, acts: tuple[str, ...]) -> bool:
    """Return whether a ruling's limits allow this act; a seat that may only call checks if nothing is owed."""
    return act in acts or (act == "check" and "call" in acts)


def _action_kind(hand: Hand, command: c.Act) -> str:
    if command.what in ("fold", "check", "call"):
        return command.what
    if command.what == "all_in":
        part = _part(hand, command.seat)
        total = command.to or part.committed + (part.stack or 0)
        return "raise" if total > hand.round.level else "call"
    return "raise"


def _record_action(draft: Draft, command: c.Act) -> None:
    _record(draft, _part(draft.hand, command.seat), command)


def _record(draft: Draft, part: Participant, command: c.Act) -> None:
    """Record an act of a participant. Raises `Refusal` if the rules or a ruling do not allow it."""
    hand = draft.hand
    if hand.bound or hand.limited:
        _check_ruling_limits(draft, command)
    match command.what:
        case "fold":
            draft.record(e.Folded(command.seat))
        case "check":
            _check(draft, part)
        case "call":
            _call(draft, part, command)
        case "all_in":
            _all_in(draft, part, command)
        case "bet" | "raise" | "complete":
            _bet(draft, part, command, all_in=False)


def _check(draft: Draft, part: Participant) -> None:
    owed = betting.owed(draft.hand, part)
    if owed:
        raise Refusal("cannot_check", "S-105", seat=part.seat, owed=owed)
    draft.record(e.Checked(part.seat))


def _call(draft: Draft, part: Participant, command: c.Act) -> None:
    amount = betting.to_call(draft.hand, part)
    if amount == 0:
        raise Refusal("nothing_to_call", "S-105", seat=part.seat)
    if command.to is not None:
        amount = _part_call(draft, part, command.to)
    draft.record(
        e.Called(part.seat, amount, all_in=amount == part.stack, declared=command.declared)
    )


def _part_call(draft: Draft, part: Participant, to: int) -> int:
    """Return the amount of a call after an agreement on any amount: the whole bet or only the pot (S-111)."""
    hand = draft.hand
    total = part.committed + betting.to_call(hand, part)
    if to != total and to != betting.call_pot(hand, part):
        raise Refusal("call_amount", "S-105", seat=part.seat, to=to, call=total)
    return to - part.committed


def _all_in(draft: Draft, part: Participant, command: c.Act) -> None:
    """Record an all-in: a short call, a call, or a bet; a counted stack needs no amount (S-114).

    chips that no one can call are not a bet (S-115)
    """
    hand = draft.hand
    to = command.to if command.to is not None else _whole_stack(part)
    if part.stack is not None and to != part.committed + part.stack:
        raise Refusal("not_all_in", "S-114", seat=part.seat, to=to, has=part.committed + part.stack)
    if part.stack is None:
        chips.check(to, draft.table.plaque.chips)
    if to == part.committed and part.stack is None and to:
        # No more chips: the seat plays for the chips in front of it (S-115, table stakes).
        draft.record(e.Called(part.seat, 0, all_in=True, declared=command.declared))
        return
    if to <= part.committed:
        raise Refusal(
            "amount_below_posted", "S-105", seat=part.seat, to=to, committed=part.committed
        )
    if to <= hand.round.level:
        draft.record(
            e.Called(part.seat, to - part.committed, all_in=True, declared=command.declared)
        )
        return
    if not betting.can_be_answered(hand, part):
        _record_unanswered(draft, part, command)
        return
    _bet(draft, part, c.Act(part.seat, "raise", to, command.declared, command.stood), all_in=True)


def _record_unanswered(draft: Draft, part: Participant, command: c.Act) -> None:
    """Record an all-in that no one can call as a call or a check; the rest is returned (S-115)."""
    if betting.owed(draft.hand, part):
        _call(draft, part, c.Act(part.seat, "call", declared=command.declared))
    else:
        _check(draft, part)


def _whole_stack(part: Participant) -> int:
    if part.stack is None:
        raise Refusal("amount_missing", "S-114", seat=part.seat)
    return part.committed + part.stack


def _bet(draft: Draft, part: Participant, command: c.Act, *, all_in: bool) -> None:
    hand = draft.hand
    table = draft.table
    stakes = table.plaque
    to = command.to
    if command.stood and to is not None:
        _above_level(hand, part, to)
    else:
        to = _checked_amount(betting.bounds(table, part), part, stakes, to, all_in=all_in)
    if part.stack is not None and to > part.committed + part.stack:
        raise Refusal(
            "more_than_stack", "S-113", seat=part.seat, to=to, has=part.committed + part.stack
        )
    if to - part.committed != part.stack:
        # An entire counted stack may go in, even if the plaque's chips cannot make the amount.
        chips.check(to, stakes.chips)
    full = betting.is_full(to, hand, stakes, table.rules)
    kind = betting.bet_kind(table, hand)
    draft.record(
        e.BetMade(
            seat=part.seat,
            to=to,
            increment=_next_increment(table, stakes, to) if full else hand.round.increment,
            full=full,
            raised=kind == "raise",
            completed=kind == "complete",
            all_in=all_in or to - part.committed == part.stack,
            stood=command.stood,
            declared=command.declared,
        )
    )


def _above_level(hand: Hand, part: Participant, to: int) -> None:
    if to <= hand.round.level:
        raise Refusal("not_a_raise", "S-105", seat=part.seat, to=to, bet=hand.round.level)


def _checked_amount(
    bounds: betting.Bounds, part: Participant, stakes: Stakes, to: int | None, *, all_in: bool
) -> int:
    """Return the amount, checked against minimum and maximum; an all-in may be below the minimum."""
    if to is None:
        if stakes.set_bets:
            return bounds.least
        raise Refusal("amount_missing", "S-102", seat=part.seat, least=bounds.least)
    facts = {"seat": part.seat, "to": to, "least": bounds.least, "most": bounds.most}
    if bounds.most is not None and to > bounds.most:
        raise Refusal("over_maximum_bet", "S-110" if stakes.limit == "pot" else "S-117", **facts)
    if to < bounds.least and not all_in:
        raise Refusal("below_minimum", "S-117" if stakes.capped else "S-107", **facts)
    if bounds.only and to not in bounds.only and not all_in:
        # Either limit, nothing in between (H-29).
        raise Refusal("between_limits", "H-29", **facts)
    return to


def _next_increment(table: Table, stakes: Stakes, to: int) -> int:
    """Return what the next full raise adds after a full bet or raise."""
    hand = table.hand
    assert hand is not None
    betting_round = hand.round
    if stakes.set_bets:
        if not betting.open_pair(table):
            return betting_round.increment
        return max(betting_round.increment, to - betting_round.full_level)
    raised_by = to - (betting_round.full_level if betting_round.bring_in else betting_round.level)
    # Half a raise may reopen the betting (H-04); the next raise must still be a full one.
    return max(raised_by, betting_round.increment) if betting_round.level else raised_by
