"""A seat's available acts and their amounts, including stud's first act and draws."""

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from poker import betting, chips
from poker.act_corrections import held_act
from poker.decide import discards, draw_round, opener
from poker.decide.act import allowed, has_next_betting
from poker.decide.rewrite import inferred_act, may_only_fold, take_back
from poker.decide.street import advance
from poker.draft import Draft
from poker.refusal import Refusal
from poker.state import Hand, Participant, Table
from poker.turn import pending
from poker.view.model import BoundView, RaiseView, RefusalView, SeatOptions

Options = dict[int, SeatOptions]  # by seat
# A bet or raise, or the reason for its absence.
Raise = tuple[RaiseView | None, RefusalView | None]
FOLD = SeatOptions(can_fold=True)


def by_seat(table: Table, hand: Hand) -> Options:
    """Return what each seat may do when the action gets to it, if the seats before it check or call."""
    stages = {"complete": _next_round, "draw": _drawing, "opener": _opening, "betting": _betting}
    if hand.stage not in stages:
        return {}
    options = {} if discards.are_due(table) else stages[hand.stage](table, hand)
    options = _with_discards(table, hand, options)
    open_act = held_act(hand)
    if open_act is None:
        return options
    return {seat: item for seat, item in options.items() if seat == open_act.seat}


def _with_discards(table: Table, hand: Hand, options: Options) -> Options:
    """Return the options with the seats that may be tapped as having discarded."""
    seats = [part.seat for part in hand.live() if discards.may_discard(table, part.seat)]
    if not seats:
        return options
    also = {seat: replace(options.get(seat, SeatOptions()), can_discard=True) for seat in seats}
    return options | also


def _betting(table: Table, hand: Hand) -> Options:
    if table.tracking == "streets":
        return {part.seat: FOLD for part in hand.live()}
    options: Options = {}
    called = 0
    first = True
    for i in pending(hand):
        part = hand.parts[i]
        owed = betting.to_call(hand, part)
        raises, no_raise = _raise(table, part, called)
        free = SeatOptions(
            due=True,
            first=first,
            can_fold=True,
            can_check=owed == 0,
            can_call=owed > 0,
            to_call=owed,
            call_pot=betting.call_pot(hand, part),
            raises=raises,
            no_raise=no_raise,
        )
        options[part.seat] = _as_ruled(hand, part.seat, free)
        called += owed
        first = False
    if hand.round.bring_in and opener.may_name(hand):
        # May bet the full amount instead of the bring-in.
        part = hand.parts[hand.index(hand.opener)]
        free = _only_raise(table, part) if part.can_act else SeatOptions()
        options[part.seat] = _as_ruled(hand, part.seat, free)
    options |= _rewrites(table, hand)
    if hand.unnamed > 0:
        for part in hand.live():
            options[part.seat] = replace(options.get(part.seat, FOLD), can_fold=True)
    return options


def _rewrites(table: Table, hand: Hand) -> Options:
    """Return the options of seats whose act in this round was only inferred: any act at their place in the order."""
    options: Options = {}
    for part in hand.live():
        act = inferred_act(hand, part)
        if act is None:
            continue
        if may_only_fold(hand, part):
            options[part.seat] = _as_ruled(hand, part.seat, FOLD)
            continue
        draft = Draft(table)
        take_back(draft, part, raises=True)
        before = draft.hand.parts[hand.index(part.seat)]
        raises, no_raise = _raise(draft.table, before, 0)
        free = SeatOptions(
            can_fold=True,
            can_check=act.what == "check",
            can_call=act.what == "call",
            to_call=act.amount,
            call_pot=betting.call_pot(draft.hand, before),
            raises=raises,
            no_raise=no_raise,
        )
        options[part.seat] = _as_ruled(hand, part.seat, free)
    return options


def _as_ruled(hand: Hand, seat: int, free: SeatOptions) -> SeatOptions:
    """Return a seat's options under a ruling: an out-of-turn act that binds it (H-32), or limits for this round."""
    limits = next((acts for number, acts in hand.limited if number == seat), None)
    bound = next((act for act in hand.bound if act.seat == seat), None)
    if bound is not None:
        raises = bound.what in ("bet", "raise", "all_in")
        could = free.raises is not None if raises else bound.what in _passive(free)
        if could:  # otherwise the action changed before its turn, and the act does not bind
            limits = ("raise",) if raises else (bound.what,)
        else:
            bound = None
    if limits is None:
        return free
    return replace(
        free,
        can_fold=free.can_fold and "fold" in limits,
        can_check=free.can_check and allowed("check", limits),
        can_call=free.can_call and "call" in limits,
        raises=free.raises if "raise" in limits else None,
        bound=UNSET if bound is None else BoundView(bound.what, bound.to),
        call_pot=free.call_pot if "call" in limits else None,
    )


def _passive(free: SeatOptions) -> set[str]:
    """Return the acts other than a bet that the seat may make."""
    could = {
        "fold": free.can_fold,
        "check": free.can_check,
        "call": free.can_call,
        "open": free.can_open,
    }
    return {act for act, is_able in could.items() if is_able}


def _drawing(table: Table, hand: Hand) -> Options:
    """Return the options of the seat that draws next, with its maximum; hands may also be folded."""
    options: Options = {part.seat: FOLD for part in hand.live()}
    waits = draw_round.owed(hand) and table.rules.draw_order == "in_turn"
    if (seat := draw_round.due(hand)) and not waits:
        most = min(table.game.streets[hand.street].draw, hand.parts[hand.index(seat)].cards)
        options[seat] = replace(FOLD, due=True, first=True, can_draw=most)
    return options


def _opening(table: Table, hand: Hand) -> Options:
    """Return which seats may be first in stud; without a bring-in due, a bet implies its seat was first."""
    opening = opener.opening(table)
    could = opening.could if opening else ()
    bets = not opener.brings_in(table) and table.tracking == "actions"
    absent = [seat for seat in opener.in_order(table, hand) if seat in hand.absent]
    options: Options = {seat: SeatOptions(can_open=seat in could) for seat in absent}
    for part in hand.live():
        may_bet = bets and part.can_act
        raises, no_raise = _first_bet(table, part) if may_bet else (None, None)
        free = SeatOptions(
            can_fold=True,
            can_open=part.seat in could,
            can_check=may_bet,
            raises=raises,
            no_raise=no_raise,
        )
        options[part.seat] = _as_ruled(hand, part.seat, free)
    return options


def _first_bet(table: Table, part: Participant) -> Raise:
    draft = Draft(table)
    opener.name(draft, part.seat, "S-150", inferred=True)
    return _raise(draft.table, draft.hand.parts[draft.hand.index(part.seat)], 0)


def _only_raise(table: Table, part: Participant) -> SeatOptions:
    raises, no_raise = _raise(table, part, 0)
    return SeatOptions(raises=raises, no_raise=no_raise)


def _raise(table: Table, part: Participant, called: int) -> Raise:
    try:
        bounds = betting.bounds(table, part, called=called)
    except Refusal as refused:
        return None, RefusalView(
            refused.code, refused.rule, msgspec.convert(refused.facts, dict[str, int])
        )
    pot = betting.pot_sized(table, part, called=called)
    half = betting.pot_sized(table, part, called=called, share=2)
    choice = RaiseView(
        kind=bounds.kind,
        calls=called,
        min=bounds.least,
        max=bounds.most,
        pot=_fit(pot, bounds, table.plaque.chips),
        all_in=_all_in(part, bounds),
        half_pot=_fit(half, bounds, table.plaque.chips),
    )
    return choice, None


def _all_in(part: Participant, bounds: betting.Bounds) -> int | None:
    if part.stack is None:
        return None
    total = part.committed + part.stack
    return total if bounds.most is None or total <= bounds.most else None


def _fit(amount: int | None, bounds: betting.Bounds, denominations: tuple[int, ...]) -> int | None:
    """Return the amount the chips can make within the bounds (S-118); with two limits, one of them (H-29)."""
    if amount is None:  # the pot is unknown
        return None
    if bounds.only:
        return max((number for number in bounds.only if number <= amount), default=bounds.least)
    amount = max(chips.round_down(amount, denominations), bounds.least)
    return amount if bounds.most is None else min(amount, bounds.most)


def _next_round(table: Table, hand: Hand) -> Options:
    """Return the bets of a complete round; a bet implies that the next street was already dealt.

    An inferred act may still become a fold or, if no betting follows, any other act.
    """
    rewrites = {} if table.tracking == "streets" else _rewrites(table, hand)
    if table.tracking == "streets" or not has_next_betting(table):
        return rewrites
    options = _next_bets(table)
    for seat, item in rewrites.items():
        options[seat] = replace(options.get(seat, SeatOptions()), can_fold=item.can_fold)
    return options


def _next_bets(table: Table) -> Options:
    """Return the bets on the next street, which is not dealt yet."""
    draft = Draft(table)
    try:
        advance(draft)
    except Refusal:
        # A deck that cannot deal the next street, such as one counted by hand, needs a ruling.
        return {}
    ahead = draft.hand
    if ahead.stage in ("draw", "opener"):
        options_of = _drawing if ahead.stage == "draw" else _opening
        # A fold implies nothing about the next street, so no one folds before it is dealt.
        return {
            s: replace(item, can_fold=False) for s, item in options_of(draft.table, ahead).items()
        }
    return {part.seat: _only_raise(draft.table, part) for part in ahead.live() if part.can_act}
