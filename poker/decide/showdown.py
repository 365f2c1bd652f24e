"""Showing, mucking and the award: side pots first, odd chips, rake, the end of the hand (S-090, S-122, S-181)."""

from poker import cards, chips, pots, rake
from poker import commands as c
from poker import events as e
from poker.decide.deal import ensure_dealt
from poker.decide.street import advance, return_uncalled, skip
from poker.draft import Draft
from poker.refusal import Refusal
from poker.state import Award, Hand, Part, Pot, Table
from poker.turn import can_bet


def show_board(draft: Draft, command: c.ShowBoard, now: int) -> None:
    """Faces of the cards that lie on the board."""
    hand = draft.hand
    shown = cards.known_or_unseen(command.cards)
    if len(shown) != hand.ledger.board:
        raise Refusal("board_count", "S-083", cards=len(shown), wanted=hand.ledger.board)
    _no_repeats(hand, shown, board=True)
    draft.record(e.BoardShown(shown))


def show_hand(draft: Draft, command: c.ShowHand, now: int) -> None:
    """A hand turned up: both cards in hold'em, four in Omaha (S-136)."""
    hand = draft.hand
    part = hand.parts[_live(hand, command.seat)]
    shown = cards.known_or_unseen(command.cards)
    if len(shown) != part.cards:
        raise Refusal("hand_count", "S-136", seat=part.seat, cards=len(shown), wanted=part.cards)
    _no_repeats(hand, shown, seat=part.seat)
    draft.record(e.HandShown(part.seat, shown))


def _no_repeats(hand: Hand, shown: tuple[str, ...], *, seat: int = 0, board: bool = False) -> None:
    seen = set() if board else set(hand.board)
    for part in hand.parts:
        if part.seat != seat:
            seen.update(part.shown)
    for card in shown:
        if card != cards.UNKNOWN and card in seen:
            raise Refusal("card_twice", "S-019", card=card)


def muck(draft: Draft, command: c.Muck, now: int) -> None:
    """A hand given up at the showdown; the last one cannot be."""
    hand = draft.hand
    _live(hand, command.seat)
    if hand.stage != "showdown":
        raise Refusal("not_showdown", "S-142", seat=command.seat)
    if draft.table.rules.showing == "all":
        raise Refusal("all_show", "H-18", seat=command.seat)
    if hand.still_in() <= 1:
        raise Refusal("last_hand", "S-142", seat=command.seat)
    draft.record(e.HandMucked(command.seat))


def may_muck(table: Table) -> bool:
    """Whether a hand may go unseen at this showdown (H-18); the last one cannot."""
    hand = table.hand
    if hand is None or hand.stage != "showdown":
        return False
    return table.rules.showing == "may_muck" and hand.still_in() > 1


def _live(hand: Hand, seat: int) -> int:
    i = hand.index(seat)
    if i < 0:
        raise Refusal("not_in_hand", "S-138", seat=seat)
    if hand.parts[i].life != "in":
        raise Refusal("already_out", "S-138", seat=seat, life=hand.parts[i].life)
    return i


def count_pot(draft: Draft, command: c.CountPot, now: int) -> None:
    """The pot as the dealer counted it, where bets were not followed."""
    hand = draft.hand
    if draft.table.followed:
        raise Refusal("pot_known", "S-119", pot=hand.chips())
    if hand.pots:
        raise Refusal("pot_awarded", "S-119", hand=hand.number)
    chips.check(command.amount, draft.table.plaque.chips)
    draft.record(e.PotCounted(command.amount))


def award(draft: Draft, command: c.AwardPot, now: int) -> None:
    """Push a pot to its winner or split it; the last pot ends the hand."""
    ensure_dealt(draft)
    seats = command.seats or tuple(part.seat for part in draft.hand.live())
    if not command.seats and len(seats) != 1:
        raise Refusal("winner_missing", "S-181", seats=list(seats))
    if len(set(seats)) != len(seats):
        raise Refusal("seat_twice", "S-181", seats=list(seats))
    for seat in seats:
        _live(draft.hand, seat)
    _name_the_rest(draft, seats)
    _reach_award(draft, seats)
    if not draft.hand.pots:
        build(draft)
    _push(draft, _chosen(draft.hand, command.pot), seats)
    while (left := waiting(draft.hand)) and len(draft.hand.pots[left[0]].seats) == 1:
        _push(draft, left[0], draft.hand.pots[left[0]].seats)
    if not waiting(draft.hand):
        end(draft)


def _name_the_rest(draft: Draft, seats: tuple[int, ...]) -> None:
    """Players that a count took out without a name: any but the winners. Who paid what is then not known."""
    hand = draft.hand
    if hand.unnamed <= 0:
        return
    if len(hand.live()) - hand.unnamed < len(seats):
        raise Refusal("more_winners_than_in", "S-181", winners=len(seats), players=hand.still_in())
    draft.record(e.PotCollected(hand.chips(), known=False))
    others = [part.seat for part in hand.live() if part.seat not in seats]
    for seat in others[: hand.unnamed]:
        draft.record(e.Folded(seat, inferred=True, late=True))


def _reach_award(draft: Draft, seats: tuple[int, ...]) -> None:
    """What naming a winner says about a hand that was not logged to its showdown."""
    hand = draft.hand
    if hand.stage in ("showdown", "award"):
        return
    if hand.stage == "complete" and can_bet(hand.parts) <= 1:
        while draft.hand.stage != "showdown":
            advance(draft)
        return
    others = [part for part in hand.live() if part.seat not in seats]
    if len(seats) == 1 and all(part.can_act for part in others):
        for part in _in_turn(hand, others):
            draft.record(e.Folded(part.seat, inferred=True))
        return
    skip(draft, len(draft.table.game.streets), hand.still_in())


def _in_turn(hand: Hand, parts: list[Part]) -> list[Part]:
    """Parts in the order in which they come to act."""
    size, due = len(hand.parts), max(hand.round.due, 0)
    return sorted(parts, key=lambda part: (hand.index(part.seat) - due) % size)


def build(draft: Draft) -> None:
    """Pots as contributions make them, less rake and drop (S-115)."""
    hand, table = draft.hand, draft.table
    if not hand.unnamed:
        return_uncalled(draft)
        hand = draft.hand
    if table.followed:
        gross = pots.layers(hand.parts)
    else:
        live = tuple(part.seat for part in hand.live())
        gross = (Pot(hand.pot_counted() or 0, live),)
    whole = sum(pot.amount for pot in gross)
    taken, jackpot = rake.due(table.plaque.rake, whole, flop=hand.ledger.board > 0)
    draft.record(e.PotsBuilt(pots.take(gross, taken + jackpot), taken, jackpot))


def waiting(hand: Hand) -> list[int]:
    """Indexes of the pots to award, in the order in which they are: last side pot first (S-181)."""
    done = {award.pot for award in hand.awards}
    return [i for i in reversed(range(len(hand.pots))) if i not in done]


def _chosen(hand: Hand, asked: int | None) -> int:
    left = waiting(hand)
    if asked is None:
        return left[0]
    if asked != left[0]:  # the last side pot first: a loser there is out of the others too
        raise Refusal("no_such_pot", "S-181", pot=asked, pots=left)
    return asked


def beaten(hand: Hand) -> set[int]:
    """Seats that lost a pot to a hand that contests every pot they are in."""
    lost: set[int] = set()
    for done in hand.awards:
        winners = {seat for seat, _ in done.shares}
        lost |= set(hand.pots[done.pot].seats) - winners
    return lost


def _push(draft: Draft, pot: int, seats: tuple[int, ...]) -> None:
    hand, table = draft.hand, draft.table
    contest = hand.pots[pot]
    out = beaten(hand)
    for seat in seats:
        if seat not in contest.seats:
            raise Refusal("not_in_pot", "S-115", seat=seat, pot=pot, seats=list(contest.seats))
        if seat in out:
            raise Refusal("lost_side_pot", "S-181", seat=seat, pot=pot)
    losers = tuple(
        s for s in contest.seats if s not in seats and s not in out and _is_live(hand, s)
    )
    if losers:
        draft.record(e.LosersKilled(losers))
    order = pots.clockwise(hand, seats)
    chip = chips.smallest(table.plaque.chips)
    shares = pots.split(contest.amount, order, chip=chip, rules=table.rules)
    draft.record(e.PotAwarded(Award(pot, shares)))


def _is_live(hand: Hand, seat: int) -> bool:
    return hand.parts[hand.index(seat)].life == "in"


def end(draft: Draft) -> None:
    """Drop the rake, settle the counted stacks and end the hand; the button moves with the next one."""
    hand = draft.hand
    if hand.rake or hand.jackpot:
        draft.record(e.RakeTaken(hand.rake, hand.jackpot))
    won: dict[int, int] = {}
    for done in hand.awards:
        for seat, chips_won in done.shares:
            won[seat] = won.get(seat, 0) + chips_won
    known = draft.table.followed
    stacks = tuple(
        (part.seat, part.stack + won.get(part.seat, 0) if known else None)
        for part in hand.parts
        if part.stack is not None
    )
    draft.record(e.HandEnded(partial=hand.partial or not hand.awards, stacks=stacks))


def next_hand(draft: Draft, command: c.NextHand, now: int) -> None:
    """A hand that was not logged to its end is over; it counts as a hand, its pots stay unknown."""
    ensure_dealt(draft)
    hand = draft.hand
    if hand.awards:
        raise Refusal("pots_left", "S-181", pots=waiting(hand))
    stacks = tuple((part.seat, None) for part in hand.parts if part.stack is not None)
    draft.record(e.HandEnded(partial=True, stacks=stacks))
