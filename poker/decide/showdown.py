"""The award: side pots first, split pots, odd chips, rake, the end of the hand (S-090, S-122, S-164, S-181)."""

from poker import chips, later_pots, pots, rake
from poker import commands as c
from poker import events as e
from poker.cells import cell_amount, waiting
from poker.decide.deal import ensure_dealt
from poker.decide.hand_end import settle_next_hand
from poker.decide.showing import live_index
from poker.decide.street import ROUND, advance, close, dealt_each, return_uncalled, skip
from poker.draft import Draft
from poker.reading import RANKINGS, always_splits
from poker.refusal import Refusal
from poker.shown_hands import odd_first
from poker.state import Award, Cell, Hand, Participant, Pot, Table
from poker.turn import can_bet


def award(draft: Draft, command: c.AwardPot, now: int) -> None:
    """Push a pot to its winner or split it; the last pot ends the hand."""
    ensure_dealt(draft)
    seats = command.seats or tuple(part.seat for part in draft.hand.live())
    if not command.seats and len(seats) != 1:
        raise Refusal("winner_missing", "S-181", seats=list(seats))
    low = _second_half(draft.table, seats, command.low)
    winners = seats + tuple(seat for seat in low if seat not in seats)
    for half in (seats, low):
        if len(set(half)) != len(half):
            raise Refusal("seat_twice", "S-181", seats=list(half))
    for seat in winners:
        live_index(draft.hand, seat)
    _name_the_rest(draft, winners)
    _reach_award(draft, winners)
    if not draft.hand.pots:
        build(draft)
    _push(draft, _chosen(draft.hand, command), seats, low, command.odd or 0)
    while (cells := waiting(draft.hand)) and len(draft.hand.pots[cells[0].pot].seats) == 1:
        _push(draft, cells[0], draft.hand.pots[cells[0].pot].seats, (), 0)
    _go_on(draft, cells, now)


def _go_on(draft: Draft, cells: list[Cell], now: int) -> None:
    """End the hand once no cell is left to award, or begin the run that the next award needs (H-74)."""
    hand = draft.hand
    if not cells:
        end(draft, now)
    elif hand.runs is not None and cells[0].board > hand.runs.current:
        draft.record(e.RunBegun(cells[0].board))


def _second_half(
    table: Table, seats: tuple[int, ...], low: tuple[int, ...] | None
) -> tuple[int, ...]:
    """Return who wins the low or the spade half; no one if no hand qualifies (S-164). Refused in games without
    halves.
    """
    halves = RANKINGS[table.game.ranking].halves
    if len(halves) == 1 and low:
        raise Refusal("no_low_half", "S-164", game=table.game.key)
    if not low and len(seats) > 1 and always_splits(table.game.ranking):
        # Without a qualifier, some hand is always the lowest (S-161).
        half = halves[1][0]
        raise Refusal("low_missing", "S-161", seats=list(seats), half=half, key=half.upper())
    return low or ()


def _name_the_rest(draft: Draft, seats: tuple[int, ...]) -> None:
    """Name the players that a count took out: all but the winners. Each player's share of the pot is then unknown."""
    hand = draft.hand
    if hand.unnamed <= 0:
        return
    if len(hand.live()) - hand.unnamed < len(seats):
        raise Refusal("more_winners_than_in", "S-181", winners=len(seats), players=hand.still_in())
    if not hand.sure:
        draft.record(e.PotCollected(hand.chips(), known=False))
    others = [part.seat for part in hand.live() if part.seat not in seats]
    for seat in others[: hand.unnamed]:
        moved = hand.parts[hand.index(seat)].cards - dealt_each(draft.table)
        draft.record(e.Folded(seat, inferred=True, late=True, moved=moved))


def _reach_award(draft: Draft, seats: tuple[int, ...]) -> None:
    """Catch up to the showdown, as naming a winner implies."""
    hand = draft.hand
    if hand.stage in ("showdown", "award"):
        return
    if hand.stage == "complete" and can_bet(hand.parts) <= 1:
        while draft.hand.stage not in ("showdown", "award"):
            advance(draft)
        return
    if may_win_without_count(draft.table):
        close(draft, hand.still_in())
        return
    participants = [part for part in hand.live() if part.seat not in seats]
    if len(seats) == 1 and all(part.can_act for part in participants):
        for part in _in_turn(hand, participants):
            draft.record(e.Folded(part.seat, inferred=True))
        return
    skip(draft, len(draft.table.game.streets), hand.still_in())


def may_win_without_count(table: Table) -> bool:
    """Return whether a winner may be named in the last round without the number still in, because bets are not
    tracked.
    """
    hand = table.hand
    if hand is None or table.tracking != "streets" or hand.stage not in ROUND:
        return False
    return hand.street + 1 == len(table.game.streets) and hand.still_in() > 1


def _in_turn(hand: Hand, parts: list[Participant]) -> list[Participant]:
    size = len(hand.parts)
    due = max(hand.round.due, 0)
    return sorted(parts, key=lambda part: (hand.index(part.seat) - due) % size)


def build(draft: Draft) -> None:
    """Build the pots from contributions, less rake and drop (S-115)."""
    hand = draft.hand
    table = draft.table
    if not hand.unnamed:
        return_uncalled(draft)
        hand = draft.hand
    if table.followed:
        gross = pots.layers(hand.parts, hand.splash)
    else:
        live = tuple(part.seat for part in hand.live())
        gross = (Pot(hand.pot_counted() or 0, live),)
    total = sum(pot.amount for pot in gross)
    rake_due, jackpot = rake.due(
        table.plaque.rake,
        total,
        flop=hand.street > 0,
        players=len(hand.parts),
        unraked=table.unraked,
    )
    draft.record(e.PotsBuilt(pots.take(gross, rake_due + jackpot), rake_due, jackpot))


def _chosen(hand: Hand, command: c.AwardPot) -> Cell:
    """Return the cell to award next. Raises `Refusal`: `no_such_pot` if the command names another pot or board."""
    cell = waiting(hand)[0]
    pot = cell.pot if command.pot is None else command.pot
    board = cell.board if command.board is None else command.board
    if Cell(pot, board) != cell:
        # The last side pot comes first: a loser there is out of the others, too.
        raise Refusal("no_such_pot", "S-181", pot=pot, pots=[other.pot for other in waiting(hand)])
    return cell


def _push(draft: Draft, cell: Cell, seats: tuple[int, ...], low: tuple[int, ...], odd: int) -> None:
    hand = draft.hand
    table = draft.table
    contest = hand.pots[cell.pot]
    out = later_pots.beaten(hand, cell.board)
    for seat in (*seats, *low):
        if seat not in contest.seats:
            raise Refusal("not_in_pot", "S-115", seat=seat, pot=cell.pot, seats=list(contest.seats))
        if seat in out:
            raise Refusal("lost_side_pot", "S-181", seat=seat, pot=cell.pot)
    later_pots.check(table, cell, seats, later_pots.FIRST)
    if low:
        later_pots.check(table, cell, low, later_pots.SECOND)
    elif len(contest.seats) > 1:
        later_pots.check_taken_whole(table, cell, seats)
    losers = _losers(hand, cell, {*seats, *low, *out})
    if losers:
        draft.record(e.LosersKilled(losers))
    shares = shares_of(table, cell, seats, low, odd)
    high = seats if low else ()
    draft.record(e.PotAwarded(Award(cell.pot, shares, low, high, cell.board)))


def _losers(hand: Hand, cell: Cell, others: set[int]) -> tuple[int, ...]:
    """Return the seats whose hands this award kills: those that can win nothing more and have won nothing.

    others: the seats that win here, and those that lost an earlier pot.
    """
    if cell.board + 1 < len(hand.boards):
        return ()
    others = others | {seat for award in hand.awards for seat, _ in award.shares}
    return tuple(
        seat for seat in hand.pots[cell.pot].seats if seat not in others and _is_live(hand, seat)
    )


def shares_of(
    table: Table, cell: Cell, seats: tuple[int, ...], low: tuple[int, ...] = (), odd: int = 0
) -> tuple[tuple[int, int], ...]:
    """Return (seat, chips) of the winners, half by half; the odd chip goes to the first half (H-10)."""
    hand = table.hand
    assert hand is not None
    chip = chips.smallest(table.plaque.chips)
    amount = cell_amount(table, hand, cell)
    first, second = pots.halves(amount, chip=chip) if low else (amount, 0)
    won: dict[int, int] = {}
    for half, sum_, winners in ((0, first, seats), (1, second, low)):
        if winners:
            order = odd_first(table, winners, half, odd, board=cell.board)
            for seat, share in pots.split(sum_, order, chip=chip, rules=table.rules):
                won[seat] = won.get(seat, 0) + share
    return tuple((seat, won[seat]) for seat in pots.clockwise(hand, won))


def _is_live(hand: Hand, seat: int) -> bool:
    return hand.parts[hand.index(seat)].life == "in"


def end(draft: Draft, now: int) -> None:
    """Drop the rake, settle the counted stacks and end the hand; the button moves with the next one."""
    hand = draft.hand
    if hand.rake or hand.jackpot:
        draft.record(e.RakeTaken(hand.rake, hand.jackpot))
    won: dict[int, int] = {}
    for award in hand.awards:
        for seat, chips_won in award.shares:
            won[seat] = won.get(seat, 0) + chips_won
    known = draft.table.followed
    stacks = tuple(
        (part.seat, part.stack + won.get(part.seat, 0) if known else None)
        for part in hand.parts
        if part.stack is not None
    )
    uncounted = draft.table.pot is None and rake.drops(
        draft.table.plaque.rake, flop=hand.street > 0, players=len(hand.parts)
    )
    partial = hand.partial or not hand.awards
    draft.record(e.HandEnded(partial=partial, stacks=stacks, uncounted=uncounted))
    settle_next_hand(draft, hand, now)


def next_hand(draft: Draft, command: c.NextHand, now: int) -> None:
    """End a hand that was not logged to its end; the hand is counted, and its pots stay unknown."""
    ensure_dealt(draft)
    hand = draft.hand
    if hand.awards:
        raise Refusal("pots_left", "S-181", pots=[cell.pot for cell in waiting(hand)])
    stacks = tuple((part.seat, None) for part in hand.parts if part.stack is not None)
    draft.record(e.HandEnded(partial=True, stacks=stacks))
    settle_next_hand(draft, hand, now)
