"""What a seat may do now and with which amounts: acts, stud's first act, draws."""

from poker import betting, chips
from poker.decide import draw_round, opener
from poker.decide.act import allowed, has_next_betting
from poker.decide.rewrite import inferred_act, may_only_fold, take_back
from poker.decide.street import advance
from poker.draft import Draft
from poker.refusal import Refusal
from poker.state import Hand, Participant, Table
from poker.turn import pending

Options = dict[int, dict[str, object]]  # by seat, fields of the view's `seats`


def by_seat(table: Table, hand: Hand) -> Options:
    """Return what each seat may do when the action gets to it, the seats before it checking or calling."""
    stages = {"complete": _next_round, "draw": _drawing, "opener": _opening, "betting": _betting}
    if hand.stage not in stages:
        return {}
    return stages[hand.stage](table, hand)


def _betting(table: Table, hand: Hand) -> Options:
    if table.tracking == "streets":
        return {part.seat: {"can_fold": True} for part in hand.live()}
    options: Options = {}
    called = 0
    first = True
    for i in pending(hand):
        part = hand.parts[i]
        owed = betting.to_call(hand, part)
        free: dict[str, object] = {
            "due": True,
            "first": first,
            "can_fold": True,
            "can_check": owed == 0,
            "can_call": owed > 0,
            "to_call": owed,
            "call_pot": betting.call_pot(hand, part),
            **_raise(table, part, called),
        }
        options[part.seat] = _as_ruled(hand, part.seat, free)
        called += owed
        first = False
    if hand.round.bring_in and opener.may_name(hand):
        part = hand.parts[
            hand.index(hand.opener)
        ]  # may bet the full amount instead of the bring-in
        free = _raise(table, part, 0) if part.can_act else {"raise": None}
        options[part.seat] = _as_ruled(hand, part.seat, free)
    options |= _rewrites(table, hand)
    if hand.unnamed > 0:
        for part in hand.live():
            options.setdefault(part.seat, {})["can_fold"] = True
    return options


def _rewrites(table: Table, hand: Hand) -> Options:
    """Return what the seats may do whose act in this round was only inferred: any act at their place in the order."""
    options: Options = {}
    for part in hand.live():
        act = inferred_act(hand, part)
        if act is None:
            continue
        if may_only_fold(hand, part):
            options[part.seat] = _as_ruled(hand, part.seat, {"can_fold": True, "raise": None})
            continue
        draft = Draft(table)
        take_back(draft, part, raises=True)
        before = draft.hand.parts[hand.index(part.seat)]
        free: dict[str, object] = {
            "can_fold": True,
            "can_check": act.what == "check",
            "can_call": act.what == "call",
            "to_call": act.amount,
            "call_pot": betting.call_pot(draft.hand, before),
            **_raise(draft.table, before, 0),
        }
        options[part.seat] = _as_ruled(hand, part.seat, free)
    return options


def _as_ruled(hand: Hand, seat: int, free: dict[str, object]) -> dict[str, object]:
    """Return what a ruling leaves of a seat's acts: an out-of-turn act that binds it (H-32), or limits for this
    round.
    """
    limits = next((acts for number, acts in hand.limited if number == seat), None)
    bound = next((act for act in hand.bound if act.seat == seat), None)
    if bound is not None:
        raises = bound.what in ("bet", "raise", "all_in")
        could = free["raise"] if raises else free.get(f"can_{bound.what}")
        if could:  # otherwise its turn came differently, and the act does not bind
            limits = ("raise",) if raises else (bound.what,)
        else:
            bound = None
    if limits is None:
        return free
    left = {
        **free,
        "can_fold": bool(free.get("can_fold")) and "fold" in limits,
        "can_check": bool(free.get("can_check")) and allowed("check", limits),
        "can_call": bool(free.get("can_call")) and "call" in limits,
        "raise": free["raise"] if "raise" in limits else None,
    }
    if bound is not None:
        left["bound"] = {"what": bound.what, "to": bound.to}
    if "call" not in limits:
        left["call_pot"] = None
    return left


def _drawing(table: Table, hand: Hand) -> Options:
    """Return the options of the seat that draws next, with its maximum; hands may also be folded."""
    options: Options = {part.seat: {"can_fold": True} for part in hand.live()}
    waits = draw_round.owed(hand) and table.rules.draw_order == "in_turn"
    if (seat := draw_round.due(hand)) and not waits:
        most = min(table.game.streets[hand.street].draw, hand.parts[hand.index(seat)].cards)
        options[seat] |= {"due": True, "first": True, "can_draw": most}
    return options


def _opening(table: Table, hand: Hand) -> Options:
    """Return which seats may be first in stud; without a bring-in due, a bet implies its seat was first."""
    opening = opener.opening(table)
    could = opening.could if opening else ()
    bets = not opener.brings_in(table) and table.tracking == "actions"
    options: Options = {}
    for part in hand.live():
        free: dict[str, object] = {
            "can_fold": True,
            "can_open": part.seat in could,
            "can_check": bets and part.can_act,
            **(_first_bet(table, part) if bets and part.can_act else {"raise": None}),
        }
        options[part.seat] = _as_ruled(hand, part.seat, free)
    return options


def _first_bet(table: Table, part: Participant) -> dict[str, object]:
    draft = Draft(table)
    opener.name(draft, part.seat, "S-150", inferred=True)
    return _raise(draft.table, draft.hand.parts[draft.hand.index(part.seat)], 0)


def _raise(table: Table, part: Participant, called: int) -> dict[str, object]:
    """Return the seat's bet or raise, or why it may not make one."""
    try:
        bounds = betting.bounds(table, part, called=called)
    except Refusal as refused:
        facts = {"code": refused.code, "rule": refused.rule, "facts": refused.facts}
        return {"raise": None, "no_raise": facts}
    pot = betting.pot_sized(table, part, called=called)
    half = betting.pot_sized(table, part, called=called, share=2)
    choice = {
        "kind": bounds.kind,
        "calls": called,
        "min": bounds.least,
        "max": bounds.most,
        "pot": _fit(pot, bounds, table.plaque.chips),
        "all_in": _all_in(part, bounds),
        "half_pot": _fit(half, bounds, table.plaque.chips),
    }
    return {"raise": choice}


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
    """Return the bets of a complete round; one implies that the next street was dealt already.

    An inferred act may still become a fold or, if no betting follows, any other act.
    """
    rewrites = {} if table.tracking == "streets" else _rewrites(table, hand)
    if table.tracking == "streets" or not has_next_betting(table):
        return rewrites
    folds: Options = {seat: {"can_fold": item["can_fold"]} for seat, item in rewrites.items()}
    bets = _next_bets(table)
    return {
        seat: bets.get(seat, {}) | folds.get(seat, {}) for seat in dict.fromkeys([*bets, *folds])
    }


def _next_bets(table: Table) -> Options:
    """Return the bets on the next street, which is not dealt yet."""
    draft = Draft(table)
    try:
        advance(draft)
    except (
        Refusal
    ):  # a deck that cannot deal the next street, such as one counted by hand: a ruling
        return {}
    ahead = draft.hand
    if ahead.stage in ("draw", "opener"):
        found = _drawing if ahead.stage == "draw" else _opening
        # A fold implies nothing about the next street, so no one folds before it is dealt.
        return {s: {**item, "can_fold": False} for s, item in found(draft.table, ahead).items()}
    return {part.seat: _raise(draft.table, part, 0) for part in ahead.live() if part.can_act}
