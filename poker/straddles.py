"""Straddles of the next hand: who may post one, for how much, and in what order the seats then act (H-60).

No guide covers straddles. The plaque lists the kinds on offer; public practice is behind the choices.
"""

from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from poker import chips
from poker.commands import Post
from poker.next_hand import NextHandPlan, Straddle, StraddleKind
from poker.rules import HouseRules
from poker.stakes import Straddles
from poker.state import Hand, Table


class StraddleOffer(msgspec.Struct, frozen=True):
    """A seat that may straddle next. replaces: it takes the place of the straddles posted so far."""

    seat: int
    kind: StraddleKind
    least: int
    most: int
    replaces: bool = False


def with_straddles(table: Table, plan: NextHandPlan) -> NextHandPlan:
    """Return the plan with the posts of the announced straddles that are still possible.

    The first one that is not, such as that of a player who left, ends the row.
    """
    if not table.straddle:
        return plan
    straddles: list[Straddle] = []
    for seat, named in table.straddles:
        offers = [offer for offer in _offers(table, plan, straddles) if not offer.replaces]
        offer = next((offer for offer in offers if offer.seat == seat), None)
        if offer is None:
            break
        amount = named or offer.least
        if not offer.least <= amount <= offer.most or not can_post(table, plan, seat, amount):
            break
        straddles.append(Straddle(seat, amount, offer.kind))
    posts = tuple(
        Post(seat=item.seat, kind="straddle", live=item.amount - _posted(plan, item.seat))
        for item in straddles
        if item.kind != "sleeper"
    )
    return replace(plan, posts=plan.posts + posts, straddles=tuple(straddles))


def offers(table: Table, plan: NextHandPlan) -> tuple[StraddleOffer, ...]:
    """Return the seats that may straddle next, with the amounts; the button before the others."""
    return _offers(table, plan, plan.straddles)


def _offers(
    table: Table, plan: NextHandPlan, straddles: Sequence[Straddle]
) -> tuple[StraddleOffer, ...]:
    offered = table.plaque.straddling
    if offered is None or plan.big not in plan.order or len(plan.order) < 3:
        return ()
    if table.bomb is not None:  # a bomb pot has no bets before the flop
        return ()
    if table.kill and table.rules.straddle_in_kill == "none":
        return ()
    blinds = {post.seat for post in plan.posts if post.kind in ("small", "big", "blind")}
    free = [seat for seat in plan.order if seat not in blinds.union(plan.blinds)]
    if straddles:
        return _within(table, plan, _next_offers(table, plan, straddles, free))
    blind = table.plaque.blinds[-1]
    first = [_offer(offered, seat, kind, blind) for seat, kind in _first_kinds(offered, plan, free)]
    return _within(table, plan, first)


def _next_offers(
    table: Table, plan: NextHandPlan, straddles: Sequence[Straddle], free: Sequence[int]
) -> list[StraddleOffer]:
    """Return the offers after a first straddle: the button in its place, and the seat left of the last in turn."""
    offered = table.plaque.straddling
    assert offered is not None
    last = straddles[-1]
    left = _left_of(plan.order, last.seat)
    open_seats = [seat for seat in free if seat not in {item.seat for item in straddles}]
    in_turn = len(straddles) < offered.most and left in open_seats and last.kind != "sleeper"
    offers = []
    if (
        plan.button in open_seats
        and _has_priority(offered)
        and not (in_turn and left == plan.button)
    ):
        first = _offer(offered, plan.button, "button", table.plaque.blinds[-1])
        offers.append(replace(first, replaces=True))
    if in_turn:
        offers.append(_offer(offered, left, last.kind, last.amount))
    return offers


def _first_kinds(
    offered: Straddles, plan: NextHandPlan, free: Sequence[int]
) -> list[tuple[int, StraddleKind]]:
    """Return the seats of a first straddle, each with its kind; the button goes first."""
    gun = _left_of(plan.order, plan.big)
    kinds: dict[int, StraddleKind] = {}
    if plan.button in free and _has_priority(offered):
        kinds[plan.button] = "button"
    if gun in free and ("under_the_gun" in offered.kinds or "any_seat" in offered.kinds):
        kinds[gun] = "under_the_gun"
    later: StraddleKind = "any_seat" if "any_seat" in offered.kinds else "sleeper"
    if later in offered.kinds:
        for seat in free:
            if later == "any_seat" or seat != gun:
                kinds.setdefault(seat, later)
    return list(kinds.items())


def _has_priority(offered: Straddles) -> bool:
    return "button" in offered.kinds or "any_seat" in offered.kinds


def _left_of(order: Sequence[int], seat: int) -> int:
    return order[(order.index(seat) + 1) % len(order)]


def _offer(offered: Straddles, seat: int, kind: StraddleKind, bet: int) -> StraddleOffer:
    return StraddleOffer(seat, kind, 2 * bet, offered.cap or 2 * bet)


def _within(
    table: Table, plan: NextHandPlan, results: Sequence[StraddleOffer]
) -> tuple[StraddleOffer, ...]:
    """Return the offers that are within the cap and above what their seats post anyway, such as a killer's blind."""
    kept = []
    for offer in results:
        above = chips.round_up(_posted(plan, offer.seat) + 1, table.plaque.chips)
        least = max(offer.least, above)
        if least <= offer.most:
            kept.append(replace(offer, least=least))
    return tuple(kept)


def _posted(plan: NextHandPlan, seat: int) -> int:
    """Return the live chips that the seat posts anyway; they count toward its straddle, dead ones do not."""
    return sum(post.live for post in plan.posts if post.seat == seat and post.kind != "straddle")


def can_post(table: Table, plan: NextHandPlan, seat: int, amount: int) -> bool:
    """Return whether a counted stack pays this straddle beside the ante and the dead posts of its seat."""
    chair = table.seats[seat - 1]
    if chair.short:
        return False
    if chair.stack is None:
        return True
    beside = sum(post.dead + post.contested for post in plan.posts if post.seat == seat)
    return amount + beside <= chair.stack


class OpeningOrder(msgspec.Struct, frozen=True):
    """Where the first round starts. after: index of the seat before the first to act; last: index, or -1, of a seat
    that acts after everyone else, whatever its place.
    """

    after: int
    last: int = -1


def opening_order(
    hand: Hand, rules: HouseRules, forced: Sequence[Post], kill_post: int
) -> OpeningOrder | None:
    """Return the order of the first round behind a straddle (H-60); None if no straddle rules it.

    A straddle that a kill's blind matches or tops rules nothing (H-62).
    """
    straddlers = [post.seat for post in forced if post.kind == "straddle"]
    if not straddlers:
        return None
    top = hand.index(straddlers[-1])
    if kill_post >= hand.parts[top].committed:
        return None
    big = hand.index(hand.big)
    under_the_gun = hand.parts[(big + 1) % len(hand.parts)].seat
    if straddlers[0] == under_the_gun or rules.straddle_order == "left_of_straddle":
        return OpeningOrder(top)
    after = len(hand.parts) - 1 if rules.straddle_order == "blinds_first" else big
    return OpeningOrder(after, top)
