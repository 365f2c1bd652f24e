"""The start of a hand: button, forced bets, hole cards, first round (S-048 to S-079)."""

from msgspec.structs import replace

from poker import bomb_pots, button
from poker import commands as c
from poker import events as e
from poker.betting import CAP
from poker.commands import Post
from poker.decide.absent import kill_absent_hands
from poker.decide.boards import deal_boards
from poker.decide.opener import await_opener
from poker.decide.table import require_open
from poker.draft import Draft
from poker.event_levels import refuse_break, refuse_held
from poker.evolve_acts import before_first
from poker.next_hand import NextHandPlan
from poker.refusal import Refusal
from poker.rules import HouseRules
from poker.state import Hand, Round, Table
from poker.straddles import OpeningOrder, opening_order
from poker.turn import next_due


def deal(draft: Draft, command: c.Deal, now: int) -> None:
    """Start the hand and deal; after a misdeal, redeal."""
    hand = draft.table.hand
    if hand is None:
        start(draft, command.posts)
    elif hand.stage == "deal":
        _hole_cards(draft)
        _reopen(draft)
        kill_absent_hands(draft)
    else:
        raise Refusal("already_dealt", "S-075", hand=hand.number)


def ensure_dealt(draft: Draft) -> Hand:
    """Record the deal that an act or a count implies, because dealing never waits for the tablet; return the hand."""
    hand = draft.table.hand
    if hand is not None and hand.stage != "deal":
        return hand
    deal(draft, c.Deal(), 0)
    return draft.hand


def start(draft: Draft, posts: tuple[Post, ...] | None) -> None:
    """Start a new hand: button, posts, hole cards, first round."""
    require_open(draft)
    on_screen = _with_event_shown(draft)
    refuse_held(on_screen)
    refuse_break(on_screen, draft.now)
    before = draft.table
    table = draft.table_dealt
    plan = _plan(draft.table_shown)
    at = draft.now if table.promotions else 0
    draft.record(e.HandStarted(table, table.hands + 1, at))
    if table.bomb is not None:
        draft.record(e.BombPotStarted(table.bomb, draft.now))
    if table.splash and not (table.fund_splash and draft.unseen.splash):
        draft.record(e.SplashAdded(table.splash))
    is_next_level = table.event is not None and table.stakes != before.stakes
    if table.stakes is not None and (table.next_plaque != before.next_plaque or is_next_level):
        # Repeats data of the start, for readers that do not read the whole table.
        draft.record(e.PlaqueChanged(table.stakes, table.rules, draft.now))
        if (waiting := table.next_plaque) is not None:
            draft.record(e.PlaqueQueued(waiting.stakes, waiting.rules, draft.now))
    draft.record(
        e.ButtonMoved(
            button=plan.button,
            order=plan.order,
            small=plan.small,
            big=plan.big,
            passed=plan.passed,
            missed_small=plan.missed_small,
            missed_big=plan.missed_big,
            blinds=plan.blinds,
            stays=plan.stays,
        )
    )
    forced = plan.posts if posts is None else posts
    _post_all(draft, plan, forced)
    if posts is None:
        _place_sleepers(draft, plan)
    _hole_cards(draft)
    _open_first(draft, forced)
    kill_absent_hands(draft)


def _with_event_shown(draft: Draft) -> Table:
    """Return the table with its tournament as the dealer's screen showed it: a hand that was dealt stays dealt."""
    table = draft.table
    shown = draft.unseen.event
    if shown is None or table.event is None:
        return table
    return replace(table, event=shown)


def _plan(table: Table) -> NextHandPlan:
    """Return the plan of the next hand. Raises `Refusal` if it can't be dealt, or not as the bomb pot called for."""
    if table.bomb is None:
        return button.plan(table)
    bomb_pots.check_bomb_pot(table, table.bomb)
    return bomb_pots.plan(table, table.bomb)


def _post_all(draft: Draft, plan: NextHandPlan, forced: tuple[Post, ...]) -> None:
    table = draft.table
    for post in forced:
        if post.seat not in plan.order:
            raise Refusal("not_in_hand", "S-061", seat=post.seat)
        _post(draft, post, _full_blind(table, plan, post))


def _place_sleepers(draft: Draft, plan: NextHandPlan) -> None:
    for straddle in plan.straddles:
        if straddle.kind == "sleeper":
            draft.record(e.SleeperPlaced(straddle.seat, straddle.amount))


def _full_blind(table: Table, plan: NextHandPlan, post: Post) -> int:
    """Return the full amount of this post."""
    blinds = table.plaque.blinds
    if not blinds:
        return post.live
    by_seat = dict(zip(plan.blinds, blinds, strict=False))
    if post.kind == "small" and len(blinds) > 1:
        return blinds[-2]
    return by_seat.get(post.seat, blinds[0]) if post.kind == "blind" else blinds[-1]


def _post(draft: Draft, post: Post, full: int) -> None:
    hand = draft.hand
    part = hand.parts[hand.index(post.seat)]
    seat = draft.table.seats[post.seat - 1]
    if post.kind == "ante":
        amount = _afford(part.stack, post.contested or post.dead)
        if amount:
            all_in = amount == part.stack or 0 < seat.short <= amount
            draft.record(e.AntePosted(post.seat, amount, dead=bool(post.dead), all_in=all_in))
        return
    dead = _afford(part.stack, post.dead)
    live = _afford(None if part.stack is None else part.stack - dead, post.live)
    if live + dead == 0:
        return
    paid = live if hand.bomb is None else dead
    short = post.kind in ("small", "big", "blind") and 2 * paid < full
    all_in = live + dead == part.stack or 0 < seat.short <= live
    draft.record(e.BlindPosted(post.seat, post.kind, live, dead, all_in=all_in, short=short))


def _afford(stack: int | None, amount: int) -> int:
    return amount if stack is None else min(stack, amount)


def _hole_cards(draft: Draft) -> None:
    street = draft.table.game.streets[0]
    order = tuple(part.seat for part in draft.hand.live())
    draft.record(e.HoleCardsDealt(street.each, order, street.up))
    if street.board:
        deal_boards(draft, street, within=True)


def _open_first(draft: Draft, forced: tuple[Post, ...]) -> None:
    """Open the first round: full blinds set the level even if one was short.

    Both blinds keep their option (S-079).
    """
    if draft.table.game.family == "stud":
        await_opener(draft)
        return
    hand = draft.hand
    if hand.bomb is not None:
        _close_first(draft)
        return
    table = draft.table
    stakes = table.plaque
    rules = table.rules
    blinds = [post for post in forced if post.kind in ("small", "big", "blind")]
    straddles = [post for post in forced if post.kind == "straddle"]
    killed = stakes.kill is not None and any(post.kind == "kill" for post in forced)
    kill_post = stakes.kill.post if stakes.kill is not None and killed else 0  # in full (H-28)
    blind = stakes.blinds[-1] if stakes.blinds and (blinds or straddles) else 0
    level = max(_highest(forced), kill_post, blind)
    owed = sum(stakes.blinds[-2:]) if len(hand.parts) == 2 else sum(stakes.blinds)
    positions = [hand.index(post.seat) for post in blinds]
    posted = sum(hand.parts[i].committed for i in positions)
    in_turn = OpeningOrder(positions[-1] if positions else len(hand.parts) - 1)
    order = opening_order(hand, rules, forced, kill_post) or in_turn
    increment = draft.bet_unit
    if not stakes.set_bets:
        increment = max(increment, level)  # a straddle is the opening bet, which no guide covers
    closed = _without_option(hand, rules, level)
    draft.record(
        e.BettingOpened(
            due=_first(hand, level, order, closed),
            level=level,
            increment=increment,
            raises=_raises(hand, len(straddles)) if level else 0,
            missing=max(owed - posted, 0),
            closed=closed,
            last=hand.parts[order.last].seat if order.last >= 0 else 0,
        )
    )


def _close_first(draft: Draft) -> None:
    """Open the first round of a bomb pot, in which no one bets (H-70)."""
    draft.record(e.BettingOpened(due=0, increment=draft.bet_unit))


def _highest(forced: tuple[Post, ...]) -> int:
    """Return the most live chips that a seat posts; a straddle adds to what its seat posts anyway."""
    posted: dict[int, int] = {}
    for post in forced:
        if post.kind != "ante":
            posted[post.seat] = posted.get(post.seat, 0) + post.live
    return max(posted.values(), default=0)


def _raises(hand: Hand, straddles: int) -> int:
    """Return the bets that count toward the cap: each straddle is one, or the last is the hand's big blind (H-61)."""
    return 1 if hand.straddle else min(1 + straddles, CAP)


def _reopen(draft: Draft) -> None:
    """Open the first round again after a misdeal, with the forced bets in place."""
    if draft.table.game.family == "stud":
        await_opener(draft)
        return
    hand = draft.hand
    if hand.bomb is not None:
        _close_first(draft)
        return
    opening = hand.opening or Round()
    closed = _without_option(hand, draft.table.rules, opening.level)
    draft.record(
        e.BettingOpened(
            due=_first(hand, opening.level, OpeningOrder(before_first(hand), opening.last), closed),
            level=opening.level,
            increment=opening.increment,
            raises=opening.raises,
            missing=opening.missing,
            closed=closed,
            last=hand.parts[opening.last].seat if opening.last >= 0 else 0,
        )
    )


def _first(hand: Hand, level: int, order: OpeningOrder, closed: tuple[int, ...]) -> int:
    """Return the first seat after the blinds that has a decision; 0 for none."""
    parts = hand.parts
    if closed:
        parts = tuple(replace(p, level=level) if p.seat in closed else p for p in parts)
    due = next_due(parts, level, order.after, order.last)
    return parts[due].seat if due >= 0 else 0


def _without_option(hand: Hand, rules: HouseRules, level: int) -> tuple[int, ...]:
    """Return the small blind if it matches the bet and only the big blind has the option (H-02)."""
    if rules.blind_option == "both":
        return ()
    return tuple(p.seat for p in hand.parts if p.seat == hand.small and p.committed == level)
