"""What a seat may do now, with which numbers: acts, the first act of stud, draws."""

from poker import betting, chips
from poker.decide import draws, opener
from poker.decide.act import allowed
from poker.decide.street import advance
from poker.draft import Draft
from poker.refusal import Refusal
from poker.state import Hand, Part, Table
from poker.turn import can_bet, pending

Options = dict[int, dict[str, object]]  # by seat, fields of the view's `seats`


def by_seat(shown: Table, hand: Hand) -> Options:
    """What each seat may do when it comes to act, the ones before it checking or calling."""
    stages = {"complete": _next_round, "draw": _drawing, "opener": _opening, "betting": _betting}
    if hand.stage not in stages:
        return {}
    return stages[hand.stage](shown, hand)


def _betting(shown: Table, hand: Hand) -> Options:
    if shown.tracking == "streets":
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
            "raise": _raise(shown, part, called),
        }
        options[part.seat] = _as_ruled(hand, part.seat, free)
        called += owed
        first = False
    if hand.round.bring_in and opener.may_name(hand):
        part = hand.parts[
            hand.index(hand.opener)
        ]  # may bet the full amount instead of the bring-in
        free = {"raise": _raise(shown, part, 0) if part.can_act else None}
        options[part.seat] = _as_ruled(hand, part.seat, free)
    if hand.unnamed > 0:
        for part in hand.live():
            options.setdefault(part.seat, {})["can_fold"] = True
    return options


def _as_ruled(hand: Hand, seat: int, free: dict[str, object]) -> dict[str, object]:
    """What a ruling leaves of a seat's acts: an early act that binds it (H-32), or limits for this round."""
    limits = next((acts for one, acts in hand.limited if one == seat), None)
    bound = next((act for act in hand.bound if act.seat == seat), None)
    if bound is not None:
        raises = bound.what in ("bet", "raise", "all_in")
        could = free["raise"] if raises else free.get(f"can_{bound.what}")
        if could:  # else its turn came otherwise, and it binds nobody
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


def _drawing(shown: Table, hand: Hand) -> Options:
    """The seat that draws next, with the most that it may exchange; a hand may be given up meanwhile."""
    options: Options = {part.seat: {"can_fold": True} for part in hand.live()}
    waits = draws.owed(hand) and shown.rules.draw_order == "in_turn"
    if (seat := draws.due(hand)) and not waits:
        most = min(shown.game.streets[hand.street].draw, hand.parts[hand.index(seat)].cards)
        options[seat] |= {"due": True, "first": True, "can_draw": most}
    return options


def _opening(shown: Table, hand: Hand) -> Options:
    """Who may be first in stud; where no bring-in is due a bet says that its seat was."""
    found = opener.opening(shown)
    could = found.could if found else ()
    bets = not opener.brings_in(shown) and shown.tracking == "actions"
    options: Options = {}
    for part in hand.live():
        free: dict[str, object] = {
            "can_fold": True,
            "can_open": part.seat in could,
            "can_check": bets and part.can_act,
            "raise": _first_bet(shown, part) if bets and part.can_act else None,
        }
        options[part.seat] = _as_ruled(hand, part.seat, free)
    return options


def _first_bet(shown: Table, part: Part) -> dict[str, object] | None:
    draft = Draft(shown)
    opener.name(draft, part.seat, "S-150", inferred=True)
    return _raise(draft.table, draft.hand.parts[draft.hand.index(part.seat)], 0)


def _raise(shown: Table, part: Part, called: int) -> dict[str, object] | None:
    try:
        bounds = betting.bounds(shown, part, called=called)
    except Refusal:
        return None
    pot = betting.pot_sized(shown, part, called=called)
    half = betting.pot_sized(shown, part, called=called, share=2)
    return {
        "kind": bounds.kind,
        "calls": called,
        "min": bounds.least,
        "max": bounds.most,
        "pot": _fit(pot, bounds, shown.plaque.chips),
        "all_in": _all_in(part, bounds),
        "half_pot": _fit(half, bounds, shown.plaque.chips),
    }


def _all_in(part: Part, bounds: betting.Bounds) -> int | None:
    if part.stack is None:
        return None
    whole = part.committed + part.stack
    return whole if bounds.most is None or whole <= bounds.most else None


def _fit(amount: int | None, bounds: betting.Bounds, denominations: tuple[int, ...]) -> int | None:
    """What the chips can make of an amount, within the bounds (S-118); of two limits one of them (H-29)."""
    if amount is None:  # of a pot that nobody knows
        return None
    if bounds.only:
        return max((one for one in bounds.only if one <= amount), default=bounds.least)
    amount = max(chips.down(amount, denominations), bounds.least)
    return amount if bounds.most is None else min(amount, bounds.most)


def _next_round(shown: Table, hand: Hand) -> Options:
    """A bet while the round is complete says that the next street was dealt already."""
    last = hand.street + 1 >= len(shown.game.streets)
    if last or can_bet(hand.parts) < 2 or shown.tracking == "streets":
        return {}
    draft = Draft(shown)
    try:
        advance(draft)
    except (
        Refusal
    ):  # a deck that cannot deal the next street, such as one counted by hand: a ruling
        return {}
    ahead = draft.hand
    if ahead.stage in ("draw", "opener"):
        found = _drawing if ahead.stage == "draw" else _opening
        # A fold says nothing about the next street, so that nobody folds before it is dealt.
        return {s: {**one, "can_fold": False} for s, one in found(draft.table, ahead).items()}
    return {
        part.seat: {"raise": _raise(draft.table, part, 0)} for part in ahead.live() if part.can_act
    }
